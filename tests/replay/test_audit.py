"""The audit: what was recorded is reproduced bit for bit, and whatever is not is named with its place."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from catalog.compiler import compile_catalog
from catalog.index import Catalog
from lab.synthetic import write_rows
from policies.house.settings import HouseSettings
from policies.registry import AnyBundle, bundle_named
from replay.audit import AuditReport, audit
from replay.engine import Message
from replay.session import LiveSession
from statecore.codec import pack, unpack
from statecore.errors import UnknownPolicyError
from statecore.events import AgentReplied, Event, ShopperSaid, decode_event, encode_event
from statecore.state import SessionState
from store.contract import SaltedText
from store.memory import MemoryStore

Record = Callable[[int], MemoryStore]


def copied(store: MemoryStore, change: Callable[[Event], bytes]) -> MemoryStore:
    """The same sessions and words, each event's bytes as `change` makes them, with a chain that fits."""
    forged = MemoryStore()
    for session_id in store.sessions():
        for item in store.read(session_id):
            text = item.event.text_digest if isinstance(item.event, ShopperSaid) else None
            kept = [salted for salted in store._texts.values() if salted.digest == text]
            payload = change(item.event)
            forged.append_stored(session_id, [payload], expected_seq=item.seq - 1, texts=kept)
    return forged


def parts(report: AuditReport) -> set[str]:
    return {difference.part for difference in report.differences}


SPOKEN = st.lists(
    st.one_of(
        st.text(max_size=60),
        st.sampled_from(
            [
                "I'm looking for Dresses Maxi Dresses, but I'm still exploring.",
                "For that, what matters is: polyester; color: green.",
                "I don't have an additional preference for other.",
                "Actually, ignore my earlier preference. What I need is: leather.",
                "a red cotton shirt under 30 dollars, not too long",
                "",
            ]
        ),
    ),
    max_size=5,
)


@given(spoken=SPOKEN, policy=st.sampled_from(["house", "opoyo"]))
def test_whatever_was_said_every_decision_is_reproduced(spoken: Sequence[str], policy: str, shop: Catalog) -> None:
    store = MemoryStore()
    session = LiveSession(store, "visit", catalog=shop, bundle=bundle_named(policy))
    for at_us, text in enumerate(spoken):
        session.say(Message(text, at_us=at_us, salt=hashlib.sha256(bytes([at_us])).digest()))
    report = audit(store, shop)
    assert report.ok, report.differences
    assert report.turns == report.reread == len(spoken)


def test_simulated_sessions_replay_and_are_counted(recorded: Record, shop: Catalog) -> None:
    store = recorded(25)
    told: list[int] = []
    report = audit(store, shop, progress=told.append)
    assert report.ok
    assert report.sessions == 25
    assert told == list(range(1, 26))
    assert report.events == sum(store.head(session).seq for session in store.sessions())
    assert report.reread == report.turns > 25
    assert report.unread == 0


def test_without_the_words_the_decisions_still_replay(recorded: Record, shop: Catalog) -> None:
    store = recorded(5)
    store._texts.clear()
    report = audit(store, shop)
    assert report.ok
    assert report.unread == report.turns
    assert report.reread == 0


def test_a_changed_policy_is_named_and_the_first_differing_turn_shown(recorded: Record, shop: Catalog) -> None:
    opoyo = bundle_named("opoyo")
    report = audit(recorded(5), shop, bundles=lambda _: replace(opoyo, name="house"))
    assert not report.ok
    assert dict(report.changed) == {"policy_digest": 5}
    first = report.differences[0]
    assert (first.turn, first.part) == (1, "decision")
    assert "decision.slate" in {change.name for change in first.changes}
    assert "certificate.decision_digest" in {change.name for change in first.changes}


def test_changed_settings_that_change_no_decision_are_still_named(
    recorded: Record, shop: Catalog, house: AnyBundle
) -> None:
    settings = HouseSettings.model_validate({**house.settings.model_dump(), "plan_limit": 4096})
    report = audit(recorded(3), shop, bundles=lambda _: replace(house, settings=settings))
    assert report.decisions_match
    assert dict(report.changed) == {"policy_digest": 3}
    assert not report.ok


