"""What the reference bundles share: pools, query terms, wishes, mentions and reasons."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.index import Catalog
from policies.bundle import decide
from policies.explaining import met_wishes, plain_behaviour
from policies.pools import named_shelves, pool_of_catalog, pool_of_shelves, ranked
from policies.registry import BUNDLE_MODULES, BUNDLE_NAMES, bundle_named
from policies.situations import exclusions, idle_turns, just_declined, just_pivoted, traced, wishes
from policies.terms import Bm25, pool_hits, query_of
from policies.vocabulary import COLORS, MATERIALS, group_bits, mentions_in
from statecore.acts import Exclude, Reading, Want
from statecore.state import SessionState

StateOf: TypeAlias = Callable[..., SessionState]
BROWSING = "I'm looking for Accessories Belts, but I'm still exploring."
CHANGE = "Actually, ignore my earlier preference. What I need is: cotton."


def test_a_products_score_does_not_depend_on_the_pool_it_is_in(shop: Catalog) -> None:
    query = query_of(shop, [("solid brass buckle inner pocket cotton belt", 1.0)])
    whole, model = pool_of_catalog(shop), Bm25(0.6, 0.3)
    everywhere = model.scores(shop, whole, query, pool_hits(shop, whole, query.terms))
    for shelves in ((0,), (1,), (0, 1)):
        pool = pool_of_shelves(shop, shelves)
        here = model.scores(shop, pool, query, pool_hits(shop, pool, query.terms))
        assert here.tolist() == pytest.approx(everywhere[pool.products].tolist())


def test_bm25_of_chosen_fields_adds_nothing_from_the_others(shop: Catalog) -> None:
    query = query_of(shop, [("webbing", 1.0)])
    whole = pool_of_catalog(shop)
    hits = pool_hits(shop, whole, query.terms)
    assert not Bm25(1.2, 0.75, (0,)).scores(shop, whole, query, hits).any()
    assert Bm25(1.2, 0.75, (1,)).scores(shop, whole, query, hits).any()


def test_skipped_and_unknown_words_are_not_looked_for(shop: Catalog) -> None:
    query = query_of(shop, [("the cotton belt zzyzx", 2.0), ("cotton", 1.0)], frozenset({"the", "belt"}))
    assert [shop.term_text(int(term)) for term in query.terms] == ["cotton"]
    assert query.weights.tolist() == [3.0]


@given(st.lists(st.integers(0, 5), max_size=30))
def test_equal_scores_keep_the_order_of_places(scores: list[int]) -> None:
    order = ranked(np.array(scores, dtype=np.float64)).tolist()
    assert order == sorted(range(len(scores)), key=lambda place: (-scores[place], place))


def test_differences_in_the_last_bits_do_not_change_an_order() -> None:
    assert ranked(np.array([0.1 + 0.2, 0.3, 0.30000000000000016])).tolist() == [0, 1, 2]


def test_a_pool_finds_its_own_products_and_no_others(shop: Catalog, state_of: StateOf) -> None:
    shelves = named_shelves(state_of(BROWSING), shop)
    pool = pool_of_shelves(shop, (shelf for shelf, _ in shelves))
    assert len(pool) == 12
    mask = pool.mask(shop, ("belt-1", "tote-1", "no such product"))
    assert [shop.product_id(int(product)) for product in pool.products[mask]] == ["belt-1"]
    assert len(pool_of_shelves(shop, ())) == 0
    assert not pool_of_shelves(shop, ()).mask(shop, ("belt-1",)).any()


def test_a_wish_told_twice_is_one_wish_and_saying_it_again_takes_back_that_it_was_set_aside(
    state_of: StateOf,
) -> None:
    state = state_of("I'm looking for Accessories Belts. Webbing", ("other", ()), CHANGE)
    assert [(wish.value, wish.confidence, wish.withdrawn) for wish in wishes(state)] == [
        ("Webbing", 0.5, True),
        ("cotton", 1.0, False),
    ]
    again = state_of(
        "I'm looking for Accessories Belts. Webbing",
        ("other", ()),
        CHANGE,
        ("other", ()),
        "For that, what matters is: Webbing; Double ring.",
    )
    assert [(wish.value, wish.confidence, wish.withdrawn) for wish in wishes(again)] == [
        ("Webbing", 1.0, False),
        ("cotton", 1.0, False),
        ("Double ring", 1.0, False),
    ]


def test_what_happened_last_is_read_off_the_state(state_of: StateOf) -> None:
    refusal = "I don't have a preference for size; please use your judgment."
    assert just_declined(state_of(BROWSING, ("size", ()), refusal))
    assert just_pivoted(state_of(BROWSING, ("size", ()), CHANGE))
    assert not just_pivoted(state_of(BROWSING, ("size", ()), CHANGE, ("other", ()), refusal))
    assert idle_turns(state_of(BROWSING)) == 0
    assert idle_turns(state_of(BROWSING, ("size", ()), refusal, ("color", ()), Reading())) == 2
    without = Reading(acts=(Exclude(attribute="color", value="red"),))
    assert [item.value for item in exclusions(state_of(BROWSING, ("color", ()), without))] == ["red"]


def test_a_first_turn_has_no_trace_to_read(state_of: StateOf) -> None:
    assert traced(state_of(BROWSING), "readiness") is None


def test_words_for_one_thing_are_one_group(shop: Catalog) -> None:
    assert group_bits("grey", COLORS) == group_bits("Gray melange", COLORS)
    assert group_bits("5% Lycra", MATERIALS) == group_bits("elastane", MATERIALS)
    assert group_bits("Department: Women", MATERIALS) == 0
    mentioned = mentions_in(shop)
    assert mentioned.colors[shop.index_of("belt-7")] == group_bits("grey", COLORS)
    assert mentioned.materials[shop.index_of("belt-8")] == group_bits("cotton and silk", MATERIALS)


def test_the_groups_fit_into_the_bits_of_the_table() -> None:
    assert len(MATERIALS) <= 32
    assert len(COLORS) <= 32


def test_only_wishes_in_force_that_the_listing_has_are_said_to_be_met(shop: Catalog, state_of: StateOf) -> None:
    mixed = Reading(acts=(Want(attribute="material", value="cotton"), Exclude(attribute="feature", value="Webbing")))
    state = state_of(BROWSING, ("other", ()), mixed)
    assert met_wishes(state, shop, shop.index_of("belt-6")) == ("cotton",)
    assert met_wishes(state, shop, shop.index_of("belt-1")) == ()


def test_a_turn_is_named_by_what_happened_last(state_of: StateOf) -> None:
    assert plain_behaviour(state_of(BROWSING), precise=False) == "discovery"
    assert plain_behaviour(state_of(BROWSING), precise=True) == "precision"
    assert plain_behaviour(state_of(BROWSING, ("size", ()), CHANGE), precise=True) == "recovery"
    drained = state_of(BROWSING, ("other", ()), "I don't have an additional preference for other.")
    assert plain_behaviour(drained, precise=True) == "coverage"


def test_every_bundle_has_a_module_for_its_digest_and_bears_its_name() -> None:
    assert tuple(BUNDLE_MODULES) == BUNDLE_NAMES
    assert [bundle_named(name).name for name in BUNDLE_NAMES] == list(BUNDLE_NAMES)


@pytest.mark.parametrize("name", ["arc", "satu", "buyte"])
@pytest.mark.parametrize("words", ["", "hello there", "something nice in red, please", "\ud83d\ude00" * 3])
def test_a_message_that_says_little_still_gets_a_decision(
    shop: Catalog, state_of: StateOf, name: str, words: str
) -> None:
    state = state_of(words)
    decision = decide(state, shop, bundle_named(name))
    assert len(set(decision.product_ids)) == len(decision.product_ids) <= 10
    assert decision.ask is not None or decision.product_ids
    assert decide(state, shop, bundle_named(name)) == decision
