"""A small synthetic catalog, compiled once for the tests of the lab."""

from __future__ import annotations

import pytest

from catalog.compiler import compile_catalog
from catalog.index import Catalog
from lab.synthetic import write_rows


@pytest.fixture(scope="session")
def small_catalog(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """Eight hundred synthetic rows, open."""
    folder = tmp_path_factory.mktemp("small")
    write_rows(folder / "rows.jsonl.gz", 800, 21)
    compile_catalog(folder / "rows.jsonl.gz", folder / "catalog")
    return Catalog.open(folder / "catalog")
