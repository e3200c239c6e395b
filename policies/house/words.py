"""Putting a belief into words: what was understood, why this is asked, why these products and no more.

Invariant: every reason is derived from the belief, the plan or the state, and nothing excluded is ever named as wanted.
"""

from __future__ import annotations

from catalog.index import Catalog
from policies.bundle import Explanation, Question, Slate, trace
from policies.house.view import HouseView
from policies.utility import LAST_TURN
from policies.wording import percent, question_text, reply_text
from statecore.decisions import Behaviour
from statecore.state import SessionState

__all__ = ["behaviour_of", "explain_decision"]

_SURE = 0.5
_STAGNANT_TURNS = 2
_READINESS_MEMORY = 0.3
"""Readiness is 0.7 of now and 0.3 of before (SATU)."""


def explain_decision(
    state: SessionState, catalog: Catalog, view: HouseView, question: Question, slate: Slate
) -> Explanation:
    """The explanation of a decision of `house`."""
    confidence = slate.scores[0] if slate.scores else 0.0
    behaviour = behaviour_of(state, confidence)
    readiness = _readiness(state, confidence)
    return Explanation(
        message=reply_text(
            tuple(catalog.title(i) for i in slate.products), question_text(question.ask, question.options)
        ),
        reasons=_reasons(state, view, question, slate),
        behaviour=behaviour,
        confidence=confidence,
        readiness=readiness,
        meets=tuple(_meets(state, catalog, product) for product in slate.products),
        trace=trace(
            candidates=len(view.belief.products),
            exact_share=view.belief.exact_share,
            expected_score=view.plan.value,
            question_value=question.value,
            readiness=readiness,
        ),
    )


def behaviour_of(state: SessionState, confidence: float) -> Behaviour:
    """Which of the six behaviours (SATU) the turn is, from what happened last and how sure the belief is."""
    last = state.heard[-1] if state.heard else None
    if last is not None and state.override_seqs and state.override_seqs[-1] == last.seq:
        return "recovery"
    if state.nothing_more or state.turn >= LAST_TURN - 1:
        return "coverage"
    if last is not None and any(item.seq == last.seq for item in state.declined):
        return "boundary"
    quiet = state.heard[-_STAGNANT_TURNS:]
    if len(quiet) == _STAGNANT_TURNS and all(item.learned == 0 for item in quiet):
        return "stagnation"
    return "precision" if confidence >= _SURE else "discovery"


def _readiness(state: SessionState, confidence: float) -> float:
    before = next((item.value for item in state.last_trace if item.name == "readiness"), None)
    if before is None:
        return confidence
    return (1.0 - _READINESS_MEMORY) * confidence + _READINESS_MEMORY * before


def _reasons(state: SessionState, view: HouseView, question: Question, slate: Slate) -> tuple[str, ...]:
    count = len(view.belief.products)
    reasons = [f"{count} product{'s' * (count != 1)} still fit{'s' * (count == 1)} what was said"]
    if slate.scores:
        reasons.append(f"the first one shown has a probability of {percent(slate.scores[0])}")
    reasons.append(_slate_reason(state, view, slate))
    if question.ask is not None:
        reasons.append(
            f"asking about {question.ask.replace('_', ' ')} leads to an expected score of {view.plan.value:.3f}"
        )
    elif state.nothing_more:
        reasons.append("nothing is asked, because there is nothing more to say")
    return tuple(reasons)


def _slate_reason(state: SessionState, view: HouseView, slate: Slate) -> str:
    if not slate.products:
        return "nothing is shown, because every candidate was refuted"
    if state.change_announced:
        return "shown as an example only: a change of mind was announced"
    if len(slate.products) == 1:
        return "one product, because showing more would cost rank before the next answer"
    if len(slate.products) >= len(view.belief.products):
        return f"all {len(slate.products)} that are left"
    return f"{len(slate.products)} products, because few turns or few differences are left to tell them apart"


def _meets(state: SessionState, catalog: Catalog, product: int) -> tuple[str, ...]:
    """The live wishes whose value is a line of the listing."""
    lines = set(catalog.values_of(product).tolist()) | set(catalog.card[product].tolist())
    wishes = (item.value for item in state.live if item.polarity == "want")
    return tuple(value for value in wishes if catalog.value_id(value) in lines - {0})
