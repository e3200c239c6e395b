"""Dialogues of others, read and folded: what a shopper's messages come to, given the questions they answered.

Invariant: the messages go through the same reading and folding as live turns; the questions that were asked are
recorded as replies that ask and show nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from policies.registry import bundle_named
from reducers.fold import apply
from reducers.reading.layers import ALL_LAYERS, Layers
from replay.digests import pins_in_force
from replay.engine import Message, certify, hear, start
from statecore.decisions import Decision
from statecore.errors import SessionsError
from statecore.events import AgentReplied, ShopperSaid
from statecore.state import EMPTY, SessionState
from statecore.values import ASK_ATTRIBUTES, AskAttribute

if TYPE_CHECKING:
    from catalog.index import Catalog

__all__ = ["Dialogue", "read_dialogues", "state_after"]

_SOURCE = "stdin"


@dataclass(frozen=True, slots=True)
class Dialogue:
    """Messages in order, each with the question that it answers (None: none was asked)."""

    id: str
    turns: tuple[tuple[AskAttribute | None, str], ...]


def read_dialogues(lines: Iterable[bytes]) -> Iterator[Dialogue]:
    """The dialogues of JSON Lines, `{"id", "turns": [{"asked", "said"}]}`; blank lines are passed over.

    Raises:
        SessionsError: a line is no dialogue (names the line).
    """
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield _dialogue(line, number)


def _dialogue(line: bytes, number: int) -> Dialogue:
    try:
        record = json.loads(line)
    except ValueError as error:
        raise SessionsError(f"not JSON: {error}", path=_SOURCE, line=number) from error
    turns = record.get("turns") if isinstance(record, dict) else None
    name = record.get("id") if isinstance(record, dict) else None
    if not isinstance(name, str) or not isinstance(turns, list):
        raise SessionsError('a dialogue is {"id": text, "turns": [...]}', path=_SOURCE, line=number)
    return Dialogue(name, tuple(_turn(turn, number) for turn in turns))


def _turn(turn: object, number: int) -> tuple[AskAttribute | None, str]:
    asked, said = (turn.get("asked"), turn.get("said")) if isinstance(turn, dict) else (None, None)
    if not isinstance(said, str):
        raise SessionsError('a turn is {"asked": attribute or null, "said": text}', path=_SOURCE, line=number)
    if asked is not None and asked not in ASK_ATTRIBUTES:
        known = ", ".join(ASK_ATTRIBUTES)
        raise SessionsError(f"asked is {asked!r}: it must be null or one of {known}", path=_SOURCE, line=number)
    return cast("AskAttribute | None", asked), said


def state_after(dialogue: Dialogue, catalog: Catalog, layers: Layers = ALL_LAYERS) -> SessionState:
    """The state after the last message, read with these layers of the reader."""
    _, state = start(EMPTY, pins=pins_in_force(catalog, bundle_named("house")), at_us=0)
    for asked, text in dialogue.turns:
        state = _asked(state, asked)
        said, _ = hear(state, Message(text, at_us=0), catalog=catalog, layers=layers)
        state = apply(state, said)
    return state


def _asked(state: SessionState, ask: AskAttribute | None) -> SessionState:
    """The state after a reply that only asks. Before the first message, that answers a silent one."""
    if state.turn == 0:
        if ask is None:
            return state
        state = apply(state, ShopperSaid(at_us=0, turn=1))
    decision = Decision(ask=ask)
    return apply(state, AgentReplied(at_us=0, turn=state.turn, decision=decision, certificate=certify(state, decision)))
