"""DirectoryStore: the embedded store, one directory of append-only segments that several processes may write to.

Invariant: a receipt is given after the bytes are on disk. Opening for writing repairs a torn tail and nothing else;
damage anywhere makes it refuse, naming file and offset, while reading and verifying still work.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from typing_extensions import override

from statecore.errors import BadInputError, ReadOnlyError, StatecoreError, StoreClosedError, UnknownSessionError
from store.batches import Appending
from store.commit import Committer, Request
from store.compact import Background, compact_log
from store.contract import (
    Anchor,
    Batch,
    Finding,
    FsyncPolicy,
    Head,
    Receipt,
    SaltedText,
    StoredEvent,
    Turn,
    VerifyReport,
)
from store.erasing import finish_erasure
from store.forgetting import erase_key, erase_texts, maintenance
from store.keys import KeyFile
from store.layout import MAINTENANCE_NAME, FileLock, create_format, open_lock, read_format
from store.log import Log
from store.segments import Segment, file_name
from store.turn import stored_events, turn_receipt
from store.verify import verify_directory

__all__ = ["SEGMENT_BYTES", "DirectoryStore"]

SEGMENT_BYTES = 64 * 1024 * 1024


class DirectoryStore(Appending):
    """An `EventStore` in a directory.

    `recovered` lists what opening had to repair: the torn tail of a writer that died.
    """

    def __init__(
        self,
        path: str | Path,
        *,
        fsync: FsyncPolicy = "always",
        readonly: bool = False,
        segment_bytes: int = SEGMENT_BYTES,
        compress: bool = True,
    ) -> None:
        """Open the store at `path`; unless `readonly`, make it when there is none.

        `fsync="never"` gives receipts before the bytes are on disk: for benchmarks and tests. A segment is full once it
        has `segment_bytes`; a thread then compresses it, unless `compress` is off. Raise `StoreFormatError` for another
        directory or format, `CorruptionError` for damage.
        """
        self.path = Path(path)
        self._guard = threading.RLock()
        self._closed = False
        self._lock, self._log = self._open_for_reading() if readonly else self._open_for_writing()
        self._keys = KeyFile(self.path, self._log.store_id)
        self._background = Background(self._log, self._guard)
        self._committer: Committer | None = None
        if self._lock is not None:
            self._committer = Committer(self._log, self._lock, self._guard, fsync, segment_bytes)
            if compress:
                self._committer.on_full = self._background.wake

    def _open_for_reading(self) -> tuple[FileLock | None, Log]:
        log = Log(self.path, read_format(self.path), writable=False)
        log.load()
        return None, log

    def _open_for_writing(self) -> tuple[FileLock | None, Log]:
        leftovers = frozenset({file_name(1)})
        lock = open_lock(self.path, leftovers)
        try:
            with lock:
                create_format(self.path, self._create_first, leftovers)
                store_id = read_format(self.path)
                finish_erasure(self.path, store_id)
                log = Log(self.path, store_id, writable=True)
                log.load()
                FileLock(self.path, MAINTENANCE_NAME).close()  # there from the start, for readers to wait on
        except BaseException:
            lock.close()
            raise
        return lock, log

    def _create_first(self, store_id: bytes) -> None:
        Segment.create(self.path, store_id, 1).close()

    @property
    def recovered(self) -> tuple[Finding, ...]:
        """What opening had to repair: a torn tail. When reading only: what it found damaged."""
        return tuple(self._log.findings)

    @override
    def append_batch(self, batch: Batch) -> Receipt:
        """Append a turn of encoded events; see `Appending.append_batch`."""
        request = Request(batch)
        self._submit((request,))
        return request.result()

    @override
    def append_many(self, batches: Sequence[Batch]) -> tuple[Receipt | StatecoreError, ...]:
        """Append several turns with one write and one sync; see `EventStore.append_many`."""
        requests = tuple(map(Request, batches))
        self._submit(requests)
        return tuple(request.outcome() for request in requests)

    def _submit(self, requests: Sequence[Request]) -> None:
        committer = self._for_writing()
        for request in requests:
            request.check()
        committer.submit(requests)

    def _check_open(self) -> None:
        if self._closed:
            raise StoreClosedError("the store was closed: open it again")

    def _refresh(self) -> None:
        """Take in what others wrote; what this process is writing right now is not there before it is on disk."""
        self._check_open()
        if self._committer is None or not self._committer.writing:
            self._log.catch_up(repair=False)

    def receipt(self, session_id: str, message_id: str) -> Receipt | None:
        """The receipt of a message id; see `EventStore.receipt`."""
        with self._guard:
            self._refresh()
            known = self._log.find(session_id, message_id)
        return None if known is None else turn_receipt(known, replayed=True)

    def head(self, session_id: str) -> Head:
        """Where the session stands; see `EventStore.head`."""
        with self._guard:
            self._refresh()
            return self._log.index.head(session_id)

    def _last(self, session_id: str) -> tuple[int, Head]:
        with self._guard:
            self._refresh()
            if session_id not in self._log.index:
                raise UnknownSessionError(f"no session {session_id!r} in {self.path}")
            return self._log.index.last(session_id), self._log.index.head(session_id)

    def read(self, session_id: str, from_seq: int = 1) -> Iterator[StoredEvent]:
        """The events from `from_seq` on; see `EventStore.read`."""
        address, head = self._last(session_id)
        return self._events(address, from_seq) if from_seq <= head.seq else iter(())

    def turns(self, session_id: str, from_seq: int = 1) -> Iterator[Turn]:
        """The turns from the one that holds `from_seq` on; see `EventStore.turns`."""
        address, head = self._last(session_id)
        return self._log.turns(address, from_seq) if from_seq <= head.seq else iter(())

    def _events(self, address: int, from_seq: int) -> Iterator[StoredEvent]:
        for turn in self._log.turns(address, from_seq):
            for event in stored_events(turn):
                if event.seq >= from_seq:
                    yield event

    def tail(self, session_id: str, n: int) -> tuple[StoredEvent, ...]:
        """The newest `n` events; see `EventStore.tail`."""
        if n < 0:
            raise BadInputError(f"a tail has 0 events or more, not {n}")
        address, head = self._last(session_id)
        return tuple(self._events(address, head.seq - n + 1)) if n else ()

    def sessions(
        self, shopper: bytes | None = None, since_us: int | None = None, until_us: int | None = None
    ) -> Iterator[str]:
        """Session ids in order of first commit; see `EventStore.sessions`."""
        with self._guard:
            self._refresh()
            return iter(self._log.index.select(shopper, since_us, until_us))

    def text(self, text_digest: bytes) -> str | None:
        """The words behind a digest; see `EventStore.text`."""
        found = self.salted_text(text_digest)
        return None if found is None else found.text

    def salted_text(self, text_digest: bytes) -> SaltedText | None:
        """The words with their salt; see `EventStore.salted_text`."""
        with self._guard:
            self._refresh()
            record = self._log.text(text_digest)
        return None if record is None else SaltedText(record.salt, record.text.decode())

    def _for_writing(self) -> Committer:
        self._check_open()
        if self._committer is None:
            raise ReadOnlyError(f"{self.path} was opened for reading only: nothing was changed")
        return self._committer

    def erase_texts(self, digests: Iterable[bytes]) -> int:
        """Destroy texts, in place; see `EventStore.erase_texts`."""
        committer = self._for_writing()
        wanted = tuple(dict.fromkeys(digests))  # before the locks: it may be read from this very store
        with maintenance(self._log), committer.exclusive(), self._guard:
            return erase_texts(self._log, wanted)

    def pseudonym(self, shopper_id: str) -> bytes:
        """The shopper's pseudonym; see `EventStore.pseudonym`."""
        known = self.known_pseudonym(shopper_id)
        if known is not None:
            return known
        with self._for_writing().exclusive():
            return self._keys.make(shopper_id)

    def known_pseudonym(self, shopper_id: str) -> bytes | None:
        """The shopper's pseudonym, or None; see `EventStore.known_pseudonym`."""
        self._check_open()
        return self._keys.pseudonym(shopper_id)

    def forget_key(self, shopper_id: str) -> bool:
        """Destroy the shopper's key, in place; see `EventStore.forget_key`."""
        committer = self._for_writing()
        with maintenance(self._log), committer.exclusive():
            return erase_key(self._log, self._keys, shopper_id)

    def compact(self) -> int:
        """Compress all full segments now; return how many were. Otherwise a thread does it as they fill up."""
        self._for_writing()
        return compact_log(self._log, self._guard)

    def verify(self, anchor: Anchor | None = None) -> VerifyReport:
        """Check every stored byte; see `EventStore.verify`. `verify_directory` does it without opening the store."""
        self._check_open()
        return verify_directory(self.path, anchor)

    def anchor(self) -> Anchor:
        """The store's count and head digest; see `EventStore.anchor`."""
        with self._guard:
            self._refresh()
            return self._log.running.value

    def close(self) -> None:
        """Release files; what was written is on disk."""
        with self._guard:
            if self._closed:
                return
            self._closed = True
        self._background.stop()
        try:
            if self._committer is not None:
                self._committer.finish()
        finally:
            self._log.reset()
            if self._lock is not None:
                self._lock.close()

    def __enter__(self) -> Self:
        """The store itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the store."""
        self.close()
