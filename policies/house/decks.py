"""The plan in numpy: what questions and slates are worth, for all groups of candidates at once.

A question splits candidates into groups by the reply that the kit's shopper would give. A group faced on turn t is
worth

    V(g, t) = max(line(g, t), max over asks of  sum_f V(f, t+1) + max_f [w_f u(t, 1) - loss(f, t+1)])
    loss(f, t) = V(f, t) - V(f without its leader, t)

where line(g, t) is that of showing its members in weight order under the schedules of `policies.utility`, f are the
groups that the ask makes of g, and w_f the weight of the leader (the heaviest member) of f: while one asks, the leader
that gains most is shown. The asks are looked at `depth` deep. The slate of the turn itself takes leader after leader,
each time the one that gains most, as long as one gains (belief notes).

An announced change of mind (kit override) is planned through: nothing shown before it counts, and it hands over the
first value of the card on turn 3 or 4 with equal chance; a question asked on the turn before it goes unanswered.

`_kernel.c` is this module in C, operation for operation. Invariant: sums run in the order of the candidates (numpy's
`bincount` and `cumsum` do), groups in that of their first members, and of values within 1e-12 of the best the first
wins; so both forms give the same bits.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from policies.utility import (
    LAST_TURN,
    MAX_GROUP,
    SLATE_LIMIT,
    equal_schedules,
    single_schedules,
    utility,
    utility_table,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["OPEN_ASK", "Hand", "PlannedTurn", "plan_in_numpy"]

OPEN_ASK = 7
"""The open question's number; the others are numbered like `catalog.kit_shopper.CLASSES`."""

_SLOTS = 4
_CHANGE = 3
_TIE = 1e-12
_ALL_AT_ONCE = 2

# Of a set of slots, as bits: the first and the second one (4: there is none), and how many there are.
_FIRST = np.array([next((slot for slot in range(_SLOTS) if bits >> slot & 1), _SLOTS) for bits in range(16)])
_SECOND = _FIRST[[bits & (bits - 1) for bits in range(16)]]
_COUNT = np.array([bits.bit_count() for bits in range(16)])


class PlannedTurn(NamedTuple):
    """Place of the best ask among those given (-1: none can be answered), its expected score, and the slate."""

    ask: int
    value: float
    slate: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Hand:
    """Candidates, heaviest first, and what may be asked.

    `weights` float64[n]; `values` int64[n, 5]: the cards, and a last column of zeros; `slots` uint8[8, n]: each card's
    slots that an ask draws from, as bits; `same` uint8[n, 5]: the slots that hold the same value as each slot.
    """

    weights: NDArray[np.float64]
    values: NDArray[np.int64]
    slots: NDArray[np.uint8]
    same: NDArray[np.uint8]
    asks: tuple[int, ...]

    @classmethod
    def of(
        cls,
        weights: NDArray[np.float64],
        cards: NDArray[np.int32],
        classes: NDArray[np.int8],
        asks: tuple[int, ...],
    ) -> Hand:
        """Read cards int32[n, 4] and classes int8[n, 4] into bits."""
        bits = 1 << np.arange(_SLOTS)
        filled = cards > 0
        masks = [(filled & (classes == ask)) @ bits for ask in range(OPEN_ASK)]
        slots = np.stack([*masks, filled @ bits]).astype(np.uint8)
        same = ((cards[:, :, None] == cards[:, None, :]) & filled[:, :, None]) @ bits
        nothing = np.zeros((len(cards), 1), dtype=np.int64)
        values = np.concatenate([np.where(filled, cards, 0), nothing], axis=1)
        return cls(weights, values, slots, np.concatenate([same, nothing], axis=1).astype(np.uint8), asks)

    def left_over(self, ask: int) -> int:
        """Where candidates have no more values left than this, the ask is not worth a look.

        Two are told by one open question, so no other can tell more.
        """
        return _ALL_AT_ONCE if ask != OPEN_ASK and OPEN_ASK in self.asks else 0


