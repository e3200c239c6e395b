"""The contest's scores from session outcomes, with intervals that say how far a number can be trusted.

Invariant: everything here is a function of the outcomes (and a seed): no clock, no catalog. The technical score is
linear in sessions: TechnicalScore = 0.50 HR@10 + 0.30 MRR + 0.20 (11 - MTTC)/10, with 11 turns for a miss, is the mean
of u(t, r) = 0.50 + 0.30/r + 0.02 (11 - t) over hits at turn t and rank r, and 0 for misses.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from lab.sessions import SCENARIOS, Scenario
from lab.shopper import MAX_TURNS
from statecore.errors import BadInputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = [
    "TOP_K",
    "Difference",
    "Interval",
    "Outcome",
    "Score",
    "paired_difference",
    "score",
    "score_interval",
    "utility",
]

TOP_K = 10
"""How many of a slate's products count."""

_RESAMPLES = 2_000
_LEVEL = 0.95
_BLOCK_CELLS = 4_000_000


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one session ended: the turn and rank (both from 1) of the hit, or None and None for a miss.

    `turns` is how many replies the agent gave, `repeats` how often it showed a product that the conversation had
    already proven not to be the one, `error` the exception that ended the session, which then is a miss.
    """

    sample_id: str
    scenario: Scenario
    hit_turn: int | None = None
    rank: int | None = None
    turns: int = 0
    repeats: int = 0
    error: str | None = None

    @property
    def hit(self) -> bool:
        """Whether the target was shown where it counts."""
        return self.hit_turn is not None

    @property
    def utility(self) -> float:
        """What the session adds to the technical score's mean."""
        return 0.0 if self.hit_turn is None or self.rank is None else utility(self.hit_turn, self.rank)


def utility(turn: int, rank: int) -> float:
    """u(t, r) of a hit at turn t (1..10) and rank r (1..10).

    >>> utility(1, 1), round(utility(3, 2), 2), round(utility(10, 10), 2)
    (1.0, 0.81, 0.55)
    """
    return 0.50 + 0.30 / rank + 0.02 * (MAX_TURNS + 1 - turn)


@dataclass(frozen=True, slots=True)
class Score:
    """The kit's figures of a set of sessions. With no sessions MTTC is 11 and everything else 0."""

    sessions: int
    hit_rate: float
    """Share of sessions with a hit among the ten (HR@10)."""
    mrr: float
    """Mean of 1/rank at the hit, 0 for a miss."""
    mttc: float
    """Mean turn of the hit, 11 for a miss."""

    @property
    def efficiency(self) -> float:
        """(11 - MTTC)/10, kept within 0 and 1."""
        return min(max((MAX_TURNS + 1 - self.mttc) / MAX_TURNS, 0.0), 1.0)

    @property
    def technical_score(self) -> float:
        """0.50 HR@10 + 0.30 MRR + 0.20 efficiency."""
        return 0.50 * self.hit_rate + 0.30 * self.mrr + 0.20 * self.efficiency


def score(outcomes: Sequence[Outcome]) -> Score:
    """Score a set of outcomes."""
    if not outcomes:
        return Score(0, 0.0, 0.0, float(MAX_TURNS + 1))
    count = len(outcomes)
    return Score(
        sessions=count,
        hit_rate=sum(outcome.hit for outcome in outcomes) / count,
        mrr=sum(1 / outcome.rank for outcome in outcomes if outcome.rank is not None) / count,
        mttc=sum(outcome.hit_turn or MAX_TURNS + 1 for outcome in outcomes) / count,
    )


def by_scenario(outcomes: Iterable[Outcome]) -> Mapping[Scenario, tuple[Outcome, ...]]:
    """The outcomes of each scenario that occurs, in the order of `SCENARIOS`."""
    kept = tuple(outcomes)
    groups = {name: tuple(outcome for outcome in kept if outcome.scenario == name) for name in SCENARIOS}
    return {name: group for name, group in groups.items() if group}


@dataclass(frozen=True, slots=True)
class Interval:
    """A percentile interval of the mean, from a bootstrap over sessions."""

    low: float
    high: float
    level: float = _LEVEL


def score_interval(outcomes: Sequence[Outcome], seed: int = 0) -> Interval:
    """95% interval of the technical score.

    Sessions are resampled within their scenarios, because the mix of scenarios is fixed by the protocol.
    """
    if not outcomes:
        return Interval(0.0, 0.0)
    utilities = np.array([outcome.utility for outcome in outcomes])
    return _interval(_bootstrap(utilities, [outcome.scenario for outcome in outcomes], seed))


@dataclass(frozen=True, slots=True)
class Difference:
    """Technical score of one run minus another's over the same sessions."""

    sessions: int
    mean: float
    interval: Interval
    wins: int
    """Sessions where the first run scored higher."""
    losses: int

    @property
    def is_significant(self) -> bool:
        """Whether the interval leaves out zero."""
        return self.interval.low > 0 or self.interval.high < 0


def paired_difference(first: Sequence[Outcome], second: Sequence[Outcome], seed: int = 0) -> Difference:
    """Compare two runs session by session: pairing takes the sessions' own difficulty out of the noise.

    Raises:
        BadInputError: the runs are not over the same sessions.
    """
    others = {outcome.sample_id: outcome for outcome in second}
    if len(first) != len(others) or any(outcome.sample_id not in others for outcome in first):
        raise BadInputError("the two runs are not over the same sessions: evaluate both on one file")
    gaps = np.array([outcome.utility - others[outcome.sample_id].utility for outcome in first])
    if not len(gaps):
        return Difference(0, 0.0, Interval(0.0, 0.0), 0, 0)
    interval = _interval(_bootstrap(gaps, [outcome.scenario for outcome in first], seed))
    return Difference(len(gaps), float(gaps.mean()), interval, int((gaps > 0).sum()), int((gaps < 0).sum()))


def _bootstrap(values: NDArray[np.float64], scenarios: Sequence[str], seed: int) -> NDArray[np.float64]:
    """Means of resamples, float64[2,000], stratified by scenario; equal arguments give equal means."""
    rng = np.random.Generator(np.random.Philox(key=seed))
    labels = np.array(scenarios)
    totals = np.zeros(_RESAMPLES)
    for name in sorted(set(scenarios)):
        group = values[labels == name]
        at_once = max(_BLOCK_CELLS // len(group), 1)
        for begin in range(0, _RESAMPLES, at_once):
            rows = min(at_once, _RESAMPLES - begin)
            picks = rng.integers(0, len(group), size=(rows, len(group)))
            totals[begin : begin + rows] += group[picks].sum(axis=1)
    means: NDArray[np.float64] = totals / len(values)
    return means


def _interval(means: NDArray[np.float64]) -> Interval:
    """The central 95% of resampled means."""
    low, high = np.quantile(means, [(1 - _LEVEL) / 2, (1 + _LEVEL) / 2])
    return Interval(float(low), float(high))
