"""What every store keeps: one contract for all backends, and the values that pass through it.

Invariant of every backend: a session is a sequence of turns, each appended as one unit at the seq that its writer
expected; what a receipt was given for is on disk, is never changed, and reads back in seq order. Order is by seq
alone: instants inside events are payload.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import TracebackType
from typing import Literal, NamedTuple, Protocol, Self, TypeAlias, runtime_checkable

from statecore.digests import GENESIS, keyed_digest
from statecore.errors import CodecError, StatecoreError
from statecore.events import Event, decode_event
from store.reports import Anchor, Finding, Status, VerifyReport

__all__ = [
    "EMPTY_HEAD",
    "SALT_SIZE",
    "Anchor",
    "Batch",
    "EventStore",
    "Finding",
    "FsyncPolicy",
    "Head",
    "Receipt",
    "SaltedText",
    "Status",
    "StoredEvent",
    "Turn",
    "VerifyReport",
    "salt_text",
]

FsyncPolicy: TypeAlias = Literal["always", "never"]
"""`always`: a receipt means that the bytes are on disk. `never`: for benchmarks and tests, durable only on close."""

SALT_SIZE = 32


class Head(NamedTuple):
    """Where a session stands: the seq of its last event (0: none yet) and its chain digest (32 bytes)."""

    seq: int
    digest: bytes


EMPTY_HEAD = Head(0, GENESIS)


class Receipt(NamedTuple):
    """Proof of an append: its events are `first_seq` to `seq`; `replayed` when an earlier append is reported again."""

    session_id: str
    first_seq: int
    seq: int
    head_digest: bytes
    replayed: bool = False

    @property
    def head(self) -> Head:
        """The session's head after this append."""
        return Head(self.seq, self.head_digest)


class Turn(NamedTuple):
    """One append: events `first_seq` on, chained from `previous_digest` to `head_digest`."""

    session_id: str
    first_seq: int
    message_id: str | None
    previous_digest: bytes
    head_digest: bytes
    payloads: tuple[bytes, ...]

    @property
    def seq(self) -> int:
        """The seq of the last event."""
        return self.first_seq + len(self.payloads) - 1

    @property
    def head(self) -> Head:
        """The head after this turn."""
        return Head(self.seq, self.head_digest)


@dataclass(frozen=True)
class StoredEvent:
    """One event as stored: the bytes of `encode_event`, and the chain digest after it."""

    session_id: str
    seq: int
    payload: bytes = field(repr=False)
    head_digest: bytes = field(repr=False)

    @cached_property
    def event(self) -> Event:
        """The decoded event; raise `CodecError` naming session and seq when this release cannot read it."""
        try:
            return decode_event(self.payload)
        except CodecError as error:
            error.add_note(f"session {self.session_id!r}, seq {self.seq}")
            raise


@dataclass(frozen=True, slots=True)
class SaltedText:
    """A shopper's words with the salt that hides them: the log holds `digest` only, the vault holds both.

    >>> SaltedText(b"s" * 32, "blue socks").digest == keyed_digest(b"s" * 32, b"blue socks")
    True
    """

    salt: bytes = field(repr=False)
    text: str = field(repr=False)

    @property
    def digest(self) -> bytes:
        """What `ShopperSaid.text_digest` holds: HMAC-SHA-256 of the UTF-8 text under the salt."""
        try:
            return keyed_digest(self.salt, self.text.encode())
        except UnicodeEncodeError as error:
            msg = f"text holds a lone surrogate at character {error.start}: pass it through clean_text first"
            raise CodecError(msg) from None


def salt_text(text: str) -> SaltedText:
    """The text with a fresh random salt of 32 bytes."""
    return SaltedText(secrets.token_bytes(SALT_SIZE), text)


class Batch(NamedTuple):
    """One append among several: the arguments of `append_stored`."""

    session_id: str
    payloads: tuple[bytes, ...]
    expected_seq: int
    message_id: str | None = None
    texts: tuple[SaltedText, ...] = ()


