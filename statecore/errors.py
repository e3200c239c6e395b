"""Every error that Statecore raises on purpose, as one tree: a caller can catch a branch or the root.

StatecoreError
├── BadInputError            what a caller handed in cannot be used
│   ├── CatalogError         a catalog file or index (names file, line)
│   ├── SessionsError        a file of sessions, dialogues or wordings (names file, line)
│   ├── TranscriptError      a file of exported sessions (names file, line)
│   ├── CertificateError     a file that is no certificate of a decision (names file)
│   ├── MessageError         a message, id or reaction
│   └── UnknownPolicyError   no bundle of that name
├── CodecError               bytes or values that the canonical codec refuses
│   ├── NotCanonicalError    bytes that decode, but are not what the codec would have written
│   ├── UnknownKindError     an event kind, or a version of one, that this release does not know
│   └── EventError           a well-formed body that is not a valid event
├── StoreError               the log
│   ├── ConflictError        another writer was first; carries the current head
│   ├── CorruptionError      damaged bytes; carries file and offset
│   ├── MessageIdError       a client message id used again with another body
│   ├── UnknownSessionError  no such session
│   ├── StoreFormatError     not a store, or one of a format that this release does not read
│   ├── StoreFullError       no space left; nothing was changed
│   ├── SyncError            the disk did not confirm; whether the turn is kept shows on reopening
│   ├── ReadOnlyError        the store was opened for reading only
│   └── StoreClosedError     the store was used after close
└── ReplayError              a log that cannot be replayed as asked
    ├── PinsError            the log was written under other digests; names them
    └── RangeError           a seq or turn outside the session; carries the valid range

Messages name what was wrong, where, and what to do. They never contain a shopper's text.
"""

from __future__ import annotations

__all__ = [
    "BadInputError",
    "CatalogError",
    "CertificateError",
    "CodecError",
    "ConflictError",
    "CorruptionError",
    "EventError",
    "MessageError",
    "MessageIdError",
    "NotCanonicalError",
    "PinsError",
    "RangeError",
    "ReadOnlyError",
    "ReplayError",
    "SessionsError",
    "StatecoreError",
    "StoreClosedError",
    "StoreError",
    "StoreFormatError",
    "StoreFullError",
    "SyncError",
    "TranscriptError",
    "UnknownKindError",
    "UnknownPolicyError",
    "UnknownSessionError",
]


class StatecoreError(Exception):
    """The root: anything that Statecore raises on purpose."""


class BadInputError(StatecoreError):
    """What the caller handed in cannot be used; nothing was changed."""


class _FileError(BadInputError):
    """An input file that cannot be used, with where it went wrong.

    `path` is the file, `line` the 1-based line in it, when there is one.
    """

    def __init__(self, message: str, *, path: str | None = None, line: int | None = None) -> None:
        """Say `message`, prefixed with the place."""
        place = path if line is None else f"{path}, line {line}"
        super().__init__(message if place is None else f"{place}: {message}")
        self.path = path
        self.line = line


class CatalogError(_FileError):
    """A catalog file or a compiled index that cannot be used."""


class SessionsError(_FileError):
    """A file of sessions, dialogues or wordings that cannot be used."""


class TranscriptError(_FileError):
    """A file of exported sessions that cannot be imported: malformed, incomplete or changed."""


class CertificateError(_FileError):
    """A file that is no certificate of a decision."""


class MessageError(BadInputError):
    """A message, an id or a reaction that cannot be taken."""


class UnknownPolicyError(BadInputError):
    """No bundle has the name that was asked for."""


class CodecError(StatecoreError):
    """Bytes or values that the canonical codec refuses."""


class NotCanonicalError(CodecError):
    """Bytes that decode, but are not the bytes that the codec writes for their value."""


class UnknownKindError(CodecError):
    """An event kind, or a version of it, that this release does not know."""

    def __init__(self, kind: str, version: int, known: str) -> None:
        """Name the kind and version that were met, and what is known instead."""
        super().__init__(f"unknown event kind {kind!r} version {version}; {known}")
        self.kind = kind
        self.version = version


class EventError(CodecError):
    """A body that decodes, but is not a valid event of its kind."""


class StoreError(StatecoreError):
    """Something about the log itself."""


class ConflictError(StoreError):
    """The session moved on before this append: `seq` and `head_digest` are where it stands now."""

    def __init__(self, session_id: str, *, expected_seq: int, seq: int, head_digest: bytes) -> None:
        """Carry the head that the caller has to read up to before trying again."""
        super().__init__(
            f"session {session_id!r} is at seq {seq}, not at {expected_seq} as expected: read it again and re-decide"
        )
        self.session_id = session_id
        self.expected_seq = expected_seq
        self.seq = seq
        self.head_digest = head_digest


class CorruptionError(StoreError):
    """Damaged bytes inside a store: `path` and byte `offset` say where."""

    def __init__(self, message: str, *, path: str, offset: int) -> None:
        """Name the damage and its place."""
        super().__init__(f"{path}, byte {offset}: {message}")
        self.path = path
        self.offset = offset


class MessageIdError(StoreError):
    """A client message id was used before in this session with a different body."""


class UnknownSessionError(StoreError):
    """The store holds no session of that id."""


class StoreFormatError(StoreError):
    """A path that holds no store, or a store in a format that this release does not read; `path` names it."""

    def __init__(self, message: str, *, path: str) -> None:
        """Say what was found at `path`."""
        super().__init__(f"{path}: {message}")
        self.path = path


class StoreFullError(StoreError):
    """No space was left to write: nothing was appended, nothing stored is lost; it works again once space returns."""


class SyncError(StoreError):
    """The operating system did not confirm that bytes are on disk: the store has to be opened again."""


class ReadOnlyError(StoreError):
    """The store was opened for reading only."""


class StoreClosedError(StoreError):
    """The store was used after it was closed."""


class ReplayError(StatecoreError):
    """A log that cannot be replayed as asked."""


class PinsError(ReplayError):
    """The log was written under other digests than the ones at hand; `changed` names them."""

    def __init__(self, message: str, *, changed: tuple[str, ...]) -> None:
        """Name the digests that differ."""
        super().__init__(message)
        self.changed = changed


class RangeError(ReplayError):
    """A seq or a turn outside of the session; the message gives the valid range."""
