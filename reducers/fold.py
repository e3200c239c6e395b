"""Folding events into state: one pure reducer per kind of event.

Invariant: `fold(a + b) == fold(b, fold(a))`, every kind has exactly one reducer, and no reducer looks at anything but
the state and the event. The seq of an event is its place in the log, counted here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import TypeAlias, cast

from reducers.acts import apply_act
from statecore.events import (
    AgentReplied,
    Event,
    ProductReacted,
    ShopperErased,
    ShopperSaid,
    VisitEnded,
    VisitResumed,
    VisitStarted,
)
from statecore.state import EMPTY, Asked, Heard, Reacted, SessionState, Shown
from statecore.values import AskAttribute

__all__ = ["REDUCERS", "apply", "fold", "last_question"]

Reducer: TypeAlias = Callable[[SessionState, "Event"], SessionState]


def last_question(state: SessionState) -> AskAttribute | None:
    """What the agent asked on the turn just past, which the next message answers."""
    if state.asked and state.asked[-1].turn == state.turn:
        return state.asked[-1].attribute
    return None


def on_visit_started(state: SessionState, event: VisitStarted) -> SessionState:
    """Open the visit under its digests, with what it carries in; a fork goes on with what its parent had."""
    memory = event.memory if event.parent is None else state.memory
    return state.model_copy(update={"stage": "open", "pins": event.pins, "profile": event.profile, "memory": memory})


def on_visit_resumed(state: SessionState, _event: VisitResumed) -> SessionState:
    """Open the visit again where it stood: what was said and proven stays; the last slate is still to be judged."""
    return state.model_copy(update={"stage": "open", "resumed_turns": (*state.resumed_turns, state.turn)})


def on_shopper_said(state: SessionState, event: ShopperSaid) -> SessionState:
    """Refute what was shown and not taken, then apply the acts in the order of the text."""
    asked = last_question(state)
    before = _refute_last_slate(state)
    if event.frame == "kit_override":
        before = before.model_copy(update={"change_announced": True})
    after = before
    for act in event.acts:
        after = apply_act(after, act, seq=state.seq, turn=event.turn, asked=asked)
    heard = Heard(
        seq=state.seq,
        turn=event.turn,
        asked=asked,
        frame=event.frame,
        values=tuple(act.value for act in event.acts if act.act == "want" and act.verbatim),
        learned=_learned(before, after),
    )
    return after.model_copy(update={"turn": event.turn, "heard": (*state.heard, heard)})


def _refute_last_slate(state: SessionState) -> SessionState:
    """Whoever goes on talking did not find it on the last slate, unless a change of mind was announced.

    Who comes back to a visit may have left to think the last slate over.
    """
    if (
        state.change_announced
        or state.turn in state.resumed_turns
        or not state.shown
        or state.shown[-1].turn != state.turn
    ):
        return state
    shown = tuple(
        item.model_copy(update={"refuted": True}) if item.turn == state.turn and not item.refuted else item
        for item in state.shown
    )
    return state.model_copy(update={"shown": shown})


def _learned(before: SessionState, after: SessionState) -> int:
    new = len(after.constraints) - len(before.constraints)
    changed = (before.category != after.category) + (before.budget != after.budget)
    return new + changed


def on_agent_replied(state: SessionState, event: AgentReplied) -> SessionState:
    """Remember what was shown and asked."""
    decision = event.decision
    shown = tuple(
        Shown(product_id=product_id, turn=event.turn, rank=rank)
        for rank, product_id in enumerate(decision.product_ids, start=1)
    )
    asked = () if decision.ask is None else (Asked(turn=event.turn, attribute=decision.ask),)
    return state.model_copy(
        update={"shown": state.shown + shown, "asked": state.asked + asked, "last_trace": decision.trace}
    )


def on_product_reacted(state: SessionState, event: ProductReacted) -> SessionState:
    """Keep the reaction; a dismissed product is refuted, a bought one closes the search."""
    reacted = Reacted(product_id=event.product_id, reaction=event.reaction, seq=state.seq)
    update: dict[str, object] = {"reactions": (*state.reactions, reacted)}
    if event.reaction == "dismissed":
        update["shown"] = tuple(
            item.model_copy(update={"refuted": True}) if item.product_id == event.product_id else item
            for item in state.shown
        )
    if event.reaction == "bought":
        update["stage"] = "bought"
    return state.model_copy(update=update)


def on_visit_ended(state: SessionState, event: VisitEnded) -> SessionState:
    """Close the visit; one that ended in a purchase stays known as such."""
    bought = event.reason == "bought" or state.stage == "bought"
    return state.model_copy(update={"stage": "bought" if bought else "ended"})


def on_shopper_erased(state: SessionState, _event: ShopperErased) -> SessionState:
    """Erasing words changes nothing that decisions are made of."""
    return state


REDUCERS: Mapping[str, Reducer] = MappingProxyType(
    {
        "visit_started": cast("Reducer", on_visit_started),
        "visit_resumed": cast("Reducer", on_visit_resumed),
        "shopper_said": cast("Reducer", on_shopper_said),
        "agent_replied": cast("Reducer", on_agent_replied),
        "product_reacted": cast("Reducer", on_product_reacted),
        "visit_ended": cast("Reducer", on_visit_ended),
        "shopper_erased": cast("Reducer", on_shopper_erased),
    }
)


def apply(state: SessionState, event: Event) -> SessionState:
    """The state after one more event."""
    return REDUCERS[event.kind](state.model_copy(update={"seq": state.seq + 1}), event)


def fold(events: Iterable[Event], state: SessionState = EMPTY) -> SessionState:
    """The state after `events`, starting from `state`.

    >>> fold([]) == EMPTY
    True
    """
    for event in events:
        state = apply(state, event)
    return state
