"""Nine question arms by what the live pool can tell apart and can answer at all.

    offers(d)   = {(a, v, w_j)}: lead line j = 0..7 of d types to attribute a with value v, w_j = 0.35^j
    weight(v,a) = sum over d in P of the w of (a, v) in offers(d), v not said
    H(a)        = - sum over v of p log2 p,   p(v|a) = weight(v,a) / sum over u of weight(u,a)
    Coverage(a) = 1/|P| sum over d of the largest w of an unsaid (a, v) in offers(d)
    Union       = 1/|P| sum over d of the largest w over all attributes
    Q(a)        = Coverage(a) H(a) 0.35^heard(a)
    ask argmax Q(a) if Coverage(a*) / Union >= 0.2, else "anything else?"                                       (SATU)

Invariant: refused, exhausted and avoided attributes score nothing; options are values of the pool's own lines.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from catalog.index import Catalog
from policies.lines import LeadLines, lead_lines
from policies.satu.behaviours import SatuMood
from policies.satu.scoring import SatuRanking
from policies.satu.settings import SatuSettings
from policies.satu.slots import slots
from policies.utility import LAST_TURN
from statecore.state import SessionState
from statecore.values import ATTRIBUTES, AskAttribute, Attribute

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["ARMS", "ArmScores", "QuestionPlan", "avoided", "choose_arm", "plan_question", "score_arms"]

ARMS: tuple[Attribute, ...] = (
    "material", "color", "size", "style", "use_case", "feature", "budget", "brand", "category",
)  # fmt: skip
"""The arms that compete; the earlier one wins a tie."""

_LEAST_OPTIONS, _MOST_OPTIONS = 2, 3
_TERSE = 60
"""Longer lines are no answers to pick from."""


@dataclass(frozen=True, slots=True)
class ArmScores:
    """`coverage`, `entropy` and `quality` (Q) of each of ARMS: float64[9]; `union`: the wildcard's coverage."""

    coverage: NDArray[np.float64]
    entropy: NDArray[np.float64]
    quality: NDArray[np.float64]
    union: float


@dataclass(frozen=True, slots=True)
class QuestionPlan:
    """The question (None: none), why there is none, the options to offer, and the arms' scores."""

    ask: AskAttribute | None
    reason: str
    options: tuple[str, ...]
    arms: ArmScores


def score_arms(
    lines: LeadLines, said: NDArray[np.int64], heard: NDArray[np.int64], settings: SatuSettings
) -> ArmScores:
    """Score the arms on a pool's lead lines; `said`: value ids told; `heard` int64[9]: slots of each of ARMS so far."""
    open_lines = (lines.values > 0) & ~np.isin(lines.values, said)
    decay = settings.line_decay ** np.arange(lines.values.shape[1])
    weights = np.where(open_lines, decay, 0.0)
    pool = max(len(lines.values), 1)
    coverage, entropy = np.zeros(len(ARMS)), np.zeros(len(ARMS))
    for place, arm in enumerate(ARMS):
        own = np.where(lines.attributes == ATTRIBUTES.index(arm), weights, 0.0)
        coverage[place] = own.max(axis=1, initial=0.0).sum() / pool
        entropy[place] = _entropy(_value_weights(lines.values, own)[1])
    quality = coverage * entropy * settings.heard_decay ** heard.astype(np.float64)
    return ArmScores(coverage, entropy, quality, float(weights.max(axis=1, initial=0.0).sum()) / pool)


def _value_weights(
    values: NDArray[np.int32], weights: NDArray[np.float64]
) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
    """Distinct values of positive weight, ascending, and the weight of each."""
    used = weights > 0.0
    distinct, at = np.unique(values[used], return_inverse=True)
    return distinct, np.bincount(at, weights=weights[used], minlength=len(distinct)).astype(np.float64)


def _entropy(weights: NDArray[np.float64]) -> float:
    """Shannon entropy in bits of a distribution given by its weights."""
    if len(weights) <= 1:
        return 0.0
    shares = weights / weights.sum()
    return float(-(shares * np.log2(shares)).sum())


def choose_arm(arms: ArmScores, blocked: frozenset[AskAttribute], settings: SatuSettings) -> Attribute | None:
    """The arm of the largest Q that is competitive with the wildcard; None when the wildcard is the honest question."""
    quality = np.array([0.0 if arm in blocked else arms.quality[at] for at, arm in enumerate(ARMS)])
    best = int(np.argmax(np.round(quality, 9)))
    if quality[best] <= 0.0 or arms.coverage[best] < settings.competitive_share * arms.union:
        return None
    return ARMS[best]


def avoided(state: SessionState, settings: SatuSettings, idle: int) -> frozenset[AskAttribute]:
    """What is not asked about now: refused, exhausted, just asked in vain, and in stagnation all that was asked."""
    closed = {item.attribute for item in (*state.declined, *state.exhausted)}
    if idle and state.asked:
        closed.add(state.asked[-1].attribute)
    if idle >= settings.idle_limit:
        closed |= {item.attribute for item in state.asked}
    return frozenset(attribute for attribute in closed if attribute is not None)


def plan_question(
    state: SessionState, catalog: Catalog, ranking: SatuRanking, mood: SatuMood, settings: SatuSettings
) -> QuestionPlan:
    """One question or none."""
    known = slots(state)
    said = np.array(sorted({catalog.value_id(slot.value) for slot in known} - {0}), dtype=np.int64)
    heard = np.array([sum(slot.attribute == arm for slot in known) for arm in ARMS], dtype=np.int64)
    head = ranking.pool.products[ranking.order[: settings.question_pool]]
    lines = lead_lines(catalog, head, settings.lead_lines)
    arms = score_arms(lines, said, heard, settings)
    blocked = avoided(state, settings, mood.idle)
    suppressed = _suppressed(state, mood, blocked)
    if suppressed:
        return QuestionPlan(None, suppressed, (), arms)
    arm = choose_arm(arms, blocked, settings)
    if arm is None:
        return QuestionPlan("other", "no attribute is competitive with the open question", (), arms)
    return QuestionPlan(
        arm, "the attribute that splits and covers the pool best", _options(catalog, lines, arm, said), arms
    )


def _suppressed(state: SessionState, mood: SatuMood, blocked: frozenset[AskAttribute]) -> str:
    """Why nothing should be asked, "" when something should."""
    if state.nothing_more:
        return "the shopper has run out of preferences"
    if state.turn >= LAST_TURN:
        return "no later slate could use the answer"
    if mood.behaviour == "coverage":
        return "it is time to cover candidates, not to narrow them"
    retired = {item.attribute for item in (*state.declined, *state.exhausted)}
    if blocked.issuperset(ARMS) and "other" in retired:
        return "every useful attribute was refused or exhausted"
    return ""


def _options(catalog: Catalog, lines: LeadLines, arm: Attribute, said: NDArray[np.int64]) -> tuple[str, ...]:
    """Two or three values of the pool's lines about the arm, the ones most products lead with; else none."""
    own = (lines.attributes == ATTRIBUTES.index(arm)) & (lines.values > 0) & ~np.isin(lines.values, said)
    values, counts = np.unique(lines.values[own], return_counts=True)
    order = np.lexsort((values, -counts))
    texts = (catalog.value_text(int(values[at])) for at in order[: 4 * _MOST_OPTIONS])
    options = tuple(text for text in texts if len(text) <= _TERSE)[:_MOST_OPTIONS]
    return options if len(options) >= _LEAST_OPTIONS else ()
