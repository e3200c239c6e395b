"""Retrieval: five fields, each its own BM25 index and never concatenated, fused with the character n-gram route.

    fused(d) = sum over routes r of w_r score_r(d) / max score_r,   the w_r summing to one (convex combination)

A term in a title of twelve words means something else than the same term in a long description. Then every product
whose text contains every live constraint joins the pool, whatever its rank (conjunctive injection): the one route that
depth alone cannot replace (Buyte).

Invariant: the pool holds distinct products, ascending; with nothing said it is the most reviewed ones.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from catalog.index import FIELDS, Catalog
from catalog.text import words
from policies.buyte.settings import BuyteSettings
from policies.buyte.shopping import Shopping
from policies.ngrams import ngram_scores
from policies.pools import pool_of_catalog, ranked
from policies.terms import Bm25, PoolHits, Query, pool_hits

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["ROUTES", "Retrieved", "contains_value", "fuse", "retrieve"]

ROUTES = ("title", "features", "categories", "description", "store", "ngrams")
"""The routes in the order of their weights; details count as features, being lines like them."""

_COLUMNS = tuple(
    tuple(FIELDS.index(field) for field in fields)
    for fields in (("title",), ("features", "details"), ("categories",), ("description",), ("store",))
)
_FEW_WORDS = 3
"""A value this short is looked for by its words; a longer one as a whole line."""


@dataclass(frozen=True, slots=True)
class Retrieved:
    """The pool with what retrieval knows of it.

    `products` int32[k], ascending; `routes` float64[k, 6]: normalised scores; `fused` float64[k]; `words` bool[k, m]:
    which query words each has, `in_title` bool[k, m] and `in_categories` bool[k, m]: and where; `query`: the m words.
    """

    products: NDArray[np.int32]
    routes: NDArray[np.float64]
    fused: NDArray[np.float64]
    query: Query
    words: NDArray[np.bool_]
    in_title: NDArray[np.bool_]
    in_categories: NDArray[np.bool_]


def fuse(routes: NDArray[np.float64], weights: tuple[float, ...]) -> NDArray[np.float64]:
    """The convex combination of normalised routes, float64[n, r] to float64[n].

    >>> import numpy as np
    >>> fuse(np.array([[1.0, 0.0], [0.5, 1.0]]), (0.75, 0.25)).tolist()
    [0.75, 0.625]
    """
    fused: NDArray[np.float64] = (routes * np.array(weights)).sum(axis=1)
    return fused


def _normalised(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    most = float(scores.max(initial=0.0))
    return scores / most if most > 0.0 else scores


def retrieve(shopping: Shopping, catalog: Catalog, settings: BuyteSettings) -> Retrieved:
    """The candidates for a shopping state."""
    everything = pool_of_catalog(catalog)
    weighted = shopping.query(settings)
    known = {term: weight for word, weight in weighted.items() if (term := catalog.term_id(word)) >= 0}
    terms = sorted(known)
    query = Query(np.array(terms, dtype=np.int32), np.array([known[term] for term in terms], dtype=np.float64))
    hits = pool_hits(catalog, everything, query.terms)
    columns = [Bm25(settings.k1, settings.b, fields).scores(catalog, everything, query, hits) for fields in _COLUMNS]
    columns.append(ngram_scores(catalog, everything, weighted))
    routes = np.stack([_normalised(column) for column in columns], axis=1)
    fused = fuse(routes, settings.routes)
    chosen = _pool(shopping, catalog, query, hits, fused, settings)
    return Retrieved(
        products=chosen,
        routes=routes[chosen],
        fused=fused[chosen],
        query=query,
        words=_where(hits, query, chosen, tuple(range(len(FIELDS)))),
        in_title=_where(hits, query, chosen, _COLUMNS[0]),
        in_categories=_where(hits, query, chosen, _COLUMNS[2]),
    )


def _where(hits: PoolHits, query: Query, products: NDArray[np.int32], columns: tuple[int, ...]) -> NDArray[np.bool_]:
    """Which query words each of some products has in the given fields: bool[k, m]."""
    found = np.zeros((hits.size, len(query.terms)), dtype=bool)
    inside = hits.tf[:, list(columns)].any(axis=1)
    found[hits.at[inside], hits.which[inside]] = True
    return found[products]


def _pool(
    shopping: Shopping,
    catalog: Catalog,
    query: Query,
    hits: PoolHits,
    fused: NDArray[np.float64],
    settings: BuyteSettings,
) -> NDArray[np.int32]:
    """The head of the fused list, and the conjunctive matches."""
    if not fused.any():
        return np.sort(ranked(catalog.rating_number.astype(np.float64))[: settings.depth]).astype(np.int32)
    depth = min(settings.depth, catalog.size)
    rough = np.argpartition(-fused, depth - 1)[:depth] if depth < catalog.size else np.arange(catalog.size)
    head = rough[fused[rough] > 0.0]
    every = _conjunction(shopping, catalog, query, hits)
    places = np.flatnonzero(every)
    best = places[ranked(fused[places])[: settings.injected]]
    return np.union1d(head, best).astype(np.int32)


def _conjunction(shopping: Shopping, catalog: Catalog, query: Query, hits: PoolHits) -> NDArray[np.bool_]:
    """The products that contain every live constraint, the category's shelf among them: bool[N]."""
    every = np.ones(catalog.size, dtype=bool)
    if shopping.shelves:
        every[:] = False
        for shelf in shopping.shelves:
            every[catalog.shelf_start[shelf] : catalog.shelf_start[shelf + 1]] = True
    elif not shopping.checked:
        return np.zeros(catalog.size, dtype=bool)
    found = hits.contains(len(query.terms))
    for item in shopping.checked:
        every &= contains_value(catalog, query, found, np.arange(catalog.size, dtype=np.int32), item.value)
    return every


def contains_value(
    catalog: Catalog, query: Query, found: NDArray[np.bool_], products: NDArray[np.int32], value: str
) -> NDArray[np.bool_]:
    """Which of some products' texts contain a value: bool[k], given which query words they have (bool[k, m]).

    As a whole line or card slot; a value of up to three words also by its words. Words that no listing has fail it.
    """
    contained = np.isin(products, catalog.products_with(catalog.value_id(value)))
    own = [catalog.term_id(word) for word in dict.fromkeys(words(value))]
    if own and len(own) <= _FEW_WORDS and min(own) >= 0:
        places = np.searchsorted(query.terms, own)
        if (places < len(query.terms)).all() and (query.terms[places] == own).all():
            contained |= found[:, places].all(axis=1)
    return contained
