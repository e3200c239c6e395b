"""The `buyte` bundle: retrieve, rerank, then ask, hold or recommend.

Invariant: the list is held back or shown whole; the question does not depend on which.
"""

from __future__ import annotations

from catalog.index import Catalog
from policies.bundle import Bundle, Explanation, Question, Slate
from policies.buyte.gates import judge
from policies.buyte.questions import plan_ask
from policies.buyte.ranking import rank_candidates
from policies.buyte.settings import BuyteSettings
from policies.buyte.view import BuyteView
from policies.buyte.words import explain_decision
from statecore.state import SessionState

__all__ = ["BUYTE"]


def rank_products(state: SessionState, catalog: Catalog, settings: BuyteSettings) -> BuyteView:
    """The ranking, and the question and gates that follow from it."""
    ranking = rank_candidates(state, catalog, settings)
    plan = plan_ask(state, catalog, ranking, settings)
    gates = judge(ranking, more_to_hear=plan.ask is not None, turn=state.turn, settings=settings)
    return BuyteView(ranking, plan, gates)


def choose_question(_state: SessionState, _catalog: Catalog, view: BuyteView, _settings: BuyteSettings) -> Question:
    """The attribute of the largest expected gain."""
    gain = 0.0 if view.plan.ask in {None, "other"} else max(view.plan.gains.values(), default=0.0)
    return Question(view.plan.ask, view.plan.options, gain)


def size_slate(
    _state: SessionState, _catalog: Catalog, view: BuyteView, _question: Question, settings: BuyteSettings
) -> Slate:
    """The best ten when the gates let them through, nothing otherwise; proven misses only when nothing else is left."""
    if not view.gates.recommend:
        return Slate((), ())
    ranking = view.ranking
    places = ranking.order[: min(settings.shown, ranking.fresh or settings.shown)]
    return Slate(tuple(ranking.found.products[places].tolist()), tuple(ranking.scores[places].tolist()))


def explain(
    state: SessionState, catalog: Catalog, view: BuyteView, question: Question, slate: Slate, settings: BuyteSettings
) -> Explanation:
    """The decision in words."""
    return explain_decision(state, catalog, view, question, slate, settings)


BUYTE: Bundle[BuyteSettings, BuyteView] = Bundle(
    name="buyte",
    settings=BuyteSettings(),
    rank_products=rank_products,
    choose_question=choose_question,
    size_slate=size_slate,
    explain=explain,
)
