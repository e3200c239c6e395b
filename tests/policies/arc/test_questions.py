"""ASK: AnswerableMVOI on small pools, against numbers worked out by hand and printed in ARC's write-up."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.index import Catalog
from policies.arc.questions import TIE_ORDER, AskValue, answerable_mvoi, best_ask, competitive_pool, plan_ask
from policies.arc.ranking import rank_candidates
from policies.arc.settings import ArcSettings
from statecore.state import SessionState
from statecore.values import ASK_ATTRIBUTES

StateOf: TypeAlias = Callable[..., SessionState]
SETTINGS = ArcSettings()
HARMONIC_TEN = sum(1 / rank for rank in range(1, 11))
BROWSING = "I'm looking for Accessories Belts, but I'm still exploring."


def answers(*groups: int, silent: int = 0) -> list[int]:
    """Predicted answers in rank order: groups of these sizes, then those that would not answer."""
    return [number for number, size in enumerate(groups, start=1) for _ in range(size)] + [0] * silent


def value_of(predicted: list[int]) -> AskValue:
    return answerable_mvoi(np.array(predicted, dtype=np.int64), SETTINGS.turn_price)


@pytest.mark.parametrize(
    ("groups", "published"),
    [((2, 1, 1, 1, 1, 1, 1, 1, 1), 0.177131), ((4, 1, 1, 1, 1, 1, 1), 0.134631)],
)
def test_ten_candidates_in_nine_or_seven_groups_have_the_published_values(
    groups: tuple[int, ...], published: float
) -> None:
    assert value_of(answers(*groups)).value == pytest.approx(published, abs=5e-7)


def test_four_cotton_three_polyester_and_five_silent_are_valued_as_by_hand() -> None:
    material = value_of(answers(4, 3, silent=5))
    stays = 1 / 8 + 1 / 9 + 1 / 10
    assert material.expected_hit == pytest.approx(10 / 12)
    assert material.expected_mrr == pytest.approx(((1 + 1 / 2 + 1 / 3 + 1 / 4) + (1 + 1 / 2 + 1 / 3) + stays) / 12)
    assert material.current_mrr == pytest.approx(HARMONIC_TEN / 12)
    assert material.value == pytest.approx(0.30 * (material.expected_mrr - material.current_mrr) - 0.02)


def test_an_open_question_that_all_can_answer_beats_one_that_five_of_twelve_cannot() -> None:
    assert value_of(answers(4, 3, 2, 2, 1)).value > value_of(answers(4, 3, silent=5)).value


def test_a_question_that_nobody_can_answer_costs_exactly_its_turn() -> None:
    assert value_of(answers(silent=12)).value == pytest.approx(-0.02)


def test_a_group_larger_than_a_slate_is_counted_up_to_ten() -> None:
    large = value_of(answers(15))
    assert large.expected_hit == pytest.approx(10 / 15)
    assert large.expected_mrr == pytest.approx(HARMONIC_TEN / 15)
    assert large.value == pytest.approx(-0.02)


@given(st.lists(st.integers(0, 6), min_size=1, max_size=40))
def test_no_question_is_worth_less_than_its_turn_and_none_more_than_certainty(predicted: list[int]) -> None:
    found = value_of(predicted)
    assert found.value >= -0.02 - 1e-12
    assert 0.0 <= found.expected_mrr <= found.expected_hit <= 1.0 + 1e-12


@given(st.lists(st.integers(1, 6), min_size=1, max_size=20), st.integers(1, 6))
def test_splitting_a_group_further_never_lowers_the_value(predicted: list[int], group: int) -> None:
    finer = [answer + 100 * (answer == group and place % 2) for place, answer in enumerate(predicted)]
    assert value_of(finer).value >= value_of(predicted).value - 1e-12


def test_the_open_question_heads_the_tie_order_and_every_attribute_is_in_it() -> None:
    same = AskValue(1.0, 1.0, 1.0, 1.0, 0.1)
    assert sorted(TIE_ORDER) == sorted(ASK_ATTRIBUTES)
    best = best_ask(tuple((ask, same) for ask in TIE_ORDER))
    assert best is not None
    assert best[0] == "other"


def test_values_that_differ_only_in_the_last_bits_are_a_tie() -> None:
    values = (("other", AskValue(0, 0, 0, 0, 0.1)), ("material", AskValue(0, 0, 0, 0, 0.1 + 1e-15)))
    best = best_ask(values)  # type: ignore[arg-type]  # the literals are attributes
    assert best is not None
    assert best[0] == "other"


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ([1.0] * 600, 512),
        ([1.0] * 20 + [0.74] * 100, 20),
        ([1.0] + [0.1] * 50, 10),
        ([1.0, 0.1, 0.1], 3),
        ([], 0),
    ],
)
def test_the_competitive_pool_is_what_scores_near_the_best_ten_at_least_and_512_at_most(
    scores: list[float], expected: int
) -> None:
    assert competitive_pool(np.array(scores), SETTINGS) == expected


def test_the_first_question_of_a_shelf_is_valued_on_its_ten_most_reviewed_products(
    shop: Catalog, state_of: StateOf
) -> None:
    state = state_of(BROWSING)
    plan = plan_ask(state, shop, rank_candidates(state, shop, SETTINGS), SETTINGS)
    assert plan.pool_size == 10
    assert dict(plan.values)["brand"].value == pytest.approx(-0.02)
    best = best_ask(plan.values)
    assert best is not None
    assert best[1].value > 0.0


def test_an_exhausted_or_declined_attribute_is_not_available_but_the_open_question_is(
    shop: Catalog, state_of: StateOf
) -> None:
    state = state_of(
        BROWSING,
        ("material", ("belt-5",)),
        "I don't have a preference for material; please use your judgment.",
        ("feature", ("belt-6",)),
        "I don't have an additional preference for feature.",
    )
    plan = plan_ask(state, shop, rank_candidates(state, shop, SETTINGS), SETTINGS)
    assert {"material", "feature"}.isdisjoint(ask for ask, _ in plan.values)
    assert "other" in dict(plan.values)


def test_nothing_is_asked_once_four_constraints_are_known_or_nothing_more_is_to_be_said(
    shop: Catalog, state_of: StateOf
) -> None:
    drained = state_of(BROWSING, ("other", ("belt-5",)), "I don't have an additional preference for other.")
    four = state_of(
        "I'm looking for Accessories Belts. A key requirement is: cotton.",
        ("other", ("belt-8",)),
        "For that, what matters is: color: black; Webbing.",
        ("other", ("belt-7",)),
        "For that, what matters is: Double ring.",
    )
    for state in (drained, four):
        plan = plan_ask(state, shop, rank_candidates(state, shop, SETTINGS), SETTINGS)
        assert plan.complete
        assert plan.values == ()
