"""SATU's constants, as its write-up states them."""

from __future__ import annotations

from statecore.values import Confidence, Count, Positive, Vocabulary

__all__ = ["SatuSettings"]


class SatuSettings(Vocabulary):
    """What SATU's decisions depend on besides state and catalog.

    `k1`, `b`: BM25's; `popularity_weight` and `refusal_penalty`: of the blend; `promoted`: how many of the first are
    re-sorted by phrase evidence; `margin`: of contention; `enough_constraints`, `patient_turns`: the deferral budget;
    `spent_window` and `spent_share`: when an ordering counts as disproven; `question_pool`, `lead_lines`, `line_decay`,
    `heard_decay`, `competitive_share`: of the question score; `readiness_memory`: what is kept of the last readiness.
    """

    k1: Positive = 0.6
    b: Confidence = 0.3
    popularity_weight: Confidence = 0.6
    refusal_penalty: Confidence = 0.5
    promoted: Count = 20
    margin: Confidence = 0.0005
    enough_constraints: Count = 4
    patient_turns: Count = 6
    full_slate: Count = 10
    spent_window: Count = 40
    spent_share: Confidence = 0.5
    question_pool: Count = 150
    lead_lines: Count = 8
    line_decay: Confidence = 0.35
    heard_decay: Confidence = 0.35
    competitive_share: Confidence = 0.2
    idle_limit: Count = 2
    readiness_memory: Confidence = 0.3
