"""The engine plays whole sessions on a compiled synthetic catalog, the same with and without a log."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from lab.agents import EngineAgent, LoggedAgent
from lab.evaluate import Evaluation, evaluate, kit_cases, result_of
from lab.sessions import draw_sessions
from policies.registry import BUNDLE_NAMES, bundle_named
from statecore.errors import StatecoreError
from store.memory import MemoryStore

if TYPE_CHECKING:
    from catalog.index import Catalog
    from lab.play import Case

SESSIONS = 60


def without_times(evaluation: Evaluation) -> list[list[tuple[str, str | None, tuple[str, ...]]]]:
    return [
        [(exchange.message, exchange.ask, exchange.shown) for exchange in played.exchanges]
        for played in evaluation.sessions
    ]


@pytest.fixture(scope="module")
def cases(small_catalog: Catalog) -> tuple[Case, ...]:
    return kit_cases(small_catalog, draw_sessions(small_catalog, SESSIONS, 3))


@pytest.mark.parametrize("policy", BUNDLE_NAMES)
def test_every_bundle_plays_every_scenario_without_an_exception(
    small_catalog: Catalog, cases: tuple[Case, ...], policy: str
) -> None:
    result = evaluate(EngineAgent(small_catalog, bundle_named(policy)), small_catalog, cases)
    assert [outcome.error for outcome in result.errors] == []
    assert len(result.outcomes) == SESSIONS
    assert result.score.hit_rate > 0.5


def test_the_house_never_shows_a_proven_miss_again_and_finds_nearly_all(
    small_catalog: Catalog, cases: tuple[Case, ...]
) -> None:
    result = evaluate(EngineAgent(small_catalog, bundle_named("house")), small_catalog, cases)
    assert result.repeated_misses == 0
    assert result.score.technical_score > 0.9


def test_playing_twice_gives_the_same_conversations(small_catalog: Catalog, cases: tuple[Case, ...]) -> None:
    first, second = (
        evaluate(EngineAgent(small_catalog, bundle_named("house")), small_catalog, cases[:20]) for _ in range(2)
    )
    assert without_times(first) == without_times(second)
    assert not first.errors


def test_a_log_changes_no_reply_and_holds_every_turn(small_catalog: Catalog, cases: tuple[Case, ...]) -> None:
    plain = evaluate(EngineAgent(small_catalog, bundle_named("house")), small_catalog, cases[:20])
    with MemoryStore() as store:
        logged = evaluate(LoggedAgent(small_catalog, bundle_named("house"), store), small_catalog, cases[:20])
        assert without_times(plain) == without_times(logged)
        for case, played in zip(cases, logged.sessions, strict=False):
            events = [stored.event for stored in store.read(case.session.sample_id)]
            assert [event.kind for event in events] == ["visit_started"] + ["shopper_said", "agent_replied"] * len(
                played.exchanges
            )
        assert store.verify().ok


def test_a_session_id_that_the_log_has_already_is_reported_and_not_mixed_in(
    small_catalog: Catalog, cases: tuple[Case, ...]
) -> None:
    with MemoryStore() as store:
        agent = LoggedAgent(small_catalog, bundle_named("house"), store)
        evaluate(agent, small_catalog, cases[:1])
        events = list(store.read(cases[0].session.sample_id))
        again = evaluate(agent, small_catalog, cases[:1])
        assert [error.error and error.error.partition(":")[0] for error in again.errors] == ["BadInputError"]
        assert list(store.read(cases[0].session.sample_id)) == events
        assert not evaluate(agent, small_catalog, cases[:1], prefix="second-").errors


def test_the_result_of_a_run_is_stable_apart_from_times(small_catalog: Catalog, cases: tuple[Case, ...]) -> None:
    def run() -> dict[str, object]:
        result = result_of(evaluate(EngineAgent(small_catalog, bundle_named("opoyo")), small_catalog, cases[:8]))
        return {key: value for key, value in result.items() if key not in {"latency_ms", "sessions"}}

    assert run() == run()


def test_an_unknown_bundle_is_a_typed_error() -> None:
    with pytest.raises(StatecoreError):
        bundle_named("nobody")
