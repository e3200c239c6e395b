"""A live visit in a store: every turn is decided from the folded log and appended to it as one unit.

Invariant: `state` is always the fold of what the store holds up to `head`. A turn that could not be stored changes
nothing here. A turn that another writer has overtaken is never merged: it raises `ConflictError`, and the caller may
`catch_up` and say the message again, which decides it anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from policies.registry import AnyBundle
from reducers.fold import apply, fold
from reducers.memory import aged
from replay.digests import changed_pins, pins_in_force
from replay.engine import Message, start, step
from replay.facade import reply_to
from statecore.decisions import Decision
from statecore.errors import BadInputError, PinsError
from statecore.events import Event, ProductReacted, Profile, ShopperSaid, VisitEnded, VisitResumed
from statecore.memory import Memory
from statecore.state import EMPTY, SessionState
from statecore.values import Reaction
from store.contract import EMPTY_HEAD, EventStore, Head, Receipt, SaltedText

if TYPE_CHECKING:
    from catalog.index import Catalog

__all__ = ["LiveSession", "Reply", "Shopper"]


@dataclass(frozen=True, slots=True)
class Reply:
    """What a message got: how it was read, the decision, the receipt of the stored turn, and the state after it."""

    said: ShopperSaid
    decision: Decision
    receipt: Receipt
    state: SessionState


@dataclass(frozen=True, slots=True)
class Shopper:
    """Whose visit it is, by pseudonym, and what is remembered of them; it is aged to the instant the visit begins."""

    pseudonym: bytes | None
    memory: Memory | None = None


class LiveSession:
    """One session of a store, new or continued, under one catalog and one bundle.

    The visit's opening event is stored together with its first turn, so a visit without a message leaves no trace.
    Raises `PinsError` for a session that was begun under other digests: its decisions could not be replayed as one.
    """

    def __init__(
        self,
        store: EventStore,
        session_id: str,
        *,
        catalog: Catalog,
        bundle: AnyBundle,
        profile: Profile | None = None,
        shopper: Shopper | None = None,
    ) -> None:
        """Read the session from the store, if it is there; `profile` and `shopper` go into a new visit's opening."""
        self._store = store
        self._catalog = catalog
        self._bundle = bundle
        self._profile = profile
        self._shopper = shopper
        self._pins = pins_in_force(catalog, bundle)
        self.session_id = session_id
        self.state: SessionState = EMPTY
        self.head: Head = EMPTY_HEAD
        self.catch_up()

    def catch_up(self) -> int:
        """Fold what the store holds beyond `head`, as after a `ConflictError`; return how many events that were."""
        if self._store.head(self.session_id).seq == self.head.seq:
            return 0
        news = tuple(self._store.read(self.session_id, self.head.seq + 1))
        state = fold((item.event for item in news), self.state)
        if state.pins is not None and (changed := changed_pins(state.pins, self._pins)):
            msg = (
                f"session {self.session_id!r} was begun under another {', '.join(changed)}: "
                "continue it there, or start a new session"
            )
            raise PinsError(msg, changed=changed)
        self.state, self.head = state, Head(news[-1].seq, news[-1].head_digest)
        return len(news)

    def say(self, message: Message) -> Reply:
        """Decide a message and store the turn; a message id that was answered before gets that answer again.

        Raises `ConflictError` when another writer was first, and `MessageIdError` when the id came with other words.
        """
        if message.message_id is not None:
            first = self._store.receipt(self.session_id, message.message_id)
            if first is not None:
                return self._again(message, first)
        opening, state = self._opened(message.at_us)
        turn = step(state, message, catalog=self._catalog, bundle=self._bundle)
        texts = () if message.salt is None else (SaltedText(message.salt, turn.text),)
        receipt = self._append((*opening, *turn.events), turn.state, message.message_id, texts)
        return Reply(turn.events[0], turn.decision, receipt, turn.state)

    def react(self, product_id: str, reaction: Reaction, at_us: int) -> Receipt:
        """Store that the shopper did something with a product."""
        return self._note(ProductReacted(at_us=at_us, product_id=product_id, reaction=reaction))

    def end(self, reason: Literal["bought", "left", "closed", "out_of_turns"], at_us: int) -> Receipt:
        """Store that the visit is over."""
        return self._note(VisitEnded(at_us=at_us, reason=reason))

    def resume(self, at_us: int) -> Receipt:
        """Store that the shopper came back to this visit, which was left."""
        return self._note(VisitResumed(at_us=at_us))

    def _opened(self, at_us: int) -> tuple[tuple[Event, ...], SessionState]:
        if self.state.pins is not None:
            return (), self.state
        shopper = self._shopper or Shopper(None)
        event, state = start(
            self.state,
            pins=self._pins,
            at_us=at_us,
            profile=self._profile,
            shopper=shopper.pseudonym,
            memory=None if shopper.memory is None else aged(shopper.memory, at_us),
        )
        return (event,), state

    def _append(
        self, events: Sequence[Event], after: SessionState, message_id: str | None, texts: Sequence[SaltedText]
    ) -> Receipt:
        receipt = self._store.append(
            self.session_id, events, expected_seq=self.head.seq, message_id=message_id, texts=texts
        )
        self.state, self.head = after, receipt.head
        return receipt

    def _note(self, event: Event) -> Receipt:
        if self.state.pins is None:
            msg = f"session {self.session_id!r} has not begun: it begins with its first message"
            raise BadInputError(msg)
        return self._append((event,), apply(self.state, event), None, ())

    def _again(self, message: Message, first: Receipt) -> Reply:
        history = [item.event for item in self._store.read(self.session_id)]
        before = reply_to(history, message, catalog=self._catalog, bundle=self._bundle)
        said = next(
            event for event in history if isinstance(event, ShopperSaid) and event.message_id == message.message_id
        )
        return Reply(said, before.decision, first, before.state)
