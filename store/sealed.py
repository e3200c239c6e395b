"""Sealed segments: a full segment's turns compressed in blocks, its texts apart, each turn under its old address.

Invariant: a sealed segment answers `frame` for every turn of the segment that it was made from, byte for byte the
same. Its texts are a file of their own, uncompressed, so that one can be erased in place.
"""

from __future__ import annotations

import os
import struct
import zlib
from array import array
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from statecore.errors import CorruptionError
from store.damage import Broken
from store.frames import HEADER_SIZE, Frame, Kind, frame_size, parse
from store.segments import binding_of, file_name, read_at
from store.walk import walk, walk_around

__all__ = ["COUNT", "SPAN", "SealedSegment", "sealed_parts"]

_KEPT_BLOCKS = 8
SPAN = struct.Struct("<II")
COUNT = struct.Struct("<I")


class _Block(NamedTuple):
    first: int
    end: int
    offset: int
    size: int


class _Opened(NamedTuple):
    offsets: array[int]
    places: array[int]
    data: bytes


class _File:
    """One of the two files of a sealed segment."""

    def __init__(self, path: Path, binding: int, *, writable: bool = False) -> None:
        self.path = path
        self.binding = binding
        self.fd = -1
        try:
            self.fd = os.open(path, (os.O_RDWR if writable else os.O_RDONLY) | os.O_CLOEXEC)
        except FileNotFoundError:
            raise CorruptionError("this file of a sealed segment is missing", path=str(path), offset=0) from None

    def read(self, offset: int, size: int) -> bytes:
        """Up to `size` bytes from `offset`."""
        return read_at(self.fd, offset, size)

    def __del__(self) -> None:
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1

    def frame(self, offset: int, kinds: tuple[int, ...]) -> Frame:
        """The frame at an offset; raise `CorruptionError` when there is no whole one of those kinds."""
        size = frame_size(self.read(offset, HEADER_SIZE), self.binding, offset)
        frame = None if size is None else parse(self.read(offset, size), 0, self.binding, offset)
        if frame is None or frame.kind not in kinds:
            raise CorruptionError("no record passes its check here", path=str(self.path), offset=offset)
        return frame


