"""RANK: three layers of evidence, and a prior that is bounded by them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.index import Catalog
from policies.arc.evidence import gather_evidence, reveal_order
from policies.arc.ranking import ArcRanking, bounded_final, catalog_prior, rank_candidates
from policies.arc.settings import ArcSettings
from policies.pools import pool_of_shelves
from statecore.acts import Exclude, Reading, SetBudget, Want
from statecore.state import SessionState

StateOf: TypeAlias = Callable[..., SessionState]
SETTINGS = ArcSettings()
BROWSING = "I'm looking for Accessories Belts, but I'm still exploring."
BUYING = "I'm looking for Accessories Belts. A key requirement is: cotton."


def ids(shop: Catalog, ranking: ArcRanking) -> list[str]:
    """The ranking's product ids, best first."""
    return [shop.product_id(int(ranking.pool.products[place])) for place in ranking.order]


def test_the_prior_is_half_popularity_to_the_power_of_five_quarters_and_half_rating() -> None:
    prior = catalog_prior(np.array([9], np.int32), np.array([4.0], np.float32), 99, SETTINGS)
    assert prior[0] == pytest.approx(0.5 * (np.log(10) / np.log(100)) ** 1.25 + 0.5 * 0.8)


def test_a_popular_mismatch_cannot_jump_over_a_product_that_matches() -> None:
    final = bounded_final(np.array([1.0, 0.84]), np.array([0.0, 1.0]), 1.0, SETTINGS)
    assert final.tolist() == [1.0, 0.84]


def test_the_prior_decides_among_products_within_fifteen_hundredths_of_the_best() -> None:
    final = bounded_final(np.array([1.0, 0.85]), np.array([0.0, 1.0]), 1.0, SETTINGS)
    assert final.tolist() == pytest.approx([1.0, 0.85 + 0.55])


@given(st.lists(st.floats(0.0, 2.2), min_size=1, max_size=20), st.data())
def test_no_prior_lifts_anything_above_the_best_by_more_than_its_bound(cores: list[float], data: st.DataObject) -> None:
    priors = data.draw(st.lists(st.floats(0.0, 1.0), min_size=len(cores), max_size=len(cores)))
    core = np.array(cores)
    final = bounded_final(core, np.array(priors), max(cores), SETTINGS)
    far = core < max(cores) - 0.15 - 1e-6
    assert (final[far] == core[far]).all()
    assert (final <= max(cores) + 0.55 + 1e-9).all()


def test_before_the_first_constraint_the_shelf_is_ordered_by_review_count(shop: Catalog, state_of: StateOf) -> None:
    ranking = rank_candidates(state_of(BROWSING), shop, SETTINGS)
    assert ranking.cold
    assert ids(shop, ranking)[:5] == ["belt-5", "belt-6", "belt-1", "belt-2", "belt-3"]


def test_one_constraint_ends_cold_start_and_beats_any_popularity(shop: Catalog, state_of: StateOf) -> None:
    ranking = rank_candidates(state_of(BUYING), shop, SETTINGS)
    assert not ranking.cold
    assert set(ids(shop, ranking)[:3]) == {"belt-6", "belt-7", "belt-8"}
    assert ids(shop, ranking).index("belt-5") >= 3


def test_a_value_in_its_own_slot_weighs_one_and_elsewhere_seven_tenths(shop: Catalog, state_of: StateOf) -> None:
    state = state_of(BROWSING, ("other", ("belt-5",)), "For that, what matters is: Slide buckle.")
    shelf = shop.shelf_id("Accessories Belts")
    assert shelf is not None
    pool = pool_of_shelves(shop, (shelf,))
    evidence = gather_evidence(state, shop, pool, reveal_order(state), SETTINGS)
    by_id = {shop.product_id(int(p)): float(s) for p, s in zip(pool.products, evidence.signature[0], strict=True)}
    assert by_id["belt-c"] == pytest.approx(0.7)
    assert by_id["belt-1"] == 0.0
    first = state_of(BUYING)
    held = gather_evidence(first, shop, pool, reveal_order(first), SETTINGS).signature[0]
    assert float(held.max()) == 1.0


def test_the_order_of_values_is_trusted_while_only_the_open_question_was_asked(state_of: StateOf) -> None:
    assert reveal_order(state_of(BUYING)).reliable
    opened = state_of(BUYING, ("other", ()), "For that, what matters is: color: black; Webbing.")
    order = reveal_order(opened)
    assert order.reliable
    assert order.slots == {"cotton": 0, "color: black": 1, "Webbing": 2}


