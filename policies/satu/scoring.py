"""Ranking: a hard shelf, lexical relevance blended with popularity, a refusal penalty, and rare phrases.

    S(d) = BM25(d, Q) / max BM25 + 0.6 Popularity(d) / max Popularity,   Popularity(d) = ln(1 + rating_number(d))
    S(d) <- S(d) - 0.5 Refused(d) / max Refused
    Evidence(d) = sum of 1 / df(p) over phrases p that d and the constraints share; the top 20 are re-sorted by it
    Spent(o) = share of the top 40 of ordering o that were shown and survived                                   (SATU)

Maxima are over the live pool, so that every part lies between 0 and 1.

Invariant: orders are by score, then popularity, then place; re-sorting by evidence is stable, so a product that no
constraint names keeps its place among its likes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from catalog.index import Catalog
from catalog.text import words
from policies.pools import ProductPool, named_shelves, pool_of_catalog, pool_of_shelves
from policies.satu.settings import SatuSettings
from policies.satu.slots import slots
from policies.situations import exclusions
from policies.terms import Bm25, pool_hits, query_of
from statecore.state import SessionState

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["STOP_WORDS", "SatuRanking", "blend", "in_order", "phrase_evidence", "promoted", "rank_candidates", "spent"]

STOP_WORDS = frozenset([
    "a", "an", "and", "are", "as", "at", "be", "by", "for", "from", "has", "have", "i", "in", "is", "it", "its", "me",
    "my", "of", "on", "or", "s", "that", "the", "this", "to", "was", "will", "with", "you",
])  # fmt: skip
"""31 words that index and query do without."""

_GRID = 9


@dataclass(frozen=True, slots=True)
class SatuRanking:
    """`order` int64[m]: places of live candidates, best first; `scores` float64[n]: what contention is counted on.

    `spent`: how much of the blend's head was shown; `recovered`: whether the alternative ordering took over.
    """

    pool: ProductPool
    order: NDArray[np.int64]
    scores: NDArray[np.float64]
    alive: NDArray[np.bool_]
    spent: float
    recovered: bool


def _share(numbers: NDArray[np.float64], alive: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Numbers as shares of the largest among the living; zeros when there is none above zero."""
    most = float(numbers[alive].max(initial=0.0))
    return numbers / most if most > 0.0 else np.zeros(len(numbers))


def blend(
    lexical: NDArray[np.float64],
    popularity: NDArray[np.float64],
    refused: NDArray[np.float64],
    alive: NDArray[np.bool_],
    settings: SatuSettings,
) -> NDArray[np.float64]:
    """The blended score S of every product: float64[n].

    >>> import numpy as np
    >>> alive = np.ones(2, dtype=bool)
    >>> blend(np.array([4.0, 2.0]), np.array([1.0, 2.0]), np.array([0.0, 3.0]), alive, SatuSettings()).round(3).tolist()
    [1.3, 0.6]
    """
    score = _share(lexical, alive) + settings.popularity_weight * _share(popularity, alive)
    return score - settings.refusal_penalty * _share(refused, alive)


def in_order(
    scores: NDArray[np.float64], popularity: NDArray[np.float64], alive: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """Places of the living by falling score, then popularity, then place: int64[m]."""
    places = np.flatnonzero(alive)
    return places[np.lexsort((places, -popularity[places], -np.round(scores[places], _GRID)))]


def promoted(order: NDArray[np.int64], evidence: NDArray[np.float64], window: int) -> NDArray[np.int64]:
    """An order whose first `window` places are re-sorted by falling evidence, stably.

    >>> import numpy as np
    >>> promoted(np.array([3, 1, 0, 2]), np.array([0.0, 0.0, 1.0, 0.0]), 4).tolist()
    [2, 3, 1, 0]
    """
    head = order[:window]
    head = head[np.argsort(-np.round(evidence[head], 12), kind="stable")]
    return np.concatenate([head, order[window:]])


def phrase_evidence(catalog: Catalog, pool: ProductPool, values: tuple[str, ...]) -> NDArray[np.float64]:
    """Evidence(d): the inverse document frequencies of the constraints' lines that each product has: float64[n]."""
    evidence = np.zeros(len(pool))
    for value in values:
        value_id = catalog.value_id(value)
        if value_id:
            evidence[pool.places(catalog.products_with(value_id))] += 1.0 / float(catalog.value_df[value_id])
    return evidence


def spent(order: NDArray[np.int64], shown: NDArray[np.bool_], settings: SatuSettings) -> float:
    """How much of an ordering's head was shown without success."""
    return float(shown[order[: settings.spent_window]].sum()) / settings.spent_window


def _bucket(state: SessionState, catalog: Catalog) -> tuple[ProductPool, NDArray[np.bool_]]:
    """The named shelves and which of their products were disproven; all products when none of them is left."""
    pool = pool_of_shelves(catalog, (shelf for shelf, _ in named_shelves(state, catalog)))
    shown = pool.mask(catalog, state.refuted_ids)
    if shown.all():
        pool = pool_of_catalog(catalog)
        shown = pool.mask(catalog, state.refuted_ids)
    return pool, shown


def _lexical(
    catalog: Catalog, pool: ProductPool, texts: tuple[str, ...], skip: frozenset[str], settings: SatuSettings
) -> NDArray[np.float64]:
    query = query_of(catalog, [(text, 1.0) for text in texts], skip)
    hits = pool_hits(catalog, pool, query.terms)
    return Bm25(settings.k1, settings.b).scores(catalog, pool, query, hits)


def rank_candidates(state: SessionState, catalog: Catalog, settings: SatuSettings) -> SatuRanking:
    """The live candidates in the order of the blend, or of the alternative once the blend is disproven."""
    pool, shown = _bucket(state, catalog)
    everyone = np.ones(len(pool), dtype=bool)
    alive = ~shown
    values = tuple(slot.value for slot in slots(state))
    refusals = tuple(item.value for item in exclusions(state))
    refused_words = frozenset(word for text in refusals for word in words(text))
    lexical = _lexical(catalog, pool, values, STOP_WORDS | refused_words, settings)
    refused = _lexical(catalog, pool, refusals, STOP_WORDS, settings)
    popularity = np.log1p(catalog.rating_number[pool.products].astype(np.float64))
    evidence = phrase_evidence(catalog, pool, values)
    scores = blend(lexical, popularity, refused, alive, settings)
    before = in_order(blend(lexical, popularity, refused, everyone, settings), popularity, everyone)
    share = spent(promoted(before, evidence, settings.promoted), shown, settings)
    recovered = bool(shown.any()) and share >= settings.spent_share
    if recovered:
        scores = _share(evidence, alive) + _share(lexical, alive) - settings.refusal_penalty * _share(refused, alive)
    order = promoted(in_order(scores, popularity, alive), evidence, settings.promoted)
    return SatuRanking(pool, order, scores, alive, share, recovered)
