"""Playing a set of sessions and reporting the contest's figures, with latency and confidence.

Invariant: every session is in the result, in order, whatever happened in it; a session that raised is a miss with its
error beside it. Scores depend on the agent's replies only; latencies are measured around the agent, nothing else.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

import numpy as np

from lab.play import Agent, Case, Played, play
from lab.scoring import Outcome, Score, by_scenario, score, score_interval
from lab.shopper import wish_of
from statecore.errors import BadInputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from catalog.products import Product
    from lab.sessions import Session

__all__ = ["Evaluation", "Json", "ProductSource", "evaluate", "kit_cases", "plain_score", "result_of", "target_of"]

Json: TypeAlias = "str | int | float | bool | list[Json] | dict[str, Json] | None"

_DIGITS = 6
_NS_PER_MS = 1e6
_QUANTILES = (50, 95, 99)


class ProductSource(Protocol):
    """The part of a catalog that shoppers and the scoring of slates need."""

    def index_of(self, product_id: str, /) -> int:
        """The index of a product, -1 if it is unknown."""
        ...

    def product(self, index: int, /) -> Product:
        """The product at `index`."""
        ...


@dataclass(frozen=True, slots=True)
class Evaluation:
    """All sessions of a run, in the order they were given."""

    sessions: tuple[Played, ...]

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """How each session ended."""
        return tuple(played.outcome for played in self.sessions)

    @property
    def score(self) -> Score:
        """The figures over all sessions."""
        return score(self.outcomes)

    @property
    def errors(self) -> tuple[Outcome, ...]:
        """The sessions that raised."""
        return tuple(outcome for outcome in self.outcomes if outcome.error is not None)

    @property
    def repeated_misses(self) -> int:
        """How many products were shown again after the conversation had proven that they are not the one."""
        return sum(outcome.repeats for outcome in self.outcomes)

    def latencies_ms(self) -> Mapping[str, float]:
        """Quantiles, mean and maximum of the time that the agent took for a turn, in milliseconds; 0 without turns."""
        taken = (
            np.array([exchange.elapsed_ns for played in self.sessions for exchange in played.exchanges]) / _NS_PER_MS
        )
        if not len(taken):
            taken = np.zeros(1)
        found = {f"p{quantile}": float(np.percentile(taken, quantile)) for quantile in _QUANTILES}
        return {**found, "mean": float(taken.mean()), "max": float(taken.max())}


def kit_cases(catalog: ProductSource, sessions: Iterable[Session]) -> tuple[Case, ...]:
    """The sessions as the kit plays them: the wish follows from the target, the words are the kit's.

    Raises:
        BadInputError: a target is not in the catalog.
    """
    return tuple(Case(session, wish_of(target_of(catalog, session))) for session in sessions)


def target_of(catalog: ProductSource, session: Session) -> Product:
    """The product that a session is about."""
    index = catalog.index_of(session.target_id)
    if index < 0:
        raise BadInputError(
            f"session {session.sample_id!r} is about product {session.target_id!r}, which this catalog does not have: "
            "use the catalog that the sessions were drawn from"
        )
    return catalog.product(index)


def evaluate(
    agent: Agent,
    catalog: ProductSource,
    cases: Sequence[Case],
    *,
    prefix: str = "",
    progress: Callable[[Played], None] | None = None,
) -> Evaluation:
    """Play every case with the agent, one after the other.

    Session ids are `prefix` and the sample id: give each run on one store a prefix of its own. `progress` is called
    with each session as it ends.
    """

    def exists(product_id: str) -> bool:
        return catalog.index_of(product_id) >= 0

    played = []
    for case in cases:
        one = play(agent, case, session_id=prefix + case.session.sample_id, exists=exists)
        played.append(one)
        if progress is not None:
            progress(one)
    return Evaluation(tuple(played))


def result_of(evaluation: Evaluation, *, seed: int = 0) -> dict[str, Json]:
    """The run as JSON: the kit's result keys, and beside them what the kit does not report.

    `seed` is the bootstrap's. Token usage is zero because nothing here calls a model.
    """
    outcomes = evaluation.outcomes
    failed = Counter(outcome.error.partition(":")[0] for outcome in evaluation.errors if outcome.error)
    groups = by_scenario(outcomes)
    return {
        **plain_score(outcomes, seed),
        "recommended_technical_score": _recommended(evaluation.score),
        "reported_token_usage": {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0},
        "scenario_metrics": {name: plain_score(groups[name], seed) for name in sorted(groups)},
        "latency_ms": {name: round(value, _DIGITS) for name, value in evaluation.latencies_ms().items()},
        "turns": sum(len(played.exchanges) for played in evaluation.sessions),
        "repeated_proven_misses": evaluation.repeated_misses,
        "exceptions": {"count": len(evaluation.errors), "kinds": dict(sorted(failed.items()))},
        "sessions": [_session(played) for played in evaluation.sessions],
    }


def _recommended(figures: Score) -> float:
    """The score as the kit prints it: from figures rounded before, so that its last digit is the kit's too."""
    hit_rate, mrr, mttc = (round(value, _DIGITS) for value in (figures.hit_rate, figures.mrr, figures.mttc))
    return round(Score(figures.sessions, hit_rate, mrr, mttc).technical_score, _DIGITS)


def plain_score(outcomes: Sequence[Outcome], seed: int = 0) -> dict[str, Json]:
    """The figures of one group of sessions, with the interval of the technical score and its level."""
    figures, interval = score(outcomes), score_interval(outcomes, seed)
    return {
        "sample_count": figures.sessions,
        "hit_rate_at_10": round(figures.hit_rate, _DIGITS),
        "mrr": round(figures.mrr, _DIGITS),
        "mttc": round(figures.mttc, _DIGITS),
        "efficiency": round(figures.efficiency, _DIGITS),
        "technical_score": round(figures.technical_score, _DIGITS),
        "confidence_interval": {
            "level": interval.level,
            "low": round(interval.low, _DIGITS),
            "high": round(interval.high, _DIGITS),
        },
    }


def _session(played: Played) -> dict[str, Json]:
    """One session's line, in the kit's keys; `error` only where there was one."""
    outcome = played.outcome
    line: dict[str, Json] = {
        "sample_id": outcome.sample_id,
        "scenario_type": outcome.scenario,
        "hit": outcome.hit,
        "first_hit_turn": outcome.hit_turn,
        "best_rank": outcome.rank,
        "reciprocal_rank": 0.0 if outcome.rank is None else 1.0 / outcome.rank,
        "turns": outcome.turns,
        "elapsed_ms": [round(exchange.elapsed_ns / _NS_PER_MS, _DIGITS) for exchange in played.exchanges],
    }
    return line if outcome.error is None else {**line, "error": outcome.error}
