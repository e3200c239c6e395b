"""Counter-based draws: what row k gets depends on (seed, k) alone, never on how many rows are asked or in what order.

Rows come in blocks of `BLOCK`; block b of seed s reads the stream Philox(key=(s, b)). Only the raw 64-bit output is
used, which NumPy keeps stable (NEP 19), and only integer arithmetic follows, so that no rounding of a platform leaks
in.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["BLOCK", "NARROW", "SEED_LIMIT", "WIDE", "Dice", "block_words"]

BLOCK = 1024
"""Rows in a block."""

WIDE = 8
"""32-bit draws of a row, for laws that need a fine grain (shelf, popularity, price)."""

NARROW = 240
"""16-bit draws of a row, for picking words; the most that any row may take."""

SEED_LIMIT = 1 << 64

_T = TypeVar("_T")
_Words = NDArray[np.uint32]


def block_words(seed: int, block: int) -> tuple[_Words, NDArray[np.uint16]]:
    """The draws of one block: uint32[BLOCK, WIDE] and uint16[BLOCK, NARROW], uniform.

    >>> wide, narrow = block_words(7, 0)
    >>> wide.shape, narrow.shape, wide.dtype, narrow.dtype
    ((1024, 8), (1024, 240), dtype('uint32'), dtype('uint16'))
    >>> int(wide[0, 0]) == int(block_words(7, 0)[0][0, 0]) != int(block_words(7, 1)[0][0, 0])
    True
    """
    stream = np.random.Philox(key=np.array([seed, block], dtype=np.uint64))
    wide = stream.random_raw(BLOCK * WIDE // 2).astype("<u8").view("<u4").reshape(BLOCK, WIDE)
    narrow = stream.random_raw(BLOCK * NARROW // 4).astype("<u8").view("<u2").reshape(BLOCK, NARROW)
    return wide.astype(np.uint32, copy=False), narrow.astype(np.uint16, copy=False)


class Dice:
    """The 16-bit draws of one row, taken one after the other; running out is a defect and raises StopIteration.

    >>> dice = Dice([0, 65535, 32768])
    >>> dice.pick("abc"), dice.pick("abc"), dice.chance(32769)
    ('a', 'c', True)
    """

    __slots__ = ("_draw",)

    def __init__(self, draws: Sequence[int]) -> None:
        """Take over `draws`, each 0..65535."""
        self._draw = iter(draws).__next__

    def pick(self, choices: Sequence[_T]) -> _T:
        """One of `choices`, all equally likely (a choice that stands there twice is twice as likely)."""
        return choices[self._draw() * len(choices) >> 16]

    def below(self, limit: int) -> int:
        """An integer 0..limit-1."""
        return self._draw() * limit >> 16

    def chance(self, threshold: int) -> bool:
        """True with probability threshold/65536."""
        return self._draw() < threshold

    def number(self) -> int:
        """A 48-bit integer, for codes and names that should hardly ever meet again."""
        draw = self._draw
        return draw() << 32 | draw() << 16 | draw()


def weighted(choices: Sequence[tuple[_T, int]]) -> tuple[_T, ...]:
    """Spell weights out as repetitions, so that `Dice.pick` is one index.

    >>> weighted((("a", 2), ("b", 1)))
    ('a', 'a', 'b')
    """
    return tuple(chain.from_iterable((choice,) * weight for choice, weight in choices))


def share(probability: float) -> int:
    """The `Dice.chance` threshold of a probability.

    >>> share(0.5)
    32768
    """
    return round(probability * 65536)
