"""From prices told to budget acts.

Invariant: of several prices the last counts for each end; a new cap in place of a range replaces the range.
"""

from __future__ import annotations

from reducers.reading.changes import PlacedAct
from reducers.reading.money import Price
from reducers.reading.sentences import Parsed
from statecore.acts import Decline, LiftBudget, SetBudget
from statecore.state import SessionState

__all__ = ["budget_acts"]


def budget_acts(parsed: Parsed, state: SessionState) -> list[PlacedAct]:
    """The acts that set or lift the budget."""
    acts: list[PlacedAct] = []
    told = [price for sentence in parsed.sentences for price in sentence.prices]
    explicit = any(price.kind != "bare" for price in told)
    for sentence in parsed.sentences:
        span = parsed.words.span(sentence.first, sentence.last)
        if sentence.lifted:
            acts.append((sentence.first, LiftBudget(span=span)))
            if state.budget is None and not told:
                acts.append((sentence.first, Decline(attribute="budget", span=span)))
        for price in sentence.prices:
            if "context" in sentence.cues and price.kind == "bare":
                continue
            if not (explicit and price.kind == "bare"):
                acts.extend(_set(price, parsed, state))
    return acts


def _set(price: Price, parsed: Parsed, state: SessionState) -> list[PlacedAct]:
    span = parsed.words.span(price.start, price.end)
    acts: list[PlacedAct] = []
    old = state.budget
    both = old is not None and old.min_minor is not None and old.max_minor is not None
    if both and price.kind in {"max", "min", "bare"}:
        acts.append((price.start, LiftBudget(span=span)))
    if price.kind in {"range", "around"} and old is not None:
        acts.append((price.start, LiftBudget(span=span)))
    acts.append((price.start, SetBudget(min_minor=price.low, max_minor=price.high, span=span)))
    return acts
