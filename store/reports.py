"""What a check of a store tells: findings, each with its place, and the anchor that a store is held against.

Invariant: a report's status is its worst finding; `intact` means that every stored byte was checked and is right.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

__all__ = ["Anchor", "Finding", "Status", "VerifyReport"]

Status: TypeAlias = Literal["intact", "torn", "truncated", "damaged", "foreign"]
"""From best to worst; a report has the worst that it found."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """The state of a whole store at one moment: keep it elsewhere, and a log that lost its tail is found out.

    `turns` and `events` count what was appended, `digest` chains the session heads in commit order.
    """

    turns: int
    events: int
    digest: bytes


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing wrong with a store, and where: file (or session), byte offset, and session and seq where known."""

    status: Status
    path: str
    offset: int
    what: str
    session_id: str | None = None
    seq: int | None = None

    def line(self) -> str:
        """All of it in one line.

        >>> Finding("torn", "00000001.log", 4711, "an unfinished frame").line()
        'torn: 00000001.log, byte 4711: an unfinished frame'
        """
        session = "" if self.session_id is None else f" (session {self.session_id!r}, seq {self.seq})"
        return f"{self.status}: {self.path}, byte {self.offset}: {self.what}{session}"


@dataclass(frozen=True, slots=True)
class VerifyReport:
    """What a check of every stored byte found; `status` is the worst finding, or `intact`."""

    status: Status
    findings: tuple[Finding, ...]
    sessions: int
    anchor: Anchor
    texts: int
    erased_texts: int

    @property
    def ok(self) -> bool:
        """Whether nothing at all is wrong."""
        return self.status == "intact"
