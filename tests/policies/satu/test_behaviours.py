"""Six behaviours by their triggers, decision readiness, and the whole bundle in conversation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.index import Catalog
from lab.agents import EngineAgent
from lab.evaluate import evaluate, kit_cases
from lab.sessions import draw_sessions
from policies.bundle import decide
from policies.registry import bundle_named
from policies.satu import SATU
from policies.satu.behaviours import BEHAVIOURS, Facts, behaviour_scores, current_readiness, readiness
from policies.satu.settings import SatuSettings
from statecore.decisions import Behaviour
from statecore.state import SessionState

StateOf: TypeAlias = Callable[..., SessionState]
SETTINGS = SatuSettings()
BROWSING = "I'm looking for Accessories Belts, but I'm still exploring."
PLAIN = Facts(
    constraints=0,
    decisive=0,
    learned=0,
    pool=300,
    idle=0,
    pivoted=False,
    declined=False,
    disproven=False,
    few_turns=False,
    exhausted=False,
    categorised=True,
    urgent=False,
    previous_contention=0,
)
levels = st.floats(0.0, 1.0)


def named(facts: Facts) -> Behaviour:
    """The behaviour of the highest bid."""
    bids = behaviour_scores(facts, SETTINGS)
    return max(BEHAVIOURS, key=lambda behaviour: bids[behaviour])


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        (PLAIN, "discovery"),
        (replace(PLAIN, constraints=3, decisive=2), "precision"),
        (replace(PLAIN, constraints=3, pivoted=True), "recovery"),
        (replace(PLAIN, disproven=True), "recovery"),
        (replace(PLAIN, declined=True), "boundary"),
        (replace(PLAIN, idle=2), "stagnation"),
        (replace(PLAIN, few_turns=True), "coverage"),
        (replace(PLAIN, constraints=4, exhausted=True), "coverage"),
    ],
)
def test_each_behaviour_has_its_trigger(facts: Facts, expected: Behaviour) -> None:
    assert named(facts) == expected


def test_one_idle_answer_is_not_stagnation() -> None:
    assert named(replace(PLAIN, idle=1)) == "discovery"


def test_readiness_is_seven_tenths_of_now_and_three_tenths_of_before() -> None:
    assert readiness(1.0, 0.0, SETTINGS) == pytest.approx(0.7)
    assert readiness(0.0, 1.0, SETTINGS) == pytest.approx(0.3)
    assert readiness(0.6, 0.4, SETTINGS) == pytest.approx(0.54)


@given(levels, levels)
def test_readiness_stays_between_nothing_and_certainty(current: float, previous: float) -> None:
    assert 0.0 <= readiness(current, previous, SETTINGS) <= 1.0


@pytest.mark.parametrize(
    "more",
    [
        replace(PLAIN, learned=1),
        replace(PLAIN, decisive=1, constraints=1),
        replace(PLAIN, pool=20),
        replace(PLAIN, pivoted=True),
        replace(PLAIN, urgent=True),
    ],
)
def test_news_a_small_pool_and_urgency_raise_readiness(more: Facts) -> None:
    assert current_readiness(more) > current_readiness(PLAIN)


@pytest.mark.parametrize(
    "less",
    [
        {"pool": 900},
        {"previous_contention": 9},
        {"declined": True},
        {"idle": 2},
        {"exhausted": True},
    ],
)
def test_a_broad_pool_refusals_and_idle_turns_lower_readiness(less: dict[str, int]) -> None:
    known = replace(PLAIN, constraints=2, decisive=2)
    assert current_readiness(replace(known, **less)) < current_readiness(known)  # type: ignore[arg-type]  # named fields


def test_the_last_readiness_and_contention_come_back_through_the_trace(shop: Catalog, state_of: StateOf) -> None:
    first = decide(state_of(BROWSING), shop, SATU)
    told = "For that, what matters is: Roller buckle."
    kept = decide(state_of(BROWSING, first, told), shop, SATU)
    forgotten = decide(state_of(BROWSING, (first.ask, first.product_ids), told), shop, SATU)
    assert {"readiness", "contention"} <= {item.name for item in first.trace}
    assert kept.readiness == pytest.approx(forgotten.readiness + 0.3 * first.readiness)
    assert kept.product_ids == forgotten.product_ids


def test_a_product_that_alone_leads_is_shown_alone(shop: Catalog, state_of: StateOf) -> None:
    told = "For that, what matters is: Webbing; Double ring."
    decision = decide(state_of(BROWSING, ("other", ("belt-5",)), told), shop, SATU)
    assert decision.product_ids[0] == "belt-6"
    assert len(decision.product_ids) == 1


def test_a_full_slate_is_shown_once_four_constraints_are_known(shop: Catalog, state_of: StateOf) -> None:
    state = state_of(
        "I'm looking for Accessories Belts. A key requirement is: cotton.",
        ("other", ("belt-8",)),
        "For that, what matters is: color: black; Webbing.",
        ("other", ("belt-7",)),
        "For that, what matters is: Double ring.",
    )
    decision = decide(state, shop, SATU)
    assert decision.product_ids[0] == "belt-6"
    assert len(decision.product_ids) == 10
    assert decision.slate[0].meets == ("cotton", "color: black", "Webbing", "Double ring")


def test_a_pivot_is_recovery_and_a_refusal_is_respected(shop: Catalog, state_of: StateOf) -> None:
    pivot = state_of(BROWSING, ("other", ()), "Actually, ignore my earlier preference. What I need is: leather.")
    assert decide(pivot, shop, SATU).behaviour == "recovery"
    refusal = state_of(BROWSING, ("material", ()), "I don't have a preference for material; please use your judgment.")
    decision = decide(refusal, shop, SATU)
    assert decision.behaviour == "boundary"
    assert decision.ask != "material"


def test_whole_sessions_end_without_errors_or_repeated_misses(drawn_shop: Catalog) -> None:
    cases = kit_cases(drawn_shop, draw_sessions(drawn_shop, 60, 5))
    found = evaluate(EngineAgent(drawn_shop, bundle_named("satu")), drawn_shop, cases)
    assert found.errors == ()
    assert found.repeated_misses == 0
    assert found.score.technical_score > 0.85
