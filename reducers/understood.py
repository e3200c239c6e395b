"""The state in plain words: what a competent person would say is understood, as data for faces and checks.

Invariant: only constraints in force count, and only those sure enough to be said aloud.
"""

from __future__ import annotations

from typing import TypedDict

from statecore.state import SessionState
from statecore.values import ATTRIBUTES

__all__ = ["SURE", "Understood", "understood"]

SURE = 0.4
"""The confidence from which a wish is said aloud; surmises below it only weigh in the belief."""

_HUNDREDTHS = 100


class Price(TypedDict):
    """A price range in whole units; an open end is None."""

    min: float | None
    max: float | None


class Understood(TypedDict):
    """What is understood; attributes map to values as they would be shown."""

    category: str | None
    wanted: dict[str, list[str]]
    excluded: dict[str, list[str]]
    declined: list[str]
    budget: Price
    exhausted: bool


def understood(state: SessionState) -> Understood:
    """The understood state of a session.

    >>> from statecore.state import EMPTY
    >>> understood(EMPTY)["budget"]
    {'min': None, 'max': None}
    """
    budget = state.budget
    return {
        "category": _category(state),
        "wanted": _values(state, "want"),
        "excluded": _values(state, "exclude"),
        "declined": [item.attribute for item in state.declined if item.attribute is not None],
        "budget": {
            "min": _units(None if budget is None else budget.min_minor),
            "max": _units(None if budget is None else budget.max_minor),
        },
        "exhausted": state.nothing_more,
    }


def _category(state: SessionState) -> str | None:
    category = state.category
    if category is None:
        return None
    if category.wearer is None or category.exact:
        return category.phrase
    return f"{category.wearer} {category.phrase}"


def _values(state: SessionState, polarity: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for attribute in ATTRIBUTES:
        values = [
            item.value
            for item in state.live
            if item.attribute == attribute and item.polarity == polarity and item.confidence >= SURE
        ]
        if values:
            found[attribute] = list(dict.fromkeys(values))
    return found


def _units(minor: int | None) -> float | None:
    if minor is None:
        return None
    whole, rest = divmod(minor, _HUNDREDTHS)
    return whole if not rest else minor / _HUNDREDTHS
