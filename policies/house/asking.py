"""What `house` may ask, and the plan that follows: for the kit's score, or for a shop's.

The kit's shopper answers anything, so there only what is exhausted is left out. A shop's shopper is a person:
questions name real attributes, none is put twice, none about what was said, declined or exhausted; the open question
comes once, when no attribute is worth asking; and a question or a product is worth its price or is left out.

Invariant: after "nothing more" nothing is asked; a slate never becomes empty.
"""

from __future__ import annotations

from dataclasses import replace

from policies.house.belief import Belief
from policies.house.plan import ASKS, Plan, plan_turn
from policies.house.settings import HouseSettings
from policies.utility import LAST_TURN, MAX_GROUP, equal_schedules, single_schedules, utility
from statecore.state import SessionState
from statecore.values import AskAttribute

__all__ = ["open_asks", "plan_for", "shop_asks", "silent_value"]

_DULL = 2
"""After so many answers in a row that told nothing, no more are counted on."""


def plan_for(state: SessionState, belief: Belief, settings: HouseSettings) -> Plan:
    """The plan for the turn that `state` stands at, by the settings' mode."""
    if settings.mode == "shop":
        return _shop_plan(state, belief, settings)
    return plan_turn(
        belief,
        _turn(state),
        asks=open_asks(state) if settings.ask_attributes else open_asks(state)[:1],
        depth=settings.plan_depth,
        change_announced=state.change_announced and settings.plan_through_change,
    )


def _turn(state: SessionState) -> int:
    return max(state.turn, 1)


def open_asks(state: SessionState) -> tuple[AskAttribute, ...]:
    """What may be asked: nothing that the shopper has nothing more to say about."""
    if state.nothing_more:
        return ()
    if _talked_out(state):
        return ()
    if any(item.frame == "free" for item in state.heard):
        # Which of a person's lines was told is a guess: only the open question is sure to draw another one.
        return ("other",)
    closed = {item.attribute for item in state.exhausted}
    return tuple(ask for ask in ASKS if ask not in closed)


def _talked_out(state: SessionState) -> bool:
    """Whether a person's last answers to the open question told nothing, so that no plan can count on the next one.

    Whoever has no preference about what was asked ("you choose") may still have one about the rest.
    """
    last = state.heard[-_DULL:]
    declined = {item.seq for item in state.declined}
    dull = [one for one in last if one.frame == "free" and one.asked and not one.learned and one.seq not in declined]
    return len(dull) == _DULL


def shop_asks(state: SessionState) -> tuple[AskAttribute, ...]:
    """The attributes that a person may still be asked about."""
    if state.nothing_more:
        return ()
    closed: set[AskAttribute | None] = {item.attribute for item in (*state.exhausted, *state.declined)}
    closed.update(item.attribute for item in state.asked)
    closed.update(item.attribute for item in state.live if item.polarity == "want" and not item.verbatim)
    if state.budget is not None:
        closed.add("budget")
    return tuple(ask for ask in ASKS if ask != "other" and ask not in closed)


def silent_value(belief: Belief, turn: int) -> float:
    """The expected score of showing products in the belief's order, by the best schedule, and asking nothing more."""
    turn = min(turn, LAST_TURN)
    heads = belief.weights[:MAX_GROUP]
    if not len(heads):
        return 0.0
    equal = float(heads @ equal_schedules()[turn, len(heads), : len(heads)])
    return max(equal, float((single_schedules()[turn, :, : len(heads)] @ heads).max()))


def _shop_plan(state: SessionState, belief: Belief, settings: HouseSettings) -> Plan:
    turn = _turn(state)
    silent = silent_value(belief, turn)
    chosen = plan_turn(belief, turn, asks=(), depth=settings.plan_depth)
    asked_openly = any(item.attribute == "other" for item in state.asked)
    openly: tuple[AskAttribute, ...] = () if asked_openly or state.nothing_more else ("other",)
    for asks in (shop_asks(state), openly):
        plan = plan_turn(belief, turn, asks=asks, depth=settings.plan_depth) if asks else None
        if plan is not None and plan.ask is not None and plan.value - silent >= settings.question_price:
            chosen = plan
            break
    return replace(chosen, value=max(chosen.value, silent), slate=_worth_showing(chosen, belief, turn, settings))


def _worth_showing(plan: Plan, belief: Belief, turn: int, settings: HouseSettings) -> tuple[int, ...]:
    """The slate up to the first product whose chance of being the one does not pay for its place."""
    turn = min(turn, LAST_TURN)
    for rank, place in enumerate(plan.slate, start=1):
        if rank > 1 and float(belief.weights[place]) * utility(turn, rank) < settings.product_price:
            return plan.slate[: rank - 1]
    return plan.slate
