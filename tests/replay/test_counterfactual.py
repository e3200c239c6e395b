"""Minimal counterfactuals: every set reported changes the first product, no smaller one does, and none is missing."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.index import Catalog
from policies.bundle import decide
from policies.registry import AnyBundle, bundle_named
from reducers.fold import fold
from replay.counterfactual import minimal_counterfactual, statements, without
from replay.engine import Message
from replay.session import LiveSession
from statecore.acts import AskFeature, Decline, Exclude, NameCategory, SetBudget, SmallTalk, Want
from statecore.decisions import Decision
from statecore.errors import RangeError, ReplayError
from statecore.events import AgentReplied, Event, ShopperSaid, VisitEnded
from statecore.state import SessionState
from store.contract import StoredEvent
from store.memory import MemoryStore


def said(turn: int, *acts: object, frame: str = "free") -> ShopperSaid:
    return ShopperSaid.model_validate({"at_us": turn, "turn": turn, "acts": acts, "frame": frame})


RED, WOOL = Want(attribute="color", value="red"), Want(attribute="material", value="Wool", verbatim=True)
HISTORY: tuple[Event, ...] = (
    said(1, NameCategory(phrase="hat"), RED, SmallTalk()),
    said(2, WOOL, Decline(attribute="size"), SetBudget(max_minor=900), frame="kit_values"),
    VisitEnded(at_us=3),
    said(
        3,
        Exclude(attribute="color", value="red"),
        AskFeature(attribute="material", value="wool"),
        SetBudget(min_minor=100),
    ),
)


def test_what_is_stated_again_is_one_statement_with_all_its_acts() -> None:
    told = [(stated.act.act, stated.turn, stated.acts) for stated in statements(HISTORY)]
    assert told == [
        ("name_category", 1, ((1, 0),)),
        ("want", 1, ((1, 1),)),
        ("want", 2, ((2, 0), (4, 1))),
        ("set_budget", 2, ((2, 2), (4, 2))),
        ("exclude", 3, ((4, 0),)),
    ]


def test_leaving_out_takes_away_the_acts_and_the_claim_that_the_message_was_a_fixed_sentence() -> None:
    wool, budget = statements(HISTORY)[2:4]
    left = without(HISTORY, [budget])
    assert left[0] == HISTORY[0]
    assert left[1] == said(2, WOOL.model_copy(update={"verbatim": False}), Decline(attribute="size"))
    assert left[2] == HISTORY[2]
    bare = without(HISTORY, [wool, budget])[3]
    assert isinstance(bare, ShopperSaid)
    assert bare.acts == (Exclude(attribute="color", value="red"),)
    assert without(HISTORY, []) == HISTORY


TALK = st.lists(
    st.sampled_from(
        [
            "a red wool scarf",
            "in blue cotton please, no wool",
            "under 30 dollars",
            "brown leather boots",
            "I'm looking for Dresses Maxi Dresses, but I'm still exploring.",
            "For that, what matters is: polyester; color: green.",
            "Actually, ignore my earlier preference. What I need is: leather.",
            "you choose",
        ]
    ),
    min_size=1,
    max_size=3,
)


def recorded_talk(texts: list[str], shop: Catalog, bundle: AnyBundle) -> tuple[StoredEvent, ...]:
    store = MemoryStore()
    live = LiveSession(store, "visit", catalog=shop, bundle=bundle)
    for at_us, text in enumerate(texts):
        live.say(Message(text, at_us=at_us))
    return tuple(store.read("visit"))


@given(texts=TALK, policy=st.sampled_from(["house", "opoyo"]))
def test_the_smallest_sets_are_those_that_a_full_search_finds(texts: list[str], policy: str, shop: Catalog) -> None:
    bundle = bundle_named(policy)
    items = recorded_talk(texts, shop, bundle)
    reply, history = items[-1].event, [item.event for item in items[:-1]]
    assert isinstance(reply, AgentReplied)
    if not reply.decision.slate:
        return
    answer = minimal_counterfactual(items, len(texts), catalog=shop, bundle=bundle, largest=2)

    def first(left_out: tuple[object, ...]) -> str | None:
        kept = [one for one in statements(history) if one not in left_out]
        gone = [one for one in statements(history) if one not in kept]
        ids = decide(fold(without(history, gone)), shop, bundle).product_ids
        return ids[0] if ids else None

    changing: list[tuple[tuple[object, ...], str | None]] = []
    for size in (1, 2):
        sets = combinations(statements(history), size)
        changing = [(left_out, leader) for left_out in sets if (leader := first(left_out)) != answer.first]
        if changing:
            break
    assert [(one.left_out, one.first) for one in answer.alternatives] == changing
    assert answer.first == reply.decision.product_ids[0]
    assert answer.complete


def test_simulated_sessions_are_explained_under_every_policy(shop: Catalog) -> None:
    for policy in ("house", "arc", "opoyo"):
        bundle = bundle_named(policy)
        items = recorded_talk(["a red wool scarf", "under 60 dollars"], shop, bundle)
        one = minimal_counterfactual(items, 2, catalog=shop, bundle=bundle)
        assert one == minimal_counterfactual(items, 2, catalog=shop, bundle=bundle)
        assert one.searched >= 1
        assert one.tried >= len(one.stated)


def test_an_earlier_turn_is_explained_by_what_was_said_up_to_it(
    talked: MemoryStore, shop: Catalog, house: AnyBundle
) -> None:
    items = tuple(talked.read("scarf"))
    first = minimal_counterfactual(items, 1, catalog=shop, bundle=house)
    assert {stated.turn for stated in first.stated} == {1}
    later = minimal_counterfactual(items, 3, catalog=shop, bundle=house)
    assert len(later.stated) > len(first.stated)


def test_a_search_cut_short_says_so(talked: MemoryStore, shop: Catalog, house: AnyBundle) -> None:
    items = tuple(talked.read("scarf"))
    cut = minimal_counterfactual(items, 3, catalog=shop, bundle=house, limit=1)
    assert (cut.tried, cut.searched, cut.complete) == (1, 0, False)


def test_larger_sets_are_tried_only_when_no_smaller_one_changes_the_first(shop: Catalog) -> None:
    """A policy whose first product stays the same while either of two colours is wanted."""
    names = (shop.product_id(0), shop.product_id(1))

    def by_colours(state: SessionState, *_rest: object) -> object:
        return 0 if any(item.value in {"red", "blue"} for item in state.live) else 1

    def decided(bundle: AnyBundle) -> AnyBundle:
        opoyo = bundle_named("opoyo")
        view = opoyo.rank_products(fold([]), shop, opoyo.settings)

        def rank(state: SessionState, *rest: object) -> object:
            return replace(view, products=(by_colours(state, *rest),), scores=(1.0,))  # type: ignore[type-var]  # opoyo's view

        return replace(bundle, rank_products=rank)

    fixed = decided(bundle_named("opoyo"))
    store = MemoryStore()
    live = LiveSession(store, "visit", catalog=shop, bundle=fixed)
    live.say(Message("red or blue, wool", at_us=1))
    answer = minimal_counterfactual(tuple(store.read("visit")), 1, catalog=shop, bundle=fixed)
    ((left_out, first),) = [(one.left_out, one.first) for one in answer.alternatives]
    assert (answer.first, first) == names
    assert sorted(stated.act.value for stated in left_out if isinstance(stated.act, Want)) == ["blue", "red"]
    assert answer.searched == 2
    assert (
        minimal_counterfactual(tuple(store.read("visit")), 1, catalog=shop, bundle=fixed, largest=1).alternatives == ()
    )


def test_what_cannot_be_reproduced_is_not_explained(talked: MemoryStore, shop: Catalog) -> None:
    items = tuple(talked.read("scarf"))
    with pytest.raises(ReplayError, match="turn 2 is not reproduced"):
        minimal_counterfactual(items, 2, catalog=shop, bundle=bundle_named("opoyo"))
    with pytest.raises(RangeError):
        minimal_counterfactual(items, 9, catalog=shop, bundle=bundle_named("house"))


def test_a_turn_that_showed_nothing_has_nothing_to_explain(
    talked: MemoryStore, shop: Catalog, house: AnyBundle
) -> None:
    store = MemoryStore()
    *history, last = (item.event for item in talked.read("dress"))
    assert isinstance(last, AgentReplied)
    store.append("dress", [*history, last.model_copy(update={"decision": Decision(ask="other")})], expected_seq=0)
    with pytest.raises(ReplayError, match="showed no product"):
        minimal_counterfactual(tuple(store.read("dress")), 3, catalog=shop, bundle=house)
    store.append("mute", [*history[:2]], expected_seq=0)
    with pytest.raises(ReplayError, match="showed no product"):
        minimal_counterfactual(tuple(store.read("mute")), 1, catalog=shop, bundle=house)
