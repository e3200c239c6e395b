"""What an append promises, for every backend.

The numbers in docstrings are the rows of the fault table in docs/store.md.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from statecore.digests import GENESIS, chain
from statecore.errors import BadInputError, CodecError, ConflictError, MessageIdError, StoreClosedError
from statecore.events import Event, ShopperSaid, VisitEnded, encode_event
from store.contract import Batch, EventStore, Head, Receipt, SaltedText, salt_text

Turns = Callable[..., tuple[Event, ...]]


def test_a_new_session_stands_at_seq_0_and_genesis(store: EventStore) -> None:
    assert store.head("nobody") == Head(0, GENESIS)


def test_a_receipt_tells_the_seqs_and_the_new_head(store: EventStore, turn_of: Turns) -> None:
    receipt = store.append("s", turn_of(1), expected_seq=0)
    assert (receipt.session_id, receipt.first_seq, receipt.seq, receipt.replayed) == ("s", 1, 3, False)
    assert store.head("s") == receipt.head == Head(3, receipt.head_digest)


def test_the_head_is_the_chain_over_the_stored_bytes(store: EventStore, turn_of: Turns) -> None:
    store.append("s", turn_of(1), expected_seq=0)
    store.append("s", turn_of(2), expected_seq=3)
    digest = GENESIS
    for event in (*turn_of(1), *turn_of(2)):
        digest = chain(digest, encode_event(event))
    assert store.head("s").digest == digest


def test_another_head_than_expected_is_a_conflict_that_carries_it(store: EventStore, turn_of: Turns) -> None:
    """Rows 4, 11, 23: the loser is told where the session stands and re-decides; turns are never merged."""
    receipt = store.append("s", turn_of(1), expected_seq=0)
    for expected in (0, 2, 4):
        with pytest.raises(ConflictError) as caught:
            store.append("s", turn_of(2), expected_seq=expected)
        assert (caught.value.seq, caught.value.head_digest) == (3, receipt.head_digest)
    assert store.head("s") == receipt.head
    assert store.append("s", turn_of(2), expected_seq=3).seq == 5


def test_two_appends_at_equal_instants_are_no_conflict(store: EventStore, ended: VisitEnded) -> None:
    """Rows 1, 22: the cursor is the integer seq; instants are payload."""
    for seq in range(5):
        assert store.append("s", (ended,), expected_seq=seq).seq == seq + 1


def test_events_keep_the_order_of_append_whatever_their_instants(store: EventStore) -> None:
    """Rows 1, 2: an instant never orders anything."""
    instants = (1_700_000_000_000_001, 5, 1_700_000_000_000_000, 5)
    store.append("s", tuple(VisitEnded(at_us=at) for at in instants), expected_seq=0)
    assert tuple(stored.event.at_us for stored in store.read("s")) == instants


def test_the_same_message_id_and_events_give_the_first_receipt_again(store: EventStore, turn_of: Turns) -> None:
    """Rows 21, 24: a retry after a lost answer changes nothing, however far the session has moved on."""
    first = store.append("s", turn_of(1), expected_seq=0, message_id="m1")
    store.append("s", turn_of(2), expected_seq=3, message_id="m2")
    again = store.append("s", turn_of(1), expected_seq=0, message_id="m1")
    assert again.replayed
    assert (again.first_seq, again.head) == (1, first.head)
    assert store.head("s").seq == 5


def test_the_same_message_id_with_other_events_is_an_error(store: EventStore, turn_of: Turns) -> None:
    """Rows 24, 25: also when the batches overlap in part."""
    store.append("s", turn_of(1), expected_seq=0, message_id="m1")
    for events in (turn_of(2), turn_of(1)[:2], (*turn_of(1), *turn_of(2))):
        with pytest.raises(MessageIdError):
            store.append("s", events, expected_seq=3, message_id="m1")
    assert store.head("s").seq == 3


def test_a_message_id_counts_within_its_session(store: EventStore, turn_of: Turns) -> None:
    store.append("s", turn_of(1), expected_seq=0, message_id="m1")
    assert not store.append("t", turn_of(1), expected_seq=0, message_id="m1").replayed


def test_the_receipt_of_a_message_id_can_be_asked_for(store: EventStore, turn_of: Turns) -> None:
    first = store.append("s", turn_of(1), expected_seq=0, message_id="m1")
    found = store.receipt("s", "m1")
    assert found is not None
    assert (found.head, found.replayed) == (first.head, True)
    assert store.receipt("s", "m2") is None
    assert store.receipt("t", "m1") is None


def test_a_turn_without_events_or_with_a_bad_id_is_refused(store: EventStore, turn_of: Turns) -> None:
    with pytest.raises(BadInputError):
        store.append("s", (), expected_seq=0)
    for bad in ("", "x" * 201, "\ud83d"):
        with pytest.raises(BadInputError):
            store.append(bad, turn_of(1), expected_seq=0)
        with pytest.raises(BadInputError):
            store.append("s", turn_of(1), expected_seq=0, message_id=bad)
    assert list(store.sessions()) == []


def test_a_turn_over_the_size_limit_is_refused(store: EventStore) -> None:
    with pytest.raises(BadInputError):
        store.append_stored("s", (b"x" * (16 * 1024 * 1024 + 1),), expected_seq=0)
    assert store.head("s").seq == 0


def test_the_words_of_a_message_are_found_by_their_digest(store: EventStore, turn_of: Turns) -> None:
    words = salt_text("something blue, café")
    store.append("s", turn_of(1, words), expected_seq=0, texts=(words,))
    assert store.text(words.digest) == "something blue, café"
    assert store.text(bytes(32)) is None


def test_an_empty_message_has_words_too(store: EventStore, turn_of: Turns) -> None:
    words = salt_text("")
    store.append("s", turn_of(1, words), expected_seq=0, texts=(words,))
    assert store.text(words.digest) == ""


def test_words_that_no_event_refers_to_are_refused(store: EventStore, turn_of: Turns) -> None:
    words = salt_text("stray words")
    with pytest.raises(BadInputError):
        store.append("s", turn_of(1), expected_seq=0, texts=(words,))
    assert store.head("s").seq == 0
    assert store.text(words.digest) is None


def test_words_that_are_not_valid_text_are_refused(store: EventStore) -> None:
    """Row 36: a lone surrogate is repaired on its way in, never in the store."""
    said = ShopperSaid(at_us=1, turn=1, text_digest=bytes(32))
    with pytest.raises(CodecError):
        store.append("s", (said,), expected_seq=0, texts=(SaltedText(bytes(32), "\ud83d"),))
    assert store.head("s").seq == 0


def test_words_of_a_refused_turn_are_not_kept(store: EventStore, turn_of: Turns) -> None:
    words = salt_text("too late")
    store.append("s", turn_of(1), expected_seq=0)
    with pytest.raises(ConflictError):
        store.append("s", turn_of(1, words), expected_seq=0, texts=(words,))
    assert store.text(words.digest) is None


def test_no_stored_event_holds_the_words_or_the_salt(store: EventStore, turn_of: Turns) -> None:
    words = salt_text("a very private wish")
    store.append("s", turn_of(1, words), expected_seq=0, texts=(words,))
    stored = b"".join(event.payload for event in store.read("s"))
    assert words.text.encode() not in stored
    assert words.salt not in stored


def test_of_racing_threads_exactly_one_wins_each_seq(store: EventStore, ended: VisitEnded) -> None:
    """Rows 11, 19: one store object shared by threads; the sum of successes is the length of the log."""
    wins: list[int] = []
    start = threading.Barrier(4)

    def race() -> None:
        start.wait()
        for _ in range(25):
            try:
                wins.append(store.append("s", (ended,), expected_seq=store.head("s").seq).seq)
            except ConflictError:
                continue

    threads = [threading.Thread(target=race) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(wins) == list(range(1, store.head("s").seq + 1))
    assert store.verify().ok


def test_a_closed_store_says_so(store: EventStore, turn_of: Turns) -> None:
    store.append("s", turn_of(1), expected_seq=0)
    store.close()
    store.close()
    with pytest.raises(StoreClosedError):
        store.append("s", turn_of(2), expected_seq=3)
    with pytest.raises(StoreClosedError):
        store.head("s")
    with pytest.raises(StoreClosedError):
        list(store.read("s"))
    with pytest.raises(StoreClosedError):
        store.sessions()


def test_many_turns_at_once_succeed_or_fail_each_alone_and_in_order(store: EventStore, turn_of: Turns) -> None:
    """Row 25: every batch is a unit; a refused one leaves no trace, and later ones see the ones before."""
    one, two = tuple(map(encode_event, turn_of(1))), tuple(map(encode_event, turn_of(2)))
    words = salt_text("blue")
    with_words = tuple(map(encode_event, turn_of(1, words)))
    outcomes = store.append_many(
        (
            Batch("s", one, 0, "m1"),
            Batch("t", with_words, 0, None, (words,)),
            Batch("s", two, 7),
            Batch("s", two, 3, "m2"),
            Batch("s", one, 0, "m1"),
            Batch("s", two, 5, "m1"),
            Batch("", one, 0),
        )
    )
    seqs = [outcome.seq for outcome in outcomes if isinstance(outcome, Receipt)]
    errors = [type(outcome) for outcome in outcomes if not isinstance(outcome, Receipt)]
    assert seqs == [3, 3, 5, 3]
    assert errors == [ConflictError, MessageIdError, BadInputError]
    assert [event.event for event in store.read("s")] == [*turn_of(1), *turn_of(2)]
    assert list(store.sessions()) == ["s", "t"]
    assert store.text(words.digest) == "blue"
    assert store.append_many(()) == ()
    assert store.verify().ok
