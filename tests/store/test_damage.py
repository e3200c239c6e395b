"""What a directory store does with files that were cut, filled with zeros, or changed.

The numbers in docstrings are the rows of the fault table in docs/store.md.
"""

from __future__ import annotations

import os
import random
import shutil
import threading
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

from statecore.codec import Plain, pack
from statecore.errors import CorruptionError, ReadOnlyError, StoreError, StoreFormatError
from statecore.events import Event, VisitEnded
from store.contract import salt_text
from store.directory import DirectoryStore
from store.frames import Kind
from store.layout import MAINTENANCE_NAME, FileLock, read_format
from store.segments import Segment
from store.verify import verify_directory

Turns = Callable[..., tuple[Event, ...]]
THOROUGH = os.environ.get("STATECORE_THOROUGH") == "1"


def write_turns(path: Path, turn_of: Turns, turns: int, segment_bytes: int = 1 << 26) -> list[tuple[int, str, int]]:
    """Two sessions in turn, each message with words; returns the last file's size, the session and its seq by turn."""
    ends = []
    with DirectoryStore(path, fsync="never", segment_bytes=segment_bytes, compress=False) as store:
        seqs = {"s": 0, "t": 0}
        for turn in range(1, turns + 1):
            name = "st"[turn % 2]
            words = salt_text(f"words of turn {turn}")
            events = turn_of(turn, words)[-2:-1]  # the message alone: small, and every byte of it is tried
            seqs[name] = store.append(name, events, expected_seq=seqs[name], texts=(words,)).seq
            ends.append((last_segment(path).stat().st_size, name, seqs[name]))
    return ends


def last_segment(path: Path) -> Path:
    """The newest segment file."""
    return max(path.glob("*.log"))


def heads(store: DirectoryStore) -> dict[str, int]:
    """The seq of every session."""
    return {name: store.head(name).seq for name in store.sessions()}


def whole_turns(ends: list[tuple[int, str, int]], size: int) -> dict[str, int]:
    """The heads that a file cut at `size` still holds."""
    return {name: seq for end, name, seq in ends if end <= size}


@pytest.mark.parametrize("tail", [b"", b"\0" * 700], ids=["cut", "cut and filled with zeros"])
def test_a_log_cut_at_any_byte_opens_to_its_whole_turns_and_goes_on(
    tmp_path: Path, turn_of: Turns, ended: VisitEnded, tail: bytes
) -> None:
    """Rows 37, 41, 42: torn tails are truncated, then appended to; what is appended survives another reopening."""
    ends = write_turns(tmp_path / "store", turn_of, 3 if THOROUGH else 2)
    log = last_segment(tmp_path / "store")
    data = log.read_bytes()
    for size in range(len(data) + 1):
        log.write_bytes(data[:size] + tail)
        with DirectoryStore(tmp_path / "store", fsync="never") as store:
            assert heads(store) == whole_turns(ends, size), size
            seq = store.head("s").seq
            assert store.append("s", (ended,), expected_seq=seq).seq == seq + 1
        with DirectoryStore(tmp_path / "store", fsync="never") as store:
            assert store.head("s").seq == seq + 1
            assert store.recovered == ()
        assert verify_directory(tmp_path / "store").ok


def test_the_last_segment_of_several_may_be_cut_at_any_byte(tmp_path: Path, turn_of: Turns) -> None:
    write_turns(tmp_path / "store", turn_of, 8, segment_bytes=700)
    log = last_segment(tmp_path / "store")
    assert log.name > "00000002.log"
    data = log.read_bytes()
    before = verify_directory(tmp_path / "store").anchor.turns
    for size in range(0, len(data), 1 if THOROUGH else 3):
        log.write_bytes(data[:size])
        with DirectoryStore(tmp_path / "store", fsync="never", segment_bytes=700) as store:
            assert store.anchor().turns <= before
            seq = store.head("s").seq
            store.append("s", turn_of(9), expected_seq=seq)
        assert verify_directory(tmp_path / "store").ok, size
        log.unlink()
        for newer in (tmp_path / "store").glob("*.log"):
            if newer.name > log.name:
                newer.unlink()


def test_a_read_only_store_reads_past_a_torn_tail_without_touching_it(tmp_path: Path, turn_of: Turns) -> None:
    ends = write_turns(tmp_path / "store", turn_of, 3)
    log = last_segment(tmp_path / "store")
    data = log.read_bytes()[:-5]
    log.write_bytes(data)
    with DirectoryStore(tmp_path / "store", readonly=True) as store:
        assert heads(store) == whole_turns(ends, len(data))
        with pytest.raises(ReadOnlyError):
            store.append("s", turn_of(9), expected_seq=0)
    assert log.read_bytes() == data
    assert verify_directory(tmp_path / "store").status == "torn"


