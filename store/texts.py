"""Where the vault's texts lie: the first 64 bits of a digest -> segment and offset, 12 bytes a text once sealed.

Invariant: derived from the log, like the index of sessions. What it names is checked against the whole digest.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from typing import NamedTuple

__all__ = ["TextColumns", "TextIndex", "TextPlace"]


class TextPlace(NamedTuple):
    """The segment that a text lies in, and the offset of its frame."""

    number: int
    offset: int


class TextColumns(NamedTuple):
    """The texts of one segment: keys in ascending order, and their offsets."""

    keys: array[int]
    offsets: array[int]

    @classmethod
    def of(cls, texts: dict[int, int]) -> TextColumns:
        """Columns of a dictionary of key -> offset."""
        keys = array("Q", sorted(texts))
        return cls(keys, array("I", (texts[key] for key in keys)))

    def find(self, key: int) -> int | None:
        """The offset for a key."""
        place = bisect_left(self.keys, key)
        return self.offsets[place] if place < len(self.keys) and self.keys[place] == key else None


class TextIndex:
    """The texts of all segments; those of the active one in a dictionary."""

    def __init__(self) -> None:
        """No texts."""
        self._columns: dict[int, TextColumns] = {}
        self.active: dict[int, int] = {}

    def find(self, key: int, active: int) -> TextPlace | None:
        """Where the text with this key lies, `active` being the number of the active segment."""
        offset = self.active.get(key)
        if offset is not None:
            return TextPlace(active, offset)
        for number, columns in self._columns.items():
            offset = columns.find(key)
            if offset is not None:
                return TextPlace(number, offset)
        return None

    def put(self, number: int, columns: TextColumns) -> None:
        """Set the texts of a sealed segment."""
        self._columns[number] = columns

    def columns(self, number: int) -> TextColumns:
        """The texts of a sealed segment."""
        return self._columns[number]

    def seal(self, number: int) -> None:
        """Turn the active segment's texts into columns."""
        self._columns[number] = TextColumns.of(self.active)
        self.active = {}
