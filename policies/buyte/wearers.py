"""Who a product is for: kids stand above boys, girls and babies, not beside them.

A flat hierarchy calls every boys' and girls' listing a violation of "toddler", even the one that the word came from
(Buyte's audit of its catalog). So a wish for kids is satisfied by boys', girls' and babies' products, and the other way
round; boys and girls, men and women, and adults and children contradict each other; unisex fits every adult.

Invariant: fitting is symmetric, and every wearer fits itself.
"""

from __future__ import annotations

from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from catalog.index import FIELDS, Catalog
from catalog.text import words
from policies.fit import SATISFIED, UNKNOWN, VIOLATED
from statecore.acts import Wearer

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

__all__ = ["WEARER_WORDS", "fits", "product_wearers", "wearer_fit", "wearers_named"]

WEARER_WORDS: Mapping[Wearer, tuple[str, ...]] = MappingProxyType(
    {
        "men": ("men", "mens", "man", "male", "gents"),
        "women": ("women", "womens", "woman", "female", "ladies"),
        "unisex": ("unisex",),
        "boys": ("boys", "boy"),
        "girls": ("girls", "girl"),
        "kids": ("kids", "kid", "children", "childrens", "child", "toddler", "toddlers", "youth"),
        "baby": ("baby", "babies", "infant", "infants", "newborn"),
    }
)
"""The words for each wearer."""

_KIN: frozenset[frozenset[Wearer]] = frozenset(
    {
        frozenset({"kids", "boys"}),
        frozenset({"kids", "girls"}),
        frozenset({"kids", "baby"}),
        frozenset({"baby", "boys"}),
        frozenset({"baby", "girls"}),
        frozenset({"unisex", "men"}),
        frozenset({"unisex", "women"}),
    }
)
_COLUMNS = [FIELDS.index("title"), FIELDS.index("categories")]
"""Other fields name wearers that the product is not for (keyword spam)."""


def fits(wanted: Wearer, wearer: Wearer) -> bool:
    """Whether a product for `wearer` can be right for who wants one for `wanted`.

    >>> fits("kids", "girls"), fits("boys", "girls"), fits("men", "unisex"), fits("women", "men")
    (True, False, True, False)
    """
    return wanted == wearer or frozenset({wanted, wearer}) in _KIN


def wearers_named(text: str) -> frozenset[Wearer]:
    """The wearers that a text names.

    >>> sorted(wearers_named("Baby Girls Bodysuits"))
    ['baby', 'girls']
    """
    said = set(words(text))
    return frozenset(wearer for wearer, names in WEARER_WORDS.items() if not said.isdisjoint(names))


@lru_cache(maxsize=2)
def product_wearers(catalog: Catalog) -> NDArray[np.uint8]:
    """Whom each product names in title and categories: one bit for each of WEARER_WORDS, uint8[N]; once per catalog."""
    bits = np.zeros(catalog.size, dtype=np.uint8)
    for place, names in enumerate(WEARER_WORDS.values()):
        hits = catalog.gather([catalog.term_id(name) for name in names])
        named = hits.docs[hits.tf[:, _COLUMNS].any(axis=1)]
        bits[named] |= np.uint8(1 << place)
    return bits


def wearer_fit(bits: NDArray[np.uint8], wanted: Wearer) -> NDArray[np.int8]:
    """Whom products are for against who wants one: int8[n] of SATISFIED, UNKNOWN and VIOLATED.

    >>> import numpy as np
    >>> kids, girls, boys = 1 << 5, 1 << 4, 1 << 3
    >>> wearer_fit(np.array([girls, boys, 0, 1], dtype=np.uint8), "kids").tolist()
    [1, 1, 0, -1]
    """
    good = sum(1 << place for place, wearer in enumerate(WEARER_WORDS) if fits(wanted, wearer))
    fit = np.where(bits & np.uint8(good), SATISFIED, np.where(bits, VIOLATED, UNKNOWN))
    return fit.astype(np.int8)
