"""Bounds: a value that a plan can reach, below limits that no plan exceeds, checked against every plan there is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.index import Catalog
from lab.bound import bound_of, fitted_exponent, opening_of, target_prior, worth_of
from lab.bound.cards import Cards, Group, gather, minus
from lab.bound.limits import far_limit, near_limit
from lab.bound.openings import candidates_of
from lab.bound.program import Program
from lab.bound.slots import line, slots
from lab.scoring import utility
from lab.sessions import Session, draw_sessions

LAST = 10
CLASSES = {1: 0, 2: 0, 3: 1, 4: 1, 5: 2}
"""Value ids with their classes."""


def cards_of(rows: list[list[int]], weights: list[float]) -> tuple[Cards, Group]:
    cards = Cards(lambda value: CLASSES[value])
    total = sum(weights)
    pairs = zip(rows, weights, strict=True)
    return cards, gather((cards.number(tuple(row)), (weight / total,)) for row, weight in pairs)


def slates(group: Group, longest: int) -> Iterator[list[tuple[int, int]]]:
    """Every slate: products as (twins, place), in order."""
    products = [(twins, place) for twins, (_, weights) in enumerate(group) for place in range(len(weights))]
    for size in range(min(longest, len(products)) + 1):
        yield from (list(chosen) for chosen in permutations(products, size))


def best(cards: Cards, group: Group, turn: int) -> float:
    """The best over every question and every slate, by trying all."""
    if turn > LAST or not group:
        return 0.0
    found = 0.0
    for ask in cards.asks(group):
        for slate in slates(group, 3):
            shown = sum(group[t][1][p] * utility(turn, rank) for rank, (t, p) in enumerate(slate, start=1))
            rest = group
            for twins, place in sorted(slate, reverse=True):
                rest = minus(rest, twins, place)
            after = sum(best(cards, part, turn + 1) for part in cards.replies(rest, ask).values())
            silent = 0.0 if cards.replies(rest, ask) else best(cards, rest, turn + 1)
            found = max(found, shown + after + silent)
    return found


groups = st.lists(
    st.tuples(st.lists(st.sampled_from(sorted(CLASSES)), max_size=3, unique=True), st.integers(1, 9)),
    min_size=1,
    max_size=4,
)


@given(groups)
def test_the_plan_comes_near_the_best_of_all_plans_and_never_above_it(made: list[tuple[list[int], int]]) -> None:
    cards, group = cards_of([row for row, _ in made], [float(weight) for _, weight in made])
    exact = best(cards, group, 9)
    value = Program(cards).value(group, 9)
    assert value <= exact + 1e-9
    assert value >= exact - 0.02


@given(groups, st.integers(7, 9))
def test_no_plan_exceeds_the_limits(made: list[tuple[list[int], int]], turn: int) -> None:
    cards, group = cards_of([row for row, _ in made], [float(weight) for _, weight in made])
    exact = best(cards, group, max(turn, 9))
    if turn >= 9:
        assert exact <= near_limit(cards, group, turn) + 1e-9
    value = Program(cards).value(group, turn)
    assert value <= near_limit(cards, group, turn) + 1e-9
    assert near_limit(cards, group, turn) <= far_limit(group, turn) + 1e-9


def test_equal_twins_are_worth_what_the_finite_horizon_program_says() -> None:
    assert line((0.2,) * 5, 3) == pytest.approx(0.92)
    assert line((0.5, 0.5), 3) == pytest.approx(0.5 * (0.96 + 0.94))


@given(st.integers(1, 10))
def test_slots_fall_and_are_all_ranks_of_all_turns_left(turn: int) -> None:
    found = slots(turn)
    assert len(found) == 10 * (11 - turn)
    assert list(found) == sorted(found, reverse=True)


@pytest.fixture(scope="module")
def sessions(small_catalog: Catalog) -> tuple[Session, ...]:
    return draw_sessions(small_catalog, 40, 3, 0.5)


def test_an_opening_leaves_its_target_possible(small_catalog: Catalog, sessions: tuple[Session, ...]) -> None:
    for session in sessions:
        opening = opening_of(small_catalog, session)
        assert small_catalog.index_of(session.target_id) in candidates_of(small_catalog, opening)


def test_each_openings_value_lies_below_its_limits(small_catalog: Catalog, sessions: tuple[Session, ...]) -> None:
    prior = target_prior(small_catalog, 0.5)
    for opening in {opening_of(small_catalog, session) for session in sessions}:
        worth = worth_of(small_catalog, opening, prior)
        assert 0.0 < worth.value <= worth.limit + 1e-9 <= worth.relaxed + 2e-9
        assert worth.relaxed <= 1.0 + 1e-9


@pytest.mark.parametrize("exponent", [0.0, 1.0])
def test_the_law_of_the_targets_is_found_again(small_catalog: Catalog, exponent: float) -> None:
    drawn = draw_sessions(small_catalog, 300, 5, exponent)
    assert fitted_exponent(small_catalog, drawn) == pytest.approx(exponent, abs=0.2)


def test_drawing_without_replacement_flattens_the_law(small_catalog: Catalog) -> None:
    once, spread = target_prior(small_catalog, 1.0), target_prior(small_catalog, 1.0, distinct=300)
    assert spread.sum() == pytest.approx(1.0)
    assert float(spread.max()) < float(once.max())
    assert bool((np.diff(spread[np.argsort(once)]) >= -1e-15).all())


def test_a_sets_bound_is_the_same_from_one_process_and_from_two(
    small_catalog: Catalog, sessions: tuple[Session, ...]
) -> None:
    folder = Path(small_catalog.sections.path).parent
    told: list[tuple[int, int]] = []
    one = bound_of(folder, sessions, exponent=0.5, progress=lambda done, total: told.append((done, total)))
    two = bound_of(folder, sessions, exponent=0.5, jobs=2)
    assert one == two
    assert told[-1][0] == told[-1][1]
    scenarios = {session.scenario for session in sessions}
    assert set(one.worth) == {*scenarios, "all"}
