"""Sealing: writing the two files of a sealed segment from a full one, and putting them in its place.

Invariant: at every moment, also of a crash, the segment's own file or both finished files are there under their names.
A segment's texts are overwritten before its file is removed.
"""

from __future__ import annotations

import os
import zlib
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, NamedTuple

from statecore.errors import CorruptionError
from store.damage import Broken
from store.frames import Frame, Kind, encode_frame
from store.layout import sync_directory
from store.sealed import COUNT, SPAN
from store.segments import SEGMENT_HEADER_SIZE, Segment, binding_of, file_name
from store.walk import walk

__all__ = ["SealedFiles", "put_in_place", "remove_replaced", "text_sizes", "write_sealed"]

_BLOCK_BYTES = 1 << 16
_LEVEL = 6
_PAUSE_EVERY = 16


def _pack(frames: list[tuple[int, bytes]], binding: int, offset: int) -> bytes:
    """A block of frames (offset in the segment, bytes), as it is to lie at `offset` of the sealed file."""
    offsets, places, at = array("I"), array("I"), 0
    for start, data in frames:
        offsets.append(start)
        places.append(at)
        at += len(data)
    body = COUNT.pack(len(frames)) + offsets.tobytes() + places.tobytes() + b"".join(data for _, data in frames)
    last, data = frames[-1]
    span = SPAN.pack(frames[0][0], last + len(data))
    return encode_frame(Kind.BLOCK, span + zlib.compress(body, _LEVEL), binding, offset)


class SealedFiles(NamedTuple):
    """The finished files of a segment that is about to be sealed, and where its texts lay and will lie."""

    turns: Path
    texts: Path
    moved: dict[int, int]
    sizes: dict[int, int]


def write_sealed(root: Path, store_id: bytes, number: int, pause: Callable[[], None]) -> SealedFiles:
    """Write a full segment's turns, compressed, and its texts into new files beside it.

    Call it with the maintenance lock held: then nothing in the segment changes. `pause` is called every few frames.
    Raise `CorruptionError` when a frame is damaged.
    """
    turns = root / file_name(number, "sealed.new")
    texts = root / file_name(number, "texts.new")
    segment = Segment(root, store_id, number, writable=False)
    try:
        with turns.open("wb") as turns_file, texts.open("wb") as texts_file:
            writer = _Writer(store_id, number, turns_file, texts_file)
            for count, frame in enumerate(_frames_of(segment)):
                writer.add(frame, segment)
                if count % _PAUSE_EVERY == 0:
                    pause()
            writer.finish()
    except BaseException:
        turns.unlink(missing_ok=True)
        texts.unlink(missing_ok=True)
        raise
    finally:
        segment.close()
    return SealedFiles(turns, texts, writer.moved, writer.sizes)


class _Writer:
    """Sorts the frames of a segment into the two files of a sealed one."""

    def __init__(self, store_id: bytes, number: int, turns: BinaryIO, texts: BinaryIO) -> None:
        self._turns = turns
        self._texts = texts
        self._turns_binding = binding_of(store_id, number, "sealed")
        self._texts_binding = binding_of(store_id, number, "texts")
        self._block: list[tuple[int, bytes]] = []
        self._size = 0
        self.moved: dict[int, int] = {}
        self.sizes: dict[int, int] = {}

    def add(self, frame: Frame, segment: Segment) -> None:
        if frame.kind == Kind.TURN:
            data = segment.encode(Kind.TURN, frame.payload, frame.offset, frame.write_start)
            self._block.append((frame.offset, data))
            self._size += len(data)
            if self._size >= _BLOCK_BYTES:
                self._flush()
            return
        self.moved[frame.offset] = self._texts.tell()
        self.sizes[frame.offset] = frame.end - frame.offset
        self._texts.write(encode_frame(frame.kind, frame.payload, self._texts_binding, self._texts.tell()))

    def _flush(self) -> None:
        self._turns.write(_pack(self._block, self._turns_binding, self._turns.tell()))
        self._block, self._size = [], 0

    def finish(self) -> None:
        if self._block:
            self._flush()
        for file, binding in ((self._turns, self._turns_binding), (self._texts, self._texts_binding)):
            file.write(encode_frame(Kind.SEAL, b"sealed", binding, file.tell()))
            file.flush()
            os.fsync(file.fileno())


def _frames_of(segment: Segment) -> Iterator[Frame]:
    """The frames of a full segment up to its seal; raise `CorruptionError` when there is none."""
    frames = walk(segment, SEGMENT_HEADER_SIZE)
    while True:
        try:
            frame = next(frames)
        except StopIteration as stop:
            broken: Broken = stop.value
            raise CorruptionError(broken.what, path=str(segment.path), offset=broken.offset) from None
        if frame.kind == Kind.SEAL:
            return
        yield frame


def put_in_place(root: Path, number: int, files: SealedFiles) -> None:
    """Let the sealed files take their names, texts first; from then on the segment's own file is not needed."""
    files.texts.replace(root / file_name(number, "texts"))
    sync_directory(root)
    files.turns.replace(root / file_name(number, "sealed"))
    sync_directory(root)


def remove_replaced(root: Path, store_id: bytes, number: int, sizes: dict[int, int]) -> None:
    """Overwrite the texts in a segment's own file, then remove it: a removed file's blocks stay on the disk."""
    segment = Segment(root, store_id, number, writable=True)
    try:
        for offset, size in sizes.items():
            segment.write(bytes(size), offset, sync=False)
        segment.sync()
    finally:
        segment.close()
    segment.path.unlink()
    sync_directory(root)


def text_sizes(root: Path, store_id: bytes, number: int) -> dict[int, int]:
    """Where the texts of a full segment lie, and how long their frames are: for a replacement that was cut short."""
    segment = Segment(root, store_id, number, writable=False)
    frames = walk(segment, SEGMENT_HEADER_SIZE)
    return {frame.offset: frame.end - frame.offset for frame in frames if frame.kind != Kind.TURN}
