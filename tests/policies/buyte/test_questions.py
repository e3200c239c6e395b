"""Buyte's questions: measured answers times uncertainty, over the whole pool."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import pytest

from catalog.index import Catalog
from policies.buyte.questions import AskPlan, best_question, expected_gain, plan_ask, value_entropy
from policies.buyte.ranking import rank_candidates
from policies.buyte.settings import BuyteSettings
from statecore.state import SessionState

StateOf: TypeAlias = Callable[..., SessionState]
SETTINGS = BuyteSettings()
BROWSING = "I'm looking for Accessories Belts, but I'm still exploring."


def plan(shop: Catalog, state: SessionState) -> AskPlan:
    return plan_ask(state, shop, rank_candidates(state, shop, SETTINGS), SETTINGS)


def test_the_rates_of_being_answered_are_the_measured_ones() -> None:
    rates = dict(SETTINGS.answered)
    assert (rates["feature"], rates["material"], rates["color"]) == (0.915, 0.725, 0.245)
    assert (rates["brand"], rates["budget"], rates["category"]) == (0.0, 0.0, 0.0)


def test_a_question_that_nobody_answers_gains_nothing_however_well_it_splits() -> None:
    assert expected_gain(0.0, 9.0, 0, 0.0) == 0.0
    assert best_question({"category": 0.0, "brand": 0.0, "material": 0.9}, frozenset(), 0.5) == "material"
    assert best_question({"category": 0.0, "brand": 0.0}, frozenset(), 0.5) is None


def test_gain_is_the_rate_times_the_uncertainty_in_bits() -> None:
    four_ways = np.array([1, 2, 3, 4], dtype=np.int32)
    assert value_entropy(four_ways) == pytest.approx(2.0)
    assert expected_gain(0.725, value_entropy(four_ways), 0, 0.0) == pytest.approx(1.45)


def test_what_was_told_once_is_not_asked_about_again(shop: Catalog, state_of: StateOf) -> None:
    state = state_of("I'm looking for Accessories Belts. A key requirement is: cotton.")
    found = plan(shop, state)
    assert found.gains["material"] == 0.0
    assert found.ask == "feature"


def test_uncertainty_is_taken_over_the_pool_and_not_over_the_list_shown(shop: Catalog, state_of: StateOf) -> None:
    state = state_of(BROWSING)
    ranking = rank_candidates(state, shop, SETTINGS)
    whole = plan_ask(state, shop, ranking, SETTINGS)
    shown_only = plan_ask(state, shop, ranking, SETTINGS.model_copy(update={"question_pool": 1}))
    assert whole.ask == "feature"
    assert whole.gains["feature"] > shown_only.gains["feature"]
    assert whole.gains["material"] > 0.0
    assert shown_only.gains["material"] == 0.0


def test_the_open_question_is_asked_when_no_attribute_is_worth_half_a_bit(shop: Catalog, state_of: StateOf) -> None:
    state = state_of(BROWSING, ("feature", ()), "I don't have an additional preference for feature.")
    steep = SETTINGS.model_copy(update={"least_gain": 9.0})
    assert plan_ask(state, shop, rank_candidates(state, shop, steep), steep).ask == "other"


def test_declined_and_exhausted_attributes_are_not_asked_about(shop: Catalog, state_of: StateOf) -> None:
    declined = state_of(BROWSING, ("feature", ()), "I don't have a preference for feature; please use your judgment.")
    exhausted = state_of(BROWSING, ("feature", ()), "I don't have an additional preference for feature.")
    assert plan(shop, declined).ask != "feature"
    assert plan(shop, exhausted).ask != "feature"


def test_nothing_is_asked_when_nothing_more_is_to_be_said(shop: Catalog, state_of: StateOf) -> None:
    state = state_of(BROWSING, ("other", ()), "I don't have an additional preference for other.")
    assert plan(shop, state).ask is None
