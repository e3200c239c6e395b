"""From the products of one shelf to the columns of the index: the part of compiling that sees one shelf at a time.

The invariant: shelves are added in index order, and what a shelf adds depends only on the shelves up to it, so the
columns are the same whatever the order of the rows was. Memory holds one shelf, the vocabulary, and one digest for each
value of each shelf; everything else is spooled to disk.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from catalog.kit_shopper import CARD_SLOTS, CardMaker, listing_lines
from catalog.postings import FIELDS
from catalog.products import Product
from catalog.section_writer import Spool
from catalog.strings import digest_of_text
from catalog.text import words

__all__ = ["COLUMNS", "ShelfTables", "Vocabulary"]

COLUMNS: Final = {
    "record": "u1", "record_size": "<i8", "id": "u1", "id_size": "<i8", "title": "u1", "title_size": "<i8",
    "store": "u1", "store_size": "<i8", "rating_number": "<i4", "average_rating": "<f4", "price_minor": "<i8",
    "field_length": "<u2", "card": "<i8", "listed": "<i8", "listed_count": "<i8",
    "value": "u1", "value_size": "<i8", "value_digest": "<u8",
    "doc": "<u4", "code": "<u4", "block_term": "<i4", "block_size": "<i8", "shelf_blocks": "<i8",
}  # fmt: skip
"""The spooled columns and their dtypes.

`*_size` are bytes of each string; `card` and `listed` count values as they were met, shelf by shelf, from 0, with -1
for no card slot; `value_digest` has two numbers a value; `shelf_blocks` and `listed_count` are counts.
"""

_MAX_LENGTH: Final = 2**16 - 1
_MAX_TF: Final = 255
_FIELD_COUNT: Final = len(FIELDS)
_MEMO_LINES: Final = 500_000
_NO_PRICE: Final = -1


class Vocabulary(dict[str, int]):
    """Words to term ids, numbered from 0 as they are met."""

    def __missing__(self, word: str) -> int:
        """Number a new word."""
        self[word] = number = len(self)
        return number


class _Terms(dict[str, bytes]):
    """Texts to their term ids as int32 bytes, remembered: most lines of a catalog are repeats."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        super().__init__()
        self._number = vocabulary.__getitem__

    def __missing__(self, text: str) -> bytes:
        """Number the words of a new text."""
        self[text] = terms = array("i", map(self._number, words(text))).tobytes()
        return terms


