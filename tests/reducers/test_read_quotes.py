"""A listing's own lines are heard as such inside of anyone's sentence, and nothing else is taken for one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.index import Catalog
from catalog.lexicon_quotes import LONGEST_QUOTE, quote_words
from reducers.reading import read
from reducers.reading.setting_aside import set_aside_at
from statecore.acts import Exclude, Override, Reading, Want
from statecore.state import EMPTY

FRAMES = (
    "One thing is a must: {}",
    "The sort of thing I picture: {}; red.",
    "Any scarf would do, but - {}!",
    "So it would be {} please",
)


@pytest.fixture(scope="module")
def shop(small_shop: Path) -> Catalog:
    return Catalog.open(small_shop)


@pytest.fixture(scope="module")
def lines(shop: Catalog) -> list[str]:
    """Card values of three words or more, with only one spelling each."""
    values = [shop.value_text(int(value)) for value in np.unique(shop.card[shop.card > 0])]
    known: dict[tuple[str, ...], list[str]] = {}
    for value in values:
        known.setdefault(tuple(quote_words(value)), []).append(value)
    return [each[0] for words, each in known.items() if 3 <= len(words) <= LONGEST_QUOTE and len(each) == 1]


def quoted(reading: Reading) -> list[str]:
    return [act.value for act in reading.acts if isinstance(act, Want) and act.verbatim]


@given(data=st.data(), frame=st.sampled_from(FRAMES), case=st.sampled_from([str, str.upper, str.lower]))
def test_a_listing_line_is_heard_whole_in_any_sentence_and_in_any_case(
    data: st.DataObject, frame: str, case: Callable[[str], str], shop: Catalog, lines: list[str]
) -> None:
    line = data.draw(st.sampled_from(lines))
    message = frame.format(case(line))
    heard = quoted(read(message, EMPTY, shop.lexicon))
    # A longer line may begin with this one and go on with the words that follow it here.
    assert any(quote_words(value)[: len(quote_words(line))] == quote_words(line) for value in heard)


def test_the_span_of_a_line_is_where_it_stands(shop: Catalog, lines: list[str]) -> None:
    message = f"One thing is a must: {lines[0]}"
    (wish,) = [act for act in read(message, EMPTY, shop.lexicon).acts if isinstance(act, Want) and act.verbatim]
    assert wish.span is not None
    assert message[slice(*wish.span)] == wish.value == lines[0]


def test_a_line_that_is_denied_is_excluded(shop: Catalog, lines: list[str]) -> None:
    line = next(line for line in lines if line.isascii() and line.replace(" ", "").isalpha())
    acts = read(f"A scarf please. I don't want: {line}.", EMPTY, shop.lexicon).acts
    assert [act.value.casefold() for act in acts if isinstance(act, Exclude)] == [line.casefold()]
    assert not [act for act in acts if isinstance(act, Want) and act.verbatim]


def test_a_word_or_two_in_passing_are_no_line(shop: Catalog) -> None:
    values = {shop.value_text(int(value)) for value in np.unique(shop.card[shop.card > 0])}
    short = next(value for value in sorted(values) if value.isalpha() and value.islower())
    assert quoted(read(f"I once saw {short} scarves", EMPTY, shop.lexicon)) == []
    assert quoted(read(f"I need this; {short}.", EMPTY, shop.lexicon)) == [short]


@pytest.mark.parametrize(
    "message",
    [
        "Hang on, forget what I asked for before. It is leather that I need.",
        "My first idea no longer counts. Make it leather.",
        "Please set aside my earlier wish; leather instead.",
        "The original plan is off, leather please.",
        "Whatever I told you doesn't apply any more: leather",
        "scrap my initial request, leather it is",
        "dismiss the previous requirement. leather.",
    ],
)
def test_setting_an_earlier_goal_aside_is_an_override(message: str, shop: Catalog) -> None:
    acts = read(message, EMPTY, shop.lexicon).acts
    assert [act.attribute for act in acts if isinstance(act, Override)] == [None]
    assert [act.value for act in acts if isinstance(act, Want) and act.confidence > 0.9] == ["leather"]


@pytest.mark.parametrize(
    "words", ["drop the leather", "my first pair was blue", "the last one", "my old boots", "forget", "what i said"]
)
def test_a_value_or_a_story_sets_no_goal_aside(words: str) -> None:
    keys = words.split()
    assert set_aside_at(keys, 0, len(keys)) is None


@given(data=st.data(), frame=st.sampled_from(("Anything in {} please", "so, {}. In red!", "only {} today")))
def test_a_label_of_three_words_names_its_shelf_in_any_sentence(data: st.DataObject, frame: str, shop: Catalog) -> None:
    labels = [shop.shelf_label(shelf) for shelf in range(shop.shelf_count)]
    keys = [tuple(quote_words(label)) for label in labels]
    long = [label for label, key in zip(labels, keys, strict=True) if len(key) > 2 and keys.count(key) == 1]
    label = data.draw(st.sampled_from(long))
    acts = read(frame.format(label.lower()), EMPTY, shop.lexicon).acts
    (named,) = [act for act in acts if act.act == "name_category"]
    assert quote_words(named.phrase)[: len(quote_words(label))] == quote_words(label) or len(
        quote_words(named.phrase)
    ) > len(quote_words(label))
    assert named.exact
