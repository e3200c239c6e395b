"""Benchmark of the reader alone: requests that people wrote, read one by one.

The requests are a file of one message a line, from $STATECORE_REQUESTS or, where they lie beside the project, from the
shared data sets. Where there is none, what the shoppers of the `frames` panel open with is read in its place.
"""

from __future__ import annotations

import os
from pathlib import Path
from time import perf_counter_ns
from typing import TYPE_CHECKING

import numpy as np

from lab.bench.model import Bench, Benchmark, Figures, Measure
from lab.perturbation import panel_of
from lab.shopper import SimulatedShopper
from reducers.reading import read
from statecore.state import EMPTY
from statecore.text import clean_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from catalog.lexicon import Lexicon

__all__ = ["READING_BENCHMARKS", "read_all", "requests_file"]

_ENV = "STATECORE_REQUESTS"
_NS_PER_MS = 1e6
_PASSES = 3


def requests_file() -> Path | None:
    """The file of requests, if there is one."""
    named = os.environ.get(_ENV)
    beside = Path(__file__).resolve().parents[3] / "shared" / "data" / "human-requests.txt"
    path = Path(named) if named else beside
    return path if path.is_file() else None


def read_all(texts: Sequence[str], lexicon: Lexicon) -> Figures:
    """Read each text three times, the best of which counts: what else the machine does is no time of the reader's.

    Milliseconds as quantiles, the share of texts that name a kind of product, and how many texts there are.
    """
    best = np.full(len(texts), np.inf)
    named = 0
    for _ in range(_PASSES):
        named = 0
        for place, text in enumerate(texts):
            began = perf_counter_ns()
            reading = read(text, EMPTY, lexicon)
            best[place] = min(best[place], (perf_counter_ns() - began) / _NS_PER_MS)
            named += any(act.act == "name_category" for act in reading.acts)
    quantiles = {f"p{quantile}": float(np.percentile(best, quantile)) for quantile in (50, 95, 99)}
    return {**quantiles, "max": float(best.max()), "share_with_kind": named / len(texts), "messages": len(texts)}


def _reading(bench: Bench) -> Measure:
    """All requests, on the bench's catalog."""
    path = requests_file()
    lines = _openings(bench) if path is None else path.read_text(encoding="utf-8").splitlines()
    texts = [clean_text(line).text for line in lines if line.strip()]
    lexicon = bench.catalog.lexicon
    read_all(texts[:100], lexicon)
    return lambda: read_all(texts, lexicon)


def _openings(bench: Bench) -> list[str]:
    """The first messages of the bench's shoppers, in other sentences than the kit's."""
    said = []
    for case in panel_of("frames", bench.catalog, [case.session for case in bench.cases]):
        move, shopper = SimulatedShopper(case.session.sample_id, case.session.scenario, case.wish).open()
        said.append(case.voice(shopper, move))
    return said


READING_BENCHMARKS = (Benchmark("read", "ms", "people's requests, the reader alone", _reading),)
