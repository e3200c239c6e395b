"""What is remembered of a shopper: a pure fold over finished visits, one after the other.

Only what the shopper said or did in a visit is added; what was carried into it is read, never added again. Every
visit takes a memory's weights down to 0.7 (SATU), and 180 days halve them.

Invariant: `remember` depends on its arguments only and never makes a memory larger than `MEMORY_BYTES`. Aging happens
where a visit starts, so the memory that a visit carried is the very value that the fold goes on from after it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from statecore.digests import digest_bytes
from statecore.memory import (
    MEMORY_BYTES,
    RECURS,
    SURE_MILLI,
    Answering,
    Kept,
    KeptKind,
    KeptPrice,
    KeptProduct,
    KeptShelf,
    Memory,
    forgotten,
)
from statecore.records import pack_record
from statecore.state import Category, Constraint, SessionState

__all__ = ["EMPTY_MEMORY", "FinishedVisit", "aged", "chained", "remember"]

EMPTY_MEMORY = Memory()

_KEEP, _OF = 7, 10
"""The share of a weight that a further visit leaves (SATU: 0.7)."""
_HALF_LIFE_DAYS = 180.0
_DAY_US = 86_400_000_000
_FAINT = 150
"""Below this weight a thing is forgotten."""
_SURE_ENOUGH = 0.6
"""Surmises are not remembered."""
_LONGEST = 60
"""Longer values are listing lines of one product, not habits."""
_MOST_KEPT, _MOST_SHELVES, _MOST_PRODUCTS = 14, 6, 6

_WeighedT = TypeVar("_WeighedT", Kept, KeptShelf, KeptPrice)


@dataclass(frozen=True, slots=True)
class FinishedVisit:
    """A finished visit: its final state, its number among the shopper's (from 1), start and end, and its head."""

    state: SessionState
    visit: int
    started_us: int
    ended_us: int
    head_digest: bytes


def chained(digest: bytes, head_digest: bytes) -> bytes:
    """The digest of a row of visits, one visit longer."""
    return digest_bytes(digest + head_digest)


def aged(memory: Memory, at_us: int) -> Memory:
    """The memory at a later instant: 180 days halve every weight; instants before its last change nothing."""
    days = max(0, at_us - memory.last_us) / _DAY_US
    if memory.visits == 0 or days == 0:
        return memory
    share = round(SURE_MILLI * 2.0 ** (-days / _HALF_LIFE_DAYS))
    return _scaled(memory, share, SURE_MILLI).model_copy(update={"last_us": at_us})


