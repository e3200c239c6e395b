"""Whether a product satisfies a wish: satisfied, violated, or unknown, since most listings say little.

A known price inside the range satisfies a budget, one outside violates it, and an unknown price is unknown (Buyte; the
price is unknown for most of a catalog). "Around" an amount is within a fifth of it.

Invariant: nothing unknown is ever counted as violated.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import numpy as np

from catalog.index import Catalog
from policies.pools import ProductPool
from statecore.state import SessionState

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "SATISFIED",
    "UNKNOWN",
    "VIOLATED",
    "PriceRange",
    "amount_range",
    "budget_range",
    "has_value",
    "mention_fit",
    "price_fit",
]

SATISFIED: Final = 1
UNKNOWN: Final = 0
VIOLATED: Final = -1

PriceRange = tuple[int | None, int | None]
"""Lowest and highest price in cents, None for no bound."""

_AMOUNT: Final = re.compile(r"\d+(?:\.\d{1,2})?")
_AROUND: Final = 0.2
_CENTS: Final = 100


def amount_range(text: str) -> PriceRange | None:
    """The price range that words about an amount mean; None when they name no amount.

    >>> amount_range("budget around $25"), amount_range("under 40"), amount_range("no idea")
    ((2000, 3000), (None, 4000), None)
    """
    found = _AMOUNT.search(text.replace(",", ""))
    if found is None:
        return None
    cents = round(float(found[0]) * _CENTS)
    if "under" in text.casefold() or "<" in text:
        return None, cents
    return round(cents * (1.0 - _AROUND)), round(cents * (1.0 + _AROUND))


def price_fit(prices: NDArray[np.int64], wanted: PriceRange) -> NDArray[np.int8]:
    """Each price (cents, -1 unknown) against a range: int8[n] of SATISFIED, UNKNOWN and VIOLATED.

    >>> price_fit(np.array([1500, 5000, -1]), (None, 4000)).tolist()
    [1, -1, 0]
    """
    low, high = wanted
    outside = np.zeros(len(prices), dtype=bool)
    if low is not None:
        outside |= prices < low
    if high is not None:
        outside |= prices > high
    fit = np.where(outside, VIOLATED, SATISFIED)
    return np.where(prices < 0, UNKNOWN, fit).astype(np.int8)


def budget_range(state: SessionState) -> PriceRange | None:
    """The range that the shopper set, None without one."""
    return None if state.budget is None else (state.budget.min_minor, state.budget.max_minor)


def mention_fit(mentioned: NDArray[np.uint32], wanted: int) -> NDArray[np.int8]:
    """Mentioned groups (bits) against wanted ones: int8[n].

    Satisfied when all are mentioned, violated when others are mentioned and none of these, unknown otherwise.

    >>> mention_fit(np.array([0b011, 0b100, 0b000, 0b010], dtype=np.uint32), 0b011).tolist()
    [1, -1, 0, 0]
    """
    shared = mentioned & np.uint32(wanted)
    fit = np.where(shared == wanted, SATISFIED, np.where((shared == 0) & (mentioned > 0), VIOLATED, UNKNOWN))
    return fit.astype(np.int8)


def has_value(catalog: Catalog, pool: ProductPool, value: str) -> NDArray[np.bool_]:
    """Which products have exactly this value as a line or on their card: bool[n]."""
    found = np.zeros(len(pool), dtype=bool)
    found[pool.places(catalog.products_with(catalog.value_id(value)))] = True
    return found
