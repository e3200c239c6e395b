"""Buyte's reranker: forty features, three-way satisfaction, the wearers' hierarchy and no boilerplate brands."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, get_args

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.index import Catalog
from catalog.kit_shopper import intent_card, shelf_label, value_class
from policies.buyte.brands import brand_fit, is_boilerplate, too_common
from policies.buyte.features import FEATURES, feature_matrix, satisfaction
from policies.buyte.retrieval import retrieve
from policies.buyte.settings import BuyteSettings
from policies.buyte.shopping import Shopping, shopping_of
from policies.buyte.wearers import WEARER_WORDS, fits, product_wearers, wearer_fit, wearers_named
from policies.buyte.weights import WEIGHTS, weights_for
from policies.fit import SATISFIED, UNKNOWN, VIOLATED, amount_range, mention_fit, price_fit
from reducers.fold import apply
from statecore.acts import NameCategory, Reading, SetBudget, ShelfWeight, Want, Wearer
from statecore.events import ShopperSaid
from statecore.state import EMPTY, SessionState

StateOf: TypeAlias = Callable[..., SessionState]
SETTINGS = BuyteSettings()
BROWSING = "I'm looking for Accessories Belts, but I'm still exploring."
wearers = st.sampled_from(get_args(Wearer))


def column(shop: Catalog, state: SessionState, name: str) -> dict[str, float]:
    """One feature of every candidate, by product id."""
    shopping = shopping_of(state, shop, SETTINGS)
    found = retrieve(shopping, shop, SETTINGS)
    features = feature_matrix(shopping, shop, found)[:, FEATURES.index(name)]
    return {shop.product_id(int(p)): float(v) for p, v in zip(found.products, features, strict=True)}


def wish(attribute: str, value: str) -> Reading:
    return Reading(acts=(Want.model_validate({"attribute": attribute, "value": value}),))


def test_there_are_forty_features_and_each_has_a_weight_in_both_intents() -> None:
    assert len(FEATURES) == len(set(FEATURES)) == 40
    for intent in WEIGHTS:
        assert set(WEIGHTS[intent]) == set(FEATURES)
        assert weights_for(intent).shape == (40,)
    assert weights_for("buying").tolist() != weights_for("browsing").tolist()


def test_every_feature_lies_between_zero_and_one(shop: Catalog, state_of: StateOf) -> None:
    state = state_of(
        "I'm looking for Accessories Belts. A key requirement is: cotton.",
        ("other", ()),
        Reading(acts=(SetBudget(max_minor=3000), Want(attribute="feature", value="Closure: Hook"))),
    )
    shopping = shopping_of(state, shop, SETTINGS)
    features = feature_matrix(shopping, shop, retrieve(shopping, shop, SETTINGS))
    assert ((features >= 0.0) & (features <= 1.0 + 1e-9)).all()
    assert features.any(axis=0).sum() > 15


def test_span_all_asks_for_every_constraint_and_span_share_for_some(shop: Catalog, state_of: StateOf) -> None:
    state = state_of(BROWSING, ("other", ()), "For that, what matters is: Solid brass buckle; Hand cut.")
    assert column(shop, state, "span_all")["belt-1"] == 1.0
    assert column(shop, state, "span_all")["belt-4"] == 0.0
    assert column(shop, state, "span_share")["belt-4"] == 0.5


def test_a_price_satisfies_or_violates_a_budget_and_an_unknown_one_does_neither(
    shop: Catalog, state_of: StateOf
) -> None:
    state = state_of(BROWSING, ("budget", ()), Reading(acts=(SetBudget(max_minor=3000),)))
    met, broken = column(shop, state, "satisfied_budget"), column(shop, state, "violated_budget")
    assert (met["belt-4"], broken["belt-4"]) == (1.0, 0.0)
    assert (met["belt-7"], broken["belt-7"]) == (0.0, 1.0)
    assert (met["belt-1"], broken["belt-1"]) == (0.0, 0.0)
    assert column(shop, state, "unknown_share")["belt-1"] == 1.0


def test_prices_are_judged_in_three_ways() -> None:
    fit = price_fit(np.array([1999, 2000, 3000, 3001, -1]), (2000, 3000))
    assert fit.tolist() == [VIOLATED, SATISFIED, SATISFIED, VIOLATED, UNKNOWN]
    assert amount_range("budget around $25") == (2000, 3000)


def test_two_ways_to_say_a_price_mean_the_same() -> None:
    assert amount_range("under $40") == amount_range("Under 40.00") == (None, 4000)


def test_another_value_under_the_same_key_violates_and_silence_does_not(shop: Catalog, state_of: StateOf) -> None:
    state = state_of(BROWSING, ("feature", ()), wish("feature", "Closure: Hook"))
    broken = column(shop, state, "violated_feature")
    assert column(shop, state, "satisfied_feature")["belt-9"] == 1.0
    assert (broken["belt-9"], broken["belt-a"], broken["belt-1"]) == (0.0, 1.0, 0.0)


@pytest.mark.parametrize("attribute", ["material", "color"])
def test_other_materials_or_colours_violate_and_none_is_unknown(
    shop: Catalog, state_of: StateOf, attribute: str
) -> None:
    value, good, bad = {"material": ("leather", "belt-9", "belt-6"), "color": ("grey", "belt-7", "belt-6")}[attribute]
    state = state_of(BROWSING, ("other", ()), wish(attribute, value))
    met, broken = column(shop, state, f"satisfied_{attribute}"), column(shop, state, f"violated_{attribute}")
    assert (met[good], broken[good]) == (1.0, 0.0)
    assert (met[bad], broken[bad]) == (0.0, 1.0)
    assert (met["belt-c"], broken["belt-c"]) == (0.0, 0.0)


@given(st.integers(0, 2**20 - 1), st.integers(1, 2**20 - 1))
def test_a_listing_that_mentions_all_that_is_wanted_never_violates_it(mentioned: int, wanted: int) -> None:
    everything = np.array([mentioned | wanted], dtype=np.uint32)
    assert mention_fit(everything, wanted).tolist() == [SATISFIED]
    assert mention_fit(np.zeros(1, dtype=np.uint32), wanted).tolist() == [UNKNOWN]


def test_kids_stand_above_boys_and_girls_and_not_beside_them() -> None:
    assert fits("kids", "boys")
    assert fits("kids", "girls")
    assert fits("girls", "kids")
    assert not fits("boys", "girls")
    assert not fits("women", "men")
    assert not fits("men", "kids")
    assert wearers_named("toddler") == {"kids"}


@given(wearers, wearers)
def test_fitting_is_symmetric_and_everyone_fits_themselves(one: Wearer, other: Wearer) -> None:
    assert fits(one, one)
    assert fits(one, other) == fits(other, one)


@given(st.sets(wearers, min_size=1))
def test_a_product_for_several_wearers_is_right_for_each_of_them(named: set[Wearer]) -> None:
    bits = np.array([sum(1 << list(WEARER_WORDS).index(wearer) for wearer in named)], dtype=np.uint8)
    assert all(wearer_fit(bits, wearer).tolist() == [SATISFIED] for wearer in sorted(named))


def test_a_wish_for_kids_is_satisfied_by_girls_and_boys_products(shop: Catalog, state_of: StateOf) -> None:
    totes = NameCategory(phrase="Bags Totes", shelves=(ShelfWeight(label="Bags Totes", weight=1.0),), wearer="kids")
    met = column(shop, state_of(Reading(acts=(totes,))), "satisfied_wearer")
    assert (met["tote-1"], met["tote-2"], met["tote-3"]) == (0.0, 1.0, 1.0)
    assert product_wearers(shop)[shop.index_of("tote-1")] == 0


def test_a_brand_of_one_common_word_is_boilerplate(shop: Catalog) -> None:
    assert too_common(15_850, 50_000, 0.01)
    assert not too_common(385, 50_000, 0.01)
    assert is_boilerplate(shop, "Wash", 0.01)
    assert not is_boilerplate(shop, "Machine Wash", 0.01)
    assert not is_boilerplate(shop, "Nowhere", 0.01)


def test_a_boilerplate_brand_is_no_constraint(shop: Catalog, state_of: StateOf) -> None:
    state = state_of(BROWSING, ("brand", ()), wish("brand", "wash"))
    assert shopping_of(state, shop, SETTINGS).checked == ()
    real = state_of(BROWSING, ("brand", ()), wish("brand", "North Brook"))
    assert [item.attribute for item in shopping_of(real, shop, SETTINGS).checked] == ["brand"]


def test_a_store_satisfies_or_violates_a_brand(shop: Catalog) -> None:
    belts = np.array([shop.index_of("belt-1"), shop.index_of("belt-b")], dtype=np.int32)
    assert brand_fit(shop, belts, "northbrook").tolist() == [SATISFIED, VIOLATED]


def test_no_listing_violates_a_constraint_drawn_from_itself(drawn_shop: Catalog) -> None:
    for index in range(0, drawn_shop.size, 7):
        product = drawn_shop.product(index)
        shopping = _wanting(drawn_shop, shelf_label(product.categories), intent_card(product))
        found = retrieve(shopping, drawn_shop, SETTINGS)
        row = int(np.flatnonzero(found.products == index)[0])
        fits_of = {name: int(fit[row]) for name, fit in satisfaction(shopping, drawn_shop, found)}
        assert VIOLATED not in fits_of.values(), (product.product_id, fits_of)


def _wanting(catalog: Catalog, label: str, card: tuple[str, ...]) -> Shopping:
    """The shopping state of someone who wants a product's shelf and its card's values."""
    wants = tuple(
        Want.model_validate({"attribute": value_class(value), "value": value, "verbatim": True}) for value in card
    )
    named = NameCategory(phrase=label, shelves=(ShelfWeight(label=label, weight=1.0),), exact=True)
    return shopping_of(_folded(Reading(acts=(named, *wants))), catalog, SETTINGS)


def _folded(reading: Reading) -> SessionState:
    return apply(EMPTY, ShopperSaid(at_us=0, turn=1, acts=reading.acts))
