"""A compiled catalog, opened: everything that ranking, asking and reading look up, as mapped arrays.

The invariant: a `Catalog` never changes and holds no file position, so threads can share one. Products are sorted by
(shelf label, product id): a shelf is a range of indexes, and on a shelf index order is product id order. Value ids
start at 1 and 0 means no value; product, shelf and term ids start at 0.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from catalog.lexicon import Lexicon
from catalog.postings import FIELDS, CodedHits, Hits, Postings, ranges
from catalog.products import Product, product_of_record
from catalog.sections import Sections
from catalog.strings import Lists, StringIndex, Strings

__all__ = ["FIELDS", "Catalog", "CodedHits", "Hits"]


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Catalog:
    """One compiled catalog; make it with `Catalog.open`.

    Arrays are read-only. `rating_number` int32[N]; `average_rating` float32[N], 0 for unknown; `price_minor` int64[N]
    in cents, -1 for unknown; `field_length` uint16[N, 6], words in each of FIELDS; `mean_field_length` float64[6];
    `card` int32[N, 4], value ids of the kit card's slots, 0 for no slot; `shelf_start` int64[S + 1]; `value_df`
    int32[V + 1], products with each value; `value_class` int8[V + 1], index into `kit_shopper.CLASSES`, -1 for value 0;
    `term_df` int32[T], products with each term.
    """

    sections: Sections
    digest: bytes
    size: int
    shelf_count: int
    value_count: int
    term_count: int
    shelf_start: NDArray[np.int64]
    rating_number: NDArray[np.int32]
    average_rating: NDArray[np.float32]
    price_minor: NDArray[np.int64]
    field_length: NDArray[np.uint16]
    mean_field_length: NDArray[np.float64]
    card: NDArray[np.int32]
    value_df: NDArray[np.int32]
    value_class: NDArray[np.int8]
    term_df: NDArray[np.int32]
    _listed: Lists
    _value_terms: tuple[NDArray[np.int32], NDArray[np.int64]]
    _value_products: Lists
    _postings: Postings
    _strings: dict[str, Strings]
    _indexes: dict[str, StringIndex]
    _shelf_starts: memoryview
    _power_sums: dict[float, float]
    _lexicons: dict[int, Lexicon]

    @classmethod
    def open(cls, directory: Path | str) -> Catalog:
        """Map the index in `directory`; raises `CatalogError` when it is not one, damaged or of another version."""
        it = Sections(Path(directory))
        names = ("product.id", "product.title", "product.store", "product.record", "shelf", "value", "term")
        strings = {name: Strings(it.array(f"{name}.offsets", np.int64), it.bytes_of(f"{name}.text")) for name in names}
        shelf_start = it.array("shelf.start", np.int64)
        size = it.counts["products"]
        return cls(
            sections=it,
            digest=it.digest,
            size=size,
            shelf_count=it.counts["shelves"],
            value_count=it.counts["values"],
            term_count=it.counts["terms"],
            shelf_start=shelf_start,
            rating_number=it.array("product.rating_number", np.int32),
            average_rating=it.array("product.average_rating", np.float32),
            price_minor=it.array("product.price_minor", np.int64),
            field_length=it.array("product.field_length", np.uint16),
            mean_field_length=it.array("product.field_total", np.int64) / size,
            card=it.array("product.card", np.int32),
            value_df=it.array("value.df", np.int32),
            value_class=it.array("value.class", np.int8),
            term_df=it.array("term.df", np.int32),
            _listed=Lists(it.array("product.values", np.int32), it.array("product.value_offsets", np.int64)),
            _value_terms=(it.array("value.terms", np.int32), it.array("value.term_offsets", np.int64)),
            _value_products=Lists(it.array("value.products", np.int32), it.array("value.product_offsets", np.int64)),
            _postings=_open_postings(it, shelf_start),
            _strings=strings,
            _indexes={name: _open_index(it, name, strings[name]) for name in ("product.id", "shelf", "value", "term")},
            _shelf_starts=shelf_start.data,
            _power_sums={},
            _lexicons={},
        )

    def __repr__(self) -> str:  # type: ignore[explicit-override]  # typing.override is newer than 3.11
        """Size and digest."""
        return f"<Catalog of {self.size} products on {self.shelf_count} shelves, digest {self.digest.hex()[:12]}>"

    @property
    def lexicon(self) -> Lexicon:
        """What a reader of messages may ask this catalog; made once."""
        known = self._lexicons.get(0)
        return self._lexicons.setdefault(0, Lexicon(self, self.sections)) if known is None else known

    def verify(self) -> None:
        """Check every byte against the manifest; raises `CatalogError` that names the damaged section."""
        self.sections.verify()

    # Products

    def product_id(self, product: int) -> str:
        """The id of a product."""
        return self._strings["product.id"][product]

    def index_of(self, product_id: str) -> int:
        """The index of a product id, or -1."""
        return self._indexes["product.id"].find(product_id)

    def title(self, product: int) -> str:
        """The title as the row gave it; "" when it had none."""
        return self._strings["product.title"][product]

    def store_name(self, product: int) -> str:
        """The store (the brand, mostly); "" when unknown."""
        return self._strings["product.store"][product]

    def product(self, product: int) -> Product:
        """Everything that is known about a product, parsed now."""
        return product_of_record(bytes(self._strings["product.record"].raw(product)))

    def products(self) -> Iterator[Product]:
        """All products in index order, parsed one by one."""
        return map(self.product, range(self.size))

    def rating_power_sum(self, exponent: float) -> float:
        """The sum over all products of max(rating_number, 1) ** exponent, computed once and correctly rounded."""
        known = self._power_sums.get(exponent)
        if known is None:
            ratings = self.sections.array("ratings.number", np.int32).tolist()
            counts = self.sections.array("ratings.count", np.int64).tolist()
            powers = (count * max(rating, 1) ** exponent for rating, count in zip(ratings, counts, strict=True))
            known = self._power_sums.setdefault(exponent, math.fsum(powers))
        return known

    # Shelves

    def shelf_label(self, shelf: int) -> str:
        """The label of a shelf; labels are in code point order."""
        return self._strings["shelf"][shelf]

    def shelf_id(self, label: str) -> int | None:
        """The shelf with exactly this label, or None."""
        found = self._indexes["shelf"].find(label)
        return None if found < 0 else found

    def shelf_of(self, product: int) -> int:
        """The shelf of a product; raises IndexError outside of 0 to size - 1."""
        if not 0 <= product < self.size:
            msg = f"no product {product}: there are {self.size}"
            raise IndexError(msg)
        return bisect_right(self._shelf_starts, product) - 1

    # Values

    def value_text(self, value: int) -> str:
        """The text of a value id from 1 to `value_count`; "" for 0."""
        return self._strings["value"][value]

    def value_id(self, text: str) -> int:
        """The id of exactly this value, or 0."""
        return max(0, self._indexes["value"].find(text))

    def values_of(self, product: int) -> NDArray[np.int32]:
        """All values of a product: listing order, then card values that are no lines of the listing."""
        return self._listed[product]

    def products_with(self, value: int) -> NDArray[np.int32]:
        """The products that have a value, ascending; none for value 0."""
        return self._value_products[value]

    def value_terms(self, value: int) -> NDArray[np.int32]:
        """The distinct terms of a value, ascending."""
        terms, starts = self._value_terms
        if not 0 <= value <= self.value_count:
            msg = f"no value {value}: there are {self.value_count}"
            raise IndexError(msg)
        return terms[starts[value] : starts[value + 1]]

    def value_terms_of(self, values: ArrayLike) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """`value_terms` of several values end to end, and where each begins (int64[n + 1])."""
        terms, starts = self._value_terms
        wanted = np.asarray(values, np.int64)
        counts = starts[wanted + 1] - starts[wanted]
        bounds = np.concatenate((np.zeros(1, np.int64), np.cumsum(counts)))
        return terms[ranges(starts[wanted], counts)], bounds

    # Terms

    def term_id(self, word: str) -> int:
        """The id of a word as `catalog.text.words` spells it, or -1."""
        return self._indexes["term"].find(word)

    def term_text(self, term: int) -> str:
        """The word of a term id."""
        return self._strings["term"][term]

    def gather(self, terms: ArrayLike, shelf: int | None = None) -> Hits:
        """The postings of several terms on one shelf, or in the whole catalog; unknown terms (-1) have none."""
        hits = self.gather_codes(terms, shelf)
        return Hits(hits.docs, hits.which, self._postings.counts_of(hits.codes))

    def gather_codes(self, terms: ArrayLike, shelf: int | None = None) -> CodedHits:
        """`gather` with rows of `tf_table` in place of the counts."""
        wanted = np.asarray(terms, np.int32)
        return self._postings.anywhere(wanted) if shelf is None else self._postings.on_shelf(wanted, shelf)

    @property
    def tf_table(self) -> NDArray[np.uint8]:
        """The distinct counts that postings have, uint8[K, 6] in FIELDS."""
        return self._postings.counts_of(np.arange(len(self._postings.tf_table), dtype=np.uint32))

    def shelf_postings(self, shelf: int, term: int) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
        """(product indexes int32[n] ascending, counts uint8[n, 6] in FIELDS) of a term on a shelf."""
        hits = self.gather([term], shelf)
        return hits.docs, hits.tf

    def postings(self, term: int) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
        """(product indexes int32[n] ascending, counts uint8[n, 6] in FIELDS) of a term in the whole catalog."""
        hits = self.gather([term])
        return hits.docs, hits.tf


def _open_index(it: Sections, name: str, strings: Strings) -> StringIndex:
    return StringIndex(
        strings,
        it.array(f"{name}.hashes", np.uint64),
        it.array(f"{name}.numbers", np.int32),
        it.array(f"{name}.directory", np.int64),
    )


def _open_postings(it: Sections, shelf_start: NDArray[np.int64]) -> Postings:
    return Postings(
        docs=it.unsigned("posting.docs"),
        codes=it.unsigned("posting.codes"),
        tf_table=it.array("posting.tf_table", np.uint64),
        block_term=it.array("block.term", np.int32),
        block_start=it.array("block.start", np.int64),
        shelf_block=it.array("shelf.block", np.int64),
        term_block=it.array("term.block", np.int32),
        term_block_start=it.array("term.block_start", np.int64),
        shelf_start=shelf_start,
    )
