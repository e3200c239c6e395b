"""DirectoryStore: the embedded store, one directory of append-only segments that several processes may write to.

Invariant: a receipt is given after the bytes are on disk. Opening for writing repairs a torn tail and nothing else;
damage anywhere makes it refuse, naming file and offset, while reading and verifying still work.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from statecore.errors import BadInputError, ReadOnlyError, StoreClosedError, UnknownSessionError
from statecore.events import Event
from store.commit import Committer, Request
from store.contract import Anchor, Finding, FsyncPolicy, Head, Receipt, SaltedText, StoredEvent, VerifyReport
from store.frames import Kind
from store.layout import FileLock, create_format, open_lock, read_format
from store.log import Log
from store.segments import Segment, segment_name
from store.turn import check_batch, encode_batch, stored_events, turn_receipt
from store.vault import check_texts, decode_text, text_key
from store.verify import verify_directory

__all__ = ["SEGMENT_BYTES", "DirectoryStore"]

SEGMENT_BYTES = 64 * 1024 * 1024


class DirectoryStore:
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
    ) -> None:
        """Open the store at `path`; unless `readonly`, make it when there is none.

        `fsync="never"` gives receipts before the bytes are on disk: for benchmarks and tests. A segment is sealed once
        it has `segment_bytes`. Raise `StoreFormatError` for another directory or format, `CorruptionError` for damage.
        """
        self.path = Path(path)
        self._guard = threading.RLock()
        self._closed = False
        self._lock: FileLock | None = None
        self._committer: Committer | None = None
        if readonly:
            self._log = Log(self.path, read_format(self.path), writable=False)
            self._log.load()
        else:
            self._log = self._open_for_writing(fsync, segment_bytes)

    def _open_for_writing(self, fsync: FsyncPolicy, segment_bytes: int) -> Log:
        leftovers = frozenset({segment_name(1)})
        lock = open_lock(self.path, leftovers)
        try:
            with lock.hold():
                create_format(self.path, self._create_first, leftovers)
                log = Log(self.path, read_format(self.path), writable=True)
                log.load()
        except BaseException:
            lock.close()
            raise
        self._lock = lock
        self._committer = Committer(log, lock, self._guard, fsync, segment_bytes)
        return log

    def _create_first(self, store_id: bytes) -> None:
        Segment.create(self.path, store_id, 1).close()

    @property
    def recovered(self) -> tuple[Finding, ...]:
        """What opening had to repair: a torn tail. When reading only: what it found damaged."""
        return tuple(self._log.findings)

    def append(
        self,
        session_id: str,
        events: Sequence[Event],
        *,
        expected_seq: int,
        message_id: str | None = None,
        texts: Sequence[SaltedText] = (),
    ) -> Receipt:
        """Append a turn; see `EventStore.append`."""
        payloads = encode_batch(events, texts)
        return self.append_stored(session_id, payloads, expected_seq=expected_seq, message_id=message_id, texts=texts)

    def append_stored(
        self,
        session_id: str,
        payloads: Sequence[bytes],
        *,
        expected_seq: int,
        message_id: str | None = None,
        texts: Sequence[SaltedText] = (),
    ) -> Receipt:
        """Append a turn of encoded events; see `EventStore.append_stored`."""
        check_batch(session_id, payloads, message_id)
        check_texts(texts)
        self._check_open()
        if self._committer is None:
            raise ReadOnlyError(f"{self.path} was opened for reading only: nothing was appended")
        request = Request(session_id, tuple(payloads), expected_seq, message_id, tuple(texts))
        self._committer.submit((request,))
        return request.result()

    def _check_open(self) -> None:
        if self._closed:
            raise StoreClosedError("the store was closed: open it again")

    def _refresh(self) -> None:
        """Take in what others wrote; what this process is writing right now is not there before it is on disk."""
        self._check_open()
        if self._committer is None or not self._committer.writing:
            self._log.refresh()

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
        with self._guard:
            self._refresh()
            address = self._log.texts.get(text_key(text_digest))
        if address is None:
            return None
        frame = self._log.frame(address)
        record = decode_text(frame.payload)
        return record.text.decode() if frame.kind == Kind.TEXT and record.digest == text_digest else None

    def verify(self, anchor: Anchor | None = None) -> VerifyReport:
        """Check every stored byte; see `EventStore.verify`. `verify_directory` does it without opening the store."""
        self._check_open()
        return verify_directory(self.path, anchor)

    def anchor(self) -> Anchor:
        """The store's count and head digest; see `EventStore.anchor`."""
        with self._guard:
            self._refresh()
            return self._log.anchor

    def close(self) -> None:
        """Release files; what was written is on disk."""
        with self._guard:
            if self._closed:
                return
            self._closed = True
            if self._committer is not None:
                self._log.active.sync()
            self._log.close()
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
