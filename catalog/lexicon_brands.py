"""Brands: the stores of the catalog by the words that name them, with a gate for names that are everyday words.

Invariant: a brand whose words mean something else (a store called Wash, Sole or Basics) is marked doubtful, and counts
only where the sentence says that it is a brand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from catalog.lexicon_kinds import key_words
from catalog.lexicon_strings import string_sections
from catalog.lexicon_values import STOP
from catalog.lexicon_words.common import COMMON, INFORMAL
from catalog.lexicon_words.tables import senses
from catalog.text import words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from catalog.index import Catalog

__all__ = ["MAX_BRAND_WORDS", "brand_sections"]

MAX_BRAND_WORDS = 4
_SHORT_NAME = 2
_ESTABLISHED = 5
_TEXT_FACTOR = 4
_COMMON_SHARE = 0.003


def brand_sections(
    stores: Mapping[str, int], catalog: Catalog, english: frozenset[str]
) -> dict[str, NDArray[np.generic] | bytes]:
    """The sections of the brands.

    `brand.*` strings keyed by words, `brand_name.*` strings as printed, `brand_doubt` uint8[B], and `brand_start.*`
    strings: the first word and the first two words of each key.
    """
    named: dict[str, tuple[int, str]] = {}
    for store, count in sorted(stores.items(), key=lambda item: (-item[1], item[0])):
        key = " ".join(key_words(store))
        if key and len(key.split()) <= MAX_BRAND_WORDS and key not in named:
            named[key] = (count, store)
    keys = sorted(named)
    doubt = [_doubtful(key, named[key][0], catalog, english) for key in keys]
    return {
        **string_sections("brand", keys),
        **string_sections("brand_name", [named[key][1] for key in keys]),
        **string_sections("brand_start", sorted({" ".join(key.split()[:count]) for key in keys for count in (1, 2)})),
        "brand_doubt": np.array(doubt, np.uint8),
    }


def _doubtful(key: str, count: int, catalog: Catalog, english: frozenset[str]) -> bool:
    """Whether the words of a store's name mean something else."""
    parts = key.split()
    everyday = frozenset(COMMON.split()) | frozenset(INFORMAL.split()) | STOP
    if all(part in everyday or len(part) <= 1 or part.isdigit() for part in parts):
        return True
    if tuple(parts) in senses():
        return True
    if len(parts) > 1:
        return all(part in everyday or (part,) in senses() for part in parts)
    term = catalog.term_id(words(key)[0]) if words(key) else -1
    listings = int(catalog.term_df[term]) if term >= 0 else 0
    if len(key) <= _SHORT_NAME or (key in english and (count < _ESTABLISHED or count * 2 < listings)):
        return True
    return listings > max(_TEXT_FACTOR * count, _COMMON_SHARE * catalog.size) and count * 2 < listings
