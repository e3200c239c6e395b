"""`statecore evaluate`: simulated shoppers against a policy, with the contest's figures, intervals and latency."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table
from rich.text import Text

from serve.console import note, out, progress_bar, table
from serve.shell import FOUND_SOMETHING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from catalog.index import Catalog
    from lab.evaluate import Evaluation, Json
    from lab.play import Agent, Case
    from lab.wording import WordedSession
    from policies.registry import AnyBundle
    from serve.console import Progress
    from store.contract import EventStore

__all__ = ["EXAMPLE", "evaluate", "free_prefix", "play_all", "tell_evaluation"]

EXAMPLE = "Example: statecore evaluate --catalog shop/ --sessions sessions.jsonl --json results.json"


@dataclass(frozen=True, slots=True)
class _Panel:
    """What is to be played, where it is from, and the wordings if it has any."""

    name: str
    cases: Sequence[Case]
    worded: Sequence[WordedSession] = ()


def evaluate(
    catalog: Annotated[Path, typer.Option(metavar="DIR", help="A compiled catalog, or its rows.")],
    sessions: Annotated[Path | None, typer.Option(metavar="FILE", help="Sessions in the kit's format.")] = None,
    wording: Annotated[Path | None, typer.Option(metavar="FILE", help="Play this wording panel instead.")] = None,
    draw: Annotated[int | None, typer.Option(metavar="N", help="Draw N sessions from the catalog instead.")] = None,
    seed: Annotated[int, typer.Option(metavar="S", help="The seed of --draw and of the intervals.")] = 0,
    policy: Annotated[str, typer.Option(metavar="NAME", help="The policy that decides.")] = "house",
    store: Annotated[str | None, typer.Option(metavar="STORE", help="Keep every turn in this store.")] = None,
    json_out: Annotated[
        Path | None, typer.Option("--json", metavar="OUT", help="Write the results (-: to stdout).")
    ] = None,
) -> None:
    """Score a policy: simulated shoppers by the contest kit's rules, every turn timed, and logged with --store."""
    from policies.registry import bundle_named
    from serve.cache import open_catalog

    bundle = bundle_named(policy)
    with progress_bar() as told:
        opened = open_catalog(catalog, progress=told)
    panel = _panel(opened, sessions, wording, draw, seed)
    began = perf_counter()
    with progress_bar() as told:
        evaluation = _run(opened, bundle, panel, store, told)
    seconds = perf_counter() - began
    results = _results(evaluation, panel, opened, bundle, seed)
    if json_out is None or str(json_out) != "-":
        tell_evaluation(results, f"{policy} on {panel.name}", seconds)
    if json_out is not None:
        _write(json_out, results)
    if evaluation.errors:
        raise typer.Exit(FOUND_SOMETHING)


def _panel(catalog: Catalog, sessions: Path | None, wording: Path | None, draw: int | None, seed: int) -> _Panel:
    from lab.evaluate import kit_cases
    from lab.sessions import draw_sessions, read_sessions
    from lab.wording import panel_cases, read_panel

    if wording is not None:
        if sessions is not None:
            note("--wording brings its own sessions: those of --sessions are not played")
        worded = read_panel(wording)
        return _Panel(wording.name, panel_cases(worded), worded)
    if sessions is not None:
        return _Panel(sessions.name, kit_cases(catalog, read_sessions(sessions)))
    if draw is not None:
        return _Panel(f"{draw} drawn sessions", kit_cases(catalog, draw_sessions(catalog, draw, seed)))
    raise typer.BadParameter("one of --sessions, --wording and --draw has to say what to play")


def _run(catalog: Catalog, bundle: AnyBundle, panel: _Panel, store: str | None, told: Progress) -> Evaluation:
    from lab.agents import EngineAgent, LoggedAgent

    if store is None:
        return play_all(EngineAgent(catalog, bundle), catalog, panel.cases, "", told)
    from serve.stores import open_store

    with open_store(store) as opened:
        prefix = free_prefix(opened, bundle.name)
        return play_all(LoggedAgent(catalog, bundle, opened), catalog, panel.cases, prefix, told)


