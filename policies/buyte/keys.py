"""Lines of the form "key: value", and which products state another value under the same key.

"Closure: Button" contradicts "Closure: Zip"; a listing without a closure line says nothing about it.

Invariant: a product that has the wanted line itself has no rival to it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from catalog.index import Catalog

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["rival_lines", "value_keys"]

_LONGEST_KEY = 40
"""What stands before a colon further on is a sentence, not a key."""


@lru_cache(maxsize=2)
def value_keys(catalog: Catalog) -> NDArray[np.int32]:
    """A number for the key of every value, 0 for values without one: int32[V + 1]; worked out once per catalog."""
    numbers: dict[str, int] = {}
    keys = np.zeros(catalog.value_count + 1, dtype=np.int32)
    for value in range(1, catalog.value_count + 1):
        key, colon, _ = catalog.value_text(value).partition(": ")
        if colon and len(key) <= _LONGEST_KEY:
            keys[value] = numbers.setdefault(key.casefold(), len(numbers) + 1)
    return keys


def rival_lines(catalog: Catalog, products: NDArray[np.int32], value: int) -> NDArray[np.bool_]:
    """Which products lack a value but state another one under its key: bool[k]; none when it has no key."""
    keys = value_keys(catalog)
    rivals = np.zeros(len(products), dtype=bool)
    if keys[value] == 0:
        return rivals
    for place, product in enumerate(products.tolist()):
        lines = catalog.values_of(product)
        rivals[place] = bool((keys[lines] == keys[value]).any()) and not bool((lines == value).any())
    return rivals
