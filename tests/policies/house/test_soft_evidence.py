"""Graded evidence for a person's words: rare matches count more, nothing misheard outweighs the rest."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.index import Catalog
from policies.house.pool import open_pool
from policies.house.settings import HouseSettings
from policies.house.soft_evidence import card_words, free_factors, listing_log_likelihood, slot_log_likelihood
from statecore.state import EMPTY, Constraint, SessionState

SETTINGS = HouseSettings()
OPENING = "I'm looking for Accessories Belts, but I'm still exploring."
StateOf = Callable[..., SessionState]


def constraint(value: str, *, polarity: str = "want", confidence: float = 0.9, turn: int = 1) -> Constraint:
    return Constraint.model_validate(
        {
            "attribute": "feature",
            "value": value,
            "polarity": polarity,
            "hard": False,
            "confidence": confidence,
            "verbatim": False,
            "stated_seq": 2 * turn,
            "stated_turn": turn,
        }
    )


def factors(shop: Catalog, opened: SessionState, *stated: Constraint) -> dict[str, float]:
    """The factor of each belt, given what was stated."""
    pool = open_pool(opened, shop, SETTINGS)
    state = opened.model_copy(update={"constraints": stated})
    found = free_factors(state, shop, pool, card_words(shop, pool), SETTINGS)
    return {shop.product_id(int(p)): float(f) for p, f in zip(pool.products, found, strict=True)}


def test_a_value_that_no_product_has_words_of_changes_nothing(shop: Catalog, state_of: StateOf) -> None:
    found = factors(shop, state_of(OPENING), constraint("zeppelin quixotry"))
    assert set(found.values()) == {1.0}


def test_a_rare_match_counts_for_more_than_a_common_one(shop: Catalog, state_of: StateOf) -> None:
    opened = state_of(OPENING)
    rare = factors(shop, opened, constraint("braided by hand"))
    common = factors(shop, opened, constraint("solid brass buckle"))
    assert rare["belt-c"] / rare["belt-b"] > common["belt-4"] / common["belt-b"] > 1.0


def test_one_wish_counts_at_most_the_largest_lift_and_what_it_explains_of_the_card(
    shop: Catalog, state_of: StateOf
) -> None:
    found = factors(shop, state_of(OPENING), constraint("braided by hand", confidence=1.0))
    assert max(found.values()) <= SETTINGS.max_lift * np.exp(SETTINGS.coverage_weight) * (1.0 + 1e-12)


@given(confidence=st.floats(0.05, 0.95))
def test_a_doubtful_wish_never_rules_a_product_out(shop: Catalog, state_of: StateOf, confidence: float) -> None:
    found = factors(shop, state_of(OPENING), constraint("braided by hand", confidence=confidence))
    assert min(found.values()) >= 1.0 - confidence - 1e-12


@given(confidence=st.floats(0.05, 1.0))
def test_an_exclusion_lowers_what_matches_and_nothing_else(shop: Catalog, state_of: StateOf, confidence: float) -> None:
    found = factors(shop, state_of(OPENING), constraint("braided", polarity="exclude", confidence=confidence))
    assert 0.0 < found["belt-c"] < 1.0
    assert found["belt-b"] == 1.0


def test_wishes_do_not_depend_on_the_order_in_which_they_were_said(shop: Catalog, state_of: StateOf) -> None:
    opened = state_of(OPENING)
    first, second = constraint("braided"), constraint("slide buckle")
    one, other = factors(shop, opened, first, second), factors(shop, opened, second, first)
    assert one == pytest.approx(other)


def test_a_slot_is_as_likely_as_it_is_near_and_surest_when_it_is_the_value(shop: Catalog, state_of: StateOf) -> None:
    pool = open_pool(state_of(OPENING), shop, SETTINGS)
    known = card_words(shop, pool)
    near = slot_log_likelihood(shop, known, "Solid brass buckle", SETTINGS)
    best = {shop.product_id(int(p)): float(row.max()) for p, row in zip(pool.products, near, strict=True)}
    assert best["belt-1"] == 0.0
    assert best["belt-b"] < best["belt-8"] < 0.0
    assert bool((near >= -SETTINGS.soft_floor).all())


def test_words_from_anywhere_in_the_listing_count_less_than_a_card_line(shop: Catalog, state_of: StateOf) -> None:
    pool = open_pool(state_of(OPENING), shop, SETTINGS)
    found = listing_log_likelihood(shop, pool, "Star belt", SETTINGS)
    by_id = {shop.product_id(int(p)): float(value) for p, value in zip(pool.products, found, strict=True)}
    assert by_id["belt-5"] == pytest.approx(-SETTINGS.listing_penalty)
    assert by_id["belt-5"] == max(by_id.values())


def test_nothing_said_is_no_evidence(shop: Catalog) -> None:
    pool = open_pool(EMPTY, shop, SETTINGS)
    assert set(free_factors(EMPTY, shop, pool, card_words(shop, pool), SETTINGS)) == {1.0}