def play_all(agent: Agent, catalog: Catalog, cases: Sequence[Case], prefix: str, told: Progress) -> Evaluation:
    """Play all cases, telling how far it is."""
    from itertools import count

    from lab.evaluate import evaluate as play

    number = count(1)
    return play(agent, catalog, cases, prefix=prefix, progress=lambda _: told(next(number), len(cases), "playing"))


def free_prefix(store: EventStore, policy: str) -> str:
    """What this run's session ids begin with: the policy and the first number that no session has yet."""
    taken = {session_id.split("/")[0] for session_id in store.sessions()}
    number = 1
    while f"{policy}-{number}" in taken:
        number += 1
    return f"{policy}-{number}/"


def _results(evaluation: Evaluation, panel: _Panel, catalog: Catalog, bundle: AnyBundle, seed: int) -> dict[str, Json]:
    """The kit's result keys, and what they were made under."""
    from lab.evaluate import result_of
    from lab.wording import style_results
    from replay.digests import pins_in_force

    pins = pins_in_force(catalog, bundle)
    styles = {"style_metrics": style_results(panel.worded, evaluation, seed=seed)} if panel.worded else {}
    return {
        "policy": pins.policy,
        "policy_digest": pins.policy_digest.hex(),
        "catalog_digest": pins.catalog_digest.hex(),
        **result_of(evaluation, seed=seed),
        **styles,
    }


def tell_evaluation(results: Mapping[str, Json], title: str, seconds: float) -> None:
    """Print the results as a table, one line a group, and the figures that are no scores."""
    console = out()
    scores = table(
        "", "sessions", "HR@10", "MRR", "MTTC", "score", "95% interval", right=frozenset(range(1, 7)), title=title
    )
    groups = {**_group(results, "scenario_metrics"), **_group(results, "style_metrics"), "all": dict(results)}
    for name, group in groups.items():
        _add_scores(scores, name, group)
    console.print(scores)
    latency = results["latency_ms"]
    if isinstance(latency, dict):
        times = ", ".join(f"{name} {latency[name]:.2f}" for name in ("p50", "p95", "p99", "max"))
        console.print(f"{results['turns']:,} turns in {seconds:.1f} s; ms per turn: {times}")
    failed = results["exceptions"]
    if isinstance(failed, dict):
        kinds = failed["kinds"]
        told = (
            f" ({', '.join(f'{count} {kind}' for kind, count in kinds.items())})"
            if isinstance(kinds, dict) and kinds
            else ""
        )
        console.print(
            Text(f"{failed['count']} exceptions{told}, {results['repeated_proven_misses']} proven misses shown again")
        )


def _group(results: Mapping[str, Json], name: str) -> dict[str, Json]:
    found = results.get(name)
    return found if isinstance(found, dict) else {}


def _add_scores(scores: Table, name: str, group: Json) -> None:
    """One line of the table."""
    if not isinstance(group, dict):
        return
    interval = group["confidence_interval"]
    ends = f"{interval['low']:.4f} to {interval['high']:.4f}" if isinstance(interval, dict) else ""
    figures = (f"{group[key]:.4f}" for key in ("hit_rate_at_10", "mrr", "mttc", "technical_score"))
    scores.add_row(name, f"{group['sample_count']:,}", *figures, ends, style="bold" if name == "all" else None)


def _write(path: Path, results: Mapping[str, Json]) -> None:
    """Write the results, complete or not at all."""
    text = json.dumps(results, indent=2, ensure_ascii=False) + "\n"
    if str(path) == "-":
        sys.stdout.write(text)
        return
    part = path.with_name(f"{path.name}.part")
    part.write_text(text, encoding="utf-8")
    part.replace(path)
