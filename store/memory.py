"""The store that forgets on exit: the same contract in plain dictionaries, for tests and short experiments.

Invariant: it answers every call as `DirectoryStore` does, except that nothing outlives the process.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import Self

from typing_extensions import override

from statecore.digests import keyed_digest
from statecore.errors import BadInputError, StoreClosedError, UnknownSessionError
from store.anchors import RunningAnchor
from store.batches import Appending
from store.contract import EMPTY_HEAD, Anchor, Batch, Head, Receipt, SaltedText, StoredEvent, Turn, VerifyReport
from store.inspector import Inspector
from store.keys import KEY_SIZE
from store.turn import (
    Start,
    check_batch,
    encode_turn,
    matches,
    plan_turn,
    read_start,
    stored_events,
    turn_receipt,
)

__all__ = ["MemoryStore"]


class MemoryStore(Appending):
    """An `EventStore` in memory."""

    def __init__(self) -> None:
        """An empty store."""
        self._lock = threading.Lock()
        self._turns: dict[str, list[Turn]] = {}
        self._by_message: dict[tuple[str, str], Turn] = {}
        self._starts: dict[str, Start] = {}
        self._log: list[Turn] = []
        self._texts: dict[bytes, SaltedText] = {}
        self._keys: dict[str, bytes] = {}
        self._erased = 0
        self._anchor = RunningAnchor()
        self._closed = False

    @override
    def append_batch(self, batch: Batch) -> Receipt:
        """Append a turn of encoded events; see `Appending.append_batch`."""
        check_batch(batch)
        with self._lock:
            known = self._find(batch.session_id, batch.message_id)
            plan = plan_turn(batch, head=self._head(batch.session_id), known=known)
            if isinstance(plan, Receipt):
                return plan
            self._texts.update((text.digest, text) for text in batch.texts)
            self._keep(plan)
            return turn_receipt(plan)

    def _keep(self, turn: Turn) -> None:
        self._turns.setdefault(turn.session_id, []).append(turn)
        if turn.message_id is not None:
            self._by_message[turn.session_id, turn.message_id] = turn
        if turn.first_seq == 1:
            self._starts[turn.session_id] = read_start(turn.payloads[0])
        self._log.append(turn)
        self._anchor.take(turn)

    def _find(self, session_id: str, message_id: str | None) -> Turn | None:
        self._check_open()
        return None if message_id is None else self._by_message.get((session_id, message_id))

    def receipt(self, session_id: str, message_id: str) -> Receipt | None:
        """The receipt of a message id; see `EventStore.receipt`."""
        with self._lock:
            known = self._find(session_id, message_id)
        return None if known is None else turn_receipt(known, replayed=True)

    def _head(self, session_id: str) -> Head:
        self._check_open()
        turns = self._turns.get(session_id)
        return turns[-1].head if turns else EMPTY_HEAD

    def head(self, session_id: str) -> Head:
        """Where the session stands; see `EventStore.head`."""
        with self._lock:
            return self._head(session_id)

    def _known_turns(self, session_id: str) -> tuple[Turn, ...]:
        with self._lock:
            self._check_open()
            if session_id not in self._turns:
                raise UnknownSessionError(f"no session {session_id!r} in this store")
            return tuple(self._turns[session_id])

    def read(self, session_id: str, from_seq: int = 1) -> Iterator[StoredEvent]:
        """The events from `from_seq` on; see `EventStore.read`."""
        turns = self._known_turns(session_id)
        return (
            event for turn in turns if turn.seq >= from_seq for event in stored_events(turn) if event.seq >= from_seq
        )

    def turns(self, session_id: str, from_seq: int = 1) -> Iterator[Turn]:
        """The turns from the one that holds `from_seq` on; see `EventStore.turns`."""
        return (turn for turn in self._known_turns(session_id) if turn.seq >= from_seq)

    def tail(self, session_id: str, n: int) -> tuple[StoredEvent, ...]:
        """The newest `n` events; see `EventStore.tail`."""
        if n < 0:
            raise BadInputError(f"a tail has 0 events or more, not {n}")
        turns = self._known_turns(session_id)
        return tuple(self.read(session_id, turns[-1].seq - n + 1)) if n else ()

    def sessions(
        self, shopper: bytes | None = None, since_us: int | None = None, until_us: int | None = None
    ) -> Iterator[str]:
        """Session ids in order of first commit; see `EventStore.sessions`."""
        with self._lock:
            self._check_open()
            starts = tuple(self._starts.items())
        return (name for name, start in starts if matches(start, shopper, since_us, until_us))

    def text(self, text_digest: bytes) -> str | None:
        """The words behind a digest; see `EventStore.text`."""
        found = self.salted_text(text_digest)
        return None if found is None else found.text

    def salted_text(self, text_digest: bytes) -> SaltedText | None:
        """The words with their salt; see `EventStore.salted_text`."""
        with self._lock:
            self._check_open()
            return self._texts.get(text_digest)

    def erase_texts(self, digests: Iterable[bytes]) -> int:
        """Destroy texts; see `EventStore.erase_texts`."""
        wanted = tuple(dict.fromkeys(digests))  # before the lock: it may be read from this very store
        with self._lock:
            self._check_open()
            found = [digest for digest in wanted if self._texts.pop(digest, None) is not None]
            self._erased += len(found)
        return len(found)

    def pseudonym(self, shopper_id: str) -> bytes:
        """The shopper's pseudonym; see `EventStore.pseudonym`."""
        with self._lock:
            self._check_open()
            key = self._keys.setdefault(shopper_id, secrets.token_bytes(KEY_SIZE))
        return keyed_digest(key, shopper_id.encode())

    def known_pseudonym(self, shopper_id: str) -> bytes | None:
        """The shopper's pseudonym, or None; see `EventStore.known_pseudonym`."""
        with self._lock:
            self._check_open()
            key = self._keys.get(shopper_id)
        return None if key is None else keyed_digest(key, shopper_id.encode())

    def forget_key(self, shopper_id: str) -> bool:
        """Destroy the shopper's key; see `EventStore.forget_key`."""
        with self._lock:
            self._check_open()
            return self._keys.pop(shopper_id, None) is not None

    def verify(self, anchor: Anchor | None = None) -> VerifyReport:
        """Check every turn and text; see `EventStore.verify`."""
        with self._lock:
            self._check_open()
            turns, texts = tuple(self._log), tuple(self._texts.items())
        inspector = Inspector(anchor)
        for place, turn in enumerate(turns):
            inspector.turn(encode_turn(turn), "memory", place)
        for _ in range(self._erased):
            inspector.erased_text()
        for place, (digest, text) in enumerate(texts):
            inspector.text(digest, text.salt, text.text.encode(), "memory vault", place)
        return inspector.report("memory")

    def anchor(self) -> Anchor:
        """The store's count and head digest; see `EventStore.anchor`."""
        with self._lock:
            self._check_open()
            return self._anchor.value

    def _check_open(self) -> None:
        if self._closed:
            raise StoreClosedError("the store was closed: open it again")

    def close(self) -> None:
        """Refuse further use."""
        self._closed = True

    def __enter__(self) -> Self:
        """The store itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the store."""
        self.close()
