"""`statecore synth` and `statecore index`: rows from a seed, and a compiled catalog from rows."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from serve.console import Json, out, progress_bar, table, write_json
from statecore.digests import short

if TYPE_CHECKING:
    from catalog.compiler import CompileReport

__all__ = ["INDEX_EXAMPLE", "SYNTH_EXAMPLE", "index", "synth", "tell_compiled"]

SYNTH_EXAMPLE = "Example: statecore synth --rows 20000 --seed 7 -o rows.jsonl.gz"
INDEX_EXAMPLE = "Example: statecore index rows.jsonl.gz -o shop/"

_NOTES = 5
_MB = 1e6


def synth(
    output: Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help="The .jsonl or .jsonl.gz to write.")],
    rows: Annotated[int, typer.Option(metavar="N", help="How many products.")] = 20_000,
    seed: Annotated[int, typer.Option(metavar="S", help="Equal seeds give equal rows.")] = 1,
) -> None:
    """Write a synthetic catalog: product rows in the contest kit's format, in words of Statecore's own."""
    from lab.synthetic import write_rows

    began = perf_counter()
    with progress_bar() as told:
        write_rows(output, rows, seed, lambda done: told(done, rows, "writing rows"))
    size = output.stat().st_size / _MB
    out().print(
        f"{rows:,} rows of seed {seed} in {output}: {size:.1f} MB, {perf_counter() - began:.1f} s", soft_wrap=True
    )


def index(
    rows: Annotated[Path, typer.Argument(metavar="ROWS", help="Product rows: .jsonl or .jsonl.gz.")],
    output: Annotated[Path, typer.Option("-o", "--output", metavar="DIR", help="Where the compiled catalog goes.")],
    *,
    verbose: Annotated[bool, typer.Option("--verbose", help="List the skipped and repaired rows.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Report as JSON.")] = False,
) -> None:
    """Compile a catalog: rows in, a memory-mapped index out; rows skipped or repaired are reported with their line."""
    from catalog.compiler import compile_catalog

    began = perf_counter()
    with progress_bar() as told:
        report = compile_catalog(rows, output, progress=told)
    seconds = perf_counter() - began
    if as_json:
        write_json(_plain(report, seconds))
        return
    tell_compiled(report, output, seconds)
    _tell_rows(report, verbose=verbose)


def tell_compiled(report: CompileReport, output: Path, seconds: float) -> None:
    """Print what was compiled."""
    console = out()
    console.print(f"{report.products:,} products on {report.shelves:,} shelves, compiled into {output}", soft_wrap=True)
    console.print(
        f"{report.values:,} values, {report.terms:,} words, {report.size_bytes / _MB:.1f} MB, {seconds:.1f} s, "
        f"digest {short(report.digest)}"
    )


def _tell_rows(report: CompileReport, *, verbose: bool) -> None:
    """Print what had to be skipped or repaired: the counts by reason, and the first rows or all that are known."""
    rows = report.rows
    counts = [("skipped", rows.skipped), ("repaired", rows.repaired)]
    if not any(reasons for _, reasons in counts):
        return
    found = table("rows", "", "reason", right=frozenset({0}))
    for action, reasons in counts:
        for reason, count in reasons.items():
            found.add_row(f"{count:,}", action, reason)
    console = out()
    console.print(found)
    notes = rows.notes if verbose else rows.notes[:_NOTES]
    for note in notes:
        console.print(Text(note.describe()))
    total = sum(sum(reasons.values()) for _, reasons in counts)
    if len(notes) < total:
        hint = "" if verbose else "; --verbose lists more"
        console.print(Text(f"and {total - len(notes):,} more{hint}", style="dim"))


def _plain(report: CompileReport, seconds: float) -> Json:
    rows = report.rows
    return {
        "products": report.products,
        "shelves": report.shelves,
        "largest_shelf": report.largest_shelf,
        "values": report.values,
        "terms": report.terms,
        "size_bytes": report.size_bytes,
        "digest": report.digest.hex(),
        "seconds": round(seconds, 3),
        "rows": rows.rows,
        "used": rows.used,
        "skipped": dict(rows.skipped),
        "repaired": dict(rows.repaired),
        "notes": [
            {"line": note.line, "product_id": note.product_id, "action": note.action, "reason": note.reason}
            for note in rows.notes
        ],
    }
