"""Forks: the parent is untouched, the chain proves the origin, and what is off-policy is marked so."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.index import Catalog
from policies.registry import BUNDLE_NAMES, AnyBundle, bundle_named
from replay.audit import audit
from replay.certificates import certify_turn
from replay.checking import check_certificate
from replay.engine import Message
from replay.fork import fork_session, keep_fork, same_action
from replay.session import LiveSession
from statecore.decisions import Decision, Offer
from statecore.errors import ConflictError, RangeError, ReplayError, UnknownSessionError
from statecore.events import Event, Parent, ProductReacted, ShopperSaid, VisitEnded, VisitStarted, encode_event
from store.contract import EventStore
from store.directory import DirectoryStore
from store.memory import MemoryStore

SALT = hashlib.sha256(b"edit").digest()


def bytes_of(store: EventStore, session_id: str) -> list[tuple[int, bytes, bytes]]:
    return [(item.seq, item.payload, item.head_digest) for item in store.read(session_id)]


@pytest.mark.parametrize("session_id", ["scarf", "boots", "dress"])
def test_under_the_same_policy_no_turn_of_a_fork_differs(
    session_id: str, talked: MemoryStore, shop: Catalog, house: AnyBundle
) -> None:
    for turn in (1, 2, 3):
        fork = fork_session(talked, session_id, turn, catalog=shop, bundle=house)
        assert fork.divergence is None
        assert fork.turns[0].turn == turn
        for one in fork.turns:
            assert one.recorded is not None
            assert one.replied.decision == one.recorded.decision
            assert one.changes == ()
            assert (one.heard, one.off_policy) == ("read again", False)


@pytest.mark.parametrize("policy", [name for name in BUNDLE_NAMES if name != "house"])
def test_turns_after_the_first_differing_reply_are_off_policy(policy: str, talked: MemoryStore, shop: Catalog) -> None:
    fork = fork_session(talked, "scarf", 2, catalog=shop, bundle=bundle_named(policy))
    assert [turn.turn for turn in fork.turns] == [2, 3, 4]
    assert fork.divergence == 2
    assert [turn.off_policy for turn in fork.turns] == [False, True, True]
    assert fork.turns[0].changes
    assert {item.event.kind for item in fork.shared} == {"visit_started", "shopper_said", "agent_replied"}


def test_an_edited_message_is_read_and_answered_in_place_of_the_recorded_one(
    talked: MemoryStore, shop: Catalog, house: AnyBundle
) -> None:
    said = Message("a green cotton dress, no wool", at_us=77, message_id="x", salt=SALT)
    fork = fork_session(talked, "scarf", 2, catalog=shop, bundle=house, say=said)
    first, *others = fork.turns
    assert first.heard == "edited"
    assert first.said.acts != first.recorded_said.acts
    assert (first.said.at_us, first.said.message_id) == (first.recorded_said.at_us, None)
    assert [turn.heard for turn in others] == ["read again", "read again"]
    assert all(turn.said.text_digest == turn.recorded_said.text_digest for turn in others)
    assert [(text.text, text.digest) for text in fork.texts] == [(said.text, first.said.text_digest)]


def test_without_the_words_the_recorded_acts_are_taken(talking: MemoryStore, shop: Catalog, house: AnyBundle) -> None:
    talking._texts.clear()
    fork = fork_session(talking, "dress", 1, catalog=shop, bundle=house)
    assert {turn.heard for turn in fork.turns} == {"as recorded"}
    assert fork.divergence is None
    assert fork.texts == ()


def test_what_the_shopper_did_with_products_holds_only_as_long_as_they_were_shown(
    talked: MemoryStore, shop: Catalog, house: AnyBundle
) -> None:
    def tail(bundle: AnyBundle) -> list[type[Event]]:
        fork = fork_session(talked, "boots", 3, catalog=shop, bundle=bundle)
        return [type(event) for event in fork.events[-2:]]

    assert tail(house) == [ProductReacted, VisitEnded]
    assert ProductReacted not in tail(bundle_named("opoyo"))


@given(
    session_id=st.sampled_from(["scarf", "boots", "dress"]),
    turn=st.integers(1, 3),
    text=st.none() | st.text(max_size=30),
)
def test_a_kept_fork_leaves_its_parent_untouched_and_replays_itself(
    session_id: str, turn: int, text: str | None, shop: Catalog, talked: MemoryStore
) -> None:
    store = MemoryStore()
    for name in talked.sessions():
        for one in talked.turns(name):
            store.append_stored(name, one.payloads, expected_seq=one.first_seq - 1, message_id=one.message_id)
    store._texts.update(talked._texts)
    before = {name: bytes_of(store, name) for name in store.sessions()}
    say = None if text is None else Message(text, at_us=0, salt=SALT)
    fork = fork_session(store, session_id, turn, catalog=shop, bundle=bundle_named("opoyo"), say=say)
    assert {name: bytes_of(store, name) for name in store.sessions()} == before
    receipt = keep_fork(store, fork, "fork")
    assert {name: bytes_of(store, name) for name in before} == before
    kept = bytes_of(store, "fork")
    seq = fork.parent.seq
    assert kept[:seq] == before[session_id][:seq]
    assert receipt.seq == len(kept) == seq + len(fork.events)
    opening = list(store.read("fork"))[seq].event
    assert isinstance(opening, VisitStarted)
    assert opening.parent == Parent(session_id=session_id, seq=seq, head_digest=before[session_id][seq - 1][2])
    report = audit(store, shop)
    assert report.ok, report.differences
    assert say is None or store.text(digest_of_words(fork.turns[0].said)) is not None


def digest_of_words(said: ShopperSaid) -> bytes:
    assert said.text_digest is not None
    return said.text_digest


def test_a_directory_store_only_grows_when_a_fork_is_kept(
    talked: MemoryStore, shop: Catalog, house: AnyBundle, tmp_path: Path
) -> None:
    with DirectoryStore(tmp_path / "log", compress=False) as store:
        for name in talked.sessions():
            store.append_stored(name, [item.payload for item in talked.read(name)], expected_seq=0)
        anchor, before = store.anchor(), bytes_of(store, "scarf")
        (log,) = (tmp_path / "log").glob("*.log")
        written = log.read_bytes().rstrip(b"\0")
        keep_fork(store, fork_session(store, "scarf", 3, catalog=shop, bundle=house), "fork")
        assert log.read_bytes()[: len(written)] == written
        assert bytes_of(store, "scarf") == before
        assert store.verify(anchor).ok


def test_a_kept_fork_can_be_continued_certified_and_forked_again(
    talking: MemoryStore, shop: Catalog, house: AnyBundle
) -> None:
    opoyo = bundle_named("opoyo")
    keep_fork(talking, fork_session(talking, "dress", 2, catalog=shop, bundle=opoyo), "fork")
    live = LiveSession(talking, "fork", catalog=shop, bundle=opoyo)
    live.say(Message("in blue then", at_us=10))
    keep_fork(talking, fork_session(talking, "fork", 1, catalog=shop, bundle=house), "again")
    keep_fork(talking, fork_session(talking, "fork", 4, catalog=shop, bundle=house), "late")
    assert audit(talking, shop).ok
    for session_id, policies in (
        ("fork", ["house", "opoyo", "opoyo", "opoyo"]),
        ("late", ["house", "opoyo", "opoyo", "house"]),
    ):
        for turn, policy in enumerate(policies, start=1):
            certificate = certify_turn(talking, session_id, turn)
            assert certificate.pins.policy == policy
            assert check_certificate(certificate, talking, talking.verify(), catalog=shop).complete


def test_a_fork_that_names_another_parent_than_its_chain_proves_is_found(
    talking: MemoryStore, shop: Catalog, house: AnyBundle
) -> None:
    fork = fork_session(talking, "dress", 2, catalog=shop, bundle=house)
    opening = fork.events[0]
    assert isinstance(opening, VisitStarted)
    lie = opening.model_copy(update={"parent": fork.parent.model_copy(update={"head_digest": bytes(32)})})
    forged = replace(fork, events=(lie, *fork.events[1:]))
    keep_fork(talking, forged, "fork")
    (difference,) = audit(talking, shop).differences
    assert (difference.session_id, difference.seq) == ("fork", fork.parent.seq + 1)
    assert "not those of 'dress'" in difference.what


def test_a_fork_never_overwrites_a_session(talking: MemoryStore, shop: Catalog, house: AnyBundle) -> None:
    fork = fork_session(talking, "dress", 2, catalog=shop, bundle=house)
    with pytest.raises(ConflictError):
        keep_fork(talking, fork, "scarf")
    keep_fork(talking, fork, "fork")
    with pytest.raises(ConflictError):
        keep_fork(talking, fork, "fork")


def test_a_fork_needs_a_turn_to_leave_at_and_a_history_to_share(
    talked: MemoryStore, shop: Catalog, house: AnyBundle
) -> None:
    with pytest.raises(RangeError, match="a turn is an integer from 1 to 3"):
        fork_session(talked, "dress", 4, catalog=shop, bundle=house)
    with pytest.raises(UnknownSessionError):
        fork_session(talked, "nobody", 1, catalog=shop, bundle=house)
    store = MemoryStore()
    store.append("bare", [ShopperSaid(at_us=1, turn=1)], expected_seq=0)
    with pytest.raises(ReplayError, match="nothing before turn 1"):
        fork_session(store, "bare", 1, catalog=shop, bundle=house)


def test_a_message_without_a_recorded_reply_differs(talking: MemoryStore, shop: Catalog, house: AnyBundle) -> None:
    store = MemoryStore()
    payloads = [item.payload for item in talking.read("dress")][:4]
    store.append_stored("dress", payloads, expected_seq=0)
    (turn,) = fork_session(store, "dress", 2, catalog=shop, bundle=house).turns
    assert turn.recorded is None
    assert turn.differs
    assert turn.changes == ()


def test_the_profile_and_the_pseudonym_go_over_to_the_fork(
    talking: MemoryStore, shop: Catalog, house: AnyBundle
) -> None:
    first, *rest = (item.event for item in talking.read("dress"))
    assert isinstance(first, VisitStarted)
    shopper = bytes([7] * 32)
    store = MemoryStore()
    store.append_stored(
        "dress", [encode_event(first.model_copy(update={"shopper": shopper})), *map(encode_event, rest)], expected_seq=0
    )
    opening = fork_session(store, "dress", 3, catalog=shop, bundle=house).events[0]
    assert isinstance(opening, VisitStarted)
    assert opening.shopper == shopper


def test_a_shopper_answers_to_the_question_and_the_products_in_their_order() -> None:
    a, b = Offer(product_id="a", score=0.5), Offer(product_id="b", score=0.25)
    one = Decision(ask="color", slate=(a, b))
    assert same_action(one, one.model_copy(update={"message": "other words", "confidence": 0.5}))
    assert not same_action(one, one.model_copy(update={"slate": (b, a)}))
    assert not same_action(one, one.model_copy(update={"ask": "size"}))
