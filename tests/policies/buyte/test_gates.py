"""Buyte's two gates: what was said, and whether the ranker has committed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.index import Catalog
from lab.agents import EngineAgent
from lab.evaluate import evaluate, kit_cases
from lab.sessions import draw_sessions
from policies.bundle import decide
from policies.buyte import BUYTE
from policies.buyte.gates import commitment, judge
from policies.buyte.ranking import rank_candidates
from policies.buyte.settings import BuyteSettings
from policies.registry import bundle_named
from statecore.state import SessionState

StateOf: TypeAlias = Callable[..., SessionState]
SETTINGS = BuyteSettings()
BROWSING = "I'm looking for Accessories Belts, but I'm still exploring."
BUYING = "I'm looking for Accessories Belts. A key requirement is: cotton."
scores = st.lists(st.floats(0.1, 10.0), min_size=1, max_size=40)


def test_commitment_is_the_spread_of_the_head_over_the_score_of_the_corpus() -> None:
    ordered = np.array([3.0, 1.0, 1.0, 1.0])
    assert commitment(ordered, 2) == pytest.approx(1.0 / 1.5)
    assert commitment(np.array([2.0, 2.0, 2.0]), 10) == 0.0
    assert commitment(np.zeros(0), 10) == 0.0


@given(scores, st.floats(0.5, 4.0))
def test_commitment_does_not_depend_on_the_scale_of_scores(found: list[float], scale: float) -> None:
    ordered = np.sort(np.array(found))[::-1]
    assert commitment(ordered * scale, 10) == pytest.approx(commitment(ordered, 10), abs=1e-9)


def test_the_threshold_is_the_cautious_0_054() -> None:
    assert SETTINGS.commitment == 0.054


def test_the_evidence_gate_is_shut_while_only_a_category_was_said(shop: Catalog, state_of: StateOf) -> None:
    ranking = rank_candidates(state_of(BROWSING), shop, SETTINGS)
    easily_sure = SETTINGS.model_copy(update={"commitment": 0.01})
    gates = judge(ranking, more_to_hear=True, turn=1, settings=easily_sure)
    assert gates.confidence
    assert not gates.evidence
    assert not gates.recommend


def test_the_confidence_gate_holds_back_a_list_that_nothing_leads(shop: Catalog, state_of: StateOf) -> None:
    ranking = rank_candidates(state_of(BUYING), shop, SETTINGS)
    undecided = SETTINGS.model_copy(update={"commitment": 5.0})
    gates = judge(ranking, more_to_hear=True, turn=1, settings=undecided)
    assert gates.evidence
    assert not gates.confidence
    assert not gates.recommend
    assert judge(ranking, more_to_hear=True, turn=1, settings=SETTINGS).recommend


@pytest.mark.parametrize(("more_to_hear", "turn"), [(False, 1), (True, 5)])
def test_no_gate_holds_when_there_is_nothing_left_to_hear_or_patience_is_over(
    shop: Catalog, state_of: StateOf, *, more_to_hear: bool, turn: int
) -> None:
    ranking = rank_candidates(state_of(BROWSING), shop, SETTINGS)
    assert judge(ranking, more_to_hear=more_to_hear, turn=turn, settings=SETTINGS).recommend


def test_waiting_shows_nothing_and_asks(shop: Catalog, state_of: StateOf) -> None:
    decision = decide(state_of(BROWSING), shop, BUYTE)
    assert decision.product_ids == ()
    assert decision.ask is not None
    assert "nothing is shown yet: only a category was said" in decision.reasons


def test_recommending_shows_the_whole_list(shop: Catalog, state_of: StateOf) -> None:
    decision = decide(state_of(BUYING), shop, BUYTE)
    assert len(decision.product_ids) == 10
    assert set(decision.product_ids[:3]) == {"belt-6", "belt-7", "belt-8"}


def test_a_proven_miss_is_demoted_and_shown_again_only_when_nothing_else_is_left(
    shop: Catalog, state_of: StateOf
) -> None:
    state = state_of(BUYING, ("other", ("belt-6",)), "For that, what matters is: Webbing; Double ring.")
    ranking = rank_candidates(state, shop, SETTINGS)
    assert shop.product_id(int(ranking.found.products[ranking.order[-1]])) == "belt-6"
    assert decide(state, shop, BUYTE).product_ids[0] == "belt-7"


def test_whole_sessions_end_without_errors_and_with_hits(drawn_shop: Catalog) -> None:
    cases = kit_cases(drawn_shop, draw_sessions(drawn_shop, 40, 5))
    found = evaluate(EngineAgent(drawn_shop, bundle_named("buyte")), drawn_shop, cases)
    assert found.errors == ()
    assert found.score.hit_rate > 0.95
