"""Where the wanted product may be: the shelves that the category may mean, and how likely each product is beforehand.

Invariant: a pool's products ascend in index (so shelves stay together and ids break ties), each occurs once, and its
prior sums to one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from catalog.index import Catalog
from policies.house.settings import HouseSettings
from statecore.state import SessionState

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Pool", "open_pool", "popularity_prior"]

_FALLBACK_PRODUCTS = 2_000
"""How many of the most reviewed products stand in when a message fits no shelf."""


@dataclass(frozen=True, slots=True)
class Pool:
    """Products that may be meant: `products` int32[n] ascending, `prior` float64[n] summing to one.

    `shelves`: the whole shelves that make it up, ascending, or none when it is a choice of single products. `cards`
    int32[n, 4] and `classes` int8[n, 4] are their kit cards: value ids (0: no slot) and kit classes.
    """

    products: NDArray[np.int32]
    shelves: tuple[int, ...]
    prior: NDArray[np.float64]
    cards: NDArray[np.int32]
    classes: NDArray[np.int8]


def popularity_prior(
    catalog: Catalog, products: NDArray[np.int32] | slice, exponents: tuple[float, ...]
) -> NDArray[np.float64]:
    """Unnormalised: the mean over exponents e of r**e / (catalog sum of r**e), r the number of ratings (>= 1)."""
    ratings = np.maximum(catalog.rating_number[products], 1).astype(np.float64)
    prior = np.zeros(len(ratings))
    for exponent in exponents:
        prior += _power(ratings, exponent) / catalog.rating_power_sum(exponent)
    return prior / len(exponents)


def _power(base: NDArray[np.float64], exponent: float) -> NDArray[np.float64]:
    """`base**exponent`, by square roots where quarters allow: they round the same everywhere, and fast."""
    quarters = exponent * 4.0
    if not quarters.is_integer() or not 0 <= quarters <= 4:  # noqa: PLR2004 - four quarters
        return np.asarray(np.power(base, exponent), dtype=np.float64)
    power = np.ones_like(base)
    if quarters % 4 >= 2:  # noqa: PLR2004 - a half
        power = power * np.sqrt(base)
    if quarters % 2 == 1:
        power = power * np.sqrt(np.sqrt(base))
    return power * base if quarters == 4 else power  # noqa: PLR2004 - a whole


def open_pool(state: SessionState, catalog: Catalog, settings: HouseSettings) -> Pool:
    """The pool for the state's category; without one, the products that a told value names and the most reviewed."""
    shelves = _shelves(state, catalog)
    if not shelves:
        products = _anywhere(state, catalog)
        prior = popularity_prior(catalog, products, settings.popularity_exponents)
    else:
        products, prior = _on_shelves(state, catalog, shelves, settings)
    cards = catalog.card[products]
    ids = tuple(shelf for shelf, _ in shelves)
    return Pool(products, ids, prior / prior.sum(), cards, catalog.value_class[cards])


def _shelves(state: SessionState, catalog: Catalog) -> list[tuple[int, float]]:
    """Shelf ids with weights, ascending in id."""
    if state.category is None:
        return []
    known = ((catalog.shelf_id(item.label), item.weight) for item in state.category.shelves)
    return sorted((shelf, weight) for shelf, weight in known if shelf is not None and weight > 0.0)


def _on_shelves(
    state: SessionState, catalog: Catalog, shelves: list[tuple[int, float]], settings: HouseSettings
) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
    """Each shelf's weight is spread over its products by popularity: size alone makes no shelf likelier.

    Where a person named the category, a product counts as it fits the kind and the wearer.
    """
    category = state.category
    products, priors = [], []
    for shelf, weight in shelves:
        first, last = int(catalog.shelf_start[shelf]), int(catalog.shelf_start[shelf + 1])
        places = np.arange(first, last, dtype=np.int32)
        prior = popularity_prior(catalog, slice(first, last), settings.popularity_exponents)
        if category is not None and not category.exact:
            prior = prior * catalog.lexicon.fit(places, category.phrase, category.wearer)
        products.append(places)
        priors.append(prior * (weight / prior.sum()))
    return np.concatenate(products), np.concatenate(priors)


def _anywhere(state: SessionState, catalog: Catalog) -> NDArray[np.int32]:
    ratings = catalog.rating_number
    count = min(_FALLBACK_PRODUCTS, catalog.size)
    popular = np.argsort(-ratings.astype(np.int64), kind="stable")[:count]
    told = [catalog.products_with(catalog.value_id(item.value)) for item in state.evidence if item.polarity == "want"]
    return np.unique(np.concatenate([popular, *told])).astype(np.int32)
