"""From a shopper's words to the card values they most likely mean, on the shelves believed in.

A value v is heard in a stretch of talk when its words turn up there more than chance would have it. Each word of v that
was said, or that something said stands for (weight w), speaks for v by its rarity; each word left unsaid speaks against:

    evidence(v) = sum over said words of w * min(idf, CAP) - MISSED * sum over unsaid words of sqrt(idf)
    P(v) ~ share(shelf) * count(v) / products(shelf) * exp(evidence(v)),   against NOTHING for no value at all

What else was said cancels out, so that a long story does not drown a short wish (a naive Bayes reading; idf in nats).

Invariant: candidates come heaviest first, ties by value id; one pass over the posting lists of the words heard.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["CardValues", "Match"]

CAP = 5.0
MISSED = 0.7
NOTHING = 0.2
OUTRIGHT = 0.85
"""The weight from which a word counts as said outright."""
_MOST_EVIDENCE = 60.0


class Match(NamedTuple):
    """A value that may be meant: its id, the probability that it is, and the share of its words that were said outright."""

    value: int
    probability: float
    said: float


class CardValues(NamedTuple):
    """The arrays of `lexicon_values.row_sections`."""

    row_value: NDArray[np.int32]
    row_count: NDArray[np.int32]
    row_start: NDArray[np.int64]
    row_mass: NDArray[np.float32]
    stem_idf: NDArray[np.float32]
    post_key: NDArray[np.int64]
    post_start: NDArray[np.int64]
    post_row: NDArray[np.int32]

    def match(
        self,
        stems: NDArray[np.int64],
        weights: NDArray[np.float64],
        shelves: NDArray[np.int64],
        priors: NDArray[np.float64],
        limit: int,
    ) -> list[Match]:
        """The best `limit` values for distinct stem numbers with weights (0 to 1), on shelves.

        `priors` float64[n]: the share of each shelf divided by the number of its products.
        """
        keys = ((shelves[:, None] << 32) | stems).ravel()
        at = np.minimum(np.searchsorted(self.post_key, keys), len(self.post_key) - 1)
        hit = np.flatnonzero(self.post_key[at] == keys)
        if not len(hit):
            return []
        at = at[hit]
        first, counts = self.post_start[at], self.post_start[at + 1] - self.post_start[at]
        ends = np.cumsum(counts)
        rows = self.post_row[np.arange(ends[-1]) + np.repeat(first - (ends - counts), counts)]
        which = np.repeat(hit, counts)
        idf = self.stem_idf[stems]
        gain = weights * np.minimum(idf, CAP) + MISSED * np.sqrt(idf)
        found, inverse = np.unique(rows, return_inverse=True)
        stem = which % len(stems)
        evidence = np.bincount(inverse, weights=gain[stem]) - MISSED * self.row_mass[found]
        outright = np.where(weights >= OUTRIGHT, np.sqrt(idf), 0.0)
        said = np.bincount(inverse, weights=outright[stem]) / self.row_mass[found]
        shelf = np.zeros(len(found), np.int64)
        shelf[inverse] = which // len(stems)
        weight = priors[shelf] * self.row_count[found] * np.exp(np.minimum(evidence, _MOST_EVIDENCE))
        return self._best(self.row_value[found], weight, said, limit)

    def _best(
        self, values: NDArray[np.int32], weight: NDArray[np.float64], said: NDArray[np.float64], limit: int
    ) -> list[Match]:
        """The heaviest values; one that stands on several shelves counts once."""
        total = NOTHING + float(weight.sum())
        distinct, first, inverse = np.unique(values, return_index=True, return_inverse=True)
        weight = np.bincount(inverse, weights=weight)
        best = np.lexsort((distinct, -weight))[:limit]
        return [
            Match(int(distinct[i]), float(weight[i] / total), min(1.0, float(said[first[i]]))) for i in best.tolist()
        ]
