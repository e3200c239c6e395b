"""SATU's reply and trace: the behaviour speaks, and every number that it rests on is kept.

Invariant: readiness and contention go into the trace of every turn, since the next turn reads them back.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from catalog.index import Catalog
from policies.bundle import Explanation, Question, Slate, trace
from policies.explaining import counted, met_wishes
from policies.satu.questions import ARMS
from policies.satu.settings import SatuSettings
from policies.satu.view import SatuView
from policies.wording import question_text, reply_text
from statecore.decisions import Behaviour
from statecore.state import SessionState

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["explain_decision"]

_OPENERS: Mapping[Behaviour, str] = MappingProxyType(
    {
        "discovery": "",
        "precision": "",
        "recovery": "Thanks, I have changed course.",
        "boundary": "No problem, I will leave that open.",
        "stagnation": "Let me try from another side.",
        "coverage": "Here is more to choose from.",
    }
)
_READY, _EXPLORING = 0.7, 0.3


def explain_decision(
    state: SessionState, catalog: Catalog, view: SatuView, question: Question, slate: Slate, settings: SatuSettings
) -> Explanation:
    """The decision in words and numbers."""
    said = reply_text(tuple(catalog.title(i) for i in slate.products), question_text(question.ask, question.options))
    return Explanation(
        message=f"{_OPENERS[view.mood.behaviour]} {said}".strip(),
        reasons=_reasons(view, slate, settings),
        behaviour=view.mood.behaviour,
        confidence=1.0 / view.tied if view.tied else 0.0,
        readiness=view.mood.readiness,
        meets=tuple(met_wishes(state, catalog, product) for product in slate.products),
        trace=trace(**_numbers(state, view)),
    )


def _numbers(state: SessionState, view: SatuView) -> dict[str, float]:
    ranking, arms = view.ranking, view.question.arms
    numbers: dict[str, float] = {
        "candidates": len(ranking.order),
        "constraints": view.constraints,
        "disproven": len(state.refuted_ids),
        "contention": view.tied,
        "width": view.width,
        "spent": ranking.spent,
        "recovered": ranking.recovered,
        "readiness": view.mood.readiness,
        "idle_answers": view.mood.idle,
        "union": arms.union,
    }
    numbers |= {f"question_{arm}": float(arms.quality[at]) for at, arm in enumerate(ARMS)}
    numbers |= {f"bid_{behaviour}": bid for behaviour, bid in view.mood.bids.items()}
    return numbers


def _reasons(view: SatuView, slate: Slate, settings: SatuSettings) -> tuple[str, ...]:
    level = view.mood.readiness
    stance = "ready to decide" if level >= _READY else "still exploring" if level < _EXPLORING else "narrowing down"
    known = f"{counted(view.constraints, 'constraint')}, {counted(len(view.ranking.order), 'candidate')}"
    reasons = [
        f"{view.mood.behaviour}: {known}; the shopper seems {stance}",
        _width_reason(view, slate, settings),
        view.question.reason if view.question.ask else f"nothing is asked: {view.question.reason}",
    ]
    if view.ranking.recovered:
        reasons.append("the first ordering was spent without success, so candidates are ordered by evidence alone")
    return tuple(reasons)


def _width_reason(view: SatuView, slate: Slate, settings: SatuSettings) -> str:
    if not slate.products:
        return "nothing is shown: no candidate is left"
    if view.width >= settings.full_slate:
        return "the full slate, because there is no longer a reason to wait"
    return f"{counted(view.tied, 'product')} effectively tied for first place"
