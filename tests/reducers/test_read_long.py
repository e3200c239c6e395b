"""Messages of any length are read in bounded work: what no person writes is not read, what stands beside it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from catalog.index import Catalog
from catalog.lexicon import Lexicon
from reducers.reading import READ_CHARS, read
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


def test_what_lies_beyond_the_first_thousands_of_characters_is_not_read(lexicon: Lexicon) -> None:
    story = "well " * (READ_CHARS // 5)
    assert read(story + "red, please", EMPTY, lexicon) == read(story, EMPTY, lexicon)


def test_a_message_of_nothing_but_a_run_is_unclear_or_empty(lexicon: Lexicon) -> None:
    assert all(isinstance(act, Unclear) for act in read("x" * 61, EMPTY, lexicon).acts)
