"""What a benchmark is, and the things that benchmarks share: rows, a compiled catalog, sessions, a place to write.

Invariant: shared things are made once, on first use, and outside of any measurement; a benchmark never changes them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from catalog.compiler import compile_catalog
from catalog.index import Catalog
from lab.evaluate import kit_cases
from lab.sessions import draw_sessions
from lab.synthetic import write_rows

if TYPE_CHECKING:
    from lab.play import Case

__all__ = ["Bench", "Benchmark", "Figures", "Measure"]

Figures: TypeAlias = Mapping[str, float]
"""What one round measured, by the name of the figure."""

Measure: TypeAlias = Callable[[], Figures]
"""One round."""

SESSION_SEED = 1


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A named measurement: `prepare` gets everything ready and returns the round."""

    name: str
    unit: str
    about: str
    prepare: Callable[[Bench], Measure]


class Bench:
    """What benchmarks share, below the folder `work`."""

    def __init__(
        self,
        work: Path,
        *,
        rows: int,
        seed: int,
        sessions: int,
        rows_file: Path | None = None,
        events: int = 1_000_000,
    ) -> None:
        """Measure on `rows` synthetic rows of `seed`, or on `rows_file`, with `sessions` drawn sessions.

        `events`: how many the big store has, a multiple of 25,000.
        """
        self.work, self.rows, self.seed, self.sessions, self.events = work, rows, seed, sessions, events
        self._given = rows_file
        self._numbers = count(1)

    @cached_property
    def rows_file(self) -> Path:
        """The catalog rows."""
        if self._given is not None:
            return self._given
        path = self.work / "rows.jsonl.gz"
        write_rows(path, self.rows, self.seed)
        return path

    @cached_property
    def catalog_dir(self) -> Path:
        """The rows, compiled."""
        folder = self.work / "catalog"
        compile_catalog(self.rows_file, folder)
        return folder

    @cached_property
    def catalog(self) -> Catalog:
        """The compiled rows, open."""
        return Catalog.open(self.catalog_dir)

    @cached_property
    def cases(self) -> tuple[Case, ...]:
        """Drawn sessions with the kit's mix, targets proportional to review counts."""
        return kit_cases(self.catalog, draw_sessions(self.catalog, self.sessions, SESSION_SEED))

    def new_folder(self, name: str) -> Path:
        """A path that nothing has used yet."""
        return self.work / f"{name}-{next(self._numbers)}"
