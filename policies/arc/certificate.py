"""The evidence certificate: the constraints, question values, proven misses and output rule that made a decision.

It also holds the smallest removal of clues that would have put another product first.

Invariant: a counterfactual is reported only after the whole ranking was made again without those clues.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from catalog.index import Catalog
from policies.arc.commit import Commitment
from policies.arc.questions import AskPlan, best_ask
from policies.arc.ranking import ArcRanking, evidence_scores
from policies.arc.settings import ArcSettings
from policies.arc.view import ArcView
from policies.bundle import Explanation, Question, Slate, trace
from policies.explaining import counted, met_wishes, plain_behaviour
from policies.pools import ranked
from policies.wording import question_text, reply_text
from statecore.state import SessionState

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Counterfactual", "certify_decision", "minimal_counterfactual"]

_MOST_CLUES = 2
"""Larger removals say little: without all its clues any ranking changes."""

Counterfactual = tuple[tuple[str, ...], int]
"""The clues left out, and the place of the product that leads without them."""


def minimal_counterfactual(
    ranking: ArcRanking, reviews: NDArray[np.int32], settings: ArcSettings
) -> Counterfactual | None:
    """The smallest removal of one or two clues that changes rank 1; the earliest said among equally small ones."""
    count = len(ranking.evidence.names)
    if not len(ranking.order):
        return None
    for size in range(1, min(_MOST_CLUES, count) + 1):
        for left_out in combinations(range(count), size):
            leader = _leader_without(ranking, reviews, left_out, settings)
            if leader != int(ranking.order[0]):
                return tuple(ranking.evidence.names[at] for at in left_out), leader
    return None


def _leader_without(
    ranking: ArcRanking, reviews: NDArray[np.int32], left_out: tuple[int, ...], settings: ArcSettings
) -> int:
    """The place that leads when the clues at `left_out` were never said."""
    keep = np.ones(len(ranking.evidence.names), dtype=bool)
    keep[list(left_out)] = False
    if not keep.any():
        return int(ranked(reviews.astype(np.float64), ranking.alive)[0])
    scores = evidence_scores(ranking.evidence.core(settings, keep), ranking.prior, ranking.alive, settings)
    places = np.flatnonzero(ranking.alive)
    return int(places[np.argmax(np.round(scores[places], 9))])


def certify_decision(
    state: SessionState, catalog: Catalog, view: ArcView, question: Question, slate: Slate, settings: ArcSettings
) -> Explanation:
    """The decision in words and numbers."""
    ranking, plan = view.ranking, view.plan
    top = float(ranking.scores[ranking.order[0]]) if len(ranking.order) else 0.0
    changed = minimal_counterfactual(ranking, catalog.rating_number[ranking.pool.products], settings)
    return Explanation(
        message=reply_text(tuple(catalog.title(i) for i in slate.products), question_text(question.ask, ())),
        reasons=_reasons(state, catalog, view, changed),
        behaviour=plain_behaviour(state, precise=plan.complete),
        confidence=_lead(ranking) / top if top > 0.0 else 0.0,
        readiness=len(ranking.evidence.names) / settings.signature_size,
        meets=tuple(met_wishes(state, catalog, product) for product in slate.products),
        trace=trace(
            **_state_numbers(state, ranking, changed), **_plan_numbers(plan), **_commit_numbers(view.commitment)
        ),
    )


def _state_numbers(state: SessionState, ranking: ArcRanking, changed: Counterfactual | None) -> dict[str, float]:
    """What was known, what was ruled out, and how far the leader leads."""
    return {
        "candidates": len(ranking.order),
        "proven_misses": len(state.refuted_ids),
        "constraints": len(ranking.evidence.names),
        "cold_start": ranking.cold,
        "order_reliable": ranking.order_reliable,
        "leader_core": float(ranking.core[ranking.order[0]]) if len(ranking.order) else 0.0,
        "lead": _lead(ranking),
        "counterfactual_clues": len(changed[0]) if changed else 0,
    }


def _commit_numbers(commitment: Commitment) -> dict[str, float]:
    """How many are shown, of how many siblings, and what the batch is worth."""
    return {
        "shown": len(commitment.places),
        "siblings": commitment.siblings,
        "batch_value": commitment.batch_value,
    }


def _lead(ranking: ArcRanking) -> float:
    """By how much the first outscores the second."""
    first, second = [*ranking.scores[ranking.order[:2]].tolist(), 0.0, 0.0][:2]
    return float(first - second)


def _plan_numbers(plan: AskPlan) -> dict[str, float]:
    """The competitive pool, the value of every question weighed, and the expectations behind the best one's."""
    numbers: dict[str, float] = {"competitive_pool": plan.pool_size, "evidence_complete": plan.complete}
    numbers |= {f"mvoi_{ask}": value.value for ask, value in plan.values}
    best = best_ask(plan.values)
    if best is not None:
        numbers["expected_hit"], numbers["expected_mrr"] = best[1].expected_hit, best[1].expected_mrr
        numbers["current_hit"], numbers["current_mrr"] = best[1].current_hit, best[1].current_mrr
    return numbers


_RULES = {
    "nothing_left": "nothing is shown: every product was refuted",
    "late_full_slate": "the full ten, because few turns are left",
    "incomplete_evidence": "one product, because an answer may still put a better one first",
    "unique_leader": "the full list, because its first product stands alone in what it matches",
    "sibling_batch": "a batch of products that nothing said can tell apart",
}


def _reasons(state: SessionState, catalog: Catalog, view: ArcView, changed: Counterfactual | None) -> tuple[str, ...]:
    ranking = view.ranking
    ground = catalog.shelf_label(ranking.pool.shelves[0]) if ranking.pool.shelves else "the whole catalog"
    by = "review count, as nothing was said yet" if ranking.cold else counted(len(ranking.evidence.names), "constraint")
    reasons = [f"{counted(len(ranking.order), 'candidate')} on {ground}, ranked by {by}"]
    if state.refuted_ids:
        reasons.append(f"{counted(len(state.refuted_ids), 'product')} left out as proven misses")
    if changed is not None:
        clues, place = changed
        title = catalog.title(int(ranking.pool.products[place]))
        reasons.append(f"without {' and '.join(map(repr, clues))} the first would be {title}")
    best = best_ask(view.plan.values)
    if best is None:
        reasons.append("nothing is asked: no answer could change the ranking")
    else:
        reasons.append(f"asking about {best[0].replace('_', ' ')} is worth {best[1].value:.6f} after its turn's price")
    reasons.append(_RULES[view.commitment.rule])
    return tuple(reasons)
