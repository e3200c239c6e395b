"""Reranking the pool by the linear model, with what was already refuted last.

Invariant: nothing leaves the ranking: proven misses are demoted below everything else, as retracted wishes are demoted
and never deleted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from catalog.index import Catalog
from policies.buyte.features import feature_matrix
from policies.buyte.retrieval import Retrieved, retrieve
from policies.buyte.settings import BuyteSettings
from policies.buyte.shopping import Shopping, shopping_of
from policies.buyte.weights import weights_for
from policies.pools import ProductPool, ranked
from statecore.state import SessionState

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["BuyteRanking", "rank_candidates"]


@dataclass(frozen=True, slots=True)
class BuyteRanking:
    """The pool in order.

    `order` int64[k]: places, best first; `scores` float64[k]; `fresh`: how many come before the misses.
    """

    shopping: Shopping
    found: Retrieved
    features: NDArray[np.float64]
    scores: NDArray[np.float64]
    order: NDArray[np.int64]
    fresh: int


def rank_candidates(state: SessionState, catalog: Catalog, settings: BuyteSettings) -> BuyteRanking:
    """The pool for what was said, reranked."""
    shopping = shopping_of(state, catalog, settings)
    found = retrieve(shopping, catalog, settings)
    features = feature_matrix(shopping, catalog, found)
    scores = (features * weights_for(shopping.intent)).sum(axis=1)
    missed = ProductPool(found.products, ()).mask(catalog, state.refuted_ids)
    order = np.concatenate([ranked(scores, ~missed), ranked(scores, missed)])
    return BuyteRanking(shopping, found, features, scores, order, int((~missed).sum()))
