"""Which products hold which term, blocked by shelf: one layout answers for a shelf and for the whole catalog.

The invariant: postings are sorted by (shelf, term, product). A block is the postings of one term on one shelf; blocks
are in (shelf, term) order, and a second table lists them in (term, shelf) order. The layout is the fastest of those
measured for this project: a query costs what its shelf costs, not what the catalog does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["FIELDS", "Hits", "Postings", "ranges"]

FIELDS: Final = ("title", "features", "details", "categories", "description", "store")
"""The fields whose words are counted, in the order of the columns of every `tf` and of `field_length`."""

_FIELD_COUNT: Final = len(FIELDS)


class Hits(NamedTuple):
    """Postings of several terms.

    `docs` int32[n]: product indexes, ascending within a term. `which` int32[n]: which of the asked terms, by position,
    ascending. `tf` uint8[n, 6]: how often the term occurs in each of `FIELDS`, at most 255.
    """

    docs: NDArray[np.int32]
    which: NDArray[np.int32]
    tf: NDArray[np.uint8]


def ranges(starts: NDArray[np.int64], lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """The numbers starts[i], starts[i] + 1, ... of each of many ranges, end to end.

    >>> ranges(np.array([5, 0]), np.array([2, 3])).tolist()
    [5, 6, 0, 1, 2]
    """
    ends = np.cumsum(lengths)
    total = int(ends[-1]) if len(ends) else 0
    return np.repeat(starts - (ends - lengths), lengths) + np.arange(total)


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Postings:
    """The mapped arrays.

    `docs` uint16 or uint32[P]: product index less its shelf's start. `codes` uint16 or uint32[P]: row of `tf_table`.
    `tf_table` uint64[K]: the six counts of a posting in its low six bytes. `block_term` int32[B], `block_start`
    int64[B + 1], `shelf_block` int64[S + 1]: the blocks of a shelf. `term_block` int32[B] and `term_block_start`
    int64[T + 1]: the blocks of a term. `shelf_start` int64[S + 1]: the products of a shelf.
    """

    docs: NDArray[np.generic]
    codes: NDArray[np.generic]
    tf_table: NDArray[np.uint64]
    block_term: NDArray[np.int32]
    block_start: NDArray[np.int64]
    shelf_block: NDArray[np.int64]
    term_block: NDArray[np.int32]
    term_block_start: NDArray[np.int64]
    shelf_start: NDArray[np.int64]

    def on_shelf(self, terms: NDArray[np.int32], shelf: int) -> Hits:
        """The postings of terms on one shelf; terms that are not there, or -1, have none."""
        first, last = self.shelf_block[shelf], self.shelf_block[shelf + 1]
        here = self.block_term[first:last]
        at = np.searchsorted(here, terms)
        at[at == len(here)] = 0
        which = np.flatnonzero(here[at] == terms) if len(here) else np.empty(0, np.int64)
        return self._hits(at[which] + first, which, self.shelf_start[shelf])

    def anywhere(self, terms: NDArray[np.int32]) -> Hits:
        """The postings of terms in the whole catalog; terms that do not exist, or -1, have none."""
        known = (terms >= 0) & (terms < len(self.term_block_start) - 1)
        which = np.flatnonzero(known)
        starts = self.term_block_start[terms[which]]
        counts = self.term_block_start[terms[which] + 1] - starts
        blocks = self.term_block[ranges(starts, counts)].astype(np.int64)
        shelves = np.searchsorted(self.shelf_block, blocks, side="right") - 1
        return self._hits(blocks, np.repeat(which, counts), self.shelf_start[shelves])

    def _hits(self, blocks: NDArray[np.int64], which: NDArray[np.int64], base: NDArray[np.int64] | np.int64) -> Hits:
        """The postings of blocks; `which` and `base` (first product of the shelf) go with each block."""
        starts = self.block_start[blocks]
        counts = self.block_start[blocks + 1] - starts
        at = ranges(starts, counts)
        docs = self.docs[at].astype(np.int32)
        docs += (base if base.ndim == 0 else np.repeat(base, counts)).astype(np.int32)
        tf = self.tf_table[self.codes[at]].view(np.uint8).reshape(-1, 8)[:, :_FIELD_COUNT]
        return Hits(docs, np.repeat(which, counts).astype(np.int32), tf)
