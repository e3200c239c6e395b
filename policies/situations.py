"""What a state says about where a conversation stands: the wishes that count, and what happened last.

The reference bundles read the state through these, so that a wish told twice weighs once and a change of mind means the
same to each of them.

Invariant: every answer is a function of the state alone, in the order in which things were said.
"""

from __future__ import annotations

from dataclasses import dataclass

from statecore.state import Constraint, SessionState
from statecore.values import Attribute

__all__ = ["Wish", "exclusions", "idle_turns", "just_declined", "just_pivoted", "traced", "wishes"]


@dataclass(frozen=True, slots=True)
class Wish:
    """A wanted value, with the highest confidence that it is held with; `withdrawn` when an override set it aside."""

    attribute: Attribute
    value: str
    confidence: float
    withdrawn: bool
    turn: int


def wishes(state: SessionState) -> tuple[Wish, ...]:
    """The wanted values that still tell something, each once, in the order first said.

    A value that an override set aside and that is said again is in force again.
    """
    found: dict[str, Wish] = {}
    for item in state.evidence:
        if item.polarity == "want":
            key = item.value.casefold()
            found[key] = _surer(found.get(key), item)
    return tuple(found.values())


def _surer(known: Wish | None, item: Constraint) -> Wish:
    withdrawn = item.fate != "live"
    if known is None:
        return Wish(item.attribute, item.value, item.confidence, withdrawn, item.stated_turn)
    confidence = max(known.confidence, item.confidence)
    return Wish(known.attribute, known.value, confidence, known.withdrawn and withdrawn, known.turn)


def exclusions(state: SessionState) -> tuple[Constraint, ...]:
    """What must not be."""
    return tuple(item for item in state.live if item.polarity == "exclude")


def just_pivoted(state: SessionState) -> bool:
    """Whether the latest message changed the shopper's mind."""
    return bool(state.heard and state.override_seqs) and state.override_seqs[-1] == state.heard[-1].seq


def just_declined(state: SessionState) -> bool:
    """Whether the latest message left a choice to us."""
    return bool(state.heard) and any(item.seq == state.heard[-1].seq for item in state.declined)


def idle_turns(state: SessionState) -> int:
    """How many answers in a row, up to the latest, told nothing new."""
    count = 0
    for item in reversed(state.heard):
        if item.asked is None or item.learned:
            break
        count += 1
    return count


def traced(state: SessionState, name: str) -> float | None:
    """A number that the last decision left in its trace, None on the first turn."""
    return next((item.value for item in state.last_trace if item.name == name), None)
