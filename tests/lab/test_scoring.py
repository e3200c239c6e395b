"""Scores are the contest's formula, and their intervals say how far to trust them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.scoring import Outcome, by_scenario, paired_difference, score, score_interval, utility
from lab.sessions import SCENARIOS
from statecore.errors import BadInputError

hits = st.tuples(st.integers(1, 10), st.integers(1, 10))
endings = st.lists(st.tuples(st.sampled_from(SCENARIOS), st.one_of(st.none(), hits)), min_size=1, max_size=40)


def outcomes_of(pairs: list[tuple[str, tuple[int, int] | None]]) -> tuple[Outcome, ...]:
    return tuple(
        Outcome(f"s{number}", scenario, *(hit or (None, None)))  # type: ignore[arg-type]  # drawn from SCENARIOS
        for number, (scenario, hit) in enumerate(pairs)
    )


def test_four_sessions_by_hand() -> None:
    # Hits at (turn 1, rank 1), (turn 3, rank 2), (turn 10, rank 10), and a miss.
    figures = score(outcomes_of([("buying", (1, 1)), ("browsing", (3, 2)), ("boundary", (10, 10)), ("buying", None)]))
    assert figures.hit_rate == 0.75
    assert figures.mrr == pytest.approx((1 + 0.5 + 0.1) / 4)
    assert figures.mttc == (1 + 3 + 10 + 11) / 4
    assert figures.efficiency == pytest.approx((11 - 6.25) / 10)
    assert figures.technical_score == pytest.approx(0.5 * 0.75 + 0.3 * 0.4 + 0.2 * 0.475)


@given(turn=st.integers(1, 10), rank=st.integers(1, 10))
def test_a_hit_is_worth_half_plus_rank_plus_turns_left(turn: int, rank: int) -> None:
    assert utility(turn, rank) == pytest.approx(0.5 + 0.3 / rank + 0.02 * (11 - turn))
    assert score([Outcome("s", "buying", turn, rank)]).technical_score == pytest.approx(utility(turn, rank))


@given(endings)
def test_the_technical_score_is_the_mean_of_the_sessions_utilities(
    pairs: list[tuple[str, tuple[int, int] | None]],
) -> None:
    outcomes = outcomes_of(pairs)
    mean = sum(outcome.utility for outcome in outcomes) / len(outcomes)
    assert score(outcomes).technical_score == pytest.approx(mean)


def test_one_turn_costs_two_hundredths_and_the_second_rank_seven_and_a_half_turns() -> None:
    assert utility(2, 1) - utility(3, 1) == pytest.approx(0.02)
    assert (utility(2, 1) - utility(2, 2)) / 0.02 == pytest.approx(7.5)


def test_no_session_at_all_scores_nothing() -> None:
    figures = score([])
    assert (figures.sessions, figures.hit_rate, figures.mrr, figures.mttc) == (0, 0.0, 0.0, 11.0)
    assert figures.technical_score == 0.0
    assert score_interval([]).high == 0.0


@given(endings)
def test_scenarios_part_the_outcomes_without_loss(pairs: list[tuple[str, tuple[int, int] | None]]) -> None:
    outcomes = outcomes_of(pairs)
    groups = by_scenario(outcomes)
    assert sorted(one.sample_id for group in groups.values() for one in group) == sorted(
        one.sample_id for one in outcomes
    )
    assert list(groups) == [name for name in SCENARIOS if name in groups]


@given(endings, st.integers(0, 5))
def test_the_interval_is_reproducible_and_lies_around_the_score(
    pairs: list[tuple[str, tuple[int, int] | None]], seed: int
) -> None:
    outcomes = outcomes_of(pairs)
    interval = score_interval(outcomes, seed)
    assert interval == score_interval(outcomes, seed)
    assert interval.low - 1e-9 <= score(outcomes).technical_score <= interval.high + 1e-9


def test_the_interval_shrinks_with_the_root_of_the_sessions() -> None:
    pairs: list[tuple[str, tuple[int, int] | None]] = [("buying", (1, 1)), ("buying", None)]
    few, many = score_interval(outcomes_of(pairs * 50)), score_interval(outcomes_of(pairs * 800))
    assert (few.high - few.low) / (many.high - many.low) == pytest.approx(4, rel=0.15)
    # The standard error of a fair coin over 100 sessions is 0.05, so the interval is about 0.196 wide.
    assert few.high - few.low == pytest.approx(0.196, rel=0.1)


def test_the_interval_does_not_vary_the_fixed_mix_of_scenarios() -> None:
    pairs: list[tuple[str, tuple[int, int] | None]] = [("buying", (1, 1)), ("boundary", None)] * 30
    interval = score_interval(outcomes_of(pairs))
    assert interval.low == pytest.approx(interval.high) == pytest.approx(0.5)


def test_pairing_finds_a_small_steady_gain_that_two_intervals_would_miss() -> None:
    hard: list[tuple[str, tuple[int, int] | None]] = [("buying", (1, 1)), ("buying", (5, 1)), ("buying", None)] * 60
    better = [(scenario, hit and (max(hit[0] - 1, 1), 1)) for scenario, hit in hard]
    first, second = outcomes_of(better), outcomes_of(hard)
    gain = paired_difference(first, second)
    assert (gain.sessions, gain.wins, gain.losses) == (180, 60, 0)
    assert gain.mean == pytest.approx(0.02 / 3)
    assert gain.is_significant
    assert score_interval(first).low < score_interval(second).high


def test_equal_runs_do_not_differ_and_order_does_not_matter() -> None:
    outcomes = outcomes_of([("buying", (1, 1)), ("browsing", (4, 2)), ("boundary", None)])
    difference = paired_difference(outcomes, outcomes[::-1])
    assert (difference.mean, difference.wins, difference.losses) == (0.0, 0, 0)
    assert not difference.is_significant
    assert paired_difference((), ()).sessions == 0


def test_runs_over_different_sessions_cannot_be_compared() -> None:
    outcomes = outcomes_of([("buying", (1, 1)), ("browsing", None)])
    for other in (outcomes[:1], (outcomes[0], Outcome("else", "buying"))):
        with pytest.raises(BadInputError, match="same sessions"):
            paired_difference(outcomes, other)
