"""Group commit: appends that wait at the same time share one write and one wait for the disk.

Invariant: requests are decided in order of arrival, each against the session as the ones before leave it; all that a
group stores is on disk before any of its receipts is given, or none of it stays.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from statecore.errors import StatecoreError, StoreError, StoreFullError, SyncError
from store.contract import Batch, FsyncPolicy, Head, Receipt, SaltedText, Turn
from store.frames import HEADER_SIZE, Kind
from store.layout import FileLock
from store.log import Log
from store.logstate import BACK_SIZE, address_of
from store.segments import NO_SPACE
from store.turn import check_batch, encode_turn, plan_turn, turn_receipt
from store.vault import encode_text, text_key

__all__ = ["Committer", "Request"]

_RESERVE_BYTES = 1 << 20


class Request:
    """One append on its way: after the commit it has a receipt or an error."""

    __slots__ = ("batch", "error", "receipt")

    def __init__(self, batch: Batch) -> None:
        """Ask for an append."""
        self.batch = batch
        self.receipt: Receipt | None = None
        self.error: BaseException | None = None

    @property
    def done(self) -> bool:
        """Whether it was decided."""
        return self.receipt is not None or self.error is not None

    def check(self) -> None:
        """Refuse what no store could take, without raising."""
        try:
            check_batch(self.batch)
        except StatecoreError as error:
            self.error = error

    def outcome(self) -> Receipt | StatecoreError:
        """The receipt or the error; raise an error that is not about this append."""
        return self.error if isinstance(self.error, StatecoreError) else self.result()

    def result(self) -> Receipt:
        """The receipt; raise the error."""
        if self.receipt is None:
            raise self.error or StoreError("the append was not decided")
        return self.receipt


class _Staged(NamedTuple):
    head: Head
    address: int


class _Stage:
    """What a group is going to write, and the sessions as they will be then."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._staged: dict[str, _Staged] = {}
        self._by_message: dict[tuple[str, str], Turn] = {}
        self.end = log.end
        self.parts: list[bytes] = []
        self.turns: list[tuple[Turn, int]] = []
        self.texts: dict[int, int] = {}
        self.receipts: list[tuple[Request, Receipt]] = []

    def add(self, request: Request) -> None:
        """Decide one request; raise when it is refused."""
        batch = request.batch
        session_id, message_id = batch.session_id, batch.message_id
        staged = self._staged.get(session_id)
        plan = plan_turn(
            batch,
            head=staged.head if staged else self._log.index.head(session_id),
            known=None if message_id is None else self._known(session_id, message_id),
        )
        if isinstance(plan, Receipt):
            self.receipts.append((request, plan))
            return
        for text in batch.texts:
            self._add_text(text)
        back = staged.address if staged else self._log.index.last(session_id)
        offset = self._put(Kind.TURN, back.to_bytes(BACK_SIZE, "little") + encode_turn(plan))
        receipt = turn_receipt(plan)
        self.turns.append((plan, offset))
        self._staged[session_id] = _Staged(receipt.head, address_of(self._log.number, offset))
        if message_id is not None:
            self._by_message[session_id, message_id] = plan
        self.receipts.append((request, receipt))

    def _known(self, session_id: str, message_id: str) -> Turn | None:
        return self._by_message.get((session_id, message_id)) or self._log.find(session_id, message_id)

    def _add_text(self, text: SaltedText) -> None:
        key = text_key(text.digest)
        if key not in self.texts and self._log.texts.find(key, self._log.number) is None:
            self.texts[key] = self._put(Kind.TEXT, encode_text(text))

    def _put(self, kind: Kind, payload: bytes) -> int:
        offset = self.end
        frame = self._log.active.encode(kind, payload, offset, self._log.end)
        self.parts.append(frame)
        self.end += len(frame)
        return offset


def _do_nothing() -> None:
    """What happens when a segment is full, unless somebody wants to know."""


class Committer:
    """Writes groups of requests to a log."""

    def __init__(
        self, log: Log, lock: FileLock, guard: threading.RLock, fsync: FsyncPolicy, segment_bytes: int
    ) -> None:
        """Write to `log` under the process lock `lock`; `guard` protects the log's index between threads."""
        self.on_full: Callable[[], None] = _do_nothing
        self._log = log
        self._lock = lock
        self._guard = guard
        self._sync = fsync == "always"
        self._segment_bytes = segment_bytes
        self._turn = threading.Lock()
        self._waiting: deque[Request] = deque()
        self._failed = False
        self.writing = False

    @contextmanager
    def exclusive(self) -> Iterator[Log]:
        """Hold off every append, of all threads and processes; the log is caught up."""
        with self._turn, self._lock:
            with self._guard:
                self._log.catch_up(repair=True)
            yield self._log

    def submit(self, requests: Iterable[Request]) -> None:
        """Commit the requests, with whatever else is waiting; afterwards each is done."""
        mine = tuple(request for request in requests if not request.done)
        self._waiting.extend(mine)
        with self._turn:
            if not all(request.done for request in mine):
                self._commit(tuple(self._drain()))

    def finish(self) -> None:
        """Before closing: sync, give back what was reserved ahead, and leave a hint for the next opening."""
        with self._turn, self._lock:
            if not self._failed:
                self._log.catch_up(repair=False)
                self._log.active.sync()
                self._log.finish()

    def _drain(self) -> Iterator[Request]:
        while self._waiting:
            yield self._waiting.popleft()

    def _commit(self, group: tuple[Request, ...]) -> None:
        try:
            with self._lock:
                self._commit_locked(group)
        except BaseException as error:
            for request in group:
                if not request.done:
                    request.error = error
            if not isinstance(error, StatecoreError):
                raise

    def _commit_locked(self, group: tuple[Request, ...]) -> None:
        if self._failed:
            raise SyncError("an earlier write was not confirmed by the disk: close the store and open it again")
        with self._guard:
            self._log.catch_up(repair=True)
            self._roll_if_full()
            stage = _Stage(self._log)
            for request in group:
                try:
                    stage.add(request)
                except StatecoreError as error:
                    request.error = error
            self.writing = True
        try:
            if stage.turns:
                self._write(stage)
            with self._guard:
                if stage.turns:
                    self._log.take_written(stage.turns, stage.texts, stage.end, stage.parts[-1][:HEADER_SIZE])
        finally:
            self.writing = False
        for request, receipt in stage.receipts:
            request.receipt = receipt

    def _roll_if_full(self) -> None:
        if self._log.end >= self._segment_bytes:
            try:
                self._log.roll()
                self.on_full()
            except OSError as error:
                self._take_back(error)

    def _write(self, stage: _Stage) -> None:
        try:
            active = self._log.active
            if self._sync:
                active.reserve(stage.end, _RESERVE_BYTES)
            active.write(b"".join(stage.parts), self._log.end, sync=self._sync)
        except OSError as error:
            self._take_back(error)

    def _take_back(self, error: OSError) -> None:
        """Undo a write that failed, and say so in a typed error."""
        try:
            self._log.active.truncate(self._log.end)
        except OSError as second:
            self._failed = True
            raise SyncError(f"a write failed ({error}), and so did taking it back ({second})") from error
        if error.errno in NO_SPACE:
            msg = f"no space left on the disk of {self._log.active.path}: nothing was appended; make room and try again"
            raise StoreFullError(msg) from error
        self._failed = True
        raise SyncError(f"the disk did not confirm a write to {self._log.active.path}: {error}") from error
