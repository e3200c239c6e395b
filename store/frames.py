"""Frames: how one record lies in a file so that any damage to it is seen.

Layout (little-endian): magic u16, kind u8, version u8, payload length u32, lead u32, payload check u32, header check
u32, the payload, and an end byte that is not zero. `lead` is the distance from the first frame of the same write. The
header check covers the length; both checks are CRC-32 seeded with the store, the file and the offset, so that zeros,
a moved frame and an old frame at this place are no frames.

Invariant: everything here is pure; what `encode_frame` wrote is the only thing that `parse` returns.
"""

from __future__ import annotations

import struct
import zlib
from enum import IntEnum
from typing import NamedTuple

__all__ = ["FRAME_OVERHEAD", "HEADER_SIZE", "MAGIC_BYTES", "Frame", "Kind", "encode_frame", "frame_size", "parse"]

_MAGIC = 0x5CF7
MAGIC_BYTES = _MAGIC.to_bytes(2, "little")
_VERSION = 1
_END = 0xA5
_HEADER = struct.Struct("<HBBIIII")
_CHECKED = struct.Struct("<HBBIII")
_CHECKED_SIZE = _CHECKED.size
HEADER_SIZE = _HEADER.size
FRAME_OVERHEAD = HEADER_SIZE + 1


class Kind(IntEnum):
    """What a frame holds."""

    TURN = 1
    TEXT = 2
    ERASED = 3
    SEAL = 4
    BLOCK = 5
    TABLE = 6
    HINT = 7
    KEY = 8


class Frame(NamedTuple):
    """A whole frame: file offsets of its start, its end and the write that it was part of, and what it holds."""

    kind: int
    offset: int
    end: int
    write_start: int
    payload: bytes


def encode_frame(kind: int, payload: bytes, binding: int, offset: int, write_start: int | None = None) -> bytes:
    """The bytes of a frame that is to lie at `offset` of the file that `binding` stands for."""
    seed = zlib.crc32(offset.to_bytes(8, "little"), binding)
    lead = 0 if write_start is None else offset - write_start
    checked = _CHECKED.pack(_MAGIC, kind, _VERSION, len(payload), lead, zlib.crc32(payload, seed))
    return b"".join((checked, zlib.crc32(checked, seed).to_bytes(4, "little"), payload, b"\xa5"))


def frame_size(header: bytes, binding: int, offset: int) -> int | None:
    """The whole size of the frame that starts with this header; None when the header is not valid at this place."""
    if len(header) < HEADER_SIZE:
        return None
    magic, _, version, length, _, _, check = _HEADER.unpack_from(header)
    seed = zlib.crc32(offset.to_bytes(8, "little"), binding)
    if check != zlib.crc32(header[:_CHECKED_SIZE], seed) or magic != _MAGIC or version != _VERSION or length == 0:
        return None
    return int(length) + FRAME_OVERHEAD


def parse(data: bytes, at: int, binding: int, base: int = 0) -> Frame | None:
    """The frame at index `at` of `data`, which starts at offset `base` of its file; None when there is no whole one.

    >>> data = encode_frame(Kind.TURN, b"turn", 7, 0)
    >>> parse(data, 0, 7)
    Frame(kind=1, offset=0, end=25, write_start=0, payload=b'turn')
    >>> parse(data[:-1], 0, 7), parse(data, 0, 8), parse(bytes(40), 0, 7)
    (None, None, None)
    """
    start = at + HEADER_SIZE
    if start > len(data):
        return None
    magic, kind, version, length, lead, payload_check, check = _HEADER.unpack_from(data, at)
    if magic != _MAGIC or version != _VERSION or length == 0:
        return None
    offset, end = base + at, start + length
    seed = zlib.crc32(offset.to_bytes(8, "little"), binding)
    if check != zlib.crc32(data[at : at + _CHECKED_SIZE], seed) or end >= len(data) or data[end] != _END:
        return None
    payload = data[start:end]
    if zlib.crc32(payload, seed) != payload_check:
        return None
    return Frame(kind, offset, base + end + 1, offset - lead, payload)
