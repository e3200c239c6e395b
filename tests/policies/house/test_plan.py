"""The plan: a question that is worth asking, a slate that gains, and nothing that hangs on chance."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from policies.house.belief import Belief
from policies.house.plan import plan_turn
from policies.utility import LAST_TURN, utility

FEATURE, COLOR = 6, 2


def belief(cards: list[list[int]], weights: list[float], *, told: int = 0) -> Belief:
    """A belief over cards (value ids; odd values are colours, even ones features), the first `told` slots told."""
    order = sorted(range(len(cards)), key=lambda row: (-weights[row], row))
    ids = np.array([[*cards[row], 0, 0, 0, 0][:4] for row in order], dtype=np.int32)
    mass = np.array([weights[row] for row in order])
    hidden = np.zeros(ids.shape, dtype=bool)
    hidden[:, :told] = True
    classes = np.where(ids % 2 == 1, COLOR, FEATURE).astype(np.int8)
    return Belief(np.array(order, dtype=np.int32), mass / mass.sum(), ids, classes, hidden, 1.0)


@st.composite
def beliefs(draw: st.DrawFn) -> Belief:
    """Any small belief."""
    cards = draw(st.lists(st.lists(st.integers(1, 9), min_size=1, max_size=4, unique=True), min_size=1, max_size=12))
    weights = draw(st.lists(st.integers(1, 50), min_size=len(cards), max_size=len(cards)))
    return belief(cards, [float(weight) for weight in weights], told=draw(st.integers(0, 2)))


turns = st.integers(1, LAST_TURN)


@given(beliefs(), turns)
def test_a_slate_is_never_empty_and_never_repeats(believed: Belief, turn: int) -> None:
    slate = plan_turn(believed, turn).slate
    assert 1 <= len(slate) <= 10
    assert len(set(slate)) == len(slate)


@given(beliefs(), turns)
def test_planning_twice_gives_the_same_plan(believed: Belief, turn: int) -> None:
    assert plan_turn(believed, turn) == plan_turn(believed, turn)


@given(beliefs(), turns)
def test_the_expected_score_is_between_that_of_a_guess_and_a_sure_hit(believed: Belief, turn: int) -> None:
    plan = plan_turn(believed, turn)
    if plan.ask is not None:
        assert float(believed.weights[0]) * utility(turn, 1) - 1e-9 <= plan.value <= utility(turn, 1) + 1e-9


@given(beliefs())
def test_the_last_turn_shows_all_that_fits_heaviest_first(believed: Belief) -> None:
    slate = plan_turn(believed, LAST_TURN).slate
    assert len(slate) == min(10, len(believed.weights))
    shown = believed.weights[list(slate)]
    assert (np.diff(shown) <= 1e-12).all()


@given(beliefs(), turns)
def test_an_ask_that_nobody_could_answer_is_not_asked(believed: Belief, turn: int) -> None:
    ask = plan_turn(believed, turn).ask
    hidden = (believed.cards > 0) & ~believed.told
    if ask == "color":
        assert (hidden & (believed.classes == COLOR)).any()
    assert ask in {None, "other", "color", "feature"}
    assert (ask is None) == (not hidden.any())


def test_a_sure_product_is_shown_alone() -> None:
    plan = plan_turn(belief([[2, 4], [2, 6]], [99.0, 1.0], told=1), 3)
    assert plan.slate == (0,)


def test_two_twins_are_tried_one_by_one_and_ten_late_ones_together() -> None:
    assert len(plan_turn(belief([[2, 4]] * 2, [1.0] * 2, told=2), 3).slate) == 1
    assert len(plan_turn(belief([[2, 4]] * 10, [1.0] * 10, told=2), LAST_TURN).slate) == 10


def test_the_leader_of_the_group_that_gains_most_is_shown_before_the_heaviest() -> None:
    """Five products answer alike and one, a little heavier, answers otherwise: trying one of the five gains more."""
    cards = [[2, 20, 22, 24]] + [[4, 6, 8, last] for last in (10, 12, 14, 16, 18)]
    plan = plan_turn(belief(cards, [1.1, 1.0, 1.0, 1.0, 1.0, 1.0]), 1)
    assert plan.slate[0] != 0


def test_before_an_announced_change_one_example_is_shown() -> None:
    assert plan_turn(belief([[2, 4, 6, 8], [2, 4, 6, 1]], [1.0, 1.0]), 1, change_announced=True).slate == (0,)


def test_what_the_change_hands_over_is_not_asked_for() -> None:
    """All cards differ in their first value, which the change tells anyway, and in their last two."""
    cards = [[2, 11, 12, 20], [4, 11, 14, 20], [6, 11, 16, 20], [2, 11, 18, 20]]
    plan = plan_turn(belief(cards, [1.0] * 4), 1, change_announced=True)
    assert plan.ask is not None


def test_no_candidates_means_no_plan() -> None:
    empty = belief([[1]], [1.0])
    nothing = Belief(empty.products[:0], empty.weights[:0], empty.cards[:0], empty.classes[:0], empty.told[:0], 0.0)
    assert plan_turn(nothing, 1).slate == ()


def brute_force_twins(weights: list[float], turn: int) -> float:
    """The best expected score for products that nothing can tell apart, by trying every batch size at every turn."""
    if turn > LAST_TURN or not weights:
        return 0.0
    return max(
        sum(weight * utility(turn, rank) for rank, weight in enumerate(weights[:shown], start=1))
        + brute_force_twins(weights[shown:], turn + 1)
        for shown in range(1, min(10, len(weights)) + 1)
    )


@pytest.mark.parametrize("turn", [3, 7, 9, 10])
@pytest.mark.parametrize("size", [1, 2, 4, 7])
def test_equal_twins_are_batched_as_the_full_search_would(size: int, turn: int) -> None:
    plan = plan_turn(belief([[2, 4]] * size, [1.0] * size, told=2), turn)
    shown = len(plan.slate)
    share = 1.0 / size
    rest = brute_force_twins([share] * (size - shown), turn + 1)
    value = sum(share * utility(turn, rank) for rank in range(1, shown + 1)) + rest
    assert value == pytest.approx(brute_force_twins([share] * size, turn))


@given(beliefs(), turns)
def test_the_names_of_values_do_not_matter(believed: Belief, turn: int) -> None:
    renamed = np.where(believed.cards > 0, believed.cards + 20, 0).astype(np.int32)
    other = replace(believed, cards=renamed)
    assert plan_turn(other, turn) == plan_turn(believed, turn)
