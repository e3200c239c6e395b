"""The bound of a whole session set: each opening's worth, averaged over the sessions, in several processes.

Invariant: equal openings have equal worth, and are planned once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from catalog.index import Catalog
from lab.bound.openings import Opening, Worth, candidates_of, opening_of, target_prior, worth_of
from lab.processes import spread
from lab.sessions import SCENARIOS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from lab.sessions import Session

__all__ = ["EXPONENTS", "SetBound", "bound_of", "fitted_exponent"]

EXPONENTS = tuple(step / 20 for step in range(31))
"""Popularity exponents that a set's own is looked for among: 0, 0.05, ... 1.5."""


class SetBound(NamedTuple):
    """A session set's bound: how its targets were drawn, and its mean worth, by scenario and (`all`) over all."""

    exponent: float
    worth: dict[str, Worth]


def fitted_exponent(catalog: Catalog, sessions: Sequence[Session]) -> float:
    """The exponent e for which targets drawn in proportion to rating_number**e are likeliest to be this set's."""
    targets = np.array([catalog.index_of(session.target_id) for session in sessions])
    distinct = _distinct(sessions)

    def likelihood(exponent: float) -> float:
        return float(np.log(target_prior(catalog, exponent, distinct)[targets]).sum())

    return max(EXPONENTS, key=lambda exponent: (likelihood(exponent), -exponent))


def bound_of(
    catalog: Path,
    sessions: Sequence[Session],
    *,
    exponent: float | None = None,
    jobs: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> SetBound:
    """The bound of a set of sessions on the compiled catalog in `catalog`.

    `exponent`: how targets follow rating_number, fitted if None. `progress` is told the openings done and how many
    there are.
    """
    opened = Catalog.open(catalog)
    law = fitted_exponent(opened, sessions) if exponent is None else exponent
    openings = [opening_of(opened, session) for session in sessions]
    # The largest first: what takes longest should not begin last.
    distinct = sorted(set(openings), key=lambda opening: (-len(candidates_of(opened, opening)), opening))
    prepared = partial(_prepared, catalog, law, _distinct(sessions))
    worth: dict[Opening, Worth] = {}
    for opening, found in zip(distinct, spread(_worth, prepared, distinct, jobs=jobs), strict=True):
        worth[opening] = found
        if progress is not None:
            progress(len(worth), len(distinct))
    return SetBound(law, _means([session.scenario for session in sessions], [worth[one] for one in openings]))


def _distinct(sessions: Sequence[Session]) -> int:
    """How many targets were drawn without replacement: all, unless one comes up twice; then none."""
    repeated = len({session.target_id for session in sessions}) < len(sessions)
    return 0 if repeated else len(sessions)


def _means(scenarios: Sequence[str], found: Sequence[Worth]) -> dict[str, Worth]:
    named = {
        name: [worth for scenario, worth in zip(scenarios, found, strict=True) if scenario == name]
        for name in SCENARIOS
    }
    groups: dict[str, list[Worth]] = {**{name: part for name, part in named.items() if part}, "all": list(found)}
    return {name: Worth(*np.mean(np.array(part), axis=0).tolist()) for name, part in groups.items()}


def _prepared(catalog: Path, exponent: float, distinct: int) -> tuple[Catalog, NDArray[np.float64]]:
    """The catalog, and the law of targets."""
    opened = Catalog.open(catalog)
    return opened, target_prior(opened, exponent, distinct)


def _worth(prepared: tuple[Catalog, NDArray[np.float64]], opening: Opening) -> Worth:
    catalog, prior = prepared
    return worth_of(catalog, opening, prior)