@dataclass(frozen=True, slots=True)
class Deck:
    """Some candidates in groups, in weight order inside each.

    `members` int64[m]: candidates, group after group; `told` uint8[m]: their told slots, as bits; `group` int64[m]:
    group numbers, ascending; `sizes` int64[g].
    """

    members: NDArray[np.int64]
    told: NDArray[np.uint8]
    group: NDArray[np.int64]
    sizes: NDArray[np.int64]

    @property
    def firsts(self) -> NDArray[np.int64]:
        """Where each group begins: int64[g]."""
        firsts: NDArray[np.int64] = np.cumsum(self.sizes) - self.sizes
        return firsts

    def only(self, kept: NDArray[np.bool_]) -> Deck:
        """The groups that bool[g] keeps, renumbered."""
        if kept.all():
            return self
        inside = kept[self.group]
        sizes = self.sizes[kept]
        return Deck(self.members[inside], self.told[inside], np.repeat(np.arange(len(sizes)), sizes), sizes)

    def without_leaders(self) -> Deck:
        """Every group without its heaviest member; groups of one are left empty."""
        inside = np.ones(len(self.members), dtype=bool)
        inside[self.firsts] = False
        return Deck(self.members[inside], self.told[inside], self.group[inside], self.sizes - 1)


def _split(deck: Deck, keys: NDArray[np.int64], told: NDArray[np.uint8]) -> tuple[Deck, NDArray[np.int64]]:
    """Split every group by keys; the finer groups in the order of their first members, and the parent of each."""
    order = np.lexsort((keys, deck.group))
    fresh = np.ones(len(order), dtype=bool)
    fresh[1:] = (np.diff(keys[order]) != 0) | (np.diff(deck.group[order]) != 0)
    starts = np.flatnonzero(fresh)
    ranks = np.empty(len(starts), dtype=np.int64)
    by_first = np.argsort(order[starts])
    ranks[by_first] = np.arange(len(starts))
    finer = np.empty(len(order), dtype=np.int64)
    finer[order] = np.repeat(ranks, np.diff(starts, append=len(order)))
    order = np.argsort(finer, kind="stable")
    sizes = np.bincount(finer, minlength=len(starts))
    parents = deck.group[order[np.cumsum(sizes) - sizes]]
    return Deck(deck.members[order], told[order], finer[order], sizes), parents


def _ask(hand: Hand, deck: Deck, ask: int) -> tuple[Deck, NDArray[np.int64], bool]:
    """The groups that the replies to `ask` make, the parent of each, and whether any member could answer."""
    hidden = hand.slots[ask][deck.members] & ~deck.told
    first, second = _FIRST[hidden], _SECOND[hidden]
    keys = hand.values[deck.members, first] << 32 | hand.values[deck.members, second]
    told = deck.told | hand.same[deck.members, first] | hand.same[deck.members, second]
    return *_split(deck, keys, told), bool(keys.any())


def _most_hidden(hand: Hand, deck: Deck) -> NDArray[np.int64]:
    """The most values that any member of each group has left to tell: int64[g]; no group may be empty."""
    counts = _COUNT[hand.slots[OPEN_ASK][deck.members] & ~deck.told]
    most: NDArray[np.int64] = np.maximum.reduceat(counts, deck.firsts)
    return most


def _sums(group: NDArray[np.int64], numbers: NDArray[np.float64], groups: int) -> NDArray[np.float64]:
    """The sum of each group's numbers, in order: float64[groups]."""
    return np.asarray(np.bincount(group, numbers, groups), dtype=np.float64)


