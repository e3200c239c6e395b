"""The facade and the step: functions of their arguments, the same as a live session, and nothing kept."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.index import Catalog
from policies.registry import AnyBundle, bundle_named
from reducers.fold import fold
from replay.digests import code_digest, pins_in_force
from replay.engine import Message, answer, certify, hear, start, step
from replay.facade import reply_to
from replay.session import LiveSession
from statecore.decisions import Decision
from statecore.errors import MessageError, MessageIdError, PinsError, ReplayError
from statecore.events import Event, VisitStarted
from statecore.state import EMPTY
from store.memory import MemoryStore

HELLO = Message("I'm looking for a shirt, but I'm still exploring.", at_us=5, message_id="m1")


@given(texts=st.lists(st.text(max_size=40), min_size=1, max_size=4))
def test_the_facade_answers_as_a_live_session_does(texts: Sequence[str], shop: Catalog, house: AnyBundle) -> None:
    live = LiveSession(MemoryStore(), "visit", catalog=shop, bundle=house)
    history: tuple[Event, ...] = ()
    for at_us, text in enumerate(texts):
        message = Message(text, at_us=at_us)
        before = fold(history).digest()
        found = reply_to(history, message, catalog=shop, bundle=house)
        assert fold(history).digest() == before
        history = (*history, *found.events)
        assert found.decision == live.say(message).decision
        assert found.state == live.state == fold(history)


def test_an_empty_history_begins_a_visit(shop: Catalog, house: AnyBundle) -> None:
    found = reply_to((), HELLO, catalog=shop, bundle=house)
    assert isinstance(found.events[0], VisitStarted)
    assert found.state.pins == pins_in_force(shop, house)


def test_a_known_message_id_gets_its_first_answer(shop: Catalog, house: AnyBundle) -> None:
    first = reply_to((), HELLO, catalog=shop, bundle=house)
    again = reply_to(first.events, HELLO, catalog=shop, bundle=house)
    assert (again.decision, again.events) == (first.decision, ())
    other = Message("I'm looking for Sandals. A key requirement is: red.", at_us=9, message_id="m1")
    with pytest.raises(MessageIdError):
        reply_to(first.events, other, catalog=shop, bundle=house)


def test_a_history_of_other_digests_is_refused_by_name(shop: Catalog, house: AnyBundle) -> None:
    history = reply_to((), HELLO, catalog=shop, bundle=house).events
    with pytest.raises(PinsError) as caught:
        reply_to(history, Message("more", at_us=6), catalog=shop, bundle=bundle_named("opoyo"))
    assert caught.value.changed == ("policy", "policy_digest")


def test_a_step_is_its_two_halves_and_changes_nothing_it_was_given(shop: Catalog, house: AnyBundle) -> None:
    _, state = start(EMPTY, pins=pins_in_force(shop, house), at_us=1)
    before = state.digest()
    turn = step(state, HELLO, catalog=shop, bundle=house)
    said, text = hear(state, HELLO, catalog=shop)
    heard = fold([said], state)
    assert turn.events == (said, answer(heard, at_us=HELLO.at_us, catalog=shop, bundle=house))
    assert (turn.text, turn.state) == (text, fold(turn.events, state))
    assert state.digest() == before


def test_broken_characters_are_repaired_and_told(shop: Catalog, house: AnyBundle) -> None:
    _, state = start(EMPTY, pins=pins_in_force(shop, house), at_us=1)
    said, text = hear(state, Message("red \ud83d socks", at_us=1, salt=bytes(32)), catalog=shop)
    assert said.repaired
    assert text == "red \ufffd socks"


def test_what_cannot_be_taken_is_refused_with_a_typed_error(shop: Catalog, house: AnyBundle) -> None:
    _, state = start(EMPTY, pins=pins_in_force(shop, house), at_us=1)
    with pytest.raises(MessageError):
        step(state, Message("x" * 200_001, at_us=1), catalog=shop, bundle=house)
    with pytest.raises(ReplayError, match="no visit was started"):
        certify(EMPTY, Decision())


def test_code_digests_follow_the_source_and_what_it_imports() -> None:
    alone = code_digest("statecore.codec", ())
    assert code_digest("statecore.codec", ("statecore",)) != alone
    assert code_digest("statecore.codec", ()) == alone
    assert code_digest("statecore.digests", ()) != alone
