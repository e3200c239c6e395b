"""`statecore panels`: one table of panels or of layers, and its figures as JSON."""

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


def test_panels_stand_in_one_table_with_the_clean_score(run: Run, small_shop: Path, tmp_path: Path) -> None:
    figures = tmp_path / "panels.json"
    drawn = ["--catalog", small_shop, "--draw", "20", "--jobs", "1"]
    ran = run("panels", *drawn, "--panels", "lower_case,truncation", "--json", figures)
    assert ran.code == 0, ran.err
    assert "within 0.03" in ran.out
    told = json.loads(figures.read_text(encoding="utf-8"))
    assert list(told["lines"]) == ["clean", "lower_case", "truncation"]
    clean, lower, cut = told["lines"].values()
    assert (clean["behind"], clean["within"], cut["within"]) == (0.0, True, None)
    assert lower["behind"] == pytest.approx(clean["technical_score"] - lower["technical_score"], abs=2e-6)


def test_layers_are_left_out_one_by_one(run: Run, small_shop: Path) -> None:
    ran = run("panels", "--layers", "--catalog", small_shop, "--draw", "5", "--jobs", "1")
    assert ran.code == 0, ran.err
    assert [name in ran.out for name in ("all layers", "without bridge", "without templates")] == [True] * 3


@pytest.mark.parametrize(
    ("arguments", "told"),
    [([], "--draw"), (["--draw", "3", "--panels", "sideways"], "sideways"), (["--wording", "x.jsonl"], "--layers")],
)
def test_what_cannot_be_played_is_refused(arguments: list[str], told: str, run: Run, small_shop: Path) -> None:
    ran = run("panels", "--catalog", small_shop, *arguments)
    assert ran.code == 2
    assert told in ran.err


def test_dialogues_are_read_without_a_layer(run: Run, small_shop: Path) -> None:
    dialogue = json.dumps({"id": "a", "turns": [{"asked": None, "said": "a scarf, not wool"}]})
    whole = json.loads(run("read", "--catalog", small_shop, stdin=dialogue).out)["state"]
    bare = json.loads(run("read", "--catalog", small_shop, "--without", "operations", stdin=dialogue).out)["state"]
    assert (list(whole["excluded"].values()), list(bare["excluded"].values())) == ([["wool"]], [])
    assert run("read", "--catalog", small_shop, "--without", "sense", stdin=dialogue).code == 2
