"""The kit shopper's model against cases derived by hand from the published behaviour."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog import kit_shopper
from catalog.kit_shopper import (
    ASKABLE,
    CLASSES,
    clean_value,
    intent_card,
    listing_values,
    next_values,
    render_opening,
    render_reply,
    shelf_label,
    value_class,
)
from catalog.products import Product

MATERIALS = "cotton|polyester|nylon|leather|wool|spandex|silk|rayon|fabric"
COLORS = "black|white|blue|red|pink|green|brown|gray|grey|purple|yellow|orange"


def product(**fields: object) -> Product:
    return Product("P1", **fields)  # type: ignore[arg-type]  # each test names its own fields


# The card


@pytest.mark.parametrize(
    ("fields", "card"),
    [
        pytest.param(
            {"title": "Red wool hat", "features": ("Warm", "Lined", "Soft")},
            ("wool", "color: red", "Warm", "Lined"),
            id="material first, colour second",
        ),
        pytest.param(
            {"title": "Red hat", "features": ("Warm", "Lined", "Soft")},
            ("Warm", "color: red", "Lined", "Soft"),
            id="without a material the colour follows the first feature",
        ),
        pytest.param(
            {"title": "Hat", "store": "Orange Peel"},
            ("color: orange", "color: orange"),
            id="the store's name gives a colour, and a lone value is hard and soft",
        ),
        pytest.param(
            {"title": "Silk tie", "features": ("Pure cotton lining",), "description": ("wool",)},
            ("silk", "Pure cotton lining", "silk"),
            id="the earliest material of the corpus wins, and two values repeat the first",
        ),
        pytest.param(
            {"title": "Tie", "features": ("Soft wool",), "details": (("Fabric", "Silk"),)},
            ("wool", "Soft wool", "Fabric: Silk"),
            id="features come before details in the corpus",
        ),
        pytest.param(
            {"title": "Tie", "details": (("Blue", "x"),), "description": ("green",), "categories": ("White",)},
            ("Blue: x", "color: blue", "Blue: x"),
            id="a detail's key counts; details come before description and categories",
        ),
        pytest.param(
            {"title": "Tie", "description": ("a green one",), "categories": ("White",), "store": "Pink"},
            ("color: green", "color: green"),
            id="description comes before categories, categories before the store",
        ),
        pytest.param(
            {"title": "Woollen redwood cottons", "features": ("Layered",)},
            ("Layered", "Layered"),
            id="only whole words give material and colour",
        ),
        pytest.param(
            {"title": "COTTON/GREY tee"}, ("cotton", "color: grey", "cotton"), id="found in any case, said in lower"
        ),
        pytest.param(
            {"title": "Tie", "features": ("cotton", "Cotton", " cotton. ")},
            ("cotton", "Cotton", "cotton"),
            id="repeats are dropped after cleaning, and only exact ones",
        ),
        pytest.param(
            {"title": "Tie", "features": ("a", "b", "c", "d", "e")}, ("a", "b", "c", "d"), id="four values at most"
        ),
        pytest.param(
            {"title": "Tie", "features": (" ;,. ", "", "\n")}, ("Tie", "Tie"), id="nothing left but the title"
        ),
        pytest.param(
            {"title": " Tie.  Long ", "features": ()}, (" Tie.  Long ",) * 2, id="a title on the card is not cleaned"
        ),
        pytest.param({"title": ""}, (), id="no title either: an empty card"),
        pytest.param(
            {"title": "Tie", "price_text": "24.5"},
            ("budget around $24.5", "budget around $24.5"),
            id="a price stands last, as the row printed it",
        ),
        pytest.param(
            {"title": "Tie", "features": ("a", "b", "c"), "price_text": "9"},
            ("a", "b", "c", "budget around $9"),
            id="a price is the fourth value when there are three",
        ),
        pytest.param(
            {"title": "Tie", "features": ("Wash; dry: low, then hang.",)},
            ("Wash; dry: low, then hang",) * 2,
            id="separators inside a feature stay",
        ),
    ],
)
def test_the_card_is_built_as_the_kit_builds_it(fields: dict[str, object], card: tuple[str, ...]) -> None:
    assert intent_card(product(**fields)) == card


def test_a_clipped_value_may_end_inside_a_word_or_in_a_comma_but_not_in_a_space() -> None:
    assert clean_value("a" * 200) == "a" * 180
    assert clean_value("a" * 179 + ", b") == "a" * 179 + ","
    assert clean_value("a" * 179 + " bbb") == "a" * 179
    assert clean_value("-" * 20 + "a" * 170 + " " * 30 + "b" * 30) == "a" * 170 + " " + "b" * 9


def test_cleaning_trims_exactly_the_kit_s_marks() -> None:
    assert clean_value("\t- ;,.Soft\u2003 and\n\nwarm!.,; -") == "Soft and warm!"
    assert clean_value("•Soft:") == "•Soft:"


def test_two_values_that_are_equal_only_after_the_clip_are_one() -> None:
    long = "x" * 180
    assert listing_values(product(features=(long + "1", long + "2"))) == (long,)


@given(
    st.text(alphabet=st.sampled_from("aKk\u212a\u017fsI\u0131\u0130i_ -1é\u0307onredilkw")),
    st.sampled_from(["red", "silk", "oni"]),
)
def test_the_fast_search_for_a_whole_word_finds_what_the_kit_s_pattern_finds(text: str, word: str) -> None:
    finder = kit_shopper._FirstWord([word, "won"])
    match = re.search(rf"\b(?:{word}|won)\b", text, re.IGNORECASE)
    assert finder.find(text, text.lower()) == (match[0].lower() if match else None)


@given(
    st.lists(st.sampled_from([*MATERIALS.split("|"), *COLORS.split("|"), "woolen", "_red", "x", "Red", "bluE", ","]))
)
def test_material_and_colour_are_the_first_hits_of_the_kit_s_patterns(parts: list[str]) -> None:
    title = " ".join(parts)
    card = intent_card(product(title=title, features=("first", "second", "third")))
    material = re.search(rf"\b(?:{MATERIALS})\b", title, re.IGNORECASE)
    color = re.search(rf"\b(?:{COLORS})\b", title, re.IGNORECASE)
    expected = ["first", "second", "third"]
    if material:
        expected.insert(0, material[0].lower())
    if color:
        expected.insert(1, f"color: {color[0].lower()}")
    assert card[: min(4, len(expected))] == tuple(expected[:4])


@given(st.lists(st.text(max_size=8)), st.text(max_size=8), st.none() | st.just("5.0"))
def test_every_card_value_is_a_listing_value_or_one_of_the_kit_s_own(
    features: list[str], title: str, price: str | None
) -> None:
    it = product(title=title, features=tuple(features), price_text=price)
    card = intent_card(it)
    own = {title, f"budget around ${price}", *MATERIALS.split("|"), *(f"color: {name}" for name in COLORS.split("|"))}
    assert set(card) <= set(listing_values(it)) | own
    assert len(card) in {0, 2, 3, 4}


# Shelves


@pytest.mark.parametrize(
    ("categories", "label"),
    [
        (["Clothing, Shoes & Jewelry", "Women", "Scarves"], "Women Scarves"),
        (["Clothing, Shoes & Jewelry", "Northbrook"], "Shoes & Jewelry Northbrook"),
        (["Clothing, Shoes & Jewelry"], "Shoes & Jewelry"),
        (["Clothing Shoes & Jewelry", "CLOTHING", "Hats"], "Hats"),
        (["Men", "Clothing"], "Men"),
        (["Men", "clothing ", " Hats, Caps ,, "], "Hats Caps"),
        (["Clothing"], "clothing item"),
        ([], "clothing item"),
        (["", " , "], "clothing item"),
    ],
)
def test_the_shelf_label_is_the_last_two_parts_that_say_something(categories: list[str], label: str) -> None:
    assert shelf_label(categories) == label


# Classes


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("budget around $20", "budget"),
        ("Under 5 pounds", "budget"),
        ("<=3 kg of cotton", "budget"),
        ("under the rain", "feature"),
        ("cash $", "feature"),
        ("Woolly", "material"),
        ("black leather", "material"),
        ("Tailored", "color"),
        ("Color: Mauve", "color"),
        ("grey", "feature"),
        ("brown", "feature"),
        ("Sized widely", "size"),
        ("wide sleeve", "size"),
        ("Benefits many", "style"),
        ("Necklace", "style"),
        ("Department: womens", "style"),
        ("Workshop made", "use_case"),
        ("Pockets", "feature"),
    ],
)
def test_the_class_is_the_first_whose_part_occurs_anywhere(text: str, name: str) -> None:
    assert value_class(text) == name


@given(st.text())
def test_every_text_has_a_class(text: str) -> None:
    assert value_class(text) in CLASSES


# The conversation


CARD = ("wool", "color: red", "Warm", "Wide brim")


@pytest.mark.parametrize(
    ("told", "ask", "values"),
    [
        (set(), "other", ("wool", "color: red")),
        ({"wool"}, "other", ("color: red", "Warm")),
        ({"wool", "color: red", "Warm"}, "other", ("Wide brim",)),
        (set(CARD), "other", ()),
        (set(), "material", ("wool",)),
        (set(), "size", ("Wide brim",)),
        (set(), "category", ()),
        (set(), "brand", ()),
        (set(), "sparkle", ("wool", "color: red")),
    ],
)
def test_an_ask_discloses_the_first_two_untold_values_of_its_class(
    told: set[str], ask: str, values: tuple[str, ...]
) -> None:
    assert next_values(CARD, told, ask) == values


def test_a_thin_card_says_its_only_value_twice_in_one_reply() -> None:
    assert render_reply(next_values(("Tie", "Tie"), set(), "other")) == "For that, what matters is: Tie; Tie."
    assert next_values(("Tie", "Tie"), {"Tie"}, "other") == ()


@given(st.lists(st.sampled_from(["wool", "red", "Warm", "fit", "wide", "gym"]), max_size=4), st.sampled_from(ASKABLE))
def test_asking_until_nothing_is_left_tells_each_value_of_the_class_in_card_order(card: list[str], ask: str) -> None:
    told: list[str] = []
    while values := next_values(card, set(told), ask):
        assert len(values) <= 2
        told.extend(values)
    wanted = [value for value in card if ask == "other" or value_class(value) == ask]
    assert list(dict.fromkeys(told)) == list(dict.fromkeys(wanted))


def test_openings_are_the_kit_s_sentences_to_the_letter() -> None:
    assert render_opening("buying", "Men Hats", CARD) == "I'm looking for Men Hats. A key requirement is: wool."
    assert render_opening("intent_override", "Men Hats", CARD) == "I'm looking for Men Hats. Wide brim"
    for scenario in ("browsing", "boundary"):
        assert render_opening(scenario, "Men Hats", CARD) == "I'm looking for Men Hats, but I'm still exploring."


def test_an_unknown_scenario_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="'gifting'"):
        render_opening("gifting", "Men Hats", CARD)
