"""RANK: explicit evidence ahead of popularity.

    prior(p) = 0.50 (log(1 + reviews(p)) / log(1 + max_reviews))^1.25 + 0.50 clip(rating(p) / 5, 0, 1)
    final(p) = core(p) + 0.55 prior(p)   only if best_core - core(p) <= 0.15                                   (ARC)

Before the first constraint there is no evidence to rank on, and the shelf is ordered by review count. A shelf that is
unknown, or of which every product is a proven miss, gives way to the whole catalog.

Invariant: no product outside of the window gets any prior, so popularity never lifts a mismatch over a match.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from catalog.index import Catalog
from policies.arc.evidence import Evidence, gather_evidence, reveal_order
from policies.arc.settings import ArcSettings
from policies.pools import ProductPool, named_shelves, pool_of_catalog, pool_of_shelves, ranked
from statecore.state import SessionState

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["ArcRanking", "bounded_final", "catalog_prior", "evidence_scores", "rank_candidates"]


@dataclass(frozen=True, slots=True)
class ArcRanking:
    """The surviving candidates, ranked.

    `order` int64[m]: places in the pool, best first, without proven misses; `scores` float64[n]: what they are ordered
    by (review counts when `cold`); `core` and `prior` float64[n]; `alive` bool[n]; `cards` int32[n, 4]: signatures.
    """

    pool: ProductPool
    evidence: Evidence
    core: NDArray[np.float64]
    scores: NDArray[np.float64]
    order: NDArray[np.int64]
    alive: NDArray[np.bool_]
    cards: NDArray[np.int32]
    prior: NDArray[np.float64]
    cold: bool
    order_reliable: bool


def catalog_prior(
    reviews: NDArray[np.int32], ratings: NDArray[np.float32], max_reviews: int, settings: ArcSettings
) -> NDArray[np.float64]:
    """The bounded catalog prior, between 0 and 1: float64[n].

    >>> import numpy as np
    >>> catalog_prior(np.array([99, 0], np.int32), np.array([5.0, 2.5], np.float32), 99, ArcSettings()).tolist()
    [1.0, 0.25]
    """
    share = np.log1p(reviews.astype(np.float64)) / np.log1p(max(max_reviews, 1))
    quality = np.clip(ratings.astype(np.float64) / 5.0, 0.0, 1.0)
    popular: NDArray[np.float64] = settings.popularity_share * share**settings.popularity_power
    return popular + (1.0 - settings.popularity_share) * quality


def bounded_final(
    core: NDArray[np.float64], prior: NDArray[np.float64], best_core: float, settings: ArcSettings
) -> NDArray[np.float64]:
    """Core, and the prior on top of it for what is within the window of the best: float64[n].

    >>> import numpy as np
    >>> bounded_final(np.array([1.0, 0.85, 0.84]), np.array([0.0, 1.0, 1.0]), 1.0, ArcSettings()).round(2).tolist()
    [1.0, 1.4, 0.84]
    """
    near = np.round(best_core - core, 9) <= settings.prior_window
    return core + settings.prior_weight * np.where(near, prior, 0.0)


def evidence_scores(
    core: NDArray[np.float64], prior: NDArray[np.float64], alive: NDArray[np.bool_], settings: ArcSettings
) -> NDArray[np.float64]:
    """Final scores when the best core is that of the products still alive: float64[n]."""
    best = float(core[alive].max()) if alive.any() else 0.0
    return bounded_final(core, prior, best, settings)


def _grounded(state: SessionState, catalog: Catalog) -> tuple[ProductPool, NDArray[np.bool_]]:
    """The most probable shelf (the most specific, that is smallest, on a tie) without proven misses, or everything."""
    shelves = named_shelves(state, catalog)
    if shelves:
        size = np.diff(catalog.shelf_start)
        shelf = min(shelves, key=lambda pair: (-pair[1], int(size[pair[0]]), pair[0]))[0]
        pool = pool_of_shelves(catalog, (shelf,))
        alive = ~pool.mask(catalog, state.refuted_ids)
        if alive.any():
            return pool, alive
    pool = pool_of_catalog(catalog)
    return pool, ~pool.mask(catalog, state.refuted_ids)


def rank_candidates(state: SessionState, catalog: Catalog, settings: ArcSettings) -> ArcRanking:
    """Drop proven misses and order what is left."""
    pool, alive = _grounded(state, catalog)
    reveal = reveal_order(state)
    evidence = gather_evidence(state, catalog, pool, reveal, settings)
    reviews = catalog.rating_number[pool.products]
    prior = catalog_prior(
        reviews, catalog.average_rating[pool.products], int(catalog.rating_number.max(initial=1)), settings
    )
    core = evidence.core(settings)
    cold = not evidence.names
    scores = reviews.astype(np.float64) if cold else evidence_scores(core, prior, alive, settings)
    return ArcRanking(
        pool=pool,
        evidence=evidence,
        core=core,
        scores=scores,
        order=ranked(scores, alive),
        alive=alive,
        cards=catalog.card[pool.products],
        prior=prior,
        cold=cold,
        order_reliable=reveal.reliable,
    )
