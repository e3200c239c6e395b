"""Buyte's constants: those that its write-up states, and those that it leaves to be set."""

from __future__ import annotations

from statecore.values import Attribute, Confidence, Count, Positive, Vocabulary

__all__ = ["BuyteSettings"]


class BuyteSettings(Vocabulary):
    """What Buyte's decisions depend on besides state and catalog.

    Stated: `commitment` (tau of the confidence gate), `disclosed_decay`, and `answered` (measured disclosure per
    attribute: feature 0.915, material 0.725, color 0.245, brand, budget and category 0). The other three rates are
    those that a second team measured on the same sessions. `least_gain`: bits below which no attribute is worth naming.
    `routes`: the convex combination, in the order title, features, categories, description, store, n-grams; `depth`:
    how deep the fused list goes; `injected`: how many conjunctive matches may join it; `retracted_weight`: of withdrawn
    words in the query; `patient_turns`: how long the gates may hold a list back.
    """

    commitment: Positive = 0.054
    committed_head: Count = 10
    disclosed_decay: Confidence = 0.0
    answered: tuple[tuple[Attribute, Confidence], ...] = (
        ("feature", 0.915),
        ("material", 0.725),
        ("color", 0.245),
        ("style", 0.09),
        ("size", 0.045),
        ("use_case", 0.02),
        ("brand", 0.0),
        ("budget", 0.0),
        ("category", 0.0),
    )
    least_gain: Positive = 0.5
    k1: Positive = 1.2
    b: Confidence = 0.75
    routes: tuple[Confidence, Confidence, Confidence, Confidence, Confidence, Confidence] = (
        0.2, 0.3, 0.25, 0.1, 0.05, 0.1,
    )  # fmt: skip
    depth: Count = 300
    injected: Count = 1000
    retracted_weight: Confidence = 0.5
    question_pool: Count = 150
    lead_lines: Count = 8
    patient_turns: Count = 4
    shown: Count = 10
    boilerplate_share: Confidence = 0.01
