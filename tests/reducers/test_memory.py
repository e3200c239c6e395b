"""What is remembered of a shopper: a pure fold over visits that decays, stays small, and never feeds on itself."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from reducers.fold import fold
from reducers.memory import EMPTY_MEMORY, FinishedVisit, aged, remember
from statecore.acts import Act, Decline, Exclude, Forget, NameCategory, SetBudget, ShelfWeight, Want
from statecore.decisions import Certificate, Decision
from statecore.digests import digest_bytes
from statecore.events import (
    AgentReplied,
    Event,
    Pins,
    ProductReacted,
    ShopperSaid,
    VisitEnded,
    VisitResumed,
    VisitStarted,
    encode_event,
)
from statecore.memory import MEMORY_BYTES, Memory, in_force, usual
from statecore.records import pack_record
from statecore.state import EMPTY, SessionState
from statecore.values import ASK_ATTRIBUTES, AskAttribute, Attribute

PINS = Pins.model_validate(
    {
        "policy": "house",
        **{f"{n}_digest": bytes([i] * 32) for i, n in enumerate(("catalog", "policy", "reducers", "reader", "codec"))},
    }
)
CERTIFICATE = Certificate(state_digest=bytes(32), decision_digest=bytes(32), pins_digest=bytes(32))
BOOTS = NameCategory(phrase="boots", shelves=(ShelfWeight(label="Shoes Boots", weight=1.0),))
SHIRTS = NameCategory(phrase="shirts", shelves=(ShelfWeight(label="Men Shirts", weight=1.0),))
DAY_US = 86_400_000_000


def visit(
    *acts: Act, asked: AskAttribute | None = None, memory: Memory | None = None, bought: str | None = None
) -> SessionState:
    """The final state of a visit with one message; `asked` puts a question before a last act."""
    said = acts[:-1] if asked else acts
    events: list[Event] = [
        VisitStarted(at_us=1, pins=PINS, memory=memory),
        ShopperSaid(at_us=2, turn=1, acts=said),
        AgentReplied(at_us=3, turn=1, decision=Decision(ask=asked), certificate=CERTIFICATE),
    ]
    if asked:
        events.append(ShopperSaid(at_us=4, turn=2, acts=acts[-1:]))
    if bought is not None:
        events.append(ProductReacted(at_us=5, product_id=bought, reaction="bought"))
    return fold([*events, VisitEnded(at_us=6, reason="left")])


def remembered(*states: SessionState, memory: Memory = EMPTY_MEMORY) -> Memory:
    """The memory after these visits, an instant apart."""
    for number, state in enumerate(states, start=memory.seen + 1):
        memory = remember(
            memory, FinishedVisit(state, number, number * 10, number * 10 + 6, bytes([number % 256] * 32))
        )
    return memory


def values(memory: Memory, kind: str) -> list[str]:
    """What is in force of a kind."""
    return [item.value for item in in_force(memory, kind)]  # type: ignore[arg-type]  # the tests name real kinds


def test_bytes_and_states_without_a_memory_are_those_of_before() -> None:
    opening = VisitStarted(at_us=5, pins=PINS, shopper=bytes(32))
    said = ShopperSaid(at_us=6, turn=1)
    assert EMPTY.digest().hex() == "fc482645b743d83526cc910de62b25dc9242bf96a91da0835f26a1c2d24a252a"
    assert (
        digest_bytes(encode_event(opening)).hex() == "4dede132264f47964a5fe6a4008d5b85e85f9f076aa3a0b4cf02f2bec0da6c60"
    )
    assert fold([opening, said]).digest().hex() == "edd20225448651dc59c9238dcc2eb936e9afff368f943862f20fd33161aaed98"


def test_a_refusal_counts_from_the_next_visit_on_and_a_wish_once_it_recurs() -> None:
    first = visit(BOOTS, Exclude(attribute="material", value="suede"), Want(attribute="color", value="green"))
    memory = remembered(first)
    assert values(memory, "refusal") == ["suede"]
    assert values(memory, "wish") == []
    memory = remembered(visit(SHIRTS, Want(attribute="color", value="green")), memory=memory)
    assert values(memory, "wish") == ["green"]


def test_a_brand_excluded_and_a_price_range_and_a_purchase_are_kept_with_their_visit() -> None:
    state = visit(BOOTS, Exclude(attribute="brand", value="Northbrook"), SetBudget(max_minor=9_000), bought="p1")
    memory = remembered(EMPTY, state)
    assert [(item.value, item.visit) for item in memory.kept] == [("Northbrook", 2)]
    assert memory.price is not None
    assert (memory.price.max_minor, memory.price.visit) == (9_000, 2)
    assert [(item.product_id, item.reaction) for item in memory.products] == [("p1", "bought")]


def test_a_purchase_that_was_returned_is_remembered_as_returned() -> None:
    events: list[Event] = [
        VisitStarted(at_us=1, pins=PINS),
        ProductReacted(at_us=2, product_id="p1", reaction="bought"),
        VisitEnded(at_us=3, reason="bought"),
        ProductReacted(at_us=4, product_id="p1", reaction="returned"),
    ]
    assert [item.reaction for item in remembered(fold(events)).products] == ["returned"]


def test_a_size_belongs_to_its_shelf_and_a_new_one_takes_its_place() -> None:
    memory = remembered(
        visit(BOOTS, Want(attribute="size", value="42")), visit(SHIRTS, Want(attribute="size", value="m"))
    )
    assert [item.value for item in usual(memory, ("Shoes Boots",), None)] == ["42"]
    assert [item.value for item in usual(memory, ("Men Shirts",), "men")] == ["m"]
    assert usual(memory, ("Hats",), None) == ()
    later = remembered(visit(BOOTS, Want(attribute="size", value="43")), memory=memory)
    assert [item.value for item in usual(later, ("Shoes Boots",), None)] == ["43"]


def test_answers_and_refusals_are_counted_for_each_attribute() -> None:
    declined = visit(BOOTS, Decline(attribute="color"), asked="color")
    answered = visit(BOOTS, Want(attribute="material", value="leather"), asked="material")
    memory = remembered(declined, declined, answered)
    counts = {item.attribute: (item.answered, item.declined) for item in memory.answering}
    assert counts == {"color": (0, (1_000 * 7 // 10 + 1_000) * 7 // 10), "material": (1_000, 0)}


def test_a_weight_falls_to_seven_tenths_with_each_visit_and_to_half_in_half_a_year() -> None:
    memory = remembered(visit(BOOTS, Exclude(attribute="material", value="suede")))
    assert [item.weight for item in memory.kept] == [1_000]
    assert [item.weight for item in remembered(visit(SHIRTS), memory=memory).kept] == [700]
    assert [item.weight for item in aged(memory, memory.last_us + 180 * DAY_US).kept] == [500]
    assert aged(memory, 0) == memory


def test_what_is_told_no_more_fades_away() -> None:
    memory = remembered(visit(BOOTS, Exclude(attribute="material", value="suede")), *[visit(SHIRTS)] * 6)
    assert values(memory, "refusal") == []


def test_what_a_visit_carried_in_is_not_remembered_again() -> None:
    memory = remembered(visit(BOOTS, Exclude(attribute="material", value="suede"), Want(attribute="size", value="42")))
    sizes = []
    for _ in range(12):
        memory = remembered(visit(SHIRTS, memory=memory), memory=memory)
        sizes.append(len(pack_record(memory)))
    assert not memory.kept
    assert max(sizes) == sizes[0]


def test_wanting_what_was_refused_ends_the_refusal_at_once_and_for_good() -> None:
    memory = remembered(visit(BOOTS, Exclude(attribute="material", value="suede")))
    state = visit(BOOTS, Want(attribute="material", value="suede"), memory=memory)
    assert state.memory is not None
    assert values(state.memory, "refusal") == []
    assert state.contradicted
    assert values(remembered(state, memory=memory), "refusal") == []


def test_what_is_to_be_forgotten_is_gone_from_the_visit_and_from_the_memory_after_it() -> None:
    memory = remembered(visit(BOOTS, Want(attribute="size", value="42"), Exclude(attribute="brand", value="Acme")))
    state = visit(BOOTS, Forget(attribute="size", value="42"), memory=memory)
    assert state.memory is not None
    assert usual(state.memory, ("Shoes Boots",), None) == ()
    after = remembered(state, memory=memory)
    assert [item.value for item in after.kept] == ["Acme"]
    nothing = remembered(visit(BOOTS, Forget(), memory=memory), memory=memory)
    assert nothing.kept == ()


def test_forgetting_takes_back_what_this_visit_told_too() -> None:
    state = visit(BOOTS, Want(attribute="size", value="42"), Forget(attribute="size", value="42"))
    assert [item.fate for item in state.constraints] == ["removed"]


def test_a_resumed_visit_is_open_again_and_its_last_slate_is_not_yet_judged() -> None:
    from statecore.decisions import Offer  # noqa: PLC0415 - only this test shows anything

    shown = Decision(slate=(Offer(product_id="p", score=1.0),))
    events: list[Event] = [
        VisitStarted(at_us=1, pins=PINS),
        ShopperSaid(at_us=2, turn=1),
        AgentReplied(at_us=3, turn=1, decision=shown, certificate=CERTIFICATE),
        ShopperSaid(at_us=4, turn=2),
        AgentReplied(
            at_us=5,
            turn=2,
            decision=Decision(slate=(Offer(product_id="q", score=1.0),)),
            certificate=CERTIFICATE,
        ),
        VisitEnded(at_us=6, reason="left"),
        VisitResumed(at_us=7),
        ShopperSaid(at_us=8, turn=3),
    ]
    state = fold(events)
    assert state.stage == "open"
    assert state.refuted_ids == ("p",)


ATTRIBUTES = st.sampled_from(("material", "color", "style", "brand", "size"))
WORDS = st.text("abcdeé", min_size=1, max_size=59)
ACTS = st.one_of(
    st.builds(lambda a, v: Want(attribute=a, value=v), ATTRIBUTES, WORDS),
    st.builds(lambda a, v: Exclude(attribute=a, value=v), ATTRIBUTES, WORDS),
    st.builds(lambda v: NameCategory(phrase=v, shelves=(ShelfWeight(label=v * 3, weight=1.0),)), WORDS),
    st.builds(lambda a: Decline(attribute=a), ATTRIBUTES),
    st.builds(lambda a: Forget(attribute=a), ATTRIBUTES),
)
VISITS = st.lists(st.tuples(st.lists(ACTS, max_size=8), st.sampled_from(ASK_ATTRIBUTES)), max_size=12)


@given(VISITS)
def test_a_memory_never_outgrows_its_bytes_and_is_a_function_of_the_visits(
    told: list[tuple[list[Act], AskAttribute]],
) -> None:
    states = [visit(BOOTS, *acts, asked=ask) for acts, ask in told]
    memory = remembered(*states)
    assert len(pack_record(memory)) <= MEMORY_BYTES
    assert memory == remembered(*states)
    assert memory.visits == len(states)


@given(VISITS, st.integers(0, 12))
def test_folding_on_from_any_visit_gives_what_folding_all_gives(
    told: list[tuple[list[Act], AskAttribute]], cut: int
) -> None:
    states = [visit(*acts, BOOTS, asked=ask) for acts, ask in told]
    assert remembered(*states[cut:], memory=remembered(*states[:cut])) == remembered(*states)


@given(ATTRIBUTES, WORDS)
def test_a_forgotten_attribute_leaves_nothing(attribute: Attribute, value: str) -> None:
    memory = remembered(visit(BOOTS, Exclude(attribute=attribute, value=value)))
    assert not remembered(visit(BOOTS, Forget(attribute=attribute)), memory=memory).kept