def test_zeros_are_never_read_as_records(tmp_path: Path, turn_of: Turns) -> None:
    """A zero-filled tail after a power loss holds no ghost record: the empty record's CRC-32 would be zero."""
    ends = write_turns(tmp_path / "store", turn_of, 2)
    log = last_segment(tmp_path / "store")
    whole = log.read_bytes()
    for zeros in (1, 8, 16, 17, 4096):
        log.write_bytes(whole + bytes(zeros))
        report = verify_directory(tmp_path / "store")
        assert (report.status, report.anchor.turns) == ("intact", 2), "zeros are room for what comes next"
        with DirectoryStore(tmp_path / "store") as store:
            assert heads(store) == whole_turns(ends, len(whole))
            assert store.recovered == ()
        assert log.read_bytes() == whole


@pytest.mark.parametrize("compact", [False, True], ids=["as written", "compressed"])
def test_every_flipped_bit_is_found_and_its_file_named(tmp_path: Path, turn_of: Turns, *, compact: bool) -> None:
    """Row 42 and section 4 of the notes: no flip in any file of the store goes undetected."""
    write_turns(tmp_path / "store", turn_of, 6, segment_bytes=1_000)
    with DirectoryStore(tmp_path / "store") as store:
        store.pseudonym("ann")
        assert not compact or store.compact() >= 1
        anchor = store.anchor()
    files = [path for path in sorted((tmp_path / "store").iterdir()) if path.stat().st_size]
    assert {path.suffix for path in files} == (
        {"", ".keys", ".log", ".hint", ".sealed", ".texts"} if compact else {"", ".keys", ".log"}
    )
    bits = [(path, bit) for path in files for bit in range(path.stat().st_size * 8)]
    chosen = random.Random(5).sample(bits, min(len(bits), 10_000 if THOROUGH else 600))
    for path, bit in chosen:
        data = bytearray(path.read_bytes())
        data[bit // 8] ^= 1 << bit % 8
        path.write_bytes(data)
        try:
            report = verify_directory(tmp_path / "store", anchor)
            named = {finding.path: finding.offset for finding in reversed(report.findings)}
            assert not report.ok, (path.name, bit)
            assert str(path) in named, (path.name, bit)
            assert named[str(path)] <= bit // 8
        except StoreFormatError as error:
            assert path.name == "FORMAT", error  # noqa: PT017 - only a flip in the version line may say so
        data[bit // 8] ^= 1 << bit % 8
        path.write_bytes(data)
    assert verify_directory(tmp_path / "store", anchor).ok


def test_a_flip_anywhere_in_the_log_refuses_writing_and_loses_nothing(tmp_path: Path, turn_of: Turns) -> None:
    """Row 42: damage is not a tail, even in the last frame; the length field has a check of its own."""
    write_turns(tmp_path / "store", turn_of, 4)
    log = last_segment(tmp_path / "store")
    data = log.read_bytes()
    for at in range(0, len(data), 1 if THOROUGH else 3):
        log.write_bytes(data[:at] + bytes((data[at] ^ 1 << at % 8,)) + data[at + 1 :])
        with pytest.raises(CorruptionError) as caught:
            DirectoryStore(tmp_path / "store")
        assert caught.value.path == str(log)
        assert caught.value.offset <= at
    log.write_bytes(data)
    assert verify_directory(tmp_path / "store").ok


def test_a_damaged_store_can_still_be_read_around_the_damage(tmp_path: Path, turn_of: Turns) -> None:
    """Row 18: nothing damaged is skipped in silence: the session that lost a turn raises, the other reads on."""
    ends = write_turns(tmp_path / "store", turn_of, 6)
    log = last_segment(tmp_path / "store")
    data = bytearray(log.read_bytes())
    data[(ends[1][0] + ends[2][0]) // 2] ^= 4  # in the third turn, which is t's
    log.write_bytes(data)
    with DirectoryStore(tmp_path / "store", readonly=True) as store:
        assert store.recovered[0].status == "damaged"
        assert len(list(store.read("s"))) == store.head("s").seq
        with pytest.raises(CorruptionError):
            list(store.read("t"))
    report = verify_directory(tmp_path / "store")
    assert report.status == "damaged"
    assert {finding.session_id for finding in report.findings} >= {None, "t"}


def test_a_record_that_is_no_turn_is_damage_not_silence(tmp_path: Path, turn_of: Turns) -> None:
    """Row 18: a frame with a sound checksum and a payload that is nil, a number or a list is named."""
    records: tuple[Plain, ...] = (None, 7, [1, 2], ["s", 1, None, b"", b"", []])
    for value in records:
        path = tmp_path / f"store {value!r}"
        write_turns(path, turn_of, 2)
        segment = Segment(path, read_format(path), 1, writable=True)
        end = segment.size()
        segment.write(segment.encode(Kind.TURN, bytes(8) + pack(value), end), end, sync=False)
        segment.close()
        report = verify_directory(path)
        assert (report.status, report.findings[0].offset) == ("damaged", end)
        with pytest.raises(StoreError):
            DirectoryStore(path)


def test_a_missing_segment_is_damage(tmp_path: Path, turn_of: Turns) -> None:
    write_turns(tmp_path / "store", turn_of, 8, segment_bytes=700)
    segments = sorted((tmp_path / "store").glob("*.log"))
    assert len(segments) >= 3
    for missing in segments:
        kept = missing.read_bytes()
        missing.unlink()
        with pytest.raises(CorruptionError):
            DirectoryStore(tmp_path / "store")
        assert verify_directory(tmp_path / "store").status == "damaged"
        missing.write_bytes(kept)
    assert verify_directory(tmp_path / "store").ok


def test_a_segment_of_another_store_is_damage(tmp_path: Path, turn_of: Turns) -> None:
    for name in ("one", "two"):
        write_turns(tmp_path / name, turn_of, 2)
    shutil.copy(last_segment(tmp_path / "one"), last_segment(tmp_path / "two"))
    with pytest.raises(CorruptionError):
        DirectoryStore(tmp_path / "two")
    assert verify_directory(tmp_path / "two").status == "damaged"


def test_a_writer_that_died_while_beginning_a_segment_left_no_trace(tmp_path: Path, turn_of: Turns) -> None:
    write_turns(tmp_path / "store", turn_of, 4)
    log = last_segment(tmp_path / "store")
    for begun in (b"", b"STATE"):
        (tmp_path / "store" / "00000002.log").write_bytes(begun)
        with DirectoryStore(tmp_path / "store") as store:
            assert store.anchor().turns == 4
        assert last_segment(tmp_path / "store") == log


def test_what_is_no_store_is_refused_by_type_and_left_alone(tmp_path: Path) -> None:
    """Row 10 and 29: a store says which format it has; another version or another directory is a typed error."""
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "letter.txt").write_text("mine")
    (tmp_path / "file").write_text("mine")
    for name in ("other", "file", "file/inside"):
        with pytest.raises(StoreFormatError):
            DirectoryStore(tmp_path / name)
        with pytest.raises(StoreFormatError):
            DirectoryStore(tmp_path / name, readonly=True)
    with pytest.raises(StoreFormatError):
        DirectoryStore(tmp_path / "absent", readonly=True)
    assert [path.name for path in (tmp_path / "other").iterdir()] == ["letter.txt"]
    assert not (tmp_path / "absent").exists()


def test_a_store_of_a_later_format_is_refused_by_type(tmp_path: Path, turn_of: Turns) -> None:
    write_turns(tmp_path / "store", turn_of, 1)
    lines = (tmp_path / "store" / "FORMAT").read_text().splitlines(keepends=True)
    body = "".join([lines[0], "version 2\n", lines[2]])
    (tmp_path / "store" / "FORMAT").write_text(f"{body}check {zlib.crc32(body.encode()):08x}\n")
    with pytest.raises(StoreFormatError, match="version 2"):
        DirectoryStore(tmp_path / "store")


def test_a_creation_that_died_half_way_is_done_again(tmp_path: Path) -> None:
    for step, names in enumerate(
        [{}, {"lock": b""}, {"FORMAT.new": b"state"}, {"FORMAT.new": b"", "00000001.log": b"S"}]
    ):
        path = tmp_path / str(step)
        path.mkdir()
        for name, data in names.items():
            (path / name).write_bytes(data)
        with DirectoryStore(path) as store:
            assert list(store.sessions()) == []
        assert verify_directory(path).ok


def test_a_file_that_does_not_belong_to_a_store_is_named(tmp_path: Path, turn_of: Turns) -> None:
    write_turns(tmp_path / "store", turn_of, 1)
    (tmp_path / "store" / "notes.txt").write_text("hello")
    report = verify_directory(tmp_path / "store")
    assert report.findings[0].path.endswith("notes.txt")


def test_a_verification_waits_for_a_segment_that_is_being_compressed(tmp_path: Path, turn_of: Turns) -> None:
    """Half of a compressed segment under its name is no damage while the other half is on its way."""
    write_turns(tmp_path, turn_of, 2)
    half, reports = tmp_path / "00000001.texts", []
    checking = threading.Thread(target=lambda: reports.append(verify_directory(tmp_path)))
    lock = FileLock(tmp_path, MAINTENANCE_NAME)
    with lock:
        half.write_bytes(b"")
        checking.start()
        checking.join(timeout=0.2)
        assert checking.is_alive()
        half.unlink()
    checking.join(timeout=30)
    lock.close()
    assert reports[0].ok
