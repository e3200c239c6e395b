"""The fold's laws, and what each kind of event and act does to the state."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reducers.fold import REDUCERS, apply, fold, last_question
from statecore.acts import (
    Act,
    AskFeature,
    Decline,
    Exclude,
    Exhaust,
    LiftBudget,
    NameCategory,
    Override,
    ReferToShown,
    RefuseShown,
    Remove,
    SetBudget,
    ShelfWeight,
    SmallTalk,
    Unclear,
    Want,
)
from statecore.codec import pack
from statecore.decisions import Certificate, Decision, Offer
from statecore.events import (
    KINDS,
    AgentReplied,
    Event,
    Pins,
    ProductReacted,
    ShopperErased,
    ShopperSaid,
    VisitEnded,
    VisitStarted,
    decode_event,
    encode_event,
)
from statecore.records import pack_record
from statecore.state import EMPTY, SessionState
from statecore.values import ATTRIBUTES, AskAttribute, Attribute, Frame

ZERO = bytes(32)
PINS = Pins(
    policy="house",
    catalog_digest=ZERO,
    policy_digest=ZERO,
    reducers_digest=ZERO,
    reader_digest=ZERO,
    codec_digest=ZERO,
)
CERTIFICATE = Certificate(state_digest=ZERO, decision_digest=ZERO, pins_digest=ZERO)

attributes: st.SearchStrategy[Attribute] = st.sampled_from(ATTRIBUTES)
values = st.sampled_from(["red", "Red", "teal", "oak", "wide", "a; b"])
confidences = st.sampled_from([0.0, 0.25, 0.5, 1.0])
minor = st.none() | st.integers(0, 10_000)
acts: st.SearchStrategy[Act] = st.one_of(
    st.builds(Want, attribute=attributes, value=values, confidence=confidences, verbatim=st.booleans()),
    st.builds(Exclude, attribute=attributes, value=values, confidence=confidences),
    st.builds(Decline, attribute=st.none() | attributes),
    st.builds(Exhaust, attribute=st.none() | attributes),
    st.builds(Override, attribute=st.none() | attributes),
    st.builds(Remove, attribute=attributes, value=st.none() | values),
    st.builds(SetBudget, min_minor=minor, max_minor=minor),
    st.builds(LiftBudget, end=st.sampled_from(["min", "max", "both"])),
    st.builds(AskFeature, attribute=attributes, value=values),
    st.builds(ReferToShown, place=st.integers(1, 4), liked=st.booleans()),
    st.builds(
        NameCategory,
        phrase=values,
        shelves=st.just((ShelfWeight(label="Hats", weight=1.0),)),
        exact=st.booleans(),
    ),
    st.sampled_from([RefuseShown(), SmallTalk(), Unclear()]),
)
frames: st.SearchStrategy[Frame] = st.sampled_from(["free", "kit_override", "kit_change", "kit_values"])
asks: st.SearchStrategy[AskAttribute | None] = st.sampled_from([None, "other", "color", "material"])
product_ids = st.lists(st.sampled_from("abcdef"), max_size=3, unique=True)


@st.composite
def conversations(draw: st.DrawFn) -> list[Event]:
    """Any history: visits that start, messages and replies by turns, reactions, an end, an erasure."""
    events: list[Event] = [VisitStarted(at_us=0, pins=PINS)]
    for turn in range(1, draw(st.integers(0, 5)) + 1):
        said = tuple(draw(st.lists(acts, max_size=4)))
        events.append(ShopperSaid(at_us=turn, turn=turn, frame=draw(frames), acts=said))
        events.append(reply(turn, draw(product_ids), draw(asks)))
        if draw(st.booleans()):
            events.append(ProductReacted(at_us=turn, product_id=draw(st.sampled_from("abz")), reaction="dismissed"))
    if draw(st.booleans()):
        events.append(VisitEnded(at_us=9))
    if draw(st.booleans()):
        events.append(ShopperErased(at_us=10, texts=2))
    return events


def said(turn: int, *acts: Act, frame: Frame = "free") -> ShopperSaid:
    """A message of the shopper."""
    return ShopperSaid(at_us=turn, turn=turn, frame=frame, acts=acts)


def reply(turn: int, shown: Sequence[str] = (), ask: AskAttribute | None = "other") -> AgentReplied:
    """A reply of the agent."""
    slate = tuple(Offer(product_id=product_id, score=0.5) for product_id in shown)
    return AgentReplied(at_us=turn, turn=turn, decision=Decision(ask=ask, slate=slate), certificate=CERTIFICATE)


def told(*messages: Event) -> SessionState:
    """The state after a visit's events."""
    return fold([VisitStarted(at_us=0, pins=PINS), *messages])


def wants(state: SessionState) -> list[str]:
    """The live wishes."""
    return [item.value for item in state.live if item.polarity == "want"]


@given(conversations(), st.integers(0, 20))
def test_a_prefix_folded_first_gives_the_same_state(events: list[Event], cut: int) -> None:
    assert fold(events[cut:], fold(events[:cut])) == fold(events)
    assert fold(events[cut:], fold(events[:cut])).digest() == fold(events).digest()


