"""What a process knows of a store's log: its files, how far it has read them, and the index over that part.

Invariant: the index holds exactly the whole turns of the files up to `end`.
"""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

from statecore.errors import CodecError, CorruptionError
from store.anchors import RunningAnchor
from store.contract import Finding, Turn
from store.damage import Broken
from store.frames import HEADER_SIZE, Frame, Kind
from store.hints import Contents
from store.index import SessionIndex
from store.message_ids import MessageIds
from store.sealed import SealedSegment
from store.segments import SEGMENT_HEADER_SIZE, Segment, file_name
from store.texts import TextIndex
from store.turn import decode_turn
from store.vault import text_key

__all__ = ["BACK_SIZE", "LogState", "address_of", "split_address"]

BACK_SIZE = 8
"""A turn frame starts with the address of its session's turn before, so that a session reads back from its head."""
_SHIFT = 32


def address_of(number: int, offset: int) -> int:
    """Segment number and byte offset as one integer; 0 is nowhere."""
    return number << _SHIFT | offset


def split_address(address: int) -> tuple[int, int]:
    """Segment number and byte offset.

    >>> split_address(address_of(3, 17))
    (3, 17)
    """
    return address >> _SHIFT, address & ((1 << _SHIFT) - 1)


class LogState:
    """The files and the index; `opening` fills it, `Log` keeps it up to date."""

    def __init__(self, root: Path, store_id: bytes, *, writable: bool) -> None:
        """Know the place, and nothing else yet."""
        self.root = root
        self.store_id = store_id
        self.writable = writable
        self.findings: list[Finding] = []
        self.reset()

    def reset(self) -> None:
        """Forget everything; a file is released when no reading thread uses it any more."""
        self.segments: dict[int, Segment | SealedSegment] = {}
        self.index = SessionIndex()
        self.texts = TextIndex()
        self.message_ids = MessageIds()
        self.running = RunningAnchor()
        self.number = 0
        self.full: list[Contents] = []
        self.writing_to: Segment | None = None
        self.start_part()

    def start_part(self) -> None:
        """Begin with another segment: what it holds is kept apart too, for its hint."""
        self.end = SEGMENT_HEADER_SIZE
        self.hinted = SEGMENT_HEADER_SIZE
        self.last_frame: tuple[int, bytes] = (0, b"")
        self.part = SessionIndex()
        self.before = self.running.value

    def close_part(self) -> Contents:
        """The segment is full: keep what its hint will tell."""
        self.texts.seal(self.number)
        full = Contents(
            self.number, self.end, self.before, self.running.value, self.part, self.texts.columns(self.number)
        )
        self.full.append(full)
        return full

    @property
    def active(self) -> Segment:
        """The segment that is written to."""
        if self.writing_to is None:
            raise CorruptionError("this segment is missing", path=str(self.root / file_name(1)), offset=0)
        return self.writing_to

    def take(
        self, frames: Generator[Frame, None, Broken], targets: tuple[SessionIndex, ...], *, live: bool = False
    ) -> Broken | None:
        """Index whole turns and their texts; say what stopped it, None when that was the segment's seal."""
        texts: dict[int, int] = {}
        broken: Broken | None = None
        while broken is None:
            try:
                frame = next(frames)
            except StopIteration as stop:
                broken = stop.value
                continue
            try:
                if self.take_frame(frame, texts, targets, live=live):
                    return None
            except CodecError as error:
                broken = Broken(frame.offset, "damaged", str(error))
        self.mark_last()
        if broken.why == "end" and broken.offset > self.end:
            return Broken(self.end, "torn", "words without their turn")
        return broken

    def mark_last(self) -> None:
        """Remember the header of the last turn, to see later whether it is still there."""
        offset, header = self.last_frame
        if offset and not header:
            self.last_frame = (offset, self.active.read(offset, HEADER_SIZE))

    def take_frame(
        self, frame: Frame, texts: dict[int, int], targets: tuple[SessionIndex, ...], *, live: bool = False
    ) -> bool:
        """Index one frame; texts only count once their turn is there. Whether it was the segment's seal."""
        if frame.kind == Kind.TURN:
            turn = decode_turn(frame.payload[BACK_SIZE:], trusted=True)
            self.index_turn(turn, frame.offset, targets)
            if live:
                self.message_ids.note(turn, address_of(self.number, frame.offset))
            self.texts.active.update(texts)
            texts.clear()
        elif frame.kind in {Kind.TEXT, Kind.ERASED}:
            texts[text_key(frame.payload)] = frame.offset
            return False
        self.end = frame.end
        return frame.kind == Kind.SEAL

    def index_turn(self, turn: Turn, offset: int, targets: tuple[SessionIndex, ...]) -> None:
        """Take one turn of the current segment into the indexes."""
        address = address_of(self.number, offset)
        for target in targets:
            target.apply(turn, address)
        self.running.take(turn)
        self.last_frame = (offset, b"")
