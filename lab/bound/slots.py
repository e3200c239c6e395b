"""What the places on slates are worth, and the best use of them by products that nothing can tell apart.

A hit at turn t and rank r is worth u(t, r) (`lab.scoring.utility`). Twins, products that every further reply leaves
together, may be shown in any of the slots (t', r), t' >= t; no answer changes that. So the best schedule gives the
heaviest twin the slot that is worth most, and so on: their value is the inner product of the weights with the slots,
both in falling order. For equal weights this is ARC's finite-horizon dynamic program, without a recursion; for unequal
ones it is never less than showing them in weight order, since a light twin fills a late rank at no cost to a heavy one.

Invariant: weights fall, slots fall, and nothing here knows what a card says.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from lab.scoring import TOP_K, utility
from lab.shopper import MAX_TURNS

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Weights", "extra_gain", "line", "place_for", "slots", "without"]

Weights: TypeAlias = tuple[float, ...]
"""Probabilities of twins, falling."""


@lru_cache(maxsize=MAX_TURNS + 2)
def slots(turn: int) -> tuple[float, ...]:
    """The worth of every slot from `turn` (1..11) on, falling.

    >>> slots(11), [round(worth, 2) for worth in slots(9)[:4]]
    ((), [0.84, 0.82, 0.69, 0.67])
    """
    worths = (utility(later, rank) for later in range(turn, MAX_TURNS + 1) for rank in range(1, TOP_K + 1))
    return tuple(sorted(worths, reverse=True))


def line(weights: Weights, turn: int) -> float:
    """What twins are worth from `turn` on.

    Five equal ones at turn 3 are worth 0.92 (ARC's example).

    >>> round(line((0.2,) * 5, 3), 2), line((1.0,), 11)
    (0.92, 0)
    """
    return sum(weight * worth for weight, worth in zip(weights, slots(turn), strict=False))


def place_for(weights: Weights, turn: int, worth: float) -> int:
    """Which of the twins should have one more slot of that `worth`, beside their own slots from `turn` on.

    The first whose own slot would be worth no more; the lightest, if all of theirs are worth more.

    >>> place_for((0.5, 0.3, 0.2), 4, utility(3, 1)), place_for((0.5, 0.3, 0.2), 4, utility(3, 2))
    (0, 2)
    """
    own = slots(turn)
    last = min(len(weights) - 1, len(own))
    return next((place for place in range(last) if own[place] <= worth), last)


def without(weights: Weights, place: int) -> Weights:
    """The weights but for one.

    >>> without((0.5, 0.3, 0.2), 1)
    (0.5, 0.2)
    """
    return weights[:place] + weights[place + 1 :]


def extra_gain(weights: Weights, turn: int, extras: Sequence[float]) -> float:
    """What twins gain by slots of the worths `extras` beside their own from `turn` on.

    >>> round(extra_gain((0.5,), 4, [utility(3, 1)]), 3), extra_gain((0.5,), 4, [utility(3, 2)])
    (0.01, 0.0)
    """
    have = slots(turn)[: len(weights)]
    merged = sorted((*have, *extras), reverse=True)
    best = sum(weight * worth for weight, worth in zip(weights, merged, strict=False))
    return best - sum(weight * worth for weight, worth in zip(weights, have, strict=False))
