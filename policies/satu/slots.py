"""SATU's slots: the constraints in force after targeted overrides.

"Make it brown" replaces the colour and keeps the rest: an override removes only what the new statement contradicts.
This avoids both merging what cannot hold together and throwing a session away after a local correction (SATU).

Invariant: a slot that nothing contradicts stays, whatever was overridden.
"""

from __future__ import annotations

from dataclasses import dataclass

from catalog.text import words
from statecore.state import Constraint, SessionState
from statecore.values import Attribute

__all__ = ["DECISIVE", "Slot", "contradicts", "slots", "slots_learned"]

_SINGLE_VALUED: frozenset[Attribute] = frozenset({"material", "color", "size", "style", "brand", "budget", "use_case"})
DECISIVE: frozenset[Attribute] = frozenset({"material", "color", "size", "brand", "budget"})
"""Attributes whose value decides more than a feature does."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A typed preference, and the turn that stated it."""

    attribute: Attribute
    value: str
    turn: int


def contradicts(new: tuple[Attribute, str], old: tuple[Attribute, str]) -> bool:
    """Whether a new value rules an old one out.

    >>> contradicts(("color", "brown"), ("color", "black")), contradicts(("color", "brown"), ("material", "wool"))
    (True, False)
    >>> contradicts(("material", "cotton"), ("material", "60% cotton, 40% linen"))
    False
    """
    if new[0] != old[0] or new[0] not in _SINGLE_VALUED:
        return False
    return (set(words(new[1])) - {new[0]}).isdisjoint(words(old[1]))


def slots(state: SessionState) -> tuple[Slot, ...]:
    """The slots in force, each value once, in the order first stated."""
    found: dict[str, Slot] = {}
    for item in state.evidence:
        if item.polarity == "want" and not _overridden(state, item):
            found.setdefault(item.value.casefold(), Slot(item.attribute, item.value, item.stated_turn))
    return tuple(found.values())


def _overridden(state: SessionState, item: Constraint) -> bool:
    """Whether what was said in the message that set a wish aside contradicts it."""
    if item.fate == "live":
        return False
    return any(
        new.stated_seq == item.superseded_seq
        and new.polarity == "want"
        and contradicts((new.attribute, new.value), (item.attribute, item.value))
        for new in state.constraints
    )


def slots_learned(state: SessionState) -> tuple[Slot, ...]:
    """The slots that the latest message added."""
    return tuple(slot for slot in slots(state) if slot.turn == state.turn)