class SealedSegment:
    """A compressed segment, open for reading, and for erasing texts."""

    sealed = True

    def __init__(self, root: Path, store_id: bytes, number: int, *, writable: bool) -> None:
        """Open both files and read where the blocks lie; raise `CorruptionError` where that cannot be told."""
        self.number = number
        self.path = root / file_name(number, "sealed")
        self._binding = binding_of(store_id, number)
        self._turns = _File(self.path, binding_of(store_id, number, "sealed"))
        try:
            self.texts = _File(
                root / file_name(number, "texts"), binding_of(store_id, number, "texts"), writable=writable
            )
            self._blocks = list(self._read_blocks())
        except CorruptionError:
            os.close(self._turns.fd)
            raise
        self._firsts = [block.first for block in self._blocks]
        self._cache: OrderedDict[int, _Opened] = OrderedDict()

    def _read_blocks(self) -> Iterator[_Block]:
        """The spans of all blocks, from their headers alone; the last record must be the seal."""
        offset = 0
        while True:
            header = self._turns.read(offset, HEADER_SIZE + SPAN.size)
            size = frame_size(header[:HEADER_SIZE], self._turns.binding, offset)
            if size is None:
                raise CorruptionError("no record passes its check here", path=str(self.path), offset=offset)
            if header[2] == Kind.SEAL:
                return
            first, end = SPAN.unpack_from(header, HEADER_SIZE)
            yield _Block(first, end, offset, size)
            offset += size

    @property
    def end(self) -> int:
        """Where the segment ended."""
        return self._blocks[-1].end if self._blocks else 0

    def frame(self, offset: int) -> Frame:
        """The turn that was at `offset` of the segment; raise `CorruptionError` when it cannot be read."""
        number = bisect_right(self._firsts, offset) - 1
        if number >= 0:
            block = self._open(number)
            place = bisect_right(block.offsets, offset) - 1
            if place >= 0 and block.offsets[place] == offset:
                start = block.places[place]
                frame = parse(block.data, start, self._binding, offset - start)
                if frame is not None:
                    return frame
        raise CorruptionError("a turn of the segment is not in its block", path=str(self.path), offset=offset)

    def _open(self, number: int) -> _Opened:
        found = self._cache.get(number)
        if found is None:
            found = _unpack(self._turns.frame(self._blocks[number].offset, (Kind.BLOCK,)), self.path)
            self._cache[number] = found
            if len(self._cache) > _KEPT_BLOCKS:
                self._cache.popitem(last=False)
        return found

    @property
    def texts_path(self) -> Path:
        """The file that the segment's texts lie in."""
        return self.texts.path

    def text_frame(self, offset: int) -> Frame:
        """The frame of a text."""
        return self.texts.frame(offset, (Kind.TEXT, Kind.ERASED))

    def turn_frames(self) -> Iterator[Frame]:
        """Every turn, in order; raise `CorruptionError` at the first that cannot be read."""
        for number in range(len(self._blocks)):
            block = self._open(number)
            for offset, start in zip(block.offsets, block.places, strict=True):
                frame = parse(block.data, start, self._binding, offset - start)
                if frame is None:
                    raise CorruptionError(
                        "a turn fails its check", path=str(self.path), offset=self._blocks[number].offset
                    )
                yield frame

    def text_frames(self) -> Iterator[Frame]:
        """Every text, in order; raise `CorruptionError` at the first that cannot be read."""
        frames = walk(self.texts, 0)
        while True:
            try:
                frame = next(frames)
            except StopIteration as stop:
                broken: Broken = stop.value
                raise CorruptionError(broken.what, path=str(self.texts.path), offset=broken.offset) from None
            if frame.kind == Kind.SEAL:
                return
            yield frame


def _unpack(frame: Frame, path: Path) -> _Opened:
    try:
        data = zlib.decompress(frame.payload[SPAN.size :])
    except zlib.error as error:
        raise CorruptionError(f"a block does not decompress ({error})", path=str(path), offset=frame.offset) from None
    (count,) = COUNT.unpack_from(data)
    offsets, places = array("I"), array("I")
    middle, end = COUNT.size + 4 * count, COUNT.size + 8 * count
    offsets.frombytes(data[COUNT.size : middle])
    places.frombytes(data[middle:end])
    return _Opened(offsets, places, data[end:])


def sealed_parts(root: Path, store_id: bytes, number: int) -> Iterator[tuple[Path, Frame | Broken]]:
    """Every turn and text of a sealed segment with the file that it lies in, and every place that fails its check."""
    binding = binding_of(store_id, number)
    for kind in ("sealed", "texts"):
        file = _File(root / file_name(number, kind), binding_of(store_id, number, kind))
        size = os.fstat(file.fd).st_size
        end = -1
        for found in walk_around(file, 0, size):
            if isinstance(found, Broken):
                yield file.path, found
            elif found.kind == Kind.SEAL:
                end = found.end
            elif kind == "sealed":
                yield from ((file.path, inner) for inner in _inside(found, file.path, binding))
            else:
                yield file.path, found
        if end != size:
            yield file.path, Broken(max(end, 0), "damaged", "the file does not end with its seal")


def _inside(block: Frame, path: Path, binding: int) -> Iterator[Frame | Broken]:
    try:
        opened = _unpack(block, path)
    except CorruptionError as error:
        yield Broken(block.offset, "damaged", str(error))
        return
    for offset, start in zip(opened.offsets, opened.places, strict=True):
        frame = parse(opened.data, start, binding, offset - start)
        yield Broken(block.offset, "damaged", "a turn in a block fails its check") if frame is None else frame
