"""A stretch of words as one line of text, for patterns of numbers, with the way back to the words."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

__all__ = ["Hit", "Line"]

_LONGEST, _OVERLONG = 24, "~"
"""No number or word that matters is longer; a mark stands for those that are."""


class Hit(NamedTuple):
    """A pattern's match at words `start` up to `end`, counted in the message."""

    start: int
    end: int
    match: re.Match[str]


class Line:
    """The keys of words `first` up to `last`, one space between; `words` holds each once."""

    __slots__ = ("_first", "_starts", "text", "words")

    def __init__(self, keys: Sequence[str], first: int, last: int) -> None:
        """Join the keys."""
        self._first = first
        self._starts: list[int] = []
        parts = [key if len(key) <= _LONGEST else _OVERLONG for key in keys[first:last]]
        at = 0
        for key in parts:
            self._starts.append(at)
            at += len(key) + 1
        self.text = " ".join(parts)
        self.words = frozenset(parts)

    def find(self, pattern: re.Pattern[str]) -> Iterator[Hit]:
        """Matches that begin and end at words."""
        for match in pattern.finditer(self.text):
            start, end = self.word(match.start()), self.word(match.end() - 1) + 1
            yield Hit(start, end, match)

    def word(self, offset: int) -> int:
        """The word at a character of the line, counted in the message."""
        return self._first + bisect_right(self._starts, offset) - 1
