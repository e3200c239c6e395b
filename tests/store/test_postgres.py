"""What is particular to the store in PostgreSQL: damage, races between processes, servers that go away."""

from __future__ import annotations

import importlib
import threading
from collections.abc import Callable, Iterator

import pytest

from statecore.errors import ConflictError, StoreError, StoreFormatError
from statecore.events import Event, VisitEnded
from store.contract import salt_text
from store.directory import DirectoryStore
from store.memory import MemoryStore
from store.postgres import PostgresStore

Turns = Callable[..., tuple[Event, ...]]


@pytest.fixture
def store(postgres: str) -> Iterator[PostgresStore]:
    """An empty store in the tests' own server."""
    with PostgresStore(postgres) as opened:
        run(postgres, "TRUNCATE statecore_sessions, statecore_turns, statecore_texts, statecore_keys")
        yield opened


def run(conninfo: str, statement: str) -> None:
    """Run a statement behind the store's back."""
    with importlib.import_module("psycopg").connect(conninfo, autocommit=True) as connection:
        connection.execute(statement)


def test_a_changed_row_is_found_whatever_its_column(postgres: str, store: PostgresStore, turn_of: Turns) -> None:
    words = salt_text("blue")
    store.append("s", turn_of(1, words), expected_seq=0, message_id="m1", texts=(words,))
    store.append("s", turn_of(2), expected_seq=3, message_id="m2")
    assert store.verify().ok
    for change, back in (
        ("statecore_turns SET turn = set_byte(turn, 80, get_byte(turn, 80) # 4) WHERE first_seq = 1", None),
        ("statecore_turns SET message_id = 'm9' WHERE first_seq = 4", "message_id = 'm2' WHERE first_seq = 4"),
        ("statecore_turns SET seq = 6 WHERE first_seq = 4", "seq = 5 WHERE first_seq = 4"),
    ):
        run(postgres, f"UPDATE {change}")
        report = store.verify()
        assert report.status == "damaged", change
        assert report.findings[0].path == "statecore_turns"
        table = change.split()[0]
        run(postgres, f"UPDATE {change}" if back is None else f"UPDATE {table} SET {back}")  # noqa: S608
    for change in (
        "statecore_sessions SET head_digest = set_byte(head_digest, 0, get_byte(head_digest, 0) # 1)",
        "statecore_texts SET words = set_byte(words, 0, get_byte(words, 0) # 1)",
        "statecore_texts SET salt = set_byte(salt, 0, get_byte(salt, 0) # 1)",
    ):
        run(postgres, f"UPDATE {change}")
        assert store.verify().status == "damaged", change
        run(postgres, f"UPDATE {change}")
    assert store.verify().ok


def test_two_stores_on_one_database_never_both_win(postgres: str, store: PostgresStore, ended: VisitEnded) -> None:
    """Row 11: the database decides between two processes; here two stores with connections of their own."""
    wins: list[int] = []
    start = threading.Barrier(4)

    def race(opened: PostgresStore, name: str) -> None:
        start.wait()
        for n in range(20):
            try:
                seq = opened.head("s").seq
                wins.append(opened.append("s", (ended,), expected_seq=seq, message_id=f"{name}{n}").seq)
            except ConflictError:
                continue

    with PostgresStore(postgres) as other:
        threads = [threading.Thread(target=race, args=(one, str(n))) for n, one in enumerate((store, other) * 2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sorted(wins) == list(range(1, store.head("s").seq + 1))
    assert store.verify().ok


def test_an_anchor_is_the_one_of_a_store_with_the_same_turns(
    store: PostgresStore, turn_of: Turns, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with DirectoryStore(tmp_path_factory.mktemp("twin") / "store") as twin, MemoryStore() as third:
        for opened in (store, twin, third):
            opened.append("b", turn_of(1), expected_seq=0)
            opened.append("a", turn_of(1), expected_seq=0)
            opened.append("b", turn_of(2), expected_seq=3)
        assert store.anchor() == twin.anchor() == third.anchor()


def test_connections_that_the_server_ends_are_replaced(postgres: str, store: PostgresStore, ended: VisitEnded) -> None:
    store.append("s", (ended,), expected_seq=0)
    run(postgres, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
    with pytest.raises(StoreError):
        store.append("s", (ended,), expected_seq=1)
    assert store.append("s", (ended,), expected_seq=store.head("s").seq).seq >= 2


def test_a_server_that_is_not_there_is_a_typed_error(postgres: str) -> None:
    assert postgres
    with pytest.raises(StoreError, match="cannot be reached"):
        PostgresStore("host=127.0.0.1 port=1 dbname=nothing connect_timeout=2")


def test_tables_of_another_format_are_refused(postgres: str, store: PostgresStore) -> None:
    assert list(store.sessions()) == []
    run(postgres, "UPDATE statecore_store SET format = 2")
    try:
        with pytest.raises(StoreFormatError, match="format 2"):
            PostgresStore(postgres)
    finally:
        run(postgres, "UPDATE statecore_store SET format = 1")