@pytest.mark.parametrize(
    "moves",
    [
        (BROWSING, ("feature", ()), "For that, what matters is: Webbing; Double ring."),
        ("I'm looking for Accessories Belts. Double ring",),
        (BUYING, ("other", ()), "Actually, ignore my earlier preference. What I need is: cotton."),
    ],
)
def test_an_attributes_own_question_or_an_override_ends_the_trust_in_positions(
    moves: tuple[object, ...], state_of: StateOf
) -> None:
    assert not reveal_order(state_of(*moves)).reliable


def test_without_trusted_positions_every_membership_weighs_the_same(shop: Catalog, state_of: StateOf) -> None:
    state = state_of(BROWSING, ("material", ("belt-5",)), "For that, what matters is: cotton.")
    ranking = rank_candidates(state, shop, SETTINGS)
    assert set(np.round(ranking.evidence.signature[0], 9).tolist()) == {0.0, 0.7}


def test_core_is_rare_terms_plus_thirty_hundredths_typed_plus_ninety_hundredths_signature(
    shop: Catalog, state_of: StateOf
) -> None:
    ranking = rank_candidates(state_of(BUYING), shop, SETTINGS)
    assert float(ranking.core.max()) == pytest.approx(1.0 + 0.30 + 0.90)
    silk = ids(shop, ranking).index("belt-8")
    assert ranking.core[ranking.order[silk]] == pytest.approx(1.0 + 0.30 + 0.90)


def test_a_colour_is_satisfied_in_any_spelling(shop: Catalog, state_of: StateOf) -> None:
    wish = Reading(acts=(Want(attribute="color", value="gray"),))
    ranking = rank_candidates(state_of(BROWSING, ("color", ("belt-5",)), wish), shop, SETTINGS)
    assert ids(shop, ranking)[0] == "belt-7"


def test_a_budget_prefers_a_known_price_within_it(shop: Catalog, state_of: StateOf) -> None:
    cheap = Reading(acts=(SetBudget(max_minor=1500),))
    ranking = rank_candidates(state_of(BROWSING, ("budget", ("belt-5",)), cheap), shop, SETTINGS)
    assert ids(shop, ranking)[0] == "belt-6"


def test_an_excluded_value_counts_against_the_products_that_have_it(shop: Catalog, state_of: StateOf) -> None:
    without = Reading(acts=(Exclude(attribute="material", value="cotton"),))
    ranking = rank_candidates(state_of(BROWSING, ("material", ("belt-5",)), without), shop, SETTINGS)
    assert set(ids(shop, ranking)[-3:]) == {"belt-6", "belt-7", "belt-8"}


def test_a_proven_miss_leaves_the_ranking_and_an_override_brings_it_back(shop: Catalog, state_of: StateOf) -> None:
    moves = (BUYING, ("other", ("belt-6",)), "For that, what matters is: Webbing.")
    assert "belt-6" not in ids(shop, rank_candidates(state_of(*moves), shop, SETTINGS))
    changed = (*moves, ("other", ("belt-7",)), "Actually, ignore my earlier preference. What I need is: Double ring.")
    state = state_of(*changed)
    assert {"belt-6", "belt-7"} <= set(ids(shop, rank_candidates(state, shop, SETTINGS)))
    confidence = {name: float(c) for name, c in zip(*_named(shop, state), strict=True)}
    assert confidence == {"cotton": 0.5, "Webbing": 0.5, "Double ring": 1.0}


def _named(shop: Catalog, state: SessionState) -> tuple[tuple[str, ...], list[float]]:
    evidence = rank_candidates(state, shop, SETTINGS).evidence
    return evidence.names, evidence.confidence.tolist()


def test_an_unknown_or_exhausted_shelf_gives_way_to_the_whole_catalog(shop: Catalog, state_of: StateOf) -> None:
    nowhere = Reading(acts=(Want(attribute="feature", value="Solid brass buckle"),))
    assert ids(shop, rank_candidates(state_of(nowhere), shop, SETTINGS))[0] == "tote-1"
    totes = "I'm looking for Bags Totes, but I'm still exploring."
    gone = state_of(totes, ("other", ("tote-1", "tote-2", "tote-3")), "For that, what matters is: Zip top.")
    ranking = rank_candidates(gone, shop, SETTINGS)
    assert ranking.pool.shelves == ()
    assert {"tote-1", "tote-2", "tote-3"}.isdisjoint(ids(shop, ranking))
