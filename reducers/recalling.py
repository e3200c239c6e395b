"""What a visit says about the memory that it carried in: what to forget, and what is no longer so.

Invariant: the memory only ever shrinks within a visit; what is told anew is a constraint like any other, and joins the
memory when the visit is over.
"""

from __future__ import annotations

from statecore.acts import Act, Exclude, Forget, Want
from statecore.memory import Kept, forgotten, names
from statecore.state import SessionState

__all__ = ["forget_remembered", "heed"]


def heed(state: SessionState, act: Act, seq: int) -> SessionState:
    """The state with its memory as it stands after an act that may speak against it."""
    memory = state.memory
    if memory is None or not isinstance(act, Want | Exclude):
        return state
    kept = tuple(item for item in memory.kept if not _against(act, item, state))
    if len(kept) == len(memory.kept):
        return state
    return state.model_copy(
        update={"memory": memory.model_copy(update={"kept": kept}), "contradicted": (*state.contradicted, seq)}
    )


def _against(act: Want | Exclude, item: Kept, state: SessionState) -> bool:
    """Whether an act speaks against a remembered value: it wants what was refused, or refuses it, or names a size."""
    if act.attribute != item.attribute:
        return False
    same = act.value.casefold() == item.value.casefold()
    if isinstance(act, Exclude):
        return same and item.kind != "refusal"
    if item.kind == "refusal":
        return same
    shelves = () if state.category is None else tuple(shelf.label for shelf in state.category.shelves)
    return item.kind == "size" and not same and act.attribute == "size" and item.scope in shelves


def forget_remembered(state: SessionState, act: Forget, seq: int) -> SessionState:
    """The state without what is to be forgotten, of earlier visits and of this one."""
    constraints = tuple(
        item.model_copy(update={"fate": "removed", "superseded_seq": seq})
        if item.fate == "live" and (act.attribute or act.value) and names(act, item.attribute, item.value)
        else item
        for item in state.constraints
    )
    memory = None if state.memory is None else forgotten(state.memory, act)
    return state.model_copy(update={"constraints": constraints, "memory": memory, "forgets": (*state.forgets, act)})
