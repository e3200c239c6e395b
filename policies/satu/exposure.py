"""How many products to show: as many as are effectively tied for first, unless waiting has stopped buying anything.

    C(m)    = |{d : S(d) >= S(best) (1 - m)}|,   m = 0.0005
    head(t) = 10                       if exhausted, or |constraints| >= 4, or t > 6
              min(10, max(1, C(m)))    otherwise                                                                (SATU)

Invariant: at least one product is shown while any candidate is left, and never more than ten.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from policies.satu.settings import SatuSettings

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["contention", "head", "waiting_is_over"]

_SLACK = 1e-12


def contention(scores: NDArray[np.float64], margin: float) -> int:
    """How many of some scores (float64[m], m > 0) are within a relative margin of the best.

    >>> import numpy as np
    >>> contention(np.array([1.2000, 1.1994, 1.1993]), 0.0005)
    2
    """
    best = float(scores.max())
    return int((scores >= best - abs(best) * margin - _SLACK).sum())


def waiting_is_over(*, exhausted: bool, constraints: int, turn: int, settings: SatuSettings) -> bool:
    """Whether the deferral budget is used up."""
    return exhausted or constraints >= settings.enough_constraints or turn > settings.patient_turns


def head(tied: int, *, exhausted: bool, constraints: int, turn: int, settings: SatuSettings) -> int:
    """How many products to show when `tied` are in contention.

    >>> head(3, exhausted=False, constraints=2, turn=2, settings=SatuSettings())
    3
    """
    if waiting_is_over(exhausted=exhausted, constraints=constraints, turn=turn, settings=settings):
        return settings.full_slate
    return min(settings.full_slate, max(1, tied))
