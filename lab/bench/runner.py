"""Running benchmarks in interleaved rounds, and what the report says of them and of the machine.

Invariant: every round of every benchmark is in the report; the headline is the median, so that no bad round decides.
"""

from __future__ import annotations

import os
import platform
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lab.bench.model import Bench, Benchmark, Figures
    from lab.evaluate import Json

__all__ = ["machine", "report", "run"]

_DIGITS = 6


def run(
    benchmarks: Sequence[Benchmark], bench: Bench, rounds: int, tell: Callable[[str], None]
) -> dict[str, list[Figures]]:
    """Prepare all, then measure one round of each in turn, `rounds` times; `tell` hears what is going on."""
    measures = {}
    for benchmark in benchmarks:
        tell(f"preparing {benchmark.name}: {benchmark.about}")
        measures[benchmark.name] = benchmark.prepare(bench)
    measured: dict[str, list[Figures]] = {name: [] for name in measures}
    for number in range(1, rounds + 1):
        for name, measure in measures.items():
            tell(f"round {number} of {rounds}: {name}")
            measured[name].append(measure())
    return measured


def report(benchmarks: Sequence[Benchmark], bench: Bench, measured: dict[str, list[Figures]]) -> dict[str, Json]:
    """The measurements as JSON: per figure its median, least, greatest, and every round."""
    return {
        "machine": machine(),
        "rows": bench.catalog.size,
        "rows_file": bench.rows_file.name,
        "seed": bench.seed,
        "sessions": bench.sessions,
        "benchmarks": {
            benchmark.name: {
                "about": benchmark.about,
                "unit": benchmark.unit,
                "figures": {name: _summary([figures[name] for figures in rounds]) for name in rounds[0]},
            }
            for benchmark in benchmarks
            if (rounds := measured[benchmark.name])
        },
    }


def _summary(values: Sequence[float]) -> Json:
    """One figure over the rounds."""
    rounded: list[Json] = [round(value, _DIGITS) for value in values]
    return {
        "median": round(median(values), _DIGITS),
        "least": round(min(values), _DIGITS),
        "greatest": round(max(values), _DIGITS),
        "rounds": rounded,
    }


def machine() -> dict[str, Json]:
    """What the figures were measured on."""
    return {
        "python": platform.python_version(),
        "numpy": np.__version__,
        "system": f"{platform.system()} {platform.machine()}",
        "processor": _processor(),
        "processors": os.cpu_count() or 0,
        "load": round(os.getloadavg()[0], 2),
    }


def _processor() -> str:
    """The processor's own name where Linux tells it."""
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.is_file():
        for line in cpuinfo.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor()
