"""Planning a turn on the belief: the question and the slate with the best expected score.

What is computed is told in `policies.house.decks`; it is done there in numpy, or by the compiled kernel where there is
one, with the same result.

Invariant: a plan depends on the belief, the turn and the asks alone; of asks whose values are within 1e-12 of the best
the first of `ASKS` wins.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from catalog.kit_shopper import CLASSES
from policies.house.belief import Belief
from policies.house.decks import OPEN_ASK, Hand, PlannedTurn, plan_in_numpy
from policies.house.kernel import KERNEL, Kernel
from policies.utility import LAST_TURN, equal_schedules, single_schedules, utility_table
from statecore.values import AskAttribute

__all__ = ["ASKS", "Plan", "plan_turn"]

ASKS: tuple[AskAttribute, ...] = ("other", "feature", "material", "color", "style", "size", "use_case", "budget")
"""The asks that the kit's shopper can answer, in tie order."""

_NUMBERS: Mapping[AskAttribute, int] = MappingProxyType(
    {ask: OPEN_ASK if ask == "other" else CLASSES.index(ask) for ask in ASKS}
)


@dataclass(frozen=True, slots=True)
class Plan:
    """The best ask (None: no candidate could answer any), its expected score, and the slate (candidate places)."""

    ask: AskAttribute | None
    value: float
    slate: tuple[int, ...]


def plan_turn(
    belief: Belief,
    turn: int,
    *,
    asks: tuple[AskAttribute, ...] = ASKS,
    depth: int = 2,
    change_announced: bool = False,
    kernel: Kernel | None = KERNEL,
) -> Plan:
    """The question and the slate for `turn` (1..10; later turns are planned like the last).

    `depth`: how many questions are looked ahead, this turn's included; at least one.
    """
    if not len(belief.weights):
        return Plan(None, 0.0, ())
    numbers = tuple(_NUMBERS[ask] for ask in asks)
    turn = min(turn, LAST_TURN)
    planned = (
        _in_numpy(belief, turn, numbers, depth, changing=change_announced)
        if kernel is None
        else _compiled(kernel, belief, turn, numbers, depth, changing=change_announced)
    )
    ask = asks[planned.ask] if planned.ask >= 0 else None
    return Plan(ask, planned.value, planned.slate)


def _in_numpy(belief: Belief, turn: int, numbers: tuple[int, ...], depth: int, *, changing: bool) -> PlannedTurn:
    hand = Hand.of(belief.weights, belief.cards, belief.classes, numbers)
    return plan_in_numpy(hand, belief.told, turn, depth, changing=changing)


def _compiled(
    kernel: Kernel, belief: Belief, turn: int, numbers: tuple[int, ...], depth: int, *, changing: bool
) -> PlannedTurn:
    found = kernel.plan(
        np.ascontiguousarray(belief.weights),
        np.ascontiguousarray(belief.cards),
        np.ascontiguousarray(belief.classes),
        np.ascontiguousarray(belief.told),
        bytes(numbers),
        utility_table(),
        single_schedules(),
        equal_schedules(),
        turn,
        depth,
        changing,
    )
    return PlannedTurn(*found)
