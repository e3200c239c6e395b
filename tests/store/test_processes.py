"""Several processes on one store, and processes that die.

The numbers in docstrings are the rows of the fault table in docs/store.md.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from statecore.events import Event, VisitEnded
from store.directory import DirectoryStore
from store.verify import verify_directory

Turns = Callable[..., tuple[Event, ...]]
THOROUGH = os.environ.get("STATECORE_THOROUGH") == "1"

WRITER = """
import sys
from statecore.errors import ConflictError
from statecore.events import VisitEnded
from store.directory import DirectoryStore
path, name, turns, sessions, segment_bytes = sys.argv[1:]
won = 0
with DirectoryStore(path, segment_bytes=int(segment_bytes)) as store:
    for turn in range(int(turns)):
        session = f"s{turn % int(sessions)}"
        while True:
            seq = store.head(session).seq
            try:
                events = (VisitEnded(at_us=turn), VisitEnded(at_us=turn))
                receipt = store.append(session, events, expected_seq=seq, message_id=f"{name}-{turn}")
            except ConflictError:
                continue
            print(receipt.session_id, receipt.first_seq, receipt.seq, flush=True)
            break
"""


def writer(path: Path, name: str, turns: int, sessions: int, segment: int = 1 << 26) -> list[str]:
    """The command of a process that appends turns to a store and prints each receipt."""
    return [sys.executable, "-c", WRITER, str(path), name, str(turns), str(sessions), str(segment)]


def start(command: list[str]) -> subprocess.Popen[str]:
    """Start a writer in the project's root."""
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=Path(__file__).parents[2]
    )


def receipts(output: str) -> list[tuple[str, int, int]]:
    """The receipts that a writer printed; a line cut by its death is none."""
    lines = output.splitlines(keepends=True)
    parts = [line.split() for line in lines if line.endswith("\n")]
    return [(name, int(first), int(last)) for name, first, last in parts]


@pytest.mark.parametrize("segment_bytes", [1 << 26, 20_000], ids=["one segment", "many segments"])
def test_four_processes_lose_and_double_no_turn(tmp_path: Path, segment_bytes: int) -> None:
    """Rows 4, 11, 13, 23: compare-and-append between processes: typed conflicts only, and no lock that times out."""
    turns = 25_000 if THOROUGH else 150
    writers = [start(writer(tmp_path / "store", f"w{n}", turns, 3, segment=segment_bytes)) for n in range(4)]
    outputs = [process.communicate() for process in writers]
    assert [error for _, error in outputs] == [""] * 4
    given = sorted(receipt for output, _ in outputs for receipt in receipts(output))
    assert len(given) == len(set(given)) == 4 * turns
    with DirectoryStore(tmp_path / "store", readonly=True) as store:
        assert store.anchor().turns == 4 * turns
        for name in store.sessions():
            firsts = [first for session, first, _ in given if session == name]
            assert firsts == list(range(1, store.head(name).seq, 2))
    report = verify_directory(tmp_path / "store")
    assert report.ok, report.findings


def test_a_reader_in_another_process_only_ever_sees_whole_turns(tmp_path: Path) -> None:
    """Row 26: a reader stops at the last complete turn and is never blocked by a writer."""
    process = start(writer(tmp_path / "store", "w", 400, 1, segment=10_000))
    while not (tmp_path / "store" / "FORMAT").exists():
        time.sleep(0.01)
    seen = 0
    with DirectoryStore(tmp_path / "store", readonly=True) as store:
        while process.poll() is None:
            seq = store.head("s0").seq
            assert seq % 2 == 0
            assert seq >= seen
            seen = seq
            if seq:
                assert [event.seq for event in store.read("s0", max(1, seq - 7))][-1] >= seq
        assert store.head("s0").seq == 800
    _, error = process.communicate()
    assert error == ""


def test_every_receipt_survives_kill_9_at_a_random_moment(tmp_path: Path) -> None:
    """Rows 12, 16, 17: what was acknowledged is there, and the turn that was cut off is there whole or not at all."""
    rng = random.Random(9)
    given: list[tuple[str, int, int]] = []
    for round_ in range(200 if THOROUGH else 6):
        told = tmp_path / "told"
        with told.open("w") as output:
            command = writer(tmp_path / "store", f"w{round_}", 100_000, 2, segment=50_000)
            process = subprocess.Popen(command, stdout=output, cwd=Path(__file__).parents[2])
            while told.stat().st_size == 0 and process.poll() is None:
                time.sleep(0.01)
            time.sleep(rng.random() * 0.1)
            process.send_signal(signal.SIGKILL)
            process.wait()
        given += receipts(told.read_text())
        with DirectoryStore(tmp_path / "store") as store:
            turns = {name: [event.seq for event in store.read(name)] for name in store.sessions()}
            assert all(seqs == list(range(1, len(seqs) + 1)) and len(seqs) % 2 == 0 for seqs in turns.values())
            assert all(last <= len(turns[name]) for name, _, last in given)
            assert store.anchor().turns - len(given) <= round_ + 1
    assert len(given) > 0
    report = verify_directory(tmp_path / "store")
    assert report.ok, report.findings


def test_a_forked_child_and_its_parent_exclude_each_other(tmp_path: Path, ended: VisitEnded) -> None:
    """Row 13: a lock inherited over a fork would be held by both; each process takes its own."""
    with DirectoryStore(tmp_path / "store", fsync="never") as store:
        store.append("s", (ended,), expected_seq=0)
        child = os.fork()
        name = "parent" if child else "child"
        done = 0
        for seq in range(200):
            done = store.append(name, (ended,), expected_seq=seq).seq
        if not child:
            os._exit(0 if done == 200 else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert [store.head(who).seq for who in ("s", "parent", "child")] == [1, 200, 200]
    assert verify_directory(tmp_path / "store").ok


def test_two_stores_on_one_directory_in_one_process_see_each_other(tmp_path: Path, turn_of: Turns) -> None:
    """Row 19: the lock belongs to the file, not to the object."""
    with DirectoryStore(tmp_path / "store") as one, DirectoryStore(tmp_path / "store", segment_bytes=2_000) as two:
        seq = 0
        for turn in range(1, 30):
            seq = (one, two)[turn % 2].append("s", turn_of(turn), expected_seq=seq, message_id=f"m{turn}").seq
            assert one.head("s") == two.head("s")
        assert one.append("s", turn_of(7), expected_seq=0, message_id="m7").replayed
        assert list(one.read("s")) == list(two.read("s"))


def test_opening_and_closing_ten_thousand_sessions_keeps_file_descriptors_flat(
    tmp_path: Path, ended: VisitEnded
) -> None:
    """Row 49."""
    opened = Path("/proc/self/fd")
    if not opened.exists():
        pytest.skip("no /proc here to count file descriptors in")
    with DirectoryStore(tmp_path / "store", fsync="never") as store:
        before = len(list(opened.iterdir()))
        for n in range(10_000 if THOROUGH else 500):
            store.append(f"s{n}", (ended,), expected_seq=0)
            assert len(list(store.read(f"s{n}"))) == 1
        assert len(list(opened.iterdir())) == before
    before = len(list(opened.iterdir()))
    for _ in range(20):
        DirectoryStore(tmp_path / "store").close()
        DirectoryStore(tmp_path / "store", readonly=True).close()
        verify_directory(tmp_path / "store")
    assert len(list(opened.iterdir())) == before
