"""Asking by expected gain: how often the question is answered, times the uncertainty that the answer would remove.

    gain(a) = P(answered | a) H(a) decay^(times a was disclosed),   H the entropy in bits of a's values over the pool

P is measured, not guessed: by the book, category and brand split a catalog best, and nobody answers them (Buyte). H is
taken over the whole candidate pool and never over the list shown: a list of ten has nothing left to narrow, and an
agent that looks at it never asks. With the shipped decay of 0, what was told once is not asked about again.

Invariant: an attribute that the shopper declined or exhausted is never asked about.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from catalog.index import Catalog
from policies.buyte.ranking import BuyteRanking
from policies.buyte.settings import BuyteSettings
from policies.lines import LeadLines, attribute_index, lead_lines
from policies.situations import idle_turns, wishes
from policies.utility import LAST_TURN
from statecore.state import SessionState
from statecore.values import ATTRIBUTES, AskAttribute, Attribute

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["AskPlan", "best_question", "expected_gain", "plan_ask", "value_entropy"]

_OPTIONS = 3
_TERSE = 60


@dataclass(frozen=True, slots=True)
class AskPlan:
    """The question (None: none), its options, and the expected gain in bits of every attribute."""

    ask: AskAttribute | None
    options: tuple[str, ...]
    gains: Mapping[Attribute, float]


def value_entropy(values: NDArray[np.int32]) -> float:
    """Entropy in bits of how some value ids (0: none, left out) are spread.

    >>> import numpy as np
    >>> value_entropy(np.array([7, 7, 9, 9, 0], dtype=np.int32))
    1.0
    """
    counts = np.unique(values[values > 0], return_counts=True)[1]
    if len(counts) <= 1:
        return 0.0
    shares = counts / counts.sum()
    return float(-(shares * np.log2(shares)).sum())


def expected_gain(answered: float, uncertainty: float, disclosed: int, decay: float) -> float:
    """P(answered) x uncertainty removed, discounted by how often the attribute was disclosed.

    >>> round(expected_gain(0.725, 2.0, 0, 0.0), 2), expected_gain(0.725, 2.0, 1, 0.0)
    (1.45, 0.0)
    """
    return answered * uncertainty * decay**disclosed


def best_question(gains: Mapping[Attribute, float], closed: frozenset[AskAttribute], least: float) -> Attribute | None:
    """The attribute of the largest gain that is not closed, the first listed among equals; None under `least` bits."""
    allowed = [attribute for attribute in gains if attribute not in closed and gains[attribute] >= least]
    return max(allowed, key=lambda attribute: round(gains[attribute], 9), default=None)


def plan_ask(state: SessionState, catalog: Catalog, ranking: BuyteRanking, settings: BuyteSettings) -> AskPlan:
    """The question for this turn."""
    lines = lead_lines(catalog, ranking.found.products[ranking.order[: settings.question_pool]], settings.lead_lines)
    said = np.array(sorted({catalog.value_id(wish.value) for wish in wishes(state)} - {0}), dtype=np.int64)
    unsaid = LeadLines(np.where(np.isin(lines.values, said), 0, lines.values), lines.attributes)
    known = [wish.attribute for wish in wishes(state)]
    gains = MappingProxyType(
        {
            attribute: expected_gain(
                answered,
                value_entropy(np.where(unsaid.attributes == attribute_index(attribute), unsaid.values, 0)),
                known.count(attribute),
                settings.disclosed_decay,
            )
            for attribute, answered in settings.answered
        }
    )
    if state.nothing_more or state.turn >= LAST_TURN or ranking.fresh <= 1:
        return AskPlan(None, (), gains)
    ask = best_question(gains, _closed(state), settings.least_gain)
    if ask is None:
        return AskPlan("other", (), gains)
    return AskPlan(ask, _options(catalog, unsaid, ask), gains)


def _closed(state: SessionState) -> frozenset[AskAttribute]:
    """What was declined, exhausted, or just asked without learning anything."""
    closed = {item.attribute for item in (*state.declined, *state.exhausted) if item.attribute is not None}
    if idle_turns(state) and state.asked:
        closed.add(state.asked[-1].attribute)
    return frozenset(closed)


def _options(catalog: Catalog, lines: LeadLines, ask: Attribute) -> tuple[str, ...]:
    own = lines.values[(lines.attributes == ATTRIBUTES.index(ask)) & (lines.values > 0)]
    values, counts = np.unique(own, return_counts=True)
    order = np.lexsort((values, -counts))
    texts = (catalog.value_text(int(values[at])) for at in order[: 4 * _OPTIONS])
    return tuple(text for text in texts if len(text) <= _TERSE)[:_OPTIONS]
