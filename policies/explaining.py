"""What the reference bundles say alike: which wishes a product meets, which behaviour a turn is, and counts in words.

Invariant: a wish is said to be met only where the listing, or the card made of it, has its very value.
"""

from __future__ import annotations

from catalog.index import Catalog
from policies.situations import idle_turns, just_declined, just_pivoted
from policies.utility import LAST_TURN
from statecore.decisions import Behaviour
from statecore.state import SessionState

__all__ = ["counted", "met_wishes", "plain_behaviour"]

_STAGNANT_TURNS = 2


def met_wishes(state: SessionState, catalog: Catalog, product: int) -> tuple[str, ...]:
    """The wanted values in force that are lines of the listing or slots of its card."""
    lines = {0, *catalog.values_of(product).tolist(), *catalog.card[product].tolist()} - {0}
    wanted = (item.value for item in state.live if item.polarity == "want")
    return tuple(value for value in wanted if catalog.value_id(value) in lines)


def plain_behaviour(state: SessionState, *, precise: bool) -> Behaviour:
    """The behaviour of a turn in a bundle that has no behaviours of its own, from what happened last (names: SATU)."""
    if just_pivoted(state):
        return "recovery"
    if state.nothing_more or state.turn >= LAST_TURN:
        return "coverage"
    if just_declined(state):
        return "boundary"
    if idle_turns(state) >= _STAGNANT_TURNS:
        return "stagnation"
    return "precision" if precise else "discovery"


def counted(count: int, noun: str) -> str:
    """A count with its noun.

    >>> counted(1, "product"), counted(3, "product")
    ('1 product', '3 products')
    """
    return f"{count} {noun}{'s' * (count != 1)}"
