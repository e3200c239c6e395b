"""Evaluation plays every session by the kit's rules, hides nothing, and reports in the kit's keys."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.products import Product
from lab.evaluate import evaluate, kit_cases, result_of
from lab.play import Case, Played, play
from lab.sessions import SCENARIOS, Scenario, Session
from lab.shopper import Wish, override_turn
from statecore.errors import BadInputError
from statecore.events import Profile

if TYPE_CHECKING:
    from collections.abc import Callable

PRODUCTS = tuple(
    Product(f"P{k}", title=f"Hat {k}", features=(f"Model {k}", "Lined", "Warm", "Soft"), categories=("Hats", "Caps"))
    for k in range(12)
)


class Shelf:
    """A catalog of the products above."""

    def index_of(self, product_id: str, /) -> int:
        """The place of a known id, else -1."""
        known = [product.product_id for product in PRODUCTS]
        return known.index(product_id) if product_id in known else -1

    def product(self, index: int, /) -> Product:
        """The product at a place."""
        return PRODUCTS[index]


@dataclass(frozen=True)
class Said:
    """A reply."""

    ask: str | None
    product_ids: tuple[str, ...]


@dataclass
class Scripted:
    """Answers by a function of the turn, and keeps what it was told."""

    script: Callable[[int], Said]
    closed: bool = False
    heard: list[tuple[str, str, int]] = field(default_factory=list)
    begun: list[tuple[str, Profile]] = field(default_factory=list)

    def begin(self, session_id: str, profile: Profile) -> None:
        """Note the session, unless closed."""
        if self.closed:
            raise ValueError(session_id)
        self.begun.append((session_id, profile))

    def respond(self, session_id: str, message: str, turn: int) -> Said:
        """Note the message and follow the script."""
        self.heard.append((session_id, message, turn))
        return self.script(turn)


def session(scenario: Scenario, target: str = "P3", sample_id: str = "s1") -> Session:
    return Session(sample_id, scenario, target, Profile(summary="likes hats"))


def played(scenario: Scenario, script: Callable[[int], Said], sample_id: str = "s1") -> Played:
    (case,) = kit_cases(Shelf(), [session(scenario, sample_id=sample_id)])
    return play(Scripted(script), case, session_id="x", exists=lambda product: Shelf().index_of(product) >= 0)


def one_by_one(turn: int) -> Said:
    return Said("other", (f"P{turn - 1}",))


def test_a_hit_ends_the_session_with_its_turn_and_rank() -> None:
    agent = Scripted(lambda turn: Said("other", ("P9", "P3") if turn == 2 else ("P1",)))
    result = evaluate(agent, Shelf(), kit_cases(Shelf(), [session("buying")]), prefix="run1-")
    (outcome,) = result.outcomes
    assert (outcome.hit_turn, outcome.rank, outcome.turns, outcome.repeats) == (2, 2, 2, 0)
    assert agent.heard == [
        ("run1-s1", "I'm looking for Hats Caps. A key requirement is: Model 3.", 1),
        ("run1-s1", "For that, what matters is: Lined; Warm.", 2),
    ]
    assert agent.begun == [("run1-s1", Profile(summary="likes hats"))]


def test_ten_turns_without_the_target_are_a_miss() -> None:
    outcome = played("browsing", lambda _: Said("other", ("P5",))).outcome
    assert (outcome.hit, outcome.turns, outcome.error) == (False, 10, None)
    assert outcome.repeats == 9


def test_unknown_ids_and_repeats_take_no_rank_and_only_ten_count() -> None:
    assert played("buying", lambda _: Said(None, ("??", "P1", "P1", "", "P3"))).outcome.rank == 2
    eleven = tuple(f"P{k}" for k in (0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 3))
    assert not played("buying", lambda _: Said(None, eleven)).outcome.hit
    assert played("buying", lambda _: Said(None, ("gone", *eleven[1:]))).outcome.rank == 10


@given(sample_id=st.text(min_size=1, max_size=8))
def test_an_override_session_counts_from_its_turn_on_and_earlier_slates_prove_nothing(sample_id: str) -> None:
    outcome = played("intent_override", lambda _: Said("other", ("P3",)), sample_id).outcome
    assert (outcome.hit_turn, outcome.rank, outcome.repeats) == (override_turn(sample_id), 1, 0)


@given(scenario=st.sampled_from(SCENARIOS), shown=st.lists(st.lists(st.integers(0, 11), max_size=4), max_size=9))
def test_repeats_count_showings_of_products_that_a_counting_slate_had_shown(
    scenario: Scenario, shown: list[list[int]]
) -> None:
    def script(turn: int) -> Said:
        row = shown[turn - 1] if turn <= len(shown) else []
        return Said("other", tuple(f"P{k}" for k in row if k != 3))

    result = played(scenario, script)
    first = override_turn("s1") if scenario == "intent_override" else 1
    proven: set[str] = set()
    repeats = 0
    for turn, exchange in enumerate(result.exchanges, start=1):
        repeats += len(proven & set(exchange.shown))
        proven |= set(exchange.shown) if turn >= first else set()
    assert result.outcome.repeats == repeats
    assert len(result.exchanges) == 10


def test_a_session_that_raises_is_a_miss_with_its_error_and_the_others_go_on() -> None:
    def fails(turn: int) -> Said:
        if turn == 2:
            raise RuntimeError("no index")
        return Said("other", ())

    agent = Scripted(fails)
    done: list[str] = []
    cases = kit_cases(Shelf(), [session("buying"), session("browsing", sample_id="s2")])
    result = evaluate(agent, Shelf(), cases, progress=lambda one: done.append(one.outcome.sample_id))
    assert [outcome.error for outcome in result.outcomes] == ["RuntimeError: no index"] * 2
    assert [outcome.turns for outcome in result.errors] == [1, 1]
    assert done == ["s1", "s2"]
    report = result_of(result)
    assert report["exceptions"] == {"count": 2, "kinds": {"RuntimeError": 2}}
    assert report["technical_score"] == 0.0


def test_an_agent_that_cannot_begin_is_reported_too() -> None:
    result = evaluate(Scripted(one_by_one, closed=True), Shelf(), kit_cases(Shelf(), [session("buying")]))
    assert result.outcomes[0].error == "ValueError: s1"


def test_the_result_has_the_kits_keys_and_is_json() -> None:
    sessions = [session(scenario, sample_id=scenario) for scenario in SCENARIOS]
    result = result_of(evaluate(Scripted(one_by_one), Shelf(), kit_cases(Shelf(), sessions)))
    assert json.loads(json.dumps(result)) == result
    kit = {
        "sample_count",
        "hit_rate_at_10",
        "mrr",
        "mttc",
        "efficiency",
        "recommended_technical_score",
        "reported_token_usage",
        "scenario_metrics",
        "sessions",
    }
    assert kit <= result.keys()
    assert (result["sample_count"], result["hit_rate_at_10"], result["mrr"], result["mttc"]) == (4, 1.0, 1.0, 4.0)
    assert result["recommended_technical_score"] == result["technical_score"] == pytest.approx(0.8 + 0.02 * 7)
    metrics = result["scenario_metrics"]
    assert isinstance(metrics, dict)
    assert list(metrics) == sorted(SCENARIOS)
    lines = result["sessions"]
    assert isinstance(lines, list)
    assert isinstance(lines[0], dict)
    timings = lines[0].pop("elapsed_ms")
    assert isinstance(timings, list)
    assert len(timings) == 4
    assert lines[0] == {
        "sample_id": "buying",
        "scenario_type": "buying",
        "hit": True,
        "first_hit_turn": 4,
        "best_rank": 1,
        "reciprocal_rank": 1.0,
        "turns": 4,
    }


def test_latencies_are_ordered_and_there_without_turns_too() -> None:
    result = evaluate(Scripted(one_by_one), Shelf(), kit_cases(Shelf(), [session("buying")]))
    taken = result.latencies_ms()
    assert 0 < taken["p50"] <= taken["p95"] <= taken["p99"] <= taken["max"]
    assert evaluate(Scripted(one_by_one), Shelf(), []).latencies_ms()["max"] == 0.0


def test_a_target_that_the_catalog_lacks_is_bad_input() -> None:
    with pytest.raises(BadInputError, match="'P99'"):
        kit_cases(Shelf(), [session("buying", target="P99")])


def test_a_case_may_speak_in_any_words() -> None:
    agent = Scripted(one_by_one)
    case = Case(session("buying"), Wish("Hats", ("Warm",)), voice=lambda shopper, move: f"{shopper.turn}:{move.kind}")
    evaluate(agent, Shelf(), [case])
    assert [message for _, message, _ in agent.heard] == ["1:opening", "2:exhausted", "3:exhausted", "4:exhausted"]
