"""A live session: its state is the fold of its log, its turns are appended whole or not at all, conflicts surface."""

from __future__ import annotations

import pytest

from catalog.index import Catalog
from policies.registry import AnyBundle, bundle_named
from reducers.fold import fold
from replay.engine import Message
from replay.session import LiveSession
from statecore.errors import BadInputError, ConflictError, MessageIdError, PinsError
from statecore.events import AgentReplied, ShopperSaid, VisitStarted
from store.contract import EMPTY_HEAD
from store.memory import MemoryStore

HELLO = Message("I'm looking for a shirt, but I'm still exploring.", at_us=5, salt=bytes(32))
MORE = Message("Nothing in leather, please.", at_us=6)


@pytest.fixture
def store() -> MemoryStore:
    return MemoryStore()


def live(store: MemoryStore, shop: Catalog, bundle: AnyBundle) -> LiveSession:
    return LiveSession(store, "visit", catalog=shop, bundle=bundle)


def test_the_state_is_always_the_fold_of_the_log(store: MemoryStore, shop: Catalog, house: AnyBundle) -> None:
    session = live(store, shop, house)
    for message in (HELLO, MORE):
        reply = session.say(message)
        logged = [item.event for item in store.read("visit")]
        assert session.state == reply.state == fold(logged)
        assert session.head == store.head("visit") == reply.receipt.head
    assert [type(item.event) for item in store.read("visit")] == [
        VisitStarted,
        ShopperSaid,
        AgentReplied,
        ShopperSaid,
        AgentReplied,
    ]


def test_a_visit_without_a_message_leaves_no_trace(store: MemoryStore, shop: Catalog, house: AnyBundle) -> None:
    session = live(store, shop, house)
    assert session.head == EMPTY_HEAD
    with pytest.raises(BadInputError, match="has not begun"):
        session.end("left", at_us=1)
    assert list(store.sessions()) == []


def test_words_are_kept_only_with_a_salt(store: MemoryStore, shop: Catalog, house: AnyBundle) -> None:
    session = live(store, shop, house)
    kept, unkept = session.say(HELLO).said, session.say(MORE).said
    assert kept.text_digest is not None
    assert store.text(kept.text_digest) == HELLO.text
    assert unkept.text_digest is None


def test_a_session_is_continued_where_it_stands(store: MemoryStore, shop: Catalog, house: AnyBundle) -> None:
    whole = MemoryStore()
    one = live(whole, shop, house)
    one.say(HELLO)
    live(store, shop, house).say(HELLO)
    assert live(store, shop, house).say(MORE).decision == one.say(MORE).decision
    assert store.head("visit") == whole.head("visit")


def test_a_turn_that_another_writer_overtook_is_refused_and_decided_anew_after_catching_up(
    store: MemoryStore, shop: Catalog, house: AnyBundle
) -> None:
    first, second = live(store, shop, house), live(store, shop, house)
    first.say(HELLO)
    with pytest.raises(ConflictError) as caught:
        second.say(MORE)
    assert caught.value.seq == first.head.seq
    assert second.head == EMPTY_HEAD
    assert second.catch_up() == first.head.seq
    assert second.state == first.state
    assert second.say(MORE).state.turn == 2


def test_a_message_id_said_again_gets_its_first_answer_and_adds_nothing(
    store: MemoryStore, shop: Catalog, house: AnyBundle
) -> None:
    session = live(store, shop, house)
    message = Message(HELLO.text, at_us=5, message_id="m1")
    first = session.say(message)
    session.say(MORE)
    head = session.head
    again = live(store, shop, house).say(Message(HELLO.text, at_us=99, message_id="m1"))
    assert (again.decision, again.said) == (first.decision, first.said)
    assert again.receipt.replayed
    assert store.head("visit") == head


def test_a_message_id_with_other_words_is_refused(store: MemoryStore, shop: Catalog, house: AnyBundle) -> None:
    session = live(store, shop, house)
    session.say(Message(HELLO.text, at_us=5, message_id="m1"))
    with pytest.raises(MessageIdError):
        session.say(Message("I'm looking for Sandals. A key requirement is: red.", at_us=6, message_id="m1"))


def test_a_session_of_another_policy_is_not_continued(store: MemoryStore, shop: Catalog, house: AnyBundle) -> None:
    live(store, shop, house).say(HELLO)
    with pytest.raises(PinsError) as caught:
        live(store, shop, bundle_named("opoyo"))
    assert caught.value.changed == ("policy", "policy_digest")


def test_a_purchase_closes_the_visit(store: MemoryStore, shop: Catalog, house: AnyBundle) -> None:
    session = live(store, shop, house)
    shown = session.say(HELLO).decision.product_ids[0]
    session.react(shown, "bought", at_us=7)
    session.end("bought", at_us=8)
    assert session.state.stage == "bought"
    assert session.state == fold(item.event for item in store.read("visit"))
