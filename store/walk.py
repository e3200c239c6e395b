"""Walking a segment file frame by frame, in windows, so that no file has to fit in memory.

Invariant: every byte from the start of a walk belongs to a yielded frame or to the `Broken` that ends it.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Protocol

from store.damage import Broken, classify, resync
from store.frames import HEADER_SIZE, Frame, parse

__all__ = ["Readable", "walk", "walk_around"]

_FIRST_WINDOW = 1 << 16
_LARGEST_WINDOW = 1 << 23


class Readable(Protocol):
    """A file of frames."""

    @property
    def binding(self) -> int:
        """What its frames' checks are seeded with."""
        ...

    def read(self, offset: int, size: int) -> bytes:
        """Up to `size` bytes from `offset`; fewer only at the end of the file."""
        ...


def walk(file: Readable, start: int, *, live: bool = False) -> Generator[Frame, None, Broken]:
    """Yield the whole frames from `start` on; return why there is none after the last.

    `live` takes zeros where a frame would start for the end, without reading what lies behind: right for a file that
    other processes write to, where only a power loss leaves gaps.
    """
    window = _FIRST_WINDOW
    while True:
        data = file.read(start, window)
        at = 0
        while (frame := parse(data, at, file.binding, start)) is not None:
            yield frame
            at = frame.end - start
        if at:
            start += at
            window = min(window * 4, _LARGEST_WINDOW)
        elif live and not data[:HEADER_SIZE].strip(b"\0"):
            return Broken(start, "end", "the end of the log")
        elif len(data) < window:
            return classify(data, 0, file.binding, start)
        else:
            window *= 4


def walk_around(file: Readable, start: int, size: int) -> Iterator[Frame | Broken]:
    """Yield every whole frame up to file offset `size` and, where there is none, why; then go on behind the damage."""
    while True:
        broken = yield from walk(file, start)
        if broken.why == "end":
            return
        data = file.read(broken.offset, max(size - broken.offset, 0))
        following = resync(data, 0, file.binding, broken.offset)
        yield broken if following is None else broken._replace(why="damaged")
        if following is None:
            return
        start = broken.offset + following
