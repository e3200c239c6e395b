"""Comparisons drawn: scores with intervals, first-hit turns, slate widths, reliability. One PNG each.

Invariant: a plot shows the figures that it is given, all of them, and nothing else. matplotlib is the `plots` extra.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lab.figures import number_of, object_of
from statecore.errors import BadInputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from matplotlib.axes import Axes

    from lab.evaluate import Json

__all__ = ["draw_comparison"]

_WIDTH, _HEIGHT, _DPI = 4.2, 3.4, 110


def draw_comparison(sets: Mapping[str, Json], folder: Path) -> Iterator[Path]:
    """Draw the figures of `lab.comparison.compared`, by set, into PNG files in `folder`; yields their paths.

    Raises:
        BadInputError: matplotlib is not installed.
    """
    try:
        import matplotlib as mpl  # noqa: PLC0415 - an extra: imported when something is drawn
    except ImportError:
        raise BadInputError("plots need matplotlib: pip install 'statecore[plots]'") from None
    mpl.use("agg")
    folder.mkdir(parents=True, exist_ok=True)
    for name, draw in (
        ("scores", _scores),
        ("first-hits", _first_hits),
        ("slate-widths", _slate_widths),
        ("reliability", _reliability),
    ):
        yield _figure(sets, folder / f"{name}.png", draw)


def _figure(sets: Mapping[str, Json], path: Path, draw: Callable[[Axes, dict[str, Json]], None]) -> Path:
    """One row of axes, a set each."""
    from matplotlib.figure import Figure  # noqa: PLC0415 - an extra

    figure = Figure(figsize=(_WIDTH * len(sets), _HEIGHT), dpi=_DPI, layout="constrained")
    axes = figure.subplots(1, len(sets), squeeze=False)[0]
    for axis, (name, figures) in zip(axes, sets.items(), strict=True):
        axis.set_title(name, fontsize="medium")
        axis.spines[["top", "right"]].set_visible(False)
        draw(axis, object_of(figures))
    axes[0].legend(fontsize="x-small", frameon=False)
    figure.savefig(path)
    return path


def _scores(axis: Axes, figures: dict[str, Json]) -> None:
    for place, (name, one) in enumerate(figures.items()):
        score, interval = number_of(object_of(one)["technical_score"]), object_of(one)["interval"]
        low, high = (number_of(end) for end in (interval if isinstance(interval, list) else (score, score)))
        axis.errorbar(place, score, yerr=[[score - low], [high - score]], fmt="o", capsize=3, label=name)
        axis.annotate(f"{score:.4f}", (place, score), textcoords="offset points", xytext=(6, 4), fontsize="x-small")
    axis.set_xticks(range(len(figures)), list(figures), rotation=30, ha="right", fontsize="x-small")
    axis.set_ylabel("TechnicalScore")


def _first_hits(axis: Axes, figures: dict[str, Json]) -> None:
    _cumulative(axis, figures, "first_hit_turns")
    axis.set_xlabel("turn")
    axis.set_ylabel("share of sessions hit by then")


def _slate_widths(axis: Axes, figures: dict[str, Json]) -> None:
    _cumulative(axis, figures, "slate_widths")
    axis.set_xlabel("products shown")
    axis.set_ylabel("share of slates at most so long")


def _cumulative(axis: Axes, figures: dict[str, Json], key: str) -> None:
    for name, one in figures.items():
        counts = {place: number_of(count) for place, count in object_of(object_of(one)[key]).items()}
        total = sum(counts.values())
        places = sorted(int(place) for place in counts if place != "miss")
        reached, shares = 0.0, []
        for place in places:
            reached += counts[str(place)]
            shares.append(reached / total)
        axis.step(places, shares, where="post", marker=".", label=name)
    axis.set_ylim(0, 1.02)


def _reliability(axis: Axes, figures: dict[str, Json]) -> None:
    axis.plot([0, 1], [0, 1], color="0.7", linewidth=1)
    for name, one in figures.items():
        found = object_of(object_of(one)["reliability"])
        bins = found["bins"]
        points = [object_of(each) for each in (bins if isinstance(bins, list) else [])]
        said = [number_of(point["confidence"]) for point in points]
        right = [number_of(point["right"]) for point in points]
        error = number_of(found["expected_calibration_error"])
        axis.plot(said, right, marker=".", linewidth=1, label=f"{name} (ECE {error:.3f})")
    axis.set_xlabel("confidence")
    axis.set_ylabel("share right")
    axis.legend(fontsize="x-small", frameon=False)
