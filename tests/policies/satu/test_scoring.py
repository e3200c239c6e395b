"""SATU's ranking: the blend, the refusal penalty, rare phrases, proven non-targets and recovery."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.index import Catalog
from policies.pools import pool_of_catalog
from policies.satu.scoring import (
    STOP_WORDS,
    SatuRanking,
    blend,
    in_order,
    phrase_evidence,
    promoted,
    rank_candidates,
    spent,
)
from policies.satu.settings import SatuSettings
from policies.satu.slots import contradicts, slots
from policies.terms import Bm25, idf, pool_hits, query_of
from statecore.acts import Exclude, Override, Reading, Want
from statecore.state import SessionState

StateOf: TypeAlias = Callable[..., SessionState]
SETTINGS = SatuSettings()
BROWSING = "I'm looking for Accessories Belts, but I'm still exploring."


def ids(shop: Catalog, ranking: SatuRanking) -> list[str]:
    """The ranking's product ids, best first."""
    return [shop.product_id(int(ranking.pool.products[place])) for place in ranking.order]


def wants(*pairs: tuple[str, str]) -> Reading:
    """A message that wants values of attributes."""
    return Reading(acts=tuple(Want.model_validate({"attribute": a, "value": v}) for a, v in pairs))


def test_bm25_has_the_constants_and_the_idf_of_the_write_up(shop: Catalog) -> None:
    assert (SETTINGS.k1, SETTINGS.b) == (0.6, 0.3)
    pool = pool_of_catalog(shop)
    query = query_of(shop, [("webbing", 1.0)])
    scores = Bm25(SETTINGS.k1, SETTINGS.b).scores(shop, pool, query, pool_hits(shop, pool, query.terms))
    assert float(idf(shop, query.terms)[0]) == pytest.approx(np.log(1 + (15 - 2 + 0.5) / (2 + 0.5)))
    place = shop.index_of("belt-6")
    length, mean = float(shop.field_length[place].sum()), float(shop.field_length.sum(axis=1).mean())
    expected = float(idf(shop, query.terms)[0]) * 1.6 / (1 + 0.6 * (1 - 0.3 + 0.3 * length / mean))
    assert float(scores[place]) == pytest.approx(expected)


def test_the_blend_is_normalised_relevance_plus_six_tenths_normalised_popularity() -> None:
    alive = np.ones(3, dtype=bool)
    scores = blend(np.array([4.0, 2.0, 0.0]), np.array([1.0, 4.0, 2.0]), np.zeros(3), alive, SETTINGS)
    assert scores.tolist() == pytest.approx([1.0 + 0.15, 0.5 + 0.6, 0.3])


def test_maxima_are_taken_over_the_live_pool_only() -> None:
    alive = np.array([False, True])
    scores = blend(np.array([8.0, 2.0]), np.array([9.0, 3.0]), np.zeros(2), alive, SETTINGS)
    assert float(scores[1]) == pytest.approx(1.6)


def test_what_is_refused_costs_half_a_point_at_most_and_is_no_evidence_for_itself(
    shop: Catalog, state_of: StateOf
) -> None:
    scores = blend(np.zeros(2), np.zeros(2), np.array([2.0, 1.0]), np.ones(2, dtype=bool), SETTINGS)
    assert scores.tolist() == pytest.approx([-0.5, -0.25])
    refusing = Reading(acts=(Exclude(attribute="material", value="cotton"),))
    ranking = rank_candidates(state_of(BROWSING, ("material", ()), refusing), shop, SETTINGS)
    assert {"belt-6", "belt-7", "belt-8"}.isdisjoint(ids(shop, ranking)[:5])
    assert len(ids(shop, ranking)) == 12


def test_the_shelf_is_a_hard_filter(shop: Catalog, state_of: StateOf) -> None:
    ranking = rank_candidates(state_of(BROWSING, ("feature", ()), wants(("feature", "Zip top"))), shop, SETTINGS)
    assert all(product_id.startswith("belt") for product_id in ids(shop, ranking))


