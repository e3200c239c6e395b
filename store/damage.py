"""Telling an unfinished write from damage, where a file has no whole frame.

A write that did not finish leaves its bytes up to some point and zeros or nothing after it, or (after a power loss)
lacks whole sectors; nothing of a later write can follow it. Everything else that is no frame was one once.

Invariant: pure functions of the file's bytes. Torn is what nobody got a receipt for: it may be cut off. Damaged is
what somebody may have a receipt for: it never is.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from store.frames import HEADER_SIZE, MAGIC_BYTES, Frame, frame_size, parse

__all__ = ["Broken", "classify", "resync"]

_SECTOR = 512


class Broken(NamedTuple):
    """No whole frame at `offset`, and why: the clean `end` of the log, a `torn` write, or `damaged` bytes."""

    offset: int
    why: Literal["end", "torn", "damaged"]
    what: str


def classify(data: bytes, at: int, binding: int, base: int = 0) -> Broken:
    """Why there is no whole frame at index `at` of `data`, which reaches to the end of its file.

    Zeros to the end of the file are space reserved for what comes next: the clean end.

    >>> classify(b"", 0, 7).why, classify(bytes(100), 0, 7).why, classify(b"half a", 0, 7).why
    ('end', 'end', 'torn')
    """
    offset = base + at
    if _zero(data, at, len(data)):
        return Broken(offset, "end", "the end of the log")
    if len(data) - at < HEADER_SIZE:
        return Broken(offset, "torn", "an unfinished frame header")
    size = frame_size(data[at : at + HEADER_SIZE], binding, offset)
    if size is None:
        what = "a frame header that fails its check"
        lost = _zero(data, at + HEADER_SIZE, len(data)) or _lost_sector(data, at, at + HEADER_SIZE, base, whole=False)
    elif at + size > len(data):
        what = f"an unfinished frame: {len(data) - at} of {size} bytes"
        lost = True
    else:
        what = "a frame that fails its check"
        lost = data[at + size - 1] == 0 or _lost_sector(data, at, at + size, base, whole=True)
    torn = lost and _last_write(data, at, binding, base) <= offset
    return Broken(offset, "torn" if torn else "damaged", what)


def _zero(data: bytes, start: int, end: int) -> bool:
    return not data[start:end].strip(b"\0")


def _lost_sector(data: bytes, start: int, end: int, base: int, *, whole: bool) -> bool:
    """Whether a disk sector that `start` to `end` lies in holds zeros only: from `start` on, or as a `whole`."""
    first = start - (base + start) % _SECTOR
    for sector in range(first, end, _SECTOR):
        inside = max(sector, start)
        if whole and (sector < start or sector + _SECTOR > end):
            continue
        if _zero(data, inside, sector + _SECTOR):
            return True
    return False


def _last_write(data: bytes, at: int, binding: int, base: int) -> int:
    """Where the last write began of which a whole frame follows after `at`; -1 when none follows."""
    last = -1
    following = resync(data, at, binding, base)
    while following is not None:
        frame = parse(data, following, binding, base)
        if isinstance(frame, Frame):
            last, following = max(last, frame.write_start), frame.end - base
        else:
            following = resync(data, following, binding, base)
    return last


def resync(data: bytes, at: int, binding: int, base: int = 0) -> int | None:
    """The index of the first whole frame after `at`; None when there is none."""
    found = data.find(MAGIC_BYTES, at + 1)
    while found != -1:
        if parse(data, found, binding, base) is not None:
            return found
        found = data.find(MAGIC_BYTES, found + 1)
    return None
