"""The backends that the conformance suite runs against, each as a fresh, empty store.

The invariant: the suite knows a backend by its `EventStore` methods only; a new backend is one more line here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from store.contract import EventStore
from store.directory import DirectoryStore
from store.memory import MemoryStore


def memory(_: Path) -> EventStore:
    """A store in memory."""
    return MemoryStore()


def directory(path: Path) -> EventStore:
    """A store in one segment."""
    return DirectoryStore(path / "store")


def small_segments(path: Path) -> EventStore:
    """A store that begins a new segment after every few turns."""
    return DirectoryStore(path / "store", segment_bytes=2_000)


BACKENDS: dict[str, Callable[[Path], EventStore]] = {
    "memory": memory,
    "directory": directory,
    "small segments": small_segments,
}


@pytest.fixture(params=BACKENDS)
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[EventStore]:
    """An empty store of each backend."""
    with BACKENDS[request.param](tmp_path) as opened:
        yield opened
