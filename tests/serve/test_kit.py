"""The kit adapter never raises, always answers in the kit's form, and says when something inside failed."""

from __future__ import annotations

import json
import logging
import math
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.index import Catalog
from lab.evaluate import kit_cases
from lab.sessions import draw_sessions
from lab.shopper import MAX_TURNS, SimulatedShopper, kit_sentence
from serve.kit import Agent, Response
from statecore.errors import CatalogError, UnknownPolicyError
from statecore.values import ASK_ATTRIBUTES

PROFILE = {
    "purchase_frequency": "rare",
    "average_prior_rating": 4.5,
    "rating_style": "even",
    "preference_tags": ["fit"],
    "summary": "likes what fits",
}
ANYTHING = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=30),
    st.binary(max_size=10),
    st.lists(st.integers(), max_size=3),
    st.dictionaries(st.text(max_size=5), st.text(max_size=5), max_size=2),
    st.builds(object),
)
MESSAGES = st.one_of(
    ANYTHING,
    st.just("x" * 300_000),
    st.just("\ud83d broken"),
    st.sampled_from(
        [
            "I'm looking for Dresses Maxi Dresses, but I'm still exploring.",
            "For that, what matters is: polyester; color: green.",
            "I don't have an additional preference for other.",
            "Actually, ignore my earlier preference. What I need is: leather.",
        ]
    ),
)
PROFILES = st.one_of(
    ANYTHING,
    st.fixed_dictionaries({}, optional=dict.fromkeys(PROFILE, ANYTHING)),
)


@pytest.fixture(scope="module")
def agent(small_shop: Path) -> Agent:
    return Agent(str(small_shop))


def check(response: Response, shop: Catalog, at_most: int) -> None:
    """The contract's form of an answer."""
    assert type(response["message"]) is str
    assert response["message"]
    assert response["ask_attribute"] is None or response["ask_attribute"] in ASK_ATTRIBUTES
    ids = [one["parent_asin"] for one in response["recommendations"]]
    assert len(ids) == len(set(ids)) <= at_most
    assert all(shop.index_of(one) >= 0 for one in ids)
    assert all(math.isfinite(one["score"]) for one in response["recommendations"])
    assert response["usage"] == {"prompt_tokens": 0, "completion_tokens": 0}
    json.dumps(response)


@given(
    data=st.lists(st.tuples(ANYTHING, MESSAGES, ANYTHING, ANYTHING), max_size=5),
    profile=PROFILES,
    session=ANYTHING,
)
def test_whatever_it_is_handed_it_answers_in_the_kits_form(
    data: list[tuple[object, ...]], profile: object, session: object, agent: Agent, shop: Catalog
) -> None:
    agent.reset(session, profile)
    for other_session, message, turn, top_k in data:
        for one in (session, other_session):
            at_most = min(max(top_k, 0), 100) if isinstance(top_k, int) else 10
            check(agent.respond(one, message, turn, top_k), shop, at_most)
    assert agent.failures == []


def test_a_whole_simulated_session_is_played_in_the_kits_terms(agent: Agent, shop: Catalog) -> None:
    hits = 0
    cases = kit_cases(shop, draw_sessions(shop, 20, seed=4))
    for case in cases:
        session = case.session
        agent.reset(session.sample_id, session.profile.model_dump(mode="json"))
        move, shopper = SimulatedShopper(session.sample_id, session.scenario, case.wish).open()
        for turn in range(1, MAX_TURNS + 1):
            response = agent.respond(session.sample_id, kit_sentence(shopper, move), turn, 10)
            check(response, shop, 10)
            if shopper.can_hit and session.target_id in [one["parent_asin"] for one in response["recommendations"]]:
                hits += 1
                break
            move, shopper = shopper.answer(response["ask_attribute"])
    assert agent.failure_count == 0
    assert hits >= len(cases) - 1


