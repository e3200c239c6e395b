"""The log of a directory store, kept up to date with what any process writes, and read by address.

Invariant: only the holder of the store's lock repairs or writes; without the lock a log reads up to the last whole
turn and leaves the rest alone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from pathlib import Path

from statecore.errors import CorruptionError, StoreClosedError
from store.contract import Finding, Turn
from store.damage import Broken
from store.frames import HEADER_SIZE, Frame, Kind
from store.hints import Contents, write_hint
from store.logstate import BACK_SIZE, LogState, address_of, split_address
from store.opening import load_log, open_segment
from store.segments import Segment, file_name
from store.texts import TextColumns
from store.turn import decode_turn
from store.vault import TextRecord, decode_text, text_key
from store.walk import walk

__all__ = ["Log"]

_KEPT = 256
_HINT_WORTH = 1 << 18


class Log(LogState):
    """All segments of a store, and the index over them."""

    def load(self) -> None:
        """Read everything anew; see `opening`."""
        load_log(self)

    def take_written(self, turns: list[tuple[Turn, int]], texts: dict[int, int], end: int, header: bytes) -> None:
        """Index what was just written to the active segment.

        `turns` with their offsets, the key and offset of each text, where it ends, and the header of its last turn.
        """
        for turn, offset in turns:
            self.index_turn(turn, offset, (self.index, self.part))
            self.message_ids.note_written(turn, address_of(self.number, offset))
        self.texts.active.update(texts)
        self.end = end
        self.last_frame = (turns[-1][1], header)

    def catch_up(self, *, repair: bool) -> None:
        """Take in what other processes wrote.

        With the lock held, `repair` a tail that one of them left torn. Without it, stop at the last whole turn.
        """
        if self.writing_to is None:
            self.load()
            return
        while (news := self._news()) != "none":
            if news == "changed":
                self.load()  # what was indexed is gone: a writer that ran out of space took its turn back
                return
            broken = self.take(walk(self.active, self.end, live=True), (self.index, self.part), live=True)
            if broken is not None:
                if repair and broken.why != "end":
                    self._repair(broken)
                return
            self._follow()

    def _news(self) -> str:
        """Whether there is something behind `end`, and whether what was indexed last is still there."""
        offset, header = self.last_frame
        if offset and self.active.read(offset, HEADER_SIZE) != header:
            return "changed"
        return "more" if self.active.read(self.end, HEADER_SIZE).strip(b"\0") else "none"

    def _repair(self, broken: Broken) -> None:
        if broken.why == "damaged":
            raise CorruptionError(broken.what, path=str(self.active.path), offset=broken.offset)
        what = broken.what
        self.findings.append(Finding("torn", str(self.active.path), self.end, what))
        self.active.truncate(self.end)

    def _follow(self) -> None:
        """Another process sealed the active segment: go on with the next."""
        self.close_part()
        segment = open_segment(self, self.number + 1)
        if isinstance(segment, Segment):
            self._begin(segment)
        else:
            self.load()  # that one is full and compressed already

    def _begin(self, segment: Segment) -> None:
        self.segments[segment.number] = segment
        self.writing_to = segment
        self.number = segment.number
        self.start_part()

    def roll(self) -> None:
        """Seal the active segment and go on in a new one; call it with the lock held. Raise `OSError` if it fails."""
        number = self.number + 1
        segment = Segment.create(self.root, self.store_id, number)
        try:
            seal = self.active.encode(Kind.SEAL, number.to_bytes(4, "little"), self.end)
            self.active.write(seal, self.end, sync=True)
            self.active.truncate(self.end + len(seal))
        except OSError:
            segment.close()
            raise
        self.end += len(seal)
        self.close_part()
        self._begin(segment)

    def finish(self) -> None:
        """Cut the active segment to its last turn and write its hint; call it with the lock held, caught up."""
        active = self.active
        if active.size() > self.end:
            active.trim(self.end)
        if self.end - self.hinted >= _HINT_WORTH:
            texts = TextColumns.of(self.texts.active)
            full = Contents(self.number, self.end, self.before, self.running.value, self.part, texts)
            write_hint(self.root, self.store_id, full, complete=False, sealed=False)

    def frame(self, address: int) -> Frame:
        """The turn's frame at an address; raise `CorruptionError` when it is damaged."""
        number, offset = split_address(address)
        segment = self.segments.get(number)
        if segment is None:
            if not self.segments:
                raise StoreClosedError("the store was closed: open it again")
            raise CorruptionError("a turn refers to this segment", path=str(self.root / file_name(number)), offset=0)
        return segment.frame(offset)

    def turn(self, address: int) -> tuple[int, Turn]:
        """The turn at an address, and the address of its session's turn before."""
        frame = self.frame(address)
        if frame.kind != Kind.TURN:
            path = str(self.root / file_name(split_address(address)[0]))
            raise CorruptionError("another record than a turn", path=path, offset=frame.offset)
        back = int.from_bytes(frame.payload[:BACK_SIZE], "little")
        return back, decode_turn(frame.payload[BACK_SIZE:], trusted=True)

    def find(self, session_id: str, message_id: str) -> Turn | None:
        """The session's turn with this message id."""
        if session_id not in self.index:
            return None
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

    def text(self, digest: bytes) -> TextRecord | None:
        """The text behind a digest; None when it was erased or never stored."""
        found = self.text_frame(digest)
        return None if found is None or found[1].kind != Kind.TEXT else decode_text(found[1].payload)

    def text_frame(self, digest: bytes) -> tuple[Path, Frame] | None:
        """The file and frame of a text, erased or not; None when it was never stored."""
        place = self.texts.find(text_key(digest), self.number)
        if place is None:
            return None
        segment = self.segments[place.number]
        try:
            frame = segment.text_frame(place.offset)
        except CorruptionError:
            if segment.sealed or not (self.root / file_name(place.number, "sealed")).exists():
                raise
            self.load()  # another process compressed the segment, and its texts have moved
            return self.text_frame(digest)
        return (segment.texts_path, frame) if frame.payload.startswith(digest) else None
