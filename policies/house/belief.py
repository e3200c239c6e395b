"""The belief: how probable each product is, given everything said and shown.

    w(p) ~ alive(p) prior(p) free(p) [exact_weight exact(p) + member_weight member(p) + soft_weight soft(p)]

`exact` is the kit's shopper replayed on p's card (0 or 1); `member`: every value told stands in the card, in any
order; `soft`: how near the card comes to what was told, or (at `listing_weight`) the whole listing; `free`: a person's
wishes, exclusions and budget; `alive`: not refuted.

Invariant: candidates are ordered by (-weight, product index), weights sum to one and are compared on a grid of 1e-12,
so the order does not hang on the last bits of a sum.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from catalog.index import Catalog
from policies.house.kit_evidence import replay_cards
from policies.house.pool import Pool, open_pool, popularity_prior
from policies.house.settings import HouseSettings
from policies.house.soft_evidence import (
    CardWords,
    card_words,
    free_factors,
    listing_log_likelihood,
    slot_log_likelihood,
)
from statecore.state import Heard, SessionState

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Belief", "believe"]

_GRID = 12
_TOLD_LOG_LIKELIHOOD = -4.0
"""A slot at least this near to a told value counts as told."""


@dataclass(frozen=True, slots=True)
class Belief:
    """Candidates, heaviest first.

    `products` int32[n], `weights` float64[n] summing to one over all that may be meant, and for planning their `cards`
    int32[n, 4], `classes` int8[n, 4] and `told` bool[n, 4]. `exact_share`: the weight that the exact shopper explains.
    """

    products: NDArray[np.int32]
    weights: NDArray[np.float64]
    cards: NDArray[np.int32]
    classes: NDArray[np.int8]
    told: NDArray[np.bool_]
    exact_share: float


def believe(state: SessionState, catalog: Catalog, settings: HouseSettings) -> Belief:
    """The belief for the turn that `state` stands at.

    While every message was a fixed sentence and some live card explains them all, the soft tiers weigh too little to
    matter and are left out; they come in once the last such card is refuted.
    """
    exact = _exact_belief(state, catalog, settings) if settings.exact_weight > 0.0 else None
    return exact or _full_belief(state, catalog, settings)


def _exact_belief(state: SessionState, catalog: Catalog, settings: HouseSettings) -> Belief | None:
    """The belief of the exact tier alone, or None where it does not suffice."""
    shelf = _only_shelf(state, catalog)
    if shelf is None:
        return None
    first, last = int(catalog.shelf_start[shelf]), int(catalog.shelf_start[shelf + 1])
    evidence = replay_cards(catalog, catalog.card[first:last], state.heard)
    products = (evidence.keeps + first).astype(np.int32)
    alive = np.ones(len(products), dtype=bool)
    alive[_refuted(state, catalog, products)] = False
    if int(alive.sum()) < _least(state, settings):
        return None
    products = products[alive]
    weights = popularity_prior(catalog, products, settings.popularity_exponents)
    weights /= weights.sum()
    order = _heaviest(products, weights, settings.plan_limit)
    cards = catalog.card[products[order]]
    return Belief(
        products[order],
        weights[order],
        cards,
        catalog.value_class[cards],
        evidence.told[alive][order],
        1.0,
    )


def _only_shelf(state: SessionState, catalog: Catalog) -> int | None:
    """The shelf of a conversation in fixed sentences only; None when anything else was said."""
    category = state.category
    plain = category is None or not category.exact or len(category.shelves) != 1 or state.budget is not None
    if plain or any(item.frame == "free" for item in state.heard):
        return None
    return catalog.shelf_id(category.shelves[0].label) if category is not None else None


def _least(state: SessionState, settings: HouseSettings) -> int:
    """How many candidates a turn needs: late ones insure with a full slate."""
    return settings.plan_least if state.turn >= settings.insurance_turn else 1


def _full_belief(state: SessionState, catalog: Catalog, settings: HouseSettings) -> Belief:
    pool = open_pool(state, catalog, settings)
    told = np.zeros(pool.cards.shape, dtype=bool)
    heard = _standing(state)
    evidence = replay_cards(catalog, pool.cards, heard)
    told[evidence.keeps] = evidence.told
    exact = np.zeros(len(pool.products))
    exact[evidence.keeps] = 1.0
    likelihood = settings.exact_weight * exact
    if _needs_soft(state):
        known = card_words(catalog, pool)
        soft, near = _soft_tiers(heard, catalog, pool, known, settings)
        likelihood += soft
        told |= near & (exact == 0.0)[:, None]
        likelihood *= free_factors(state, catalog, pool, known, settings)
    weights = pool.prior * likelihood
    weights[_refuted(state, catalog, pool.products)] = 0.0
    return _ordered(pool, weights, told, exact, settings, _least(state, settings))


def _standing(state: SessionState) -> tuple[Heard, ...]:
    """What was heard, but for listing lines quoted in a person's own sentence and taken back since."""
    kept = {item.value for item in state.evidence if item.polarity == "want" and item.verbatim}
    return tuple(
        item.model_copy(update={"values": tuple(value for value in item.values if value in kept)})
        if item.frame == "free" and not kept.issuperset(item.values)
        else item
        for item in state.heard
    )


