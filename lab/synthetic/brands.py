"""Invented store names: a pool with a long tail for the known ones, and a one-off name for everybody else.

The contest's catalog has 19,855 stores among 50,000 products, the largest below one per cent; here a quarter of the
products come from sellers that hardly appear twice, and the rest from a pool of 9,000 drawn by a square law.
"""

from __future__ import annotations

from functools import lru_cache

from lab.synthetic.words import STORE_ENDS, STORE_MIDDLES, STORE_STARTS, STORE_TAILS

__all__ = ["POOL_SIZE", "STRAY_STORES", "pool_names", "store_name"]

POOL_SIZE = 9_000

STRAY_STORES = ("Sole", "Wash", "Hand", "Machine")
"""Parsing accidents of the contest's catalog (8 products there): a store named by a word of the boilerplate."""


def store_name(number: int) -> str:
    """The name of a number; some 400,000 names in all.

    >>> store_name(0), store_name(123456)
    ('Arara', 'Sallunelle & Co')
    """
    number, start = divmod(number, len(STORE_STARTS))
    number, end = divmod(number, len(STORE_ENDS))
    number, middle = divmod(number, len(STORE_MIDDLES))
    number, tail = divmod(number, len(STORE_TAILS))
    second = STORE_MIDDLES[number % len(STORE_MIDDLES)] if number % 3 == 1 else ""
    return f"{STORE_STARTS[start]}{STORE_MIDDLES[middle]}{second}{STORE_ENDS[end]}{STORE_TAILS[tail]}"


@lru_cache(maxsize=1)
def pool_names() -> tuple[str, ...]:
    """The names of the pool, most frequent first, all different."""
    names: dict[str, None] = {}
    number = 0
    while len(names) < POOL_SIZE:
        number += 1
        names.setdefault(store_name(number * 104_729), None)
    return tuple(names)
