"""Segment files: the numbered pieces of a log, and reading and writing at byte offsets in them.

Invariant: a segment starts with a header that names its store and its number, under a check of its own; its bytes are
only ever appended to, cut back to the last whole turn, or (texts) overwritten in place by an erasure of equal length.
What lies behind the last turn is zero: space reserved ahead, so that a sync has no new file size to write as well.
"""

from __future__ import annotations

import errno
import os
import re
import struct
import zlib
from pathlib import Path

from statecore.errors import CorruptionError
from store.damage import Broken
from store.frames import HEADER_SIZE, Frame, encode_frame, frame_size, parse
from store.layout import sync_directory

__all__ = [
    "NO_SPACE",
    "SEGMENT_HEADER_SIZE",
    "Segment",
    "binding_of",
    "file_name",
    "id_in_segments",
    "read_at",
    "segment_numbers",
    "write_at",
]

NO_SPACE = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_MAGIC = b"STATELOG"
_VERSION = 1
_HEADER = struct.Struct("<8sH16sI")
SEGMENT_HEADER_SIZE = _HEADER.size + 4
_NAME = re.compile(r"([0-9]{8})\.(log|sealed)")
_FIRST_READ = 4096


def file_name(number: int, kind: str = "log") -> str:
    """The name of a segment's file.

    >>> file_name(1), file_name(1, "hint")
    ('00000001.log', '00000001.hint')
    """
    return f"{number:08d}.{kind}"


def segment_numbers(root: Path) -> list[int]:
    """The numbers of the segments in a directory, in order."""
    return sorted({int(match[1]) for entry in root.iterdir() if (match := _NAME.fullmatch(entry.name))})


def binding_of(store_id: bytes, number: int, kind: str = "log") -> int:
    """What the checks of one file's frames are seeded with."""
    return zlib.crc32(store_id + number.to_bytes(8, "little") + kind.encode())


def _header(store_id: bytes, number: int) -> bytes:
    body = _HEADER.pack(_MAGIC, _VERSION, store_id, number)
    return body + zlib.crc32(body).to_bytes(4, "little")


def id_in_segments(root: Path) -> bytes | None:
    """The store id that the headers of the segments tell, where one is whole: for a store whose FORMAT is not."""
    for number in segment_numbers(root):
        path = root / file_name(number)
        if path.exists():
            with path.open("rb") as file:
                found = file.read(SEGMENT_HEADER_SIZE)
            store_id = found[10:26]
            if found == _header(store_id.ljust(16), number):
                return store_id
    return None


