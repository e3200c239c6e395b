"""Words of a query in the products of a pool: hits, rarity, BM25 over chosen fields, and containment.

    idf(t)    = ln(1 + (N - df(t) + 0.5) / (df(t) + 0.5))                                    (SATU; BM25's usual form)
    BM25(d,Q) = sum over t of weight(t) idf(t) tf (k1 + 1) / (tf + k1 (1 - b + b |d| / avgdl))

Invariant: statistics (N, df, avgdl) are the whole catalog's, whatever the pool, so that a product's score does not
depend on which other products are in the pool; sums run in the order of the query's term ids.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from catalog.index import FIELDS, Catalog
from catalog.text import words
from policies.pools import ProductPool

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["ALL_FIELDS", "Bm25", "PoolHits", "Query", "idf", "pool_hits", "query_of"]

ALL_FIELDS = tuple(range(len(FIELDS)))


@dataclass(frozen=True, slots=True)
class Query:
    """Terms that the catalog knows, ascending, with a weight each: `terms` int32[m], `weights` float64[m]."""

    terms: NDArray[np.int32]
    weights: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class PoolHits:
    """Where a query's terms occur in a pool of `size` products.

    `at` int64[k]: places in the pool; `which` int64[k]: positions in the query; `tf` uint8[k, 6]: counts in FIELDS.
    """

    size: int
    at: NDArray[np.int64]
    which: NDArray[np.int64]
    tf: NDArray[np.uint8]

    def contains(self, terms: int) -> NDArray[np.bool_]:
        """Which products have which of the query's `terms` terms, in any field: bool[size, terms]."""
        found = np.zeros((self.size, terms), dtype=bool)
        found[self.at, self.which] = True
        return found


def idf(catalog: Catalog, terms: NDArray[np.int32]) -> NDArray[np.float64]:
    """Inverse document frequency of terms: float64[m]."""
    df = catalog.term_df[terms].astype(np.float64)
    return np.log1p((catalog.size - df + 0.5) / (df + 0.5))


def query_of(catalog: Catalog, texts: Iterable[tuple[str, float]], skip: frozenset[str] = frozenset()) -> Query:
    """The known words of weighted texts; a word weighs the sum over its occurrences; words in `skip` are left out."""
    said: dict[str, float] = {}
    for text, weight in texts:
        for word in words(text):
            if word not in skip:
                said[word] = said.get(word, 0.0) + weight
    known = {term: weight for word, weight in said.items() if (term := catalog.term_id(word)) >= 0}
    terms = sorted(known)
    return Query(np.array(terms, dtype=np.int32), np.array([known[term] for term in terms], dtype=np.float64))


def pool_hits(catalog: Catalog, pool: ProductPool, terms: NDArray[np.int32]) -> PoolHits:
    """The hits of terms in a pool."""
    if not pool.shelves:
        hits = catalog.gather(terms)
        return PoolHits(len(pool), hits.docs.astype(np.int64), hits.which.astype(np.int64), hits.tf)
    at, which, tf = [], [], []
    offset = 0
    for shelf in pool.shelves:
        hits = catalog.gather(terms, shelf)
        first, last = int(catalog.shelf_start[shelf]), int(catalog.shelf_start[shelf + 1])
        at.append(hits.docs.astype(np.int64) + (offset - first))
        which.append(hits.which.astype(np.int64))
        tf.append(hits.tf)
        offset += last - first
    return PoolHits(len(pool), np.concatenate(at), np.concatenate(which), np.concatenate(tf))


@dataclass(frozen=True, slots=True)
class Bm25:
    """BM25's constants, and the fields (columns of FIELDS) that it counts as one text."""

    k1: float
    b: float
    fields: tuple[int, ...] = ALL_FIELDS

    def scores(self, catalog: Catalog, pool: ProductPool, query: Query, hits: PoolHits) -> NDArray[np.float64]:
        """The score of every product of a pool, given the query's hits in it: float64[n]."""
        counts = hits.tf[:, self.fields[0]].astype(np.int64)
        for column in self.fields[1:]:
            counts += hits.tf[:, column]
        inside = np.flatnonzero(counts)
        at, which, tf = hits.at[inside], hits.which[inside], counts[inside].astype(np.float64)
        products = pool.products[at]
        length = np.zeros(len(at))
        for column in self.fields:
            length += catalog.field_length[products, column]
        mean = max(float(catalog.mean_field_length[list(self.fields)].sum()), 1.0)
        worth = query.weights * idf(catalog, query.terms) * (self.k1 + 1.0)
        gains = worth[which] * tf / (tf + self.k1 * (1.0 - self.b + self.b * length / mean))
        return np.bincount(at, weights=gains, minlength=hits.size).astype(np.float64)
