"""Cards as a planner sees them: what each has left to tell, and how a question divides the candidates.

After a conversation all candidates that remain have told the same values, so a candidate is its weight and what its
card has left. Those with the same left are twins.

Invariant: a group lists its twins by ascending number of what is left, each number once, weights falling; so equal
situations are equal values, wherever they come from. Replies are those of `catalog.kit_shopper.next_values`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from catalog.kit_shopper import ANY_CLASS, CLASSES
from lab.bound.slots import Weights, without

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

__all__ = ["ASKS", "Cards", "Group", "Reply", "Twins", "gather", "mass", "minus"]

ASKS: tuple[str, ...] = (ANY_CLASS, "feature", "material", "color", "style", "size", "use_case", "budget")
"""The questions that the kit's shopper can answer, in tie order."""

_AT_ONCE = 2
"""How many values a reply tells at most."""

Twins: TypeAlias = tuple[int, Weights]
"""The number of what is left to tell, and the weights of the candidates that have just this left."""

Group: TypeAlias = tuple[Twins, ...]
"""Candidates that a conversation leaves together."""


class Reply(NamedTuple):
    """The values told (value ids), and the number of what is left afterwards."""

    said: tuple[int, ...]
    left: int


def gather(found: Iterable[tuple[int, Iterable[float]]]) -> Group:
    """A group of candidates given as numbers of what is left, and weights.

    >>> gather([(7, [0.1]), (3, [0.2]), (7, [0.4, 0.3])])
    ((3, (0.2,)), (7, (0.4, 0.3, 0.1)))
    """
    merged: dict[int, list[float]] = {}
    for left, weights in found:
        merged.setdefault(left, []).extend(weights)
    return tuple((left, tuple(sorted(merged[left], reverse=True))) for left in sorted(merged))


def minus(group: Group, twins: int, place: int) -> Group:
    """The group but for one candidate: the one at `place` of the twins at `twins`."""
    left, weights = group[twins]
    fewer = without(weights, place)
    return (*group[:twins], *(((left, fewer),) if fewer else ()), *group[twins + 1 :])


def mass(group: Group) -> float:
    """The summed weight of a group."""
    return sum(sum(weights) for _, weights in group)


class Cards:
    """Numbers what cards have left to tell (value ids in card order), and remembers the replies."""

    def __init__(self, class_of: Callable[[int], int]) -> None:
        """`class_of` gives a value's place in `kit_shopper.CLASSES`."""
        self._class = class_of
        self._numbers: dict[tuple[int, ...], int] = {}
        self._lefts: list[tuple[int, ...]] = []
        self._replies: dict[tuple[int, str], Reply] = {}

    def number(self, left: tuple[int, ...]) -> int:
        """The number of what is left."""
        known = self._numbers.setdefault(left, len(self._lefts))
        if known == len(self._lefts):
            self._lefts.append(left)
        return known

    def left(self, number: int) -> tuple[int, ...]:
        """What has that number."""
        return self._lefts[number]

    def tell(self, number: int, value: int) -> int:
        """The number after one value has been told."""
        return self.number(tuple(each for each in self._lefts[number] if each != value))

    def reply(self, number: int, ask: str) -> Reply:
        """What the kit's shopper says to `ask`: the first two values left of its class, in card order."""
        known = self._replies.get((number, ask))
        if known is None:
            left = self._lefts[number]
            fits = left if ask == ANY_CLASS else [v for v in left if CLASSES[self._class(v)] == ask]
            said = tuple(fits[:_AT_ONCE])
            known = Reply(said, self.number(tuple(value for value in left if value not in said)))
            self._replies[number, ask] = known
        return known

    def asks(self, group: Group) -> tuple[str, ...]:
        """What may be worth asking: the open question alone, where it draws all that anyone has left."""
        return ASKS[:1] if all(len(self._lefts[number]) <= _AT_ONCE for number, _ in group) else ASKS

    def replies(self, group: Group, ask: str) -> Mapping[tuple[int, ...], Group]:
        """The group of each reply to `ask`; empty when nobody could answer."""
        found: dict[tuple[int, ...], list[Twins]] = {}
        for number, weights in group:
            said, left = self.reply(number, ask)
            found.setdefault(said, []).append((left, weights))
        return {said: gather(found[said]) for said in sorted(found)} if any(found) else {}

    def splits(self, group: Group) -> Mapping[str, tuple[Group, ...]]:
        """Each ask's groups, leaving out asks that nobody could answer or that divide like an earlier one."""
        made: dict[str, tuple[Group, ...]] = {}
        for ask in self.asks(group):
            groups = tuple(self.replies(group, ask).values())
            if groups and groups not in made.values():
                made[ask] = groups
        return made