class Segment:
    """One open segment file, uncompressed."""

    sealed = False

    def __init__(self, root: Path, store_id: bytes, number: int, *, writable: bool) -> None:
        """Open the segment's file; raise `CorruptionError` when it is missing."""
        self.path = root / file_name(number)
        self.number = number
        self.binding = binding_of(store_id, number)
        self._header = _header(store_id, number)
        self._fd = -1
        try:
            self._fd = os.open(self.path, (os.O_RDWR if writable else os.O_RDONLY) | os.O_CLOEXEC)
        except FileNotFoundError:
            raise CorruptionError("this segment is missing", path=str(self.path), offset=0) from None
        self._reserved = self.size()

    @classmethod
    def create(cls, root: Path, store_id: bytes, number: int) -> Segment:
        """Make an empty segment, durably; one that was only begun before is replaced."""
        path = root / file_name(number)
        if path.exists() and path.stat().st_size <= SEGMENT_HEADER_SIZE:
            path.unlink()
        fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        try:
            write_at(fd, _header(store_id, number), 0)
            os.fsync(fd)
        finally:
            os.close(fd)
        sync_directory(root)
        return cls(root, store_id, number, writable=True)

    def header_state(self) -> Broken | None:
        """What is wrong with the segment's header: torn when it is cut off or zero, damaged when it is different."""
        found = self.read(0, SEGMENT_HEADER_SIZE)
        if found == self._header:
            return None
        begun = self._header.startswith(found.rstrip(b"\0"))
        unfinished = begun and not self.read(len(found), self.size()).strip(b"\0")
        return Broken(0, "torn" if unfinished else "damaged", "the segment's header fails its check")

    def rewrite_header(self) -> None:
        """Start the segment over, empty, durably."""
        self.truncate(0)
        write_at(self._fd, self._header, 0)
        os.fsync(self._fd)

    def size(self) -> int:
        """The file's size in bytes now."""
        return os.fstat(self._fd).st_size

    def read(self, offset: int, size: int) -> bytes:
        """Up to `size` bytes from `offset`; fewer only at the end of the file."""
        return read_at(self._fd, offset, size)

    def frame(self, offset: int) -> Frame:
        """The frame at `offset`; raise `CorruptionError` when there is no whole one."""
        data = self.read(offset, _FIRST_READ)
        size = frame_size(data[:HEADER_SIZE], self.binding, offset)
        if size is not None and size > len(data):
            data += self.read(offset + len(data), size - len(data))
        frame = parse(data, 0, self.binding, offset)
        if frame is None:
            raise CorruptionError("no record passes its check here", path=str(self.path), offset=offset)
        return frame

    @property
    def texts_path(self) -> Path:
        """The file that the segment's texts lie in."""
        return self.path

    def text_frame(self, offset: int) -> Frame:
        """The frame of a text."""
        return self.frame(offset)

    def encode(self, kind: int, payload: bytes, offset: int, write_start: int | None = None) -> bytes:
        """The bytes of a frame that will lie at `offset`, part of the write that begins at `write_start`."""
        return encode_frame(kind, payload, self.binding, offset, write_start)

    def reserve(self, end: int, step: int) -> None:
        """Make room for writing up to `end`, `step` bytes at a time; where that cannot be done, do without."""
        if end <= self._reserved or step == 0:
            return
        try:
            os.posix_fallocate(self._fd, self._reserved, max(step, end - self._reserved))
        except OSError as error:
            if error.errno not in NO_SPACE | {errno.EOPNOTSUPP, errno.EINVAL}:
                raise
            self._reserved = end  # the write itself will tell whether there is room for it
            return
        self._reserved = self.size()

    def write(self, data: bytes, offset: int, *, sync: bool) -> None:
        """Write at `offset`, and wait until the disk has it."""
        write_at(self._fd, data, offset)
        if sync:
            os.fdatasync(self._fd)

    def truncate(self, size: int) -> None:
        """Cut the file back to `size` bytes, durably."""
        os.ftruncate(self._fd, size)
        os.fdatasync(self._fd)
        self._reserved = size

    def trim(self, size: int) -> None:
        """Give back what was reserved behind `size`; a crash may bring it back, which does no harm."""
        os.ftruncate(self._fd, size)
        self._reserved = size

    def sync(self) -> None:
        """Wait until the disk has all that was written."""
        os.fdatasync(self._fd)

    def close(self) -> None:
        """Release the file."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def __del__(self) -> None:
        """Release the file of a segment that a thread was still reading when it was let go."""
        self.close()


def read_at(fd: int, offset: int, size: int) -> bytes:
    """Up to `size` bytes from `offset`; fewer only at the end of the file."""
    data = os.pread(fd, size, offset)
    if len(data) == size or not data:
        return data
    parts = [data]
    while data and (size := size - len(data)) > 0:
        offset += len(data)
        data = os.pread(fd, size, offset)
        parts.append(data)
    return b"".join(parts)


def write_at(fd: int, data: bytes, offset: int) -> None:
    """Write all of `data` at `offset`; raise `OSError` when that fails, with a part perhaps written."""
    view = memoryview(data)
    while view:
        written = os.pwrite(fd, view, offset)
        view = view[written:]
        offset += written
