"""Brands, without the ones that are only boilerplate.

A store may be called Wash, Sole or Hand; then "Machine Wash" and "Rubber sole" name a brand in every other listing. So
a brand of one word counts only when that word is rare in listings (Buyte: the rule that removed 62 wrong brands of 66).

Invariant: a brand of several words is never boilerplate.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from catalog.index import Catalog
from catalog.text import fold, words
from policies.fit import SATISFIED, UNKNOWN, VIOLATED

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["brand_fit", "is_boilerplate", "too_common"]


def too_common(listings_with_word: int, listings: int, share: float) -> bool:
    """Whether a word is in more than this share of all listings.

    >>> too_common(15_850, 50_000, 0.01), too_common(105, 50_000, 0.01)
    (True, False)
    """
    return listings_with_word > share * listings


def is_boilerplate(catalog: Catalog, brand: str, share: float) -> bool:
    """Whether a brand is one common word of listings."""
    name = words(brand)
    if len(name) != 1:
        return False
    term = catalog.term_id(name[0])
    return term >= 0 and too_common(int(catalog.term_df[term]), catalog.size, share)


def brand_fit(catalog: Catalog, products: NDArray[np.int32], brand: str) -> NDArray[np.int8]:
    """Each product's store against a brand: int8[n] of SATISFIED, UNKNOWN (no store) and VIOLATED."""
    wanted = fold(brand)
    stores = [fold(catalog.store_name(product)) for product in products.tolist()]
    return np.array(
        [UNKNOWN if not store else SATISFIED if wanted in store or store in wanted else VIOLATED for store in stores],
        dtype=np.int8,
    )
