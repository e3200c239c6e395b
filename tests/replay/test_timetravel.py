"""Time travel: any point of a session is the fold up to there, and every statement names its act and its end."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reducers.fold import fold
from replay.timetravel import ledger_of, look, seq_of_turn, state_at, state_at_turn, states
from statecore.acts import (
    Act,
    AskFeature,
    Exclude,
    LiftBudget,
    NameCategory,
    Override,
    Remove,
    SetBudget,
    Want,
)
from statecore.errors import RangeError, UnknownSessionError
from statecore.events import Event, ShopperSaid, VisitEnded
from store.memory import MemoryStore

VALUES = st.sampled_from(["red", "Red", "blue", "wool"])
ATTRIBUTES = st.sampled_from(["color", "material"])
CONFIDENCES = st.sampled_from([0.25, 0.5, 1.0])
ACTS: st.SearchStrategy[Act] = st.one_of(
    st.builds(Want, attribute=ATTRIBUTES, value=VALUES, confidence=CONFIDENCES, hard=st.booleans()),
    st.builds(Exclude, attribute=ATTRIBUTES, value=VALUES),
    st.builds(AskFeature, attribute=ATTRIBUTES, value=VALUES),
    st.builds(Remove, attribute=st.sampled_from(["color", "category"]), value=st.none() | VALUES),
    st.builds(Override, attribute=st.none() | ATTRIBUTES),
    st.builds(NameCategory, phrase=st.sampled_from(["hat", "coat"]), confidence=CONFIDENCES),
    st.builds(SetBudget, min_minor=st.none() | st.just(1_000), max_minor=st.none() | st.just(5_000)),
    st.builds(LiftBudget, end=st.sampled_from(["min", "max", "both"])),
)
MESSAGES = st.lists(st.lists(ACTS, max_size=4), max_size=6)


def said(messages: Sequence[Sequence[Act]]) -> list[Event]:
    return [ShopperSaid(at_us=turn, turn=turn, acts=tuple(acts)) for turn, acts in enumerate(messages, start=1)]


def test_any_seq_is_the_fold_up_to_it(talked: MemoryStore) -> None:
    for session_id in talked.sessions():
        items = tuple(talked.read(session_id))
        for seq in range(1, len(items) + 1):
            assert state_at(talked, session_id, seq) == fold(item.event for item in items[:seq])
        assert [state.seq for _, state in states(items)] == list(range(1, len(items) + 1))


def test_a_turn_is_the_state_after_its_reply(talked: MemoryStore) -> None:
    for turn in (1, 2, 3, 4):
        state = state_at_turn(talked, "boots", turn)
        assert (state.turn, state.seq) == (turn, 2 * turn + 1)
        assert state.asked[-1].turn == turn or state.shown[-1].turn == turn
        assert look(talked, "boots", turn=turn).state == state


def test_a_message_without_a_reply_is_where_its_turn_ends() -> None:
    store = MemoryStore()
    store.append("visit", said([[], []]), expected_seq=0)
    assert seq_of_turn(tuple(store.read("visit")), 2) == 2


@pytest.mark.parametrize("seq", [0, -1, 10**9, True, 2.0, "2"])
def test_a_seq_outside_of_the_session_is_refused_with_the_valid_range(seq: int, talked: MemoryStore) -> None:
    with pytest.raises(RangeError, match="'boots' has no seq"):
        state_at(talked, "boots", seq)
    with pytest.raises(RangeError, match="a seq is an integer from 1 to 11"):
        look(talked, "boots", seq=seq)


@pytest.mark.parametrize("turn", [0, -3, 99, 1.0])
def test_a_turn_outside_of_the_session_is_refused_with_the_valid_range(turn: int, talked: MemoryStore) -> None:
    with pytest.raises(RangeError, match="a turn is an integer from 1 to 3"):
        state_at_turn(talked, "dress", turn)


def test_a_session_without_a_message_has_no_turn_yet() -> None:
    store = MemoryStore()
    store.append("visit", [VisitEnded(at_us=1)], expected_seq=0)
    with pytest.raises(RangeError, match="it has no turn yet"):
        look(store, "visit", turn=1)
    with pytest.raises(UnknownSessionError):
        state_at(store, "elsewhere", 1)


@given(messages=MESSAGES)
def test_the_ledger_holds_the_very_statements_of_the_state(messages: Sequence[Sequence[Act]]) -> None:
    events = said(messages)
    state, ledger = fold(events), ledger_of(events)
    assert tuple(one.subject for one in ledger.constraints) == state.constraints
    categories = [*state.past_categories, *([state.category] if state.category else [])]
    assert [one.subject for one in ledger.categories] == categories
    assert [one.subject for one in ledger.budgets if one.ended is None] == ([state.budget] if state.budget else [])


@given(messages=MESSAGES)
def test_what_ended_a_statement_is_an_act_of_the_message_that_the_state_names(
    messages: Sequence[Sequence[Act]],
) -> None:
    events = said(messages)
    for one in (*ledger_of(events).constraints, *ledger_of(events).categories):
        stated, ended = events[one.stated.seq - 1], one.ended
        assert isinstance(stated, ShopperSaid)
        assert one.stated.act in stated.acts
        assert one.subject.stated_seq == one.stated.seq
        assert getattr(one.subject, "superseded_seq", None) == (None if ended is None else ended.seq)
        if ended is not None:
            closing = events[ended.seq - 1]
            assert isinstance(closing, ShopperSaid)
            assert ended.act in closing.acts
            assert ended.turn == closing.turn


def test_a_statement_tells_who_stated_repeated_and_ended_it() -> None:
    want, again, opposite = (
        Want(attribute="color", value="red", confidence=0.5),
        Want(attribute="color", value="RED", confidence=0.75),
        Exclude(attribute="color", value="red"),
    )
    (red, not_red) = ledger_of(said([[want], [again], [opposite]])).constraints
    assert (red.stated.turn, red.stated.act, red.stated_confidence) == (1, want, 0.5)
    assert [(source.turn, source.act) for source in red.repeated] == [(2, again)]
    assert red.ended is not None
    assert (red.ended.turn, red.ended.act) == (3, opposite)
    assert not_red.ended is None


def test_a_look_is_taken_at_the_end_unless_told_otherwise(talked: MemoryStore) -> None:
    view = look(talked, "scarf")
    assert (view.state.seq, view.head_digest) == (9, talked.head("scarf").digest)
    assert look(talked, "scarf", turn=1) == look(talked, "scarf", seq=3)
