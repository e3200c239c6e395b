"""SATU's questions: coverage times entropy by hand, the wildcard, the options, and when nothing is asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import numpy as np
import pytest

from catalog.index import Catalog
from policies.lines import LeadLines, lead_lines
from policies.satu.behaviours import mood_of
from policies.satu.questions import ARMS, ArmScores, QuestionPlan, avoided, choose_arm, plan_question, score_arms
from policies.satu.scoring import rank_candidates
from policies.satu.settings import SatuSettings
from statecore.acts import Decline, Reading
from statecore.state import SessionState
from statecore.values import ATTRIBUTES

StateOf: TypeAlias = Callable[..., SessionState]
SETTINGS = SatuSettings()
MATERIAL, COLOR, FEATURE = (ATTRIBUTES.index(name) for name in ("material", "color", "feature"))
BROWSING = "I'm looking for Accessories Belts, but I'm still exploring."
NOBODY = np.zeros(0, dtype=np.int64)
UNHEARD = np.zeros(len(ARMS), dtype=np.int64)


def lines(*products: list[tuple[int, int]]) -> LeadLines:
    """Lead lines of products, each line a (value id, attribute index)."""
    values = np.zeros((len(products), 8), dtype=np.int32)
    kinds = np.full((len(products), 8), -1, dtype=np.int8)
    for row, own in enumerate(products):
        for column, (value, kind) in enumerate(own):
            values[row, column], kinds[row, column] = value, kind
    return LeadLines(values, kinds)


POOL = lines(
    [(1, MATERIAL), (2, FEATURE)],
    [(3, MATERIAL), (1, MATERIAL)],
    [(4, FEATURE), (5, COLOR)],
    [(4, FEATURE)],
)
"""Material: 1 weighs 1 + 0.35 and 3 weighs 1; feature: 2 weighs 0.35 and 4 weighs 2; colour: 5 weighs 0.35."""


def arm(scores: ArmScores, name: str) -> tuple[float, float, float]:
    """Coverage, entropy and Q of one arm."""
    at = ARMS.index(name)
    return float(scores.coverage[at]), float(scores.entropy[at]), float(scores.quality[at])


def entropy(*weights: float) -> float:
    """Shannon entropy in bits."""
    shares = np.array(weights) / sum(weights)
    return float(-(shares * np.log2(shares)).sum())


def plan(shop: Catalog, state: SessionState) -> QuestionPlan:
    ranking = rank_candidates(state, shop, SETTINGS)
    return plan_question(state, shop, ranking, mood_of(state, ranking, SETTINGS), SETTINGS)


def test_q_is_coverage_times_entropy_as_by_hand() -> None:
    scores = score_arms(POOL, NOBODY, UNHEARD, SETTINGS)
    coverage, spread, quality = arm(scores, "material")
    assert coverage == pytest.approx((1 + 1) / 4)
    assert spread == pytest.approx(entropy(1.35, 1.0))
    assert quality == pytest.approx(0.5 * entropy(1.35, 1.0))
    assert arm(scores, "feature")[:2] == pytest.approx(((0.35 + 1 + 1) / 4, entropy(0.35, 2.0)))
    assert arm(scores, "color") == pytest.approx((0.35 / 4, 0.0, 0.0))


def test_a_product_votes_once_with_its_strongest_line() -> None:
    one = score_arms(lines([(1, MATERIAL), (2, MATERIAL), (3, MATERIAL)]), NOBODY, UNHEARD, SETTINGS)
    assert arm(one, "material")[0] == pytest.approx(1.0)


def test_the_wildcard_covers_what_any_arm_covers() -> None:
    scores = score_arms(POOL, NOBODY, UNHEARD, SETTINGS)
    assert scores.union == pytest.approx(1.0)
    assert (scores.coverage <= scores.union).all()


def test_what_was_said_separates_nothing_any_more() -> None:
    scores = score_arms(POOL, np.array([1]), UNHEARD, SETTINGS)
    coverage, spread, _ = arm(scores, "material")
    assert (coverage, spread) == pytest.approx((1 / 4, 0.0))


def test_a_dimension_already_described_is_discounted_by_0_35_each_time() -> None:
    heard = UNHEARD.copy()
    heard[ARMS.index("material")] = 2
    fresh, told = score_arms(POOL, NOBODY, UNHEARD, SETTINGS), score_arms(POOL, NOBODY, heard, SETTINGS)
    assert arm(told, "material")[2] == pytest.approx(arm(fresh, "material")[2] * 0.35**2)


def test_an_arm_that_covers_under_a_fifth_of_what_the_wildcard_does_is_not_asked() -> None:
    scores = score_arms(POOL, NOBODY, UNHEARD, SETTINGS)
    assert choose_arm(scores, frozenset(), SETTINGS) == "material"
    assert choose_arm(replace(scores, union=0.5 / 0.2), frozenset(), SETTINGS) == "material"
    assert choose_arm(replace(scores, union=0.5 / 0.2 + 0.01), frozenset(), SETTINGS) is None


def test_a_refused_attribute_scores_nothing() -> None:
    scores = score_arms(POOL, NOBODY, UNHEARD, SETTINGS)
    assert choose_arm(scores, frozenset({"material"}), SETTINGS) == "feature"
    assert choose_arm(scores, frozenset({"material", "feature"}), SETTINGS) is None


def test_lines_are_typed_by_their_key_or_by_the_kits_class(shop: Catalog) -> None:
    belt = np.array([shop.index_of("belt-9")], dtype=np.int32)
    typed = lead_lines(shop, belt, 8)
    kinds = {
        shop.value_text(int(v)): ATTRIBUTES[k] for v, k in zip(typed.values[0], typed.attributes[0], strict=True) if v
    }
    assert kinds == {"Roller buckle": "feature", "Closure: Hook": "feature", "leather": "material"}


def test_options_are_two_or_three_values_of_the_pools_own_lines(shop: Catalog, state_of: StateOf) -> None:
    asked = plan(shop, state_of(BROWSING))
    assert asked.ask == "feature"
    assert 2 <= len(asked.options) <= 3
    assert "Solid brass buckle" in asked.options
    assert all(shop.value_id(option) for option in asked.options)


def test_exhaustion_of_one_attribute_retires_only_that_one(shop: Catalog, state_of: StateOf) -> None:
    state = state_of(BROWSING, ("feature", ("belt-5",)), "I don't have an additional preference for feature.")
    asked = plan(shop, state)
    assert asked.ask not in {None, "feature"}


def test_nothing_is_asked_when_the_shopper_has_run_out_of_preferences(shop: Catalog, state_of: StateOf) -> None:
    state = state_of(BROWSING, ("other", ("belt-5",)), "I don't have an additional preference for other.")
    assert plan(shop, state).ask is None


def test_nothing_is_asked_once_the_useful_turns_are_over(shop: Catalog, state_of: StateOf) -> None:
    moves: list[object] = [move for _ in range(6) for move in (BROWSING, (None, ()))]
    assert plan(shop, state_of(*moves[:-2])).ask is not None
    assert plan(shop, state_of(*moves, BROWSING)).ask is None


def test_nothing_is_asked_when_every_attribute_was_refused(shop: Catalog, state_of: StateOf) -> None:
    refusals = tuple(Decline(attribute=name) for name in ARMS)
    refused = state_of(BROWSING, ("other", ()), Reading(acts=(*refusals, Decline(attribute=None))))
    assert plan(shop, refused).ask is None


def test_after_two_answers_without_news_an_untouched_dimension_is_asked_about(shop: Catalog, state_of: StateOf) -> None:
    idle = (BROWSING, ("feature", ("belt-5",)), Reading(), ("material", ("belt-6",)), Reading())
    state = state_of(*idle)
    mood = mood_of(state, rank_candidates(state, shop, SETTINGS), SETTINGS)
    assert mood.behaviour == "stagnation"
    assert avoided(state, SETTINGS, mood.idle) == {"feature", "material"}
    assert plan(shop, state).ask not in {"feature", "material"}
