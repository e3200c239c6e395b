"""The category tree: a fixed list of shelves by rank of size, each with a label of its own.

A shelf is named by the last two parts of its path, so `parts` is what every path on it ends in; what stands before
varies by department, as it does in the contest's catalog (1,115 labels from 1,832 path prefixes). The list is the same
for every seed. It starts with plausible large shelves, and from rank 200 on every fifth is a merchandising label
(189 of 1,115 in the contest's catalog: price words, percentages, codes).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import cycle
from math import gcd
from typing import TYPE_CHECKING, TypeVar, cast

from lab.synthetic.families import families
from lab.synthetic.tables import table, texts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lab.synthetic.families import Family
    from lab.synthetic.tables import Value

__all__ = ["ANY_DEPARTMENT", "Shelf", "shelves"]

ANY_DEPARTMENT = ""
"""The shelf does not fix who it is for."""

_T = TypeVar("_T")

_FAMILIES = tuple(families().values())
_TREE = table("shelves")
_NOISE_FROM, _NOISE_EVERY = 200, 5

_ACCESSORIES = ("bags", "headwear", "accessories", "eyewear")
_GENERIC = tuple(
    f"{who}|{what}"
    for who in ("Men", "Women", "Girls", "Boys")
    for what in ("Shoes", "Clothing", "Jewelry", "Accessories", "Watches")
)


@dataclass(frozen=True, slots=True)
class Shelf:
    """One shelf: the path parts it is named by, the products it holds as (family, noun) pairs, and who for."""

    parts: tuple[str, str]
    stock: tuple[tuple[Family, str], ...]
    department: str = ANY_DEPARTMENT
    bare: bool = False
    """The first part is made by the root itself ("Shoes & Jewelry"), so a path is just the root and the second part."""


@lru_cache(maxsize=1)
def shelves() -> tuple[Shelf, ...]:
    """All shelves, largest expected first; labels are distinct.

    >>> [" ".join(shelf.parts) for shelf in shelves()[:3]]
    ['Tops Tees', 'Shoes & Jewelry Eastgate', 'Shoes Street Sneakers']
    """
    head = [_largest(*texts(entry)) for entry in cast("list[Value]", _TREE["head"])]
    everything = tuple((family, noun) for family in _FAMILIES for _, noun in family.leaves)
    head.insert(1, Shelf(("Shoes & Jewelry", "Eastgate"), everything, bare=True))
    tail = _interleave(len(head), _ordinary(), _noise(everything))
    found: dict[str, Shelf] = {}
    for shelf in (*head, *tail):
        found.setdefault(" ".join(shelf.parts).casefold(), shelf)
    return tuple(found.values())


def _largest(name: str, parent: str, leaf: str) -> Shelf:
    """A shelf of the head of the tree, named in full."""
    family = families()[name]
    return Shelf((parent, leaf), ((family, dict(family.leaves)[leaf]),))


def _plain(family: Family, parent: int, leaf: int) -> Shelf:
    """The shelf of a family's own parent and leaf."""
    name, noun = family.leaves[leaf]
    return Shelf((family.parents[parent], name), ((family, noun),))


def _interleave(before: int, ordinary: Sequence[Shelf], noise: Iterator[Shelf]) -> Iterator[Shelf]:
    """Every fifth shelf from rank 200 on is a noisy one."""
    for rank, shelf in enumerate(ordinary, start=before + 1):
        if rank > _NOISE_FROM and rank % (_NOISE_EVERY - 1) == 0:
            yield next(noise)
        yield shelf


def _ordinary() -> list[Shelf]:
    """Own parents first (in a mixed order), then the generic labels, then aisles crossed with leaves."""
    own = [
        _plain(family, parent, leaf)
        for parent in range(3)
        for leaf in range(max(len(family.leaves) for family in _FAMILIES))
        for family in _FAMILIES
        if parent < len(family.parents) and leaf < len(family.leaves)
    ]
    generic = [_generic(*label.split("|")) for label in _GENERIC]
    crossed = [_aisle(family, aisle, leaf) for family, aisle, leaf in _crossings()]
    return own[:180] + generic + _mixed(own[180:] + crossed)


def _crossings() -> Iterator[tuple[Family, str, tuple[str, str]]]:
    """Each aisle with each leaf that it could hold."""
    for family in _FAMILIES:
        aisles = "clothing_aisles" if family.worn else "shoe_aisles" if family.name == "footwear" else "other_aisles"
        for aisle in texts(_TREE[aisles]):
            for leaf in family.leaves:
                yield family, aisle, leaf


def _aisle(family: Family, aisle: str, leaf: tuple[str, str]) -> Shelf:
    """A leaf under an aisle; an aisle that opens with a department's name fixes the department."""
    name, noun = leaf
    return Shelf((aisle, name), ((family, noun),), department=_department(aisle))


def _department(aisle: str) -> str:
    """Who an aisle is for, if its name says so."""
    first, _, rest = aisle.partition(" ")
    if first == "Baby":
        return rest
    return first if first in {"Men", "Women", "Girls", "Boys"} else ANY_DEPARTMENT


def _generic(who: str, what: str) -> Shelf:
    """A label such as "Men Shoes": everything of one sort for one department."""
    names = {"Shoes": ("footwear",), "Jewelry": ("jewelry",), "Watches": ("watches",), "Accessories": _ACCESSORIES}
    kinds = [family for family in _FAMILIES if (family.name in names[what] if what in names else family.worn)]
    stock = tuple((family, noun) for family in kinds for _, noun in family.leaves)
    # "Clothing" alone would be dropped by the kit's label rule, so that shelf has another name.
    return Shelf((who, "Apparel" if what == "Clothing" else what), stock, department=who)


def _noise(everything: tuple[tuple[Family, str], ...]) -> Iterator[Shelf]:
    """Merchandising labels without end; campaigns mix all kinds, the others hold one."""
    leaves = _mixed([(family, leaf) for family in _FAMILIES for leaf in family.leaves])
    turns = zip(cycle(texts(_TREE["noise"])), cycle(leaves), strict=False)
    for number, (pattern, (family, (name, noun))) in enumerate(turns, start=5):
        first, second = pattern.format(leaf=name, n=number).split("|")
        stock = everything if "{leaf}" not in pattern else ((family, noun),)
        yield Shelf((first, second), stock)


def _mixed(items: Sequence[_T]) -> list[_T]:
    """A fixed riffle: item order by multiples of a number coprime to any length, so that neighbours come apart."""
    total = len(items)
    step = next(step for step in range(int(total * 0.618), total + 1) if gcd(step, total) == 1)
    return [items[place * step % total] for place in range(total)]
