"""Snapshots are a cache: one that does not fit is not used.

The numbers in docstrings are the rows of the fault table in docs/store.md.
"""

from __future__ import annotations

from pathlib import Path

from store.contract import Head
from store.snapshots import Snapshot, SnapshotCache

HEAD = Head(7, b"h" * 32)
REDUCERS = b"r" * 32


def test_a_snapshot_comes_back_for_its_session(tmp_path: Path) -> None:
    cache = SnapshotCache(tmp_path / "snapshots", REDUCERS)
    assert cache.get("s", HEAD) is None
    cache.put(Snapshot("s", HEAD, b"state"))
    assert cache.get("s", HEAD) == Snapshot("s", HEAD, b"state")
    assert cache.get("s", Head(9, b"x" * 32)) == Snapshot("s", HEAD, b"state")
    assert cache.get("t", HEAD) is None
    cache.put(Snapshot("s", Head(9, b"x" * 32), b"later"))
    assert cache.get("s", HEAD) is None, "it is ahead of the log"


def test_a_snapshot_of_other_reducers_is_dropped(tmp_path: Path) -> None:
    """Rows 28, 29: a changed reducer or field means discard and fold again, never a failure."""
    SnapshotCache(tmp_path, REDUCERS).put(Snapshot("s", HEAD, b"state"))
    assert SnapshotCache(tmp_path, b"q" * 32).get("s", HEAD) is None


def test_a_damaged_snapshot_is_as_good_as_none(tmp_path: Path) -> None:
    cache = SnapshotCache(tmp_path, REDUCERS)
    cache.put(Snapshot("s", HEAD, b"state"))
    (path,) = tmp_path.iterdir()
    data = path.read_bytes()
    for at in range(len(data)):
        path.write_bytes(data[:at] + bytes((data[at] ^ 1,)) + data[at + 1 :])
        assert cache.get("s", HEAD) is None
        path.write_bytes(data[:at])
        assert cache.get("s", HEAD) is None
