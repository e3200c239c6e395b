"""The kinds of product: what they are called, made of and praised for. A family is data; nothing here decides."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from lab.synthetic.tables import Table, integers, pairs, pool, table, texts

__all__ = ["Family", "families"]


@dataclass(frozen=True, slots=True)
class Family:
    """One kind of product. Repetition in a pool is weight."""

    name: str
    worn: bool
    """Clothing, as opposed to shoes, jewelry and accessories."""
    women: int
    """Per cent made for women and girls; the rest is for men and boys, and a tenth of both for anyone."""
    care: str
    """A key of `words.CARE_LINES`."""
    parents: tuple[str, ...]
    """Names of the shelf level above the leaves."""
    leaves: tuple[tuple[str, str], ...]
    """A shelf's leaf name with what one such product is called."""
    prices: tuple[int, ...]
    """In whole units."""
    sizes: tuple[str, ...]
    details: tuple[str, ...]
    """Details keys that only this kind has."""
    looks: tuple[str, ...]
    parts: tuple[str, ...]
    claims: tuple[str, ...]
    """What finishes the sentence "The <part> ..."."""
    materials: tuple[str, ...]
    """Keys of `words.MATERIAL_LINES`, as often as listings name them."""
    usual: dict[str, str]
    """Products that are mostly made of one thing: P(cotton | tees) is 0.93 in the contest's catalog, 0.27 overall."""
    closures: tuple[str, ...]


@lru_cache(maxsize=1)
def families() -> dict[str, Family]:
    """All families by name.

    >>> families()["tops"].leaves[0]
    ('Tees', 'tee')
    """
    return {name: _family(name, cast("Table", entry)) for name, entry in table("families").items()}


def _family(name: str, entry: Table) -> Family:
    """One family from its table."""
    return Family(
        name=name,
        worn=entry["worn"] is True,
        women=cast("int", entry["women"]),
        care=cast("str", entry["care"]),
        parents=texts(entry["parents"]),
        leaves=pairs(entry["leaves"]),
        prices=integers(entry["prices"]),
        sizes=texts(entry["sizes"]),
        details=texts(entry["details"]),
        looks=texts(entry["looks"]),
        parts=texts(entry["parts"]),
        claims=texts(entry["claims"]),
        materials=pool(entry["materials"]),
        usual=dict(pairs(entry.get("usual", {}))),
        closures=pool(entry["closures"]),
    )
