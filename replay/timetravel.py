"""Time travel: the state at any seq or turn of a session, and where each thing in it came from.

Invariant: a state is always folded from the events themselves, and a ledger is made by applying their acts one at a
time with the reducers' own rules: its statements are exactly the state's, and what ended one is the act that did.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import TypeAlias

from reducers.acts import apply_act
from reducers.fold import apply, last_question
from statecore.acts import Act
from statecore.errors import RangeError
from statecore.events import AgentReplied, Event, ShopperSaid
from statecore.state import EMPTY, Budget, Category, Constraint, SessionState
from store.contract import EventStore, StoredEvent

__all__ = [
    "Ledger",
    "Source",
    "Statement",
    "Subject",
    "View",
    "ledger_of",
    "look",
    "message_seq",
    "seq_of_turn",
    "state_at",
    "state_at_turn",
    "states",
]

Subject: TypeAlias = Category | Constraint | Budget


@dataclass(frozen=True, slots=True)
class Source:
    """The act that did something, and the message (seq, turn) that it stands in."""

    seq: int
    turn: int
    act: Act


@dataclass(frozen=True, slots=True)
class Statement:
    """Something stated: as it stands now, who stated it how surely, who said it again, and who ended it."""

    subject: Subject
    stated: Source
    stated_confidence: float
    repeated: tuple[Source, ...] = ()
    ended: Source | None = None


@dataclass(frozen=True, slots=True)
class Ledger:
    """Every statement up to some seq, each kind in the order stated, those that were ended among them."""

    categories: tuple[Statement, ...]
    constraints: tuple[Statement, ...]
    budgets: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class View:
    """A session as it stood after event `state.seq`."""

    session_id: str
    head_digest: bytes
    state: SessionState
    ledger: Ledger


def states(items: Iterable[StoredEvent]) -> Iterator[tuple[StoredEvent, SessionState]]:
    """Each event of a session, from its first on, with the state after it."""
    state = EMPTY
    for item in items:
        state = apply(state, item.event)
        yield item, state


def state_at(store: EventStore, session_id: str, seq: int) -> SessionState:
    """The state after event `seq`; raise `RangeError` naming the valid range, `UnknownSessionError` for no session."""
    state = EMPTY
    for item in _up_to(store, session_id, seq):
        state = apply(state, item.event)
    return state


def state_at_turn(store: EventStore, session_id: str, turn: int) -> SessionState:
    """The state after the reply to message `turn`; raises as `state_at` does."""
    return state_at(store, session_id, seq_of_turn(tuple(store.read(session_id)), turn))


def look(store: EventStore, session_id: str, *, seq: int | None = None, turn: int | None = None) -> View:
    """The session after event `seq`, or after the reply to message `turn`; at its end when neither is given.

    Raises:
        RangeError: there is no such seq or turn; the message names the valid range.
        UnknownSessionError: the store has no such session.
    """
    if turn is not None:
        seq = seq_of_turn(tuple(store.read(session_id)), turn)
    items = _up_to(store, session_id, store.head(session_id).seq if seq is None else seq)
    state, ledger = _traced(item.event for item in items)
    return View(session_id, items[-1].head_digest, state, ledger)


def _up_to(store: EventStore, session_id: str, seq: int) -> tuple[StoredEvent, ...]:
    events = store.read(session_id)
    _check_range("seq", seq, store.head(session_id).seq, session_id)
    return tuple(islice(events, seq))


def _check_range(name: str, asked: int, last: int, session_id: str) -> None:
    if type(asked) is not int or not 1 <= asked <= last:
        valid = f"a {name} is an integer from 1 to {last}" if last else f"it has no {name} yet"
        raise RangeError(f"session {session_id!r} has no {name} {asked!r}: {valid}")


def seq_of_turn(items: Sequence[StoredEvent], turn: int) -> int:
    """The seq of the reply to message `turn` (of the message itself, when there is no reply) in a whole session.

    Raise `RangeError` naming the valid range of turns.
    """
    return _seqs_of_turn(items, turn)[-1]


def message_seq(items: Sequence[StoredEvent], turn: int) -> int:
    """The seq of message `turn` in a whole session; raise `RangeError` naming the valid range of turns."""
    return _seqs_of_turn(items, turn)[0]


def _seqs_of_turn(items: Sequence[StoredEvent], turn: int) -> list[int]:
    """The seqs of message `turn` and of the reply to it."""
    said = [item.event.turn for item in items if isinstance(item.event, ShopperSaid)]
    _check_range("turn", turn, max(said, default=0), items[0].session_id if items else "")
    turns = ((item.seq, item.event) for item in items)
    return [seq for seq, event in turns if isinstance(event, ShopperSaid | AgentReplied) and event.turn == turn]


def ledger_of(events: Iterable[Event]) -> Ledger:
    """The ledger of a session's events, from its first on."""
    return _traced(events)[1]


def _traced(events: Iterable[Event]) -> tuple[SessionState, Ledger]:
    state = EMPTY
    book = _Book()
    for event in events:
        if isinstance(event, ShopperSaid):
            book.hear(state, event)
        state = apply(state, event)
    return state, Ledger(tuple(book.categories), tuple(book.constraints), tuple(book.budgets))


@dataclass(slots=True)
class _Book:
    """A ledger under way. Constraints keep their places in the state, so a statement's place is its constraint's."""

    categories: list[Statement] = field(default_factory=list)
    constraints: list[Statement] = field(default_factory=list)
    budgets: list[Statement] = field(default_factory=list)

    def hear(self, state: SessionState, event: ShopperSaid) -> None:
        """Take in a message, act by act."""
        asked, seq = last_question(state), state.seq + 1
        for act in event.acts:
            after = apply_act(state, act, seq=seq, turn=event.turn, asked=asked)
            source = Source(seq, event.turn, act)
            self._constraints(state, after, source)
            if after.category is not state.category:
                self._category(state, after, source)
            if after.budget is not state.budget:
                _end_last(self.budgets, state.budget, source)
                _begin(self.budgets, after.budget, source)
            state = after

    def _category(self, before: SessionState, after: SessionState, source: Source) -> None:
        if len(after.past_categories) == len(before.past_categories) and before.category is not None:
            # A kind heard in passing ends nothing: it changes the shelves of the one that stands.
            known = self.categories[-1]
            subject = known.subject if after.category is None else after.category
            self.categories[-1] = replace(known, subject=subject, repeated=(*known.repeated, source))
            return
        _end_last(self.categories, None if before.category is None else after.past_categories[-1], source)
        _begin(self.categories, after.category, source)

    def _constraints(self, before: SessionState, after: SessionState, source: Source) -> None:
        for place, (old, new) in enumerate(zip(before.constraints, after.constraints, strict=False)):
            if new is old:
                continue
            known = replace(self.constraints[place], subject=new)
            ended = new.fate != old.fate
            known = replace(known, ended=source) if ended else replace(known, repeated=(*known.repeated, source))
            self.constraints[place] = known
        for new in after.constraints[len(before.constraints) :]:
            self.constraints.append(Statement(new, source, new.confidence))


def _end_last(statements: list[Statement], ended: Category | Budget | None, source: Source) -> None:
    if ended is not None:
        statements[-1] = replace(statements[-1], subject=ended, ended=source)


def _begin(statements: list[Statement], begun: Category | Budget | None, source: Source) -> None:
    if begun is not None:
        confidence = begun.confidence if isinstance(begun, Category) else source.act.confidence
        statements.append(Statement(begun, source, confidence))
