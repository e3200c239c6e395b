"""Snapshots of folded state: a cache beside the log, never needed, never trusted.

Invariant: a snapshot is used only for the very head and the very reducers that it was made with; one that is damaged,
of another format or of other reducers is as good as none. Deleting the folder loses nothing but time.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from statecore.codec import pack, unpack
from statecore.digests import digest_bytes
from statecore.errors import CodecError
from store.contract import Head
from store.frames import Kind, encode_frame, parse

__all__ = ["Snapshot", "SnapshotCache"]

_BINDING = 0x5AAB
_VERSION = 1


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A session's folded state, in bytes, at a head."""

    session_id: str
    head: Head
    state: bytes


class SnapshotCache:
    """Snapshots in a folder, the newest of each session; `reducers_digest` is the one in force."""

    def __init__(self, folder: str | Path, reducers_digest: bytes) -> None:
        """Keep snapshots in `folder`, which is made when the first one comes."""
        self._folder = Path(folder)
        self._reducers_digest = reducers_digest

    def _path(self, session_id: str) -> Path:
        return self._folder / f"{digest_bytes(session_id.encode()).hex()[:32]}.snapshot"

    def put(self, snapshot: Snapshot) -> None:
        """Keep a snapshot in place of an older one; it appears whole or not at all."""
        self._folder.mkdir(parents=True, exist_ok=True)
        head = snapshot.head
        value = (_VERSION, snapshot.session_id, self._reducers_digest, head.seq, head.digest, snapshot.state)
        path = self._path(snapshot.session_id)
        temporary = path.with_suffix(f".{os.getpid()}.new")
        temporary.write_bytes(encode_frame(Kind.HINT, pack(value), _BINDING, 0))
        temporary.replace(path)

    def get(self, session_id: str, newest: Head) -> Snapshot | None:
        """The session's snapshot, if the reducers in force made it at `newest` or before.

        The caller checks that the log has this head at this seq, and folds on from there.
        """
        try:
            frame = parse(self._path(session_id).read_bytes(), 0, _BINDING)
            value = None if frame is None else unpack(frame.payload)
        except (FileNotFoundError, CodecError):
            return None
        if not isinstance(value, tuple) or value[:3] != (_VERSION, session_id, self._reducers_digest):
            return None
        seq, digest, state = value[3:]
        if not (isinstance(seq, int) and isinstance(digest, bytes) and isinstance(state, bytes)) or seq > newest.seq:
            return None
        return Snapshot(session_id, Head(seq, digest), state)
