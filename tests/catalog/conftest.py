"""Small catalogs for the tests of the catalog room: rows in, files and compiled catalogs out."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TypeAlias

import pytest

from catalog.compiler import compile_catalog
from catalog.index import Catalog

Row: TypeAlias = Mapping[str, object]
WriteRows: TypeAlias = Callable[[Iterable[object]], Path]
CompileRows: TypeAlias = Callable[[Iterable[Row]], Catalog]


@pytest.fixture(scope="session")
def write_rows(tmp_path_factory: pytest.TempPathFactory) -> WriteRows:
    """Write rows as a gzip file; a text is written as it stands, anything else as JSON."""

    def write(rows: Iterable[object]) -> Path:
        path = tmp_path_factory.mktemp("rows") / "rows.jsonl.gz"
        lines = (row if isinstance(row, str) else json.dumps(row) for row in rows)
        path.write_bytes(gzip.compress("".join(f"{line}\n" for line in lines).encode("utf-8", "surrogatepass"), 1))
        return path

    return write


@pytest.fixture(scope="session")
def compile_rows(tmp_path_factory: pytest.TempPathFactory, write_rows: WriteRows) -> CompileRows:
    """Compile rows, without the lexicon and its like, and open the result."""

    def compile_(rows: Iterable[Row]) -> Catalog:
        out = tmp_path_factory.mktemp("index")
        compile_catalog(write_rows(rows), out, sections={})
        return Catalog.open(out)

    return compile_


def plain_row(product_id: str, **fields: object) -> Row:
    """A well-formed row with nothing in it but an id and a title, overlaid with fields."""
    row: dict[str, object] = {
        "parent_asin": product_id,
        "title": f"Thing {product_id}",
        "features": [],
        "description": [],
        "price": None,
        "categories": ["Clothing, Shoes & Jewelry", "Hats"],
        "details": {},
        "average_rating": 4.0,
        "rating_number": 10,
        "store": None,
    }
    return row | fields


@pytest.fixture(scope="session")
def make_row() -> Callable[..., Row]:
    """`plain_row`, for test modules, which cannot import from here."""
    return plain_row
