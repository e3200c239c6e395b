"""The values on the cards of each shelf with their words, laid out so that a shopper's words find them in one pass.

Invariant: rows are distinct (shelf, value) pairs ordered by shelf and value; a posting list (shelf, stem) holds rows of
that shelf, ascending.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from catalog.lexicon_numbers import fold_numbers
from catalog.lexicon_text import singular, stem, tokens

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["STOP", "card_rows", "row_sections", "value_stems"]

STOP = frozenset(
    """a an the and or of to in on at for with by from as is are be it its this that these those has have had will can
    not no do does your you our we us i my me any all also into up so than then them they their if but which while when
    very more most just only other some such each per use s t x color""".split()  # noqa: SIM905
)
"""Words of a value that say nothing by themselves."""


@lru_cache(maxsize=16_384)
def value_stems(text: str) -> tuple[str, ...]:
    r"""The telling stems of a value, each once, in order; numbers and units are kept.

    >>> value_stems("Heel : 2\", for machine-washing")
    ('heel', '2', 'inch', 'machin', 'wash')
    """
    found = fold_numbers(tokens(text))
    stems = (
        token.word if token.kind in {"number", "unit"} else stem(token.word)
        for token in found
        if token.kind != "mark" and singular(token.word) not in STOP
    )
    return tuple(dict.fromkeys(stems))


def card_rows(
    card: NDArray[np.int32], shelf_start: NDArray[np.int64]
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    """(shelf, value, count of products) of every distinct pair of a shelf and a value on its cards: int32 each."""
    shelves = np.repeat(np.arange(len(shelf_start) - 1, dtype=np.int64), np.diff(shelf_start))
    keys = (shelves[:, None] << 32) | card
    keys = keys[card > 0]
    pairs, counts = np.unique(keys, return_counts=True)
    return (pairs >> 32).astype(np.int32), (pairs & 0xFFFFFFFF).astype(np.int32), counts.astype(np.int32)


def row_sections(
    card: NDArray[np.int32],
    shelf_start: NDArray[np.int64],
    value_text: Callable[[int], str],
) -> tuple[dict[str, NDArray[np.generic]], list[str]]:
    """The sections of the card values, and the vocabulary of stems that they number.

    `row_value`, `row_count` int32[R]; `row_start` int64[S + 1]; `row_mass` float32[R], summed root idf of its stems;
    `stem_idf` float32[T]; posting lists `post_key` int64 (shelf << 32 | stem) ascending with `post_start` int64 and
    `post_row` int32.
    """
    shelf, value, count = card_rows(card, shelf_start)
    number: dict[str, int] = {}
    stems_of = {int(v): _numbered(value_stems(value_text(int(v))), number) for v in np.unique(value)}
    lengths = np.array([len(stems_of[v]) for v in value.tolist()], dtype=np.int64)
    stems = np.array([s for v in value.tolist() for s in stems_of[v]], dtype=np.int64)
    rows = np.repeat(np.arange(len(value), dtype=np.int64), lengths)
    df = np.bincount(stems, weights=count[rows], minlength=len(number))
    idf = np.log1p(len(card) / np.maximum(df, 1.0))
    keys = (shelf[rows].astype(np.int64) << 32) | stems
    order = np.lexsort((rows, keys))
    post_key, first = np.unique(keys[order], return_index=True)
    sections: dict[str, NDArray[np.generic]] = {
        "row_value": value,
        "row_count": count,
        "row_start": np.searchsorted(shelf, np.arange(len(shelf_start))).astype(np.int64),
        "row_mass": np.bincount(rows, weights=np.sqrt(idf)[stems], minlength=len(value)).astype(np.float32),
        "stem_idf": idf.astype(np.float32),
        "post_key": post_key,
        "post_start": np.append(first, len(order)).astype(np.int64),
        "post_row": rows[order].astype(np.int32),
    }
    return sections, list(number)


def _numbered(stems: tuple[str, ...], number: dict[str, int]) -> list[int]:
    return [number.setdefault(text, len(number)) for text in stems]
