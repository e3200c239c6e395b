"""What reading a file of rows had to skip or repair, by reason, in bounded memory.

The invariant: every count is complete; details are kept for the first `NOTES_PER_REASON` rows of each reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

__all__ = ["NOTES_PER_REASON", "Action", "RowNote", "RowReport", "RowReporter"]

NOTES_PER_REASON = 100

Action = Literal["skipped", "repaired"]


@dataclass(frozen=True, slots=True)
class RowNote:
    """One row that was skipped or repaired: its line (from 1), its product id when known, and the reason."""

    line: int
    product_id: str | None
    action: Action
    reason: str

    def describe(self) -> str:
        """One line for people.

        >>> RowNote(7, "P1", "repaired", "price is text").describe()
        'line 7 (P1): repaired, price is text'
        """
        known = "" if self.product_id is None else f" ({self.product_id})"
        return f"line {self.line}{known}: {self.action}, {self.reason}"


@dataclass(frozen=True, slots=True)
class RowReport:
    """The whole of a reading: rows met (blank lines are none), rows used, counts by reason, and the kept notes.

    A row with two repairs counts under both reasons. Reasons are in alphabetical order, notes in line order.
    """

    rows: int
    used: int
    skipped: Mapping[str, int]
    repaired: Mapping[str, int]
    notes: tuple[RowNote, ...]

    @property
    def skipped_rows(self) -> int:
        """How many rows were skipped."""
        return sum(self.skipped.values())


class RowReporter:
    """Collects notes while rows are read."""

    def __init__(self) -> None:
        """Start with nothing read."""
        self.rows = 0
        self.used = 0
        self._counts: dict[Action, Counter[str]] = {"skipped": Counter(), "repaired": Counter()}
        self._notes: list[RowNote] = []

    def note(self, line: int, product_id: str | None, action: Action, *reasons: str) -> None:
        """Count a row's skip or repairs, each reason once, and keep the details while there are few of a reason."""
        counts = self._counts[action]
        for reason in dict.fromkeys(reasons):
            counts[reason] += 1
            if counts[reason] <= NOTES_PER_REASON:
                self._notes.append(RowNote(line, product_id, action, reason))

    def report(self) -> RowReport:
        """What was collected up to now."""
        skipped, repaired = (
            MappingProxyType(dict(sorted(self._counts[action].items()))) for action in ("skipped", "repaired")
        )
        notes = tuple(sorted(self._notes, key=lambda note: note.line))
        return RowReport(self.rows, self.used, skipped, repaired, notes)