def _needs_soft(state: SessionState) -> bool:
    """Before anything was told, every product is as exact as any other."""
    return bool(state.constraints) or state.budget is not None


def _soft_tiers(
    heard: tuple[Heard, ...], catalog: Catalog, pool: Pool, known: CardWords, settings: HouseSettings
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """The weight of the member and soft tiers, float64[n], and the slots that were probably told, bool[n, 4]."""
    values = [value for item in heard for value in item.values]
    shape = known.slots.T.shape
    told = np.zeros(shape, dtype=bool)
    if not values:
        return np.zeros(shape[0]), told
    member = np.ones(shape[0], dtype=bool)
    log_soft, log_listing = np.zeros(shape[0]), np.zeros(shape[0])
    for value in values:
        near = slot_log_likelihood(catalog, known, value, settings)
        best = near.max(axis=1)
        member &= best == 0.0
        log_soft += best
        log_listing += listing_log_likelihood(catalog, pool, value, settings)
        told |= (near == best[:, None]) & (near >= _TOLD_LOG_LIKELIHOOD)
    soft = np.exp(log_soft) + settings.listing_weight * np.exp(log_listing)
    return settings.member_weight * member + settings.soft_weight * soft, told


def _refuted(state: SessionState, catalog: Catalog, products: NDArray[np.int32]) -> NDArray[np.int64]:
    """Places of the refuted products in `products` (ascending)."""
    indexes = np.array([catalog.index_of(product_id) for product_id in state.refuted_ids], dtype=np.int64)
    at = np.searchsorted(products, indexes)
    inside = at < len(products)
    inside[inside] = products[at[inside]] == indexes[inside]
    return at[inside]


def _heaviest(products: NDArray[np.int32], weights: NDArray[np.float64], limit: int) -> NDArray[np.int64]:
    """Places of the `limit` heaviest products, heaviest first, equal ones by index."""
    grid = -np.round(weights, _GRID)
    if len(grid) <= limit:
        return np.lexsort((products, grid))
    last = np.partition(grid, limit - 1)[limit - 1]
    among = np.flatnonzero(grid <= last)
    return among[np.lexsort((products[among], grid[among]))][:limit]


def _ordered(
    pool: Pool,
    weights: NDArray[np.float64],
    told: NDArray[np.bool_],
    exact: NDArray[np.float64],
    settings: HouseSettings,
    least: int,
) -> Belief:
    total = float(weights.sum())
    if total <= 0.0:
        empty = slice(0, 0)
        return Belief(pool.products[empty], weights[empty], pool.cards[empty], pool.classes[empty], told[empty], 0.0)
    weights = weights / total
    exact_share = float((weights * exact).sum())
    order = _heaviest(pool.products, weights, settings.plan_limit)
    enough = int(np.searchsorted(np.cumsum(weights[order]), settings.plan_coverage)) + 1
    order = order[: max(enough, least)]
    order = order[weights[order] > 0.0]
    return Belief(
        pool.products[order], weights[order], pool.cards[order], pool.classes[order], told[order], exact_share
    )
