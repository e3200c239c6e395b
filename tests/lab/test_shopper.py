"""The simulated shopper says what the contest kit's would, in its order, whatever it is asked."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.kit_shopper import ASKABLE, NOT_QUITE, value_class
from catalog.products import Product
from lab.sessions import SCENARIOS, Scenario
from lab.shopper import MAX_TURNS, Move, SimulatedShopper, Wish, kit_sentence, override_turn, wish_of

CARD = ("wool", "color: grey", "Ribbed cuffs", "Roomy width at the hem")
WISH = Wish("Tops Pullovers", CARD)

cards = st.lists(
    st.sampled_from(["wool", "color: grey", "Long sleeve", "Wide brim", "Warm; light", "A: b, c", "gym bag", "x"]),
    min_size=2,
    max_size=4,
).map(tuple)
asks = st.lists(st.one_of(st.sampled_from(ASKABLE), st.none(), st.just(""), st.just("shoe lace")), max_size=9)
sample_ids = st.text(min_size=1, max_size=12)


def shopper(scenario: Scenario, wish: Wish = WISH, sample_id: str = "s1") -> SimulatedShopper:
    return SimulatedShopper(sample_id, scenario, wish)


def talk(start: SimulatedShopper, questions: list[str | None]) -> list[tuple[Move, SimulatedShopper]]:
    steps = [start.open()]
    for ask in questions:
        steps.append(steps[-1].shopper.answer(ask))
    return [(step.move, step.shopper) for step in steps]


def sentences(start: SimulatedShopper, *questions: str | None) -> list[str]:
    return [kit_sentence(after, move) for move, after in talk(start, list(questions))]


def test_a_wish_is_the_shelf_and_the_card_of_a_product() -> None:
    product = Product("P1", title="Scarf", features=("Lined",), categories=("Clothing", "Men", "Scarves"))
    assert wish_of(product) == Wish("Men Scarves", ("Lined", "Lined"))


def test_a_buyer_names_its_first_value_and_two_more_a_question() -> None:
    assert sentences(shopper("buying"), "other", "other", "other") == [
        "I'm looking for Tops Pullovers. A key requirement is: wool.",
        "For that, what matters is: color: grey; Ribbed cuffs.",
        "For that, what matters is: Roomy width at the hem.",
        "I don't have an additional preference for other.",
    ]


def test_a_browser_tells_what_is_asked_and_no_more() -> None:
    assert sentences(shopper("browsing"), "size", "size", None, "material", "", "brand", "colour", "other") == [
        "I'm looking for Tops Pullovers, but I'm still exploring.",
        "For that, what matters is: Roomy width at the hem.",
        "I don't have an additional preference for size.",
        NOT_QUITE,
        "For that, what matters is: wool.",
        NOT_QUITE,
        "I don't have an additional preference for brand.",
        "For that, what matters is: color: grey; Ribbed cuffs.",
        "I don't have an additional preference for other.",
    ]


def test_an_unknown_attribute_is_answered_and_refused_as_other() -> None:
    assert sentences(shopper("browsing", Wish("Hats", ("Warm", "Warm"))), "shoe lace", "shoe lace")[1:] == [
        "For that, what matters is: Warm; Warm.",
        "I don't have an additional preference for other.",
    ]


def test_the_boundary_shopper_refuses_its_first_question_once_in_the_words_asked() -> None:
    assert sentences(shopper("boundary"), None, "shoe lace", "material") == [
        "I'm looking for Tops Pullovers, but I'm still exploring.",
        NOT_QUITE,
        "I don't have a preference for shoe lace; please use your judgment.",
        "For that, what matters is: wool.",
    ]


@pytest.mark.parametrize("sample_id", ["s1", "s2", "s3", "s4", "s5", "s6"])
def test_an_override_replaces_the_answer_before_its_turn_and_gives_the_first_value(sample_id: str) -> None:
    said = sentences(shopper("intent_override", sample_id=sample_id), "material", "color", "feature", "size")
    turn = override_turn(sample_id)
    assert said[0] == "I'm looking for Tops Pullovers. Roomy width at the hem"
    assert said[turn - 1] == "Actually, ignore my earlier preference. What I need is: wool."
    expected = {
        3: [
            "For that, what matters is: wool.",
            said[2],
            "For that, what matters is: Ribbed cuffs.",
            "For that, what matters is: Roomy width at the hem.",
        ],
        4: [
            "For that, what matters is: wool.",
            "For that, what matters is: color: grey.",
            said[3],
            "For that, what matters is: Roomy width at the hem.",
        ],
    }
    assert said[1:] == expected[turn]


def test_both_override_turns_occur_and_come_from_the_kits_seed() -> None:
    turns = {f"id{k}": override_turn(f"id{k}") for k in range(60)}
    assert set(turns.values()) == {3, 4}
    for sample_id, turn in turns.items():
        assert turn == Random(sample_id + chr(0) + "intent_override").choice([3, 4])


def test_an_override_can_be_hit_from_its_turn_on_and_the_others_at_once() -> None:
    for scenario in SCENARIOS:
        start = shopper(scenario, sample_id="s1")
        countable = [after.can_hit for _, after in talk(start, ["other"] * 9)]
        first = override_turn("s1") if scenario == "intent_override" else 1
        assert countable == [turn >= first for turn in range(1, MAX_TURNS + 1)]


@given(scenario=st.sampled_from(SCENARIOS), card=cards, questions=asks, sample_id=sample_ids)
def test_no_reply_reveals_more_than_two_values(
    scenario: Scenario, card: tuple[str, ...], questions: list[str | None], sample_id: str
) -> None:
    for move, _ in talk(shopper(scenario, Wish("Hats", card), sample_id), questions):
        assert len(move.values) <= 2
        assert (move.kind in {"values", "change"}) <= bool(move.values)


@given(scenario=st.sampled_from(SCENARIOS), card=cards, questions=asks, sample_id=sample_ids)
def test_a_told_value_is_told_again_only_within_one_reply_of_a_card_that_repeats_it(
    scenario: Scenario, card: tuple[str, ...], questions: list[str | None], sample_id: str
) -> None:
    told: set[str] = set()
    for move, after in talk(shopper(scenario, Wish("Hats", card), sample_id), questions):
        if move.kind == "values":
            assert told.isdisjoint(move.values)
            assert max(map(move.values.count, move.values)) <= max(map(card.count, move.values))
        if move.kind == "values" or (move.kind == "opening" and scenario == "buying") or move.kind == "change":
            told.update(move.values)
        assert after.told == told
        assert told <= set(card)


@given(scenario=st.sampled_from(SCENARIOS), card=cards, questions=asks)
def test_values_come_in_card_order_and_in_the_class_asked(
    scenario: Scenario, card: tuple[str, ...], questions: list[str | None]
) -> None:
    steps = talk(shopper(scenario, Wish("Hats", card)), questions)
    for (move, _), ask in zip(steps[1:], questions, strict=True):
        if move.kind == "values":
            places = [card.index(value) for value in move.values]
            assert places == sorted(places)
            if ask in ASKABLE and ask != "other":
                assert {value_class(value) for value in move.values} == {ask}


@given(card=cards, questions=st.lists(st.sampled_from(["other"]), min_size=4, max_size=4), sample_id=sample_ids)
def test_asking_other_drains_any_card_whatever_the_scenario(
    card: tuple[str, ...], questions: list[str | None], sample_id: str
) -> None:
    for scenario in SCENARIOS:
        _, last = talk(shopper(scenario, Wish("Hats", card), sample_id), questions)[-1]
        assert last.told == set(card)


@given(scenario=st.sampled_from(SCENARIOS), questions=asks)
def test_a_shopper_is_a_value_that_answers_the_same_way_twice(scenario: Scenario, questions: list[str | None]) -> None:
    start = shopper(scenario)
    assert talk(start, questions) == talk(start, questions)
    assert start == shopper(scenario)


@given(scenario=st.sampled_from(SCENARIOS), questions=asks)
def test_every_message_counts_a_turn_and_only_the_boundary_shopper_declines_once(
    scenario: Scenario, questions: list[str | None]
) -> None:
    steps = talk(shopper(scenario), questions)
    assert [after.turn for _, after in steps] == list(range(1, len(steps) + 1))
    refusals = [move for move, _ in steps if move.kind == "no_preference"]
    assert len(refusals) == (scenario == "boundary" and any(questions))
