"""From a shopper's words to the card values they most likely mean, on the shelves believed in.

A value v is heard in a stretch of talk when its words turn up there more than chance would have it. Each word of v
that was said, or that something said stands for (weight w), speaks for v by its rarity; each word left unsaid speaks
against:

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
    """A value that may be meant: its id, its probability, and the share of its words said outright."""

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
        least: float,
    ) -> list[Match]:
        """The best `limit` values, of a probability of `least` or more, for distinct stem numbers on shelves.

        `weights` float64: of the stems, 0 to 1. `priors` float64[n]: the share of each shelf divided by the number
        of its products.
        """
        keys = ((shelves[:, None] << 32) | stems).ravel()
        at = self.post_key.searchsorted(keys)
        at[at == len(self.post_key)] = 0
        hit = (self.post_key[at] == keys).nonzero()[0]
        if not len(hit):
            return []
        at = at[hit]
        first, counts = self.post_start[at], self.post_start[at + 1] - self.post_start[at]
        ends = counts.cumsum()
        rows = self.post_row[np.arange(ends[-1]) + (first - (ends - counts)).repeat(counts)]
        # Rows of the shelves side by side: a shelf's own rows are contiguous.
        shelf, stem = hit // len(stems), hit % len(stems)
        sizes = self.row_start[shelves + 1] - self.row_start[shelves]
        shift = self.row_start[shelves] - (sizes.cumsum() - sizes)
        local = rows - shift[shelf].repeat(counts)
        idf = self.stem_idf[stems]
        root = np.sqrt(idf)
        gain = weights * np.minimum(idf, CAP) + MISSED * root
        outright = np.where(weights >= OUTRIGHT, root, 0.0)
        gained = np.bincount(local, weights=gain[stem].repeat(counts))
        found = gained.nonzero()[0]
        place = sizes.cumsum().searchsorted(found, side="right")
        rows = found + shift[place]
        evidence = gained[found] - MISSED * self.row_mass[rows]
        weight = priors[place] * self.row_count[rows] * np.exp(np.minimum(evidence, _MOST_EVIDENCE))
        total = NOTHING + float(weight.sum())
        # A value may stand on each of the shelves: its rows make up `least` together.
        likely = (weight >= total * least / len(shelves)).nonzero()[0]
        if not len(likely):
            return []
        said = np.bincount(local, weights=outright[stem].repeat(counts))[found[likely]] / self.row_mass[rows[likely]]
        return _merged(self.row_value[rows[likely]], weight[likely] / total, said, limit, least)


def _merged(
    values: NDArray[np.int32], shares: NDArray[np.float64], said: NDArray[np.float64], limit: int, least: float
) -> list[Match]:
    """The likeliest values; one that stands on several shelves counts once."""
    merged: dict[int, tuple[float, float]] = {}
    for value, each, told in zip(values.tolist(), shares.tolist(), said.tolist(), strict=True):
        before, most = merged.get(value, (0.0, 0.0))
        merged[value] = before + each, max(most, told)
    ordered = sorted((-each, value, told) for value, (each, told) in merged.items() if each >= least)
    return [Match(value, -each, min(1.0, told)) for each, value, told in ordered[:limit]]
