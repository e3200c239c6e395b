"""Salvage takes what is whole from a damaged store into a new one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from statecore.events import Event
from store.contract import salt_text
from store.directory import DirectoryStore
from store.memory import MemoryStore
from store.salvage import salvage
from store.verify import verify_directory

Turns = Callable[..., tuple[Event, ...]]


def damaged(path: Path, turn_of: Turns, *, compact: bool) -> tuple[int, Path]:
    """A store of two sessions with one byte changed somewhere in its middle."""
    with DirectoryStore(path, fsync="never", segment_bytes=6_000, compress=False) as store:
        for turn in range(1, 21):
            name = "st"[turn % 2]
            words = salt_text(f"words {turn}")
            seq = store.head(name).seq
            store.append(name, turn_of(turn, words), expected_seq=seq, texts=(words,))
        if compact:
            assert store.compact() > 1
    victim = path / ("00000002.sealed" if compact else "00000002.log")
    data = bytearray(victim.read_bytes())
    data[len(data) // 2] ^= 16
    victim.write_bytes(data)
    return 20, victim


def check(path: Path, turn_of: Turns, *, compact: bool) -> None:
    """Salvage the store at `path` and hold the result against it."""
    turns, victim = damaged(path, turn_of, compact=compact)
    with DirectoryStore(path.with_name("saved")) as target:
        report = salvage(path, target)
        assert 0 < report.turns < turns
        assert report.lost > 0
        assert report.turns + report.lost <= turns
        assert report.texts == report.turns
        assert [finding.path for finding in report.findings] == [str(victim)]
        assert target.anchor().turns == report.turns
    assert verify_directory(path.with_name("saved")).ok


def test_a_damaged_segment_costs_its_sessions_their_later_turns_only(tmp_path: Path, turn_of: Turns) -> None:
    check(tmp_path / "store", turn_of, compact=False)


def test_a_damaged_block_costs_its_sessions_their_later_turns_only(tmp_path: Path, turn_of: Turns) -> None:
    check(tmp_path / "store", turn_of, compact=True)


def test_a_sound_store_is_salvaged_whole_even_without_its_format_file(tmp_path: Path, turn_of: Turns) -> None:
    with DirectoryStore(tmp_path / "store") as store:
        store.append("s", turn_of(1), expected_seq=0)
        turns = list(store.turns("s"))
    path = tmp_path / "store" / "FORMAT"
    path.write_bytes(b"x" + path.read_bytes()[1:])
    with MemoryStore() as target:
        report = salvage(tmp_path / "store", target)
        assert (report.turns, report.lost) == (1, 0)
        assert list(target.turns("s")) == turns
