"""All benchmarks, in the order they are run. A new one is added here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lab.bench.catalogs import CATALOG_BENCHMARKS
from lab.bench.reading import READING_BENCHMARKS
from lab.bench.stores import STORE_BENCHMARKS
from lab.bench.turns import TURN_BENCHMARKS
from statecore.errors import BadInputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lab.bench.model import Benchmark

__all__ = ["SUITE", "chosen"]

SUITE: tuple[Benchmark, ...] = (*CATALOG_BENCHMARKS, *READING_BENCHMARKS, *TURN_BENCHMARKS, *STORE_BENCHMARKS)


def chosen(names: Sequence[str]) -> tuple[Benchmark, ...]:
    """The benchmarks of these names, all of them for none; raise `BadInputError` naming the ones there are."""
    known = {benchmark.name: benchmark for benchmark in SUITE}
    for name in names:
        if name not in known:
            raise BadInputError(f"no benchmark {name!r}; there are {', '.join(known)}")
    return tuple(known[name] for name in names) or SUITE
