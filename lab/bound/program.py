"""The dynamic program: what a policy that plans to the end of the session expects, given what it knows.

    V(G, t) = max over asks a and slates S of  sum_{i in S} w_i u(t, r_i)  +  sum_{replies g of G - S to a} V(g, t + 1)

Weights are not renormalised, so a group's value is what its members add to the expected score. Twins are valued
exactly (`lab.bound.slots`); otherwise all asks that divide differently are tried, and the slate is filled product by
product with the one that gains most: `w u(t, r)` less what its group loses next turn without it. Per group the leaders
of its heaviest twins are candidates, and for later ranks the twin that the rank suits. The ranks go to the products
chosen in weight order. An opening that may be browsing or boundary is a mixture: one branch answers, the other does
not.

Invariant: a value is that of a policy that can be played, so it never exceeds the best; equal groups have equal values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from typing_extensions import override

from lab.bound.cards import Cards, Group, mass, minus
from lab.bound.limits import far_limit
from lab.bound.slots import line, place_for
from lab.scoring import TOP_K, utility
from lab.shopper import MAX_TURNS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Program"]

_TURN_WORTH = utility(1, 1) - utility(2, 1)
_LATE = utility(1, 1) - utility(1, 2)
"""About what a twin loses that has to share a turn with another."""
_SLACK = 1e-12
_MANY = 300
"""Twins from which on the first slate of an exploring opening is chosen by an estimate."""


class _Option(NamedTuple):
    """A product that might be shown: more than it can gain (about), its group, its twins and its place among them."""

    promise: float
    group: int
    twins: int
    place: int
    weight: float


class Program:
    """Values of groups, remembered. `width`: of how many twins of a group the leaders are tried, heaviest first."""

    def __init__(self, cards: Cards, *, width: int = 2) -> None:
        """Plan over `cards`."""
        self.cards, self.width = cards, width
        self._values: dict[tuple[int, Group], float] = {}
        self._asks: dict[tuple[int, Group], str] = {}

    def value(self, group: Group, turn: int, *, ask: str | None = None) -> float:
        """The value of a group that is faced on `turn`; with `ask`, only that question is considered first.

        A group that lost a member is asked what it was asked before, which keeps trying out slates affordable.
        """
        if turn > MAX_TURNS or not group:
            return 0.0
        if len(group) == 1:
            return line(group[0][1], turn)
        if turn == MAX_TURNS:
            return line(tuple(sorted((weight for _, weights in group for weight in weights), reverse=True)), turn)
        known = self._values.get((turn, group))
        if known is None:
            known = self._values[turn, group] = self._solve(group, turn, ask)
        return known

    def ask_of(self, group: Group, turn: int) -> str | None:
        """The question that the value of a group rests on; None where none was needed."""
        return self._asks.get((turn, group))

    def _solve(self, group: Group, turn: int, ask: str | None) -> float:
        """The best over asks, those first whose groups would be worth most with their cards told."""
        splits = self.cards.splits(group)
        if ask is not None and ask in splits:
            splits = {ask: splits[ask]}
        promises = {name: self._promise(groups, turn) for name, groups in splits.items()} if len(splits) > 1 else {}
        best = 0.0
        for name in sorted(splits, key=lambda name: -promises.get(name, 0.0)):
            if promises.get(name, 1.0) <= best:
                break
            value = _Filling(self, splits[name], turn).value()
            if value > best + _SLACK:
                best = value
                self._asks[turn, group] = name
        return best

    def _promise(self, groups: Sequence[Group], turn: int) -> float:
        """More than an ask can be worth, about: every card is told after the next turn, and no slate costs."""
        return sum(far_limit(group, turn + 1) for group in groups) + _TURN_WORTH * max(map(mass, groups)) + _SLACK

    def exploring_value(self, group: Group, boundary: float) -> float:
        """The value of an opening that named no value; with chance `boundary` the first question goes unanswered."""
        if len(group) <= 1:
            return line(group[0][1], 1)
        filling = _ExploringFilling if len(group) <= _MANY else _CoarseFilling
        unanswered = boundary * (self.value(group, 2) + _TURN_WORTH * mass(group))
        splits = self.cards.splits(group)
        promises = {ask: (1.0 - boundary) * self._promise(groups, 1) for ask, groups in splits.items()}
        best = 0.0
        for ask in sorted(splits, key=lambda ask: -promises[ask]):
            if promises[ask] + unanswered <= best:
                break
            best = max(best, filling(self, group, ask, splits[ask], boundary).value())
        return best


class _Filling:
    """A slate for `turn` being filled, given the groups that the replies to the question make."""

    def __init__(self, program: Program, groups: Sequence[Group], turn: int) -> None:
        self._program, self._turn, self._groups = program, turn, list(groups)
        self._values = [program.value(group, turn + 1) for group in groups]
        self._masses = [mass(group) + _overhang(group, turn) / _TURN_WORTH for group in groups]
        self._losses: dict[tuple[int, int, int], tuple[float, Group]] = {}

    def value(self) -> float:
        """Fill it, and say what everything is worth then."""
        chosen: list[float] = []
        for rank in range(1, TOP_K + 1):
            found = self._best(rank)
            if found is None:
                break
            self._take(found)
            chosen.append(found.weight)
        chosen.sort(reverse=True)
        return self._rest() + sum(weight * utility(self._turn, rank) for rank, weight in enumerate(chosen, start=1))

    def _rest(self) -> float:
        """What is left for the next turn."""
        return sum(self._values)

    def _best(self, rank: int) -> _Option | None:
        """The product that gains most at `rank`, None when none gains."""
        best, found = 0.0, None
        for option in sorted(self._options(rank), key=lambda option: (-option.promise, option[1:4])):
            if option.promise <= best:
                break
            gain = option.weight * utility(self._turn, rank) - self._loss(option)
            if gain > best + _SLACK:
                best, found = gain, option
        return found

    def _options(self, rank: int) -> Iterator[_Option]:
        """What might be shown at `rank`."""
        worth = utility(self._turn, rank)
        cost = utility(self._turn, 1) - worth
        for at, group in enumerate(self._groups):
            lined_from = self._turn + (1 if len(group) == 1 else 2)
            for twins in self._leading(group):
                weights = group[twins][1]
                place = place_for(weights, lined_from, worth) if rank > 1 else 0
                promise = self._prospect(at) - weights[place] * cost + _SLACK
                yield _Option(promise, at, twins, place, weights[place])

    def _prospect(self, at: int) -> float:
        """What a group's best member can gain at rank 1, about: a turn for everyone in the group."""
        return _TURN_WORTH * self._masses[at]

    def _leading(self, group: Group) -> list[int]:
        """Places of the twins to try: the heaviest ones, and those of the heaviest product."""
        if len(group) <= 1:
            return list(range(len(group)))
        tops = sorted(range(len(group)), key=lambda twins: (-sum(group[twins][1]), twins))[: self._program.width]
        first = max(range(len(group)), key=lambda twins: (group[twins][1][0], -twins))
        return tops if first in tops else [*tops, first]

    def _loss(self, option: _Option) -> float:
        """What is lost next turn when the product has been shown already."""
        return self._lose(option)[0]

    def _lose(self, option: _Option) -> tuple[float, Group]:
        key = option.group, option.twins, option.place
        known = self._losses.get(key)
        if known is None:
            group = self._groups[option.group]
            fewer = minus(group, option.twins, option.place)
            ask = self._program.ask_of(group, self._turn + 1)
            after = self._program.value(fewer, self._turn + 1, ask=ask)
            known = self._losses[key] = self._values[option.group] - after, fewer
        return known

    def _take(self, option: _Option) -> None:
        """Show the product."""
        self._remove(option)

    def _remove(self, option: _Option) -> None:
        """Take the product out of its group."""
        at = option.group
        loss, self._groups[at] = self._lose(option)
        self._values[at] -= loss
        self._masses[at] -= option.weight
        self._losses = {key: lost for key, lost in self._losses.items() if key[0] != at}


