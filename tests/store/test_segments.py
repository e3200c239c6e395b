"""Segments that fill up, are compressed and hinted; and opening a store with, without and against its hints.

The numbers in docstrings are the rows of the fault table in docs/store.md.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from statecore.errors import CorruptionError
from statecore.events import Event, VisitEnded
from store.contract import StoredEvent, salt_text
from store.directory import DirectoryStore
from store.hints import read_hint
from store.layout import read_format
from store.verify import verify_directory

Turns = Callable[..., tuple[Event, ...]]
TURNS = 40


def fill(path: Path, turn_of: Turns, *, segment_bytes: int = 8_000, compress: bool = False) -> list[bytes]:
    """Three sessions in turn over several segments; the digests of their words."""
    digests = []
    with DirectoryStore(path, fsync="never", segment_bytes=segment_bytes, compress=compress) as store:
        seqs = dict.fromkeys("abc", 0)
        for turn in range(1, TURNS + 1):
            name = "abc"[turn % 3]
            words = salt_text(f"words {turn}")
            digests.append(words.digest)
            seqs[name] = store.append(
                name, turn_of(turn, words), expected_seq=seqs[name], message_id=f"m{turn}", texts=(words,)
            ).seq
    return digests


def contents(store: DirectoryStore) -> dict[str, list[StoredEvent]]:
    """Every event of every session."""
    return {name: list(store.read(name)) for name in store.sessions()}


def suffixes(path: Path) -> list[str]:
    """The kinds of files in a store, in order of name."""
    return [entry.name for entry in sorted(path.iterdir()) if entry.suffix in {".log", ".sealed", ".texts", ".hint"}]


def test_compressing_changes_nothing_that_is_read(tmp_path: Path, turn_of: Turns) -> None:
    digests = fill(tmp_path / "store", turn_of)
    with DirectoryStore(tmp_path / "store", compress=False) as store:
        before, anchor = contents(store), store.anchor()
        full = len([name for name in suffixes(tmp_path / "store") if name.endswith(".log")]) - 1
        assert full >= 3
        assert store.compact() == full
        assert store.compact() == 0
        assert contents(store) == before
        assert [store.text(digest) for digest in digests] == [f"words {turn}" for turn in range(1, TURNS + 1)]
        assert store.append("a", turn_of(50), expected_seq=store.head("a").seq).seq > 0
        assert store.receipt("b", "m1") is not None
    for _ in range(2):
        with DirectoryStore(tmp_path / "store") as store:
            assert {name: events[: len(before[name])] for name, events in contents(store).items()} == before
            assert [store.text(digest) for digest in digests] == [f"words {turn}" for turn in range(1, TURNS + 1)]
            assert store.verify(anchor).ok
        for hint in (tmp_path / "store").glob("*.hint"):
            hint.unlink()
    assert suffixes(tmp_path / "store")[-1].endswith(".log")
    assert sum(name.endswith(".log") for name in suffixes(tmp_path / "store")) == 1


def test_a_thread_compresses_full_segments_while_turns_are_appended(tmp_path: Path, ended: VisitEnded) -> None:
    with DirectoryStore(tmp_path / "store", fsync="never", segment_bytes=20_000) as store:
        seq = 0
        while not list((tmp_path / "store").glob("*.sealed")):
            seq = store.append("s", (ended,) * 5, expected_seq=seq).seq
        assert [event.seq for event in store.read("s")] == list(range(1, seq + 1))
    assert verify_directory(tmp_path / "store").ok


def test_another_process_reads_on_while_segments_are_compressed_under_it(tmp_path: Path, turn_of: Turns) -> None:
    digests = fill(tmp_path / "store", turn_of)
    with (
        DirectoryStore(tmp_path / "store", compress=False) as other,
        DirectoryStore(tmp_path / "store", readonly=True) as reader,
        DirectoryStore(tmp_path / "store", compress=False) as store,
    ):
        before = contents(reader)
        assert store.compact() > 0
        assert contents(reader) == contents(other) == before
        assert [reader.text(digest) for digest in digests] == [f"words {turn}" for turn in range(1, TURNS + 1)]
        assert other.compact() == 0
        seq = other.append("a", turn_of(50), expected_seq=other.head("a").seq).seq
        assert reader.head("a").seq == store.head("a").seq == seq
    assert verify_directory(tmp_path / "store").ok


def test_opening_with_hints_equals_opening_without(
    tmp_path: Path, turn_of: Turns, monkeypatch: pytest.MonkeyPatch
) -> None:
    digests = fill(tmp_path / "store", turn_of)
    monkeypatch.setattr("store.log._HINT_WORTH", 1)
    with DirectoryStore(tmp_path / "store", compress=False) as store:
        store.compact()
        store.append("a", turn_of(50), expected_seq=store.head("a").seq)
    hints = sorted((tmp_path / "store").glob("*.hint"))
    assert len(hints) == sum(name.endswith((".log", ".sealed")) for name in suffixes(tmp_path / "store"))
    with DirectoryStore(tmp_path / "store", readonly=True) as store:
        hinted = (contents(store), store.anchor(), [store.text(digest) for digest in digests])
        shoppers = list(store.sessions(since_us=0))
    for hint in hints:
        hint.unlink()
    with DirectoryStore(tmp_path / "store", readonly=True) as store:
        assert (contents(store), store.anchor(), [store.text(digest) for digest in digests]) == hinted
        assert list(store.sessions(since_us=0)) == shoppers


def test_a_hint_that_does_not_fit_its_segment_is_not_used(
    tmp_path: Path, turn_of: Turns, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Row 28: a derived file is never trusted: damaged, stale or of another segment, it is dropped and made again."""
    monkeypatch.setattr("store.log._HINT_WORTH", 1)
    fill(tmp_path / "store", turn_of, segment_bytes=1 << 26)
    hint, log = tmp_path / "store" / "00000001.hint", tmp_path / "store" / "00000001.log"
    good, data = hint.read_bytes(), log.read_bytes()
    assert read_hint(tmp_path / "store", read_format(tmp_path / "store"), 1) is not None
    log.write_bytes(data[:-1])
    with DirectoryStore(tmp_path / "store", readonly=True) as store:
        assert store.anchor().turns == TURNS - 1
    log.write_bytes(data)
    hint.write_bytes(good[:-1] + b"\0")
    with DirectoryStore(tmp_path / "store", readonly=True) as store:
        assert store.anchor().turns == TURNS
    assert verify_directory(tmp_path / "store").findings[0].path == str(hint)
    hint.write_bytes(good)
    flipped = bytearray(data)
    flipped[len(data) // 2] ^= 1
    log.write_bytes(flipped)
    with pytest.raises(CorruptionError):
        DirectoryStore(tmp_path / "store")


def test_a_turn_appended_behind_a_hint_is_found(
    tmp_path: Path, turn_of: Turns, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(tmp_path / "store", turn_of, segment_bytes=1 << 26)
    with monkeypatch.context() as patched:
        patched.setattr("store.log._HINT_WORTH", 1)
        with DirectoryStore(tmp_path / "store") as store:
            store.append("a", turn_of(50), expected_seq=store.head("a").seq)
    with DirectoryStore(tmp_path / "store") as store:
        seq = store.append("a", turn_of(51), expected_seq=store.head("a").seq).seq
    assert (tmp_path / "store" / "00000001.hint").exists()
    with DirectoryStore(tmp_path / "store") as store:
        assert store.head("a").seq == seq
        assert [event.seq for event in store.read("a")] == list(range(1, seq + 1))


@pytest.mark.parametrize("step", ["texts renamed", "both renamed"])
def test_a_process_that_died_while_compressing_left_a_sound_store(
    tmp_path: Path, turn_of: Turns, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    digests = fill(tmp_path / "store", turn_of)

    def die(*_: object) -> None:
        raise InterruptedError

    with monkeypatch.context() as patched:
        if step == "both renamed":
            patched.setattr("store.compact.remove_replaced", die)
        else:
            patched.setattr("store.compact.put_in_place", half_way)
        store = DirectoryStore(tmp_path / "store", compress=False)
        before = contents(store)
        with pytest.raises(InterruptedError):
            store.compact()
        store.close()
    with DirectoryStore(tmp_path / "store", compress=False) as store:
        assert contents(store) == before
        store.compact()
        assert [store.text(digest) for digest in digests] == [f"words {turn}" for turn in range(1, TURNS + 1)]
    assert verify_directory(tmp_path / "store").ok
    assert not list((tmp_path / "store").glob("*.new"))


def half_way(root: Path, number: int, files: object) -> None:
    """Rename the texts only."""
    (root / f"{number:08d}.texts.new").rename(root / f"{number:08d}.texts")
    raise InterruptedError(files)


def test_threads_read_while_segments_are_swapped(tmp_path: Path, turn_of: Turns) -> None:
    """Row 19: a reading thread keeps the file that it is in."""
    fill(tmp_path / "store", turn_of)
    errors: list[BaseException] = []
    stop = threading.Event()
    with DirectoryStore(tmp_path / "store", compress=False) as store:
        before = contents(store)

        def read() -> None:
            try:
                while not stop.is_set():
                    assert contents(store) == before
            except BaseException as error:  # noqa: BLE001 - handed to the main thread
                errors.append(error)

        threads = [threading.Thread(target=read) for _ in range(2)]
        for thread in threads:
            thread.start()
        store.compact()
        stop.set()
        for thread in threads:
            thread.join()
    assert errors == []


def test_a_long_session_is_read_in_constant_memory_of_turns(tmp_path: Path, ended: VisitEnded) -> None:
    """Row 14: bytes on disk grow with the events alone, and a read does not hold the session."""
    with DirectoryStore(tmp_path / "store", fsync="never") as store:
        sizes = []
        for turn in range(600):
            store.append("s", (ended, ended), expected_seq=2 * turn)
            sizes.append(store._log.end)
        assert sizes[599] - sizes[299] == pytest.approx(sizes[299] - sizes[0], rel=0.05)
        assert [event.seq for event in store.read("s", 3)] == list(range(3, 1201))
