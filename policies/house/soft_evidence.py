"""How well products fit words that are not a listing's own: a graded likelihood for people, and for damaged sentences.

For a listing's line that was told in other words (`slot_log_likelihood`): J, the idf-weighted Jaccard of the words.

For a person's wishes (`free_factors`), each message is weighed twice:
- every wish of confidence c gives the factor `1 - c + c min(m / b, max_lift)`: m is the match, the better of the share
  of its words (by idf) that one slot of the card has, and (weaker) the share that the listing has anywhere; b is the
  mean of m over the pool, how often a random product would match. So a rare match counts for much, a common one for
  little, and a word misheard cannot outweigh the rest;
- whoever paraphrases a line says all of it: `exp(coverage_weight x)`, x the summed shares of the words of the product's
  best slots that the message's wishes explain (one slot for the opening, two for a reply).

Invariant: a value that no product has words of changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from catalog.index import Catalog
from catalog.text import words
from policies.house.pool import Pool
from policies.house.settings import HouseSettings
from statecore.state import Constraint, SessionState

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["CardWords", "card_words", "free_factors", "listing_log_likelihood", "slot_log_likelihood", "term_weights"]

_EXCLUDED_FACTOR = 0.02
_OUTSIDE_BUDGET_FACTOR = 0.02


@dataclass(frozen=True, slots=True)
class CardWords:
    """The distinct values of a pool's cards with their words.

    `values` int32[m] ascending; `slots` int64[4, n]: place of each card slot in `values` (0 is "no slot", value 0);
    `terms` int32[t] and `starts` int64[m + 1]: the words of each value; `mass` float64[m]: their summed idf.
    """

    values: NDArray[np.int32]
    slots: NDArray[np.int64]
    terms: NDArray[np.int32]
    starts: NDArray[np.int64]
    mass: NDArray[np.float64]


def term_weights(catalog: Catalog, terms: NDArray[np.int32]) -> NDArray[np.float64]:
    """Inverse document frequency `ln(1 + N / df)` of terms: float64 like `terms`."""
    return np.log1p(catalog.size / np.maximum(catalog.term_df[terms], 1))


def card_words(catalog: Catalog, pool: Pool) -> CardWords:
    """The words of every distinct card value of the pool."""
    values, slots = np.unique(np.append(pool.cards.ravel(), np.int32(0)), return_inverse=True)
    terms, starts = catalog.value_terms_of(values)
    mass = _segment_sums(term_weights(catalog, terms), starts)
    return CardWords(
        values, np.ascontiguousarray(slots.reshape(-1)[:-1].reshape(pool.cards.shape).T), terms, starts, mass
    )


def _segment_sums(numbers: NDArray[np.float64], starts: NDArray[np.int64]) -> NDArray[np.float64]:
    """Sums of consecutive segments; an empty segment sums to zero."""
    return np.diff(np.concatenate([[0.0], np.cumsum(numbers)])[starts])


def _term_ids(catalog: Catalog, text: str) -> NDArray[np.int32]:
    ids = {catalog.term_id(word) for word in words(text)} - {-1}
    return np.array(sorted(ids), dtype=np.int32)


def _jaccard(catalog: Catalog, known: CardWords, text: str) -> NDArray[np.float64]:
    """Idf-weighted Jaccard of `text` with each distinct card value: float64[m]."""
    heard = _term_ids(catalog, text)
    if not len(heard):
        return np.zeros(len(known.values))
    at = np.minimum(np.searchsorted(heard, known.terms), len(heard) - 1)
    weights = np.where(heard[at] == known.terms, term_weights(catalog, known.terms), 0.0)
    shared = _segment_sums(weights, known.starts)
    union = known.mass + float(term_weights(catalog, heard).sum()) - shared
    return np.clip(shared / np.maximum(union, 1e-9), 0.0, 1.0)


def slot_log_likelihood(catalog: Catalog, known: CardWords, value: str, settings: HouseSettings) -> NDArray[np.float64]:
    """Log likelihood of hearing `value` for each card slot of the pool: float64[n, 4], 0 where it is the slot itself.

    `max(sharpness (J - 1), -prefix_penalty if the slot starts with the value, -floor)` (belief notes, best soft tier).
    """
    each = np.maximum(settings.soft_sharpness * (_jaccard(catalog, known, value) - 1.0), -settings.soft_floor)
    value_id = catalog.value_id(value)
    each[known.values == value_id] = 0.0
    each[known.values == 0] = -settings.soft_floor
    return each[known.slots.T]


@dataclass(frozen=True, slots=True)
class _Wish:
    """A constraint in a person's words: the places of its terms among all wished terms, and their summed idf."""

    constraint: Constraint
    terms: NDArray[np.int64]
    mass: float


