"""Compiling: a file of rows in, a memory-mapped index out.

The invariant: the same rows in any order give the same bytes, in any process, locale or time zone (of rows that share
an id the first in the file counts); the old index stays in place until the new one is whole on disk.
"""

from __future__ import annotations

import marshal
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from catalog.index import Catalog
from catalog.joining import join
from catalog.kit_shopper import shelf_label
from catalog.lexicon_build import build_lexicon
from catalog.placing import place, workshop
from catalog.products import Product, fields_of, record_of
from catalog.row_report import RowReport, RowReporter
from catalog.rows import read_products
from catalog.section_writer import SectionWriter, Spool
from catalog.shelf_tables import ShelfTables

__all__ = ["SECTIONS", "STAGES", "CompileReport", "Progress", "SectionBuilder", "compile_catalog"]

STAGES = ("reading", "indexing", "joining", "sections", "placing")
"""The stages that progress names: bytes of the file read, products indexed, then three without a count."""

Progress = Callable[[int, int | None, str], None]
"""Called with (done, total or None, stage)."""

SectionBuilder = Callable[[Iterable[Product], Catalog], Mapping[str, NDArray[np.generic] | bytes]]
"""Makes further sections of the products in index order and the catalog as compiled so far."""

SECTIONS: dict[str, SectionBuilder] = {"lexicon": build_lexicon}
"""Makers of further sections, run in the order of their names, which prefix the sections ("lexicon.words")."""


@dataclass(frozen=True, slots=True)
class CompileReport:
    """What was compiled: the reading's report, the counts, bytes on disk, and the index's digest."""

    rows: RowReport
    products: int
    shelves: int
    largest_shelf: int
    values: int
    terms: int
    size_bytes: int
    digest: bytes


_Row: TypeAlias = tuple[str, str, int, int]
"""A spooled product: its label and id, which give its place in the order, and its record's offset and size in bytes.

A plain tuple of plain values, because the garbage collector leaves those alone.
"""


def compile_catalog(
    rows_path: Path | str,
    out_dir: Path | str,
    *,
    progress: Progress | None = None,
    sections: Mapping[str, SectionBuilder] | None = None,
) -> CompileReport:
    """Compile the rows of a file into an index in `out_dir`, replacing the index that is there.

    `sections` are the makers of further sections in place of `SECTIONS`; with none of them the index has only what a
    `Catalog` itself needs.
    Raises `CatalogError` when the rows cannot be read or none is usable, or when `out_dir` cannot be written; nothing
    is changed then.
    """
    told = progress or _silent
    target = Path(out_dir)
    with workshop(target) as work, SectionWriter(work) as writer, ShelfTables(work) as tables:
        reporter = RowReporter()
        rows, spool = _spooled(Path(rows_path), work, reporter, told)
        rows.sort()
        labels, shelf_start = _indexed(rows, spool, tables, told)
        told(0, None, "joining")
        counts = join(tables, labels, shelf_start, writer)
        told(0, None, "sections")
        _add_sections(SECTIONS if sections is None else sections, writer, counts)
        told(0, None, "placing")
        digest = place(writer, counts, target)
        return CompileReport(
            rows=reporter.report(),
            products=counts["products"],
            shelves=counts["shelves"],
            largest_shelf=int(np.diff(shelf_start).max()),
            values=counts["values"],
            terms=counts["terms"],
            size_bytes=sum(path.stat().st_size for path in target.iterdir() if path.is_file()),
            digest=digest,
        )


def _silent(_done: int, _total: int | None, _stage: str) -> None:
    """Tell nobody."""


def _spooled(path: Path, work: Path, reporter: RowReporter, told: Progress) -> tuple[list[_Row], Path]:
    """Read the rows once: the products go to a file, their places in the order to a list."""
    labels: dict[str, str] = {}
    rows: list[_Row] = []
    with closing(Spool(work / "rows.spool", "u1")) as spool:
        for product in read_products(path, reporter, lambda done, size: told(done, size, "reading")):
            label = shelf_label(product.categories)
            record = marshal.dumps(fields_of(product))
            rows.append((labels.setdefault(label, label), product.product_id, spool.size, len(record)))
            spool.write(record)
    return rows, spool.path


def _indexed(rows: list[_Row], spool: Path, tables: ShelfTables, told: Progress) -> tuple[list[str], NDArray[np.int64]]:
    """Fill the columns with all shelves; the shelves' labels, and where each begins."""
    labels: list[str] = []
    starts = [0]
    for label, records in _shelves(rows, spool):
        products = [Product(*marshal.loads(record)) for record in records]  # noqa: S302  # our own spool
        tables.add(products, [record_of(product) for product in products])
        labels.append(label)
        starts.append(starts[-1] + len(records))
        told(starts[-1], len(rows), "indexing")
    return labels, np.array(starts, np.int64)


def _shelves(rows: list[_Row], spool: Path) -> Iterator[tuple[str, list[bytes]]]:
    """(label, spooled products in id order) of each shelf."""
    with spool.open("rb") as file:
        for label, group in groupby(rows, key=itemgetter(0)):
            records = []
            for _, _, offset, size in group:
                file.seek(offset)
                records.append(file.read(size))
            yield label, records


def _add_sections(makers: Mapping[str, SectionBuilder], writer: SectionWriter, counts: dict[str, int]) -> None:
    """Let each maker add its sections, seeing a catalog that holds those of the makers before it."""
    for prefix in sorted(makers):
        writer.write_manifest(counts)
        catalog = Catalog.open(writer.directory)
        made = makers[prefix](catalog.products(), catalog)
        for name in sorted(made):
            writer.add(f"{prefix}.{name}", made[name])
