"""Pseudonym keys: one secret key for each shopper, so that destroying it cuts the tie between person and log.

Invariant: the log holds a shopper's pseudonym, HMAC(key, shopper id), and never the id. The key file knows a shopper
only by HMAC(secret of the store, shopper id). Once a key is erased the pseudonym cannot be computed again, and the same
person coming back gets another one.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from pathlib import Path

from statecore.digests import DIGEST_SIZE, keyed_digest
from statecore.errors import BadInputError, CorruptionError
from store.damage import Broken
from store.frames import Frame, Kind, encode_frame
from store.layout import sync_directory
from store.segments import binding_of, read_at, write_at
from store.walk import walk_around

__all__ = ["KEYS_NAME", "KEY_SIZE", "KeyFile", "check_keys"]

KEYS_NAME = "0.keys"
KEY_SIZE = 32
_STORE_SECRET = bytes(DIGEST_SIZE)


class KeyFile:
    """The keys of a store, read anew at each use: they are few, and used once a visit."""

    def __init__(self, root: Path, store_id: bytes) -> None:
        """Know the place; the file appears with the first key."""
        self.path = root / KEYS_NAME
        self.binding = binding_of(store_id, 0, "keys")

    def read(self, offset: int, size: int) -> bytes:
        """Up to `size` bytes from `offset`."""
        try:
            fd = os.open(self.path, os.O_RDONLY | os.O_CLOEXEC)
        except FileNotFoundError:
            return b""
        try:
            return read_at(fd, offset, size)
        finally:
            os.close(fd)

    def _frames(self) -> list[Frame]:
        """All whole records, up to one that was not finished; raise `CorruptionError` on damage."""
        size = self.path.stat().st_size if self.path.exists() else 0
        frames: list[Frame] = []
        for found in walk_around(self, 0, size):
            if isinstance(found, Frame):
                frames.append(found)
            elif found.why == "damaged":
                raise CorruptionError(found.what, path=str(self.path), offset=found.offset)
        return frames

    def pseudonym(self, shopper_id: str) -> bytes | None:
        """The shopper's pseudonym; None when there is no key."""
        found = self._find(shopper_id)
        return None if found is None else _pseudonym(found.payload, shopper_id)

    def frame_of(self, shopper_id: str) -> Frame | None:
        """The record of the shopper's key."""
        return self._find(shopper_id)

    def _find(self, shopper_id: str) -> Frame | None:
        keys = [frame for frame in self._frames() if frame.kind == Kind.KEY]
        if not keys:
            return None
        name = keyed_digest(keys[0].payload[DIGEST_SIZE:], _encoded(shopper_id))
        return next((frame for frame in keys[1:] if frame.payload.startswith(name)), None)

    def make(self, shopper_id: str) -> bytes:
        """The shopper's pseudonym, with a new key if need be: call it with the store's lock held."""
        known = self.pseudonym(shopper_id)
        if known is not None:
            return known
        frames = self._frames()
        secret = frames[0].payload[DIGEST_SIZE:] if frames else secrets.token_bytes(KEY_SIZE)
        record = keyed_digest(secret, _encoded(shopper_id)) + secrets.token_bytes(KEY_SIZE)
        self._append(frames[-1].end if frames else 0, [record] if frames else [_STORE_SECRET + secret, record])
        return _pseudonym(record, shopper_id)

    def _append(self, end: int, records: list[bytes]) -> None:
        """Write records behind the last whole one, and wait for the disk."""
        fd = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            os.ftruncate(fd, end)
            for record in records:
                frame = encode_frame(Kind.KEY, record, self.binding, end)
                write_at(fd, frame, end)
                end += len(frame)
            os.fsync(fd)
        finally:
            os.close(fd)
        sync_directory(self.path.parent)


def _encoded(shopper_id: str) -> bytes:
    try:
        return shopper_id.encode()
    except UnicodeEncodeError:
        raise BadInputError("a shopper id is valid text") from None


def _pseudonym(record: bytes, shopper_id: str) -> bytes:
    return keyed_digest(record[DIGEST_SIZE:], _encoded(shopper_id))


def check_keys(root: Path, store_id: bytes) -> Iterator[Broken]:
    """Every place of the key file that fails its check."""
    file = KeyFile(root, store_id)
    size = file.path.stat().st_size if file.path.exists() else 0
    return (found for found in walk_around(file, 0, size) if isinstance(found, Broken))
