"""Benchmarks: `python -m lab.bench [NAMES] [-o build/bench.json]`.

A benchmark is prepared once and then measured in rounds; the rounds of all benchmarks are interleaved, so that a slow
minute of the machine falls on all of them, and the report gives medians. Others add theirs to `lab.bench.suite`.
"""

from lab.bench.model import Bench, Benchmark, Figures

__all__ = ["Bench", "Benchmark", "Figures"]
