"""The log of a directory store: its segments in order, and the index kept up to date with what any process wrote.

Invariant: the index holds exactly the whole turns of the files up to `end`. Only the holder of the store's lock
repairs or writes; without the lock a log reads up to the last whole turn and leaves the rest alone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from pathlib import Path

from statecore.errors import CodecError, CorruptionError, StoreClosedError
from store.contract import Finding
from store.frames import HEADER_SIZE, Broken, Frame, Kind, parse, resync
from store.index import SessionIndex
from store.inspector import EMPTY_ANCHOR, advance
from store.message_ids import MessageIds
from store.segments import SEGMENT_HEADER_SIZE, Segment, segment_name, segment_numbers
from store.turn import Turn, decode_turn
from store.vault import text_key

__all__ = ["BACK_SIZE", "Log", "address_of"]

BACK_SIZE = 8
"""A turn frame starts with the address of its session's turn before, so that a session reads back from its head."""
_SHIFT = 32
_MASK = (1 << _SHIFT) - 1
_KEPT = 256
_SEALED = "a sealed segment"


def address_of(number: int, offset: int) -> int:
    """Segment number and byte offset as one integer; 0 is nowhere."""
    return number << _SHIFT | offset


class Log:
    """All segments of a store, and the index over them."""

    def __init__(self, root: Path, store_id: bytes, *, writable: bool) -> None:
        """Know the place; `load` reads it."""
        self._root = root
        self._store_id = store_id
        self._writable = writable
        self._segments: dict[int, Segment] = {}
        self.findings: list[Finding] = []
        self._reset()

    def _reset(self) -> None:
        for segment in self._segments.values():
            segment.close()
        self._segments = {}
        self._last: tuple[int, bytes] = (0, b"")
        self.index = SessionIndex()
        self.texts: dict[int, int] = {}
        self.message_ids = MessageIds()
        self.anchor = EMPTY_ANCHOR
        self.number = 0
        self.end = 0

    @property
    def active(self) -> Segment:
        """The segment that is written to."""
        return self._segments[self.number]

    def load(self) -> None:
        """Read every segment: with the lock held (writable), repair the tail; raise `CorruptionError` on damage."""
        self._reset()
        numbers = segment_numbers(self._root)
        for number in range(1, max(numbers, default=1) + 1):
            self._open(number)
            self.number = number
            self.end = SEGMENT_HEADER_SIZE
            last = number == numbers[-1]
            self._check_header(last=last)
            sealed = self._absorb(last=last).what == _SEALED
            if not (sealed or last) and self._drop_unused(number + 1, numbers[-1]):
                break
            if not (sealed or last):
                self._damaged(Broken(self.end, "damaged", "the segment ends without its seal"))
            elif sealed and last:
                self._damaged(Broken(self.end, "damaged", "the segment is sealed, but the next one is missing"))

    def _open(self, number: int) -> None:
        if number not in self._segments:
            self._segments[number] = Segment(self._root, self._store_id, number, writable=self._writable)

    def _check_header(self, *, last: bool) -> None:
        broken = self.active.header_state()
        if broken is None:
            return
        if broken.why == "damaged" or not last:
            self._damaged(broken)
        elif self._writable:
            self._note_repair(broken)
            self.active.rewrite_header()

    def _drop_unused(self, number: int, newest: int) -> bool:
        """Whether a following segment was only begun: a process died between making it and sealing this one."""
        path = self._root / segment_name(number)
        if number != newest or path.stat().st_size > SEGMENT_HEADER_SIZE:
            return False
        if self._writable:
            path.unlink()
        return True

    def _damaged(self, broken: Broken) -> None:
        if self._writable:
            msg = f"{broken.what}; the store opens for reading only: run verify, then salvage"
            raise CorruptionError(msg, path=str(self.active.path), offset=broken.offset)
        self.findings.append(Finding("damaged", str(self.active.path), broken.offset, broken.what))

    def _note_repair(self, broken: Broken) -> None:
        self.findings.append(Finding("torn", str(self.active.path), broken.offset, broken.what))

    def _absorb(self, *, last: bool) -> Broken:
        """Index the active segment from `end` on; with the lock held, cut off a torn tail."""
        base = self.end
        data = self.active.read(base, max(self.active.size() - base, 0))
        broken = self._take(data, base)
        while broken.why == "damaged" or (broken.why == "torn" and not last):
            self._damaged(broken)
            following = resync(data, broken.offset - base, self.active.binding, base)
            if following is None:
                break
            self.end = base + following
            broken = self._take(data, base)
        if broken.why == "torn" and self._writable and last:
            self._note_repair(broken)
            self.active.truncate(self.end)
        return broken

    def _take(self, data: bytes, base: int) -> Broken:
        """Index whole turns in `data`, which holds the active segment from `base`; say what stopped it."""
        binding, number = self.active.binding, self.number
        texts: list[tuple[int, int]] = []
        at = self.end - base
        last = -1
        while isinstance(frame := parse(data, at, binding, base), Frame):
            at = frame.end - base
            if frame.kind == Kind.TURN:
                try:
                    turn = decode_turn(frame.payload[BACK_SIZE:], trusted=True)
                except CodecError as error:
                    return Broken(frame.offset, "damaged", str(error))
                self._index(turn, frame.offset)
                self.texts.update(texts)
                last = frame.offset
                texts.clear()
                self.end = frame.end
            elif frame.kind == Kind.SEAL:
                self.end = frame.end
                return Broken(frame.offset, "end", _SEALED)
            else:
                texts.append((text_key(frame.payload), address_of(number, frame.offset)))
        if last >= 0:
            self._last = (last, data[last - base : last - base + HEADER_SIZE])
        if frame.why == "end" and frame.offset > self.end:
            return Broken(self.end, "torn", "words without their turn")
        return frame

    def _index(self, turn: Turn, offset: int) -> None:
        address = address_of(self.number, offset)
        self.index.apply(turn, address)
        self.message_ids.note(turn, address)
        self.anchor = advance(self.anchor, turn)

    def take_written(self, turns: list[tuple[Turn, int]], texts: list[tuple[int, int]], end: int) -> None:
        """Index what was just written to the active segment: turns with their offsets, texts, and where it ends."""
        for turn, offset in turns:
            self._index(turn, offset)
        self.texts.update(texts)
        self.end = end
        self._last = (turns[-1][1], self.active.read(turns[-1][1], HEADER_SIZE))

    def refresh(self) -> None:
        """Take in what other processes wrote, without the lock: up to the last whole turn."""
        self._catch_up(repair=False)

    def catch_up(self) -> None:
        """Take in what other processes wrote, with the lock held: afterwards `end` is the end of the file."""
        self._catch_up(repair=True)

    def _catch_up(self, *, repair: bool) -> None:
        if not self._segments:
            self.load()
            return
        while True:
            size = self.active.size()
            if size == self.end and self._unchanged():
                return
            if size < self.end or not self._unchanged():
                self.load()  # what was indexed is gone: a writer that ran out of space took its turn back
                return
            broken = (
                self._absorb(last=True) if repair else self._take(self.active.read(self.end, size - self.end), self.end)
            )
            if broken.what != _SEALED:
                return
            self.begin(self.number + 1)

    def _unchanged(self) -> bool:
        offset, header = self._last
        return not offset or self.active.read(offset, HEADER_SIZE) == header

    def roll(self) -> None:
        """Seal the active segment and go on in a new one; call it with the lock held. Raise `OSError` if it fails."""
        number = self.number + 1
        segment = Segment.create(self._root, self._store_id, number)
        self.active.write(self.active.encode(Kind.SEAL, number.to_bytes(4, "little"), self.end), self.end, sync=True)
        self._segments[number] = segment
        self.begin(number)

    def begin(self, number: int) -> None:
        """Go on with the next segment."""
        self._open(number)
        self.number = number
        self.end = SEGMENT_HEADER_SIZE
        self._last = (0, b"")

    def frame(self, address: int) -> Frame:
        """The frame at an address; raise `CorruptionError` when it is damaged."""
        segment = self._segments.get(address >> _SHIFT)
        if segment is None:
            if not self._segments:
                raise StoreClosedError("the store was closed: open it again")
            msg = f"a turn refers to segment {address >> _SHIFT}, which is not there"
            raise CorruptionError(msg, path=str(self._root), offset=address & _MASK)
        return segment.frame(address & _MASK)

    def turn(self, address: int) -> tuple[int, Turn]:
        """The turn at an address, and the address of its session's turn before."""
        frame = self.frame(address)
        if frame.kind != Kind.TURN:
            raise CorruptionError("another record than a turn", path=str(self._root), offset=frame.offset)
        back = int.from_bytes(frame.payload[:BACK_SIZE], "little")
        return back, decode_turn(frame.payload[BACK_SIZE:], trusted=True)

    def find(self, session_id: str, message_id: str) -> Turn | None:
        """The session's turn with this message id."""
        address = self.message_ids.find(session_id, message_id, lambda: self._message_ids(session_id))
        return None if address is None else self.turn(address)[1]

    def _message_ids(self, session_id: str) -> Iterator[tuple[int, str | None]]:
        address = self.index.last(session_id)
        while address:
            back, turn = self.turn(address)
            yield address, turn.message_id
            address = back

    def turns(self, address: int, from_seq: int) -> Iterator[Turn]:
        """The turns of the session whose last turn is at `address`, from the one that holds `from_seq` on."""
        newer: list[int] = []
        oldest: deque[Turn] = deque(maxlen=_KEPT)
        while address:
            newer.append(address)
            address, turn = self.turn(address)
            oldest.append(turn)
            if turn.first_seq <= from_seq:
                break
        yield from reversed(oldest)
        for place in reversed(newer[: -len(oldest)]):
            yield self.turn(place)[1]

    def close(self) -> None:
        """Release all files."""
        self._reset()
