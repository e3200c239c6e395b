"""`statecore compare` and `statecore bound`: tables for people, figures as JSON, plots as PNG."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import pytest


class Ran(Protocol):
    """How a command ended."""

    code: int
    out: str
    err: str


Run = Callable[..., Ran]


def test_policies_stand_side_by_side_on_every_set_and_over_all(
    run: Run, small_shop: Path, sessions_file: Path, tmp_path: Path
) -> None:
    figures = tmp_path / "figures.json"
    arguments = ["compare", "--policies", "house,opoyo", "--catalog", small_shop, "--sessions", sessions_file]
    ran = run(*arguments, "--draw", "10@0", "--jobs", "1", "--json", figures, "--plots", tmp_path / "plots")
    assert ran.code == 0, ran.err
    assert "house ahead" in ran.out
    told = json.loads(figures.read_text(encoding="utf-8"))
    assert list(told["sets"]) == ["sessions.jsonl", "10 drawn by ratings^0", "all sets"]
    one = told["sets"]["all sets"]["opoyo"]
    assert one["sessions"] == 30
    assert one["first_minus_this"]["mean"] > 0.0
    assert sum(one["first_hit_turns"].values()) == 30
    assert len(list((tmp_path / "plots").glob("*.png"))) == 4


def test_the_bound_says_how_near_a_policy_comes(
    run: Run, small_shop: Path, sessions_file: Path, tmp_path: Path
) -> None:
    figures = tmp_path / "bound.json"
    ran = run("bound", "--catalog", small_shop, "--sessions", sessions_file, "--jobs", "1", "--json", figures)
    assert ran.code == 0, ran.err
    found = json.loads(figures.read_text(encoding="utf-8"))["sets"]["sessions.jsonl"]
    worth = found["worth"]["all"]
    assert worth["value"] <= worth["limit"] + 1e-9 <= worth["relaxed"] + 2e-9
    assert 0.9 < found["reached"]["house"]["of_value"] < 1.1


@pytest.mark.parametrize(
    "arguments",
    [
        ["--policies", "house,house"],
        ["--policies", ""],
        ["--policies", "nobody"],
        ["--draw", "many"],
        ["--draw", "5@x"],
        [],
    ],
)
def test_what_cannot_be_compared_is_refused_in_one_line(run: Run, small_shop: Path, arguments: list[str]) -> None:
    sets = [] if not arguments or "--draw" in arguments else ["--draw", "5@1"]
    ran = run("compare", "--catalog", small_shop, "--jobs", "1", *arguments, *sets)
    assert ran.code == 2
    assert ran.err.strip().count("\n") == 0
