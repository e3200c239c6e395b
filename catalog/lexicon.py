"""What a reader of messages may ask a compiled catalog: shelves, known values, and what words may mean there.

Invariant: a lexicon is a view of mapped arrays, opened without parsing, and every answer is a pure function of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from catalog.lexicon_brands import MAX_BRAND_WORDS
from catalog.lexicon_cards import CardSource, count_explained
from catalog.lexicon_fit import kind_fits, wearer_fits
from catalog.lexicon_kinds import ANY_KIND, kinds_in, near_kinds, wearer_weights
from catalog.lexicon_match import Match
from catalog.lexicon_sections import Opened, remember
from statecore.acts import ShelfWeight
from statecore.errors import CatalogError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from catalog.sections import Sections

__all__ = ["ANY_KIND", "Brand", "Lexicon"]

_MAX_SHELVES = 24
_HINT_FACTOR = 3.0
_SMALLEST_SHARE = 0.002


class Brand(NamedTuple):
    """A store named by `words` words; `doubtful` when the words mean something else too."""

    name: str
    words: int
    doubtful: bool


class Lexicon:
    """The lexicon of one catalog."""

    def __init__(self, source: CardSource, sections: Sections | None = None) -> None:
        """View `source`, an open catalog, and the sections that `lexicon_build` made for it."""
        self._source = source
        self._sections = sections
        self._opened: Opened | None = None
        self._mended: dict[str, str | None] = {}
        self._shelves: dict[tuple[object, ...], tuple[ShelfWeight, ...]] = {}
        self._shelf_ids: dict[str, int | None] = {}

    @property
    def _open(self) -> Opened:
        if self._opened is None:
            if self._sections is None:
                msg = "this catalog has no lexicon; compile it again"
                raise CatalogError(msg)
            self._opened = Opened(self._sections, self._source.value_text)
        return self._opened

    def has_shelf(self, label: str) -> bool:
        """Whether this is exactly the label of a shelf."""
        return self._source.shelf_id(label) is not None

    def is_value(self, text: str) -> bool:
        """Whether this is exactly a value of some listing."""
        return self._source.value_id(text) > 0

    def explained(self, label: str | None, values: tuple[str, ...], told: Sequence[str], ask: str | None) -> int:
        """How many cards of the shelf would answer the question `ask` with these values after `told`."""
        shelf = None if label is None else self._source.shelf_id(label)
        if shelf is None or not all(self.is_value(value) for value in values):
            return 0
        return count_explained(self._source, shelf, values, frozenset(told), ask)

    # Kinds and shelves

    def shelves(self, kinds: Sequence[str], wearer: str | None, hints: Sequence[str] = ()) -> tuple[ShelfWeight, ...]:
        """The shelves that kinds of product may stand on, heaviest first, 24 at most; the shares sum to one.

        `hints` are stems of further words: a shelf whose label has one counts more.
        """
        telling = tuple(hint for hint in hints if self._open.label_number(hint) >= 0)
        asked = (tuple(kinds), wearer, telling)
        known = self._shelves.get(asked)
        if known is None:
            known = self._shares(self._of_kinds(kinds), wearer, telling)
            remember(self._shelves, asked, known)
        return known

    def _of_kinds(self, kinds: Sequence[str]) -> NDArray[np.float64]:
        it = self._open
        weights = np.zeros(it.shelf_count)
        for kind in kinds:
            near = near_kinds().get(kind, ())
            it.add_kind(weights, kind, 1.0 - sum(share for _, share in near))
            for other, share in near:
                it.add_kind(weights, other, share)
        return weights

    def shelves_named(self, stems: Sequence[str], wearer: str | None) -> tuple[ShelfWeight, ...]:
        """The shelves whose labels have all that labels have of these stems."""
        it = self._open
        named = [found for found in (it.label_shelves(stem) for stem in stems) if len(found)]
        weights = np.zeros(it.shelf_count)
        sizes = np.diff(self._source.shelf_start)
        for shelves in named:
            weights[shelves] += 1.0
        weights = np.where(weights == len(named), sizes, 0.0) if named else weights
        return self._shares(weights.astype(np.float64), wearer, ())

    def names_shelf(self, stem: str) -> bool:
        """Whether some shelf's label ends in this stem, so that it names a kind of product."""
        number = self._open.label_number(stem)
        return number >= 0 and bool(self._open.label_heads[number])

    def _shares(
        self, weights: NDArray[np.float64], wearer: str | None, hints: Sequence[str]
    ) -> tuple[ShelfWeight, ...]:
        it = self._open
        if wearer is not None:
            weights = weights * wearer_weights(it.shelf_wearers, wearer)
        for hint in hints:
            weights[it.label_shelves(hint)] *= _HINT_FACTOR
        total = float(weights.sum())
        if total <= 0.0:
            return ()
        shelves = np.flatnonzero(weights > total * _SMALLEST_SHARE)
        shelves = shelves[np.lexsort((shelves, -weights[shelves]))][:_MAX_SHELVES]
        kept = weights[shelves] / weights[shelves].sum()
        return tuple(
            ShelfWeight(label=it.shelf_label(int(shelf)), weight=min(1.0, round(float(share), 9)))
            for shelf, share in zip(shelves, kept, strict=True)
        )

    def fit(self, products: NDArray[np.int32], phrase: str, wearer: str | None) -> NDArray[np.float64]:
        """How well each product fits the kinds that a phrase names and a wearer: float64[n] above zero, 1 at best."""
        it, kinds = self._open, tuple(kinds_in(phrase))
        fits = np.ones(len(products))
        if kinds and ANY_KIND not in kinds:
            fits = kind_fits(kinds)[it.product_kinds[products]].max(axis=1)
        return fits if wearer is None else fits * wearer_fits(wearer)[it.product_wearer[products]]

    # Words

    def brand_at(self, keys: Sequence[str], at: int, stop: int) -> Brand | None:
        """The longest brand whose name starts at word `at` and ends before word `stop`."""
        it = self._open
        if not it.starts_brand(keys[at]):
            return None
        most = MAX_BRAND_WORDS if at + 1 < stop and it.starts_brand(f"{keys[at]} {keys[at + 1]}") else 1
        for end in range(min(stop, at + most), at, -1):
            number = it.brand_number(" ".join(keys[at:end]))
            if number >= 0:
                return Brand(it.brand_names.texts[number], end - at, bool(it.brand_doubt[number]))
        return None

    def mend(self, word: str) -> str | None:
        """The known word that a misspelt one is nearest to; the word itself when known; None when nothing is near."""
        if word not in self._mended:
            remember(self._mended, word, self._open.mend(word))
        return self._mended[word]

    def label_at(self, words: Sequence[str], start: int) -> tuple[int, str] | None:
        """The longest label of a shelf, of two words or more, that is the words from `start` on, as (end, label)."""
        return next(iter(self._open.label_quotes.at(words, start, 2)), None)

    # Values

    def quotes_at(self, words: Sequence[str], start: int, least: int) -> list[tuple[int, str]]:
        """The card values of `least` words or more that are the words from `start` on, as (end, text), longest first.

        The words are those of `lexicon_quotes.quote_words`.
        """
        return self._open.quotes.at(words, start, least)

    def match_values(
        self, stems: Sequence[tuple[str, float]], shelves: Sequence[tuple[str, float]], limit: int, least: float
    ) -> list[tuple[str, Match]]:
        """The card values that weighted stems most likely mean on shelves given by label and share.

        `limit` of them at most, each with a probability of `least` or more.
        """
        it = self._open
        numbered = [(it.stem_number(stem), weight) for stem, weight in stems]
        known = [(number, weight) for number, weight in numbered if number >= 0]
        places = [(self._shelf(label), share) for label, share in shelves]
        found = [(place, share) for place, share in places if place is not None]
        if not known or not found:
            return []
        shelves_at = np.array([place for place, _ in found], np.int64)
        sizes = self._source.shelf_start[shelves_at + 1] - self._source.shelf_start[shelves_at]
        matches = it.cards.match(
            np.array([number for number, _ in known], np.int64),
            np.array([weight for _, weight in known], np.float64),
            shelves_at,
            np.array([share for _, share in found], np.float64) / sizes,
            limit,
            least,
        )
        return [(self._source.value_text(match.value), match) for match in matches]

    def _shelf(self, label: str) -> int | None:
        if label not in self._shelf_ids:
            remember(self._shelf_ids, label, self._source.shelf_id(label))
        return self._shelf_ids[label]

    def rarity(self, stem: str) -> float:
        """The inverse document frequency of a stem on cards; 0 for a stem that no card has."""
        number = self._open.stems.find(stem)
        return 0.0 if number < 0 else float(self._open.cards.stem_idf[number])