def _line_values(hand: Hand, deck: Deck, turn: int) -> NDArray[np.float64]:
    """What each group is worth from `turn` on when its members are shown in line, nothing more being asked: float64[g].

    Few enough are shown one by one; more by the best of all schedules, those for equals among them.
    """
    groups = len(deck.sizes)
    left = LAST_TURN + 1 - turn
    if left <= 0:
        return np.zeros(groups)
    place = np.arange(len(deck.members)) - np.repeat(deck.firsts, deck.sizes)
    mass = np.where(place < MAX_GROUP, hand.weights[deck.members], 0.0)
    place = np.minimum(place, MAX_GROUP - 1)
    schedules = single_schedules()[turn]
    values = _sums(deck.group, mass * schedules[left, place], groups)
    large = deck.sizes > left
    if not large.any():
        return values
    inside = large[deck.group]
    group, mass, place = deck.group[inside], mass[inside], place[inside]
    best = np.zeros(groups)
    for alone in range(left + 1):
        best = np.maximum(best, _sums(group, mass * schedules[alone, place], groups))
    rows = equal_schedules()[turn, np.minimum(deck.sizes, MAX_GROUP)[group], place]
    equal = _sums(group, mass * rows, groups)
    best = np.where(deck.sizes <= MAX_GROUP, np.maximum(best, equal), best)
    return np.where(large, best, values)


