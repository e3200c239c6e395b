"""Checking a store directory: every byte of every file, whether or not the store can be opened.

Invariant: it only reads. It stands on the files alone, not on any index, and every file of the directory is either
checked or named as one that does not belong there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from statecore.errors import CorruptionError, StoreFormatError
from store.contract import Anchor, Status, VerifyReport
from store.frames import Broken, Frame, Kind, parse, resync
from store.inspector import Inspector
from store.layout import FORMAT_NAME, LOCK_NAME, read_format
from store.log import BACK_SIZE, address_of
from store.segments import SEGMENT_HEADER_SIZE, Segment, segment_name, segment_numbers
from store.turn import Turn
from store.vault import decode_text

__all__ = ["verify_directory"]


def verify_directory(path: str | Path, anchor: Anchor | None = None) -> VerifyReport:
    """Check the store at `path`; raise `StoreFormatError` only when there is none of this format."""
    root = Path(path)
    inspector = Inspector(anchor)
    store_id = _store_id(root, inspector)
    if store_id is not None:
        _DirectoryCheck(root, store_id, inspector).run()
    return inspector.report(str(root))


def _store_id(root: Path, inspector: Inspector) -> bytes | None:
    """The store's id; when FORMAT is damaged, the one that the segments' own headers tell."""
    try:
        return read_format(root)
    except CorruptionError as error:
        inspector.fault("damaged", error.path, error.offset, "the format file fails its check")
    except StoreFormatError:
        if (root / FORMAT_NAME).exists() or not segment_numbers(root):
            raise
        inspector.fault("damaged", str(root / FORMAT_NAME), 0, "the format file is missing")
    ids = (Segment.id_in_header(root / segment_name(number)) for number in segment_numbers(root))
    return next((found for found in ids if found is not None), None)


class _DirectoryCheck:
    """One pass over a store's files."""

    def __init__(self, root: Path, store_id: bytes, inspector: Inspector) -> None:
        self._root = root
        self._store_id = store_id
        self._inspector = inspector
        self._lasts: dict[str, int] = {}

    def run(self) -> None:
        numbers = segment_numbers(self._root)
        newest = max(numbers, default=0)
        for number in range(1, newest + 1):
            if number in numbers:
                self._segment(number, last=number == newest)
            else:
                self._inspector.fault("damaged", str(self._root / segment_name(number)), 0, "this segment is missing")
        if newest == 0:
            self._inspector.fault("damaged", str(self._root / segment_name(1)), 0, "this segment is missing")
        self._strangers()

    def _strangers(self) -> None:
        for entry in sorted(self._root.iterdir()):
            if entry.name == LOCK_NAME and entry.stat().st_size:
                self._inspector.fault("damaged", str(entry), 0, "the lock file is not empty")
            elif entry.name not in {LOCK_NAME, FORMAT_NAME} and not re.fullmatch(r"[0-9]{8}\.log", entry.name):
                self._inspector.fault("damaged", str(entry), 0, "a file that is no part of a store")

    def _segment(self, number: int, *, last: bool) -> None:
        segment = Segment(self._root, self._store_id, number, writable=False)
        try:
            if (broken := segment.header_state()) is not None:
                self._broken(segment, broken, last=last)
            data = segment.read(0, segment.size())
        finally:
            segment.close()
        seal = None
        at = end = SEGMENT_HEADER_SIZE
        for found in _walk(data, at, segment.binding):
            if isinstance(found, Broken):
                self._broken(segment, found, last=last)
            else:
                at = found.end
                end = at if found.kind in {Kind.TURN, Kind.SEAL} else end
                seal = found if found.kind == Kind.SEAL else seal
                self._frame(segment, found)
        self._close_segment(segment, end, at, sealed=seal is not None and seal.end == at, last=last)

    def _close_segment(self, segment: Segment, end: int, at: int, *, sealed: bool, last: bool) -> None:
        if at > end:
            self._broken(segment, Broken(end, "torn", "words without their turn"), last=last)
        follower = self._root / segment_name(segment.number + 1)
        if last and sealed:
            self._inspector.fault("damaged", str(follower), 0, "this segment is missing: the one before is sealed")
        begun = follower.exists() and follower.stat().st_size <= SEGMENT_HEADER_SIZE
        if not (last or sealed or begun):
            self._inspector.fault("damaged", str(segment.path), end, "the segment ends without its seal")

    def _broken(self, segment: Segment, broken: Broken, *, last: bool) -> None:
        status: Status = "torn" if broken.why == "torn" and last else "damaged"
        self._inspector.fault(status, str(segment.path), broken.offset, broken.what)

    def _frame(self, segment: Segment, frame: Frame) -> None:
        path = str(segment.path)
        if frame.kind == Kind.TURN:
            turn = self._inspector.turn(frame.payload[BACK_SIZE:], path, frame.offset)
            if turn is not None:
                self._links(turn, frame, path, address_of(segment.number, frame.offset))
        elif frame.kind == Kind.TEXT:
            self._inspector.text(*decode_text(frame.payload), path, frame.offset)
        elif frame.kind == Kind.ERASED:
            self._erased(frame, path)
        elif frame.kind != Kind.SEAL:
            self._inspector.fault("damaged", path, frame.offset, f"a record of unknown kind {frame.kind}")

    def _erased(self, frame: Frame, path: str) -> None:
        record = decode_text(frame.payload)
        if (record.salt + record.text).strip(b"\0"):
            self._inspector.fault("damaged", path, frame.offset, "an erased text still has bytes in it")
        self._inspector.erased_text()

    def _links(self, turn: Turn, frame: Frame, path: str, address: int) -> None:
        back = int.from_bytes(frame.payload[:BACK_SIZE], "little")
        if back != self._lasts.get(turn.session_id, 0):
            what = "the link to the session's turn before leads elsewhere"
            self._inspector.fault("damaged", path, frame.offset, what, session_id=turn.session_id, seq=turn.first_seq)
        self._lasts[turn.session_id] = address


def _walk(data: bytes, at: int, binding: int) -> Iterator[Frame | Broken]:
    """Every whole frame, and every place where there is none, damage skipped over."""
    while True:
        found = parse(data, at, binding)
        if isinstance(found, Frame):
            yield found
            at = found.end
            continue
        if found.why == "end":
            return
        following = resync(data, at, binding)
        yield found if following is None else found._replace(why="damaged")
        if following is None:
            return
        at = following
