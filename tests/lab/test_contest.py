"""Comparisons: paired, whatever the number of processes; calibration and the turn audit see what was decided."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.index import Catalog
from lab.ablations import ABLATIONS
from lab.calibration import Forecast, reliability
from lab.comparison import compared
from lab.contest import Contestant, Run, play_contest, tuned
from lab.plots import draw_comparison
from lab.sessions import Session, draw_sessions
from statecore.errors import BadInputError

HOUSE, OPOYO = Contestant("house", "house"), Contestant("opoyo", "opoyo")


@pytest.fixture(scope="module")
def folder(small_catalog: Catalog) -> Path:
    return Path(small_catalog.sections.path).parent


@pytest.fixture(scope="module")
def sessions(small_catalog: Catalog) -> tuple[Session, ...]:
    return draw_sessions(small_catalog, 60, 8)


@pytest.fixture(scope="module")
def runs(folder: Path, sessions: tuple[Session, ...]) -> tuple[Run, ...]:
    return play_contest(folder, (HOUSE, OPOYO), sessions)


def test_two_processes_find_what_one_does(folder: Path, sessions: tuple[Session, ...], runs: tuple[Run, ...]) -> None:
    told: list[tuple[int, int]] = []
    assert play_contest(folder, (HOUSE, OPOYO), sessions, jobs=2, progress=lambda *at: told.append(at)) == runs
    assert told[-1] == (120, 120)


def test_every_turn_has_a_width_and_every_slate_a_forecast(runs: tuple[Run, ...]) -> None:
    for run in runs:
        assert len(run.outcomes) == 60
        assert len(run.widths) == sum(outcome.turns for outcome in run.outcomes)
        assert len(run.forecasts) == sum(width > 0 for width in run.widths)


def test_who_always_shows_the_leader_withholds_nothing(runs: tuple[Run, ...]) -> None:
    assert runs[1].withheld == 0
    assert set(runs[1].widths) == {10}


def test_a_policy_held_against_itself_differs_by_nothing(runs: tuple[Run, ...]) -> None:
    figures = compared({"house": runs[0], "again": runs[0], "opoyo": runs[1]})
    again = cast("dict[str, dict[str, object]]", figures["again"])
    assert again["scenarios"]
    opoyo = cast("dict[str, dict[str, float]]", figures["opoyo"])
    assert opoyo["first_minus_this"]["mean"] > 0.0
    assert "first_minus_this" not in cast("dict[str, object]", figures["house"])


@pytest.mark.parametrize("ablation", ABLATIONS, ids=lambda one: one.name)
def test_every_ablation_is_a_policy_that_can_be_played(
    folder: Path, sessions: tuple[Session, ...], ablation: Contestant
) -> None:
    (run,) = play_contest(folder, (ablation,), sessions[:6])
    assert not [outcome.error for outcome in run.outcomes if outcome.error]
    assert tuned(ablation).settings_digest() != tuned(HOUSE).settings_digest()


@pytest.mark.parametrize("changes", [{"no_such_setting": 1.0}, {"plan_depth": "two"}, {"exact_weight": 2.0}])
def test_a_setting_that_does_not_fit_is_refused(folder: Path, changes: dict[str, float | str]) -> None:
    with pytest.raises((BadInputError, ValueError)):
        play_contest(folder, (Contestant("x", "house", changes),), ())


@given(st.lists(st.tuples(st.floats(0.0, 1.0), st.booleans()), max_size=60), st.integers(1, 20))
def test_bins_partition_the_forecasts_and_the_error_is_a_share(made: list[tuple[float, bool]], bins: int) -> None:
    found = reliability([Forecast(*one) for one in made], bins)
    assert sum(one.forecasts for one in found.bins) == len(made)
    assert 0.0 <= found.error <= 1.0
    for one in found.bins:
        assert one.low - 1e-9 <= one.confidence <= one.high + 1e-9


@given(st.floats(0.01, 1.0))
def test_who_is_never_right_is_off_by_all_that_is_claimed(confidence: float) -> None:
    assert reliability([Forecast(confidence, right=False)] * 5).error == pytest.approx(confidence)


def test_plots_are_pngs_of_all_figures(runs: tuple[Run, ...], tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    figures = compared({"house": runs[0], "opoyo": runs[1]})
    drawn = list(draw_comparison({"small": dict(figures)}, tmp_path / "plots"))
    assert [path.name for path in drawn] == ["scores.png", "first-hits.png", "slate-widths.png", "reliability.png"]
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in drawn)