def test_ties_go_to_the_more_popular_and_then_to_the_lower_place() -> None:
    scores, popularity = np.array([1.0, 1.0, 1.0]), np.array([1.0, 2.0, 1.0])
    assert in_order(scores, popularity, np.ones(3, dtype=bool)).tolist() == [1, 0, 2]


def test_a_phrase_is_worth_the_inverse_of_how_many_products_carry_it(shop: Catalog) -> None:
    pool = pool_of_catalog(shop)
    evidence = phrase_evidence(shop, pool, ("Solid brass buckle", "Hand cut", "no such line"))
    by_id = {shop.product_id(place): float(value) for place, value in enumerate(evidence)}
    assert by_id["belt-1"] == pytest.approx(1 / 5 + 1 / 3)
    assert by_id["tote-1"] == pytest.approx(1 / 5)
    assert by_id["belt-5"] == 0.0


@given(st.permutations(range(30)), st.lists(st.integers(0, 3), min_size=30, max_size=30))
def test_promotion_re_sorts_the_first_twenty_stably_and_touches_nothing_else(
    order: list[int], evidence: list[int]
) -> None:
    before = np.array(order)
    after = promoted(before, np.array(evidence, dtype=np.float64), SETTINGS.promoted)
    assert after[20:].tolist() == before[20:].tolist()
    assert after[:20].tolist() == sorted(order[:20], key=lambda place: -evidence[place])


def test_without_phrase_evidence_an_order_is_returned_untouched() -> None:
    order = np.array([2, 0, 1])
    assert promoted(order, np.zeros(3), 20).tolist() == [2, 0, 1]


def test_an_ordering_is_spent_when_twenty_of_its_first_forty_were_shown() -> None:
    shown = np.zeros(100, dtype=bool)
    shown[:19] = True
    assert spent(np.arange(100), shown, SETTINGS) == pytest.approx(19 / 40)
    shown[39] = True
    assert spent(np.arange(100), shown, SETTINGS) == pytest.approx(0.5)
    shown[40:] = True
    assert spent(np.arange(100), shown, SETTINGS) == pytest.approx(0.5)


def test_a_spent_ordering_gives_way_to_one_without_popularity(shop: Catalog, state_of: StateOf) -> None:
    small = SETTINGS.model_copy(update={"spent_window": 4})
    moves = (BROWSING, ("feature", ("belt-5", "belt-6")), wants(("feature", "Slide buckle")))
    before = rank_candidates(state_of(*moves), shop, SETTINGS)
    after = rank_candidates(state_of(*moves), shop, small)
    assert not before.recovered
    assert after.recovered == (after.spent >= 0.5)
    silent = state_of(BROWSING, ("feature", ("belt-5", "belt-6")), Reading())
    recovered = rank_candidates(silent, shop, small)
    assert recovered.recovered
    assert float(recovered.scores.max()) == 0.0


def test_a_product_shown_and_passed_over_leaves_the_pool(shop: Catalog, state_of: StateOf) -> None:
    ranking = rank_candidates(state_of(BROWSING, ("feature", ("belt-5",)), Reading()), shop, SETTINGS)
    assert "belt-5" not in ids(shop, ranking)


def test_a_correction_replaces_only_what_it_contradicts(state_of: StateOf) -> None:
    brown = Reading(acts=(Override(attribute="color"), Want(attribute="color", value="brown")))
    said = wants(("material", "leather"), ("color", "black"), ("feature", "Imported"))
    state = state_of(BROWSING, ("other", ()), said, ("other", ()), brown)
    assert [(slot.attribute, slot.value) for slot in slots(state)] == [
        ("material", "leather"),
        ("feature", "Imported"),
        ("color", "brown"),
    ]


def test_a_change_of_mind_keeps_what_the_new_wish_does_not_contradict(state_of: StateOf) -> None:
    state = state_of(
        "I'm looking for Accessories Belts. Double ring",
        ("other", ()),
        "Actually, ignore my earlier preference. What I need is: cotton.",
    )
    assert [slot.value for slot in slots(state)] == ["Double ring", "cotton"]
    assert not contradicts(("material", "cotton"), ("material", "Cotton and silk"))


def test_the_stop_list_has_thirty_one_words() -> None:
    assert len(STOP_WORDS) == 31
