"""Compiling: a file of rows in, a memory-mapped index out.

The invariant: the same rows in any order give the same bytes, in any process, locale or time zone (of rows that share
an id the first in the file counts); the old index stays in place until the new one is whole on disk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from catalog.index import Catalog
from catalog.joining import join
from catalog.kit_shopper import shelf_label
from catalog.placing import place, workshop
from catalog.products import Product, product_of_record, record_of
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

SECTIONS: dict[str, SectionBuilder] = {}
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


class _Row(NamedTuple):
    """A spooled product: its place in the order, and its record's place in the spool."""

    label: str
    product_id: str
    offset: int
    size: int


def compile_catalog(rows_path: Path | str, out_dir: Path | str, *, progress: Progress | None = None) -> CompileReport:
    """Compile the rows of a file into an index in `out_dir`, replacing the index that is there.

    Raises `CatalogError` when the rows cannot be read or none is usable, or when `out_dir` cannot be written; nothing
    is changed then.
    """
    told = progress or _silent
    target = Path(out_dir)
    with workshop(target) as work, SectionWriter(work) as writer:
        reporter = RowReporter()
        rows, spool = _spooled(Path(rows_path), work, reporter, told)
        rows.sort()
        tables, labels, shelf_start = _indexed(rows, spool, work, told)
        told(0, None, "joining")
        counts = join(tables, labels, shelf_start, writer)
        tables.close()
        told(0, None, "sections")
        _add_sections(writer, counts)
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
    """Read the rows once: their records go to a file, their places in the order to a list."""
    spool = Spool(work / "rows.spool", "u1")
    labels: dict[str, str] = {}
    rows: list[_Row] = []

    def reading(done: int, size: int) -> None:
        told(done, size, "reading")

    for product in read_products(path, reporter, reading):
        label = shelf_label(product.categories)
        record = record_of(product)
        rows.append(_Row(labels.setdefault(label, label), product.product_id, spool.size, len(record)))
        spool.write(record)
    spool.close()
    return rows, spool.path


def _indexed(
    rows: list[_Row], spool: Path, work: Path, told: Progress
) -> tuple[ShelfTables, list[str], NDArray[np.int64]]:
    """The columns of all shelves, the shelves' labels, and where each begins."""
    tables = ShelfTables(work)
    labels: list[str] = []
    starts = [0]
    for label, records in _shelves(rows, spool):
        tables.add([product_of_record(record) for record in records], records)
        labels.append(label)
        starts.append(starts[-1] + len(records))
        told(starts[-1], len(rows), "indexing")
    return tables, labels, np.array(starts, np.int64)


def _shelves(rows: list[_Row], spool: Path) -> Iterator[tuple[str, list[bytes]]]:
    """(label, records in id order) of each shelf."""
    with spool.open("rb") as file:
        for label, group in groupby(rows, key=itemgetter(0)):
            records = []
            for row in group:
                file.seek(row.offset)
                records.append(file.read(row.size))
            yield label, records


def _add_sections(writer: SectionWriter, counts: dict[str, int]) -> None:
    """Let each registered maker add its sections, seeing a catalog that holds those of the makers before it."""
    for prefix in sorted(SECTIONS):
        writer.write_manifest(counts)
        catalog = Catalog.open(writer.directory)
        made = SECTIONS[prefix](catalog.products(), catalog)
        for name in sorted(made):
            writer.add(f"{prefix}.{name}", made[name])
