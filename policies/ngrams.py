"""Words that are spelt alike: cosine similarity of character trigrams between a word and a catalog's vocabulary.

    cos(w, t) = shared trigrams / sqrt(trigrams of w x trigrams of t),   trigrams of "^word$", each counted once

It tolerates spelling and inflection; it does not know meanings (Buyte's "dense" route). The table of a catalog's
trigrams is worked out once per open catalog: it is a pure function of it.

Invariant: a word of the vocabulary is most similar to itself, with 1.0; matches go by similarity, then term id.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from catalog.index import Catalog
from policies.pools import ProductPool
from policies.terms import idf, pool_hits

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Similar", "ngram_scores", "similar_terms", "trigrams"]

_SIZE = 3
_LEAST = 0.5
_MOST_SIMILAR = 6
_COMMON_SHARE = 0.01
"""A word in more listings than this share is spelt right: only itself is looked for."""


class Similar(NamedTuple):
    """Terms that are spelt like a word, and how much so: `terms` int32[k], `cosine` float64[k]."""

    terms: NDArray[np.int32]
    cosine: NDArray[np.float64]


class _Table(NamedTuple):
    """The number of each trigram (`rows`), the terms of each (`terms`, `starts`), how many a term has (`counts`)."""

    rows: dict[str, int]
    terms: NDArray[np.int32]
    starts: NDArray[np.int64]
    counts: NDArray[np.int64]


def trigrams(word: str) -> tuple[str, ...]:
    """The distinct trigrams of a word between its bounds, in order.

    >>> trigrams("silk")
    ('^si', 'sil', 'ilk', 'lk$')
    """
    bounded = f"^{word}$"
    return tuple(dict.fromkeys(bounded[at : at + _SIZE] for at in range(max(len(bounded) - _SIZE + 1, 1))))


@lru_cache(maxsize=2)
def _table(catalog: Catalog) -> _Table:
    rows: dict[str, int] = {}
    grams: list[int] = []
    counts = np.zeros(catalog.term_count, dtype=np.int64)
    for term in range(catalog.term_count):
        own = trigrams(catalog.term_text(term))
        counts[term] = len(own)
        grams.extend(rows.setdefault(gram, len(rows)) for gram in own)
    numbers = np.array(grams, dtype=np.int32)
    order = np.argsort(numbers, kind="stable")
    starts = np.concatenate([[0], np.cumsum(np.bincount(numbers, minlength=len(rows)))]).astype(np.int64)
    return _Table(rows, np.repeat(np.arange(catalog.term_count, dtype=np.int32), counts)[order], starts, counts)


@lru_cache(maxsize=4096)
def similar_terms(catalog: Catalog, word: str) -> Similar:
    """The terms most alike to a word: at least half alike, six at most."""
    table = _table(catalog)
    own = trigrams(word)
    known = [table.rows[gram] for gram in own if gram in table.rows]
    parts = [table.terms[table.starts[row] : table.starts[row + 1]] for row in known]
    terms, shared = np.unique(np.concatenate([np.empty(0, dtype=np.int32), *parts]), return_counts=True)
    cosine = shared / np.sqrt(float(len(own)) * table.counts[terms])
    near = np.flatnonzero(cosine >= _LEAST)
    best = near[np.lexsort((terms[near], -np.round(cosine[near], 9)))][:_MOST_SIMILAR]
    return Similar(terms[best], cosine[best].astype(np.float64))


def ngram_scores(catalog: Catalog, pool: ProductPool, weighted: dict[str, float]) -> NDArray[np.float64]:
    """How well each product's words are spelt like a query's, 0 to 1: float64[n].

    Every query word counts for the best match among a product's words, by its weight and rarity.
    """
    scores = np.zeros(len(pool))
    total = 0.0
    for word, weight in weighted.items():
        alike = _looked_for(catalog, word)
        if not len(alike.terms):
            continue
        worth = weight * float(idf(catalog, alike.terms[:1])[0])
        total += worth
        hits = pool_hits(catalog, pool, alike.terms)
        best = np.zeros(len(pool))
        np.maximum.at(best, hits.at, alike.cosine[hits.which])
        scores += worth * best
    return scores / total if total > 0.0 else scores


def _looked_for(catalog: Catalog, word: str) -> Similar:
    term = catalog.term_id(word)
    if term >= 0 and catalog.term_df[term] > _COMMON_SHARE * catalog.size:
        return Similar(np.array([term], dtype=np.int32), np.ones(1))
    return similar_terms(catalog, word)
