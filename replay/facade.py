"""The stateless entry: history in, new events and reply out, nothing kept.

Invariant: `reply_to(history, ...)` depends on its arguments only, and its events appended to `history` are a history
that it continues from.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from policies.registry import AnyBundle
from reducers.fold import apply, fold
from reducers.reading import read
from replay.digests import changed_pins, pins_in_force
from replay.engine import Message, start, step
from statecore.decisions import Decision
from statecore.errors import MessageIdError, PinsError
from statecore.events import AgentReplied, Event, Profile, ShopperSaid, VisitStarted
from statecore.state import EMPTY, SessionState
from statecore.text import clean_text

if TYPE_CHECKING:
    from catalog.index import Catalog

__all__ = ["Answer", "reply_to"]


@dataclass(frozen=True, slots=True)
class Answer:
    """The reply, the events that it adds to the history, and the state after them."""

    decision: Decision
    events: tuple[Event, ...]
    state: SessionState


def reply_to(
    history: Sequence[Event],
    message: Message,
    *,
    catalog: Catalog,
    bundle: AnyBundle,
    profile: Profile | None = None,
) -> Answer:
    """Answer a message, given everything that happened before it.

    An empty history starts a visit (its event is among the answer's). A `message_id` met before gives the first answer
    again, with no new events. Raises `PinsError` when the history was made under other digests, and `MessageIdError`
    when a known message id comes with another message.
    """
    if message.message_id is not None:
        again = _answered(history, message, catalog)
        if again is not None:
            return Answer(again, (), fold(history))
    pins = pins_in_force(catalog, bundle)
    state = fold(history)
    opening: tuple[VisitStarted, ...] = ()
    if state.pins is None:
        event, state = start(state, pins=pins, at_us=message.at_us, profile=profile)
        opening = (event,)
    elif changed := changed_pins(state.pins, pins):
        msg = f"the history was made under another {', '.join(changed)}: replay it there, or start a new visit"
        raise PinsError(msg, changed=changed)
    turn = step(state, message, catalog=catalog, bundle=bundle)
    return Answer(turn.decision, (*opening, *turn.events), turn.state)


def _answered(history: Sequence[Event], message: Message, catalog: Catalog) -> Decision | None:
    """The decision that a message of this id got, if there was one."""
    state = EMPTY
    for place, event in enumerate(history):
        if isinstance(event, ShopperSaid) and event.message_id == message.message_id:
            _check_same(event, state, message, catalog)
            reply = history[place + 1] if place + 1 < len(history) else None
            return reply.decision if isinstance(reply, AgentReplied) else None
        state = apply(state, event)
    return None


def _check_same(event: ShopperSaid, state: SessionState, message: Message, catalog: Catalog) -> None:
    reading = read(clean_text(message.text).text, state, catalog.lexicon)
    if (reading.frame, reading.acts) != (event.frame, event.acts):
        msg = f"message id {message.message_id!r} was used before with another message"
        raise MessageIdError(msg)
