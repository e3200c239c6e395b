"""The products that a turn chooses from: the named shelves, or the whole catalog.

Invariant: a pool's products ascend in index, so that places in a pool order as product ids do within a shelf; products
of one shelf are adjacent.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from catalog.index import Catalog
from statecore.state import SessionState

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

__all__ = ["ProductPool", "named_shelves", "pool_of_catalog", "pool_of_shelves", "ranked"]

SCORE_GRID = 9
"""Decimals that scores are compared at, so that an order does not hang on the last bits of a sum."""


@dataclass(frozen=True, slots=True)
class ProductPool:
    """`products` int32[n], ascending; `shelves`: the shelf ids that it is made of, empty for the whole catalog."""

    products: NDArray[np.int32]
    shelves: tuple[int, ...]

    def __len__(self) -> int:
        """How many products there are."""
        return len(self.products)

    def places(self, products: NDArray[np.int32]) -> NDArray[np.int64]:
        """The places of those of `products` that are in the pool, in the order given: int64[k]."""
        if not len(self.products):
            return np.empty(0, dtype=np.int64)
        at = np.searchsorted(self.products, products)
        inside = self.products[np.minimum(at, len(self.products) - 1)] == products
        found: NDArray[np.int64] = at[inside]
        return found

    def mask(self, catalog: Catalog, product_ids: Iterable[str]) -> NDArray[np.bool_]:
        """Which products have one of these ids: bool[n]."""
        found = np.zeros(len(self.products), dtype=bool)
        indexes = np.array([catalog.index_of(product_id) for product_id in product_ids], dtype=np.int32)
        found[self.places(indexes)] = True
        return found


def named_shelves(state: SessionState, catalog: Catalog) -> tuple[tuple[int, float], ...]:
    """The shelves that the category may mean, with their weights, heaviest first (lowest id on a tie)."""
    if state.category is None:
        return ()
    known = ((catalog.shelf_id(item.label), item.weight) for item in state.category.shelves)
    return tuple(sorted(((s, w) for s, w in known if s is not None and w > 0.0), key=lambda pair: (-pair[1], pair[0])))


def pool_of_shelves(catalog: Catalog, shelves: Iterable[int]) -> ProductPool:
    """All products of some shelves."""
    chosen = tuple(sorted(shelves))
    parts = [np.arange(catalog.shelf_start[s], catalog.shelf_start[s + 1], dtype=np.int32) for s in chosen]
    return ProductPool(np.concatenate([np.empty(0, dtype=np.int32), *parts]), chosen)


def pool_of_catalog(catalog: Catalog) -> ProductPool:
    """All products."""
    return ProductPool(np.arange(catalog.size, dtype=np.int32), ())


def ranked(scores: NDArray[np.float64], alive: NDArray[np.bool_] | None = None) -> NDArray[np.int64]:
    """Places by falling score, the lower place first on a tie; only those alive: int64[m].

    >>> ranked(np.array([0.5, 0.75, 0.5])).tolist()
    [1, 0, 2]
    """
    places = np.arange(len(scores)) if alive is None else np.flatnonzero(alive)
    return places[np.argsort(-np.round(scores[places], SCORE_GRID), kind="stable")]
