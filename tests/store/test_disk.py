"""What reaches the disk, when, and what happens when it does not.

The numbers in docstrings are the rows of the fault table in docs/store.md.
"""

from __future__ import annotations

import errno
import os
import resource
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from statecore.errors import StoreFullError, SyncError
from statecore.events import Event, VisitEnded
from store.contract import salt_text
from store.directory import DirectoryStore
from store.verify import verify_directory

Turns = Callable[..., tuple[Event, ...]]


@pytest.fixture
def syncs(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The file size at each fdatasync."""
    sizes: list[int] = []
    real = os.fdatasync

    def counted(fd: int) -> None:
        real(fd)
        sizes.append(os.fstat(fd).st_size)

    monkeypatch.setattr(os, "fdatasync", counted)
    return sizes


def test_a_receipt_comes_after_exactly_one_sync_words_included(
    tmp_path: Path, turn_of: Turns, syncs: list[int]
) -> None:
    """Row 46: an acknowledgement means that the sync returned; the words cost no second one."""
    with DirectoryStore(tmp_path / "store") as store:
        syncs.clear()
        for turn in range(1, 6):
            words = salt_text(f"words {turn}")
            store.append("s", turn_of(turn, words), expected_seq=store.head("s").seq, texts=(words,))
            assert len(syncs) == turn
            assert syncs[-1] == (tmp_path / "store" / "00000001.log").stat().st_size


def test_without_fsync_nothing_waits_for_the_disk(tmp_path: Path, ended: VisitEnded, syncs: list[int]) -> None:
    with DirectoryStore(tmp_path / "store", fsync="never") as store:
        store.append("s", (ended,), expected_seq=0)
        assert syncs == []
    assert len(syncs) == 1


def test_waiting_threads_share_one_sync(tmp_path: Path, ended: VisitEnded, monkeypatch: pytest.MonkeyPatch) -> None:
    """Group commit: what arrives during a sync goes to disk together with the next one."""
    gate, real, count = threading.Event(), os.fdatasync, [0]

    def slow(fd: int) -> None:
        count[0] += 1
        if count[0] == 1:
            gate.wait(10)
        real(fd)

    with DirectoryStore(tmp_path / "store") as store:
        monkeypatch.setattr(os, "fdatasync", slow)

        def add(n: int) -> None:
            store.append(f"s{n}", (ended,), expected_seq=0)

        threads = [threading.Thread(target=add, args=(n,)) for n in range(9)]
        threads[0].start()
        while count[0] == 0:
            pass
        for thread in threads[1:]:
            thread.start()
        assert store.head("s0").seq == 0, "what is not on disk yet is not shown"
        while len(store._committer._waiting if store._committer else ()) < 8:
            pass
        gate.set()
        for thread in threads:
            thread.join()
        assert count[0] == 2
        assert store.anchor().turns == 9
    assert verify_directory(tmp_path / "store").ok


def test_a_full_disk_is_a_typed_error_and_works_again_after_space_returns(
    tmp_path: Path, turn_of: Turns, ended: VisitEnded
) -> None:
    """A file size limit stands for the full disk: a write stops in the middle of a frame."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    with DirectoryStore(tmp_path / "store") as store:
        seq = store.append("s", turn_of(1), expected_seq=0).seq
        log = tmp_path / "store" / "00000001.log"
        size = store._log.end  # the file is longer: space is reserved ahead
        for room in (0, 1, 15, 16, 17, 100):
            try:
                resource.setrlimit(resource.RLIMIT_FSIZE, (size + room, hard))
                with pytest.raises(StoreFullError):
                    store.append("s", turn_of(2), expected_seq=seq)
            finally:
                resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
            assert log.stat().st_size == size
            assert store.head("s").seq == seq
        assert store.append("s", (ended,), expected_seq=seq).seq == seq + 1
    assert verify_directory(tmp_path / "store").ok


def test_a_full_disk_while_a_segment_begins_is_the_same_typed_error(tmp_path: Path, ended: VisitEnded) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    with DirectoryStore(tmp_path / "store", segment_bytes=1) as store:
        store.append("s", (ended,), expected_seq=0)
        size = (tmp_path / "store" / "00000001.log").stat().st_size
        for room in (-size + 5, 3):
            try:
                resource.setrlimit(resource.RLIMIT_FSIZE, (size + room, hard))
                with pytest.raises(StoreFullError):
                    store.append("s", (ended,), expected_seq=1)
            finally:
                resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert store.append("s", (ended,), expected_seq=1).seq == 2
    assert verify_directory(tmp_path / "store").ok


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 256 KiB."""
    mounted = tmp_path / "disk"
    mounted.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=256k", "statecore-test", str(mounted)]
    if subprocess.run(command, capture_output=True, check=False).returncode != 0:
        pytest.skip("mounting a tmpfs needs root")
    yield mounted
    subprocess.run(["umount", str(mounted)], check=True)


def fill(store: DirectoryStore, turn_of: Turns) -> int:
    """Append until the disk is full; the seq of the last receipt."""
    seq = 0
    for turn in range(1, 2_000):
        try:
            seq = store.append("s", turn_of(turn), expected_seq=seq).seq
        except StoreFullError:
            return seq
    pytest.fail("the disk did not fill up")


def test_a_really_full_disk_loses_nothing_acknowledged(small_disk: Path, turn_of: Turns) -> None:
    with DirectoryStore(small_disk / "store", segment_bytes=40_000) as store:
        (small_disk / "ballast").write_bytes(bytes(50_000))
        seq = fill(store, turn_of)
        assert store.head("s").seq == seq
        with pytest.raises(StoreFullError):
            store.append("s", turn_of(2), expected_seq=seq)
        (small_disk / "ballast").unlink()
        seq = store.append("s", turn_of(2), expected_seq=seq).seq
    with DirectoryStore(small_disk / "store") as store:
        assert store.head("s").seq == seq == len(list(store.read("s")))
    assert verify_directory(small_disk / "store").ok


def test_a_disk_that_does_not_confirm_gives_no_receipt_and_stops_the_store(
    tmp_path: Path, ended: VisitEnded, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a failed sync the kernel may have dropped the bytes: only reopening tells what is there."""

    def failing(_: int) -> None:
        raise OSError(errno.EIO, "the disk is gone")

    with DirectoryStore(tmp_path / "store") as store:
        store.append("s", (ended,), expected_seq=0)
        with monkeypatch.context() as patched:
            patched.setattr(os, "fdatasync", failing)
            with pytest.raises(SyncError):
                store.append("s", (ended,), expected_seq=1)
        with pytest.raises(SyncError):
            store.append("s", (ended,), expected_seq=1)
    with DirectoryStore(tmp_path / "store") as store:
        seq = store.head("s").seq
        assert store.append("s", (ended,), expected_seq=seq).seq == seq + 1
    assert verify_directory(tmp_path / "store").ok


def test_an_interrupted_append_is_seen_by_the_next_one(
    tmp_path: Path, ended: VisitEnded, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Row 16: cancelling the caller between write and receipt leaves the turn there whole, or not at all."""

    def interrupted(_: int) -> None:
        raise KeyboardInterrupt

    with DirectoryStore(tmp_path / "store") as store:
        with monkeypatch.context() as patched:
            patched.setattr(os, "fdatasync", interrupted)
            with pytest.raises(KeyboardInterrupt):
                store.append("s", (ended,), expected_seq=0, message_id="m1")
        assert store.append("s", (ended,), expected_seq=0, message_id="m1").seq == 1
        assert store.head("s").seq == 1
    assert verify_directory(tmp_path / "store").ok