def _scaled(memory: Memory, part: int, whole: int) -> Memory:
    """Every weight times part/whole; what becomes faint is dropped."""
    price = None if memory.price is None else _lighter(memory.price, part, whole)
    answering = (
        item.model_copy(update={"answered": item.answered * part // whole, "declined": item.declined * part // whole})
        for item in memory.answering
    )
    return memory.model_copy(
        update={
            "kept": _lighter_all(memory.kept, part, whole),
            "answering": tuple(item for item in answering if item.answered + item.declined >= _FAINT),
            "shelves": _lighter_all(memory.shelves, part, whole),
            "price": price if price is not None and price.weight >= _FAINT else None,
        }
    )


def _lighter_all(items: tuple[_WeighedT, ...], part: int, whole: int) -> tuple[_WeighedT, ...]:
    return tuple(one for item in items if (one := _lighter(item, part, whole)).weight >= _FAINT)


def _lighter(item: _WeighedT, part: int, whole: int) -> _WeighedT:
    return item.model_copy(update={"weight": item.weight * part // whole})


def remember(memory: Memory, visit: FinishedVisit) -> Memory:
    """The memory after one more finished visit; `memory` is aged to the visit's start."""
    state = visit.state
    for forget in state.forgets:
        memory = forgotten(memory, forget)
    memory = _scaled(memory, _KEEP, _OF)
    memory = memory.model_copy(
        update={
            "visits": memory.visits + 1,
            "source_digest": chained(memory.source_digest, visit.head_digest),
            "last_us": max(memory.last_us, visit.ended_us),
            "kept": _kept(memory.kept, visit),
            "answering": _answering(memory.answering, visit),
            "shelves": _shelves(memory.shelves, visit),
            "price": _price(memory.price, visit),
            "products": _products(memory.products, visit),
        }
    )
    return _bounded(memory)


def _kept(before: tuple[Kept, ...], visit: FinishedVisit) -> tuple[Kept, ...]:
    """The values of earlier visits that this one did not speak against, and those told in it."""
    told = [_of_constraint(item, visit) for item in visit.state.live if _memorable(item)]
    found = {_key(item): item for item in before if not any(_ends(new, item) for new in told)}
    for item in told:
        old = found.get(_key(item))
        if old is not None:
            # Told again in another visit: surer than it was told now.
            again = old.told + (old.visit != item.visit)
            weight = min(SURE_MILLI, max(item.weight, old.weight + item.weight // 2))
            item = item.model_copy(update={"told": again, "weight": weight})  # noqa: PLW2901 - the same item, grown
        found[_key(item)] = item
    ranked = sorted(found.values(), key=_rank)
    return tuple(ranked[:_MOST_KEPT])


def _rank(item: Kept) -> tuple[bool, int, str, str, str, str]:
    """What counts for another visit comes first, then the surest."""
    once = item.kind == "wish" and item.told < RECURS
    return once, -item.weight, item.kind, item.attribute, item.value, item.scope or ""


def _memorable(item: Constraint) -> bool:
    """Whether a constraint may be a habit: sure enough, and short."""
    return item.confidence >= _SURE_ENOUGH and len(item.value) <= _LONGEST and item.attribute not in _NO_HABITS


_NO_HABITS = frozenset({"category", "budget"})
"""Kinds and prices are remembered in parts of their own."""


def _kind_of(item: Constraint) -> KeptKind:
    if item.polarity == "exclude":
        return "refusal"
    fits = item.attribute == "style" and "fit" in item.value.casefold().split()
    return "size" if item.attribute == "size" or fits else "wish"


def _of_constraint(item: Constraint, visit: FinishedVisit) -> Kept:
    kind = _kind_of(item)
    category = visit.state.category
    bound = kind != "refusal" and category is not None
    return Kept(
        kind=kind,
        attribute=item.attribute,
        value=item.value,
        weight=round(item.confidence * SURE_MILLI),
        told=1,
        visit=visit.visit,
        at_us=visit.ended_us,
        scope=_main_shelf(category) if bound else None,
        wearer=category.wearer if bound and category is not None else None,
    )


def _main_shelf(category: Category | None) -> str | None:
    return category.shelves[0].label if category is not None and category.shelves else None


def _key(item: Kept) -> tuple[str, str, str, str]:
    """What makes two remembered values one: a size also its shelf, because shoes and shirts are sized apart."""
    return item.kind, item.attribute, item.value.casefold(), (item.scope or "") if item.kind == "size" else ""


def _ends(new: Kept, old: Kept) -> bool:
    """Whether what is told now ends what was remembered: its opposite, or another size of the same things."""
    same_value = new.value.casefold() == old.value.casefold()
    if same_value and (new.kind == "refusal") != (old.kind == "refusal"):
        return True
    of_size = new.kind == old.kind == "size" and new.attribute == old.attribute
    return of_size and not same_value and new.scope == old.scope and new.wearer == old.wearer


def _answering(before: tuple[Answering, ...], visit: FinishedVisit) -> tuple[Answering, ...]:
    """Which questions were answered and which declined; "nothing more" about a thing is neither."""
    state = visit.state
    found = {item.attribute: item for item in before}
    declined = {item.seq: item.attribute for item in state.declined}
    for heard in state.heard:
        if heard.asked is None:
            continue
        refused = declined.get(heard.seq) == heard.asked
        if not refused and not heard.learned:
            continue
        old = found.get(heard.asked)
        found[heard.asked] = Answering(
            attribute=heard.asked,
            answered=(old.answered if old else 0) + (0 if refused else SURE_MILLI),
            declined=(old.declined if old else 0) + (SURE_MILLI if refused else 0),
            visit=visit.visit,
            at_us=visit.ended_us,
        )
    return tuple(sorted(found.values(), key=lambda item: item.attribute))


def _shelves(before: tuple[KeptShelf, ...], visit: FinishedVisit) -> tuple[KeptShelf, ...]:
    """The shelves looked at, each with its share of this visit."""
    found = {item.label: item for item in before}
    category = visit.state.category
    for shelf in () if category is None else category.shelves[:_MOST_SHELVES]:
        old = found.get(shelf.label)
        weight = (old.weight if old else 0) + round(shelf.weight * category.confidence * SURE_MILLI)  # type: ignore[union-attr]  # there are shelves only with a category
        if weight >= _FAINT:
            found[shelf.label] = KeptShelf(label=shelf.label, weight=weight, visit=visit.visit, at_us=visit.ended_us)
    return tuple(sorted(found.values(), key=lambda item: (-item.weight, item.label))[:_MOST_SHELVES])


def _price(before: KeptPrice | None, visit: FinishedVisit) -> KeptPrice | None:
    budget = visit.state.budget
    if budget is None:
        return before
    return KeptPrice(
        min_minor=budget.min_minor,
        max_minor=budget.max_minor,
        weight=SURE_MILLI,
        visit=visit.visit,
        at_us=visit.ended_us,
    )


_OWNED = frozenset({"bought", "returned"})


def _products(before: tuple[KeptProduct, ...], visit: FinishedVisit) -> tuple[KeptProduct, ...]:
    """What was bought, newest first; a later return takes the purchase's place."""
    found = {item.product_id: item for item in before}
    for one in visit.state.reactions:
        if one.reaction in _OWNED:
            found.pop(one.product_id, None)
            found[one.product_id] = KeptProduct(
                product_id=one.product_id,
                reaction="returned" if one.reaction == "returned" else "bought",
                visit=visit.visit,
                at_us=visit.ended_us,
            )
    return tuple(sorted(found.values(), key=lambda item: (-item.visit, item.product_id))[:_MOST_PRODUCTS])


def _bounded(memory: Memory) -> Memory:
    """The memory within `MEMORY_BYTES`: the last of the longest part goes first."""
    parts = ("kept", "products", "shelves", "answering")
    while len(pack_record(memory)) > MEMORY_BYTES:
        longest = max(parts, key=lambda name: (len(getattr(memory, name)), name))
        memory = memory.model_copy(update={longest: getattr(memory, longest)[:-1]})
    return memory
