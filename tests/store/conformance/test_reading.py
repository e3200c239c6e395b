"""What reading promises, for every backend.

The numbers in docstrings are the rows of the fault table in docs/store.md.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from statecore.codec import pack
from statecore.errors import BadInputError, UnknownKindError, UnknownSessionError
from statecore.events import Event, VisitEnded, VisitStarted, encode_event
from store.contract import EventStore, salt_text

Turns = Callable[..., tuple[Event, ...]]
Starts = Callable[..., VisitStarted]


def ten_turns(store: EventStore, turn_of: Turns, session_id: str = "s") -> list[Event]:
    """Append ten turns (21 events) to a session, and return them."""
    events: list[Event] = []
    for turn in range(1, 11):
        store.append(session_id, turn_of(turn), expected_seq=len(events), message_id=f"m{turn}")
        events += turn_of(turn)
    return events


def test_a_session_reads_back_whole_and_in_order(store: EventStore, turn_of: Turns) -> None:
    """Row 2: the order of seq is part of the contract."""
    events = ten_turns(store, turn_of)
    stored = list(store.read("s"))
    assert [item.event for item in stored] == events
    assert [item.payload for item in stored] == [encode_event(event) for event in events]
    assert [item.seq for item in stored] == list(range(1, 22))
    assert stored[-1].head_digest == store.head("s").digest


def test_reading_starts_at_any_seq(store: EventStore, turn_of: Turns) -> None:
    ten_turns(store, turn_of)
    whole = list(store.read("s"))
    for seq in range(1, 24):
        assert list(store.read("s", seq)) == whole[seq - 1 :]


def test_the_tail_is_the_newest_events_oldest_first(store: EventStore, turn_of: Turns) -> None:
    """Row 20: the newest n, in order."""
    ten_turns(store, turn_of)
    whole = tuple(store.read("s"))
    for n in (0, 1, 2, 5, 21, 50):
        assert store.tail("s", n) == (whole[-n:] if n else ())
    with pytest.raises(BadInputError):
        store.tail("s", -1)


def test_a_read_shows_the_session_as_of_the_call(store: EventStore, turn_of: Turns) -> None:
    """Row 14: nothing is written or changed by reading, and an open read does not see later turns."""
    store.append("s", turn_of(1), expected_seq=0)
    reading = store.read("s")
    store.append("s", turn_of(2), expected_seq=3)
    assert len(list(reading)) == 3
    assert len(list(store.read("s"))) == 5


def test_an_unknown_session_is_a_typed_error(store: EventStore) -> None:
    with pytest.raises(UnknownSessionError):
        store.read("nobody")
    with pytest.raises(UnknownSessionError):
        store.tail("nobody", 1)


def test_sessions_are_listed_in_order_of_first_commit(store: EventStore, ended: VisitEnded) -> None:
    """Rows 1, 26: commit order, not the order of names or instants."""
    for name, at_us in (("b", 9), ("a", 5), ("c", 7)):
        store.append(name, (replace_at(ended, at_us),), expected_seq=0)
    store.append("a", (ended,), expected_seq=1)
    assert list(store.sessions()) == ["b", "a", "c"]


def replace_at(event: VisitEnded, at_us: int) -> VisitEnded:
    """The event at another instant."""
    return event.model_copy(update={"at_us": at_us})


def test_sessions_are_found_by_shopper_and_by_start(store: EventStore, visit_started: Starts) -> None:
    for at_us, (name, shopper) in enumerate([("a", "ann"), ("b", "bob"), ("c", "ann"), ("d", None)], start=10):
        store.append(name, (visit_started(shopper, at_us),), expected_seq=0)
    ann = visit_started("ann").shopper
    assert list(store.sessions(shopper=ann)) == ["a", "c"]
    assert list(store.sessions(shopper=bytes(32))) == []
    assert list(store.sessions(since_us=11)) == ["b", "c", "d"]
    assert list(store.sessions(until_us=12)) == ["a", "b"]
    assert list(store.sessions(shopper=ann, since_us=11, until_us=13)) == ["c"]


def test_a_kind_from_the_future_is_kept_and_named(store: EventStore) -> None:
    """Row 8: an unknown kind is a typed error that names seq and kind; its bytes stay as they are."""
    future = b"\x01" + pack(["shopper_sang", 1, {"at_us": 1}])
    store.append_stored("s", (future,), expected_seq=0)
    (stored,) = store.read("s")
    assert stored.payload == future
    with pytest.raises(UnknownKindError) as caught:
        _ = stored.event
    assert caught.value.kind == "shopper_sang"
    assert caught.value.__notes__ == ["session 's', seq 1"]
    assert store.verify().ok


def test_a_sound_store_verifies_as_intact_with_its_counts(store: EventStore, turn_of: Turns) -> None:
    words = salt_text("blue")
    ten_turns(store, turn_of)
    store.append("t", turn_of(1, words), expected_seq=0, texts=(words,))
    report = store.verify()
    assert report.ok, report.findings
    assert (report.sessions, report.anchor.turns, report.anchor.events, report.texts) == (2, 11, 24, 1)
    assert report.anchor == store.anchor()


def test_an_anchor_stays_valid_while_the_store_grows(store: EventStore, turn_of: Turns) -> None:
    store.append("s", turn_of(1), expected_seq=0)
    anchor = store.anchor()
    store.append("s", turn_of(2), expected_seq=3)
    assert store.verify(anchor).ok


def test_an_anchor_from_ahead_finds_a_truncated_store_and_another_one_a_foreign(
    store: EventStore, turn_of: Turns
) -> None:
    """Row 47: a chain whose tail was cut is valid by itself; held against an anchor it is not."""
    store.append("s", turn_of(1), expected_seq=0)
    anchor = store.anchor()
    assert store.verify(replace(anchor, turns=2)).status == "truncated"
    assert store.verify(replace(anchor, digest=bytes(32))).status == "foreign"


def test_events_that_are_not_canonical_are_found(store: EventStore) -> None:
    """The canonicality of stored bytes is checked, not that of a re-encoding."""
    sloppy = b"\x01" + pack(["visit_ended", 1, {}])[:-1] + b"\xde\x00\x00"
    store.append_stored("s", (sloppy,), expected_seq=0)
    report = store.verify()
    assert report.status == "damaged"
    assert "canonical" in report.findings[0].what
