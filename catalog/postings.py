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

from catalog.sections import Unsigned

__all__ = ["FIELDS", "CodedHits", "Hits", "Postings", "ranges"]

FIELDS: Final = ("title", "features", "details", "categories", "description", "store")
"""The fields whose words are counted, in the order of the columns of every `tf` and of `field_length`."""

_FIELD_COUNT: Final = len(FIELDS)
_LONG_BLOCKS: Final = 32  # Postings to a block from which copying slices beats indexing one by one; measured.


class Hits(NamedTuple):
    """Postings of several terms.

    `docs` int32[n]: product indexes, ascending within a term. `which` int32[n]: which of the asked terms, by position,
    ascending. `tf` uint8[n, 6]: how often the term occurs in each of `FIELDS`, at most 255.
    """

    docs: NDArray[np.int32]
    which: NDArray[np.int32]
    tf: NDArray[np.uint8]


class CodedHits(NamedTuple):
    """Postings of several terms as stored: `docs` and `which` as in `Hits`, `codes` (unsigned [n]) instead of counts.

    A code is a row of `Catalog.tf_table`: whatever depends on the counts alone is computed once for each row of the
    table (there are some thousand) and then taken by code.
    """

    docs: NDArray[np.int32]
    which: NDArray[np.int32]
    codes: NDArray[Unsigned]


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

    docs: NDArray[Unsigned]
    codes: NDArray[Unsigned]
    tf_table: NDArray[np.uint64]
    block_term: NDArray[np.int32]
    block_start: NDArray[np.int64]
    shelf_block: NDArray[np.int64]
    term_block: NDArray[np.int32]
    term_block_start: NDArray[np.int64]
    shelf_start: NDArray[np.int64]

    def on_shelf(self, terms: NDArray[np.int32], shelf: int) -> CodedHits:
        """The postings of terms on one shelf; terms that are not there, or -1, have none."""
        first, last = self.shelf_block[shelf], self.shelf_block[shelf + 1]
        here = self.block_term[first:last]
        if not len(here):
            return self._hits(np.empty(0, np.int64), np.empty(0, np.int32), self.shelf_start[:0])
        at = np.searchsorted(here, terms)
        at[at == len(here)] = 0
        which = np.flatnonzero(here[at] == terms)
        base = np.broadcast_to(self.shelf_start[shelf], which.shape)
        return self._hits(at[which] + first, which.astype(np.int32), base)

    def anywhere(self, terms: NDArray[np.int32]) -> CodedHits:
        """The postings of terms in the whole catalog; terms that do not exist, or -1, have none."""
        known = (terms >= 0) & (terms < len(self.term_block_start) - 1)
        which = np.flatnonzero(known)
        starts = self.term_block_start[terms[which]]
        counts = self.term_block_start[terms[which] + 1] - starts
        blocks = self.term_block[ranges(starts, counts)].astype(np.int64)
        shelves = np.searchsorted(self.shelf_block, blocks, side="right") - 1
        return self._hits(blocks, np.repeat(which.astype(np.int32), counts), self.shelf_start[shelves])

    def counts_of(self, codes: NDArray[Unsigned]) -> NDArray[np.uint8]:
        """The rows of the table of counts, uint8[n, 6]."""
        return self.tf_table.take(codes).view(np.uint8).reshape(-1, 8)[:, :_FIELD_COUNT]

    def _hits(self, blocks: NDArray[np.int64], which: NDArray[np.int32], base: NDArray[np.int64]) -> CodedHits:
        """The postings of blocks; `which` and `base` (first product of the shelf) go with each block."""
        starts = self.block_start[blocks]
        counts = self.block_start[blocks + 1] - starts
        owners = np.repeat(which, counts)
        if len(blocks) and len(owners) > _LONG_BLOCKS * len(blocks):
            slices = [
                slice(start, start + count) for start, count in zip(starts.tolist(), counts.tolist(), strict=True)
            ]
            docs = np.concatenate([self.docs[part] for part in slices], dtype=np.int32)
            codes = np.concatenate([self.codes[part] for part in slices])
        else:
            at = ranges(starts, counts)
            docs, codes = self.docs[at].astype(np.int32), self.codes[at]
        docs += np.repeat(base.astype(np.int32), counts)
        return CodedHits(docs, owners, codes)
