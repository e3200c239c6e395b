"""The backends that the conformance suite runs against, each as a fresh, empty store.

The invariant: the suite knows a backend by its `EventStore` methods only; a new backend is one more line here.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from typing_extensions import override

from store.contract import EventStore
from store.directory import DirectoryStore
from store.jetstream import JetStreamStore
from store.memory import MemoryStore
from store.postgres import PostgresStore


def memory(_: pytest.FixtureRequest, __: Path) -> EventStore:
    """A store in memory."""
    return MemoryStore()


def directory(_: pytest.FixtureRequest, path: Path) -> EventStore:
    """A store in one segment."""
    return DirectoryStore(path / "store")


def small_segments(_: pytest.FixtureRequest, path: Path) -> EventStore:
    """A store that begins a new segment after every few turns, and compresses the old ones."""
    return DirectoryStore(path / "store", segment_bytes=2_000)


def postgres(request: pytest.FixtureRequest, _: Path) -> EventStore:
    """A store in PostgreSQL, emptied."""
    conninfo: str = request.getfixturevalue("postgres")
    store = PostgresStore(conninfo)
    with importlib.import_module("psycopg").connect(conninfo, autocommit=True) as connection:
        connection.execute("TRUNCATE statecore_sessions, statecore_turns, statecore_texts, statecore_keys")
    return store


class SharedStream(JetStreamStore):
    """A store that empties the streams that a test before it left: making new ones takes a second."""

    @override
    async def _set_up(self, replicas: int) -> None:
        subjects = {self._turns_stream: f"{self._subject}.*", self._vault_stream: f"{self._vault_subject}.>"}
        for name, subject in subjects.items():
            await self._client.ensure_stream(name, [subject], replicas, for_ever=False)
            await self._client._stream.purge_stream(name)


def jetstream(request: pytest.FixtureRequest, _: Path) -> EventStore:
    """A store on three replicas, emptied."""
    servers: list[str] = request.getfixturevalue("jetstream").servers
    return SharedStream(servers, stream="CONFORMANCE")


BACKENDS: dict[str, Callable[[pytest.FixtureRequest, Path], EventStore]] = {
    "memory": memory,
    "directory": directory,
    "small segments": small_segments,
    "postgres": postgres,
    "jetstream": jetstream,
}


@pytest.fixture(params=BACKENDS)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[EventStore]:
    """An empty store of each backend."""
    with BACKENDS[request.param](request, tmp_path) as opened:
        yield opened
