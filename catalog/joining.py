"""From spooled columns to the sections of the index: the part of compiling that sees the whole catalog.

The invariant: values that several shelves met become one value, numbered from 1 by first appearance in index order; all
other sections follow from the columns by counting and sorting, so equal columns give equal bytes.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from catalog.kit_shopper import CARD_SLOTS, CLASSES, value_class
from catalog.postings import FIELDS, ranges
from catalog.section_writer import SectionWriter, Spool
from catalog.shelf_tables import ShelfTables
from catalog.strings import hash_sections, hash_sections_of
from catalog.text import words

__all__ = ["join"]

_SMALL = 2**16
_TEXT_BLOCK = 65_536


class _Values(NamedTuple):
    """The distinct values: `ids` int32 for each value that a shelf met, and the first meeting of each id in order."""

    ids: NDArray[np.int32]
    first: NDArray[np.int64]


def join(
    tables: ShelfTables, labels: list[str], shelf_start: NDArray[np.int64], writer: SectionWriter
) -> dict[str, int]:
    """Write every core section, and return the counts for the manifest."""
    columns = tables.columns
    _write_products(columns, writer)
    _write_shelves(labels, shelf_start, writer)
    values = _distinct_values(columns["value_digest"])
    _write_values(columns, values, tables, writer)
    _write_value_postings(columns, values, writer)
    _write_terms(tables, writer)
    _write_postings(tables, shelf_start, writer)
    return {
        "products": int(shelf_start[-1]),
        "shelves": len(labels),
        "values": len(values.first),
        "terms": len(tables.vocabulary),
        "postings": tables.postings,
    }


def _int64(spool: Spool) -> NDArray[np.int64]:
    return spool.array().view(np.int64)


def _offsets(sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Starts of consecutive pieces, and the end of the last."""
    return np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes, dtype=np.int64)))


def _write_strings(name: str, texts: list[str], writer: SectionWriter) -> None:
    encoded = [text.encode() for text in texts]
    writer.add(f"{name}.offsets", _offsets(np.fromiter(map(len, encoded), np.int64, len(encoded))))
    writer.add(f"{name}.text", b"".join(encoded))
    _write_hashes(name, hash_sections_of(texts), writer)


def _write_hashes(name: str, sections: tuple[NDArray[np.generic], ...], writer: SectionWriter) -> None:
    for part, section in zip(("hashes", "numbers", "directory"), sections, strict=True):
        writer.add(f"{name}.{part}", section)


def _write_products(columns: dict[str, Spool], writer: SectionWriter) -> None:
    for name in ("rating_number", "average_rating", "price_minor"):
        writer.add(f"product.{name}", columns[name].array())
    writer.add("product.field_length", columns["field_length"].array().reshape(-1, len(FIELDS)))
    lengths = columns["field_length"].array().reshape(-1, len(FIELDS))
    writer.add("product.field_total", lengths.view(np.uint16).sum(axis=0, dtype=np.int64))
    ratings, counts = np.unique(columns["rating_number"].array(), return_counts=True)
    writer.add("ratings.number", ratings)
    writer.add("ratings.count", counts.astype(np.int64))
    for name in ("id", "title", "store", "record"):
        writer.add(f"product.{name}.offsets", _offsets(_int64(columns[f"{name}_size"])))
        writer.add(f"product.{name}.text", columns[name].array())
    offsets = _offsets(_int64(columns["id_size"])).tolist()
    blob = columns["id"].array().tobytes()
    ids = (str(blob[start:end], "utf-8") for start, end in pairwise(offsets))
    _write_hashes("product.id", hash_sections_of(ids), writer)


def _write_shelves(labels: list[str], shelf_start: NDArray[np.int64], writer: SectionWriter) -> None:
    _write_strings("shelf", labels, writer)
    writer.add("shelf.start", shelf_start)