@given(conversations())
def test_folding_changes_neither_state_nor_event(events: list[Event]) -> None:
    state = EMPTY
    for event in events:
        before, text = state.digest(), repr(event)
        after = apply(state, event)
        assert state.digest() == before
        assert repr(event) == text
        assert after.seq == state.seq + 1
        state = after


@given(conversations())
def test_the_quick_way_to_bytes_is_the_canonical_one(events: list[Event]) -> None:
    assert pack_record(fold(events)) == pack(fold(events).model_dump())
    for event in events:
        body = event.model_dump(exclude={"kind"})
        assert pack_record(event, omit="kind") == pack(body)
        assert encode_event(decode_event(encode_event(event))) == encode_event(event)


@given(conversations())
def test_a_state_that_is_stored_and_read_again_is_the_same(events: list[Event]) -> None:
    state = fold(events)
    assert SessionState.model_validate(state.model_dump()) == state


@given(conversations())
def test_nothing_stated_is_lost_and_every_end_has_a_reason(events: list[Event]) -> None:
    state = EMPTY
    for event in events:
        after = apply(state, event)
        assert len(after.constraints) >= len(state.constraints)
        for item in after.constraints:
            assert (item.fate == "live") == (item.superseded_seq is None)
        state = after


@given(conversations())
def test_one_value_of_an_attribute_is_never_wanted_and_excluded_at_once(events: list[Event]) -> None:
    live = fold(events).live
    sides = {(item.attribute, item.value.casefold()): set[str]() for item in live}
    for item in live:
        sides[item.attribute, item.value.casefold()].add(item.polarity)
    assert all(len(side) == 1 for side in sides.values())


def test_every_kind_of_event_has_exactly_one_reducer() -> None:
    assert set(REDUCERS) == set(KINDS)


def test_what_was_shown_and_passed_over_is_refuted() -> None:
    state = told(said(1), reply(1, "ab"), said(2), reply(2, "c"))
    assert state.refuted_ids == ("a", "b")


def test_before_an_announced_change_nothing_shown_is_refuted() -> None:
    old = Want(attribute="feature", value="oak", verbatim=True)
    new = Want(attribute="feature", value="wide", verbatim=True, hard=True)
    state = told(
        said(1, old, frame="kit_override"),
        reply(1, "a"),
        said(2),
        reply(2, "b"),
        said(3, Override(), new, frame="kit_change"),
        reply(3, "c"),
        said(4),
    )
    assert state.refuted_ids == ("c",)
    assert not state.change_announced


def test_a_change_of_mind_takes_back_what_was_refuted_under_the_old_goal() -> None:
    state = told(said(1), reply(1, "a"), said(2), reply(2, "b"), said(3, Override()))
    assert state.refuted_ids == ()


def test_a_change_of_one_attribute_takes_no_verdict_back() -> None:
    state = told(said(1), reply(1, "a"), said(2), reply(2, "b"), said(3, Override(attribute="color")))
    assert state.refuted_ids == ("a", "b")


def test_an_overridden_wish_stays_as_weaker_evidence() -> None:
    state = told(
        said(1, Want(attribute="color", value="red")), said(2, Override(), Want(attribute="size", value="wide"))
    )
    assert wants(state) == ["wide"]
    old = state.constraints[0]
    assert (old.fate, old.confidence, old.superseded_seq) == ("set_aside", 0.5, 3)
    assert old in state.evidence


def test_an_override_of_one_attribute_leaves_the_others() -> None:
    state = told(
        said(1, Want(attribute="color", value="red"), Want(attribute="material", value="oak")),
        said(2, Override(attribute="color"), Want(attribute="color", value="teal")),
    )
    assert wants(state) == ["oak", "teal"]


def test_an_override_keeps_exclusions_category_and_budget() -> None:
    state = told(
        said(
            1,
            NameCategory(phrase="hat", shelves=(ShelfWeight(label="Hats", weight=1.0),)),
            Exclude(attribute="material", value="tin"),
            SetBudget(max_minor=500),
        ),
        said(2, Override()),
    )
    assert state.category is not None
    assert state.budget is not None
    assert [item.value for item in state.live] == ["tin"]


def test_a_wish_repeated_grows_surer_instead_of_double() -> None:
    state = told(
        said(1, Want(attribute="color", value="red", confidence=0.5)), said(2, Want(attribute="color", value="RED"))
    )
    assert [(item.value, item.confidence) for item in state.live] == [("red", 1.0)]


def test_excluding_a_wanted_value_replaces_the_wish() -> None:
    state = told(said(1, Want(attribute="color", value="red")), said(2, Exclude(attribute="color", value="red")))
    assert [(item.polarity, item.fate) for item in state.constraints] == [("want", "replaced"), ("exclude", "live")]


@pytest.mark.parametrize("removed", ["red", None])
def test_a_removed_value_is_gone_but_remembered_as_removed(removed: str | None) -> None:
    state = told(said(1, Want(attribute="color", value="red")), said(2, Remove(attribute="color", value=removed)))
    assert wants(state) == []
    assert state.constraints[0].fate == "removed"
    assert state.evidence == ()


