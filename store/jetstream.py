"""JetStreamStore: the contract on a NATS JetStream cluster, a subject for each session.

Invariant: a turn is one message, and counts when it is the first that was built on the session's turn before. The
server compares, but of two publishes at the same moment it may let both through; so the order in the stream decides,
for every reader alike, and a writer looks before it gives a receipt. A receipt means that a quorum of the replicas has
the turn; it does not mean that it was synced to a disk (see docs/store.md).
"""

from __future__ import annotations

import asyncio
import base64
from collections.abc import AsyncIterator, Iterator, Sequence
from types import TracebackType
from typing import NamedTuple, Self

from typing_extensions import override

from statecore.errors import BadInputError, ConflictError, CorruptionError, UnknownSessionError
from store.anchors import RunningAnchor
from store.batches import Appending
from store.contract import EMPTY_HEAD, Anchor, Batch, Head, Receipt, SaltedText, StoredEvent, Turn, VerifyReport
from store.index import SessionIndex
from store.inspector import Inspector
from store.jetstream_check import check_turns
from store.jetstream_client import Client, Message, WrongSequenceError
from store.jetstream_vault import JetStreamVault
from store.message_ids import MessageIds
from store.turn import check_batch, decode_turn, encode_turn, plan_turn, stored_events, turn_receipt

__all__ = ["JetStreamStore"]

_TRIES = 5
_SEEN = 4096
PATIENCE_SECONDS = 30.0


class _Standing(NamedTuple):
    """Where a session stands: its head, the sequence of its last turn, and that of the subject's last message."""

    head: Head
    sequence: int
    newest: int


