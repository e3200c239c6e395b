"""The `house` bundle: belief, plan, question, slate and words, put together."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from catalog.index import Catalog
from catalog.kit_shopper import CLASSES
from policies.bundle import Bundle, Explanation, Question, Slate
from policies.house.asking import plan_for
from policies.house.belief import believe
from policies.house.settings import HouseSettings
from policies.house.view import HouseView
from policies.house.words import explain_decision
from statecore.state import SessionState
from statecore.values import AskAttribute

__all__ = ["HOUSE", "SHOP"]

_OPTIONS = 3
_TERSE = 40
"""Longer listing lines are no options to pick from."""


def rank_products(state: SessionState, catalog: Catalog, settings: HouseSettings) -> HouseView:
    """The belief over products, and the plan for this turn."""
    belief = believe(state, catalog, settings)
    return HouseView(belief, plan_for(state, belief, settings))


def choose_question(state: SessionState, catalog: Catalog, view: HouseView, settings: HouseSettings) -> Question:
    """The planned ask; for the kit, when no card has anything left to tell, an open question, unless all was said."""
    ask = view.plan.ask
    if ask is None and settings.mode == "kit" and not state.nothing_more:
        ask = "other"
    return Question(ask, _options(catalog, view, ask), view.plan.value)


def _options(catalog: Catalog, view: HouseView, ask: AskAttribute | None) -> tuple[str, ...]:
    """The short values of the asked class that carry most of the belief."""
    if ask is None or ask not in CLASSES:
        return ()
    belief = view.belief
    hidden = (belief.cards > 0) & ~belief.told & (belief.classes == CLASSES.index(ask))
    values, at = np.unique(belief.cards[hidden], return_inverse=True)
    mass = np.bincount(at, weights=np.repeat(belief.weights, hidden.sum(axis=1)), minlength=len(values))
    order = np.lexsort((values, -np.round(mass, 9)))
    texts = (catalog.value_text(int(values[i])) for i in order[: 4 * _OPTIONS])
    return tuple(text for text in texts if len(text) <= _TERSE)[:_OPTIONS]


def size_slate(
    _state: SessionState, _catalog: Catalog, view: HouseView, _question: Question, settings: HouseSettings
) -> Slate:
    """The planned slate."""
    places = view.plan.slate[: settings.most_products]
    return Slate(
        tuple(int(view.belief.products[place]) for place in places),
        tuple(float(view.belief.weights[place]) for place in places),
    )


def explain(
    state: SessionState,
    catalog: Catalog,
    view: HouseView,
    question: Question,
    slate: Slate,
    _settings: HouseSettings,
) -> Explanation:
    """The decision in words."""
    return explain_decision(state, catalog, view, question, slate)


HOUSE: Bundle[HouseSettings, HouseView] = Bundle(
    name="house",
    settings=HouseSettings(),
    rank_products=rank_products,
    choose_question=choose_question,
    size_slate=size_slate,
    explain=explain,
)

SHOP: Bundle[HouseSettings, HouseView] = replace(
    HOUSE, name="shop", settings=HouseSettings(mode="shop", question_price=0.005, product_price=0.002)
)
"""`house` for people: it asks about real attributes, offers answers, and a question or a product has a price."""
