"""Reading product rows: one JSON object a line, plain or gzip, as a stream.

The invariant: no row makes reading fail. A row that has no usable id, or repeats one, is skipped; anything else that is
wrong with it is repaired; both are reported with line and reason. A file that cannot be read at all, or that ends in
the middle of its compression, is a `CatalogError` that names the file and the line.
"""

from __future__ import annotations

import gzip
import io
import json
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO

from catalog.products import Product
from catalog.repairs import Repairs, has_surrogates, without_surrogates
from catalog.row_report import Action, RowNote, RowReport, RowReporter
from statecore.errors import CatalogError

__all__ = [
    "MAX_LINE_BYTES",
    "Action",
    "RowNote",
    "RowReport",
    "RowReporter",
    "product_of_row",
    "read_products",
]

MAX_LINE_BYTES = 16 * 1024 * 1024
"""A longer line is skipped: it is not a product."""

_PROGRESS_LINES = 256
_GZIP_MAGIC = b"\x1f\x8b"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"

BytesRead = Callable[[int, int], None]


def read_products(path: Path, reporter: RowReporter, progress: BytesRead | None = None) -> Iterator[Product]:
    """The usable rows of a file as products, in file order; of rows with the same id the first wins.

    `progress` is called now and then with the bytes consumed from the file so far and the file's size. Whether the
    file is compressed is told from its first bytes, not from its name. Raises `CatalogError` when the file cannot be
    read to its end, or has no usable row.
    """
    known: set[str] = set()
    for line, row, repaired in _rows(path, reporter, progress):
        product, reasons = _product(row)
        if product is None:
            reporter.note(line, None, "skipped", *reasons)
        elif product.product_id in known:
            reporter.note(line, product.product_id, "skipped", "id was used by an earlier row")
        else:
            known.add(product.product_id)
            reporter.used += 1
            reporter.note(line, product.product_id, "repaired", *repaired, *reasons)
            yield product
    if not known:
        msg = f"no usable product among {reporter.rows} rows: expected one JSON object a line with a parent_asin"
        raise CatalogError(msg, path=str(path))


def product_of_row(row: object) -> Product | None:
    """The product of one parsed row, repaired as `read_products` repairs it; None when the row is unusable.

    >>> product_of_row({"parent_asin": "P1", "title": "Hat", "features": None, "price": "$5"}).price_minor
    500
    >>> product_of_row({"title": "Hat"}) is None
    True
    """
    return _product(row)[0]


def _product(row: object) -> tuple[Product | None, list[str]]:
    """A row's product and what was repaired; or None and why the row cannot be used."""
    if not isinstance(row, dict):
        return None, ["row is not a JSON object"]
    repairs = Repairs()
    try:
        product = repairs.product(row)
    except RecursionError:
        return None, ["row is nested too deeply"]
    return (None, ["parent_asin is missing"]) if product is None else (product, repairs.reasons)


def _rows(path: Path, reporter: RowReporter, progress: BytesRead | None) -> Iterator[tuple[int, object, list[str]]]:
    """(line, parsed JSON, what was repaired) of every line that parses; the others are reported."""
    for line, raw in _lines(path, progress):
        if not raw.strip():
            continue
        reporter.rows += 1
        if len(raw) > MAX_LINE_BYTES:
            reporter.note(line, None, "skipped", f"line is longer than {MAX_LINE_BYTES} bytes")
            continue
        text, repaired = _decoded(raw)
        try:
            row = json.loads(text)
            if "\\u" in text and has_surrogates(row):
                row = without_surrogates(row)
                repaired.append("lone surrogates, replaced")
        except (ValueError, RecursionError):
            reporter.note(line, None, "skipped", "line is not valid JSON")
            continue
        yield line, row, repaired


def _decoded(raw: bytes) -> tuple[str, list[str]]:
    try:
        return raw.decode(), []
    except UnicodeDecodeError:
        return raw.decode(errors="replace"), ["bytes are not UTF-8, replaced"]


def _lines(path: Path, progress: BytesRead | None) -> Iterator[tuple[int, bytes]]:
    """(line number from 1, bytes) of a plain or gzip file; an over-long line is cut right after the limit."""
    line = 0
    try:
        with path.open("rb") as file:
            size = path.stat().st_size
            stream = _decompressed(file)
            while raw := stream.readline(MAX_LINE_BYTES + 1):
                line += 1
                if len(raw) > MAX_LINE_BYTES and not raw.endswith(b"\n"):
                    _skip_line(stream)
                yield line, raw.removeprefix(_BYTE_ORDER_MARK) if line == 1 else raw
                if progress is not None and line % _PROGRESS_LINES == 0:
                    progress(file.tell(), size)
    except (OSError, EOFError, zlib.error) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        msg = f"cannot be read: {reason}"
        raise CatalogError(msg, path=str(path), line=line + 1 if line else None) from error


def _decompressed(file: BinaryIO) -> BinaryIO:
    magic = file.read(len(_GZIP_MAGIC))
    file.seek(0)
    if magic == _GZIP_MAGIC:
        return io.BufferedReader(gzip.GzipFile(fileobj=file))
    return file


def _skip_line(stream: BinaryIO) -> None:
    while (rest := stream.readline(MAX_LINE_BYTES)) and not rest.endswith(b"\n"):
        continue
