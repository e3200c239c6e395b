"""The command `python -m lab.bench`: choose, run, print a table, write the JSON report."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from lab.bench.model import Bench
from lab.bench.runner import report, run
from lab.bench.suite import SUITE, chosen
from statecore.errors import BadInputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lab.bench.model import Benchmark, Figures
    from lab.evaluate import Json

_BAD_INPUT = 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmarks named; 0 when all were measured, 2 for bad input."""
    options = _parser().parse_args(arguments)
    try:
        benchmarks = chosen(options.names)
        result = _measured(benchmarks, options)
    except BadInputError as error:
        _tell(f"bench: {error}")
        return _BAD_INPUT
    options.output.parent.mkdir(parents=True, exist_ok=True)
    options.output.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    sys.stdout.write(f"report: {options.output}\n")
    return 0


def _tell(text: str) -> None:
    """What is going on, apart from the results."""
    sys.stderr.write(f"{text}\n")


def _positive(text: str) -> int:
    """An option's number, at least 1."""
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def _parser() -> argparse.ArgumentParser:
    """The command's options."""
    parser = argparse.ArgumentParser(
        prog="python -m lab.bench",
        description="Measure in interleaved rounds and report medians.",
        epilog=f"benchmarks: {', '.join(benchmark.name for benchmark in SUITE)}. "
        "Example: python -m lab.bench turn open --rounds 5",
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="which benchmarks (default: all)")
    parser.add_argument("-o", "--output", type=Path, default=Path("build/bench.json"), help="where the report goes")
    parser.add_argument("--rounds", type=_positive, default=3, help="rounds of each benchmark (default 3)")
    parser.add_argument("--rows", type=_positive, default=50_000, help="synthetic rows (default 50,000)")
    parser.add_argument("--rows-file", type=Path, help="measure on this catalog file instead of synthetic rows")
    parser.add_argument("--seed", type=int, default=1, help="seed of the synthetic rows (default 1)")
    parser.add_argument("--sessions", type=_positive, default=400, help="drawn sessions (default 400)")
    return parser


def _measured(benchmarks: Sequence[Benchmark], options: argparse.Namespace) -> dict[str, Json]:
    """Run in a folder of its own, print the table, return the report."""
    with tempfile.TemporaryDirectory(prefix="statecore-bench-") as work:
        bench = Bench(
            Path(work),
            rows=options.rows,
            seed=options.seed,
            sessions=options.sessions,
            rows_file=options.rows_file,
        )
        measured = run(benchmarks, bench, options.rounds, _tell)
        sys.stdout.write("".join(f"{line}\n" for line in _table(benchmarks, measured)))
        return report(benchmarks, bench, measured)


def _table(benchmarks: Sequence[Benchmark], measured: dict[str, list[Figures]]) -> list[str]:
    """One line a figure: name, median, and the range of the rounds."""
    lines = []
    for benchmark in benchmarks:
        rounds = measured[benchmark.name]
        for name in rounds[0]:
            values = [figures[name] for figures in rounds]
            spread = f"({min(values):,.4g} to {max(values):,.4g})"
            lines.append(f"{benchmark.name:<12} {name:<16} {median(values):>12,.4g}  {spread}")
    return lines


if __name__ == "__main__":
    sys.exit(main())
