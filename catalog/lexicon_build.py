"""Compiling the lexicon's sections of an index, from its products and the curated words.

Invariant: the same catalog gives the same bytes; every section is named `lexicon.<name>`.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from catalog.lexicon_brands import brand_sections
from catalog.lexicon_fit import ProductFits
from catalog.lexicon_kinds import KindCounts, key_words
from catalog.lexicon_quotes import quote_sections
from catalog.lexicon_spelling import english_words, spelling_sections
from catalog.lexicon_strings import string_sections
from catalog.lexicon_text import stem
from catalog.lexicon_values import STOP, row_sections

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from catalog.index import Catalog
    from catalog.products import Product

__all__ = ["build_lexicon"]


def build_lexicon(products: Iterable[Product], catalog: Catalog) -> Mapping[str, NDArray[np.generic] | bytes]:
    """All sections of the lexicon."""
    kinds, fits = KindCounts(catalog.shelf_count), ProductFits()
    stores: Counter[str] = Counter()
    for index, product in enumerate(products):
        shelf = catalog.shelf_of(index)
        fits.add(kinds.add(shelf, catalog.shelf_label(shelf), product))
        if product.store:
            stores[product.store] += 1
    rows, stems = row_sections(catalog.card, catalog.shelf_start, catalog.value_text)
    english = english_words()
    labels = [catalog.shelf_label(shelf) for shelf in range(catalog.shelf_count)]
    return {
        **kinds.sections(),
        **fits.sections(),
        **rows,
        **string_sections("stem", stems),
        **_label_sections(labels),
        **quote_sections(catalog.card, catalog.value_text, labels),
        **brand_sections(stores, catalog, english),
        **spelling_sections(english),
    }


def _label_sections(labels: Sequence[str]) -> dict[str, NDArray[np.generic] | bytes]:
    """Stems of the labels with the shelves whose label has each: `label.*` strings, `label_shelves`, `label_starts`.

    `label_heads` uint8: whether some label ends in the stem, which then names what is on the shelf.
    """
    shelves: dict[str, list[int]] = {}
    heads: set[str] = set()
    for shelf, label in enumerate(labels):
        stems = [stem(word) for word in key_words(label) if word not in STOP]
        heads.update(stems[-1:])
        for word in dict.fromkeys(stems):
            shelves.setdefault(word, []).append(shelf)
    words = sorted(shelves)
    return {
        "label_heads": np.array([word in heads for word in words], np.uint8),
        **string_sections("label", words),
        "label_shelves": np.array([shelf for word in words for shelf in shelves[word]], np.int32),
        "label_starts": np.cumsum([0, *(len(shelves[word]) for word in words)], dtype=np.int64),
    }