class JetStreamStore(Appending, JetStreamVault):
    """An `EventStore` in two JetStream streams: turns, and the vault."""

    def __init__(
        self,
        servers: Sequence[str],
        *,
        stream: str = "STATECORE",
        replicas: int = 3,
        patience: float = PATIENCE_SECONDS,
    ) -> None:
        """Connect, and make the streams `stream` and `stream`_VAULT if they are not there.

        A call keeps trying for `patience` seconds while the cluster has no leader. Raise `StoreError` when no server
        can be reached.
        """
        self._client = Client(servers, patience=patience)
        self._turns_stream, self._vault_stream = stream, f"{stream}_VAULT"
        self._subject, self._vault_subject = f"{stream}.turns", f"{stream}.vault"
        self._message_ids = MessageIds()
        self._seen: dict[str, int] = {}
        self._index = SessionIndex()
        self._running = RunningAnchor()
        self._indexed = 0
        self._indexing = asyncio.Lock()
        try:
            self._client.run(self._set_up(replicas))
        except BaseException:
            self._client.close()
            raise

    async def _set_up(self, replicas: int) -> None:
        await self._client.ensure_stream(self._turns_stream, [f"{self._subject}.*"], replicas, for_ever=True)
        await self._client.ensure_stream(self._vault_stream, [f"{self._vault_subject}.>"], replicas, for_ever=False)

    def _subject_of(self, session_id: str) -> str:
        return f"{self._subject}.{base64.urlsafe_b64encode(session_id.encode()).decode().rstrip('=')}"

    @override
    def append_batch(self, batch: Batch) -> Receipt:
        """Append a turn of encoded events; see `Appending.append_batch`."""
        check_batch(batch)
        return self._client.run(self._append(batch))

    async def _append(self, batch: Batch) -> Receipt:
        standing = await self._standing(batch.session_id)
        for _ in range(_TRIES):
            known = await self._find(batch.session_id, batch.message_id, standing)
            plan = plan_turn(batch, head=standing.head, known=known)
            if isinstance(plan, Receipt):
                return plan
            if await self._store(plan, standing, batch.texts):
                return turn_receipt(plan)
            standing = await self._standing(batch.session_id)
        head = standing.head
        raise ConflictError(batch.session_id, expected_seq=batch.expected_seq, seq=head.seq, head_digest=head.digest)

    async def _store(self, turn: Turn, standing: _Standing, texts: Sequence[SaltedText]) -> bool:
        """Store a turn, its words first; False when another writer was first: then its words go again."""
        added = [text.digest for text in texts if await self._add_text(text)]
        subject, stream, back = self._subject_of(turn.session_id), self._turns_stream, standing.sequence
        try:
            sequence = await self._client.publish(stream, subject, encode_turn(turn), last=standing.newest, back=back)
        except WrongSequenceError:
            sequence = -1
        winner = await self._client.first_on(stream, subject, back) if sequence >= 0 else None
        if winner is None or winner.sequence != sequence:
            await self._remove_texts(added)
            return False
        if self._seen.get(turn.session_id, 0) == standing.sequence:
            if len(self._seen) > _SEEN:
                self._seen.clear()
            self._message_ids.note_written(turn, sequence)
            self._seen[turn.session_id] = sequence
        return True

    async def _standing(self, session_id: str) -> _Standing:
        stream, subject = self._turns_stream, self._subject_of(session_id)
        newest = last = await self._client.last(stream, subject)
        if newest is None or last is None:
            return _Standing(EMPTY_HEAD, 0, 0)
        following = await self._client.first_on(stream, subject, last.back)
        while following is not None:  # once, unless a message was let through that does not count
            last = following
            if last.sequence == newest.sequence:
                break
            following = await self._client.first_on(stream, subject, last.sequence)
        return _Standing(decode_turn(last.data).head, last.sequence, newest.sequence)

    async def _find(self, session_id: str, message_id: str | None, standing: _Standing) -> Turn | None:
        """The session's turn with this message id."""
        if message_id is None or standing.sequence == 0:
            return None
        if self._seen.get(session_id) != standing.sequence or session_id not in self._message_ids:
            turns = [(sequence, turn) async for sequence, turn in self._walk(session_id, standing.sequence)]
            self._message_ids.learn(session_id, {t.message_id: s for s, t in turns if t.message_id is not None})
            self._seen[session_id] = standing.sequence
        sequence = self._message_ids.known(session_id, message_id)
        found = None if sequence is None else await self._client.at(self._turns_stream, sequence)
        return None if found is None else decode_turn(found.data)

    async def _walk(self, session_id: str, until: int) -> AsyncIterator[tuple[int, Turn]]:
        """Sequence and turn of every turn of a session up to a sequence."""
        sequence = 0
        while sequence < until:
            sequence, turn = await self._next(session_id, sequence)
            yield sequence, turn

    async def _next(self, session_id: str, back: int) -> tuple[int, Turn]:
        """The turn that follows the one at `back`, and its sequence."""
        subject = self._subject_of(session_id)
        found = await self._client.first_on(self._turns_stream, subject, back)
        if found is None:
            raise CorruptionError("a turn of the session is gone", path=subject, offset=back)
        return found.sequence, decode_turn(found.data)

    def receipt(self, session_id: str, message_id: str) -> Receipt | None:
        """The receipt of a message id; see `EventStore.receipt`."""
        known = self._client.run(self._receipt(session_id, message_id))
        return None if known is None else turn_receipt(known, replayed=True)

    async def _receipt(self, session_id: str, message_id: str) -> Turn | None:
        return await self._find(session_id, message_id, await self._standing(session_id))

    def head(self, session_id: str) -> Head:
        """Where the session stands; see `EventStore.head`."""
        return self._client.run(self._standing(session_id)).head

    def turns(self, session_id: str, from_seq: int = 1) -> Iterator[Turn]:
        """The turns from the one that holds `from_seq` on; see `EventStore.turns`."""
        standing = self._client.run(self._standing(session_id))
        if standing.sequence == 0:
            raise UnknownSessionError(f"no session {session_id!r} in the stream {self._turns_stream}")
        return self._iterate(session_id, from_seq, standing.sequence)

    def _iterate(self, session_id: str, from_seq: int, until: int) -> Iterator[Turn]:
        sequence = 0
        while sequence < until:
            sequence, turn = self._client.run(self._next(session_id, sequence))
            if turn.seq >= from_seq:
                yield turn

    def read(self, session_id: str, from_seq: int = 1) -> Iterator[StoredEvent]:
        """The events from `from_seq` on; see `EventStore.read`."""
        turns = self.turns(session_id, from_seq)
        return (event for turn in turns for event in stored_events(turn) if event.seq >= from_seq)

    def tail(self, session_id: str, n: int) -> tuple[StoredEvent, ...]:
        """The newest `n` events; see `EventStore.tail`."""
        if n < 0:
            raise BadInputError(f"a tail has 0 events or more, not {n}")
        events = tuple(self.read(session_id, max(1, self.head(session_id).seq - n + 1)))
        return events[-n:] if n else ()

    def sessions(
        self, shopper: bytes | None = None, since_us: int | None = None, until_us: int | None = None
    ) -> Iterator[str]:
        """Session ids in order of first commit; see `EventStore.sessions`."""
        self._client.run(self._catch_up())
        return iter(self._index.select(shopper, since_us, until_us))

    async def _catch_up(self) -> None:
        """Index what was added to the stream since the last look."""
        async with self._indexing:
            async for page in self._log(self._indexed):
                for message in page:
                    turn = decode_turn(message.data)
                    if message.back == self._index.last(turn.session_id):
                        self._index.apply(turn, message.sequence)
                        self._running.take(turn)
                    self._indexed = message.sequence

    async def _log(self, after: int) -> AsyncIterator[list[Message]]:
        newest = await self._client.newest(self._turns_stream)
        async for page in self._client.scan(self._turns_stream, f"{self._subject}.*", after, newest):
            yield page

    def anchor(self) -> Anchor:
        """The store's count and head digest; see `EventStore.anchor`."""
        self._client.run(self._catch_up())
        return self._running.value

    def verify(self, anchor: Anchor | None = None) -> VerifyReport:
        """Check every turn and text; see `EventStore.verify`. Offsets are sequences in the stream."""
        return self._client.run(self._verify(Inspector(anchor)))

    async def _verify(self, inspector: Inspector) -> VerifyReport:
        await check_turns(self._log(0), self._subject_of, inspector, self._turns_stream)
        await self._check_texts(inspector)
        return inspector.report(self._turns_stream)

    def drop(self) -> None:
        """Delete both streams and everything in them."""
        self._client.run(self._client.drop_stream(self._turns_stream))
        self._client.run(self._client.drop_stream(self._vault_stream))

    def close(self) -> None:
        """End the connection."""
        self._client.close()

    def __enter__(self) -> Self:
        """The store itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the store."""
        self.close()
