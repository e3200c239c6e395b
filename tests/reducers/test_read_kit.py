"""What the contest kit's shopper says is read back letter for letter."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog import kit_shopper
from catalog.lexicon import Lexicon
from reducers.fold import fold
from reducers.reading import read
from reducers.reading.kit import read_kit
from statecore.acts import Reading
from statecore.events import ShopperSaid
from statecore.state import EMPTY, Asked, SessionState
from statecore.values import AskAttribute


class Cards:
    """A catalog reduced to shelves of cards."""

    def __init__(self, shelves: dict[str, list[tuple[str, ...]]]) -> None:
        """Number the values in the order of the cards."""
        self.labels = list(shelves)
        texts = dict.fromkeys(value for cards in shelves.values() for card in cards for value in card)
        self.texts = ["", *texts]
        rows = [
            [self.value_id(v) for v in card] + [0] * (4 - len(card)) for cards in shelves.values() for card in cards
        ]
        self.card = np.array(rows, dtype=np.int32).reshape(-1, 4)
        self.shelf_start = np.cumsum([0, *(len(cards) for cards in shelves.values())], dtype=np.int64)

    def shelf_id(self, label: str) -> int | None:
        """As a catalog does."""
        return self.labels.index(label) if label in self.labels else None

    def value_id(self, text: str) -> int:
        """As a catalog does."""
        return self.texts.index(text) if text in self.texts[1:] else 0

    def value_text(self, value: int) -> str:
        """As a catalog does."""
        return self.texts[value]


SHELF = "Garden Gloves"
CARD = ("wool", "Shell: wool; lining: silk", "Washed, dried", "Ends in a clip,")
LEXICON = Lexicon(Cards({SHELF: [CARD, ("wool", "Shell: wool", "lining: silk", "Other")], "A. B": [CARD]}))


def values(reading: Reading) -> list[str]:
    return [act.value for act in reading.acts if act.act == "want" and act.verbatim]


def state_on(label: str, asked: AskAttribute = "other") -> SessionState:
    reading = read(kit_shopper.render_opening("browsing", label, ()), EMPTY, LEXICON)
    assert reading.frame == "kit_browsing"
    category = reading.acts[0]
    assert category.act == "name_category"
    assert category.exact
    assert [shelf.label for shelf in category.shelves] == [label]
    return heard(EMPTY, reading).model_copy(update={"asked": (Asked(turn=1, attribute=asked),)})


def heard(state: SessionState, reading: Reading) -> SessionState:
    said = ShopperSaid(at_us=0, turn=state.turn + 1, frame=reading.frame, acts=reading.acts)
    return fold([said], state)


@pytest.mark.parametrize("label", [SHELF, "A. B"])
@pytest.mark.parametrize(("scenario", "frame"), [("buying", "kit_buying"), ("intent_override", "kit_override")])
def test_an_opening_names_the_shelf_and_the_value(label: str, scenario: str, frame: str) -> None:
    reading = read(kit_shopper.render_opening(scenario, label, ("Soft. Warm; dry", "So. soft,")), EMPTY, LEXICON)
    assert reading.frame == frame
    assert values(reading) == (["Soft. Warm; dry"] if scenario == "buying" else ["So. soft,"])
    assert reading.acts[0].act == "name_category"
    assert reading.acts[0].phrase == label


def test_an_opening_with_an_unknown_label_is_free_text() -> None:
    assert read_kit("I'm looking for a scarf. Something in blue", EMPTY, LEXICON) is None


def test_a_value_with_the_separator_in_it_is_kept_whole_when_the_cards_say_so() -> None:
    state = state_on(SHELF, "material")
    reading = read("For that, what matters is: wool; Shell: wool; lining: silk.", state, LEXICON)
    assert reading.frame == "kit_values"
    assert values(reading) == ["wool", "Shell: wool; lining: silk"]


def test_the_question_decides_between_two_possible_splits() -> None:
    lexicon = Lexicon(Cards({SHELF: [("a; b", "c", "x"), ("silk", "a", "b; c")]}))
    anything = read("For that, what matters is: a; b; c.", state_on(SHELF, "other"), lexicon)
    assert values(anything) == ["a; b", "c"]
    feature = read("For that, what matters is: silk; a.", state_on(SHELF, "other"), lexicon)
    assert values(feature) == ["silk", "a"]


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ("Felt; Deep pockets", ["Felt", "Deep pockets"]),
        ("Felt", ["Felt"]),
        ("One, two", ["One, two"]),
        ("Sole of felt; nylon; silk", ["Sole of felt; nylon", "silk"]),
    ],
)
def test_values_of_a_foreign_card_are_kept_as_they_stand(told: str, expected: list[str]) -> None:
    reading = read(f"For that, what matters is: {told}.", state_on(SHELF), LEXICON)
    assert reading.frame == "kit_values"
    assert values(reading) == expected


def test_only_the_sentences_own_period_is_dropped() -> None:
    assert values(read("For that, what matters is: Ends in a clip,.", state_on(SHELF), LEXICON)) == ["Ends in a clip,"]
    assert values(read("For that, what matters is: Two. One..", state_on(SHELF), LEXICON)) == ["Two. One."]


@pytest.mark.parametrize(
    ("text", "frame", "act"),
    [
        (kit_shopper.NOT_QUITE, "kit_not_quite", "refuse_shown"),
        (kit_shopper.render_exhausted("size"), "kit_exhausted", "exhaust"),
        (kit_shopper.render_exhausted("other"), "kit_exhausted", "exhaust"),
        (kit_shopper.render_no_preference("brand"), "kit_no_preference", "decline"),
        (kit_shopper.render_override("wool"), "kit_change", "override"),
    ],
)
def test_the_other_sentences_are_known_to_the_letter(text: str, frame: str, act: str) -> None:
    reading = read(text, state_on(SHELF), LEXICON)
    assert reading.frame == frame
    assert reading.acts[0].act == act
    assert read_kit(text + " x", state_on(SHELF), LEXICON) is None


def test_exhausting_other_exhausts_everything_and_a_change_keeps_its_value() -> None:
    state = heard(state_on(SHELF), read(kit_shopper.render_exhausted("other"), state_on(SHELF), LEXICON))
    assert state.nothing_more
    assert values(read(kit_shopper.render_override("a; b."), state_on(SHELF), LEXICON)) == ["a; b."]


_PIECES = st.sampled_from(["wool", "red", "size", "a", "; ", ". ", ": ", ",", "neck", " "])
_VALUES = st.lists(_PIECES, min_size=1, max_size=6).map("".join).map(kit_shopper.clean_value).filter(bool)
_CARDS = st.lists(_VALUES, min_size=1, max_size=4, unique=True).map(tuple)
_ASKS = st.sampled_from(["other", "material", "color", "size", "style", "feature"])


@given(cards=st.lists(_CARDS, min_size=1, max_size=3), ask=_ASKS)
def test_every_reply_the_kit_can_give_is_read_as_values_that_explain_it(
    cards: list[tuple[str, ...]], ask: AskAttribute
) -> None:
    lexicon = Lexicon(Cards({SHELF: cards}))
    told = kit_shopper.next_values(cards[0], set(), ask)
    if not told:
        return
    got = tuple(values(read(kit_shopper.render_reply(told), state_on(SHELF, ask), lexicon)))
    assert "; ".join(got) == "; ".join(told)
    explainers = [kit_shopper.next_values(card, set(), ask) for card in cards]
    assert got in explainers


@pytest.mark.parametrize(
    "words", ["A key reuqirement is: wool.", "A kye requirement si: wool.", "a key requirement is wool"]
)
def test_a_misspelt_buying_sentence_is_no_change_of_mind_announced(words: str) -> None:
    assert read_kit(f"I'm looking for {SHELF}. {words}", EMPTY, LEXICON) is None


@pytest.mark.parametrize("marks", [" - wool!", ", wool .", ", wool...", " wool", ": wool"])
def test_a_buying_sentence_under_other_marks_is_no_change_of_mind_announced(marks: str) -> None:
    text = f"I'm looking for {SHELF}. A key requirement is{marks}"
    assert read_kit(text, EMPTY, LEXICON) is None


def test_a_buying_sentence_that_trails_off_tells_its_value() -> None:
    reading = read(f"I'm looking for {SHELF}. A key requirement is: wool...", EMPTY, LEXICON)
    assert (reading.frame, values(reading)) == ("kit_buying", ["wool"])


def test_an_opening_with_a_value_of_no_listing_is_still_an_opening() -> None:
    reading = read_kit(f"I'm looking for {SHELF}. Hand knitted in Wales", EMPTY, LEXICON)
    assert reading is not None
    assert (reading.frame, values(reading)) == ("kit_override", ["Hand knitted in Wales"])


@pytest.mark.parametrize(
    "text",
    [
        f"I'm looking for {SHELF}. A key requirement is: wool. But no silk, please.",
        "For that, what matters is: wool; Washed, dried. And no silk.",
        "Actually, ignore my earlier preference. What I need is: wool. No silk though.",
    ],
)
def test_a_kit_sentence_that_goes_on_is_left_to_the_reader_of_free_text(text: str) -> None:
    assert read_kit(text, state_on(SHELF), LEXICON) is None


@pytest.mark.parametrize("end", ["...", " .", "!."])
def test_marks_after_the_last_value_are_no_part_of_it(end: str) -> None:
    told = f"For that, what matters is: wool; Washed, dried{end}"
    assert values(read(told, state_on(SHELF), LEXICON)) == ["wool", "Washed, dried"]