class _ExploringFilling(_Filling):
    """The first slate when the question may go unanswered: then the whole group is faced again on turn 2."""

    def __init__(self, program: Program, whole: Group, ask: str, groups: Sequence[Group], boundary: float) -> None:
        super().__init__(program, groups, 1)
        self._whole, self._boundary = whole, boundary
        self._whole_value = program.value(whole, 2)
        self._whole_ask = program.ask_of(whole, 2)
        self._origins: dict[tuple[int, int], list[int]] = {}
        cards = program.cards
        order = {said: at for at, said in enumerate(cards.replies(whole, ask))}
        for number, _ in whole:
            said, left = cards.reply(number, ask)
            self._origins.setdefault((order[said], left), []).append(number)

    @override
    def _rest(self) -> float:
        return (1.0 - self._boundary) * super()._rest() + self._boundary * self._whole_value

    @override
    def _prospect(self, at: int) -> float:
        answered = (1.0 - self._boundary) * self._masses[at]
        return _TURN_WORTH * (answered + self._boundary * mass(self._whole))

    @override
    def _loss(self, option: _Option) -> float:
        unanswered = self._whole_value - self._value_without(option)[0]
        return (1.0 - self._boundary) * self._lose(option)[0] + self._boundary * unanswered

    def _place_in_whole(self, option: _Option) -> tuple[int, int]:
        """Which twins of the whole group the product is one of, and its place among them."""
        numbers = self._origins[option.group, self._groups[option.group][option.twins][0]]
        for twins, (number, weights) in enumerate(self._whole):
            if number in numbers and option.weight in weights:
                return twins, weights.index(option.weight)
        msg = "a product of a reply's group is not in the group that was asked"
        raise AssertionError(msg)

    def _value_without(self, option: _Option) -> tuple[float, Group]:
        """The whole group's value on turn 2 without the product, and the group."""
        fewer = minus(self._whole, *self._place_in_whole(option))
        return self._program.value(fewer, 2, ask=self._whole_ask), fewer

    @override
    def _take(self, option: _Option) -> None:
        self._whole_value, self._whole = self._value_without(option)
        self._remove(option)


class _CoarseFilling(_ExploringFilling):
    """The same for a large group: products are chosen by an estimate, and what the slate chosen is worth is exact."""

    @override
    def _loss(self, option: _Option) -> float:
        answered = (1.0 - self._boundary) * self._lose(option)[0]
        return answered + self._boundary * option.weight * utility(3, 1)

    @override
    def _take(self, option: _Option) -> None:
        self._whole = minus(self._whole, *self._place_in_whole(option))
        self._remove(option)

    @override
    def _rest(self) -> float:
        self._whole_value = self._program.value(self._whole, 2, ask=self._whole_ask)
        return super()._rest()


def _overhang(group: Group, turn: int) -> float:
    """What the twins of a group lose who have no turn of their own left after `turn`, about."""
    return _LATE * sum(sum(weights[MAX_TURNS - turn - 1 :]) for _, weights in group)
