"""Wording panels change the words of a session and nothing else."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.evaluate import Evaluation
from lab.play import Played
from lab.scoring import Outcome
from lab.sessions import SCENARIOS, Scenario
from lab.shopper import SimulatedShopper, override_turn
from lab.wording import panel_cases, read_panel, style_results
from statecore.errors import SessionsError

if TYPE_CHECKING:
    from pathlib import Path

STYLES = ("terse", "spoken", "terse")
SENTENCES = {
    "opening": "After a hat, if you have one.",
    "c0": "Wool it is.",
    "c1": "Grey, I think.",
    "c2": "Something lined.",
    "c3": "And not too tight.",
    "decline": "Up to you.",
    "nothing_more": "That is all.",
    "not_quite": "None of these.",
    "override": "Scrap that, wool.",
}


def row(scenario: Scenario = "buying", changes: dict[str, object] | None = None) -> dict[str, object]:
    return {
        "sample_id": f"w-{scenario}",
        "scenario": scenario,
        "target": "P1",
        "title": "Hat",
        "category": "Hats Caps",
        "card": ["wool", "color: grey", "Lined", "Loose fit"],
        "style": "terse",
        "wording": {**SENTENCES, "override": SENTENCES["override"] if scenario == "intent_override" else None},
        **(changes or {}),
    }


def file_of(folder: Path, *rows: object) -> Path:
    path = folder / "panel.jsonl"
    path.write_text("".join(f"{json.dumps(one)}\n" for one in rows), encoding="utf-8")
    return path


def said(folder: Path, scenario: Scenario, *questions: str | None) -> list[str]:
    (case,) = panel_cases(read_panel(file_of(folder, row(scenario))))
    move, shopper = SimulatedShopper(case.session.sample_id, case.session.scenario, case.wish).open()
    texts = [case.voice(shopper, move)]
    for ask in questions:
        move, shopper = shopper.answer(ask)
        texts.append(case.voice(shopper, move))
    return texts


def test_a_buyer_tells_its_values_in_pairs_of_sentences(tmp_path: Path) -> None:
    assert said(tmp_path, "buying", "other", None, "other", "other") == [
        SENTENCES["opening"],
        "Grey, I think. Something lined.",
        SENTENCES["not_quite"],
        "And not too tight.",
        SENTENCES["nothing_more"],
    ]


def test_a_boundary_shopper_declines_once(tmp_path: Path) -> None:
    assert said(tmp_path, "boundary", "size", "style")[1:] == [SENTENCES["decline"], "And not too tight."]


def test_an_override_is_said_at_the_kits_turn(tmp_path: Path) -> None:
    texts = said(tmp_path, "intent_override", "size", "size", "size")
    assert texts.index(SENTENCES["override"]) == override_turn("w-intent_override") - 1


@given(scenario=st.sampled_from(SCENARIOS), questions=st.lists(st.sampled_from(["other", "size", "color", None])))
def test_every_move_of_every_scenario_has_words(
    tmp_path_factory: pytest.TempPathFactory, scenario: Scenario, questions: list[str | None]
) -> None:
    assert all(said(tmp_path_factory.mktemp("panel"), scenario, *questions))


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"card": []}, "card"),
        ({"card": "wool"}, "card"),
        ({"card": [1]}, "card"),
        ({"scenario": "haggling"}, "haggling"),
        ({"style": None}, "style"),
        ({"category": ""}, "category"),
        ({"wording": None}, "wording"),
        ({"wording": {**SENTENCES, "c2": None}}, "c2"),
        ({"wording": {**SENTENCES, "decline": 1}}, "decline"),
        ({"scenario": "intent_override", "wording": {**SENTENCES, "override": None}}, "override"),
    ],
)
def test_a_row_that_lacks_something_is_refused_by_line(tmp_path: Path, change: dict[str, object], what: str) -> None:
    with pytest.raises(SessionsError, match=f"line 2: .*{what}"):
        read_panel(file_of(tmp_path, row(), row(changes=change)))


def test_styles_are_scored_apart(tmp_path: Path) -> None:
    rows = [row(changes={"sample_id": name, "style": style}) for name, style in zip("abc", STYLES, strict=True)]
    panel = read_panel(file_of(tmp_path, *rows))
    endings = (Outcome("a", "buying", 1, 1), Outcome("b", "buying"), Outcome("c", "buying", 3, 1))
    results = style_results(panel, Evaluation(tuple(Played(ending, ()) for ending in endings)))
    assert list(results) == ["spoken", "terse"]
    spoken, terse = results["spoken"], results["terse"]
    assert isinstance(spoken, dict)
    assert isinstance(terse, dict)
    assert (spoken["sample_count"], spoken["technical_score"]) == (1, 0.0)
    assert terse["sample_count"] == 2
    assert terse["technical_score"] == pytest.approx(0.98)


@pytest.mark.data
def test_the_shared_panel_is_read_whole_and_in_six_styles(data_dir: Path) -> None:
    panel = read_panel(data_dir / "wording-dev.jsonl")
    assert len(panel) == 60
    assert len({worded.style for worded in panel}) == 6
