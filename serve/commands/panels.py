"""`statecore panels`: what a policy's score hangs on, panel by panel or layer of the reader by layer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from serve.console import out, progress_bar, table
from serve.shell import FOUND_SOMETHING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from catalog.index import Catalog
    from lab.evaluate import Json
    from lab.panels import Line

__all__ = ["EXAMPLE", "panels"]

EXAMPLE = "Example: statecore panels --catalog shop/ --sessions sessions.jsonl --panels frames,typos"
_NUMBERS = frozenset(range(1, 7))


def panels(
    catalog: Annotated[Path, typer.Option(metavar="DIR", help="A compiled catalog, or its rows.")],
    sessions: Annotated[Path | None, typer.Option(metavar="FILE", help="Sessions in the kit's format.")] = None,
    draw: Annotated[int | None, typer.Option(metavar="N", help="Draw N sessions from the catalog instead.")] = None,
    wording: Annotated[
        Path | None, typer.Option(metavar="FILE", help="With --layers: a panel of sessions in people's words.")
    ] = None,
    names: Annotated[str, typer.Option("--panels", metavar="A,B,…", help="Only these panels.")] = "",
    policy: Annotated[str, typer.Option(metavar="NAME", help="The policy that decides.")] = "house",
    seed: Annotated[int, typer.Option(metavar="S", help="The seed of --draw and of the intervals.")] = 0,
    jobs: Annotated[int, typer.Option(metavar="N", min=1, help="Play in so many processes.")] = 2,
    json_out: Annotated[Path | None, typer.Option("--json", metavar="OUT", help="Write the figures.")] = None,
    *,
    layers: Annotated[
        bool, typer.Option("--layers", help="The clean sessions with each layer of the reader left out.")
    ] = False,
) -> None:
    """Play sessions clean and perturbed: other frames, punctuation, typos, shelves by other names, hidden clues."""
    from lab.panels import figures_of, play_lines
    from policies.registry import bundle_named
    from serve.cache import open_catalog

    bundle_named(policy)
    with progress_bar() as told:
        opened = open_catalog(catalog, progress=told)
    lines = _lines(opened, sessions, draw, seed, wording, names, layers=layers)
    with progress_bar() as told:
        outcomes = play_lines(
            opened.sections.path.parent,
            lines,
            policy=policy,
            jobs=jobs,
            progress=lambda done, total: told(done, total, "playing"),
        )
    figures = figures_of(lines, outcomes, seed=seed)
    _tell(figures, policy)
    if json_out is not None:
        whole = {"policy": policy, "seed": seed, "lines": figures}
        json_out.write_text(json.dumps(whole, indent=2) + "\n", encoding="utf-8")
    if any(isinstance(line, dict) and line["exceptions"] for line in figures.values()):
        raise typer.Exit(FOUND_SOMETHING)


def _lines(
    catalog: Catalog,
    sessions: Path | None,
    draw: int | None,
    seed: int,
    wording: Path | None,
    names: str,
    *,
    layers: bool,
) -> tuple[Line, ...]:
    """What is to be played."""
    from lab.evaluate import kit_cases
    from lab.panels import chosen_panels, layer_lines, panel_lines
    from lab.sessions import draw_sessions, read_sessions
    from lab.wording import read_panel

    if wording is not None:
        if not layers:
            raise typer.BadParameter("--wording goes with --layers: the panels bring words of their own")
        read_panel(wording)
        return layer_lines((), wording)
    if sessions is not None:
        played = read_sessions(sessions)
    elif draw is not None:
        played = draw_sessions(catalog, draw, seed)
    else:
        raise typer.BadParameter("one of --sessions and --draw has to say what to play")
    kit_cases(catalog, played)
    chosen = chosen_panels([name.strip() for name in names.split(",") if name.strip()])
    return layer_lines(played) if layers else panel_lines(played, chosen)


def _tell(figures: Mapping[str, Json], policy: str) -> None:
    """Print the table."""
    rows = table(
        *("", "sessions", "HR@10", "MRR", "MTTC", "score", "behind", "within 0.03"), right=_NUMBERS, title=policy
    )
    for name, line in figures.items():
        if not isinstance(line, dict):
            continue
        within = "-" if line["within"] is None else "yes" if line["within"] else "no"
        rows.add_row(
            name,
            str(line["sample_count"]),
            *(f"{line[key]:.4f}" for key in ("hit_rate_at_10", "mrr", "mttc", "technical_score", "behind")),
            within,
        )
    out().print(rows)
    failed = sum(int(str(line["exceptions"])) for line in figures.values() if isinstance(line, dict))
    out().print(f"{failed} exceptions")