@dataclass(frozen=True, slots=True)
class _Occurrences:
    """Where wished terms stand in card values.

    `value` int64[k]: place in `CardWords.values`; `term` int64[k]: place among the wished terms; `idf` float64[u].
    """

    value: NDArray[np.int64]
    term: NDArray[np.int64]
    idf: NDArray[np.float64]
    values: int

    def overlap(self, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        """For each card value, the summed weight (float64[u]) of the wished terms in it: float64[m]."""
        return np.bincount(self.value, weights=weights[self.term], minlength=self.values).astype(np.float64)


def listing_log_likelihood(catalog: Catalog, pool: Pool, value: str, settings: HouseSettings) -> NDArray[np.float64]:
    """Log likelihood of hearing `value` from someone who reads it off another part of the listing: float64[n].

    `max(sharpness (x - 1), -floor)`: x the idf-weighted share of the words that the listing has anywhere.
    """
    terms = _term_ids(catalog, value)
    if not len(terms):
        return np.full(len(pool.products), -settings.soft_floor)
    idf = term_weights(catalog, terms)
    share = np.zeros(len(pool.products))
    for weight, row in zip((idf / idf.sum()).tolist(), _in_listing(catalog, pool, terms), strict=True):
        share += weight * row
    likelihood: NDArray[np.float64] = np.maximum(
        settings.soft_sharpness * (share - 1.0) - settings.listing_penalty, -settings.soft_floor
    )
    return likelihood


def free_factors(
    state: SessionState, catalog: Catalog, pool: Pool, known: CardWords, settings: HouseSettings
) -> NDArray[np.float64]:
    """The product over what a person wished, excluded and can pay of each product's factor: float64[n]."""
    factors = _budget_factors(state, catalog, pool)
    spoken = [item for item in state.evidence if not (item.polarity == "want" and item.verbatim)]
    ids = [_term_ids(catalog, item.value) for item in spoken]
    terms = np.unique(np.concatenate(ids)) if ids else np.zeros(0, dtype=np.int32)
    if not len(terms):
        return factors
    idf = term_weights(catalog, terms)
    places = [np.searchsorted(terms, each) for each in ids]
    wishes = [_Wish(item, at, float(idf[at].sum())) for item, at in zip(spoken, places, strict=True) if len(at)]
    found = _occurrences(known, terms, idf)
    texts = _in_listing(catalog, pool, terms)
    for wish in wishes:
        factors *= _wish_factor(wish, found, known, texts, pool, settings)
    for turn in sorted({wish.constraint.stated_turn for wish in wishes}):
        said = [wish for wish in wishes if wish.constraint.stated_turn == turn and wish.constraint.polarity == "want"]
        factors *= _coverage_factor(said, found, known, settings, slots=1 if turn == 1 else 2)
    return factors


def _occurrences(known: CardWords, terms: NDArray[np.int32], idf: NDArray[np.float64]) -> _Occurrences:
    at = np.minimum(np.searchsorted(terms, known.terms), len(terms) - 1)
    hits = np.flatnonzero(terms[at] == known.terms)
    values = np.searchsorted(known.starts, hits, side="right") - 1
    return _Occurrences(values, at[hits], idf, len(known.values))


def _in_listing(catalog: Catalog, pool: Pool, terms: NDArray[np.int32]) -> NDArray[np.float64]:
    """Whether each product's listing has each term: 0 or 1, float64[u, n]."""
    found = np.zeros((len(terms), len(pool.products)))
    for shelf in pool.shelves or (None,):
        hits = catalog.gather_codes(terms, shelf)
        at = np.searchsorted(pool.products, hits.docs)
        inside = at < len(pool.products)
        inside[inside] = pool.products[at[inside]] == hits.docs[inside]
        found[hits.which[inside], at[inside]] = 1.0
    return found


def _wish_factor(
    wish: _Wish,
    found: _Occurrences,
    known: CardWords,
    texts: NDArray[np.float64],
    pool: Pool,
    settings: HouseSettings,
) -> NDArray[np.float64]:
    """The factor of one wish or exclusion: float64[n]."""
    weights = np.zeros(len(found.idf))
    weights[wish.terms] = found.idf[wish.terms] / wish.mass
    in_slot = _best(found.overlap(weights), known)
    listed = np.zeros(texts.shape[1])
    for term in wish.terms.tolist():
        listed += weights[term] * texts[term]
    match = np.maximum(in_slot * in_slot, settings.listing_match * listed * listed)
    confidence = wish.constraint.confidence
    if wish.constraint.polarity == "exclude":
        kept: NDArray[np.float64] = 1.0 - confidence * (1.0 - _EXCLUDED_FACTOR) * np.minimum(1.0, 2.0 * match)
        return kept
    usual = float(pool.prior @ match)
    if usual <= 0.0:
        return np.ones(len(match))
    factor: NDArray[np.float64] = 1.0 - confidence + confidence * np.minimum(match / usual, settings.max_lift)
    return factor


def _coverage_factor(
    said: list[_Wish], found: _Occurrences, known: CardWords, settings: HouseSettings, *, slots: int
) -> NDArray[np.float64] | float:
    """How much of each product's best slots one message explains, as a factor: float64[n], or 1.0 for no wish."""
    if not said:
        return 1.0
    weights = np.zeros(len(found.idf))
    for wish in said:
        weights[wish.terms] = np.maximum(weights[wish.terms], wish.constraint.confidence)
    covered = found.overlap(weights * found.idf) / np.maximum(known.mass, 1e-9)
    explained = _best(covered, known) if slots == 1 else _best_two(covered, known)
    factor: NDArray[np.float64] = np.exp(settings.coverage_weight * explained)
    return factor


def _best(each: NDArray[np.float64], known: CardWords) -> NDArray[np.float64]:
    """The largest of the slots' numbers of each product: float64[n], from one number a card value."""
    first, second, third, fourth = (each[slot] for slot in known.slots)
    largest: NDArray[np.float64] = np.maximum(np.maximum(first, second), np.maximum(third, fourth))
    return largest


def _best_two(each: NDArray[np.float64], known: CardWords) -> NDArray[np.float64]:
    """The sum of the two largest of the slots' numbers of each product: float64[n]."""
    first, second, third, fourth = (each[slot] for slot in known.slots)
    left, right = np.maximum(first, second), np.maximum(third, fourth)
    others = np.maximum(np.minimum(first, second), np.minimum(third, fourth))
    total: NDArray[np.float64] = np.maximum(left, right) + np.maximum(np.minimum(left, right), others)
    return total


def _budget_factors(state: SessionState, catalog: Catalog, pool: Pool) -> NDArray[np.float64]:
    """A known price outside of the budget counts against a product; an unknown one does not."""
    if state.budget is None:
        return np.ones(len(pool.products))
    price = catalog.price_minor[pool.products]
    outside = np.zeros(len(price), dtype=bool)
    if state.budget.min_minor is not None:
        outside |= price < state.budget.min_minor
    if state.budget.max_minor is not None:
        outside |= price > state.budget.max_minor
    return np.where(outside & (price >= 0), _OUTSIDE_BUDGET_FACTOR, 1.0)
