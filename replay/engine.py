"""The one turn: read, fold, decide, reply. Live sessions, the facade and audits all run this.

`step` is the whole turn. An audit, which has the recorded acts but perhaps no longer the words, runs its two halves:
`hear` where the words are still there, and `answer`.

Invariant: all of these are functions of their arguments. Clocks, ids and salts come in as values; nothing is kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from policies.bundle import decide
from policies.registry import AnyBundle
from reducers.fold import apply
from reducers.reading import read
from reducers.reading.layers import ALL_LAYERS, Layers
from statecore.decisions import Certificate, Decision
from statecore.digests import keyed_digest
from statecore.errors import ReplayError
from statecore.events import AgentReplied, Pins, Profile, ShopperSaid, VisitStarted
from statecore.memory import Memory
from statecore.records import digest_record
from statecore.state import SessionState
from statecore.text import clean_text

if TYPE_CHECKING:
    from catalog.index import Catalog

__all__ = ["Message", "Turn", "answer", "certify", "hear", "start", "step"]


@dataclass(frozen=True, slots=True)
class Message:
    """What a shopper sent, when (microseconds UTC), the client's id for it, and the salt that its digest is keyed with.

    Without a salt the event refers to no text, and none is kept.
    """

    text: str
    at_us: int
    message_id: str | None = None
    salt: bytes | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """What a turn adds to the log (one batch), the state after it, and the text to keep outside of the log."""

    events: tuple[ShopperSaid, AgentReplied]
    state: SessionState
    decision: Decision
    text: str
    text_digest: bytes | None


def start(
    state: SessionState,
    *,
    pins: Pins,
    at_us: int,
    profile: Profile | None = None,
    shopper: bytes | None = None,
    memory: Memory | None = None,
) -> tuple[VisitStarted, SessionState]:
    """The event that opens a visit, with what earlier visits of the shopper left, and the state after it."""
    event = VisitStarted(at_us=at_us, pins=pins, profile=profile, shopper=shopper, memory=memory)
    return event, apply(state, event)


def certify(state: SessionState, decision: Decision) -> Certificate:
    """Bind a decision to the state it was made in and to the digests in force; raise `ReplayError` before a visit."""
    if state.pins is None:
        msg = "no visit was started: begin the session with a visit_started event"
        raise ReplayError(msg)
    return Certificate(
        state_digest=state.digest(),
        decision_digest=digest_record(decision),
        pins_digest=state.pins.digest(),
    )


def hear(
    state: SessionState, message: Message, *, catalog: Catalog, layers: Layers = ALL_LAYERS
) -> tuple[ShopperSaid, str]:
    """A message as the event it becomes, and its cleaned text (which the event itself never holds).

    Only measurements leave out `layers` of the reader.
    """
    clean = clean_text(message.text)
    reading = read(clean.text, state, catalog.lexicon, layers)
    said = ShopperSaid(
        at_us=message.at_us,
        turn=state.turn + 1,
        message_id=message.message_id,
        text_digest=None if message.salt is None else keyed_digest(message.salt, clean.text.encode()),
        repaired=clean.repaired,
        frame=reading.frame,
        acts=reading.acts,
    )
    return said, clean.text


def answer(heard: SessionState, *, at_us: int, catalog: Catalog, bundle: AnyBundle) -> AgentReplied:
    """The bundle's decision in the state after a message, certified."""
    decision = decide(heard, catalog, bundle)
    return AgentReplied(at_us=at_us, turn=heard.turn, decision=decision, certificate=certify(heard, decision))


def step(
    state: SessionState, message: Message, *, catalog: Catalog, bundle: AnyBundle, layers: Layers = ALL_LAYERS
) -> Turn:
    """One turn: the two events it adds, the state after them, and the decision; `layers` as in `hear`."""
    said, text = hear(state, message, catalog=catalog, layers=layers)
    heard = apply(state, said)
    replied = answer(heard, at_us=message.at_us, catalog=catalog, bundle=bundle)
    return Turn((said, replied), apply(heard, replied), replied.decision, text, said.text_digest)
