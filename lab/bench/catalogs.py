"""Benchmarks of the catalog: making rows, compiling them, and opening the result in a new process."""

from __future__ import annotations

import shutil
from time import perf_counter

from catalog.compiler import compile_catalog
from lab.bench.elsewhere import measured_elsewhere
from lab.bench.model import Bench, Benchmark, Figures, Measure
from lab.synthetic import rows

__all__ = ["CATALOG_BENCHMARKS"]

_SYNTH_ROWS = 10_000

# What a new process does before its first turn can start: import, then map the index. Times are the process's own.
_OPEN = """
import json, sys
from time import perf_counter
began = perf_counter()
from catalog.index import Catalog
imported = perf_counter()
catalog = Catalog.open(sys.argv[1])
opened = perf_counter()
print(json.dumps({"import": (imported - began) * 1e3, "open": (opened - imported) * 1e3}))
"""


def _synth(bench: Bench) -> Measure:
    """Rows a second."""

    def measure() -> Figures:
        began = perf_counter()
        for _ in rows(_SYNTH_ROWS, bench.seed):
            pass
        return {"rows_per_second": _SYNTH_ROWS / (perf_counter() - began)}

    return measure


def _compile(bench: Bench) -> Measure:
    """Seconds from a rows file to a finished index, and its size."""
    source = bench.rows_file

    def measure() -> Figures:
        folder = bench.new_folder("compiled")
        began = perf_counter()
        compile_catalog(source, folder)
        seconds = perf_counter() - began
        size = sum(path.stat().st_size for path in folder.iterdir())
        shutil.rmtree(folder)
        return {"seconds": seconds, "megabytes": size / 1e6}

    return measure


def _open(bench: Bench) -> Measure:
    """Milliseconds to import the catalog's code and to open an index, in a process of their own."""
    folder = bench.catalog_dir
    return lambda: measured_elsewhere(_OPEN, folder)


CATALOG_BENCHMARKS = (
    Benchmark("synth", "rows/s", f"make {_SYNTH_ROWS:,} synthetic rows in one process", _synth),
    Benchmark("compile", "s, MB", "compile the rows file to an index", _compile),
    Benchmark("open", "ms", "import and open the compiled index in a new process", _open),
)
