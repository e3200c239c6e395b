"""Finding a listing's own lines inside a message: every card value, keyed by its words.

Case, accents and marks do not count, so that a line is found again under other punctuation. For each pair of words
that lines start with, a mask tells how many words those lines have, so that a place in a message costs one lookup and
no more than there are lines to be tried.

Invariant: a line found has exactly the words that were asked for; of lines with the same words the one on most cards is
returned.
"""

from __future__ import annotations

from bisect import bisect_left
from hashlib import blake2b
from typing import TYPE_CHECKING

import numpy as np

from catalog.lexicon_text import tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import NDArray

    from catalog.sections import Sections

__all__ = ["LONGEST_QUOTE", "Quotes", "quote_sections", "quote_words"]

LONGEST_QUOTE = 48
"""Lines of more words are not looked for."""
_PAIR = 2
_REMEMBERED = 20_000


def quote_words(text: str) -> list[str]:
    """The words of a line as they are compared.

    >>> quote_words("Machine Wash: 30°, Do-not bleach.")
    ['machine', 'wash', '30', 'do', 'not', 'bleach']
    """
    return [token.word for token in tokens(text) if token.kind != "mark"]


def _key(words: str) -> int:
    """A 64-bit key of words with spaces between, the same in every process."""
    return int.from_bytes(blake2b(words.encode(), digest_size=8).digest(), "little")


def quote_sections(
    card: NDArray[np.int32], value_text: Callable[[int], str], labels: Sequence[str]
) -> dict[str, NDArray[np.generic]]:
    """The sections `quote_*` of the cards' values (int32[N, 4], and the text of each), and `shelf_quote_*` of labels.

    `*_keys` uint64[Q] ascending with `*_values` int32[Q], the numbers of values or labels; `*_starts` uint64[P]
    ascending, keys of the first two words (or the only one) of lines, with `*_lengths` uint64[P], whose bit k says
    that some line has k words.
    """
    values, counts = np.unique(card[card > 0], return_counts=True)
    lines = ((value, count, value_text(value)) for value, count in zip(values.tolist(), counts.tolist(), strict=True))
    shelves = ((number, 1, label) for number, label in enumerate(labels))
    return {**_sections("quote", lines), **_sections("shelf_quote", shelves)}


def _sections(name: str, lines: Iterable[tuple[int, int, str]]) -> dict[str, NDArray[np.generic]]:
    """The sections of lines given as (number, count, text)."""
    best: dict[int, tuple[int, int]] = {}
    starts: dict[int, int] = {}
    for value, count, text in lines:
        words = quote_words(text)
        if not 1 <= len(words) <= LONGEST_QUOTE:
            continue
        key = _key(" ".join(words))
        best[key] = min(best.get(key, (0, 0)), (-count, value))
        start = _key(" ".join(words[:_PAIR]))
        starts[start] = starts.get(start, 0) | 1 << len(words)
    keys = sorted(best)
    firsts = sorted(starts)
    return {
        f"{name}_keys": np.array(keys, np.uint64),
        f"{name}_values": np.array([best[key][1] for key in keys], np.int32),
        f"{name}_starts": np.array(firsts, np.uint64),
        f"{name}_lengths": np.array([starts[key] for key in firsts], np.uint64),
    }


class Quotes:
    """The lines of one catalog."""

    __slots__ = ("_keys", "_known", "_lengths", "_starts", "_text", "_values")

    def __init__(self, sections: Sections, text: Callable[[int], str], name: str = "quote") -> None:
        """View the sections `name` of `quote_sections`; `text` gives a line's text by its number."""

        def array(section: str, kind: type[np.generic]) -> memoryview:
            # A catalog compiled by an earlier release has no such lines, and is read without them.
            return (sections.array(section, kind) if section in sections else np.zeros(0, kind)).data

        self._keys, self._values = array(f"lexicon.{name}_keys", np.uint64), array(f"lexicon.{name}_values", np.int32)
        self._starts, self._lengths = (array(f"lexicon.{name}_{part}", np.uint64) for part in ("starts", "lengths"))
        self._text = text
        self._known: dict[str, int] = {}

    def at(self, words: Sequence[str], start: int, least: int) -> list[tuple[int, str]]:
        """The lines of `least` words or more that begin at word `start`, as (end, text), the longest first."""
        found: list[tuple[int, str]] = []
        lengths = self._lengths_of(" ".join(words[start : start + _PAIR]))
        if least == 1:
            lengths |= self._lengths_of(words[start])
        lengths &= (1 << min(len(words) - start, LONGEST_QUOTE) + 1) - (1 << least)
        if lengths <= 0:
            return found
        while lengths:
            length = lengths.bit_length() - 1
            lengths ^= 1 << length
            text = self._value(words[start : start + length])
            if text is not None:
                found.append((start + length, text))
        return found

    def _lengths_of(self, first: str) -> int:
        """The mask of the lengths of lines that start so; remembered, since everyone's sentences start alike."""
        known = self._known.get(first)
        if known is None:
            place = _place(self._starts, _key(first))
            known = 0 if place is None else int(self._lengths[place])
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            self._known[first] = known
        return known

    def _value(self, words: Sequence[str]) -> str | None:
        """The line of these words."""
        place = _place(self._keys, _key(" ".join(words)))
        if place is None:
            return None
        text = self._text(int(self._values[place]))
        return text if quote_words(text) == list(words) else None


def _place(keys: memoryview, key: int) -> int | None:
    """Where a key stands among ascending ones."""
    place = bisect_left(keys, key)
    return place if place < len(keys) and keys[place] == key else None
