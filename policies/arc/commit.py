"""COMMIT: how much of the ranking the evidence can safely support.

While evidence is incomplete, one product; once complete, all ten behind a unique leader; but products whose signatures
are identical are shown in the batches of the finite-horizon dynamic program (policies.utility, from ARC's write-up):

    V(t, n) = max over m <= min(10, n) of 1/n sum_{r<=m} [0.50 + 0.30/r + 0.20 (11 - t)/10] + (n - m)/n V(t + 1, n - m)

From turn 8 the slate is always full: thirty last places as insurance of the hit rate.

Invariant: a slate is a prefix of the ranking, or of the leader's siblings in ranking order; it is empty only when no
candidate is left.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from policies.arc.questions import AskPlan
from policies.arc.ranking import ArcRanking
from policies.arc.settings import ArcSettings
from policies.utility import LAST_TURN, SLATE_LIMIT, batch_plan

__all__ = ["Commitment", "commit"]


@dataclass(frozen=True, slots=True)
class Commitment:
    """The places shown, why so many, how many siblings the leader has (itself included), and the batch's value."""

    places: tuple[int, ...]
    rule: str
    siblings: int
    batch_value: float


def commit(ranking: ArcRanking, plan: AskPlan, turn: int, settings: ArcSettings) -> Commitment:
    """The slate for `turn`."""
    order = ranking.order
    if not len(order):
        return Commitment((), "nothing_left", 0, 0.0)
    alike = order[(ranking.cards[order] == ranking.cards[order[0]]).all(axis=1)]
    value = batch_plan(min(turn, LAST_TURN), len(alike)).value
    if turn >= settings.full_from_turn:
        return _prefix(order, SLATE_LIMIT, "late_full_slate", len(alike), value)
    if not plan.complete:
        return _prefix(order, 1, "incomplete_evidence", len(alike), value)
    if len(alike) == 1:
        return _prefix(order, SLATE_LIMIT, "unique_leader", 1, value)
    return _prefix(alike, batch_plan(turn, len(alike)).batch, "sibling_batch", len(alike), value)


def _prefix(
    order: np.ndarray[tuple[int, ...], np.dtype[np.int64]], count: int, rule: str, siblings: int, value: float
) -> Commitment:
    return Commitment(tuple(order[:count].tolist()), rule, siblings, value)