class ShelfTables:
    """The spooled columns, filled shelf by shelf."""

    def __init__(self, directory: Path) -> None:
        """Start empty columns in files of `directory`."""
        self.columns = {name: Spool(directory / f"{name}.column", dtype) for name, dtype in COLUMNS.items()}
        self.vocabulary = Vocabulary()
        self.codes: dict[int, int] = {}
        self.postings = 0
        self._terms = _Terms(self.vocabulary)
        self._cards = CardMaker()
        self._values = 0

    def add(self, products: Sequence[Product], records: Sequence[bytes]) -> None:
        """Append one shelf: its products in id order, and their display records."""
        self._add_texts("record", records)
        self._add_texts("id", [product.product_id.encode() for product in products])
        self._add_texts("title", [product.title.encode() for product in products])
        self._add_texts("store", [product.store.encode() for product in products])
        prices = (_NO_PRICE if product.price_minor is None else product.price_minor for product in products)
        self.columns["price_minor"].write(np.fromiter(prices, np.int64))
        self.columns["rating_number"].write(np.array([product.rating_number for product in products], np.int32))
        self.columns["average_rating"].write(np.array([product.average_rating for product in products], np.float32))
        if len(self._terms) + len(self._cards) > _MEMO_LINES:
            self._terms.clear()
            self._cards = CardMaker()
        lines = [listing_lines(product) for product in products]
        self._add_values(products, lines)
        self._add_postings(products, lines)

    def __enter__(self) -> Self:
        """Fill the columns within a with block, which closes their files."""
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        """Close the files."""
        for column in self.columns.values():
            column.close()

    def _add_texts(self, name: str, texts: Sequence[bytes]) -> None:
        self.columns[name].write(b"".join(texts))
        self.columns[f"{name}_size"].write(np.fromiter(map(len, texts), np.int64, len(texts)))

    def _add_values(self, products: Sequence[Product], lines: Sequence[Sequence[str]]) -> None:
        """Number this shelf's distinct values, list them for each product, and spool their texts and digests."""
        number = Vocabulary()
        listed: list[int] = []
        counts: list[int] = []
        cards = np.full((len(products), CARD_SLOTS), -1, np.int64)
        for at, (product, listing) in enumerate(zip(products, lines, strict=True)):
            own, said = self._cards.listing_and_card(product, listing)
            listing_values = [number[value] for value in own if value]
            card = [number[value] for value in said]
            values = dict.fromkeys(listing_values + card)
            cards[at, : len(card)] = card
            listed.extend(values)
            counts.append(len(values))
        cards[cards >= 0] += self._values
        self.columns["card"].write(cards)
        self.columns["listed"].write(np.array(listed, np.int64) + self._values)
        self.columns["listed_count"].write(np.array(counts, np.int64))
        self._add_texts("value", [text.encode() for text in number])
        self.columns["value_digest"].write(b"".join(map(digest_of_text, number)))
        self._values += len(number)

    def _add_postings(self, products: Sequence[Product], lines: Sequence[Sequence[str]]) -> None:
        """Count the shelf's words: one posting for each (term, product), one block for each term."""
        slots = len(products) * _FIELD_COUNT
        terms, lengths = self._words(products, lines)
        self.columns["field_length"].write(np.minimum(lengths, _MAX_LENGTH).astype(np.uint16))
        keys = terms.astype(np.int64) * slots + np.repeat(np.arange(slots), lengths)
        keys.sort()
        first = _first_of_runs(keys)
        counts = np.minimum(np.diff(first, append=len(keys)), _MAX_TF).astype(np.uint64)
        pairs, fields = _divided(keys[first], _FIELD_COUNT)
        first = _first_of_runs(pairs)
        shifted = counts << (fields.astype(np.uint64) * np.uint64(8))
        packed = np.bitwise_or.reduceat(shifted, first) if len(first) else shifted
        term, doc = _divided(pairs[first], len(products))
        blocks = _first_of_runs(term)
        self.columns["doc"].write(doc.astype(np.uint32))
        self.columns["code"].write(self._codes(packed))
        self.columns["block_term"].write(term[blocks].astype(np.int32))
        self.columns["block_size"].write(np.diff(blocks, append=len(term)))
        self.columns["shelf_blocks"].write(np.array([len(blocks)], np.int64))
        self.postings += len(doc)

    def _words(
        self, products: Sequence[Product], lines: Sequence[Sequence[str]]
    ) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """All terms of the shelf in (product, field) order, and how many there are in each (product, field)."""
        found = self._terms
        chunks: list[bytes] = []
        for product, listing in zip(products, lines, strict=True):
            features = len(product.features)
            chunks += (
                found[product.title],
                b"".join([found[line] for line in listing[:features]]),
                b"".join([found[line] for line in listing[features:]]),
                b"".join([found[text] for text in product.categories]),
                b"".join([found[text] for text in product.description]),
                found[product.store],
            )
        terms = np.frombuffer(b"".join(chunks), np.int32)
        return terms, np.fromiter(map(len, chunks), np.int64, len(chunks)) // terms.itemsize

    def _codes(self, packed: NDArray[np.uint64]) -> NDArray[np.uint32]:
        """The row of the table of counts for each posting; new rows are numbered as they are met."""
        distinct = np.unique(packed)
        rows = np.array([self.codes.setdefault(row, len(self.codes)) for row in distinct.tolist()], np.uint32)
        return rows[np.searchsorted(distinct, packed)]


def _divided(numbers: NDArray[np.int64], by: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Quotients and remainders of numbers from 0; numpy has a fast division by one number, but no fast divmod."""
    quotients = numbers // by
    return quotients, numbers - quotients * by


def _first_of_runs(keys: NDArray[np.int64]) -> NDArray[np.int64]:
    """Where each run of equal keys begins."""
    if not len(keys):
        return np.empty(0, np.int64)
    return np.flatnonzero(np.concatenate(([True], keys[1:] != keys[:-1])))
