"""`statecore compare` and `statecore bound`: policies side by side, and beside what no policy can exceed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from lab.figures import number_of, object_of
from serve.console import note, out, progress_bar, table

if TYPE_CHECKING:
    from catalog.index import Catalog
    from lab.bound import SetBound
    from lab.contest import Contestant, Run
    from lab.evaluate import Json
    from lab.sessions import Session

__all__ = ["BOUND_EXAMPLE", "COMPARE_EXAMPLE", "bound", "compare"]

COMPARE_EXAMPLE = (
    "Example: statecore compare --policies house,arc --catalog shop/ --sessions a.jsonl --sessions b.jsonl"
)
BOUND_EXAMPLE = "Example: statecore bound --catalog shop/ --sessions a.jsonl --policies house,arc"

_EVERYONE = "house,arc,satu,buyte,opoyo"
_NUMBERS = frozenset(range(1, 12))
_Catalog = Annotated[Path, typer.Option(metavar="DIR", help="A compiled catalog, or its rows.")]
_Sessions = Annotated[
    list[Path] | None, typer.Option(metavar="FILE", help="Sessions in the kit's format; may come again.")
]
_Draw = Annotated[
    list[str] | None,
    typer.Option(metavar="N@E", help="Draw N sessions, targets by rating count to the power E; may come again."),
]
_Seed = Annotated[int, typer.Option(metavar="S", help="The seed of --draw and of the intervals.")]
_Jobs = Annotated[int, typer.Option(metavar="N", min=1, help="Play in so many processes.")]
_JsonOut = Annotated[Path | None, typer.Option("--json", metavar="OUT", help="Write the figures.")]


class _Set(NamedTuple):
    """A session set and what it is called."""

    name: str
    sessions: tuple[Session, ...]
    exponent: float | None


def compare(
    catalog: _Catalog,
    sessions: _Sessions = None,
    draw: _Draw = None,
    policies: Annotated[str, typer.Option(metavar="A,B,…", help="The first is held against the others.")] = _EVERYONE,
    seed: _Seed = 0,
    jobs: _Jobs = 2,
    json_out: _JsonOut = None,
    plots: Annotated[Path | None, typer.Option(metavar="DIR", help="Draw the figures as PNG files.")] = None,
    *,
    ablations: Annotated[bool, typer.Option("--ablations", help="House, part by part off.")] = False,
) -> None:
    """Play the same sessions with several policies: scores, paired 95% intervals, calibration, and the turn audit."""
    from lab.comparison import compared
    from lab.contest import play_contest

    opened, folder = _opened(catalog)
    contestants = _contestants(policies, ablations=ablations)
    names = [one.name for one in contestants]
    results: dict[str, Json] = {}
    pooled: list[Run] | None = None
    for panel in _sets(opened, sessions, draw, seed):
        with progress_bar() as told:
            runs = play_contest(
                folder,
                contestants,
                panel.sessions,
                jobs=jobs,
                progress=lambda done, total, name=panel.name: told(done, total, f"playing {name}"),  # type: ignore[misc]
            )
        results[panel.name] = dict(compared(dict(zip(names, runs, strict=True)), seed=seed))
        pooled = list(runs) if pooled is None else [one.joined(two) for one, two in zip(pooled, runs, strict=True)]
    if pooled is not None and len(results) > 1:
        results["all sets"] = dict(compared(dict(zip(names, pooled, strict=True)), seed=seed))
    for name, figures in results.items():
        _tell(name, figures, names)
    if json_out is not None:
        _write(json_out, {"policies": list(names), "seed": seed, "sets": results})
    if plots is not None:
        from lab.plots import draw_comparison

        for path in draw_comparison(results, plots):
            note(f"drawn: {path}")


def _opened(catalog: Path) -> tuple[Catalog, Path]:
    from serve.cache import open_catalog

    with progress_bar() as told:
        opened = open_catalog(catalog, progress=told)
    return opened, opened.sections.path.parent


def _contestants(policies: str, *, ablations: bool) -> tuple[Contestant, ...]:
    from lab.ablations import ABLATIONS
    from lab.contest import Contestant

    if ablations:
        return (Contestant("house", "house"), *ABLATIONS)
    names = [name.strip() for name in policies.split(",") if name.strip()]
    if len(set(names)) < len(names) or not names:
        raise typer.BadParameter("--policies takes different names, separated by commas")
    return tuple(Contestant(name, name) for name in names)


def _sets(catalog: Catalog, files: Sequence[Path] | None, draws: Sequence[str] | None, seed: int) -> list[_Set]:
    from lab.evaluate import kit_cases
    from lab.sessions import draw_sessions, read_sessions

    found = [_Set(path.name, read_sessions(path), None) for path in files or ()]
    for place, text in enumerate(draws or ()):
        count, _, exponent = text.partition("@")
        try:
            number, power = int(count), float(exponent or "1")
        except ValueError:
            raise typer.BadParameter(f"--draw takes N@E, as in 400@0.5, not {text}") from None
        found.append(
            _Set(f"{number} drawn by ratings^{power:g}", draw_sessions(catalog, number, seed + place, power), power)
        )
    if not found:
        raise typer.BadParameter("one of --sessions and --draw has to say what to play")
    for one in found:
        kit_cases(catalog, one.sessions)
    return found


def _tell(name: str, figures: Json, names: Sequence[str]) -> None:
    rows = object_of(figures)
    console = out()
    scores = table(
        *("", "HR@10", "MRR", "MTTC", "score", "95%", f"{names[0]} ahead", "95%", "slate", "held", "ECE"),
        right=_NUMBERS,
        title=name,
    )
    for policy in names:
        one = object_of(rows[policy])
        ahead = object_of(one.get("first_minus_this") or {})
        scores.add_row(
            policy,
            *(f"{number_of(one[key]):.4f}" for key in ("hit_rate_at_10", "mrr", "mttc", "technical_score")),
            _span(one["interval"]),
            f"{number_of(ahead['mean']):+.4f}" if ahead else "",
            _span(ahead["interval"]) if ahead else "",
            f"{_mean_width(one['slate_widths']):.2f}",
            str(one["withheld_leaders"]),
            f"{number_of(object_of(one['reliability'])['expected_calibration_error']):.3f}",
        )
    console.print(scores)
    console.print(_by_scenario(rows, names))


def _by_scenario(rows: Mapping[str, Json], names: Sequence[str]) -> object:
    scenarios = list(object_of(object_of(rows[names[0]])["scenarios"]))
    made = table("score", *scenarios, right=_NUMBERS)
    for policy in names:
        found = object_of(object_of(rows[policy])["scenarios"])
        made.add_row(policy, *(f"{number_of(object_of(found[one])['technical_score']):.4f}" for one in scenarios))
    return made


def _mean_width(widths: Json) -> float:
    counted = {int(width): number_of(count) for width, count in object_of(widths).items()}
    return sum(width * count for width, count in counted.items()) / max(sum(counted.values()), 1)


def _span(value: Json) -> str:
    low, high = value if isinstance(value, list) else (0.0, 0.0)
    return "–".join(f"{number_of(end):.4f}".replace("0.", ".", 1) for end in (low, high))  # noqa: RUF001 - a span


def _write(path: Path, figures: dict[str, Json]) -> None:
    path.write_text(json.dumps(figures, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    note(f"figures in {path}")


def bound(
    catalog: _Catalog,
    sessions: _Sessions = None,
    draw: _Draw = None,
    policies: Annotated[str, typer.Option(metavar="A,B,…", help="Play these, and say how near they come.")] = "house",
    exponent: Annotated[
        float | None, typer.Option(metavar="E", help="Targets follow rating count to this power; fitted if left out.")
    ] = None,
    seed: _Seed = 0,
    jobs: _Jobs = 2,
    json_out: _JsonOut = None,
) -> None:
    """Compute what a policy can expect that knows the shopper and the law of the targets, and what none can exceed."""
    from lab.bound import bound_of
    from lab.contest import play_contest
    from lab.scoring import score

    opened, folder = _opened(catalog)
    contestants = _contestants(policies, ablations=False)
    results: dict[str, Json] = {}
    for panel in _sets(opened, sessions, draw, seed):
        with progress_bar() as told:
            law = panel.exponent if exponent is None else exponent
            found = bound_of(
                folder,
                panel.sessions,
                exponent=law,
                jobs=jobs,
                progress=lambda done, total: told(done, total, "planning openings"),
            )
        runs = play_contest(folder, contestants, panel.sessions, jobs=jobs)
        reached = {one.name: score(run.outcomes).technical_score for one, run in zip(contestants, runs, strict=True)}
        results[panel.name] = _plain_bound(found, reached)
        _tell_bound(panel.name, found, reached)
    if json_out is not None:
        _write(json_out, {"sets": results})


def _plain_bound(found: SetBound, reached: Mapping[str, float]) -> dict[str, Json]:
    best = found.worth["all"]
    return {
        "exponent": found.exponent,
        "worth": {name: dict(worth._asdict()) for name, worth in found.worth.items()},
        "reached": {
            name: {"technical_score": score, "of_value": score / best.value, "of_limit": score / best.limit}
            for name, score in reached.items()
        },
    }


def _tell_bound(name: str, found: SetBound, reached: Mapping[str, float]) -> None:
    console = out()
    title = f"{name}: targets follow rating count to the power {found.exponent:g}"
    worth = table("", "value of the plan", "limit", "relaxed limit", right=_NUMBERS, title=title)
    for group, one in found.worth.items():
        worth.add_row(group, f"{one.value:.4f}", f"{one.limit:.4f}", f"{one.relaxed:.4f}")
    console.print(worth)
    best = found.worth["all"]
    ratios = table("", "score", "of the value", "of the limit", right=_NUMBERS)
    for policy, score in reached.items():
        ratios.add_row(policy, f"{score:.4f}", f"{score / best.value:.2%}", f"{score / best.limit:.2%}")
    console.print(ratios)
