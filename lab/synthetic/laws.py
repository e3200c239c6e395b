"""The measured laws as integer thresholds: popularity, what popularity brings along, and shelf sizes.

Every law is a table made once; a draw is an integer looked up in it, so equal draws give equal rows everywhere.
The figures are those of the contest's catalog (50,000 products) as its entrants published them, cited at each table.
"""

from __future__ import annotations

import math
from functools import lru_cache
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from lab.synthetic.draws import share

__all__ = ["BANDS", "MAX_REVIEWS", "Band", "popularity_counts", "rating_numbers", "shelf_thresholds"]

_DRAW_SPAN = 1 << 32
MAX_REVIEWS = 90_000

_MEDIAN = 12.0
_SIGMA_BELOW = 1.68
_SIGMA_ABOVE = 2.45
_EXACT_TO = 256


class Band(NamedTuple):
    """What goes with a review count: band b holds the counts 2**(b-1) .. 2**b - 1. Chances are of 65,536."""

    priced: int
    many_bullets: int
    some_bullets: int
    described: int
    rating_centre: int
    """Tenths of a star."""
    rating_spread: int
    """Tenths of a star, one standard deviation, times ten."""


# Shares per band 1..17, from the published pairs (catalog share, share among review-weighted targets):
# price .2105/.890, five bullets .648/.950, any bullet .8956/1, description .5223/.445 (E058, L-GPT, NiuLai).
_PRICED = (0.08, 0.09, 0.10, 0.11, 0.14, 0.19, 0.28, 0.41, 0.60, 0.80, 0.92, 0.97, 0.99, 0.99, 0.99, 0.99, 0.99)
_MANY = (0.52, 0.54, 0.57, 0.61, 0.67, 0.73, 0.79, 0.86, 0.92, 0.96, 0.98, 0.99, 0.99, 0.99, 0.99, 0.99, 0.99)
_SOME = (0.83, 0.84, 0.86, 0.88, 0.90, 0.92, 0.94, 0.96, 0.98, 0.99, 0.998, 1, 1, 1, 1, 1, 1)
_DESCRIBED = (0.55, 0.54, 0.53, 0.53, 0.52, 0.51, 0.51, 0.50, 0.49, 0.48, 0.47, 0.46, 0.45, 0.44, 0.44, 0.44, 0.44)
# Average rating: catalog median 4.2 with 67.4% at 4.0 or more; targets 4.4 with 92% (E058, BayesPilot).
_CENTRE = (43, 43, 43, 43, 43, 43, 43, 43, 43, 44, 45, 45, 45, 46, 46, 46, 46)
_SPREAD = (115, 100, 90, 80, 70, 60, 52, 46, 42, 38, 36, 34, 32, 30, 28, 26, 26)

BANDS: tuple[Band, ...] = (
    Band(0, 0, 0, 0, 0, 0),
    *(
        Band(share(priced), share(many), share(some), share(described), centre, spread)
        for priced, many, some, described, centre, spread in zip(
            _PRICED, _MANY, _SOME, _DESCRIBED, _CENTRE, _SPREAD, strict=True
        )
    ),
)
"""Indexed by `count.bit_length()`."""


@lru_cache(maxsize=1)
def popularity_counts() -> tuple[NDArray[np.uint64], NDArray[np.int64]]:
    """Thresholds uint64[M+1] over the 32-bit draw, and counts int64[M+1]: draws from thresholds[j] on mean counts[j].

    A two-sided log-normal: median 12 reviews, sigma 1.68 below and 2.45 above, floor 1 (anchors of SATU: 4 reviews are
    the 25.7th percentile, 156 the 85.7th, 6,846 the 99.5th). Counts are exact to 256, on a grid of 1/64 octave above.
    """
    exact = list(range(1, _EXACT_TO + 1))
    grid = {round(_EXACT_TO * 2 ** (step / 64)) for step in range(1, 64 * 9)}
    counts = exact + sorted(count for count in grid if count <= MAX_REVIEWS)
    below = [0, *(round(_share_below(count - 0.5) * _DRAW_SPAN) for count in counts[1:])]
    return np.array(below, dtype=np.uint64), np.array(counts, dtype=np.int64)


def _share_below(count: float) -> float:
    """P(reviews < count) under the two-sided log-normal."""
    offset = math.log(count / _MEDIAN)
    return NormalDist().cdf(offset / (_SIGMA_BELOW if offset < 0 else _SIGMA_ABOVE))


def rating_numbers(draws: NDArray[np.uint32]) -> NDArray[np.int64]:
    """Review counts int64[n] for 32-bit draws; between two grid points the draw itself interpolates.

    >>> rating_numbers(np.array([0, 1 << 31, (1 << 32) - 1], dtype=np.uint32)).tolist()
    [1, 12, 89719]
    """
    thresholds, counts = popularity_counts()
    wide = draws.astype(np.uint64)
    at = np.searchsorted(thresholds, wide, side="right") - 1
    after = np.minimum(at + 1, len(counts) - 1)
    into = (wide - thresholds[at]).astype(np.int64)
    width = np.maximum((thresholds[after] - thresholds[at]).astype(np.int64), 1)
    return counts[at] + np.where(counts[at] > _EXACT_TO, (counts[after] - counts[at]) * into // width, 0)


# Expected products of the shelf of a given rank among 50,000: log-log linear between these anchors. Fitted to 1,115
# shelves, 234 singletons, median 8, largest 1,354 (1,136, 1,034, 1,017, 769 next), 54 shelves holding half (SATU,
# BayesPilot); the thin tail lets the number of shelves grow with the rows (about 340 at 1,000; 1,800 at 200,000).
_SHELF_ANCHORS = (
    (1, 1354.0),
    (5, 800.0),
    (20, 500.0),
    (54, 230.0),
    (150, 75.0),
    (300, 30.0),
    (557, 10.0),
    (900, 2.6),
    (1130, 0.6),
    (1300, 0.10),
    (2500, 0.02),
    (6000, 0.006),
)


def shelf_thresholds(shelves: int) -> NDArray[np.uint64]:
    """Upper limits uint64[shelves] of 32-bit draws: one below limit r, and not below that of r-1, is on shelf r."""
    ranks = np.log(np.arange(1, shelves + 1, dtype=np.float64))
    anchors, sizes = zip(*_SHELF_ANCHORS, strict=True)
    expected = np.exp(np.interp(ranks, np.log(anchors), np.log(sizes)))
    limits = np.cumsum(expected)
    scaled: NDArray[np.uint64] = np.rint(limits * (_DRAW_SPAN / limits[-1])).astype(np.uint64)
    return scaled
