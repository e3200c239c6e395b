"""Connections to PostgreSQL, and what its errors mean for a store.

Invariant: psycopg's own errors never reach a caller; each becomes an error of our tree that says what is known of the
append: refused, not done, or unknown.
"""

from __future__ import annotations

import importlib
import secrets
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Protocol, TypeAlias

from statecore.errors import StoreClosedError, StoreError, StoreFormatError, StoreFullError, SyncError
from store.keys import KEY_SIZE
from store.postgres_schema import FORMAT_VERSION, SETUP_LOCK, TABLES, partitions

__all__ = ["Connection", "Pool", "Row"]

Row: TypeAlias = Sequence[Any]
"""What the database returns; every reader of a row converts each cell."""

_Params: TypeAlias = Sequence[object] | Mapping[str, object]
_FULL = frozenset({"53100", "53200", "54000"})


class _Cursor(Protocol):
    def fetchone(self) -> Row | None: ...

    def fetchall(self) -> list[Row]: ...


class Connection(Protocol):
    """The part of a psycopg connection that is used; it commits each statement by itself."""

    def execute(self, query: str, params: _Params = ()) -> _Cursor:
        """Run one statement."""
        ...

    def transaction(self) -> AbstractContextManager[object]:
        """Run what is inside as one transaction."""
        ...

    def close(self) -> None:
        """Close the connection."""
        ...


class Pool:
    """Connections that threads take and give back; as many as threads were ever busy at once."""

    def __init__(self, conninfo: str, *, synchronous: bool) -> None:
        """Connect on first use; `synchronous` waits for the disk at every commit."""
        # Imported here: the driver is an extra, and only this backend needs it.
        self._psycopg = importlib.import_module("psycopg")
        self._conninfo = conninfo
        self._synchronous = synchronous
        self._lock = threading.Lock()
        self._free: list[Connection] = []
        self._closed = False
        self.unique_violation: type[Exception] = self._psycopg.errors.UniqueViolation

    def _take(self) -> Connection:
        with self._lock:
            if self._closed:
                raise StoreClosedError("the store was closed: open it again")
            if self._free:
                return self._free.pop()
        connection: Connection = self._psycopg.connect(self._conninfo, autocommit=True)
        connection.execute(f"SET synchronous_commit = {'on' if self._synchronous else 'off'}")
        return connection

    def _give_back(self, connection: Connection) -> None:
        with self._lock:
            if not self._closed:
                self._free.append(connection)
                return
        connection.close()

    @contextmanager
    def use(self, *, writing: bool = False) -> Iterator[Connection]:
        """A connection; `writing` when a failure leaves it unknown whether something was stored."""
        connection: Connection | None = None
        try:
            connection = self._take()
            yield connection
        except self._psycopg.Error as error:
            if connection is not None:
                connection.close()
            raise self._translated(error, writing=writing and connection is not None) from error
        except BaseException:
            if connection is not None:
                self._give_back(connection)
            raise
        self._give_back(connection)

    def _translated(self, error: Exception, *, writing: bool) -> StoreError:
        state = getattr(error, "sqlstate", None)
        if state in _FULL:
            return StoreFullError(f"the database has no space left: nothing was appended ({error})")
        if writing and state is None:
            return SyncError(
                f"the database did not answer: read the session again to see whether it has the turn ({error})"
            )
        return StoreError(f"the database refused or cannot be reached: {error}")

    def set_up(self) -> None:
        """Make the tables, unless they are there; processes that do it at once wait for one another."""
        with self.use() as connection, connection.transaction():
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (SETUP_LOCK,))
            made = connection.execute("SELECT to_regclass('statecore_store') IS NOT NULL").fetchone()
            if not (made and made[0]):
                for statement in (*TABLES, *partitions()):
                    connection.execute(statement)
                insert = "INSERT INTO statecore_store (one, format, secret) VALUES (true, %s, %s)"
                connection.execute(insert, (FORMAT_VERSION, secrets.token_bytes(KEY_SIZE)))
            row = connection.execute("SELECT format FROM statecore_store").fetchone()
        found = None if row is None else int(row[0])
        if found != FORMAT_VERSION:
            msg = f"the tables have format {found}; this release reads version {FORMAT_VERSION}"
            raise StoreFormatError(msg, path="statecore_store")

    def close(self) -> None:
        """Close the connections that are not in use; the others close when they are given back."""
        with self._lock:
            self._closed = True
            free, self._free = self._free, []
        for connection in free:
            connection.close()
