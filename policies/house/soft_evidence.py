"""How well products fit words that are not a listing's own: a graded likelihood for people, and for damaged sentences.

Three measures, all between 0 and 1 per product and value:
- card similarity: the best slot of the card under `exp(sharpness (J - 1))`, J the idf-weighted Jaccard of the words;
- containment: the idf-weighted share of the value's words that the listing has anywhere;
- for a person's wish of confidence c, the factor `1 - c + c m / b`: m the match, b its mean over the pool (how often a
  random product would match), so that a rare match counts for much and a common one for little.

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

__all__ = ["CardWords", "card_words", "free_factors", "slot_log_likelihood", "term_weights"]

_FLOOR_MATCH = 0.02
_CONTAINED_WEIGHT = 0.5
_EXCLUDED_FACTOR = 0.02
_OUTSIDE_BUDGET_FACTOR = 0.02
_MAX_LIFT = 400.0


@dataclass(frozen=True, slots=True)
class CardWords:
    """The distinct values of a pool's cards with their words.

    `values` int32[m] ascending; `slots` int64[n, 4]: place of each card slot in `values` (0 is "no slot", value 0);
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
    return CardWords(values, slots.reshape(-1)[:-1].reshape(pool.cards.shape), terms, starts, mass)


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
    return each[known.slots]


def free_factors(
    state: SessionState, catalog: Catalog, pool: Pool, known: CardWords, settings: HouseSettings
) -> NDArray[np.float64]:
    """The product over what a person wished, excluded and can pay of each product's factor: float64[n]."""
    factors = np.ones(len(pool.products))
    for item in state.evidence:
        if item.polarity == "want" and item.verbatim:
            continue
        match = _match(item, catalog, pool, known, settings)
        if match is not None:
            factors *= _factor(item, match, pool.prior)
    return factors * _budget_factors(state, catalog, pool)


def _match(
    item: Constraint, catalog: Catalog, pool: Pool, known: CardWords, settings: HouseSettings
) -> NDArray[np.float64] | None:
    """How well each product matches a constraint's words, 0 to 1; None when no product has any of them."""
    heard = _term_ids(catalog, item.value)
    if not len(heard):
        return None
    in_card = np.exp(slot_log_likelihood(catalog, known, item.value, settings)).max(axis=1)
    contained = _containment(catalog, pool, heard)
    match = np.maximum(in_card, _CONTAINED_WEIGHT * contained**2)
    return match if match.any() else None


def _containment(catalog: Catalog, pool: Pool, heard: NDArray[np.int32]) -> NDArray[np.float64]:
    """Idf-weighted share of the heard terms that each product's listing contains: float64[n]."""
    weights = term_weights(catalog, heard)
    found = np.zeros(len(pool.products))
    for term, weight in zip(heard.tolist(), weights.tolist(), strict=True):
        docs, _ = catalog.postings(term)
        at = np.searchsorted(docs, pool.products)
        hit = docs[np.minimum(at, len(docs) - 1)] == pool.products if len(docs) else np.zeros(len(found), dtype=bool)
        found += weight * hit
    return found / float(weights.sum())


def _factor(item: Constraint, match: NDArray[np.float64], prior: NDArray[np.float64]) -> NDArray[np.float64]:
    if item.polarity == "exclude":
        return 1.0 - item.confidence * (1.0 - _EXCLUDED_FACTOR) * np.minimum(1.0, 2.0 * match)
    match = np.maximum(match, _FLOOR_MATCH * float(match.max()))
    lift = np.minimum(match / max(float(prior @ match), 1e-12), _MAX_LIFT)
    return 1.0 - item.confidence + item.confidence * lift


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
