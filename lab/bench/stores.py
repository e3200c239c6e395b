"""Benchmarks of the log: durable appends beside a raw write and another event store, group commit, audit, opening.

Every round of `store-append` interleaves the contestants in small turns, so that a slow moment of the disk hits all of
them; its ratios are what to look at, its rates are this machine's disk.
"""

from __future__ import annotations

import os
import shutil
from time import perf_counter
from typing import TYPE_CHECKING, TypeAlias
from uuid import uuid4

from lab.bench.elsewhere import measured_elsewhere
from lab.bench.model import Bench, Benchmark, Figures, Measure
from statecore.events import ProductReacted, encode_event
from store.contract import Batch
from store.directory import DirectoryStore
from store.verify import verify_directory

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

__all__ = ["STORE_BENCHMARKS"]

_Recorder: TypeAlias = "Callable[[int], None]"
"""Appends one small event durably; the number is its place."""

_EVENT = ProductReacted(at_us=1_700_000_000_000_000, product_id="P000123456", reaction="opened")
_APPENDS, _SLICE = 300, 25
_GROUP, _GROUPS = 64, 100
_SESSION_EVENTS, _TURN_EVENTS, _TOGETHER = 50, 2, 500

# What a new process does to have a store open. Times and memory are the process's own.
_OPEN = """
import json, sys
from time import perf_counter
from store.directory import DirectoryStore
def resident():
    return int(open("/proc/self/statm").read().split()[1]) * 4096 / 1e6
before, began = resident(), perf_counter()
store = DirectoryStore(sys.argv[1], readonly=True)
seconds, megabytes = perf_counter() - began, resident() - before
print(json.dumps({"seconds": seconds, "megabytes": megabytes, "events": store.anchor().events}))
"""


def _append(bench: Bench) -> Measure:
    """Single durable appends: ours, a raw write and fdatasync of as many bytes, and pyeventsourcing's recorder."""

    def measure() -> Figures:
        folder = bench.new_folder("append")
        folder.mkdir(parents=True)
        with DirectoryStore(folder / "store") as store:
            contestants = {"store": _store_recorder(store), "raw": _raw_recorder(folder / "raw")}
            if (other := _eventsourcing_recorder(folder / "other.sqlite")) is not None:
                contestants["eventsourcing"] = other
            seconds = _interleaved(contestants)
        shutil.rmtree(folder)
        rates = {f"{name}_per_second": _APPENDS / spent for name, spent in seconds.items()}
        ratios = {f"store_to_{name}": seconds[name] / seconds["store"] for name in seconds if name != "store"}
        return {**rates, **ratios}

    return measure


def _interleaved(contestants: dict[str, _Recorder]) -> dict[str, float]:
    """The seconds that each contestant spends on all of its appends, taken in turns of a few."""
    seconds = dict.fromkeys(contestants, 0.0)
    for first in range(0, _APPENDS, _SLICE):
        for name, record in contestants.items():
            began = perf_counter()
            for number in range(first, first + _SLICE):
                record(number)
            seconds[name] += perf_counter() - began
    return seconds


def _store_recorder(store: DirectoryStore) -> _Recorder:
    def record(number: int) -> None:
        store.append("session", (_EVENT,), expected_seq=number)

    return record


def _raw_recorder(path: Path) -> _Recorder:
    """A file that as many bytes are written to as a turn of one event takes in the log."""
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    data = bytes(len(encode_event(_EVENT)) + 125)

    def record(_: int) -> None:
        os.write(fd, data)
        os.fdatasync(fd)

    return record


def _eventsourcing_recorder(path: Path) -> _Recorder | None:
    """The SQLite recorder of pyeventsourcing (extra `bench`), its journal as it sets it up; None where it is absent."""
    try:
        from eventsourcing.persistence import StoredEvent  # noqa: PLC0415 - an extra
        from eventsourcing.sqlite import SQLiteAggregateRecorder, SQLiteDatastore  # noqa: PLC0415 - an extra
    except ImportError:
        return None
    datastore = SQLiteDatastore(str(path))
    recorder = SQLiteAggregateRecorder(datastore)
    recorder.create_table()
    session, state = uuid4(), encode_event(_EVENT)

    def record(number: int) -> None:
        recorder.insert_events([StoredEvent(session, number, "reacted", state)])

    return record


def _group(bench: Bench) -> Measure:
    """Groups of 64 sessions' appends with one sync, and the same without waiting for the disk."""

    def measure() -> Figures:
        figures = {}
        for name, fsync in (("durable", "always"), ("unsynced", "never")):
            folder = bench.new_folder("group")
            with DirectoryStore(folder, fsync="always" if fsync == "always" else "never") as store:
                began = perf_counter()
                for seq in range(_GROUPS):
                    payload = (encode_event(_EVENT),)
                    store.append_many([Batch(f"session {n}", payload, seq) for n in range(_GROUP)])
                figures[f"{name}_per_second"] = _GROUP * _GROUPS / (perf_counter() - began)
            shutil.rmtree(folder)
        return figures

    return measure


def _big(bench: Bench) -> Path:
    """A store of the bench's events in sessions of fifty, compressed and hinted; made once."""
    folder = bench.work / "big-store"
    if folder.exists():
        return folder
    payloads = (encode_event(_EVENT),) * _TURN_EVENTS
    with DirectoryStore(folder, fsync="never", compress=False) as store:
        for first in range(0, bench.events // _SESSION_EVENTS, _TOGETHER):
            for seq in range(0, _SESSION_EVENTS, _TURN_EVENTS):
                store.append_many([Batch(f"session {n}", payloads, seq) for n in range(first, first + _TOGETHER)])
        store.compact()
    return folder


def _audit(bench: Bench) -> Measure:
    """Checking checksums and chains of the big store, and their canonical form as well."""
    folder = _big(bench)

    def measure() -> Figures:
        return {
            "chained_per_second": _rate(bench, lambda: verify_directory(folder, canonical=False).ok),
            "canonical_per_second": _rate(bench, lambda: verify_directory(folder).ok),
        }

    return measure


def _rate(bench: Bench, check: Callable[[], bool]) -> float:
    """Events a second of a check over the big store; a store that is not intact is no result."""
    began = perf_counter()
    if not check():
        raise RuntimeError("the benchmark's store does not verify")
    return bench.events / (perf_counter() - began)


def _open(bench: Bench) -> Measure:
    """Opening a million events in a new process, with hints and without, and the memory that the open store takes."""
    folder = _big(bench)
    bare = bench.new_folder("bare")
    shutil.copytree(folder, bare)
    for hint in bare.glob("*.hint"):
        hint.unlink()

    def measure() -> Figures:
        hinted, scanned = measured_elsewhere(_OPEN, folder), measured_elsewhere(_OPEN, bare)
        return {
            "hinted_seconds": hinted["seconds"],
            "hinted_megabytes": hinted["megabytes"],
            "scanned_seconds": scanned["seconds"],
            "scanned_megabytes": scanned["megabytes"],
        }

    return measure


STORE_BENCHMARKS = (
    Benchmark("store-append", "appends/s, ratio", "one event a durable append, beside raw write + fdatasync", _append),
    Benchmark("store-group", "events/s", f"groups of {_GROUP} sessions' appends, one sync a group", _group),
    Benchmark("store-audit", "events/s", "audit scan of a compressed store", _audit),
    Benchmark("store-open", "s, MB", "open a big store in a new process, with hints and without", _open),
)
