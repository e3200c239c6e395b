"""The directory of a store: its names, its format file and its lock.

Invariant: a directory is a store when its FORMAT file says so, byte for byte; nothing else is ever written to.
"""

from __future__ import annotations

import fcntl
import os
import secrets
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Self

from statecore.errors import CorruptionError, StoreFormatError

__all__ = [
    "BEGUN_NAME",
    "FORMAT_NAME",
    "FORMAT_VERSION",
    "LOCK_NAME",
    "MAINTENANCE_NAME",
    "FileLock",
    "create_format",
    "open_lock",
    "read_format",
    "sync_directory",
    "undisturbed",
]

FORMAT_NAME = "FORMAT"
BEGUN_NAME = "FORMAT.new"
LOCK_NAME = "lock"
MAINTENANCE_NAME = "maintenance.lock"
FORMAT_VERSION = 1
STORE_ID_SIZE = 16
_TITLE = "statecore store"


def _format_text(version: int, store_id: str) -> str:
    body = f"{_TITLE}\nversion {version}\nid {store_id}\n"
    return f"{body}check {zlib.crc32(body.encode()):08x}\n"


def read_format(root: Path) -> bytes:
    """The store's id (16 bytes); raise `StoreFormatError` for another thing, `CorruptionError` for a damaged FORMAT."""
    path = root / FORMAT_NAME
    try:
        text = path.read_bytes().decode("ascii", "replace")
    except FileNotFoundError:
        raise StoreFormatError("this directory holds no Statecore store", path=str(root)) from None
    except NotADirectoryError:
        raise StoreFormatError("this is a file; a store is a directory", path=str(root)) from None
    fields = dict(line.partition(" ")[::2] for line in text.splitlines()[1:])
    version, store_id = fields.get("version", ""), fields.get("id", "")
    if not (version.isdecimal() and text == _format_text(int(version), store_id)):
        raise CorruptionError("the format file is damaged", path=str(path), offset=0)
    if int(version) != FORMAT_VERSION:
        msg = f"the store has format version {version}; this release reads version {FORMAT_VERSION}"
        raise StoreFormatError(msg, path=str(root))
    return bytes.fromhex(store_id)


def open_lock(root: Path, leftovers: frozenset[str]) -> FileLock:
    """Make the directory and open its lock, unless it is in use for something else."""
    try:
        root.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise StoreFormatError("this is a file; a store is a directory", path=str(root)) from None
    if not (root / FORMAT_NAME).exists():
        _refuse_others(root, leftovers)
    return FileLock(root)


def _refuse_others(root: Path, leftovers: frozenset[str]) -> None:
    harmless = {LOCK_NAME, MAINTENANCE_NAME, FORMAT_NAME, BEGUN_NAME} | (
        leftovers if (root / BEGUN_NAME).exists() else frozenset()
    )
    others = sorted(entry.name for entry in root.iterdir() if entry.name not in harmless)
    if others and not (root / FORMAT_NAME).exists():
        msg = f"this directory holds no Statecore store, and it is not empty ({others[0]}): choose another one"
        raise StoreFormatError(msg, path=str(root))


def create_format(root: Path, make_first: Callable[[bytes], None], leftovers: frozenset[str]) -> None:
    """Make `root` a store, unless it is one: call it under the lock. A directory with other files in it is refused.

    `make_first` makes the first segment for the new store's id. FORMAT gets its name last, so a store without its first
    segment has lost it; `leftovers` are the names that a creation which died half way may have left.
    """
    path = root / FORMAT_NAME
    if path.exists():
        return
    _refuse_others(root, leftovers)
    begun = root / BEGUN_NAME
    store_id = secrets.token_bytes(STORE_ID_SIZE)
    with begun.open("wb") as file:
        file.write(_format_text(FORMAT_VERSION, store_id.hex()).encode())
        file.flush()
        os.fsync(file.fileno())
    make_first(store_id)
    begun.replace(path)
    sync_directory(root)


def sync_directory(root: Path) -> None:
    """Make the names in a directory durable."""
    fd = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


@contextmanager
def undisturbed(root: Path) -> Iterator[None]:
    """Hold off compressing and erasing while the files are read; wait for one that is under way.

    A store that was never opened for writing has no lock for it, and one of another user may not let it be opened:
    there nothing is held off.
    """
    try:
        fd = os.open(root / MAINTENANCE_NAME, os.O_RDONLY | os.O_CLOEXEC)
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        yield
        return
    try:
        fcntl.flock(fd, fcntl.LOCK_SH)
        yield
    finally:
        os.close(fd)


class FileLock:
    """The store's lock between processes: `flock`, so a process that dies holds nothing.

    One thread at a time may hold it through one object; a forked child opens its own.
    """

    def __init__(self, root: Path, name: str = LOCK_NAME) -> None:
        """Open (and create) a lock file of the store at `root`."""
        self._path = root / name
        self._fd = self._open()
        self._pid = os.getpid()

    def _open(self) -> int:
        return os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)

    def __enter__(self) -> Self:
        """Wait for the lock, and hold it."""
        if self._pid != os.getpid():
            # A fork shares the parent's lock: two processes would both hold it.
            os.close(self._fd)
            self._fd, self._pid = self._open(), os.getpid()
        fcntl.flock(self._fd, fcntl.LOCK_EX)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let go of the lock."""
        fcntl.flock(self._fd, fcntl.LOCK_UN)

    def close(self) -> None:
        """Release the file."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1
