"""Buyte's retrieval: fields that are never concatenated, the n-gram route, and conjunctive injection."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.index import Catalog
from policies.buyte.retrieval import ROUTES, Retrieved, fuse, retrieve
from policies.buyte.settings import BuyteSettings
from policies.buyte.shopping import route_intent, shopping_of
from policies.ngrams import ngram_scores, similar_terms, trigrams
from policies.pools import pool_of_catalog
from statecore.acts import Reading, Want
from statecore.state import SessionState

StateOf: TypeAlias = Callable[..., SessionState]
SETTINGS = BuyteSettings()
BROWSING = "I'm looking for Accessories Belts, but I'm still exploring."


def found_for(shop: Catalog, state: SessionState, settings: BuyteSettings = SETTINGS) -> Retrieved:
    return retrieve(shopping_of(state, shop, settings), shop, settings)


def route(shop: Catalog, found: Retrieved, product_id: str, name: str) -> float:
    row = int(np.flatnonzero(found.products == shop.index_of(product_id))[0])
    return float(found.routes[row, ROUTES.index(name)])


def test_the_routes_are_combined_convexly() -> None:
    assert sum(SETTINGS.routes) == pytest.approx(1.0)
    assert min(SETTINGS.routes) > 0.0
    assert len(SETTINGS.routes) == len(ROUTES)


@given(st.lists(st.floats(0.0, 1.0), min_size=6, max_size=6))
def test_a_fused_score_lies_between_the_routes(routes: list[float]) -> None:
    fused = float(fuse(np.array([routes]), SETTINGS.routes)[0])
    assert min(routes) - 1e-9 <= fused <= max(routes) + 1e-9


def test_a_word_counts_in_the_field_it_stands_in_and_in_no_other(shop: Catalog, state_of: StateOf) -> None:
    found = found_for(shop, state_of(Reading(acts=(Want(attribute="feature", value="belt"),))))
    assert route(shop, found, "tote-2", "description") > 0.0
    assert route(shop, found, "tote-2", "title") == 0.0
    assert route(shop, found, "belt-1", "title") > 0.0
    assert route(shop, found, "belt-1", "description") == 0.0


def test_a_product_that_contains_every_constraint_enters_the_pool_whatever_its_rank(
    shop: Catalog, state_of: StateOf
) -> None:
    narrow = SETTINGS.model_copy(update={"depth": 1})
    state = state_of(BROWSING, ("other", ()), "For that, what matters is: Solid brass buckle; Hand cut.")
    products = found_for(shop, state, narrow).products
    held = {shop.product_id(int(product)) for product in products}
    assert {"belt-1", "belt-2", "belt-3"} <= held
    assert "belt-4" not in held or len(held) <= 4


def test_with_nothing_said_the_pool_is_the_most_reviewed_products(shop: Catalog, state_of: StateOf) -> None:
    narrow = SETTINGS.model_copy(update={"depth": 2})
    products = found_for(shop, state_of(Reading()), narrow).products
    assert {shop.product_id(int(product)) for product in products} == {"belt-5", "tote-1"}


def test_a_misspelt_word_finds_what_is_spelt_like_it(shop: Catalog) -> None:
    assert shop.term_id("cottton") == -1
    alike = similar_terms(shop, "cottton")
    assert shop.term_text(int(alike.terms[0])) == "cotton"
    scores = ngram_scores(shop, pool_of_catalog(shop), {"cottton": 1.0})
    best = {shop.product_id(int(place)) for place in np.flatnonzero(scores == scores.max())}
    assert best == {"belt-6", "belt-7", "belt-8"}


def test_a_word_of_the_vocabulary_is_most_like_itself(shop: Catalog) -> None:
    for word in ("webbing", "buckle", "ring"):
        alike = similar_terms(shop, word)
        assert shop.term_text(int(alike.terms[0])) == word
        assert float(alike.cosine[0]) == pytest.approx(1.0)


@given(st.text(max_size=12))
def test_trigrams_are_distinct_and_there_is_at_least_one(word: str) -> None:
    own = trigrams(word)
    assert own
    assert len(set(own)) == len(own)


def test_whoever_opens_with_a_requirement_is_buying_and_everyone_else_is_browsing(state_of: StateOf) -> None:
    assert route_intent(state_of("I'm looking for Accessories Belts. A key requirement is: cotton.")) == "buying"
    assert route_intent(state_of(BROWSING)) == "browsing"
    assert route_intent(state_of("I'm looking for Accessories Belts. Webbing")) == "browsing"


def test_a_retracted_wish_stays_in_the_query_at_half_weight_and_is_not_checked(
    shop: Catalog, state_of: StateOf
) -> None:
    state = state_of(
        "I'm looking for Accessories Belts. Webbing",
        ("other", ()),
        "Actually, ignore my earlier preference. What I need is: cotton.",
    )
    shopping = shopping_of(state, shop, SETTINGS)
    assert [item.value for item in shopping.checked] == ["cotton"]
    assert shopping.retracted == ("Webbing",)
    assert shopping.query(SETTINGS) == {"accessories": 1.0, "belts": 1.0, "cotton": 1.0, "webbing": 0.5}
