"""The NATS side of a JetStreamStore: one connection on a thread of its own, and retries while a node is away.

Invariant: nats-py's own errors never reach a caller. A publish is sent again, under the same message id, until it is
acknowledged, refused, or the patience is over; then the outcome is unknown and says so (`SyncError`).
"""

from __future__ import annotations

import asyncio
import importlib
import secrets
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

from statecore.errors import BadInputError, StoreClosedError, StoreError, SyncError

__all__ = ["Client", "Message", "WrongSequenceError"]

_T = TypeVar("_T")
_WRONG_LAST_SEQUENCE = 10071
_NOT_FOUND = 404
_PAUSE_SECONDS = 0.1
_FIRST_TIMEOUT = 2.0
_PAGE = 256
_ID_HEADER = "Nats-Msg-Id"
_BACK_HEADER = "Statecore-Back"
_EXPECTED_HEADER = "Nats-Expected-Last-Subject-Sequence"


class Message(NamedTuple):
    """A stored message: its sequence in the stream, its subject, what it holds.

    `back` is the sequence that its writer built on, `message_id` the one that it was published under.
    """

    sequence: int
    subject: str
    data: bytes
    back: int
    message_id: str


class WrongSequenceError(Exception):
    """The subject's last message is not the expected one."""


class Client:
    """Calls on a JetStream cluster, for threads that do not run an event loop."""

    def __init__(self, servers: Sequence[str], *, patience: float) -> None:
        """Connect to the first of `servers` that answers; keep trying for `patience` seconds at every call."""
        self._nats = importlib.import_module("nats")
        self._api = importlib.import_module("nats.js.api")
        self._errors = importlib.import_module("nats.js.errors")
        self._patience = patience
        self.closed = False
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="statecore-nats", daemon=True)
        self._thread.start()
        try:
            self._connection = self.run(self._connect(list(servers)))
        except BaseException as error:
            self._stop_loop()
            if isinstance(error, (OSError, self._nats.errors.Error)):
                raise StoreError(f"no NATS server can be reached at {', '.join(servers)}: {error}") from None
            raise
        self._stream = self._connection.jetstream(timeout=_FIRST_TIMEOUT)

    async def _connect(self, servers: list[str]) -> Any:  # noqa: ANN401 - the driver is imported late, so it has no types
        async def quietly(_: Exception) -> None:
            """Say nothing: every call reports its own failure."""

        connection = await self._nats.connect(
            servers,
            connect_timeout=_FIRST_TIMEOUT,
            reconnect_time_wait=_PAUSE_SECONDS,
            max_reconnect_attempts=2,
            error_cb=quietly,
        )
        # A server that cannot be reached at first is an error; one that is lost later is waited for.
        connection.options["max_reconnect_attempts"] = -1
        return connection

    def run(self, work: Coroutine[Any, Any, _T]) -> _T:
        """Do some asynchronous work, and wait for it."""
        if self.closed:
            work.close()
            raise StoreClosedError("the store was closed: open it again")
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    async def _patiently(self, call: Callable[[], Awaitable[_T]]) -> _T:
        """Repeat a call while the cluster has no answer."""
        deadline = self._loop.time() + self._patience
        while True:
            try:
                return await call()
            except self._errors.APIError as error:
                if error.err_code == _WRONG_LAST_SEQUENCE:
                    raise WrongSequenceError from None
                if error.code is not None and 400 <= error.code < 500:  # noqa: PLR2004 - the range of client errors
                    raise
                last: Exception = error
            except self._nats.errors.MaxPayloadError as error:
                raise BadInputError(f"the NATS server takes no message of this size: {error}") from None
            except (TimeoutError, self._nats.errors.Error, OSError) as error:
                last = error
            if self._loop.time() > deadline:
                raise SyncError(f"the cluster did not answer for {self._patience:.0f} s: {last!r}") from last
            await asyncio.sleep(_PAUSE_SECONDS)

    async def ensure_stream(self, name: str, subjects: list[str], replicas: int, *, for_ever: bool) -> None:
        """Make a stream unless it is there; `for_ever` forbids deleting its messages."""
        config = self._api.StreamConfig(
            name=name,
            subjects=subjects,
            num_replicas=replicas,
            storage="file",
            retention="limits",
            discard="new",
            deny_delete=for_ever,
            deny_purge=for_ever,
            duplicate_window=120,
        )
        try:
            await self._patiently(lambda: self._stream.add_stream(config))
        except self._errors.BadRequestError as error:
            raise StoreError(f"the stream {name} cannot be made: {error}") from None

    async def publish(self, stream: str, subject: str, data: bytes, *, last: int, back: int = 0) -> int:
        """Store a message if the subject's last one is `last`; return its sequence. Raise `WrongSequenceError`.

        Every call is a message of its own, however often it has to be sent until it is acknowledged. Of calls at the
        same moment a cluster may let more than one through (nats-server 2.9 does): see `first_on`.
        """
        message_id = secrets.token_hex(16)
        headers = {_ID_HEADER: message_id, _BACK_HEADER: str(back), _EXPECTED_HEADER: str(last)}
        try:
            ack = await self._patiently(lambda: self._stream.publish(subject, data, headers=headers))
        except WrongSequenceError:
            # It may have come in the first time, without an answer: then the message in the way is this very one.
            found = await self.last(stream, subject)
            if found is None or found.message_id != message_id:
                raise
            return found.sequence
        return int(ack.seq)

    async def first_on(self, stream: str, subject: str, back: int) -> Message | None:
        """The first message of a subject that was built on the one at `back`: of several, the one that counts."""
        found = await self.after(stream, subject, back)
        while found is not None and found.back != back:
            found = await self.after(stream, subject, found.sequence)
        return found

    async def last(self, stream: str, subject: str) -> Message | None:
        """The newest message of a subject."""
        return await self._get(stream, subject=subject)

    async def at(self, stream: str, sequence: int) -> Message | None:
        """The message at a sequence."""
        return await self._get(stream, seq=sequence)

    async def after(self, stream: str, subject: str, sequence: int) -> Message | None:
        """The first message of a subject behind a sequence."""
        return await self._get(stream, seq=sequence + 1, subject=subject, next=True)

    async def _get(self, stream: str, **which: Any) -> Message | None:  # noqa: ANN401 - passed on as they are
        try:
            found = await self._patiently(lambda: self._stream.get_msg(stream, **which))
        except self._errors.APIError as error:
            if error.code == _NOT_FOUND:
                return None
            raise StoreError(f"reading from the stream {stream} was refused: {error}") from error
        return _message(found.seq, found.subject, found.data, found.headers)

    async def delete(self, stream: str, sequence: int) -> None:
        """Overwrite a message on disk, and remove it."""
        try:
            await self._patiently(lambda: self._stream.delete_msg(stream, sequence))
        except self._errors.APIError as error:
            if error.code != _NOT_FOUND:
                raise StoreError(f"deleting from the stream {stream} was refused: {error}") from error

    async def newest(self, stream: str) -> int:
        """The last sequence of a stream."""
        info = await self._patiently(lambda: self._stream.stream_info(stream))
        return int(info.state.last_seq)

    async def scan(self, stream: str, subject: str, after: int, until: int) -> AsyncIterator[list[Message]]:
        """All messages behind `after` up to `until`, in pages; goes on after a node was lost."""
        while after < until:
            page = await self._patiently(lambda start=after: self._page(stream, subject, start))  # type: ignore[misc]
            page = [message for message in page if message.sequence <= until]
            if not page:
                return
            after = page[-1].sequence
            yield page

    async def _page(self, stream: str, subject: str, after: int) -> list[Message]:
        config = self._api.ConsumerConfig(
            deliver_policy=self._api.DeliverPolicy.BY_START_SEQUENCE,
            opt_start_seq=after + 1,
            ack_policy=self._api.AckPolicy.NONE,
            inactive_threshold=10,
            num_replicas=1,
        )
        consumer = await self._stream.pull_subscribe(subject, stream=stream, config=config)
        try:
            pending = (await consumer.consumer_info()).num_pending
            found = await consumer.fetch(min(_PAGE, pending), timeout=_FIRST_TIMEOUT) if pending else []
        finally:
            await consumer.unsubscribe()
        return [_message(one.metadata.sequence.stream, one.subject, one.data, one.headers) for one in found]

    async def drop_stream(self, name: str) -> None:
        """Delete a stream and all that is in it."""
        with suppress(self._errors.NotFoundError):
            await self._patiently(lambda: self._stream.delete_stream(name))

    def close(self) -> None:
        """End the connection and its thread."""
        if not self.closed:
            self.run(self._connection.close())
            self.closed = True
            self._stop_loop()

    def _stop_loop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


def _message(sequence: int, subject: str, data: bytes | None, headers: Mapping[str, str] | None) -> Message:
    told = headers or {}
    return Message(int(sequence), subject, data or b"", int(told.get(_BACK_HEADER, 0)), told.get(_ID_HEADER, ""))