def test_another_catalog_is_named(recorded: Record, tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    write_rows(rows, 200, seed=5)
    compile_catalog(rows, tmp_path / "other")
    report = audit(recorded(3), Catalog.open(tmp_path / "other"))
    assert "catalog_digest" in report.changed
    assert report.differences


def test_a_forged_decision_is_found_although_its_chain_fits(recorded: Record, shop: Catalog) -> None:
    def forge(event: Event) -> bytes:
        if isinstance(event, AgentReplied) and event.turn == 2:
            event = event.model_copy(update={"decision": event.decision.model_copy(update={"message": "Buy this!"})})
        return encode_event(event)

    store = copied(recorded(5), forge)
    report = audit(store, shop)
    assert report.store.ok
    assert parts(report) == {"decision"}
    first = report.differences[0]
    assert first.turn == 2
    assert [(change.name, change.recorded) for change in first.changes] == [("decision.message", "Buy this!")]


def test_a_forged_reading_is_found_where_the_words_are_kept(recorded: Record, shop: Catalog) -> None:
    def forge(event: Event) -> bytes:
        return encode_event(event.model_copy(update={"acts": ()}) if isinstance(event, ShopperSaid) else event)

    report = audit(copied(recorded(2), forge), shop)
    assert report.differences[0].part == "reading"
    assert report.differences[0].turn == 1


def test_bytes_that_this_release_would_not_write_are_found(recorded: Record, shop: Catalog) -> None:
    def as_int(event: Event) -> bytes:
        payload = encode_event(event)
        if not isinstance(event, AgentReplied):
            return payload
        record = unpack(payload[1:])
        assert isinstance(record, tuple)
        body = record[2]
        assert isinstance(body, dict)
        decision = body["decision"]
        assert isinstance(decision, dict)
        changed = {**body, "decision": {**decision, "readiness": 0 if decision["readiness"] == 0 else 1}}
        return payload[:1] + pack([record[0], record[1], changed])

    def unchanged(event: Event) -> bytes:
        return encode_event(event)

    assert audit(copied(recorded(1), unchanged), shop).ok
    assert "event" in parts(audit(copied(recorded(1), as_int), shop))


def test_an_unknown_kind_of_event_is_a_difference_and_not_skipped(recorded: Record, shop: Catalog) -> None:
    store = recorded(1)
    (session_id,) = store.sessions()
    future = b"\x01" + pack(["shopper_sang", 1, {"at_us": 1}])
    store.append_stored(session_id, [future], expected_seq=store.head(session_id).seq)
    report = audit(store, shop)
    assert parts(report) == {"replay"}
    assert "shopper_sang" in report.differences[0].what


def test_a_policy_that_is_gone_is_a_difference(recorded: Record, shop: Catalog) -> None:
    def gone(name: str) -> AnyBundle:
        raise UnknownPolicyError(f"no policy {name!r}")

    report = audit(recorded(2), shop, bundles=gone)
    assert parts(report) == {"replay"}
    assert len(report.differences) == 2


def test_a_policy_that_raises_is_a_difference_told_without_the_shoppers_words(
    recorded: Record, shop: Catalog, house: AnyBundle
) -> None:
    def broken(_state: SessionState, *_rest: object) -> object:
        raise ZeroDivisionError("the shopper's secret")

    report = audit(recorded(2), shop, bundles=lambda _: replace(house, rank_products=broken))
    assert parts(report) == {"replay"}
    assert "ZeroDivisionError in broken" in report.differences[0].what
    assert "secret" not in report.differences[0].what


PROBE = """
import sys
from catalog.index import Catalog
from policies.registry import bundle_named
from replay.engine import Message, start, step
from replay.digests import pins_in_force
from statecore.digests import digest_of
from statecore.events import encode_event
from statecore.state import EMPTY

catalog = Catalog.open(sys.argv[1])
for name in ("house", "opoyo"):
    bundle = bundle_named(name)
    event, state = start(EMPTY, pins=pins_in_force(catalog, bundle), at_us=1)
    made = [encode_event(event)]
    for text in ("Something in red or blue wool, not cotton, under $40", "I'm looking for " + catalog.shelf_label(3) +
                 ", but I'm still exploring.", "For that, what matters is: " + catalog.value_text(9) + ".", "no idea"):
        turn = step(state, Message(text, at_us=2, salt=bytes(32)), catalog=catalog, bundle=bundle)
        made += map(encode_event, turn.events)
        state = turn.state
    print(name, digest_of(made).hex(), state.digest().hex())
"""


def test_reading_and_deciding_give_the_same_bytes_in_every_process(small_shop: Path, project_root: Path) -> None:
    settings = [
        {"PYTHONHASHSEED": "0", "TZ": "UTC", "LC_ALL": "C"},
        {"PYTHONHASHSEED": "4242", "TZ": "Asia/Kolkata", "LC_ALL": "tr_TR.UTF-8"},
    ]
    told = [
        subprocess.run(
            [sys.executable, "-c", PROBE, small_shop],
            env={**os.environ, **setting},
            cwd=project_root,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for setting in settings
    ]
    assert told[0].count("\n") == 2
    assert told[0] == told[1]


def test_texts_that_belong_to_no_event_do_not_disturb(shop: Catalog, house: AnyBundle) -> None:
    store = MemoryStore()
    LiveSession(store, "visit", catalog=shop, bundle=house).say(Message("socks", at_us=1, salt=bytes(32)))
    salted = SaltedText(bytes(32), "socks")
    assert store.text(salted.digest) == "socks"
    assert audit(store, shop).ok


def test_every_event_of_the_recorded_sessions_is_canonical(recorded: Record) -> None:
    store = recorded(3)
    for session_id in store.sessions():
        for item in store.read(session_id):
            assert encode_event(decode_event(item.payload)) == item.payload
