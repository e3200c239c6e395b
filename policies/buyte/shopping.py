"""Buyte's shopping state, derived from the session: what is checked, what only describes the region, what is excluded.

Invariant: a retracted preference is demoted, never deleted: it is never checked again, and its words stay in the query.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from catalog.index import Catalog
from catalog.text import words
from policies.buyte.brands import is_boilerplate
from policies.buyte.settings import BuyteSettings
from policies.buyte.wearers import WEARER_WORDS, wearers_named
from policies.fit import PriceRange, amount_range, budget_range
from policies.pools import named_shelves
from policies.situations import exclusions, wishes
from statecore.acts import Wearer
from statecore.state import SessionState
from statecore.values import Attribute

__all__ = ["Checked", "Intent", "Shopping", "route_intent", "shopping_of"]

Intent: TypeAlias = Literal["buying", "browsing"]


@dataclass(frozen=True, slots=True)
class Checked:
    """A live constraint: what is wanted of which attribute."""

    attribute: Attribute
    value: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Shopping:
    """What the shopper wants.

    `checked`: live constraints; `retracted`, `excluded`: values; `phrase`: the category; `shelves`: what it may mean.
    """

    intent: Intent
    phrase: str
    shelves: tuple[int, ...]
    wearer: Wearer | None
    checked: tuple[Checked, ...]
    retracted: tuple[str, ...]
    excluded: tuple[str, ...]
    price: PriceRange | None

    @property
    def concrete(self) -> bool:
        """Whether anything but the category was said: the evidence gate."""
        return bool(self.checked or self.retracted or self.excluded) or self.price is not None

    def query(self, settings: BuyteSettings) -> dict[str, float]:
        """The words to look for, with their weights, in the order said."""
        weighted: dict[str, float] = {}
        texts = [(self.phrase, 1.0), *((item.value, item.confidence) for item in self.checked)]
        texts += [(value, settings.retracted_weight) for value in self.retracted]
        for text, weight in texts:
            for word in dict.fromkeys(words(text)):
                weighted[word] = max(weighted.get(word, 0.0), weight)
        return weighted


def route_intent(state: SessionState) -> Intent:
    """Buying when the opening already held a requirement, browsing otherwise."""
    firm = any(item.polarity == "want" and item.hard and item.stated_turn == 1 for item in state.constraints)
    return "buying" if firm else "browsing"


def shopping_of(state: SessionState, catalog: Catalog, settings: BuyteSettings) -> Shopping:
    """Derive the shopping state."""
    price = budget_range(state)
    checked, retracted = [], []
    for wish in wishes(state):
        if wish.withdrawn:
            retracted.append(wish.value)
        elif wish.attribute == "budget" and (named := amount_range(wish.value)) is not None:
            price = price or named
        elif wish.attribute != "brand" or not is_boilerplate(catalog, wish.value, settings.boilerplate_share):
            checked.append(Checked(wish.attribute, wish.value, wish.confidence))
    phrase = state.category.phrase if state.category else ""
    return Shopping(
        intent=route_intent(state),
        phrase=phrase,
        shelves=tuple(sorted(shelf for shelf, _ in named_shelves(state, catalog))),
        wearer=_wearer(state, phrase),
        checked=tuple(checked),
        retracted=tuple(retracted),
        excluded=tuple(item.value for item in exclusions(state)),
        price=price,
    )


def _wearer(state: SessionState, phrase: str) -> Wearer | None:
    """Who it is for: as read from the message, or the one wearer that the category's words name."""
    if state.category is not None and state.category.wearer is not None:
        return state.category.wearer
    named = wearers_named(phrase)
    return next((wearer for wearer in WEARER_WORDS if wearer in named), None) if len(named) == 1 else None
