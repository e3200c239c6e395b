"""ASK: the question whose predicted answers improve the scored ranking most, after the price of its turn.

Every candidate of the competitive pool stands in as the target: the kit's shopper is replayed on its signature, and
candidates that would give the same answer form a group G. With N candidates,

    ExpectedHit(a) = 1/N sum over G of min(|G|, 10)
    ExpectedMRR(a) = 1/N sum over G of (1 + 1/2 + ... + 1/min(|G|, 10))
    AnswerableMVOI(a) = 0.50 (ExpectedHit(a) - CurrentHit) + 0.30 (ExpectedMRR(a) - CurrentMRR) - 0.02         (ARC)

over groups that answer; candidates that would not answer keep their current ranks.

Invariant: an answer that tells nothing is never credited with a better ranking.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from catalog.index import Catalog
from policies.arc.ranking import ArcRanking
from policies.arc.settings import ArcSettings
from policies.kit_replies import next_replies
from policies.utility import SLATE_LIMIT
from statecore.state import SessionState
from statecore.values import AskAttribute

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "TIE_ORDER",
    "AskPlan",
    "AskValue",
    "answerable_mvoi",
    "best_ask",
    "competitive_pool",
    "evidence_complete",
    "plan_ask",
]

TIE_ORDER: tuple[AskAttribute, ...] = (
    "other", "feature", "material", "color", "style", "size", "use_case", "budget", "brand", "category",
)  # fmt: skip
"""The legal attributes; the earlier one wins an exact tie."""

_HIT, _MRR = 0.50, 0.30
_HARMONIC = np.concatenate([[0.0], np.cumsum(1.0 / np.arange(1, SLATE_LIMIT + 1))])


@dataclass(frozen=True, slots=True)
class AskValue:
    """What a question does to the metric: expected hit and reciprocal rank after it, those of now, and the value."""

    expected_hit: float
    expected_mrr: float
    current_hit: float
    current_mrr: float
    value: float


@dataclass(frozen=True, slots=True)
class AskPlan:
    """The questions weighed: their values, how large the competitive pool was, and whether anything is left to tell."""

    values: tuple[tuple[AskAttribute, AskValue], ...]
    pool_size: int
    complete: bool


def competitive_pool(ordered_scores: NDArray[np.float64], settings: ArcSettings) -> int:
    """How many of the candidates, best first, are worth planning for: at 75% of the best, ten at least, 512 at most.

    >>> import numpy as np
    >>> competitive_pool(np.array([1.0, 0.75, 0.7]), ArcSettings(pool_least=1))
    2
    """
    count = len(ordered_scores)
    if not count:
        return 0
    near = ordered_scores >= settings.pool_share * ordered_scores[0]
    competitive = count if near.all() else int(np.argmin(near))
    return min(max(competitive, settings.pool_least), settings.pool_limit, count)


def answerable_mvoi(answers: NDArray[np.int64], turn_price: float) -> AskValue:
    """The value of a question, given each candidate's predicted answer in rank order (0: no answer): int64[N], N > 0.

    >>> import numpy as np
    >>> round(answerable_mvoi(np.array([1, 1, 2, 3, 4, 5, 6, 7, 8, 9]), 0.02).value, 6)
    0.177131
    """
    count = len(answers)
    ranks = np.arange(1, count + 1)
    shown = ranks <= SLATE_LIMIT
    reciprocal = np.where(shown, 1.0 / ranks, 0.0)
    silent = answers == 0
    sizes = np.minimum(np.unique(answers[~silent], return_counts=True)[1], SLATE_LIMIT)
    expected_hit = float(sizes.sum() + (shown & silent).sum()) / count
    expected_mrr = float(_HARMONIC[sizes].sum() + reciprocal[silent].sum()) / count
    current_hit, current_mrr = float(shown.sum()) / count, float(reciprocal.sum()) / count
    gain = _HIT * (expected_hit - current_hit) + _MRR * (expected_mrr - current_mrr)
    return AskValue(expected_hit, expected_mrr, current_hit, current_mrr, gain - turn_price)


def best_ask(values: tuple[tuple[AskAttribute, AskValue], ...]) -> tuple[AskAttribute, AskValue] | None:
    """The question of the largest value, the first in tie order among equals; None without any."""
    return max(values, key=lambda pair: round(pair[1].value, 9), default=None)


def plan_ask(state: SessionState, catalog: Catalog, ranking: ArcRanking, settings: ArcSettings) -> AskPlan:
    """Weigh every available question on the competitive pool."""
    size = competitive_pool(ranking.scores[ranking.order], settings)
    places = ranking.order[:size]
    cards = ranking.cards[places]
    told = np.isin(cards, _disclosed(state, catalog))
    if not size or evidence_complete(state, cards, told, settings):
        return AskPlan((), size, complete=True)
    classes = catalog.value_class[cards]
    closed = {item.attribute for item in (*state.exhausted, *state.declined)} - {"other"}
    values = []
    for ask in TIE_ORDER:
        if ask not in closed:
            first, second = next_replies(cards, classes, told, ask)
            answers = first.astype(np.int64) << 32 | second
            values.append((ask, answerable_mvoi(answers, settings.turn_price)))
    return AskPlan(tuple(values), size, complete=False)


def _disclosed(state: SessionState, catalog: Catalog) -> NDArray[np.int64]:
    """The values that the kit's shopper counts as told: all but the old value that an override's opening names."""
    told = {value for item in state.heard if item.frame != "kit_override" for value in item.values}
    return np.array(sorted({catalog.value_id(value) for value in told} - {0}), dtype=np.int64)


def evidence_complete(
    state: SessionState, cards: NDArray[np.int32], told: NDArray[np.bool_], settings: ArcSettings
) -> bool:
    """Whether the protocol's four values are all known, or no candidate has any left to tell."""
    known = {value for item in state.heard for value in item.values}
    if state.nothing_more or len(known) >= settings.signature_size:
        return True
    return not bool(((cards > 0) & ~told).any())
