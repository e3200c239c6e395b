"""What Buyte sees on a turn: the ranking, the question, and the two gates.

Invariant: question and gates were worked out from this very ranking.
"""

from __future__ import annotations

from dataclasses import dataclass

from policies.buyte.gates import Gates
from policies.buyte.questions import AskPlan
from policies.buyte.ranking import BuyteRanking

__all__ = ["BuyteView"]


@dataclass(frozen=True, slots=True)
class BuyteView:
    """The three together."""

    ranking: BuyteRanking
    plan: AskPlan
    gates: Gates
