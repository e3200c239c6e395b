"""The `satu` bundle: ranking, behaviour, question and exposure put together.

Invariant: one ranking and one behaviour per turn, read by everything that is decided.
"""

from __future__ import annotations

from catalog.index import Catalog
from policies.bundle import Bundle, Explanation, Question, Slate
from policies.satu.behaviours import mood_of
from policies.satu.exposure import contention, head
from policies.satu.questions import plan_question
from policies.satu.scoring import rank_candidates
from policies.satu.settings import SatuSettings
from policies.satu.slots import slots
from policies.satu.view import SatuView
from policies.satu.words import explain_decision
from statecore.state import SessionState

__all__ = ["SATU"]


def rank_products(state: SessionState, catalog: Catalog, settings: SatuSettings) -> SatuView:
    """The ranking, and the behaviour, question and width that follow from it."""
    ranking = rank_candidates(state, catalog, settings)
    mood = mood_of(state, ranking, settings)
    tied = contention(ranking.scores[ranking.order], settings.margin) if len(ranking.order) else 0
    known = len(slots(state))
    width = head(tied, exhausted=state.nothing_more, constraints=known, turn=state.turn, settings=settings)
    return SatuView(ranking, mood, plan_question(state, catalog, ranking, mood, settings), known, tied, width)


def choose_question(_state: SessionState, _catalog: Catalog, view: SatuView, _settings: SatuSettings) -> Question:
    """The arm of the largest Q, the wildcard, or nothing."""
    arms = view.question.arms
    return Question(view.question.ask, view.question.options, float(arms.quality.max(initial=0.0)))


def size_slate(
    _state: SessionState, _catalog: Catalog, view: SatuView, _question: Question, _settings: SatuSettings
) -> Slate:
    """The head of the order."""
    places = view.ranking.order[: view.width]
    return Slate(tuple(view.ranking.pool.products[places].tolist()), tuple(view.ranking.scores[places].tolist()))


def explain(
    state: SessionState, catalog: Catalog, view: SatuView, question: Question, slate: Slate, settings: SatuSettings
) -> Explanation:
    """The decision in words."""
    return explain_decision(state, catalog, view, question, slate, settings)


SATU: Bundle[SatuSettings, SatuView] = Bundle(
    name="satu",
    settings=SatuSettings(),
    rank_products=rank_products,
    choose_question=choose_question,
    size_slate=size_slate,
    explain=explain,
)
