"""The belief: how probable each product is, given everything said and shown.

    w(p) ~ alive(p) prior(p) free(p) [exact(p) + member_weight member(p) + soft_weight soft(p)]

`exact` is the kit's shopper replayed on p's card (0 or 1); `member`: every value told stands in the card, in any
order; `soft`: how near the card comes to what was told; `free`: a person's wishes, exclusions and budget; `alive`:
not refuted.

Invariant: candidates are ordered by (-weight, product index), weights sum to one and are compared on a grid of 1e-12,
so the order does not hang on the last bits of a sum.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from catalog.index import Catalog
from policies.house.kit_evidence import replay_cards
from policies.house.pool import Pool, open_pool
from policies.house.settings import HouseSettings
from policies.house.soft_evidence import CardWords, card_words, free_factors, slot_log_likelihood
from statecore.state import SessionState

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
    """The belief for the turn that `state` stands at."""
    pool = open_pool(state, catalog, settings)
    told = np.zeros(pool.cards.shape, dtype=bool)
    evidence = replay_cards(catalog, pool.cards, pool.classes, state.heard)
    told[evidence.keeps] = evidence.told
    exact = np.zeros(len(pool.products))
    exact[evidence.keeps] = 1.0
    likelihood = exact.copy()
    if _needs_soft(state):
        known = card_words(catalog, pool)
        soft, near = _soft_tiers(state, catalog, known, settings)
        likelihood += soft
        told |= near & (exact == 0.0)[:, None]
        likelihood *= free_factors(state, catalog, pool, known, settings)
    weights = pool.prior * likelihood
    weights[_refuted(state, catalog, pool)] = 0.0
    least = settings.plan_least if state.turn >= settings.insurance_turn else 1
    return _ordered(pool, weights, told, exact, settings, least)


def _needs_soft(state: SessionState) -> bool:
    """Before anything was told, every product is as exact as any other."""
    return bool(state.constraints) or state.budget is not None


def _soft_tiers(
    state: SessionState, catalog: Catalog, known: CardWords, settings: HouseSettings
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """The weight of the member and soft tiers, float64[n], and the slots that were probably told, bool[n, 4]."""
    values = [value for item in state.heard for value in item.values]
    shape = known.slots.shape
    told = np.zeros(shape, dtype=bool)
    if not values:
        return np.zeros(shape[0]), told
    member = np.ones(shape[0], dtype=bool)
    log_soft = np.zeros(shape[0])
    for value in values:
        near = slot_log_likelihood(catalog, known, value, settings)
        best = near.max(axis=1)
        member &= best == 0.0
        log_soft += best
        told |= (near == best[:, None]) & (near >= _TOLD_LOG_LIKELIHOOD)
    return settings.member_weight * member + settings.soft_weight * np.exp(log_soft), told


def _refuted(state: SessionState, catalog: Catalog, pool: Pool) -> NDArray[np.int64]:
    indexes = np.array([catalog.index_of(product_id) for product_id in state.refuted_ids], dtype=np.int64)
    at = np.searchsorted(pool.products, indexes)
    inside = at < len(pool.products)
    inside[inside] = pool.products[at[inside]] == indexes[inside]
    return at[inside]


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
    order = np.lexsort((pool.products, -np.round(weights, _GRID)))[: settings.plan_limit]
    enough = int(np.searchsorted(np.cumsum(weights[order]), settings.plan_coverage)) + 1
    order = order[: max(enough, least)]
    order = order[weights[order] > 0.0]
    return Belief(
        pool.products[order], weights[order], pool.cards[order], pool.classes[order], told[order], exact_share
    )