def _gains(
    hand: Hand, finer: Deck, turn: int, depth: int, rank: int = 1
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Of each group faced after `turn`: its value, that without its leader, and what showing the leader gains."""
    whole = _values(hand, finer, turn + 1, depth)
    less = _values(hand, finer.without_leaders(), turn + 1, depth)
    gains = hand.weights[finer.members[finer.firsts]] * utility_table()[turn, rank] - (whole - less)
    return whole, less, gains


def _asked_values(hand: Hand, finer: Deck, parents: NDArray[np.int64], turn: int, depth: int) -> NDArray[np.float64]:
    """What each parent is worth when the question that made its groups is asked on `turn`: float64[parents]."""
    whole, _, gains = _gains(hand, finer, turn, depth)
    counts = np.bincount(parents)
    sums = _sums(parents, whole, len(counts))
    values: NDArray[np.float64] = sums + np.maximum.reduceat(gains, np.cumsum(counts) - counts)
    return values


def _values(hand: Hand, deck: Deck, turn: int, depth: int) -> NDArray[np.float64]:
    """What each group is worth when it is faced on `turn`: float64[g]."""
    values = _line_values(hand, deck, turn)
    several = deck.sizes > 1
    if depth == 0 or turn >= LAST_TURN or not several.any():
        return values
    places = np.flatnonzero(several)
    deck = deck.only(several)
    most = _most_hidden(hand, deck)
    for ask in hand.asks:
        worth = most > hand.left_over(ask)
        if not worth.any():
            continue
        finer, parents, _ = _ask(hand, deck.only(worth), ask)
        split = np.bincount(parents) > 1
        if split.any():
            at = places[worth][split]
            kept = split[parents]
            renumbered = (np.cumsum(split) - 1)[parents[kept]]
            asked = _asked_values(hand, finer.only(kept), renumbered, turn, depth - 1)
            values[at] = np.maximum(values[at], asked)
    return values


def _handed_values(hand: Hand, deck: Deck, turn: int, depth: int) -> NDArray[np.float64]:
    """The value of each group from `turn` on when the change of mind then hands over the first value of the cards."""
    first = hand.values[deck.members, 0]
    finer, parents = _split(deck, first, deck.told | hand.same[deck.members, 0])
    return _sums(parents, _values(hand, finer, turn, depth), len(deck.sizes))


def _asked_before_change(hand: Hand, deck: Deck, turn: int, depth: int) -> NDArray[np.float64]:
    """`_handed_values` of each group when it is asked once more before the change, where that pays."""
    values = _handed_values(hand, deck, turn, depth)
    for ask in hand.asks:
        finer, parents, _ = _ask(hand, deck, ask)
        asked = _sums(parents, _handed_values(hand, finer, turn, depth), len(deck.sizes))
        values = np.where(np.bincount(parents) > 1, np.maximum(values, asked), values)
    return values


def _total(numbers: NDArray[np.float64]) -> float:
    """The sum in order."""
    return float(np.cumsum(numbers)[-1])


def _value_through_change(hand: Hand, whole: Deck, split: Deck, turn: int, depth: int) -> float:
    """Expected value of an ask before the change; from turn 3 on the reply is replaced by the change for certain."""
    if turn >= _CHANGE:
        return float(_handed_values(hand, whole, turn + 1, depth)[0])
    if turn == _CHANGE - 1:
        early = float(_handed_values(hand, whole, _CHANGE, depth)[0])
        return 0.5 * early + 0.5 * _total(_handed_values(hand, split, _CHANGE + 1, depth))
    early = _total(_handed_values(hand, split, _CHANGE, depth))
    return 0.5 * early + 0.5 * _total(_asked_before_change(hand, split, _CHANGE + 1, depth))


def _best_ask(hand: Hand, whole: Deck, turn: int, depth: int, *, changing: bool) -> tuple[int, float, Deck | None]:
    """Place of the best ask, its value, and the groups that it makes."""
    most = int(_most_hidden(hand, whole)[0])
    found: list[tuple[int, float, Deck]] = []
    for place, ask in enumerate(hand.asks):
        if most <= hand.left_over(ask):
            continue
        split, parents, answered = _ask(hand, whole, ask)
        if answered:
            value = (
                _value_through_change(hand, whole, split, turn, depth - 1)
                if changing
                else float(_asked_values(hand, split, parents, turn, depth - 1)[0])
            )
            found.append((place, value, split))
    best = max((value for _, value, _ in found), default=0.0)
    return next((entry for entry in found if entry[1] >= best - _TIE), (-1, 0.0, None))


def _slate(hand: Hand, split: Deck, turn: int, depth: int) -> tuple[float, tuple[int, ...]]:
    """The slate, leader after leader as long as the next one gains, and the expected score with it."""
    whole, less, _ = _gains(hand, split, turn, depth)
    total, slate = _total(whole), []
    members, told = np.split(split.members, split.firsts[1:]), np.split(split.told, split.firsts[1:])
    leads = hand.weights[split.members[split.firsts]]
    for rank in range(1, min(SLATE_LIMIT, len(split.members)) + 1):
        gains = leads * utility(turn, rank) - (whole - less)
        best = float(gains.max())
        if rank > 1 and best <= _TIE:
            break
        at = int(np.argmax(gains >= best - _TIE))
        slate.append(int(members[at][0]))
        total += float(gains[at])
        members[at], told[at] = members[at][1:], told[at][1:]
        whole[at] = less[at]
        leads[at], less[at] = -np.inf, 0.0
        if len(members[at]):
            leads[at] = hand.weights[members[at][0]]
            rest = len(members[at]) - 1
            less[at] = _values(
                hand,
                Deck(members[at][1:], told[at][1:], np.zeros(rest, dtype=np.int64), np.array([rest])),
                turn + 1,
                depth,
            )[0]
    return total, tuple(slate)


def plan_in_numpy(hand: Hand, told: NDArray[np.bool_], turn: int, depth: int, *, changing: bool) -> PlannedTurn:
    """The question and the slate for `turn` (1..10), as `_kernel.plan` gives them; `told` bool[n, 4].

    `changing`: a change of mind was announced.
    """
    count = len(hand.weights)
    bits = (told @ (1 << np.arange(_SLOTS))).astype(np.uint8)
    whole = Deck(np.arange(count), bits, np.zeros(count, dtype=np.int64), np.array([count]))
    ask, value, split = _best_ask(hand, whole, turn, depth, changing=changing)
    if changing:
        return PlannedTurn(ask, value, (0,))
    value, slate = _slate(hand, split or whole, turn, depth - 1 if split else 0)
    return PlannedTurn(ask, value, slate)
