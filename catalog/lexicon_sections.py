"""The sections of a compiled lexicon, mapped, with what was looked up in them kept at hand.

Invariant: an answer that is kept is the one that the sections give.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import numpy as np

from catalog.lexicon_kinds import ANY_KIND, KIND_NUMBER
from catalog.lexicon_match import CardValues
from catalog.lexicon_quotes import Quotes
from catalog.lexicon_spelling import NAMES, RANKS, delete_key, deletions, edits
from catalog.lexicon_strings import Numbered
from catalog.lexicon_text import singular

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from catalog.sections import Sections

__all__ = ["Opened", "remember"]

_LONG_WORD = 8
_REMEMBERED = 20_000
"""Answers that are kept at most."""
Key = TypeVar("Key")
Answer = TypeVar("Answer")


def remember(known: dict[Key, Answer], key: Key, answer: Answer) -> None:
    """Keep an answer; all are forgotten when there are too many."""
    if len(known) >= _REMEMBERED:
        known.clear()
    known[key] = answer


class Opened:
    """The sections of a lexicon."""

    def __init__(self, sections: Sections, value_text: Callable[[int], str]) -> None:
        """Map them."""
        self.quotes = Quotes(sections, value_text)
        self.label_quotes = Quotes(sections, self.shelf_label, "shelf_quote")
        self.cards = CardValues(
            sections.array("lexicon.row_value", np.int32),
            sections.array("lexicon.row_count", np.int32),
            sections.array("lexicon.row_start", np.int64),
            sections.array("lexicon.row_mass", np.float32),
            sections.array("lexicon.stem_idf", np.float32),
            sections.array("lexicon.post_key", np.int64),
            sections.array("lexicon.post_start", np.int64),
            sections.array("lexicon.post_row", np.int32),
        )
        self.stems = Numbered(sections, "lexicon.stem")
        self.labels = Numbered(sections, "lexicon.label")
        self._brands = Numbered(sections, "lexicon.brand")
        self.brand_names = Numbered(sections, "lexicon.brand_name")
        self._brand_start = Numbered(sections, "lexicon.brand_start")
        self.brand_doubt = sections.array("lexicon.brand_doubt", np.uint8)
        self.words = Numbered(sections, "lexicon.word")
        self._flags = sections.array("lexicon.word_flags", np.uint8)
        self._delete_keys = sections.array("lexicon.delete_keys", np.uint64)
        self._delete_words = sections.array("lexicon.delete_words", np.int32)
        self._kind_shelves = sections.array("lexicon.kind_shelves", np.int32)
        self._kind_weights = sections.array("lexicon.kind_weights", np.float32)
        self._kind_starts = sections.array("lexicon.kind_starts", np.int64)
        self.product_kinds = sections.array("lexicon.product_kinds", np.uint16)
        self.product_wearer = sections.array("lexicon.product_wearer", np.uint8)
        self.shelf_wearers = sections.array("lexicon.shelf_wearers", np.float32)
        self._label_shelves = sections.array("lexicon.label_shelves", np.int32)
        self.label_heads = sections.array("lexicon.label_heads", np.uint8)
        self._label_starts = sections.array("lexicon.label_starts", np.int64)
        self._sizes = np.diff(sections.array("shelf.start", np.int64)).astype(np.float64)
        self._shelf_texts = Numbered(sections, "shelf").texts
        self.shelf_count = len(self.shelf_wearers)
        self._stem_numbers: dict[str, int] = {}
        self._label_numbers: dict[str, int] = {}
        self._brand_starts: dict[str, bool] = {}
        self._brand_numbers: dict[str, int] = {}

    def stem_number(self, stem: str) -> int:
        """The number of a stem, -1 when no card has it."""
        if stem not in self._stem_numbers:
            remember(self._stem_numbers, stem, self.stems.find(stem))
        return self._stem_numbers[stem]

    def label_number(self, stem: str) -> int:
        """The number of a stem of labels, -1 when no label has it."""
        if stem not in self._label_numbers:
            remember(self._label_numbers, stem, self.labels.find(stem))
        return self._label_numbers[stem]

    def starts_brand(self, word: str) -> bool:
        """Whether some brand's name starts with a word, or with two."""
        if word not in self._brand_starts:
            remember(self._brand_starts, word, self._brand_start.find(word) >= 0)
        return self._brand_starts[word]

    def brand_number(self, key: str) -> int:
        """The number of a brand's key, -1 when it is none."""
        if key not in self._brand_numbers:
            remember(self._brand_numbers, key, self._brands.find(key))
        return self._brand_numbers[key]

    def shelf_label(self, shelf: int) -> str:
        """The label of a shelf."""
        return self._shelf_texts[shelf]

    def add_kind(self, weights: NDArray[np.float64], kind: str, share: float) -> None:
        """Add a kind's distribution over shelves, scaled to `share`, in place."""
        if kind == ANY_KIND:
            weights += self._sizes * (share / float(self._sizes.sum()))
            return
        number = KIND_NUMBER[kind]
        first, last = int(self._kind_starts[number]), int(self._kind_starts[number + 1])
        counts = self._kind_weights[first:last]
        if len(counts):
            weights[self._kind_shelves[first:last]] += counts * (share / float(counts.sum()))

    def label_shelves(self, stem: str) -> NDArray[np.int32]:
        """The shelves whose label has a stem."""
        number = self.label_number(stem)
        if number < 0:
            return self._label_shelves[:0]
        return self._label_shelves[int(self._label_starts[number]) : int(self._label_starts[number + 1])]

    def mend(self, word: str) -> str | None:
        """See `Lexicon.mend`."""
        one = singular(word)
        if any(self.words.find(form) >= 0 or self.starts_brand(form) for form in (word, one)):
            return word
        near = [self._nearest(form) for form in dict.fromkeys((one, word))]
        best = min((item for item in near if item is not None), default=None)
        return None if best is None else self.words.texts[best[-1]]

    def _nearest(self, word: str) -> tuple[int, int, bool, int, int] | None:
        """The best target near a word: (edits, how little it names, other first letter, shorter, number)."""
        limit = 1 if len(word) < _LONG_WORD else 2
        near = dict.fromkeys(number for text in deletions(word) for number in self._deleted_to(text))
        scored = []
        for number in near:
            text = self.words.texts[number]
            distance = edits(word, text, limit)
            if distance <= limit:
                scored.append(
                    (distance, RANKS - int(self._flags[number]) // NAMES, text[0] != word[0], -len(text), number)
                )
        return min(scored, default=None)

    def _deleted_to(self, text: str) -> list[int]:
        key = delete_key(text)
        first = int(np.searchsorted(self._delete_keys, np.uint64(key)))
        found = []
        while first < len(self._delete_keys) and int(self._delete_keys[first]) == key:
            found.append(int(self._delete_words[first]))
            first += 1
        return found
