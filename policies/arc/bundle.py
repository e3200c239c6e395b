"""The `arc` bundle: ranking, question, commitment and certificate put together.

Invariant: the three decisions of a turn read the same view, and the certificate is made of the very values decided on.
"""

from __future__ import annotations

from catalog.index import Catalog
from policies.arc.certificate import certify_decision
from policies.arc.commit import commit
from policies.arc.questions import best_ask, plan_ask
from policies.arc.ranking import rank_candidates
from policies.arc.settings import ArcSettings
from policies.arc.view import ArcView
from policies.bundle import Bundle, Explanation, Question, Slate
from statecore.state import SessionState

__all__ = ["ARC"]


def rank_products(state: SessionState, catalog: Catalog, settings: ArcSettings) -> ArcView:
    """The ranking, and on it the questions' values and the commitment."""
    ranking = rank_candidates(state, catalog, settings)
    plan = plan_ask(state, catalog, ranking, settings)
    return ArcView(ranking, plan, commit(ranking, plan, state.turn, settings))


def choose_question(_state: SessionState, _catalog: Catalog, view: ArcView, _settings: ArcSettings) -> Question:
    """The available question of the largest AnswerableMVOI, none once the evidence is complete."""
    best = best_ask(view.plan.values)
    return Question(None) if best is None else Question(best[0], value=best[1].value)


def size_slate(
    _state: SessionState, _catalog: Catalog, view: ArcView, _question: Question, _settings: ArcSettings
) -> Slate:
    """As many products as the evidence supports."""
    places, ranking = view.commitment.places, view.ranking
    products = tuple(int(ranking.pool.products[place]) for place in places)
    return Slate(products, tuple(float(ranking.scores[place]) for place in places))


def explain(
    state: SessionState, catalog: Catalog, view: ArcView, question: Question, slate: Slate, settings: ArcSettings
) -> Explanation:
    """The decision with its certificate."""
    return certify_decision(state, catalog, view, question, slate, settings)


ARC: Bundle[ArcSettings, ArcView] = Bundle(
    name="arc",
    settings=ArcSettings(),
    rank_products=rank_products,
    choose_question=choose_question,
    size_slate=size_slate,
    explain=explain,
)
