"""Frames: how one record lies in a file so that any damage to it is seen, and told apart from an unfinished write.

Layout (little-endian): magic u16, kind u8, version u8, payload length u32, payload check u32, header check u32, the
payload, and an end byte that is not zero. The header check covers the length; both checks are CRC-32 seeded with the
store, the segment and the offset, so that zeros, a moved frame and an old frame at this place are no frames.

Invariant: `parse` and `classify` are pure. A frame is whole, or the place is the end, torn (an append that did not
finish: cut it off) or damaged (bytes that were whole once: never cut them off).
"""

from __future__ import annotations

import struct
import zlib
from enum import IntEnum
from typing import Literal, NamedTuple

__all__ = [
    "FRAME_OVERHEAD",
    "HEADER_SIZE",
    "Broken",
    "Frame",
    "Kind",
    "encode_frame",
    "frame_size",
    "parse",
    "resync",
]

_MAGIC = 0x5CF7
_MAGIC_BYTES = _MAGIC.to_bytes(2, "little")
_VERSION = 1
_END = 0xA5
_HEADER = struct.Struct("<HBBIII")
_CHECKED = struct.Struct("<HBBII")
_SECTOR = 512
HEADER_SIZE = _HEADER.size
FRAME_OVERHEAD = HEADER_SIZE + 1


class Kind(IntEnum):
    """What a frame holds."""

    TURN = 1
    TEXT = 2
    ERASED = 3
    SEAL = 4


class Frame(NamedTuple):
    """A whole frame: file offsets of its start and end, and what it holds."""

    kind: int
    offset: int
    end: int
    payload: bytes


class Broken(NamedTuple):
    """No whole frame at `offset`, and why: the clean `end` of the data, a `torn` write, or `damaged` bytes."""

    offset: int
    why: Literal["end", "torn", "damaged"]
    what: str


def encode_frame(kind: Kind, payload: bytes, binding: int, offset: int) -> bytes:
    """The bytes of a frame that is to lie at `offset` of the file that `binding` stands for."""
    seed = zlib.crc32(offset.to_bytes(8, "little"), binding)
    checked = _CHECKED.pack(_MAGIC, kind, _VERSION, len(payload), zlib.crc32(payload, seed))
    return b"".join((checked, zlib.crc32(checked, seed).to_bytes(4, "little"), payload, b"\xa5"))


def frame_size(header: bytes, binding: int, offset: int) -> int | None:
    """The whole size of the frame that starts with this header; None when the header is not valid at this place."""
    if len(header) < HEADER_SIZE:
        return None
    magic, _, version, length, _, check = _HEADER.unpack_from(header)
    seed = zlib.crc32(offset.to_bytes(8, "little"), binding)
    if check != zlib.crc32(header[: HEADER_SIZE - 4], seed) or magic != _MAGIC or version != _VERSION or length == 0:
        return None
    return int(length) + FRAME_OVERHEAD


def parse(data: bytes, at: int, binding: int, base: int = 0) -> Frame | Broken:
    """The frame at index `at` of `data`, which holds its file from offset `base` to the end.

    >>> data = encode_frame(Kind.TURN, b"turn", 7, 0)
    >>> parse(data, 0, 7).payload, parse(data, len(data), 7).why, parse(data[:-1], 0, 7).why
    (b'turn', 'end', 'torn')
    """
    offset, start = base + at, at + HEADER_SIZE
    if start <= len(data):
        magic, kind, version, length, payload_check, check = _HEADER.unpack_from(data, at)
        seed = zlib.crc32(offset.to_bytes(8, "little"), binding)
        end = start + length
        if check == zlib.crc32(data[at : start - 4], seed) and magic == _MAGIC and version == _VERSION and length:
            payload = data[start:end]
            if end < len(data) and data[end] == _END and zlib.crc32(payload, seed) == payload_check:
                return Frame(kind, offset, offset + length + FRAME_OVERHEAD, payload)
    return classify(data, at, binding, base)


def classify(data: bytes, at: int, binding: int, base: int) -> Broken:
    """Why there is no whole frame at index `at`: called only when there is none."""
    offset = base + at
    if at >= len(data):
        return Broken(offset, "end", "the end of the log")
    size = frame_size(data[at : at + HEADER_SIZE], binding, offset)
    if _zero(data, at):
        return Broken(offset, "torn", f"{len(data) - at} zero bytes after the last whole frame")
    if len(data) - at < HEADER_SIZE:
        return Broken(offset, "torn", "an unfinished frame header")
    if size is None:
        why: Literal["torn", "damaged"] = "torn" if _zero(data, at + HEADER_SIZE) else "damaged"
        return Broken(offset, why, "a frame header that fails its check")
    if len(data) - at < size:
        return Broken(offset, "torn", f"an unfinished frame: {len(data) - at} of {size} bytes")
    lost = _zero(data, at + size) and _has_lost_sector(data[at : at + size], offset)
    return Broken(offset, "torn" if lost else "damaged", "a frame that fails its check")


def _zero(data: bytes, at: int) -> bool:
    return not data[at:].strip(b"\0")


def _has_lost_sector(frame: bytes, offset: int) -> bool:
    """Whether a part of a frame never reached the disk: its end, or a whole sector in it, is zero."""
    if frame[-1] == 0:
        return True
    first = -offset % _SECTOR
    return any(not frame[i : i + _SECTOR].strip(b"\0") for i in range(first, len(frame) - _SECTOR + 1, _SECTOR))


def resync(data: bytes, at: int, binding: int, base: int = 0) -> int | None:
    """The index of the first whole frame after `at`; None when there is none. For reporting past damage only."""
    found = data.find(_MAGIC_BYTES, at + 1)
    while found != -1:
        if isinstance(parse_quietly(data, found, binding, base), Frame):
            return found
        found = data.find(_MAGIC_BYTES, found + 1)
    return None


def parse_quietly(data: bytes, at: int, binding: int, base: int) -> Frame | None:
    """The frame at index `at`, or None without asking why not."""
    size = frame_size(data[at : at + HEADER_SIZE], binding, base + at)
    if size is None or at + size > len(data):
        return None
    frame = parse(data[at : at + size], 0, binding, base + at)
    return frame if isinstance(frame, Frame) else None
