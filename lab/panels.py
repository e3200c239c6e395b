"""Perturbation panels, or one panel read layer by layer, played in several processes into one table.

Invariant: what is found does not depend on how many processes played it, nor on which of them ended first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from catalog.index import Catalog
from lab.agents import EngineAgent
from lab.evaluate import evaluate, plain_score
from lab.perturbation import PANELS, REPORTED_ONLY, panel_of
from lab.processes import spread
from lab.scoring import score
from lab.wording import panel_cases, read_panel
from policies.registry import bundle_named
from reducers.reading.layers import ALL_LAYERS, LAYERS, Layers, without
from statecore.errors import BadInputError

if TYPE_CHECKING:
    from lab.evaluate import Json
    from lab.play import Case
    from lab.scoring import Outcome
    from lab.sessions import Session

__all__ = ["WITHIN", "Line", "chosen_panels", "figures_of", "layer_lines", "panel_lines", "play_lines", "readers"]

WITHIN = 0.03
"""How far a panel may fall behind the clean score, but for those that take information away."""
_AT_ONCE = 50
"""Sessions played in one go: few enough to share the work evenly, many enough to be worth sending."""
_DIGITS = 6


class Line(NamedTuple):
    """One line of the table: how it is called, which sessions are played in which panel, and how messages are read.

    `wording` is a file of sessions in people's words; then `panel` and `sessions` say nothing.
    """

    name: str
    panel: str
    sessions: tuple[Session, ...]
    layers: Layers = ALL_LAYERS
    wording: Path | None = None


def readers() -> Iterator[tuple[str, Layers]]:
    """The whole reader, then the reader without each of its layers, by name."""
    yield "all layers", ALL_LAYERS
    for name in LAYERS:
        yield f"without {name}", without(name)


def chosen_panels(names: Sequence[str]) -> tuple[str, ...]:
    """Panels by name, all when none is named, the clean one always first; raise `BadInputError` for an unknown one."""
    unknown = [name for name in names if name not in PANELS]
    if unknown:
        raise BadInputError(f"no panel {', '.join(unknown)}: use {', '.join(PANELS)}")
    return tuple(dict.fromkeys(("clean", *(names or PANELS))))


def panel_lines(sessions: Sequence[Session], names: Sequence[str]) -> tuple[Line, ...]:
    """A line for each panel."""
    return tuple(Line(name, name, tuple(sessions)) for name in names)


def layer_lines(sessions: Sequence[Session], wording: Path | None = None) -> tuple[Line, ...]:
    """A line for the whole reader, and one for it without each of its layers; on people's words when there are some."""
    return tuple(Line(name, "clean", tuple(sessions), layers, wording) for name, layers in readers())


class _Share(NamedTuple):
    """Sessions of the line of a number that are played in one go."""

    number: int
    line: Line


def play_lines(
    catalog: Path,
    lines: Sequence[Line],
    *,
    policy: str = "house",
    jobs: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[tuple[Outcome, ...], ...]:
    """How each session of each line ended; `catalog` is a compiled catalog's directory.

    `progress` is told how many parts of the work are done, and how many there are.
    """
    shares = [
        _Share(number, line._replace(sessions=line.sessions[first : first + _AT_ONCE]))
        for number, line in enumerate(lines)
        for first in range(0, max(1, len(line.sessions)), _AT_ONCE)
    ]
    found: list[tuple[Outcome, ...]] = [()] * len(lines)
    played = spread(partial(_play_share, policy), partial(Catalog.open, catalog), shares, jobs=jobs)
    for done, (share, outcomes) in enumerate(zip(shares, played, strict=True), 1):
        found[share.number] += outcomes
        if progress is not None:
            progress(done, len(shares))
    return tuple(found)


def figures_of(lines: Sequence[Line], outcomes: Sequence[Sequence[Outcome]], *, seed: int = 0) -> dict[str, Json]:
    """The table as JSON: for each line its score, how far it is behind the first, and whether that is within bounds."""
    table: dict[str, Json] = {}
    first = score(outcomes[0]).technical_score
    for line, ended in zip(lines, outcomes, strict=True):
        behind = first - score(ended).technical_score
        table[line.name] = {
            **plain_score(ended, seed),
            "behind": round(behind, _DIGITS),
            "within": None if line.panel in REPORTED_ONLY or line.layers != ALL_LAYERS else behind <= WITHIN,
            "exceptions": sum(outcome.error is not None for outcome in ended),
        }
    return table


def _play_share(policy: str, catalog: Catalog, share: _Share) -> tuple[Outcome, ...]:
    line = share.line
    cases: Sequence[Case]
    if line.wording is not None:
        cases = panel_cases(read_panel(line.wording))
    else:
        cases = panel_of(line.panel, catalog, line.sessions)
    return evaluate(EngineAgent(catalog, bundle_named(policy), layers=line.layers), catalog, cases).outcomes
