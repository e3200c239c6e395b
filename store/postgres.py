"""PostgresStore: the contract on PostgreSQL 15 or newer, for many machines that write to one place.

Invariant: a turn and its words are one transaction, and the database's unique (session, first seq) decides between two
writers. A receipt comes after the commit; with `synchronous_commit` on, as it is by default, that is on disk.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import Self

from typing_extensions import override

from statecore.errors import BadInputError, ConflictError, UnknownSessionError
from store.anchors import RunningAnchor
from store.batches import Appending
from store.contract import (
    EMPTY_HEAD,
    Anchor,
    Batch,
    FsyncPolicy,
    Head,
    Receipt,
    SaltedText,
    StoredEvent,
    Turn,
    VerifyReport,
)
from store.inspector import Inspector
from store.postgres_pool import Connection, Pool, Row
from store.postgres_schema import ADD_TEXT, ADVANCE, BEGIN, GATE
from store.postgres_vault import PostgresVault
from store.turn import (
    check_batch,
    decode_turn,
    encode_turn,
    plan_turn,
    read_start,
    stored_events,
    turn_receipt,
)

__all__ = ["PostgresStore"]

_TRIES = 5
_PAGE = 256


class PostgresStore(Appending, PostgresVault):
    """An `EventStore` in a PostgreSQL database; threads share it, each call with a connection of its own."""

    def __init__(self, conninfo: str, *, fsync: FsyncPolicy = "always") -> None:
        """Connect, and make the tables if there are none; `conninfo` as libpq takes it.

        `fsync="never"` turns `synchronous_commit` off for this store's sessions. Raise `StoreError` when the database
        cannot be reached, `StoreFormatError` for tables of another format.
        """
        self._pool = Pool(conninfo, synchronous=fsync == "always")
        try:
            self._pool.set_up()
        except BaseException:
            self._pool.close()
            raise
        self._running = (RunningAnchor(), 0)

    @override
    def append_batch(self, batch: Batch) -> Receipt:
        """Append a turn of encoded events; see `Appending.append_batch`."""
        check_batch(batch)
        head = EMPTY_HEAD
        with self._pool.use(writing=True) as connection:
            for _ in range(_TRIES):
                head, known = _standing(connection, batch.session_id, batch.message_id)
                plan = plan_turn(batch, head=head, known=known)
                if isinstance(plan, Receipt):
                    return plan
                if self._stored(connection, plan, batch.texts):
                    return turn_receipt(plan)
        raise ConflictError(batch.session_id, expected_seq=batch.expected_seq, seq=head.seq, head_digest=head.digest)

    def _stored(self, connection: Connection, plan: Turn, texts: Sequence[SaltedText]) -> bool:
        """Whether the turn was stored; False when another writer was first, at this head or with this message id."""
        try:
            return _store(connection, plan, texts)
        except self._pool.unique_violation:
            return False

    def receipt(self, session_id: str, message_id: str) -> Receipt | None:
        """The receipt of a message id; see `EventStore.receipt`."""
        with self._pool.use() as connection:
            _, known = _standing(connection, session_id, message_id)
        return None if known is None else turn_receipt(known, replayed=True)

    def head(self, session_id: str) -> Head:
        """Where the session stands; see `EventStore.head`."""
        with self._pool.use() as connection:
            return _standing(connection, session_id, None)[0]

    def turns(self, session_id: str, from_seq: int = 1) -> Iterator[Turn]:
        """The turns from the one that holds `from_seq` on; see `EventStore.turns`."""
        head = self.head(session_id)
        if head == EMPTY_HEAD:
            raise UnknownSessionError(f"no session {session_id!r} in this database")
        return self._turns(session_id, from_seq, head.seq)

    def _turns(self, session_id: str, from_seq: int, last_seq: int) -> Iterator[Turn]:
        query = (
            "SELECT turn FROM statecore_turns WHERE session_id = %s AND seq >= %s AND seq <= %s "
            "ORDER BY first_seq LIMIT %s"
        )
        while from_seq <= last_seq:
            with self._pool.use() as connection:
                rows = connection.execute(query, (session_id, from_seq, last_seq, _PAGE)).fetchall()
            if not rows:
                return
            for (data,) in rows:
                turn = decode_turn(bytes(data))
                from_seq = turn.seq + 1
                yield turn

    def read(self, session_id: str, from_seq: int = 1) -> Iterator[StoredEvent]:
        """The events from `from_seq` on; see `EventStore.read`."""
        turns = self.turns(session_id, from_seq)
        return (event for turn in turns for event in stored_events(turn) if event.seq >= from_seq)

    def tail(self, session_id: str, n: int) -> tuple[StoredEvent, ...]:
        """The newest `n` events; see `EventStore.tail`."""
        if n < 0:
            raise BadInputError(f"a tail has 0 events or more, not {n}")
        first = max(1, self.head(session_id).seq - n + 1)
        events = tuple(self.read(session_id, first))
        return events[-n:] if n else ()

    def sessions(
        self, shopper: bytes | None = None, since_us: int | None = None, until_us: int | None = None
    ) -> Iterator[str]:
        """Session ids in order of first commit; see `EventStore.sessions`."""
        query = (
            "SELECT session_id FROM statecore_sessions WHERE (%(shopper)s::bytea IS NULL OR shopper = %(shopper)s) "
            "AND (%(since)s::bigint IS NULL OR start_us >= %(since)s) "
            "AND (%(until)s::bigint IS NULL OR start_us < %(until)s) ORDER BY begun"
        )
        with self._pool.use() as connection:
            rows = connection.execute(query, {"shopper": shopper, "since": since_us, "until": until_us}).fetchall()
        return (str(name) for (name,) in rows)

    def anchor(self) -> Anchor:
        """The store's count and head digest; see `EventStore.anchor`. Waits for the appends that are under way."""
        with self._pool.use() as connection, connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (GATE,))
            row = connection.execute("SELECT coalesce(max(position), 0) FROM statecore_turns").fetchone()
        newest = _number(row)
        running, after = self._running
        for position, data in self._log(after, newest):
            running.take(decode_turn(data))
            after = position
        self._running = (running, after)
        return running.value

    def _log(self, after: int, newest: int | None) -> Iterator[tuple[int, bytes]]:
        """Position and bytes of every turn in the order of positions, in pages."""
        query = (
            "SELECT position, turn FROM statecore_turns WHERE position > %(after)s "
            "AND (%(newest)s::bigint IS NULL OR position <= %(newest)s) ORDER BY position LIMIT %(page)s"
        )
        while True:
            with self._pool.use() as connection:
                rows = connection.execute(query, {"after": after, "newest": newest, "page": _PAGE}).fetchall()
            if not rows:
                return
            for position, data in rows:
                after = int(position)
                yield after, bytes(data)

    def verify(self, anchor: Anchor | None = None) -> VerifyReport:
        """Check every turn, text and head; see `EventStore.verify`. Offsets are the turns' positions."""
        self.anchor()
        inspector = Inspector(anchor)
        for position, data in self._log(0, self._running[1]):
            turn = inspector.turn(data, "statecore_turns", position)
            if turn is not None:
                self._check_row(inspector, turn, position)
        self._check_texts(inspector)
        return inspector.report("statecore_turns")

    def _check_row(self, inspector: Inspector, turn: Turn, position: int) -> None:
        query = (
            "SELECT t.session_id, t.first_seq, t.seq, t.message_id, s.seq, s.head_digest FROM statecore_turns t "
            "LEFT JOIN statecore_sessions s USING (session_id) WHERE t.position = %s"
        )
        with self._pool.use() as connection:
            row = connection.execute(query, (position,)).fetchone()
        name, first_seq, seq, message_id, newest, head = row or (None,) * 6
        if (name, first_seq, seq, message_id) != (turn.session_id, turn.first_seq, turn.seq, turn.message_id):
            inspector.fault("damaged", "statecore_turns", position, "the columns tell something else than the turn")
        if newest == turn.seq and head != turn.head_digest:
            inspector.fault("damaged", "statecore_sessions", position, f"the head of {turn.session_id!r} is another")

    def close(self) -> None:
        """Close all connections."""
        self._pool.close()

    def __enter__(self) -> Self:
        """The store itself."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the store."""
        self.close()


