"""Words for materials and colours, and which of them each product mentions.

Different words for one thing are one group (grey and gray; spandex, elastane and lycra), so that a wish does not depend
on a listing's spelling. The table over a catalog is worked out once per open catalog: it is a pure function of it.

Invariant: a group is one bit; a product's bits are those of the groups that any of its texts has a word of.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from catalog.index import Catalog
from catalog.text import words

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["COLORS", "MATERIALS", "Mentions", "group_bits", "mentions_in"]


def _groups(text: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(group.split("/")) for group in text.split())


MATERIALS: Final = _groups(
    "cotton polyester nylon/polyamide leather wool/woolen/woollen spandex/elastane/lycra silk rayon/viscose linen/flax "
    "denim suede cashmere acrylic velvet satin fleece modal canvas rubber mesh lace chiffon georgette crepe corduroy "
    "metal/steel/brass/alloy gold silver plastic"
)
"""Groups of words for one material."""

COLORS: Final = _groups(
    "black white blue/navy red/crimson pink green/olive brown gray/grey/charcoal purple/violet/lavender "
    "yellow/mustard orange/rust beige/tan/khaki/cream maroon/burgundy/wine gold/golden silver "
    "multicolor/multicolour/multi turquoise/teal"
)
"""Groups of words for one colour."""


class Mentions(NamedTuple):
    """Bits of the groups that each product mentions: `materials` and `colors` uint32[N]."""

    materials: NDArray[np.uint32]
    colors: NDArray[np.uint32]


def group_bits(text: str, groups: Sequence[Sequence[str]]) -> int:
    """The bits of the groups that a text has a word of.

    >>> group_bits("95% Cotton, 5% Elastane", MATERIALS) == 1 | 1 << 5
    True
    """
    said = set(words(text))
    return sum(1 << place for place, group in enumerate(groups) if not said.isdisjoint(group))


@lru_cache(maxsize=2)
def mentions_in(catalog: Catalog) -> Mentions:
    """What every product of a catalog mentions; worked out at the first call for a catalog."""
    return Mentions(_bits(catalog, MATERIALS), _bits(catalog, COLORS))


def _bits(catalog: Catalog, groups: Sequence[Sequence[str]]) -> NDArray[np.uint32]:
    bits = np.zeros(catalog.size, dtype=np.uint32)
    for place, group in enumerate(groups):
        docs = catalog.gather([catalog.term_id(word) for word in group]).docs
        bits[docs] |= np.uint32(1 << place)
    return bits
