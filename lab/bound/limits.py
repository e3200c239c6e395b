"""Upper bounds: what no policy can exceed, because it is told more than any policy learns.

Once every card is told, only slates are left to choose: a matching of products to slots, which has no more to gain by
questions. `far_limit` tells the cards after this turn; `near_limit` after the next, with the first question's replies
as they are. Both are bounds on the best over all questions and slates, not on one policy, and they are proofs:

- what slots add to twins is submodular (an assignment valuation), so what a set of slots adds is at most the sum of
  what its parts add;
- the first ranks of the two turns are matched exactly, the later ranks are bounded by prices: for any prices p >= 0 the
  best matching is worth at most the sum of p and of each twins' best purchase at p (linear programming duality), and
  the best purchase is found greedily (gross substitutes).

Invariant: a limit is never less than the value of the group.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lab.bound.slots import Weights, extra_gain, line, slots
from lab.scoring import TOP_K, utility

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lab.bound.cards import Cards, Group

__all__ = ["exploring_limit", "far_limit", "near_limit"]

_NOTHING = 1e-15


def far_limit(group: Group, turn: int) -> float:
    """More than a group faced on `turn` can be worth: every card is told after this turn.

    >>> far_limit(((0, (0.5,)), (1, (0.5,))), 1)
    0.99
    """
    first = max((_gain(weights, turn + 1, utility(turn, 1)) for _, weights in group), default=0.0)
    rest = _late_ranks([_crowded([group], turn)], turn + 1, _late_slots(turn), ())
    return sum(line(weights, turn + 1) for _, weights in group) + first + rest


def near_limit(cards: Cards, group: Group, turn: int) -> float:
    """More than a group faced on `turn` can be worth: every card is told after the next turn."""
    asked = (_after(groups, turn) for groups in cards.splits(group).values())
    return min(far_limit(group, turn), max(asked, default=1.0))


def exploring_limit(cards: Cards, group: Group, boundary: float) -> float:
    """The limit of an opening that named no value, when the first question goes unanswered with chance `boundary`."""
    return (1.0 - boundary) * near_limit(cards, group, 1) + boundary * min(far_limit(group, 1), _after([group], 1))


def _after(groups: Sequence[Group], turn: int) -> float:
    """The limit when the replies to the question of `turn` make `groups`, and all cards are told a turn later."""
    alone = [_first_ranks(group, turn + 1, None) for group in groups]
    helped = (_first_ranks(group, turn + 1, utility(turn, 1)) for group in groups)
    first = max(more - less for more, less in zip(helped, alone, strict=True))
    pools = [_crowded([group], turn) for group in groups]
    return sum(alone) + first + _late_ranks(pools, turn + 2, _late_slots(turn), _late_slots(turn + 1))


def _first_ranks(group: Group, turn: int, earlier: float | None) -> float:
    """A group's limit by first ranks alone: that of `turn`, and one more slot of the worth `earlier`."""
    total = sum(line(weights, turn + 1) for _, weights in group)
    now = utility(turn, 1)
    gains = _two_best(group, lambda weights: _gain(weights, turn + 1, now))
    if earlier is None:
        return total + gains[0][0]
    others = _two_best(group, lambda weights: _gain(weights, turn + 1, earlier))
    apart = max((a + b for a, i in gains for b, j in others if i != j), default=0.0)
    together = max(extra_gain(weights, turn + 1, (earlier, now)) for _, weights in group)
    return total + max(apart, together)


def _two_best(group: Group, gain: Callable[[Weights], float]) -> list[tuple[float, int]]:
    """The two largest gains, with the places of their twins."""
    return sorted(((gain(weights), place) for place, (_, weights) in enumerate(group)), reverse=True)[:2]


def _gain(weights: Weights, turn: int, worth: float) -> float:
    """`extra_gain` of one slot, quick for a product without twins."""
    if len(weights) > 1:
        return extra_gain(weights, turn, (worth,))
    own = slots(turn)
    return weights[0] * max(worth - (own[0] if own else 0.0), 0.0)


def _late_slots(turn: int) -> tuple[float, ...]:
    """The worth of the ranks of `turn` from the second on."""
    return tuple(utility(turn, rank) for rank in range(2, TOP_K + 1))


def _crowded(groups: Sequence[Group], turn: int) -> list[Weights]:
    """The twins that a second rank on `turn` would help even if nothing else did: there are more than turns left."""
    worth = utility(turn, 2)
    own = sum(slot > worth for slot in slots(turn + 2))
    return [weights for group in groups for _, weights in group if len(weights) > own]


class _Slot(NamedTuple):
    """A slot for sale."""

    worth: float
    price: float


def _late_ranks(pools: Sequence[Sequence[Weights]], turn: int, shared: Sequence[float], own: Sequence[float]) -> float:
    """A bound on what later ranks add to twins that have their own slots from `turn` on.

    `pools`: the crowded twins of each group; `shared`: slots that any of them may have; `own`: slots of each group.
    """
    have: dict[tuple[int, int], list[float]] = {(g, k): [] for g, pool in enumerate(pools) for k in range(len(pool))}
    if not have:
        return 0.0

    def sell(worths: Sequence[float], buyers: Sequence[tuple[int, int]]) -> list[_Slot]:
        return [_Slot(worth, _sold({at: pools[at[0]][at[1]] for at in buyers}, have, turn, worth)) for worth in worths]

    common = sell(shared, list(have))
    total = sum(slot.price for slot in common)
    for g, pool in enumerate(pools):
        mine = sell(own, [(g, k) for k in range(len(pool))])
        total += sum(slot.price for slot in mine)
        total += sum(_best_purchase(weights, turn, [*common, *mine]) for weights in pool)
    return total


def _sold(
    buyers: dict[tuple[int, int], Weights], have: dict[tuple[int, int], list[float]], turn: int, worth: float
) -> float:
    """Give a slot to the twins that gain most by it, on top of what they have; the price is that gain."""
    best, buyer = 0.0, None
    for at, weights in buyers.items():
        gain = extra_gain(weights, turn, [*have[at], worth]) - extra_gain(weights, turn, have[at])
        if gain > best + _NOTHING:
            best, buyer = gain, at
    if buyer is not None:
        have[buyer].append(worth)
    return best


def _best_purchase(weights: Weights, turn: int, offered: Sequence[_Slot]) -> float:
    """What twins gain at most by buying slots at their prices."""
    bought: list[float] = []
    gained = profit = 0.0
    left = list(offered)
    while left:
        surplus = [extra_gain(weights, turn, [*bought, slot.worth]) - gained - slot.price for slot in left]
        best = max(range(len(left)), key=surplus.__getitem__)
        if surplus[best] <= _NOTHING:
            break
        profit += surplus[best]
        slot = left.pop(best)
        bought.append(slot.worth)
        gained = extra_gain(weights, turn, bought)
    return profit
