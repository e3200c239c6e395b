"""What a hit is worth, and the best schedule for products that nothing can tell apart.

Utility of showing the wanted product at turn t and rank r (contest kit, `u = 0.5 + 0.3/r + 0.02 (11 - t)`): half for
finding it at all, 0.3 for its rank, and 0.02 for every turn saved. For n indistinguishable products the finite-horizon
dynamic program (ARC) gives the best batch sizes:

    V(t, n) = max over m = 1 .. min(10, n) of  1/n sum_{r<=m} u(t, r)  +  (n - m)/n V(t + 1, n - m),   V(11, .) = 0

Invariant: every table here is a constant of the protocol (ten turns, slates of ten), computed once, in fixed order.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "LAST_TURN",
    "MAX_GROUP",
    "SLATE_LIMIT",
    "BatchPlan",
    "batch_plan",
    "equal_schedules",
    "single_schedules",
    "utility",
    "utility_table",
]

LAST_TURN = 10
SLATE_LIMIT = 10
MAX_GROUP = LAST_TURN * SLATE_LIMIT
"""More than these cannot be shown in a whole session."""


def utility(turn: int, rank: int) -> float:
    """Score of a hit at `turn` (1..10) and `rank` (1..10).

    >>> round(utility(3, 3), 2), round(utility(5, 1), 2)
    (0.76, 0.92)
    """
    return 0.5 + 0.3 / rank + 0.02 * (LAST_TURN + 1 - turn)


@lru_cache(maxsize=1)
def utility_table() -> NDArray[np.float64]:
    """`utility` as an array [turn, rank], both from 0 to 11 with zeros outside of 1..10: shape (12, 12)."""
    table = np.zeros((LAST_TURN + 2, SLATE_LIMIT + 2))
    for turn in range(1, LAST_TURN + 1):
        for rank in range(1, SLATE_LIMIT + 1):
            table[turn, rank] = utility(turn, rank)
    table.setflags(write=False)
    return table


class BatchPlan(NamedTuple):
    """The dynamic program's answer: how many siblings to show now, and the expected score from here on."""

    batch: int
    value: float


@lru_cache(maxsize=1)
def _solved() -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Totals n V(t, n) and best batches, arrays [turn 0..11, n 0..100]; on a tie the larger batch wins (ARC)."""
    totals = np.zeros((LAST_TURN + 2, MAX_GROUP + 1))
    batches = np.zeros((LAST_TURN + 2, MAX_GROUP + 1), dtype=np.int64)
    heads = np.cumsum(utility_table()[:, 1 : SLATE_LIMIT + 1], axis=1)
    for turn in range(LAST_TURN, 0, -1):
        for size in range(1, MAX_GROUP + 1):
            best, batch = 0.0, 1
            for shown in range(1, min(SLATE_LIMIT, size) + 1):
                total = heads[turn, shown - 1] + totals[turn + 1, size - shown]
                if total >= best - 1e-12:
                    best, batch = max(best, total), shown
            totals[turn, size], batches[turn, size] = best, batch
    return totals, batches


def batch_plan(turn: int, siblings: int) -> BatchPlan:
    """The best batch for `siblings` products that nothing can tell apart, at `turn` (1..10).

    >>> batch_plan(3, 2).batch, round(batch_plan(3, 2).value, 2)
    (1, 0.95)
    """
    totals, batches = _solved()
    size = min(siblings, MAX_GROUP)
    return BatchPlan(int(batches[turn, size]), float(totals[turn, size]) / siblings)


@lru_cache(maxsize=1)
def equal_schedules() -> NDArray[np.float64]:
    """What each place in line is worth under the schedule for n equals: array [turn 0..11, n 0..100, place 0..99].

    The k-th of n siblings is shown at some turn and rank of that schedule; this is that utility, and zero where the
    schedule never reaches it. So a group's value is the inner product of its weights with one row.
    """
    _, batches = _solved()
    table = np.zeros((LAST_TURN + 2, MAX_GROUP + 1, MAX_GROUP))
    for turn in range(LAST_TURN, 0, -1):
        for size in range(1, MAX_GROUP + 1):
            shown = int(batches[turn, size])
            table[turn, size, :shown] = utility_table()[turn, 1 : shown + 1]
            table[turn, size, shown:size] = table[turn + 1, size - shown, : size - shown]
    table.setflags(write=False)
    return table


@lru_cache(maxsize=1)
def single_schedules() -> NDArray[np.float64]:
    """What each place is worth when products are shown singly until some turn and ten by ten from it on.

    Array [turn 0..11, switch 0..10, place 0..99]: row `switch` shows singles on that many turns, then full slates.
    These suit unequal weights: a clear leader, then a long tail.
    """
    table = np.zeros((LAST_TURN + 2, LAST_TURN + 1, MAX_GROUP))
    for turn in range(1, LAST_TURN + 1):
        for singles in range(LAST_TURN + 1):
            table[turn, singles] = _schedule_row(turn, singles)
    table.setflags(write=False)
    return table


def _schedule_row(turn: int, singles: int) -> NDArray[np.float64]:
    row = np.zeros(MAX_GROUP)
    place = 0
    for now in range(turn, LAST_TURN + 1):
        width = 1 if now - turn < singles else SLATE_LIMIT
        width = min(width, MAX_GROUP - place)
        row[place : place + width] = utility_table()[now, 1 : width + 1]
        place += width
    return row
