"""The lead lines of listings, each typed to the attribute that it says something about.

A listing's lines are its feature bullets and then its details, as the catalog keeps them; values that only the card has
(a material or colour word found in the text) follow where a listing has few lines. A line has the class that the kit's
shopper files it under; lines that name a brand or a kind of product are told by their key.

Invariant: a line has one attribute, the same on every product that has the line.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from catalog.index import Catalog
from catalog.kit_shopper import CLASSES
from statecore.values import ATTRIBUTES, Attribute

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["LeadLines", "attribute_index", "lead_lines"]

_KEYS: Final[dict[str, Attribute]] = {
    "brand": "brand",
    "brand name": "brand",
    "manufacturer": "brand",
    "category": "category",
    "product type": "category",
    "item type": "category",
    "type": "category",
}


@dataclass(frozen=True, slots=True)
class LeadLines:
    """The first k lines of n products.

    `values` int32[n, k]: value ids (0: no line); `attributes` int8[n, k]: indexes in ATTRIBUTES (-1: no line).
    """

    values: NDArray[np.int32]
    attributes: NDArray[np.int8]


def attribute_index(attribute: Attribute) -> int:
    """The index of an attribute in ATTRIBUTES."""
    return ATTRIBUTES.index(attribute)


def lead_lines(catalog: Catalog, products: NDArray[np.int32], count: int) -> LeadLines:
    """The first `count` lines of products."""
    values = np.zeros((len(products), count), dtype=np.int32)
    for row, product in enumerate(products.tolist()):
        lines = catalog.values_of(product)[:count]
        values[row, : len(lines)] = lines
    distinct, at = np.unique(values, return_inverse=True)
    kinds = np.array([_kind(catalog, value) for value in distinct.tolist()], dtype=np.int8)
    return LeadLines(values, kinds[at].reshape(values.shape))


def _kind(catalog: Catalog, value: int) -> int:
    if value == 0:
        return -1
    key, colon, _ = catalog.value_text(value).partition(":")
    named = _KEYS.get(key.strip().casefold()) if colon else None
    return attribute_index(named or CLASSES[catalog.value_class[value]])
