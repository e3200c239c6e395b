"""What is remembered of a shopper from earlier visits: a small value that a visit carries in.

Invariant: a memory holds words of the catalog or of a fixed vocabulary and counts, never the shopper's own text or id;
every item says which visit it was last told in and when; and its bytes stay below `MEMORY_BYTES`, however many visits
it was folded from.

Weights are in thousandths (1,000 is sure), so that equal visits make equal bytes everywhere.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field

from statecore.acts import Forget, Wearer
from statecore.values import (
    AskAttribute,
    Attribute,
    Digest,
    Identifier,
    Micros,
    MinorUnits,
    Seq,
    Tally,
    Value,
    Vocabulary,
    absent,
)

__all__ = [
    "MEMORY_BYTES",
    "RECURS",
    "SURE_MILLI",
    "Answering",
    "Kept",
    "KeptKind",
    "KeptPrice",
    "KeptProduct",
    "KeptShelf",
    "Memory",
    "Milli",
    "forgotten",
    "in_force",
    "names",
    "usual",
]

MEMORY_BYTES: Final = 2_000
"""The most bytes that a carried memory has."""

SURE_MILLI: Final = 1_000
RECURS: Final = 2
"""In so many visits a positive wish must have been told before it counts for another one."""

Milli: TypeAlias = Annotated[int, Field(ge=0, le=SURE_MILLI)]
KeptKind: TypeAlias = Literal["refusal", "size", "wish"]
"""What must not be (brands too), what fits, and what was wished for."""


class Kept(Vocabulary):
    """A value remembered: `told` in so many visits, last in visit number `visit`, which ended `at_us`.

    `scope` is the shelf's label that it was told on, `wearer` for whom; a refusal holds everywhere.
    """

    kind: KeptKind
    attribute: Attribute
    value: Value
    weight: Milli
    told: Seq
    visit: Seq
    at_us: Micros
    scope: str | None = Field(default=None, exclude_if=absent)
    wearer: Wearer | None = Field(default=None, exclude_if=absent)


class Answering(Vocabulary):
    """How a person took questions about an attribute: answers and refusals, decayed, in thousandths of one."""

    attribute: AskAttribute
    answered: Tally
    declined: Tally
    visit: Seq
    at_us: Micros


class KeptShelf(Vocabulary):
    """A shelf that was looked at: its weight, decayed."""

    label: Value
    weight: Tally
    visit: Seq
    at_us: Micros


class KeptPrice(Vocabulary):
    """The price range last set, in hundredths; an open end is None."""

    min_minor: MinorUnits | None
    max_minor: MinorUnits | None
    weight: Milli
    visit: Seq
    at_us: Micros


class KeptProduct(Vocabulary):
    """A product that was bought, or bought and returned."""

    product_id: Identifier
    reaction: Literal["bought", "returned"]
    visit: Seq
    at_us: Micros


class Memory(Vocabulary):
    """What `visits` finished visits left, weakest last in each part.

    `source_digest` chains the heads of the visits that it was folded from, in order; `skipped` are the numbers (from 1)
    of earlier visits of the shopper that were not finished then, and are not in it.
    """

    visits: Tally = 0
    source_digest: Digest = bytes(32)
    skipped: tuple[Seq, ...] = ()
    last_us: Micros = 0
    kept: tuple[Kept, ...] = ()
    answering: tuple[Answering, ...] = ()
    shelves: tuple[KeptShelf, ...] = ()
    price: KeptPrice | None = None
    products: tuple[KeptProduct, ...] = ()

    @property
    def seen(self) -> int:
        """How many visits of the shopper there were, folded or skipped."""
        return self.visits + len(self.skipped)


def in_force(memory: Memory | None, kind: KeptKind) -> tuple[Kept, ...]:
    """The remembered values of a kind that count for another visit: a wish only once it recurred.

    >>> in_force(None, "refusal")
    ()
    """
    if memory is None:
        return ()
    return tuple(item for item in memory.kept if item.kind == kind and (kind != "wish" or item.told >= RECURS))


def usual(memory: Memory | None, labels: tuple[str, ...], wearer: Wearer | None) -> tuple[Kept, ...]:
    """The sizes and fits usual on these shelves for this wearer, surest first, one for each attribute."""
    found: dict[Attribute, Kept] = {}
    for item in in_force(memory, "size"):
        if item.scope in labels and (wearer is None or item.wearer in {None, wearer}):
            found.setdefault(item.attribute, item)
    return tuple(found.values())


def names(forget: Forget, attribute: str, value: str | None = None) -> bool:
    """Whether a request to forget is about this.

    >>> names(Forget(), "size", "42"), names(Forget(attribute="size", value="43"), "size", "42")
    (True, False)
    """
    if forget.attribute is not None and forget.attribute != attribute:
        return False
    if forget.value is None:
        return True
    return value is not None and _same(forget.value, value)


def _same(one: str, other: str) -> bool:
    """Whether two values are the same, or one is the other with its system or letters told too ("42", "eu 42")."""
    one, other = one.casefold(), other.casefold()
    return one == other or one in other.split() or other in one.split()


def forgotten(memory: Memory, forget: Forget) -> Memory:
    """The memory without what is to be forgotten. Forgetting everything is without conditions.

    >>> forgotten(Memory(visits=3), Forget()) == Memory(visits=3)
    True
    """
    everything = forget.attribute is None and forget.value is None
    update: dict[str, object] = {
        "kept": tuple(item for item in memory.kept if not names(forget, item.attribute, item.value))
    }
    if forget.value is None:
        update["answering"] = tuple(item for item in memory.answering if not names(forget, item.attribute))
        if names(forget, "budget"):
            update["price"] = None
        if names(forget, "category"):
            update["shelves"] = ()
    elif forget.attribute in {None, "category"}:
        update["shelves"] = tuple(item for item in memory.shelves if not _same(item.label, forget.value))
    if everything:
        update["products"] = ()
    return memory.model_copy(update=update)
