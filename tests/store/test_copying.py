"""A copy around all backends and back to a directory, every turn the same to the byte."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from statecore.events import Event
from store.contract import salt_text
from store.copying import copy_store
from store.directory import DirectoryStore
from store.jetstream import JetStreamStore
from store.postgres import PostgresStore

Turns = Callable[..., tuple[Event, ...]]
SESSIONS = 2_000 if os.environ.get("STATECORE_THOROUGH") == "1" else 30


def own_database(server: str) -> str:
    """Connection parameters of a database that no other test uses."""
    import psycopg  # noqa: PLC0415 - an extra: tests that need it skip without it

    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS copying")
        connection.execute("CREATE DATABASE copying")
    return server.replace("dbname=postgres", "dbname=copying")


def test_sessions_are_the_same_after_directory_postgres_jetstream_directory(
    tmp_path: Path, turn_of: Turns, request: pytest.FixtureRequest
) -> None:
    postgres = own_database(request.getfixturevalue("postgres"))
    cluster = request.getfixturevalue("jetstream")
    with DirectoryStore(tmp_path / "first", fsync="never") as first, DirectoryStore(tmp_path / "last") as last:
        for n in range(SESSIONS):
            seq = 0
            for turn in range(1, 4):
                words = salt_text(f"session {n} says {turn}")
                receipt = first.append(
                    f"session {n} é/.*>", turn_of(turn, words), expected_seq=seq, message_id=f"m{turn}", texts=(words,)
                )
                seq = receipt.seq
        with PostgresStore(postgres) as second, JetStreamStore(cluster.servers, stream="COPY") as third:
            for source, target in ((first, second), (second, third), (third, last)):
                assert copy_store(source, target).turns == 3 * SESSIONS
                assert copy_store(source, target).turns == 0
            third.drop()
        assert list(last.sessions()) == list(first.sessions())
        for name in first.sessions():
            assert list(last.turns(name)) == list(first.turns(name))
        assert last.anchor() == first.anchor()
        assert last.verify(first.anchor()).ok
        assert last.verify().texts == 3 * SESSIONS
