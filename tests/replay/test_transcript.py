"""Transcripts: readable lines that give back the same bytes, and find every change, gap and swap in them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replay.transcript import FORMAT, export_session, import_sessions
from statecore.codec import Plain, pack
from statecore.errors import CodecError, ConflictError, TranscriptError, UnknownSessionError
from statecore.events import Event, VisitEnded, encode_event
from store.contract import EventStore, Turn, salt_text
from store.memory import MemoryStore


def exported(store: EventStore, *, words: bool = True) -> list[str]:
    return [line for name in store.sessions() for line in export_session(store, name, words=words)]


def brought_back(lines: Sequence[str]) -> MemoryStore:
    store = MemoryStore()
    list(import_sessions(store, lines, path="t.jsonl"))
    return store


def turns_of(store: EventStore) -> list[Turn]:
    return [turn for name in store.sessions() for turn in store.turns(name)]


def test_a_store_comes_back_in_every_byte_with_message_ids_words_and_anchor(talked: MemoryStore) -> None:
    back = brought_back(exported(talked))
    assert turns_of(back) == turns_of(talked)
    assert [back.head(name) for name in back.sessions()] == [talked.head(name) for name in talked.sessions()]
    assert back._texts == talked._texts
    receipt = talked.receipt("scarf", "m2")
    assert receipt is not None
    assert back.receipt("scarf", "m2") == receipt
    assert back.verify().ok


def test_words_go_along_only_when_they_are_asked_for_and_still_kept(talking: MemoryStore) -> None:
    bare = exported(talking, words=False)
    assert not any("under 40 dollars" in line or '"salt"' in line for line in bare)
    assert turns_of(brought_back(bare)) == turns_of(talking)
    assert brought_back(bare)._texts == {}
    talking._texts.clear()
    assert exported(talking) == bare


PLAIN: st.SearchStrategy[Plain] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5)
    | st.sampled_from(["hex:", "hex:61", "text:", "text:hex:x", "\u2028\n\r"])
    | st.binary(max_size=5),
    lambda inner: st.lists(inner, max_size=3).map(tuple) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@given(
    bodies=st.lists(
        st.tuples(st.text(max_size=4), st.dictionaries(st.text(max_size=4), PLAIN, max_size=3)), min_size=1, max_size=5
    )
)
def test_whatever_an_event_holds_comes_back_even_of_a_kind_that_is_not_known(
    bodies: Sequence[tuple[str, dict[str, Plain]]],
) -> None:
    store = MemoryStore()
    store.append_stored("visit", [b"\x01" + pack((kind, 9, body)) for kind, body in bodies], expected_seq=0)
    assert turns_of(brought_back(exported(store))) == turns_of(store)


def test_each_line_is_for_people_too(talked: MemoryStore) -> None:
    def in_words(event: Event) -> str:
        return f"it is a {event.kind}"

    first, *lines = (json.loads(line) for line in export_session(talked, "boots", words=True, in_words=in_words))
    assert first["session"] == "boots"
    assert first["format"] == FORMAT
    assert first["events"] == len(lines) == talked.head("boots").seq
    assert [line["kind"] for line in lines][:3] == ["visit_started", "shopper_said", "agent_replied"]
    assert lines[1]["says"] == "it is a shopper_said"
    assert lines[1]["text"] == "I need brown leather boots"
    assert lines[1]["body"]["text_digest"].startswith("hex:")
    assert [line["append"] for line in lines] == [1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 6]
    assert lines[-1]["head"] == first["head"] == talked.head("boots").digest.hex()


@given(data=st.data())
def test_any_changed_character_is_found_or_changes_nothing(data: st.DataObject, talked: MemoryStore) -> None:
    lines = list(export_session(talked, "dress", words=True))
    place = data.draw(st.integers(0, len(lines) - 1))
    at = data.draw(st.integers(0, len(lines[place]) - 1))
    new = data.draw(st.sampled_from(sorted(set('0123456789abcdef"{}, e:A-') - {lines[place][at]})))
    lines[place] = lines[place][:at] + new + lines[place][at + 1 :]
    try:
        back = brought_back(lines)
    except TranscriptError:
        return
    # A name that only labels the session, or that is not read, may change; what is chained may not.
    assert [turn.payloads for turn in turns_of(back)] == [turn.payloads for turn in talked.turns("dress")]
    assert set(back._texts) <= set(talked._texts)


CHANGES: dict[str, tuple[Callable[[list[str]], list[str]], str]] = {
    "a lost line": (lambda lines: lines[:3] + lines[4:], "line 4: cannot be imported: event 3 should stand here"),
    "a lost tail": (lambda lines: lines[:-1], "ends after 6 of its 7 events: lines are missing"),
    "a lost first line": (lambda lines: lines[1:], "line 1: cannot be imported: the first line of a session names"),
    "swapped lines": (lambda lines: [*lines[:2], lines[3], lines[2], *lines[4:]], "event 2 should stand here"),
    "a doubled line": (lambda lines: [*lines[:3], *lines[2:]], "event 3 should stand here"),
    "a changed body": (lambda lines: [line.replace('"ask"', '"axe"') for line in lines], "chain"),
    "a changed message id": (
        lambda lines: [line.replace('2, "message_id": "m2"', '2, "message_id": "m9"') for line in lines],
        "message ids were changed",
    ),
    "a changed text": (lambda lines: [line.replace("a cotton dress", "a silk dress") for line in lines], "not the one"),
    "no JSON": (lambda lines: [lines[0], "{"], "line 2: cannot be imported"),
    "no object": (lambda lines: [lines[0], "[]"], "one JSON object"),
    "too deep": (lambda lines: [lines[0], '{"body":' * 50_000], "line 2: cannot be imported"),
    "a constant": (lambda lines: [lines[0], '{"body": NaN}'], "NaN is no number"),
    "a field twice": (lambda lines: [lines[0], '{"seq": 1, "seq": 1}'], "a field stands twice"),
    "a number as text": (lambda lines: [lines[0], lines[1].replace('"seq": 1', '"seq": "1"')], "'seq' is missing"),
    "no kind": (lambda lines: [lines[0], lines[1].replace('"kind"', '"sort"')], "'kind' is missing or not text"),
    "no events": (lambda lines: [lines[0].replace('"events": 7', '"events": 0')], "a session has events"),
    "a changed head": (lambda lines: [lines[0].replace('"head": "', '"head": "00'), *lines[1:]], "the last head"),
}  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_changed_lines_are_refused_with_their_line_and_nothing_of_the_session_is_stored(
    change: str, talked: MemoryStore
) -> None:
    make, told = CHANGES[change]
    lines = make(list(export_session(talked, "dress", words=True)))
    store = MemoryStore()
    with pytest.raises(TranscriptError, match=told):
        list(import_sessions(store, lines))
    assert list(store.sessions()) == []


def test_sessions_before_a_bad_line_stay_and_importing_again_goes_on(talked: MemoryStore) -> None:
    lines = exported(talked)
    store = MemoryStore()
    with pytest.raises(TranscriptError):
        list(import_sessions(store, lines[:-1]))
    assert list(store.sessions()) == ["scarf", "boots"]
    again = list(import_sessions(store, [*lines, "", "\n"]))
    assert [(one.session_id, one.appends, one.texts) for one in again] == [
        ("scarf", 0, 0),
        ("boots", 0, 0),
        ("dress", 3, 3),
    ]
    assert turns_of(store) == turns_of(talked)


def test_a_session_that_the_store_holds_in_part_goes_on_and_another_of_its_name_is_a_conflict(
    talked: MemoryStore,
) -> None:
    lines = list(export_session(talked, "dress", words=True))
    store = MemoryStore()
    first = next(talked.turns("dress"))
    store.append_stored("dress", first.payloads, expected_seq=0, message_id=first.message_id)
    (one,) = import_sessions(store, lines)
    assert (one.appends, one.head) == (2, talked.head("dress"))
    other = MemoryStore()
    other.append("dress", [VisitEnded(at_us=1)], expected_seq=0)
    with pytest.raises(ConflictError):
        list(import_sessions(other, lines))


def test_what_cannot_be_given_back_is_not_exported() -> None:
    store = MemoryStore()
    with pytest.raises(UnknownSessionError):
        list(export_session(store, "nobody"))
    store.append_stored("odd", [b"\x01" + pack(("visit_ended",))], expected_seq=0)
    store.append_stored("newer", [b"\x02" + encode_event(VisitEnded(at_us=1))[1:]], expected_seq=0)
    for name in ("odd", "newer"):
        with pytest.raises(CodecError, match="cannot be exported"):
            list(export_session(store, name))


def test_words_of_another_event_are_refused(talked: MemoryStore) -> None:
    first, *lines = (json.loads(line) for line in export_session(talked, "dress", words=True))
    strange = salt_text("other words")
    lines[1] |= {"text": strange.text, "salt": strange.salt.hex()}
    with pytest.raises(TranscriptError, match="not the one that the event refers to"):
        brought_back([json.dumps(line) for line in (first, *lines)])