def _distinct_values(digests: Spool) -> _Values:
    """One id for each distinct digest, by first appearance."""
    pairs = digests.array().view(np.uint64).reshape(-1, 2)
    order = np.lexsort((pairs[:, 1], pairs[:, 0]))
    ordered = pairs[order]
    new = np.ones(len(pairs), np.bool_)
    new[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    firsts = order[new]
    rank = np.empty(len(firsts), np.int32)
    rank[np.argsort(firsts)] = np.arange(1, len(firsts) + 1, dtype=np.int32)
    ids = np.empty(len(pairs), np.int32)
    ids[order] = rank[np.cumsum(new) - 1]
    return _Values(ids, np.sort(firsts))


def _write_values(columns: dict[str, Spool], values: _Values, tables: ShelfTables, writer: SectionWriter) -> None:
    """Texts, hashes, classes and terms of the distinct values; number 0 is the empty text, which is no value."""
    sizes = _int64(columns["value_size"])
    starts = _offsets(sizes)[:-1][values.first]
    kept = sizes[values.first]
    met = columns["value"].array().view(np.uint8)
    blob = b"".join(
        met[ranges(starts[at : at + _TEXT_BLOCK], kept[at : at + _TEXT_BLOCK])].tobytes()
        for at in range(0, len(kept), _TEXT_BLOCK)
    )
    offsets = _offsets(np.concatenate((np.zeros(1, np.int64), kept)))
    writer.add("value.offsets", offsets)
    writer.add("value.text", blob)
    digests = columns["value_digest"].array().view(np.uint64).reshape(-1, 2)
    _write_hashes("value", hash_sections(digests[values.first, 0], first=1), writer)
    classes, terms, counts = [-1], [], [0]
    bounds = offsets.tolist()
    for start, end in pairwise(bounds[1:]):
        text = str(blob[start:end], "utf-8")
        classes.append(CLASSES.index(value_class(text)))
        found = sorted({tables.vocabulary[word] for word in words(text)})
        terms.extend(found)
        counts.append(len(found))
    writer.add("value.class", np.array(classes, np.int8))
    writer.add("value.terms", np.array(terms, np.int32))
    writer.add("value.term_offsets", _offsets(np.array(counts, np.int64)))


def _write_value_postings(columns: dict[str, Spool], values: _Values, writer: SectionWriter) -> None:
    """Values of each product, products of each value, and the cards."""
    ids = np.concatenate((values.ids, np.zeros(1, np.int32)))
    writer.add("product.card", ids[_int64(columns["card"])].reshape(-1, CARD_SLOTS))
    counts = _int64(columns["listed_count"])
    listed = ids[_int64(columns["listed"])]
    writer.add("product.values", listed)
    writer.add("product.value_offsets", _offsets(counts))
    owners = np.repeat(np.arange(len(counts), dtype=np.int32), counts)
    writer.add("value.products", owners[np.argsort(listed, kind="stable")])
    df = np.bincount(listed, minlength=len(values.first) + 1)
    writer.add("value.df", df.astype(np.int32))
    writer.add("value.product_offsets", _offsets(df))


def _write_terms(tables: ShelfTables, writer: SectionWriter) -> None:
    _write_strings("term", list(tables.vocabulary), writer)


def _write_postings(tables: ShelfTables, shelf_start: NDArray[np.int64], writer: SectionWriter) -> None:
    columns = tables.columns
    largest = int(np.diff(shelf_start).max())
    writer.add("posting.docs", columns["doc"].array().astype(np.uint16 if largest <= _SMALL else np.uint32))
    narrow = np.uint16 if len(tables.codes) <= _SMALL else np.uint32
    writer.add("posting.codes", columns["code"].array().astype(narrow))
    writer.add("posting.tf_table", np.array(list(tables.codes), np.uint64))
    terms = columns["block_term"].array().view(np.int32)
    sizes = _int64(columns["block_size"])
    writer.add("block.term", terms)
    writer.add("block.start", _offsets(sizes))
    writer.add("shelf.block", _offsets(_int64(columns["shelf_blocks"])))
    writer.add("term.block", np.argsort(terms, kind="stable").astype(np.int32))
    writer.add("term.block_start", _offsets(np.bincount(terms, minlength=len(tables.vocabulary))))
    df = np.zeros(len(tables.vocabulary), np.int64)
    np.add.at(df, terms, sizes)
    writer.add("term.df", df.astype(np.int32))
