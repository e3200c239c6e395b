"""Forgetting, copying and reading out, for every backend.

The numbers in docstrings are the rows of the fault table in docs/store.md.
"""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest

from statecore.errors import BadInputError, ConflictError
from statecore.events import Event, ShopperErased, VisitStarted
from store.contract import EventStore, SaltedText, salt_text
from store.copying import copy_store
from store.lines import export_lines, import_lines
from store.memory import MemoryStore
from store.privacy import erase_shopper, prune_texts

Turns = Callable[..., tuple[Event, ...]]
Starts = Callable[..., VisitStarted]


def visit(store: EventStore, turn_of: Turns, session_id: str, shopper: bytes | None = None) -> list[SaltedText]:
    """A session of three turns with words, under a pseudonym."""
    said = []
    for turn in range(1, 4):
        words = salt_text(f"{session_id} says {turn}")
        events = turn_of(turn, words)
        if turn == 1:
            events = (events[0].model_copy(update={"shopper": shopper}), *events[1:])
        seq = store.head(session_id).seq
        store.append(session_id, events, expected_seq=seq, message_id=f"m{turn}", texts=(words,))
        said.append(words)
    return said


def test_a_shopper_is_forgotten_and_every_session_still_verifies(store: EventStore, turn_of: Turns) -> None:
    """Row 50: words and key go, the sessions say so, the acts stay."""
    ann, bob = store.pseudonym("ann"), store.pseudonym("bob")
    gone = visit(store, turn_of, "a1", ann) + visit(store, turn_of, "a2", ann)
    kept = visit(store, turn_of, "b", bob)
    before = {name: list(store.read(name)) for name in store.sessions()}
    anchor = store.anchor()
    report = erase_shopper(store, "ann", at_us=9)
    assert (report.sessions, report.texts, report.key) == (("a1", "a2"), 6, True)
    assert [store.text(words.digest) for words in gone] == [None] * 6
    assert [store.text(words.digest) for words in kept] == [words.text for words in kept]
    for name, events in before.items():
        assert list(store.read(name))[: len(events)] == events
    assert store.tail("a1", 1)[0].event == ShopperErased(at_us=9, texts=3)
    assert store.head("b").seq == len(before["b"])
    assert store.known_pseudonym("ann") is None
    assert store.pseudonym("ann") != ann
    verified = store.verify(anchor)
    assert verified.ok, verified.findings
    assert (verified.texts, verified.erased_texts) == (3, 6)


def test_forgetting_a_stranger_changes_nothing(store: EventStore, turn_of: Turns) -> None:
    visit(store, turn_of, "a", store.pseudonym("ann"))
    anchor = store.anchor()
    report = erase_shopper(store, "nobody", at_us=9)
    assert (report.sessions, report.texts, report.key) == ((), 0, False)
    assert store.anchor() == anchor


def test_old_words_are_pruned_after_a_dry_run_that_tells_the_same(store: EventStore, turn_of: Turns) -> None:
    """Row 14: nothing is kept for ever by default of a tool; the dry run prints what goes."""
    said = visit(store, turn_of, "a")
    second = store.read("a", 4)
    cutoff = next(second).event.at_us
    dry = prune_texts(store, before_us=cutoff, dry_run=True)
    assert (dry.sessions, dry.texts) == (("a",), 1)
    assert store.text(said[0].digest) == said[0].text
    done = prune_texts(store, before_us=cutoff, dry_run=False)
    assert (done.sessions, done.texts) == (("a",), 1)
    assert [store.text(words.digest) for words in said] == [None, said[1].text, said[2].text]
    assert prune_texts(store, before_us=cutoff, dry_run=True).texts == 0
    assert store.verify().ok


def test_erasing_what_was_never_stored_counts_nothing(store: EventStore, turn_of: Turns) -> None:
    visit(store, turn_of, "a")
    assert store.erase_texts([bytes(32)]) == 0


def test_a_copy_there_and_back_is_the_same_to_the_byte(store: EventStore, turn_of: Turns) -> None:
    said = visit(store, turn_of, "b") + visit(store, turn_of, "a")
    with MemoryStore() as away:
        report = copy_store(store, away)
        assert (report.sessions, report.turns, report.texts) == (2, 6, 6)
        assert list(away.sessions()) == list(store.sessions()) == ["b", "a"]
        for name in store.sessions():
            assert list(away.turns(name)) == list(store.turns(name))
            assert away.head(name) == store.head(name)
        assert [away.text(words.digest) for words in said] == [words.text for words in said]
        assert away.append("a", turn_of(3, said[5]), expected_seq=0, message_id="m3").replayed
        assert away.verify().ok


def test_a_copy_that_was_broken_off_goes_on_where_it_stopped(store: EventStore, turn_of: Turns) -> None:
    with MemoryStore() as source:
        visit(source, turn_of, "a")
        visit(source, turn_of, "b")
        first = next(iter(source.turns("a")))
        store.append_stored("a", first.payloads, expected_seq=0, message_id=first.message_id)
        assert copy_store(source, store).turns == 5
        assert copy_store(source, store).turns == 0
        assert [list(store.turns(name)) for name in "ab"] == [list(source.turns(name)) for name in "ab"]
        source.append("a", turn_of(4), expected_seq=source.head("a").seq)
        assert copy_store(source, store).turns == 1


def test_a_session_that_went_another_way_is_a_conflict_not_a_merge(store: EventStore, turn_of: Turns) -> None:
    """Rows 11, 15, 23."""
    with MemoryStore() as source:
        visit(source, turn_of, "a")
        store.append("a", turn_of(1), expected_seq=0)
        with pytest.raises(ConflictError):
            copy_store(source, store)
        assert store.head("a").seq == 3


def test_json_lines_come_back_to_identical_bytes(store: EventStore, turn_of: Turns) -> None:
    said = visit(store, turn_of, "b") + visit(store, turn_of, "a")
    out = io.StringIO()
    assert export_lines(store, out) == 6
    lines = out.getvalue().splitlines()
    assert '"kind": "shopper_said"' in lines[1]
    with MemoryStore() as back:
        assert import_lines(lines, back) == 6
        assert import_lines(lines, back) == 0
        for name in store.sessions():
            assert list(back.turns(name)) == list(store.turns(name))
        assert [back.text(words.digest) for words in said] == [words.text for words in said]


def test_json_lines_go_into_every_backend(store: EventStore, turn_of: Turns) -> None:
    with MemoryStore() as source:
        visit(source, turn_of, "a")
        out = io.StringIO()
        export_lines(source, out)
        lines = out.getvalue().splitlines()
        assert import_lines(lines, store) == 3
        assert list(store.turns("a")) == list(source.turns("a"))


def test_a_line_that_was_changed_is_refused_by_number(store: EventStore, turn_of: Turns) -> None:
    with MemoryStore() as source:
        visit(source, turn_of, "a")
        out = io.StringIO()
        export_lines(source, out)
    lines = out.getvalue().splitlines()
    for number, bad in ((1, "{}"), (3, lines[3]), (2, "{"), (2, '{"session": 1}'), (2, lines[1].replace('"AZ', '"BZ'))):
        changed = [*lines[: number - 1], bad, *lines[number:]]
        with pytest.raises((BadInputError, ConflictError)):
            import_lines(changed, store)
    assert import_lines(lines, store) == 2, "the line before the bad one stayed"
