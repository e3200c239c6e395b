"""COMMIT and the certificate: how much is shown, why, and what would have changed it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pytest

from catalog.index import Catalog
from lab.agents import EngineAgent
from lab.evaluate import evaluate, kit_cases
from lab.sessions import draw_sessions
from policies.arc import ARC
from policies.arc.bundle import rank_products
from policies.arc.certificate import minimal_counterfactual
from policies.bundle import decide
from policies.registry import bundle_named
from policies.utility import batch_plan, utility
from statecore.decisions import Decision
from statecore.state import SessionState

StateOf: TypeAlias = Callable[..., SessionState]
BROWSING = "I'm looking for Accessories Belts, but I'm still exploring."
BOTH = "For that, what matters is: Solid brass buckle; Hand cut."
NOTHING = "I don't have an additional preference for other."
NOT_QUITE = "Those options are not quite right yet. Ask me about one specific attribute."
TWINS = (BROWSING, ("other", ("belt-5",)), BOTH, ("other", ("belt-6",)), NOTHING)


def trace_of(decision: Decision) -> dict[str, float]:
    """The certificate's numbers."""
    return {item.name: item.value for item in decision.trace}


def test_three_siblings_at_turn_three_are_tried_one_by_one_since_0_92_beats_0_76() -> None:
    assert utility(3, 3) == pytest.approx(0.76)
    assert utility(5, 1) == pytest.approx(0.92)
    assert batch_plan(3, 3).batch == 1


def test_while_evidence_is_incomplete_one_product_is_shown_and_a_question_asked(
    shop: Catalog, state_of: StateOf
) -> None:
    decision = decide(state_of(BROWSING), shop, ARC)
    assert decision.product_ids == ("belt-5",)
    assert decision.ask is not None


def test_siblings_are_shown_in_the_programs_batches_and_the_last_one_with_a_full_slate(
    shop: Catalog, state_of: StateOf
) -> None:
    first = decide(state_of(*TWINS), shop, ARC)
    assert (first.product_ids, first.ask) == (("belt-1",), None)
    assert trace_of(first)["siblings"] == 3
    second = decide(state_of(*TWINS, (None, ("belt-1",)), NOT_QUITE), shop, ARC)
    assert second.product_ids == ("belt-2",)
    third = decide(state_of(*TWINS, (None, ("belt-1",)), NOT_QUITE, (None, ("belt-2",)), NOT_QUITE), shop, ARC)
    assert third.product_ids[0] == "belt-3"
    assert len(third.product_ids) == 8


def test_from_turn_eight_on_the_slate_is_full_whatever_the_evidence(shop: Catalog, state_of: StateOf) -> None:
    silent = [move for _ in range(7) for move in (BROWSING, (None, ()))]
    assert len(decide(state_of(*silent), shop, ARC).product_ids) == 1
    assert len(decide(state_of(*silent, NOT_QUITE), shop, ARC).product_ids) == 10


def test_a_counterfactual_names_the_fewest_clues_whose_removal_changes_the_first_place(
    shop: Catalog, state_of: StateOf
) -> None:
    state = state_of("I'm looking for Accessories Belts. A key requirement is: cotton.")
    ranking = rank_products(state, shop, ARC.settings).ranking
    found = minimal_counterfactual(ranking, shop.rating_number[ranking.pool.products], ARC.settings)
    assert found is not None
    clues, place = found
    assert clues == ("cotton",)
    assert shop.product_id(int(ranking.pool.products[place])) == "belt-5"
    assert "without 'cotton' the first would be Star belt" in decide(state, shop, ARC).reasons


def test_without_any_clue_there_is_no_counterfactual(shop: Catalog, state_of: StateOf) -> None:
    ranking = rank_products(state_of(BROWSING), shop, ARC.settings).ranking
    assert minimal_counterfactual(ranking, shop.rating_number[ranking.pool.products], ARC.settings) is None


def test_the_certificate_holds_constraints_question_values_misses_and_the_output_rule(
    shop: Catalog, state_of: StateOf
) -> None:
    decision = decide(state_of(BROWSING, ("other", ("belt-5",)), BOTH), shop, ARC)
    numbers = trace_of(decision)
    assert numbers["constraints"] == 2
    assert numbers["proven_misses"] == 1
    assert numbers["order_reliable"] == 1
    assert {"mvoi_other", "expected_hit", "current_mrr", "competitive_pool"} <= numbers.keys()
    assert decision.slate[0].meets == ("Solid brass buckle", "Hand cut")


def test_deciding_twice_gives_the_same_bytes(shop: Catalog, state_of: StateOf) -> None:
    assert decide(state_of(*TWINS), shop, ARC) == decide(state_of(*TWINS), shop, ARC)


def test_whole_sessions_end_without_errors_or_repeated_misses_and_mostly_at_rank_one(drawn_shop: Catalog) -> None:
    cases = kit_cases(drawn_shop, draw_sessions(drawn_shop, 60, 5))
    found = evaluate(EngineAgent(drawn_shop, bundle_named("arc")), drawn_shop, cases)
    assert found.errors == ()
    assert found.repeated_misses == 0
    assert found.score.technical_score > 0.9
