"""From a shopper's words to the card values they most likely mean, on the shelves believed in.

A value v of a shelf is scored for weighted stems q by

    score = coverage**a * (1 + ln(1 + count)) ** b * shelf weight,   coverage = 2 s / (mass(v) + mass(q))

with s the idf mass that both share and `mass` summed idf (of the query: of the stems that the shelf knows).

Invariant: candidates come heaviest first, ties by value id; one pass over the posting lists of the query's stems.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["CardValues", "Match"]

_SHARPNESS = 4.0
_COUNT_POWER = 0.5
_UNKNOWN_MASS = 0.0


class Match(NamedTuple):
    """A value that may be meant: its id, how much of it and of the query is shared (0 to 1), and its weight."""

    value: int
    told: float
    heard: float
    weight: float


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
        shares: NDArray[np.float64],
        limit: int,
    ) -> list[Match]:
        """The best `limit` values for stem numbers with weights (0 to 1), on shelves with their shares."""
        keys = (shelves[:, None] << 32) | stems
        at = np.searchsorted(self.post_key, keys.ravel())
        at = np.minimum(at, len(self.post_key) - 1)
        hit = np.flatnonzero(self.post_key[at] == keys.ravel())
        if not len(hit):
            return []
        at = at[hit]
        first, counts = self.post_start[at], self.post_start[at + 1] - self.post_start[at]
        which = np.repeat(hit, counts)
        ends = np.cumsum(counts)
        rows = self.post_row[np.arange(ends[-1]) + np.repeat(first - (ends - counts), counts)]
        mass = weights * self.stem_idf[stems]
        order = np.argsort(rows, kind="stable")
        rows, which = rows[order], which[order]
        starts = np.flatnonzero(np.concatenate(([True], rows[1:] != rows[:-1])))
        shared = np.add.reduceat(mass[which % len(stems)], starts)
        rows, shelf = rows[starts], which[starts] // len(stems)
        return self._best(rows, shared, float(mass.sum()), shares[shelf], limit)

    def _best(
        self, rows: NDArray[np.int32], shared: NDArray[np.float64], heard: float, share: NDArray[np.float64], limit: int
    ) -> list[Match]:
        mass = self.row_mass[rows]
        dice = 2.0 * shared / (mass + heard)
        weight = dice**_SHARPNESS * (1.0 + np.log1p(self.row_count[rows])) ** _COUNT_POWER * share
        best = np.lexsort((self.row_value[rows], -weight))[:limit]
        return [
            Match(int(self.row_value[rows[i]]), float(shared[i] / mass[i]), float(shared[i] / heard), float(weight[i]))
            for i in best
        ]