def _standing(connection: Connection, session_id: str, message_id: str | None) -> tuple[Head, Turn | None]:
    """The session's head, and the turn with this message id."""
    query = (
        "SELECT s.seq, s.head_digest, (SELECT turn FROM statecore_turns "
        "WHERE session_id = %(session_id)s AND message_id = %(message_id)s) "
        "FROM statecore_sessions s WHERE s.session_id = %(session_id)s"
    )
    row = connection.execute(query, {"session_id": session_id, "message_id": message_id}).fetchone()
    if row is None:
        return EMPTY_HEAD, None
    seq, digest, data = row
    return Head(int(seq), bytes(digest)), None if data is None else decode_turn(bytes(data))


def _store(connection: Connection, turn: Turn, texts: Sequence[SaltedText]) -> bool:
    """Store a turn and its words in one transaction; False when another writer was first."""
    start = read_start(turn.payloads[0])
    values = {
        "session_id": turn.session_id,
        "first_seq": turn.first_seq,
        "seq": turn.seq,
        "message_id": turn.message_id,
        "previous": turn.previous_digest,
        "head": turn.head_digest,
        "turn": encode_turn(turn),
        "start_us": start.at_us,
        "gate": GATE,
        "shopper": start.shopper,
    }
    with connection.transaction():
        stored = _number(connection.execute(BEGIN if turn.first_seq == 1 else ADVANCE, values).fetchone())
        if stored:
            for text in texts:
                row = {"digest": text.digest, "salt": text.salt, "words": text.text.encode()}
                connection.execute(ADD_TEXT, {"session_id": turn.session_id, **row})
    return stored == 1


def _number(row: Row | None) -> int:
    return 0 if row is None else int(row[0])
