"""A shopper who comes back: what is carried in, proven by a digest; visits taken up again; two devices at once."""

from __future__ import annotations

import pytest

from catalog.index import Catalog
from policies.registry import AnyBundle
from reducers.memory import EMPTY_MEMORY, aged, remember
from replay.audit import audit
from replay.engine import Message
from replay.returning import ABANDONED_US, RESUME_WITHIN_US, come_back, recall
from replay.session import LiveSession
from statecore.errors import ConflictError
from statecore.events import VisitStarted
from statecore.memory import MEMORY_BYTES, Memory
from statecore.records import pack_record
from store.contract import EventStore
from store.memory import MemoryStore

DAY_US = 86_400_000_000
ANNA = "anna@example.com"


def come(store: EventStore, shop: Catalog, house: AnyBundle, name: str, at_us: int, who: str = ANNA) -> LiveSession:
    """A visit of someone."""
    return come_back(store, who, name, catalog=shop, bundle=house, at_us=at_us)


def talk(live: LiveSession, at_us: int, *texts: str, end: bool = True) -> None:
    """Say some things, and leave."""
    for number, text in enumerate(texts):
        live.say(Message(text, at_us=at_us + number))
    if end:
        live.end("closed", at_us + len(texts))


def carried(store: EventStore, session_id: str) -> Memory | None:
    """What a visit carried in."""
    opening = next(store.read(session_id)).event
    assert isinstance(opening, VisitStarted)
    return opening.memory


def from_scratch(store: EventStore, names: list[str]) -> Memory:
    """The memory after these visits, all read."""
    from replay.returning import _finished, visits_of  # noqa: PLC0415 - held against the fold without a snapshot

    pseudonym = store.known_pseudonym(ANNA)
    assert pseudonym is not None
    visits = visits_of(store, pseudonym)
    memory = EMPTY_MEMORY
    for name in names:
        visit = _finished(store, visits, visits.ids.index(name), 2**60)
        assert visit is not None
        memory = remember(aged(memory, visit.started_us), visit)
    return memory


def test_a_first_visit_carries_nothing_and_the_next_one_what_was_said(shop: Catalog, house: AnyBundle) -> None:
    store = MemoryStore()
    talk(come(store, shop, house, "v1", 0), 1, "a red scarf, no wool please")
    talk(come(store, shop, house, "v2", DAY_US), DAY_US, "a hat")
    assert carried(store, "v1") is None
    memory = carried(store, "v2")
    assert memory is not None
    assert [item.value for item in memory.kept if item.kind == "refusal"] == ["wool"]
    assert memory.visits == 1


def test_going_on_from_a_carried_memory_gives_what_reading_all_visits_gives(shop: Catalog, house: AnyBundle) -> None:
    store = MemoryStore()
    names = [f"v{number}" for number in range(6)]
    says = (
        "a red scarf, no wool",
        "a hat under $30",
        "boots, not suede",
        "a dress",
        "a shirt in cotton",
        "no silk, a tie",
    )
    for number, (name, text) in enumerate(zip(names, says, strict=True)):
        talk(come(store, shop, house, name, number * DAY_US), number * DAY_US, text)
    pseudonym = store.known_pseudonym(ANNA)
    assert pseudonym is not None
    assert recall(store, pseudonym, at_us=9 * DAY_US) == from_scratch(store, names)


def test_a_return_after_the_visit_changes_what_is_remembered(shop: Catalog, house: AnyBundle) -> None:
    store = MemoryStore()
    first = come(store, shop, house, "v1", 0)
    first.say(Message("a scarf", at_us=1))
    bought = first.state.shown[-1].product_id
    first.react(bought, "bought", 2)
    first.end("bought", 3)
    talk(come(store, shop, house, "v2", DAY_US), DAY_US, "a hat")
    first.react(bought, "returned", 2 * DAY_US)
    talk(come(store, shop, house, "v3", 3 * DAY_US), 3 * DAY_US, "a tie")
    before, after = carried(store, "v2"), carried(store, "v3")
    assert before is not None
    assert after is not None
    assert [item.reaction for item in before.products] == ["bought"]
    assert [item.reaction for item in after.products] == ["returned"]


def test_a_visit_with_a_memory_replays_without_the_visits_it_came_from(shop: Catalog, house: AnyBundle) -> None:
    store = MemoryStore()
    talk(come(store, shop, house, "v1", 0), 1, "a red scarf, no wool please")
    talk(come(store, shop, house, "v2", DAY_US), DAY_US, "a scarf", "in green")
    alone = MemoryStore()
    turns = list(store.turns("v2"))
    for turn in turns:
        alone.append_stored("v2", turn.payloads, expected_seq=turn.first_seq - 1)
    assert audit(alone, shop).ok