@runtime_checkable
class EventStore(Protocol):
    """A store of sessions. Safe to share between threads; every method raises `StoreClosedError` after `close`."""

    def append(
        self,
        session_id: str,
        events: Sequence[Event],
        *,
        expected_seq: int,
        message_id: str | None = None,
        texts: Sequence[SaltedText] = (),
    ) -> Receipt:
        """Append a whole turn as one unit; return once it is on disk.

        `expected_seq` is the head's seq that the turn was decided at (0 for a new session). `texts` are the words
        behind the `text_digest`s of these events; they go to the vault with the turn, or not at all.

        A `message_id` that this session has seen with the same events returns the first receipt again, `replayed`;
        with other events it raises `MessageIdError`. Another head than expected raises `ConflictError`, which
        carries it. Nothing is stored when anything is raised, except `SyncError`, which cannot know.
        """
        ...

    def append_stored(
        self,
        session_id: str,
        payloads: Sequence[bytes],
        *,
        expected_seq: int,
        message_id: str | None = None,
        texts: Sequence[SaltedText] = (),
    ) -> Receipt:
        """Append events already encoded, byte for byte: the same rules as `append`. For copying between stores."""
        ...

    def append_many(self, batches: Sequence[Batch]) -> tuple[Receipt | StatecoreError, ...]:
        """Append several turns, each a unit of its own that succeeds or fails alone, in order, sharing one sync.

        For each batch its receipt, or the error that `append_stored` would have raised.
        """
        ...

    def receipt(self, session_id: str, message_id: str) -> Receipt | None:
        """The receipt that a message id was given in this session, or None: ask before deciding a turn again."""
        ...

    def head(self, session_id: str) -> Head:
        """Where the session stands; seq 0 and the genesis digest when it does not exist."""
        ...

    def read(self, session_id: str, from_seq: int = 1) -> Iterator[StoredEvent]:
        """The events from `from_seq` on, in seq order, as of the call; raise `UnknownSessionError`."""
        ...

    def turns(self, session_id: str, from_seq: int = 1) -> Iterator[Turn]:
        """The turns from the one that holds `from_seq` on, as they were appended; raise `UnknownSessionError`."""
        ...

    def tail(self, session_id: str, n: int) -> tuple[StoredEvent, ...]:
        """The newest `n` events, oldest of them first; raise `UnknownSessionError`."""
        ...

    def sessions(
        self, shopper: bytes | None = None, since_us: int | None = None, until_us: int | None = None
    ) -> Iterator[str]:
        """Session ids in order of their first commit, as of the call.

        `shopper` keeps those whose `visit_started` names that pseudonym; `since_us <= start < until_us` those whose
        first event lies in that span.
        """
        ...

    def text(self, text_digest: bytes) -> str | None:
        """The words behind a digest; None when they were erased or never stored."""
        ...

    def salted_text(self, text_digest: bytes) -> SaltedText | None:
        """The words behind a digest with their salt, for copying; None when they were erased or never stored."""
        ...

    def erase_texts(self, digests: Iterable[bytes]) -> int:
        """Destroy the words and salts behind these digests; return how many there were. Nothing else changes."""
        ...

    def pseudonym(self, shopper_id: str) -> bytes:
        """The digest that stands for a shopper in the log, under a key of their own that is made at first use."""
        ...

    def known_pseudonym(self, shopper_id: str) -> bytes | None:
        """The shopper's pseudonym; None when the store has no key for them."""
        ...

    def forget_key(self, shopper_id: str) -> bool:
        """Destroy the shopper's key, so that nothing ties the id to its pseudonym any more; whether there was one."""
        ...

    def verify(self, anchor: Anchor | None = None) -> VerifyReport:
        """Check every stored byte, every chain, and the anchor when one is given. Never raises on damage."""
        ...

    def anchor(self) -> Anchor:
        """The count and head digest of the whole store now."""
        ...

    def close(self) -> None:
        """Release files and locks; closing twice is fine."""
        ...

    def __enter__(self) -> Self:
        """The store itself."""
        ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the store."""
        ...