def test_the_same_turn_and_message_once_more_get_the_same_answer(agent: Agent) -> None:
    agent.reset("again", PROFILE)
    first = agent.respond("again", "I'm looking for a wool scarf.", 1)
    assert agent.respond("again", "I'm looking for a wool scarf.", 1) == first
    assert len(agent.respond("again", "I'm looking for a wool scarf.", 1, 0)["recommendations"]) == 0


def test_another_first_turn_begins_anew(agent: Agent) -> None:
    agent.reset("anew", PROFILE)
    first = agent.respond("anew", "I'm looking for a wool scarf.", 1)
    agent.respond("anew", "Not wool after all.", 2)
    agent.respond("anew", "I'm looking for boots.", 1)
    agent.reset("anew", PROFILE)
    assert agent.respond("anew", "I'm looking for a wool scarf.", 1) == first


def test_sessions_do_not_touch_one_another_and_need_no_reset(agent: Agent) -> None:
    agent.reset("a", PROFILE)
    alone = agent.respond("a", "I'm looking for a wool scarf.", 1)
    agent.respond("never reset", "I'm looking for leather boots.", 1)
    agent.reset("a", PROFILE)
    assert agent.respond("a", "I'm looking for a wool scarf.", 1) == alone


def test_a_failure_inside_is_counted_told_once_without_words_and_answered(
    small_shop: Path, shop: Catalog, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    agent = Agent(small_shop)
    agent.reset("s", PROFILE)

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("a secret")

    monkeypatch.setattr("serve.kit.step", broken)
    with caplog.at_level(logging.WARNING):
        answers = [agent.respond("s", f"message {turn}", turn) for turn in range(1, 11)]
    for response in answers:
        check(response, shop, 10)
        assert len(response["recommendations"]) == 10
    shown = [one["parent_asin"] for response in answers for one in response["recommendations"]]
    assert len(set(shown)) == 100
    ratings = [int(shop.rating_number[shop.index_of(one)]) for one in shown]
    assert ratings == sorted(ratings, reverse=True)
    assert agent.failure_count == 10
    assert agent.failures[0].error == "ZeroDivisionError"
    assert agent.failures[0].where[0].startswith("broken (test_kit.py:")
    assert len(caplog.records) == 1
    assert "secret" not in caplog.text


def test_after_a_failure_the_conversation_goes_on(small_shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    agent = Agent(small_shop)
    agent.reset("s", PROFILE)
    with monkeypatch.context() as broken:
        broken.setattr("serve.kit.step", None)
        agent.respond("s", "hello", 1)
    assert agent.failure_count == 1
    agent.respond("s", "I'm looking for a wool scarf.", 2)
    assert agent.failure_count == 1


def test_what_cannot_be_opened_is_refused_when_the_agent_is_made(tmp_path: Path, small_shop: Path) -> None:
    with pytest.raises(CatalogError, match="no such file"):
        Agent(str(tmp_path / "nothing.jsonl"))
    with pytest.raises(UnknownPolicyError):
        Agent(str(small_shop), "nobody")


def test_old_conversations_are_forgotten_first(small_shop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("serve.kit._SESSIONS", 3)
    agent = Agent(small_shop)
    for number in range(5):
        agent.reset(f"s{number}", None)
        agent.respond("s0", f"hello {number}", number + 1)
    assert list(agent._conversations) == ["s3", "s4", "s0"]


def test_the_adapter_needs_no_extra_and_no_store(small_shop: Path, project_root: Path) -> None:
    code = (
        "import sys; from serve.kit import Agent; Agent(sys.argv[1]).respond('s', 'a red scarf', 1);"
        "print(*sorted({name.split('.')[0] for name in sys.modules} & set(sys.argv[2].split())))"
    )
    unwanted = "typer click rich lab store matplotlib msgpack numpy"
    done = subprocess.run(
        [sys.executable, "-c", code, small_shop, unwanted], capture_output=True, text=True, check=True, cwd=project_root
    )
    assert done.stdout.split() == ["msgpack", "numpy"]