def test_who_comes_back_soon_to_a_visit_they_left_goes_on_with_it(shop: Catalog, house: AnyBundle) -> None:
    store = MemoryStore()
    live = come(store, shop, house, "v1", 0)
    talk(live, 1, "a red scarf", "not that one", end=False)
    proven = live.state.refuted_ids
    live.end("left", 10)
    again = come(store, shop, house, "v2", 11)
    assert again.session_id == "v1"
    assert again.state.stage == "open"
    again.say(Message("show me another one", at_us=12))
    assert set(proven) <= set(again.state.refuted_ids)
    assert proven
    assert not set(proven) & {item.product_id for item in again.state.shown if item.turn == again.state.turn}
    assert audit(store, shop).ok


@pytest.mark.parametrize(("reason", "later_us"), [("left", RESUME_WITHIN_US + 9), ("bought", 1), ("closed", 1)])
def test_a_visit_long_left_or_finished_is_not_taken_up(
    shop: Catalog, house: AnyBundle, reason: str, later_us: int
) -> None:
    store = MemoryStore()
    live = come(store, shop, house, "v1", 0)
    talk(live, 1, "a red scarf", end=False)
    live.end(reason, 3)  # type: ignore[arg-type]  # the reasons are real ones
    assert come(store, shop, house, "v2", 3 + later_us).session_id == "v2"


def test_visits_on_two_devices_stay_apart_and_both_are_remembered(shop: Catalog, house: AnyBundle) -> None:
    store = MemoryStore()
    phone = come(store, shop, house, "phone", 0)
    phone.say(Message("a scarf, no wool", at_us=1))
    desk = come(store, shop, house, "desk", 2)
    desk.say(Message("boots, not suede", at_us=3))
    phone.say(Message("in red", at_us=4))
    desk.say(Message("in black", at_us=5))
    assert carried(store, "desk") is None
    assert {item.value for item in phone.state.live} & {"suede", "black"} == set()
    desk.end("closed", 6)
    talk(come(store, shop, house, "between", 7), 8, "a hat")
    between = carried(store, "between")
    assert between is not None
    assert between.skipped == (1,)
    phone.end("closed", 20)
    talk(come(store, shop, house, "last", 30), 31, "a tie")
    last = carried(store, "last")
    assert last is not None
    assert (last.visits, last.skipped) == (3, ())
    assert {item.value for item in last.kept if item.kind == "refusal"} == {"wool", "suede"}
    assert audit(store, shop).ok


def test_of_two_devices_that_take_up_one_visit_one_is_refused(shop: Catalog, house: AnyBundle) -> None:
    store = MemoryStore()
    live = come(store, shop, house, "v1", 0)
    talk(live, 1, "a scarf", end=False)
    live.end("left", 2)
    one, other = (LiveSession(store, "v1", catalog=shop, bundle=house) for _ in range(2))
    one.resume(3)
    with pytest.raises(ConflictError):
        other.resume(3)


def test_a_visit_without_an_end_is_remembered_a_day_later(shop: Catalog, house: AnyBundle) -> None:
    store = MemoryStore()
    talk(come(store, shop, house, "v1", 0), 1, "a scarf, no wool", end=False)
    pseudonym = store.pseudonym(ANNA)
    assert recall(store, pseudonym, at_us=2) is None
    assert recall(store, pseudonym, at_us=1 + ABANDONED_US) is not None


def test_what_is_carried_stays_small_and_visits_grow_no_longer(shop: Catalog, house: AnyBundle) -> None:
    store = MemoryStore()
    sizes = []
    says = ("a red scarf, no wool", "boots in size 9, not suede", "a hat under $30", "a cotton shirt, no polyester")
    for number in range(40):
        talk(come(store, shop, house, f"v{number}", number * DAY_US), number * DAY_US, says[number % 4])
        opening = next(store.read(f"v{number}"))
        sizes.append(len(opening.payload))
        memory = carried(store, f"v{number}")
        assert memory is None or len(pack_record(memory)) <= MEMORY_BYTES
    assert max(sizes[20:]) <= max(sizes[:20])


def test_an_erased_shopper_comes_back_as_a_stranger(shop: Catalog, house: AnyBundle) -> None:
    from store.privacy import erase_shopper  # noqa: PLC0415 - only this test erases

    store = MemoryStore()
    talk(come(store, shop, house, "v1", 0), 1, "a scarf, no wool")
    erase_shopper(store, ANNA, at_us=DAY_US)
    talk(come(store, shop, house, "v2", 2 * DAY_US), 2 * DAY_US, "a scarf")
    assert carried(store, "v2") is None
