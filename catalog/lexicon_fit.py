"""How well single products fit the kind and the wearer that are looked for: what a shelf cannot tell.

A shelf may hold many kinds, and listings stand on the wrong one. When a catalog is compiled, each product's kinds are
taken from its title and its shelf's label, and its wearer as its shelf's are; at a turn a table over the kinds says how
well each suits.

Invariant: a fit is above zero, so that nothing a reader misheard can rule a product out.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from catalog.lexicon_kinds import (
    ANY_KIND,
    KIND_NAMES,
    KIND_NUMBER,
    WEARERS,
    Named,
    near_kinds,
    wearer_column,
    wider_kinds,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["NO_KIND", "ProductFits", "kind_fits", "wearer_fits"]

_KINDS_KEPT: Final = 4
NO_KIND: Final = len(KIND_NAMES)
"""The number that stands for "no kind is named"."""
_GENERAL: Final = 0.4
"""A listing that is only called something wider than what is looked for."""
_RELATED: Final = 0.1
"""Both are a kind of the same: a sneaker where a loafer is looked for."""
_UNNAMED: Final = 0.6
_OTHER: Final = 0.01


class ProductFits:
    """Collects each product's kinds and wearer, in product order."""

    def __init__(self) -> None:
        """Collect nothing yet."""
        self._kinds: list[tuple[int, ...]] = []
        self._wearers: list[int] = []

    def add(self, named: Named) -> None:
        """Take one product."""
        telling = [kind for kind in dict.fromkeys(named.kinds) if kind != ANY_KIND]
        numbers = [KIND_NUMBER[kind] for kind in telling][:_KINDS_KEPT] or [NO_KIND]
        self._kinds.append((*numbers, *numbers[:1] * (_KINDS_KEPT - len(numbers))))
        self._wearers.append(len(WEARERS) if named.wearer is None else WEARERS.index(named.wearer))

    def sections(self) -> dict[str, NDArray[np.generic]]:
        """The two sections.

        `product_kinds` uint16[n, 4]: filled up with the first; `NO_KIND` where there is none. `product_wearer`
        uint8[n]: 7 where nobody in particular is named.
        """
        return {
            "product_kinds": np.array(self._kinds, np.uint16).reshape(-1, _KINDS_KEPT),
            "product_wearer": np.array(self._wearers, np.uint8),
        }


@lru_cache(maxsize=1024)
def kind_fits(kinds: tuple[str, ...]) -> NDArray[np.float64]:
    """How well a product of each kind suits someone who looks for `kinds`: float64[K + 1], the last for no kind.

    >>> fits = kind_fits(("sandal",))
    >>> [float(fits[KIND_NUMBER[kind]]) for kind in ("sandal", "flip flop", "footwear", "glove")]
    [1.0, 1.0, 0.4, 0.01]
    """
    fits = np.full(NO_KIND + 1, _OTHER)
    fits[NO_KIND] = _UNNAMED
    for asked in kinds:
        near = dict(near_kinds().get(asked, ()))
        for number, kind in enumerate(KIND_NAMES):
            fits[number] = max(fits[number], near.get(kind, 0.0), _fit(kind, asked))
    fits.setflags(write=False)
    return fits


def _fit(kind: str, asked: str) -> float:
    wider_than_kind, wider_than_asked = wider_kinds().get(kind, ()), wider_kinds().get(asked, ())
    if kind == asked or asked in wider_than_kind:
        return 1.0
    if kind in wider_than_asked:
        return _GENERAL
    return _OTHER if set(wider_than_kind).isdisjoint(wider_than_asked) else _RELATED


@lru_cache(maxsize=16)
def wearer_fits(wearer: str) -> NDArray[np.float64]:
    """How well a product for each of `WEARERS`, or for nobody in particular (the last), suits a wearer: float64[8]."""
    fits = wearer_column(wearer)
    fits.setflags(write=False)
    return fits
