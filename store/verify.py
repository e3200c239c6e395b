"""Checking a store directory: every byte of every file, whether or not the store can be opened.

Invariant: it only reads. It stands on the files alone, not on any index, and every file of the directory is either
checked or named as one that does not belong there.
"""

from __future__ import annotations

import re
from pathlib import Path

from statecore.errors import CorruptionError, StoreFormatError
from store.contract import Anchor, Status, VerifyReport
from store.damage import Broken
from store.erasing import INTENT_NAME, read_intent
from store.frames import Frame, Kind
from store.hints import hint_is_whole
from store.inspector import Inspector
from store.keys import KEYS_NAME, check_keys
from store.layout import FORMAT_NAME, LOCK_NAME, MAINTENANCE_NAME, read_format, undisturbed
from store.logstate import BACK_SIZE, address_of
from store.sealed import sealed_parts
from store.segments import SEGMENT_HEADER_SIZE, Segment, file_name, id_in_segments, segment_numbers
from store.vault import decode_text
from store.walk import walk_around

__all__ = ["verify_directory"]

_OWN = re.compile(r"[0-9]{8}\.(log|sealed|texts|hint)")


def verify_directory(path: str | Path, anchor: Anchor | None = None, *, canonical: bool = True) -> VerifyReport:
    """Check the store at `path`; raise `StoreFormatError` only when there is none of this format.

    Compressing and erasing wait meanwhile. Without `canonical` checksums and chains are checked, but not the form of
    each event's bytes: twice as fast.
    """
    root = Path(path)
    inspector = Inspector(anchor, canonical=canonical)
    store_id = _store_id(root, inspector)
    if store_id is not None:
        with undisturbed(root):
            _DirectoryCheck(root, store_id, inspector).run()
    return inspector.report(str(root))


def _store_id(root: Path, inspector: Inspector) -> bytes | None:
    """The store's id; when FORMAT is damaged, the one that the segments' own headers tell."""
    try:
        return read_format(root)
    except CorruptionError as error:
        inspector.fault("damaged", error.path, error.offset, "the format file fails its check")
    except StoreFormatError:
        if not root.is_dir() or (root / FORMAT_NAME).exists() or not segment_numbers(root):
            raise
        inspector.fault("damaged", str(root / FORMAT_NAME), 0, "the format file is missing")
    return id_in_segments(root)


class _DirectoryCheck:
    """One pass over a store's files."""

    def __init__(self, root: Path, store_id: bytes, inspector: Inspector) -> None:
        self._root = root
        self._store_id = store_id
        self._inspector = inspector
        self._lasts: dict[str, int] = {}

    def run(self) -> None:
        numbers = segment_numbers(self._root)
        newest = max(numbers, default=1)
        for number in range(1, newest + 1):
            self._segment(number, last=number == newest)
        for entry in sorted(self._root.iterdir()):
            self._other_file(entry)
        self._texts_of_keys()

    def _texts_of_keys(self) -> None:
        for broken in check_keys(self._root, self._store_id):
            self._inspector.fault("damaged", str(self._root / KEYS_NAME), broken.offset, broken.what)

    def _other_file(self, entry: Path) -> None:
        name, path = entry.name, str(entry)
        if name.endswith(".hint") and _OWN.fullmatch(name):
            if not hint_is_whole(entry.read_bytes(), self._store_id, int(name[:8])):
                self._inspector.fault("damaged", path, 0, "this hint fails its check: it can be deleted")
        elif name == INTENT_NAME:
            whole = read_intent(self._root, self._store_id) is not None
            what = "an erasure that has not finished: opening the store for writing finishes it"
            self._inspector.fault("torn" if whole else "damaged", path, 0, what if whole else "fails its check")
        elif name.endswith(".texts") and not entry.with_suffix(".sealed").exists():
            self._inspector.fault("torn", path, 0, "left over from compressing a segment: compacting removes it")
        elif name in {LOCK_NAME, MAINTENANCE_NAME}:
            if entry.stat().st_size:
                self._inspector.fault("damaged", path, 0, "the lock file is not empty")
        elif name not in {FORMAT_NAME, KEYS_NAME} and not name.endswith(".new") and not _OWN.fullmatch(name):
            self._inspector.fault("damaged", path, 0, "a file that is no part of a store")

    def _segment(self, number: int, *, last: bool) -> None:
        try:
            if (self._root / file_name(number, "sealed")).exists():
                self._sealed(number, last=last)
                return
            segment = Segment(self._root, self._store_id, number, writable=False)
        except CorruptionError as error:
            self._inspector.fault("damaged", error.path, error.offset, "missing, or its end is")
            return
        if (broken := segment.header_state()) is not None:
            self._broken(segment, broken, last=last)
        self._frames(segment, last=last)

    def _sealed(self, number: int, *, last: bool) -> None:
        for path, found in sealed_parts(self._root, self._store_id, number):
            if isinstance(found, Broken):
                self._inspector.fault("damaged", str(path), found.offset, found.what)
            else:
                self._frame(str(path), number, found)
        if last:
            path = self._root / file_name(number + 1)
            self._inspector.fault("damaged", str(path), 0, "this segment is missing: the one before is full")

    def _frames(self, segment: Segment, *, last: bool) -> None:
        seal = None
        at = end = SEGMENT_HEADER_SIZE
        for found in walk_around(segment, at, segment.size()):
            if isinstance(found, Broken):
                self._broken(segment, found, last=last)
            else:
                at = found.end
                end = at if found.kind in {Kind.TURN, Kind.SEAL} else end
                seal = found if found.kind == Kind.SEAL else seal
                self._frame(str(segment.path), segment.number, found)
        self._ends_as_it_should(segment, end, at, full=seal is not None and seal.end == at, last=last)

    def _ends_as_it_should(self, segment: Segment, end: int, at: int, *, full: bool, last: bool) -> None:
        if at > end:
            self._broken(segment, Broken(end, "torn", "words without their turn"), last=last)
        follower = self._root / file_name(segment.number + 1)
        if last and full:
            self._inspector.fault("damaged", str(follower), 0, "this segment is missing: the one before is full")
        begun = follower.exists() and follower.stat().st_size <= SEGMENT_HEADER_SIZE
        if not (last or full or begun):
            self._inspector.fault("damaged", str(segment.path), end, "the segment ends without its seal")

    def _broken(self, segment: Segment, broken: Broken, *, last: bool) -> None:
        status: Status = "torn" if broken.why == "torn" and last else "damaged"
        self._inspector.fault(status, str(segment.path), broken.offset, broken.what)

    def _frame(self, path: str, number: int, frame: Frame) -> None:
        if frame.kind == Kind.TURN:
            self._turn(path, number, frame)
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

    def _turn(self, path: str, number: int, frame: Frame) -> None:
        turn = self._inspector.turn(frame.payload[BACK_SIZE:], path, frame.offset)
        if turn is None:
            return
        back = int.from_bytes(frame.payload[:BACK_SIZE], "little")
        if back != self._lasts.get(turn.session_id, 0):
            what = "the link to the session's turn before leads elsewhere"
            self._inspector.fault("damaged", path, frame.offset, what, session_id=turn.session_id, seq=turn.first_seq)
        self._lasts[turn.session_id] = address_of(number, frame.offset)
