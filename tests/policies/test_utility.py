"""The kit's utility and the schedules for products that nothing can tell apart, against worked numbers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from policies.utility import (
    LAST_TURN,
    MAX_GROUP,
    SLATE_LIMIT,
    batch_plan,
    equal_schedules,
    single_schedules,
    utility,
    utility_table,
)

turns = st.integers(1, LAST_TURN)
sizes = st.integers(1, MAX_GROUP)


def test_one_rank_is_worth_seven_and_a_half_turns() -> None:
    assert utility(2, 1) - utility(2, 2) == pytest.approx(7.5 * (utility(2, 1) - utility(3, 1)))


def test_a_third_place_now_is_worth_less_than_a_first_place_two_turns_on() -> None:
    assert utility(3, 3) == pytest.approx(0.76)
    assert utility(5, 1) == pytest.approx(0.92)


@pytest.mark.parametrize(
    ("siblings", "turn", "value", "batch"),
    [
        (2, 3, 0.95, 1),
        (5, 3, 0.92, 1),
        (8, 4, 0.869, 2),
        (10, 2, 0.893, 2),
        (15, 3, 0.832, 4),
        (20, 3, 0.804, 6),
        (30, 3, 0.768, 10),
        (50, 3, 0.726, 10),
        (100, 3, 0.542, 10),
    ],
)
def test_the_plan_for_siblings_has_the_published_values(siblings: int, turn: int, value: float, batch: int) -> None:
    plan = batch_plan(turn, siblings)
    assert plan.value == pytest.approx(value, abs=6e-4)
    assert plan.batch == batch


@given(sizes)
def test_the_last_turn_shows_all_that_fits(size: int) -> None:
    assert batch_plan(LAST_TURN, size).batch == min(size, SLATE_LIMIT)


@given(turns, sizes)
def test_a_schedule_is_worth_what_the_program_says(turn: int, size: int) -> None:
    row = equal_schedules()[turn, size]
    assert row.sum() / size == pytest.approx(batch_plan(turn, size).value)
    assert (row[size:] == 0.0).all()


@given(turns, sizes, st.integers(0, LAST_TURN))
def test_no_schedule_beats_the_program_on_equals(turn: int, size: int, singles: int) -> None:
    row = single_schedules()[turn, singles, :size]
    assert row.sum() / size <= batch_plan(turn, size).value + 1e-12


@given(turns, st.integers(1, 12), st.integers(0, 2**32 - 1))
def test_heavier_places_come_first_in_every_schedule(turn: int, size: int, seed: int) -> None:
    weights = np.sort(np.random.default_rng(seed).random(size))[::-1]
    for row in (equal_schedules()[turn, size, :size], *single_schedules()[turn, :, :size]):
        assert weights @ row >= weights[::-1] @ row - 1e-12


def test_the_tables_cannot_be_written_to() -> None:
    for table in (utility_table(), equal_schedules(), single_schedules()):
        assert not table.flags.writeable