def test_removing_a_value_finds_it_under_another_attribute() -> None:
    state = told(said(1, Want(attribute="style", value="oak")), said(2, Remove(attribute="feature", value="oak")))
    assert wants(state) == []


def test_no_preference_is_about_what_was_asked() -> None:
    state = told(said(1), reply(1, ask="color"), said(2, Decline()))
    assert [item.attribute for item in state.declined] == ["color"]


def test_a_wish_about_a_declined_attribute_takes_the_decline_back() -> None:
    state = told(said(1, Decline(attribute="color")), said(2, Want(attribute="color", value="red")))
    assert state.declined == ()


def test_nothing_more_about_one_attribute_is_not_nothing_more_at_all() -> None:
    one = told(said(1, Exhaust(attribute="color")))
    assert not one.nothing_more
    assert told(said(1, Exhaust(attribute="color")), said(2, Exhaust())).nothing_more


def test_a_later_price_replaces_only_the_end_it_names() -> None:
    state = told(said(1, SetBudget(min_minor=1_000, max_minor=5_000)), said(2, SetBudget(max_minor=20_000)))
    assert state.budget is not None
    assert (state.budget.min_minor, state.budget.max_minor) == (1_000, 20_000)


def test_a_price_range_that_crosses_keeps_the_end_just_named() -> None:
    state = told(said(1, SetBudget(min_minor=6_000)), said(2, SetBudget(max_minor=5_000)))
    assert state.budget is not None
    assert (state.budget.min_minor, state.budget.max_minor) == (None, 5_000)


def test_lifting_the_cap_leaves_the_floor() -> None:
    state = told(said(1, SetBudget(min_minor=1_000, max_minor=5_000)), said(2, LiftBudget(end="max")))
    assert state.budget is not None
    assert (state.budget.min_minor, state.budget.max_minor) == (1_000, None)
    assert told(said(1, SetBudget(max_minor=5_000)), said(2, LiftBudget())).budget is None


def test_another_category_supersedes_the_first_and_keeps_it_in_the_past() -> None:
    shelves = (ShelfWeight(label="Hats", weight=1.0),)
    state = told(
        said(1, NameCategory(phrase="hat", shelves=shelves)), said(2, NameCategory(phrase="cap", shelves=shelves))
    )
    assert state.category is not None
    assert state.category.phrase == "cap"
    assert [(item.phrase, item.superseded_seq) for item in state.past_categories] == [("hat", 3)]


def test_a_kind_heard_in_passing_shares_its_weight_and_replaces_nothing() -> None:
    hats, bags = (ShelfWeight(label=label, weight=1.0) for label in ("Hats", "Bags"))
    passing = NameCategory(phrase="bag", shelves=(bags,), confidence=0.5)
    state = told(said(1, NameCategory(phrase="hat", shelves=(hats,))), said(2, passing))
    assert state.category is not None
    assert (state.category.phrase, state.past_categories) == ("hat", ())
    assert [(item.label, item.weight) for item in state.category.shelves] == [("Hats", 0.8), ("Bags", 0.2)]
    named = told(said(1, passing), said(2, NameCategory(phrase="hat", shelves=(hats,))))
    assert named.category is not None
    assert named.category.shelves == (hats,)


def test_choosing_a_shown_product_saves_it_and_unrefutes_it() -> None:
    state = told(said(1), reply(1, "ab"), said(2, ReferToShown(place=2)))
    assert state.refuted_ids == ("a",)
    assert [(item.product_id, item.reaction) for item in state.reactions] == [("b", "saved")]


def test_a_question_about_a_property_is_half_a_wish() -> None:
    state = told(said(1, AskFeature(attribute="feature", value="washable")))
    assert [(item.value, item.confidence, item.hard) for item in state.live] == [("washable", 0.5, False)]


def test_the_question_is_the_one_of_the_turn_just_past() -> None:
    state = told(said(1), reply(1, ask="color"))
    assert last_question(state) == "color"
    assert last_question(fold([said(2), reply(2, ask=None)], state)) is None


def test_what_was_heard_keeps_the_question_and_the_listing_values() -> None:
    value = Want(attribute="feature", value="a; b", verbatim=True)
    state = told(said(1), reply(1, ask="other"), said(2, value, frame="kit_values"))
    heard = state.heard[-1]
    assert (heard.asked, heard.frame, heard.values, heard.learned) == ("other", "kit_values", ("a; b",), 1)


def test_a_purchase_closes_the_search_and_outlives_the_visit() -> None:
    bought = ProductReacted(at_us=3, product_id="a", reaction="bought")
    assert told(said(1), reply(1, "a"), bought, VisitEnded(at_us=4)).stage == "bought"
    assert told(VisitEnded(at_us=4)).stage == "ended"


def test_an_erasure_changes_nothing_but_the_seq() -> None:
    before = told(said(1, Want(attribute="color", value="red")))
    after = apply(before, ShopperErased(at_us=5))
    assert after == before.model_copy(update={"seq": before.seq + 1})
