"""What each act does to the state.

Invariant: nothing stated is lost. A constraint that ends says at which seq and why; what an override sets aside stays
as evidence at a lower confidence; a verdict on a product that was given under wishes since withdrawn no longer
counts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias, cast

from reducers.recalling import forget_remembered, heed
from statecore.acts import (
    Act,
    AskFeature,
    Decline,
    Exclude,
    Exhaust,
    Forget,
    LiftBudget,
    NameCategory,
    Override,
    ReferToShown,
    Remove,
    SetBudget,
    ShelfWeight,
    Want,
)
from statecore.state import Budget, Category, Constraint, Reacted, Retired, SessionState
from statecore.values import AskAttribute, Attribute

__all__ = ["IN_PASSING", "QUESTION_CONFIDENCE", "SET_ASIDE_FACTOR", "apply_act"]

SET_ASIDE_FACTOR = 0.5
"""What an overridden wish is still worth (ARC: decay to 0.5)."""

QUESTION_CONFIDENCE = 0.5
"""A question about a property is half a wish for it."""

IN_PASSING = 0.5
"""A kind of no more confidence than this was only heard in passing."""

Fate: TypeAlias = Literal["replaced", "removed", "set_aside"]


class _Context(NamedTuple):
    """Where an act stands: the seq and turn of its message and the question that this answers."""

    seq: int
    turn: int
    asked: AskAttribute | None


_Rule: TypeAlias = Callable[[SessionState, "Act", _Context], SessionState]


def apply_act(state: SessionState, act: Act, *, seq: int, turn: int, asked: AskAttribute | None) -> SessionState:
    """The state after one act of the message that is event `seq` of turn `turn`."""
    rule = _RULES.get(act.act)
    if rule is None:
        return state
    return heed(rule(state, act, _Context(seq, turn, asked)), act, seq)


def _end(state: SessionState, ends: Callable[[Constraint], bool], fate: Fate, seq: int) -> SessionState:
    """End every live constraint that `ends` picks."""
    factor = SET_ASIDE_FACTOR if fate == "set_aside" else 1.0
    constraints = tuple(
        item.model_copy(update={"fate": fate, "superseded_seq": seq, "confidence": item.confidence * factor})
        if item.fate == "live" and ends(item)
        else item
        for item in state.constraints
    )
    return state.model_copy(update={"constraints": constraints})


def _same_value(item: Constraint, value: str) -> bool:
    return item.value.casefold() == value.casefold()


def _revive(state: SessionState, attribute: Attribute) -> SessionState:
    """A wish about an attribute takes back that there was none."""
    if not any(item.attribute == attribute for item in state.declined):
        return state
    return state.model_copy(update={"declined": tuple(i for i in state.declined if i.attribute != attribute)})


def _state_constraint(state: SessionState, new: Constraint) -> SessionState:
    """Add a constraint: repeated, it only grows surer; opposed, it replaces its opposite, if it is no mere surmise."""
    twin = next(
        (i for i in state.live if i.attribute == new.attribute and _same_value(i, new.value)),
        None,
    )
    if twin is not None and twin.polarity == new.polarity:
        surer = twin.model_copy(
            update={
                "confidence": max(twin.confidence, new.confidence),
                "hard": twin.hard or new.hard,
                "verbatim": twin.verbatim or new.verbatim,
            }
        )
        return state.model_copy(update={"constraints": tuple(surer if i is twin else i for i in state.constraints)})
    opposed = [i for i in state.live if i.polarity != new.polarity and _same_value(i, new.value)]
    if new.confidence <= IN_PASSING and any(i.confidence > new.confidence for i in opposed):
        return state
    state = _end(state, lambda i: i in opposed, "replaced", new.stated_seq)
    return state.model_copy(update={"constraints": (*state.constraints, new)})


def _on_want(state: SessionState, act: Want, at: _Context) -> SessionState:
    new = Constraint(
        attribute=act.attribute,
        value=act.value,
        polarity="want",
        hard=act.hard,
        confidence=act.confidence,
        verbatim=act.verbatim,
        stated_seq=at.seq,
        stated_turn=at.turn,
    )
    return _state_constraint(_revive(state, act.attribute), new)


def _on_exclude(state: SessionState, act: Exclude, at: _Context) -> SessionState:
    new = Constraint(
        attribute=act.attribute,
        value=act.value,
        polarity="exclude",
        hard=act.hard,
        confidence=act.confidence,
        verbatim=False,
        stated_seq=at.seq,
        stated_turn=at.turn,
    )
    return _state_constraint(state, new)


def _on_ask_feature(state: SessionState, act: AskFeature, at: _Context) -> SessionState:
    wish = Want(attribute=act.attribute, value=act.value, confidence=act.confidence * QUESTION_CONFIDENCE)
    return _on_want(state, wish, at)


def _on_name_category(state: SessionState, act: NameCategory, at: _Context) -> SessionState:
    """A kind takes the place of the one before; one heard in passing only shares its weight."""
    if state.category is not None and act.confidence <= IN_PASSING < state.category.confidence:
        return state.model_copy(update={"category": _blended(state.category, act)})
    new = Category(
        phrase=act.phrase,
        shelves=act.shelves,
        wearer=act.wearer,
        exact=act.exact,
        confidence=act.confidence,
        stated_seq=at.seq,
    )
    return _drop_category(state, at.seq).model_copy(update={"category": new})


def _blended(old: Category, act: NameCategory) -> Category:
    """The kind looked for, with a fifth of the probability on the shelves heard of in passing."""
    share = act.confidence / (act.confidence + old.confidence + 1.0)
    weights = {item.label: item.weight * (1.0 - share) for item in old.shelves}
    for item in act.shelves:
        weights[item.label] = weights.get(item.label, 0.0) + item.weight * share
    ranked = sorted(weights.items(), key=lambda item: (-item[1], item[0]))
    shelves = tuple(ShelfWeight(label=label, weight=min(1.0, round(weight, 9))) for label, weight in ranked)
    return old.model_copy(update={"shelves": shelves, "exact": False})


def _drop_category(state: SessionState, seq: int) -> SessionState:
    if state.category is None:
        return state
    old = state.category.model_copy(update={"superseded_seq": seq})
    return state.model_copy(update={"category": None, "past_categories": (*state.past_categories, old)})


def _on_override(state: SessionState, act: Override, at: _Context) -> SessionState:
    state = _end(
        state,
        lambda i: i.polarity == "want" and act.attribute in {None, i.attribute},
        "set_aside",
        at.seq,
    )
    update: dict[str, object] = {"override_seqs": (*state.override_seqs, at.seq)}
    if act.attribute is None:
        # A new goal: what was turned down under the old one may be right under this one.
        shown = tuple(item.model_copy(update={"refuted": False}) if item.refuted else item for item in state.shown)
        update |= {"shown": shown, "change_announced": False}
    return state.model_copy(update=update)


def _on_remove(state: SessionState, act: Remove, at: _Context) -> SessionState:
    if act.attribute == "category" and act.value is None:
        return _drop_category(state, at.seq)
    if act.value is None:
        return _end(state, lambda i: i.attribute == act.attribute, "removed", at.seq)
    value = act.value
    named = any(i.attribute == act.attribute and _same_value(i, value) for i in state.live)
    return _end(
        state,
        lambda i: _same_value(i, value) and (i.attribute == act.attribute or not named),
        "removed",
        at.seq,
    )


def _retire(items: tuple[Retired, ...], attribute: AskAttribute | None, seq: int) -> tuple[Retired, ...]:
    if any(item.attribute == attribute for item in items):
        return items
    return (*items, Retired(attribute=attribute, seq=seq))


def _on_decline(state: SessionState, act: Decline, at: _Context) -> SessionState:
    attribute: AskAttribute = act.attribute or at.asked or "other"
    return state.model_copy(update={"declined": _retire(state.declined, attribute, at.seq)})


def _on_exhaust(state: SessionState, act: Exhaust, at: _Context) -> SessionState:
    return state.model_copy(update={"exhausted": _retire(state.exhausted, act.attribute, at.seq)})


def _on_set_budget(state: SessionState, act: SetBudget, at: _Context) -> SessionState:
    old = state.budget
    low = act.min_minor if act.min_minor is not None or old is None else old.min_minor
    high = act.max_minor if act.max_minor is not None or old is None else old.max_minor
    if low is not None and high is not None and low > high:
        # The end just named wins; the other one no longer makes sense.
        low, high = (None, high) if act.max_minor is not None else (low, None)
    return state.model_copy(update={"budget": Budget(min_minor=low, max_minor=high, stated_seq=at.seq)})


def _on_lift_budget(state: SessionState, act: LiftBudget, at: _Context) -> SessionState:
    old = state.budget
    if old is None:
        return state
    low = None if act.end in {"min", "both"} else old.min_minor
    high = None if act.end in {"max", "both"} else old.max_minor
    new = None if low is None and high is None else Budget(min_minor=low, max_minor=high, stated_seq=at.seq)
    return state.model_copy(update={"budget": new})


def _on_refer_to_shown(state: SessionState, act: ReferToShown, at: _Context) -> SessionState:
    """Choosing a product from the last slate saves it and takes back that it was refuted."""
    last = [item for item in state.shown if item.turn == state.turn and item.rank == act.place]
    if not last or not act.liked:
        return state
    chosen = last[0].product_id
    shown = tuple(i.model_copy(update={"refuted": False}) if i is last[0] else i for i in state.shown)
    saved = Reacted(product_id=chosen, reaction="saved", seq=at.seq)
    return state.model_copy(update={"shown": shown, "reactions": (*state.reactions, saved)})


def _on_forget(state: SessionState, act: Forget, at: _Context) -> SessionState:
    return forget_remembered(state, act, at.seq)


_RULES: Mapping[str, _Rule] = MappingProxyType(
    {
        "name_category": cast("_Rule", _on_name_category),
        "want": cast("_Rule", _on_want),
        "exclude": cast("_Rule", _on_exclude),
        "decline": cast("_Rule", _on_decline),
        "exhaust": cast("_Rule", _on_exhaust),
        "override": cast("_Rule", _on_override),
        "remove": cast("_Rule", _on_remove),
        "set_budget": cast("_Rule", _on_set_budget),
        "lift_budget": cast("_Rule", _on_lift_budget),
        "ask_feature": cast("_Rule", _on_ask_feature),
        "refer_to_shown": cast("_Rule", _on_refer_to_shown),
        "forget": cast("_Rule", _on_forget),
    }
)
