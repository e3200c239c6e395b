"""What is particular to the store in JetStream: nodes that die under load, and publishes that both come through."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from itertools import count
from typing import Protocol

import pytest

from statecore.errors import BadInputError, ConflictError, StoreError
from statecore.events import Event, VisitEnded
from store.contract import Batch
from store.jetstream import JetStreamStore
from store.turn import decode_turn, encode_turn

Turns = Callable[..., tuple[Event, ...]]
THOROUGH = os.environ.get("STATECORE_THOROUGH") == "1"
NUMBERS = count(1)


class Cluster(Protocol):
    """The cluster of the fixture."""

    @property
    def servers(self) -> list[str]:
        """The addresses of its nodes."""
        ...

    def start(self, node: int) -> None:
        """Start a node."""
        ...

    def kill(self, node: int) -> None:
        """Kill a node."""
        ...


@pytest.fixture
def store(jetstream: Cluster) -> Iterator[JetStreamStore]:
    """A store on streams of its own, three replicas."""
    with JetStreamStore(jetstream.servers, stream=f"TEST{next(NUMBERS)}") as opened:
        yield opened
        opened.drop()


def test_killing_any_one_node_under_load_loses_nothing_acknowledged(
    jetstream: Cluster, store: JetStreamStore, ended: VisitEnded
) -> None:
    """Every receipt's turn is there, once, whichever node went and came back."""
    given: dict[str, int] = {"a": 0, "b": 0}
    stop = threading.Event()
    errors: list[BaseException] = []

    def write(name: str) -> None:
        try:
            while not stop.is_set():
                turn = given[name] + 1
                given[name] = store.append(name, (ended,), expected_seq=turn - 1, message_id=f"m{turn}").seq
        except BaseException as error:  # noqa: BLE001 - handed to the main thread
            errors.append(error)

    threads = [threading.Thread(target=write, args=(name,)) for name in given]
    for thread in threads:
        thread.start()
    for node in (0, 1, 2) * (5 if THOROUGH else 1):
        time.sleep(0.5)
        jetstream.kill(node)
        time.sleep(0.5)
        jetstream.start(node)
        time.sleep(1.5)
    stop.set()
    for thread in threads:
        thread.join()
    assert errors == []
    for name, seq in given.items():
        assert seq > 10
        assert [event.seq for event in store.read(name)] == list(range(1, seq + 1))
    report = store.verify()
    assert report.ok, report.findings


def test_of_two_publishes_that_both_came_through_the_first_counts_for_every_reader(
    jetstream: Cluster, store: JetStreamStore, turn_of: Turns
) -> None:
    """Rows 11, 46: a server that compares too late lets two writers through; the order in the stream decides."""
    store.append("s", turn_of(1), expected_seq=0)
    first = next(store.turns("s"))
    client, stream, subject = store._client, store._turns_stream, store._subject_of("s")
    standing = client.run(store._standing("s"))
    store.append("s", turn_of(2), expected_seq=3)
    late = first._replace(first_seq=4, previous_digest=first.head_digest)
    newest = client.run(store._standing("s")).newest
    client.run(client.publish(stream, subject, encode_turn(late), last=newest, back=standing.sequence))
    with JetStreamStore(jetstream.servers, stream=stream) as other:
        for reader in (store, other):
            assert [event.event for event in reader.read("s")] == [*turn_of(1), *turn_of(2)]
            assert reader.head("s").seq == 5
            assert reader.anchor().turns == 2
            assert reader.verify().ok
        assert other.append("s", turn_of(3), expected_seq=5).seq == 7
    assert [event.event for event in store.read("s", 6)] == list(turn_of(3))


def test_two_stores_on_one_stream_never_both_win(jetstream: Cluster, store: JetStreamStore, ended: VisitEnded) -> None:
    wins: list[int] = []
    start = threading.Barrier(4)

    def race(opened: JetStreamStore) -> None:
        start.wait()
        for _ in range(10):
            try:
                wins.append(opened.append("s", (ended,), expected_seq=opened.head("s").seq).seq)
            except ConflictError:
                continue

    with JetStreamStore(jetstream.servers, stream=store._turns_stream) as other:
        threads = [threading.Thread(target=race, args=(one,)) for one in (store, other) * 2]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sorted(wins) == list(range(1, store.head("s").seq + 1))
    assert store.verify().ok


def test_two_stores_that_make_a_key_at_once_agree_on_it(jetstream: Cluster, store: JetStreamStore) -> None:
    found: list[bytes] = []
    with JetStreamStore(jetstream.servers, stream=store._turns_stream) as other:
        threads = [
            threading.Thread(target=lambda s=one: found.append(s.pseudonym("ann"))) for one in (store, other) * 3
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(found) == 6
    assert len(set(found)) == 1


def test_a_turn_under_another_subject_is_found(store: JetStreamStore, turn_of: Turns) -> None:
    store.append("s", turn_of(1), expected_seq=0)
    client, stream = store._client, store._turns_stream
    turn = decode_turn(encode_turn(next(store.turns("s"))))
    client.run(client.publish(stream, store._subject_of("t"), encode_turn(turn), last=0))
    report = store.verify()
    assert report.status == "damaged"
    assert report.findings[0].path == stream


def test_a_turn_that_is_too_large_for_the_server_is_refused(store: JetStreamStore) -> None:
    outcome = store.append_many([Batch("s", (b"x" * (2 << 20),), 0)])[0]
    assert isinstance(outcome, BadInputError)
    assert store.head("s").seq == 0


def test_servers_that_are_not_there_are_a_typed_error(jetstream: Cluster) -> None:
    assert jetstream.servers
    with pytest.raises(StoreError, match="no NATS server"):
        JetStreamStore(["nats://127.0.0.1:1"], patience=1)
