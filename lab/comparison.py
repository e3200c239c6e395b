"""A comparison of policies on one session set: scores, paired differences to the first policy, calibration, audit.

Invariant: all figures are functions of the runs and a seed; the differences are paired by session.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from lab.calibration import Reliability, reliability
from lab.scoring import by_scenario, paired_difference, score, score_interval

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lab.contest import Run
    from lab.evaluate import Json
    from lab.scoring import Difference, Outcome

__all__ = ["compared", "plain_reliability"]

_DIGITS = 6


def compared(runs: Mapping[str, Run], *, seed: int = 0) -> dict[str, Json]:
    """The figures of runs over the same sessions, by name; the first is the one that the others are held against."""
    first = next(iter(runs.values()))
    return {name: _figures(run, first, seed, is_first=run is first) for name, run in runs.items()}


def _figures(run: Run, first: Run, seed: int, *, is_first: bool) -> dict[str, Json]:
    found = score(run.outcomes)
    calibration = reliability(run.forecasts)
    figures: dict[str, Json] = {
        "sessions": found.sessions,
        "hit_rate_at_10": round(found.hit_rate, _DIGITS),
        "mrr": round(found.mrr, _DIGITS),
        "mttc": round(found.mttc, _DIGITS),
        "technical_score": round(found.technical_score, _DIGITS),
        "interval": _span(run.outcomes, seed),
        "scenarios": {name: _scenario(part, first, seed) for name, part in by_scenario(run.outcomes).items()},
        "first_hit_turns": _counts(outcome.hit_turn for outcome in run.outcomes),
        "slate_widths": _counts(run.widths),
        "withheld_leaders": run.withheld,
        "repeated_misses": sum(outcome.repeats for outcome in run.outcomes),
        "exceptions": sum(outcome.error is not None for outcome in run.outcomes),
        "reliability": plain_reliability(calibration),
    }
    if not is_first:
        figures["first_minus_this"] = _plain(paired_difference(first.outcomes, run.outcomes, seed))
    return figures


def _scenario(part: Sequence[Outcome], first: Run, seed: int) -> Json:
    held = by_scenario(first.outcomes)[part[0].scenario]
    difference = paired_difference(held, part, seed)
    return {
        "sessions": len(part),
        "technical_score": round(score(part).technical_score, _DIGITS),
        "interval": _span(part, seed),
        "first_minus_this": _plain(difference),
    }


def _span(outcomes: Sequence[Outcome], seed: int) -> Json:
    interval = score_interval(outcomes, seed)
    return [round(interval.low, _DIGITS), round(interval.high, _DIGITS)]


def _plain(difference: Difference) -> Json:
    return {
        "mean": round(difference.mean, _DIGITS),
        "interval": [round(difference.interval.low, _DIGITS), round(difference.interval.high, _DIGITS)],
        "wins": difference.wins,
        "losses": difference.losses,
    }


def _counts(numbers: Iterable[int | None]) -> Json:
    """How often each number comes up; None is a miss."""
    counted = Counter("miss" if number is None else str(number) for number in numbers)
    return {name: counted[name] for name in sorted(counted, key=lambda name: (name == "miss", name.zfill(3)))}


def plain_reliability(found: Reliability) -> dict[str, Json]:
    """A reliability diagram as JSON: its error, and its bins."""
    return {
        "expected_calibration_error": round(found.error, _DIGITS),
        "bins": [
            {
                "low": one.low,
                "high": one.high,
                "forecasts": one.forecasts,
                "confidence": round(one.confidence, _DIGITS),
                "right": round(one.right, _DIGITS),
            }
            for one in found.bins
        ],
    }
