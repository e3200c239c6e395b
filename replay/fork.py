"""Forks: the same shopper's messages answered once more, by another policy or after one message was said otherwise.

A fork leaves its parent before one message. Its log is the parent's events up to there, byte for byte, and then an
opening of its own that names the parent, its seq and its head, so that its chain proves where it comes from and every
decision in it replays under the digests that it was made under.

After the first reply that asks or shows something else than the recorded one, the recorded messages answer replies
that were never given: those turns are off-policy, and marked so.

Invariant: a fork is a function of the parent's events and of its arguments. The parent is only read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, TypeAlias, TypedDict

from policies.registry import AnyBundle
from reducers.fold import apply, fold
from replay.audit import FieldChange, field_changes
from replay.digests import pins_in_force
from replay.engine import Message, answer, hear
from replay.timetravel import message_seq
from statecore.decisions import Decision
from statecore.errors import ReplayError
from statecore.events import (
    AgentReplied,
    Event,
    Parent,
    ProductReacted,
    Profile,
    ShopperSaid,
    VisitEnded,
    VisitStarted,
    encode_event,
)
from statecore.state import SessionState
from store.contract import EventStore, Receipt, SaltedText, StoredEvent

if TYPE_CHECKING:
    from catalog.index import Catalog

__all__ = ["Fork", "ForkTurn", "Heard", "fork_session", "keep_fork", "same_action"]

Heard: TypeAlias = Literal["read again", "as recorded", "edited"]
"""How a message came to its acts: its words were read again; they are not kept, so the recorded acts were taken; or it
was said otherwise."""


@dataclass(frozen=True, slots=True)
class ForkTurn:
    """One turn of a fork beside the recorded one (`recorded` is None where the log has no reply).

    `off_policy`: the message answered an earlier reply that this fork did not give.
    """

    turn: int
    heard: Heard
    said: ShopperSaid
    recorded_said: ShopperSaid
    replied: AgentReplied
    recorded: AgentReplied | None
    off_policy: bool

    @property
    def differs(self) -> bool:
        """Whether the shopper would have been asked or shown something else."""
        return self.recorded is None or not same_action(self.recorded.decision, self.replied.decision)

    @property
    def changes(self) -> tuple[FieldChange, ...]:
        """Every field of the decision that differs from the recorded one."""
        if self.recorded is None:
            return ()
        return tuple(field_changes(self.recorded.decision.model_dump(), self.replied.decision.model_dump()))


@dataclass(frozen=True, slots=True)
class Fork:
    """What a fork's log holds: the parent's events up to `parent.seq`, and `events` after them; turn by turn, `turns`.

    `texts` are the words of an edited message, if they are to be kept.
    """

    parent: Parent
    shared: tuple[StoredEvent, ...] = field(repr=False)
    events: tuple[Event, ...] = field(repr=False)
    turns: tuple[ForkTurn, ...]
    texts: tuple[SaltedText, ...] = ()

    @property
    def divergence(self) -> int | None:
        """The first turn whose reply asks or shows something else than the recorded one; None when there is none."""
        return next((turn.turn for turn in self.turns if turn.differs), None)

    @property
    def payloads(self) -> tuple[bytes, ...]:
        """The bytes of all events, the shared ones as the parent has them."""
        return (*(item.payload for item in self.shared), *map(encode_event, self.events))


def same_action(one: Decision, other: Decision) -> bool:
    """Whether two decisions ask the same and show the same products in the same order: what a shopper answers to."""
    return (one.ask, one.product_ids) == (other.ask, other.product_ids)


def fork_session(
    store: EventStore,
    session_id: str,
    turn: int,
    *,
    catalog: Catalog,
    bundle: AnyBundle,
    say: Message | None = None,
) -> Fork:
    """Answer the messages from `turn` on once more with `bundle`; `say` takes the place of message `turn`.

    Of `say`, text and salt count; it is dated as the message that it replaces. Nothing is stored.

    Raises:
        RangeError: there is no such turn.
        ReplayError: nothing stands before the turn, so that there is no history to share.
        UnknownSessionError: there is no such session.
    """
    items = tuple(store.read(session_id))
    seq = message_seq(items, turn) - 1
    if seq == 0:
        raise ReplayError(f"session {session_id!r} has nothing before turn {turn}: there is no history to share")
    shared, rest = items[:seq], [item.event for item in items[seq:]]
    parent = Parent(session_id=session_id, seq=seq, head_digest=shared[-1].head_digest)
    history = [item.event for item in shared]
    opening = VisitStarted(at_us=rest[0].at_us, pins=pins_in_force(catalog, bundle), parent=parent, **_visitor(history))
    run = _Run(store.text, catalog, bundle, apply(fold(history), opening), edit=say, events=[opening])
    run.follow(rest)
    return Fork(parent, shared, tuple(run.events), tuple(run.turns), tuple(run.texts))


class _Visitor(TypedDict):
    shopper: bytes | None
    profile: Profile | None


def _visitor(history: Sequence[Event]) -> _Visitor:
    """Who the visit is of, as the last opening in force says."""
    openings = [event for event in history if isinstance(event, VisitStarted)]
    last = openings[-1] if openings else None
    return {"shopper": last.shopper if last else None, "profile": last.profile if last else None}


@dataclass(slots=True)
class _Run:
    """A fork under way; `edit` is what is said on its first turn in place of the recorded message."""

    text_of: Callable[[bytes], str | None]
    catalog: Catalog
    bundle: AnyBundle
    state: SessionState
    edit: Message | None
    events: list[Event]
    turns: list[ForkTurn] = field(default_factory=list)
    texts: list[SaltedText] = field(default_factory=list)
    diverged: bool = False

    def follow(self, recorded: Sequence[Event]) -> None:
        """Answer every recorded message; what the shopper did with products holds only as long as they were shown."""
        for place, event in enumerate(recorded):
            if isinstance(event, ShopperSaid):
                replies = (later for later in recorded[place + 1 :] if isinstance(later, AgentReplied))
                reply = next(replies, None)
                self._turn(event, reply if reply is not None and reply.turn == event.turn else None)
            elif isinstance(event, ProductReacted | VisitEnded) and not self.diverged:
                self._add(event)

    def _add(self, event: Event) -> None:
        self.events.append(event)
        self.state = apply(self.state, event)

    def _turn(self, recorded: ShopperSaid, reply: AgentReplied | None) -> None:
        heard, said = self._hear(recorded)
        self._add(said)
        replied = answer(self.state, at_us=said.at_us, catalog=self.catalog, bundle=self.bundle)
        self._add(replied)
        turn = ForkTurn(said.turn, heard, said, recorded, replied, reply, off_policy=self.diverged)
        self.turns.append(turn)
        self.diverged = self.diverged or turn.differs

    def _hear(self, recorded: ShopperSaid) -> tuple[Heard, ShopperSaid]:
        """How a message comes to its acts in this fork, and the event that it becomes."""
        if self.edit is not None:
            message, self.edit = replace(self.edit, at_us=recorded.at_us, message_id=None), None
            said, cleaned = hear(self.state, message, catalog=self.catalog)
            if message.salt is not None:
                self.texts.append(SaltedText(message.salt, cleaned))
            return "edited", said
        text = None if recorded.text_digest is None else self.text_of(recorded.text_digest)
        if text is None:
            return "as recorded", recorded.model_copy(update={"turn": self.state.turn + 1})
        message = Message(text, at_us=recorded.at_us, message_id=recorded.message_id)
        said, _ = hear(self.state, message, catalog=self.catalog)
        # The vault has neither the salt of the digest nor the words as they were before they were cleaned.
        known = {"text_digest": recorded.text_digest, "repaired": recorded.repaired}
        return "read again", said.model_copy(update=known)


def keep_fork(store: EventStore, fork: Fork, session_id: str) -> Receipt:
    """Store a fork as a new session, as one unit; raise `ConflictError` when there is a session of that id.

    The store has to be the parent's: it keeps the words that both refer to.
    """
    return store.append_stored(session_id, fork.payloads, expected_seq=0, texts=fork.texts)
