"""Buyte's reply and trace: whether it asks, waits or recommends, and the numbers behind that.

Invariant: a reason names only what the gates, the plan or the ranking found.
"""

from __future__ import annotations

from catalog.index import Catalog
from policies.bundle import Explanation, Question, Slate, trace
from policies.buyte.settings import BuyteSettings
from policies.buyte.view import BuyteView
from policies.explaining import counted, met_wishes, plain_behaviour
from policies.wording import question_text, reply_text
from statecore.state import SessionState

__all__ = ["explain_decision"]

_FULLY_COMMITTED = 4.0
"""This many times the threshold counts as certain."""


def explain_decision(
    state: SessionState, catalog: Catalog, view: BuyteView, question: Question, slate: Slate, settings: BuyteSettings
) -> Explanation:
    """The decision in words and numbers."""
    gates, ranking = view.gates, view.ranking
    certainty = min(1.0, gates.nqc / (_FULLY_COMMITTED * settings.commitment)) if gates.evidence else 0.0
    asked = question_text(question.ask, question.options)
    waiting = "Let me understand you a little better first." if not slate.products and asked else ""
    return Explanation(
        message=f"{waiting} {reply_text(tuple(catalog.title(i) for i in slate.products), asked)}".strip(),
        reasons=_reasons(view, settings),
        behaviour=plain_behaviour(state, precise=gates.evidence and gates.confidence),
        confidence=certainty,
        readiness=(gates.evidence + gates.confidence) / 2.0,
        meets=tuple(met_wishes(state, catalog, product) for product in slate.products),
        trace=trace(
            pool=len(ranking.order),
            fresh=ranking.fresh,
            buying=ranking.shopping.intent == "buying",
            constraints=len(ranking.shopping.checked),
            retracted=len(ranking.shopping.retracted),
            evidence_gate=gates.evidence,
            confidence_gate=gates.confidence,
            commitment=gates.nqc,
            recommend=gates.recommend,
            **{f"gain_{attribute}": gain for attribute, gain in view.plan.gains.items()},
        ),
    )


def _reasons(view: BuyteView, settings: BuyteSettings) -> tuple[str, ...]:
    gates, ranking = view.gates, view.ranking
    reasons = [f"{counted(len(ranking.order), 'candidate')} for a shopper who is {ranking.shopping.intent}"]
    withdrawn = len(ranking.shopping.retracted)
    if withdrawn:
        reasons.append(
            f"{withdrawn} withdrawn wish{'es' * (withdrawn > 1)} only guide{'s' * (withdrawn == 1)} the search"
        )
    if gates.recommend and not (gates.evidence and gates.confidence):
        reasons.append("recommended although the gates are not both open: waiting would bring nothing more")
    elif gates.recommend:
        reasons.append(f"recommended: something concrete was said, and commitment is {gates.nqc:.3f}")
    elif not gates.evidence:
        reasons.append("nothing is shown yet: only a category was said")
    else:
        reasons.append(f"nothing is shown yet: commitment {gates.nqc:.3f} is under {settings.commitment}")
    if view.plan.ask is not None:
        gain = view.plan.gains.get(view.plan.ask, 0.0) if view.plan.ask != "other" else 0.0
        reasons.append(f"asking about {view.plan.ask.replace('_', ' ')}: expected gain {gain:.3f} bits")
    return tuple(reasons)
