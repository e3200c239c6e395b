"""What ARC sees on a turn: one explicit state that ASK, RANK and COMMIT all read.

Invariant: the plan and the commitment were made of this very ranking.
"""

from __future__ import annotations

from dataclasses import dataclass

from policies.arc.commit import Commitment
from policies.arc.questions import AskPlan
from policies.arc.ranking import ArcRanking

__all__ = ["ArcView"]


@dataclass(frozen=True, slots=True)
class ArcView:
    """The ranking, the questions weighed on it, and how much of it to show."""

    ranking: ArcRanking
    plan: AskPlan
    commitment: Commitment
