"""Messages of any length are read in bounded work: what no person writes is not read, what stands beside it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from catalog.index import Catalog
from catalog.lexicon import Lexicon
from reducers.reading import read
from statecore.acts import SetBudget, Unclear, Want
from statecore.state import EMPTY


@pytest.fixture(scope="module")
def lexicon(small_shop: Path) -> Lexicon:
    return Catalog.open(small_shop).lexicon


@pytest.mark.parametrize("run", ["x" * 200_000, "1" * 200_000, "$1," * 60_000, "1.5-" * 50_000])
def test_a_run_without_a_space_is_blank_and_what_stands_beside_it_is_read_in_its_place(
    run: str, lexicon: Lexicon
) -> None:
    assert not any(isinstance(act, Want | SetBudget) for act in read(run, EMPTY, lexicon).acts)
    beside = read(f"{run[:300]} red, please", EMPTY, lexicon).acts
    (wish,) = [act for act in beside if isinstance(act, Want)]
    assert (wish.attribute, wish.value, wish.span) == ("color", "red", (301, 304))


def test_a_wish_at_the_end_of_a_very_long_message_is_read(lexicon: Lexicon) -> None:
    story = "Well, well. " * 8_000
    acts = read(story + "I would like it in red, please", EMPTY, lexicon).acts
    assert [act.value for act in acts if isinstance(act, Want)] == ["red"]


def test_acts_stay_few_whatever_is_repeated(lexicon: Lexicon) -> None:
    acts = read("red shoes, no stripes, under $50. " * 3_000, EMPTY, lexicon).acts
    assert len(acts) <= 400
    assert {act.act for act in acts} >= {"want", "exclude", "set_budget"}


def test_a_message_of_nothing_but_a_run_is_unclear_or_empty(lexicon: Lexicon) -> None:
    assert all(isinstance(act, Unclear) for act in read("x" * 61, EMPTY, lexicon).acts)
