"""What SATU sees on a turn: the ranking, the behaviour named for it, the question and how many products to show.

Invariant: behaviour, question and width were worked out from this very ranking.
"""

from __future__ import annotations

from dataclasses import dataclass

from policies.satu.behaviours import SatuMood
from policies.satu.questions import QuestionPlan
from policies.satu.scoring import SatuRanking

__all__ = ["SatuView"]


@dataclass(frozen=True, slots=True)
class SatuView:
    """`tied`: how many are in contention; `width`: how many to show."""

    ranking: SatuRanking
    mood: SatuMood
    question: QuestionPlan
    constraints: int
    tied: int
    width: int
