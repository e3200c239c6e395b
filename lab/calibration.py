"""Whether a policy's confidence can be taken at its word: when it says 80%, is the first product right 80% of the time?

Every reply with a slate is one forecast: the confidence of the decision, and whether its first product is what the
shopper wants. Expected calibration error (Guo et al. 2017, equal bins): the mean over bins, weighted by forecasts, of
|mean confidence - share right|.

Invariant: bins partition the forecasts; a bin without forecasts is left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["BINS", "Bin", "Forecast", "Reliability", "reliability"]

BINS = 10


class Forecast(NamedTuple):
    """A decision's confidence in its first product, and whether that was the one."""

    confidence: float
    right: bool


class Bin(NamedTuple):
    """Forecasts of `low <= confidence < high` (the last bin has 1 too): how many, their mean, and the share right."""

    low: float
    high: float
    forecasts: int
    confidence: float
    right: float


@dataclass(frozen=True, slots=True)
class Reliability:
    """The reliability diagram and its summary."""

    bins: tuple[Bin, ...]
    error: float
    """Expected calibration error, 0 to 1."""


def reliability(forecasts: Sequence[Forecast], bins: int = BINS) -> Reliability:
    """Sort forecasts into equal bins.

    >>> reliability([Forecast(0.75, True)] * 3 + [Forecast(0.75, False)]).error
    0.0
    >>> reliability([Forecast(0.9, False)]).error
    0.9
    """
    confidence = np.array([forecast.confidence for forecast in forecasts], dtype=np.float64)
    right = np.array([forecast.right for forecast in forecasts], dtype=bool)
    place = np.minimum((confidence * bins).astype(np.int64), bins - 1)
    made = []
    for number in range(bins):
        inside = place == number
        if inside.any():
            said, was = float(confidence[inside].mean()), float(right[inside].mean())
            made.append(Bin(number / bins, (number + 1) / bins, int(inside.sum()), said, was))
    total = max(len(forecasts), 1)
    return Reliability(tuple(made), sum(one.forecasts * abs(one.confidence - one.right) for one in made) / total)
