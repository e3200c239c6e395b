"""Planning a turn on the belief: the question and the slate with the best expected score.

Every ask splits the candidates into groups by the reply that the kit's shopper would give; a group's value next turn is
that of showing its members under the schedule of `policies.utility` (exact for equal weights), or, one level deeper, of
asking once more. The slate is filled greedily with the groups' leaders: showing product i at rank r of turn t gains
`w_i u(t, r)` and costs what its group loses by its removal; it ends where the running gain peaks (belief notes).

An announced change of mind (kit override) is planned through: nothing shown before it counts, and it hands over c0 at
turn 3 or 4 with equal chance.

Invariant: everything is summed in candidate order, and the first of `ASKS` wins a tie, within 1e-12.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from policies.house.belief import Belief
from policies.house.kit_evidence import next_replies
from policies.utility import LAST_TURN, MAX_GROUP, SLATE_LIMIT, position_values, utility, utility_table
from statecore.values import AskAttribute

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["ASKS", "Groups", "Plan", "group", "plan_slate", "plan_turn"]

ASKS: tuple[AskAttribute, ...] = ("other", "feature", "material", "color", "style", "size", "use_case", "budget")
"""The asks that the kit's shopper can answer, in tie order."""

_TIE = 1e-12
_EARLY_CHANGE = 0.5
"""Chance that an announced change of mind comes at turn 3 rather than 4."""


@dataclass(frozen=True, slots=True)
class Groups:
    """A partition of candidates (kept in weight order inside each group).

    `order` int64[n]: candidates, group after group; `starts` int64[g + 1]: the groups' bounds in it; `key` int64[n]:
    group number of each candidate.
    """

    order: NDArray[np.int64]
    starts: NDArray[np.int64]
    key: NDArray[np.int64]

    @property
    def sizes(self) -> NDArray[np.int64]:
        """Members of each group."""
        return np.diff(self.starts)


@dataclass(frozen=True, slots=True)
class Plan:
    """The best ask (None: no candidate could answer any), its expected score, and the slate (candidate places)."""

    ask: AskAttribute | None
    value: float
    slate: tuple[int, ...]


def group(keys: NDArray[np.int64]) -> Groups:
    """Group candidates by equal keys; groups ascend by key, members keep their order."""
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    fresh = np.empty(len(ordered), dtype=bool)
    fresh[:1] = True
    np.not_equal(ordered[1:], ordered[:-1], out=fresh[1:])
    firsts = np.flatnonzero(fresh)
    key = np.empty(len(keys), dtype=np.int64)
    key[order] = np.cumsum(fresh) - 1
    return Groups(order, np.append(firsts, len(ordered)), key)


def _line_values(groups: Groups, weights: NDArray[np.float64], turn: int) -> NDArray[np.float64]:
    """What each group is worth from `turn` on when its members are shown in line, with no further question: float64[g]."""
    if turn > LAST_TURN:
        return np.zeros(len(groups.sizes))
    sizes = groups.sizes
    place = np.arange(len(groups.order)) - np.repeat(groups.starts[:-1], sizes)
    capped = np.repeat(np.minimum(sizes, MAX_GROUP), sizes)
    worth = position_values()[turn, capped, np.minimum(place, MAX_GROUP - 1)]
    worth[place >= MAX_GROUP] = 0.0
    return np.add.reduceat(weights[groups.order] * worth, groups.starts[:-1])


def _without_leader(groups: Groups, weights: NDArray[np.float64], turn: int) -> NDArray[np.float64]:
    """`_line_values` after the heaviest member of each group is gone."""
    if turn > LAST_TURN:
        return np.zeros(len(groups.sizes))
    sizes = groups.sizes
    place = np.arange(len(groups.order)) - np.repeat(groups.starts[:-1], sizes) - 1
    capped = np.repeat(np.minimum(sizes - 1, MAX_GROUP), sizes)
    worth = position_values()[turn, capped, np.clip(place, 0, MAX_GROUP - 1)]
    worth[(place < 0) | (place >= MAX_GROUP)] = 0.0
    return np.add.reduceat(weights[groups.order] * worth, groups.starts[:-1])


def _leader_gains(groups: Groups, weights: NDArray[np.float64], turn: int, rank: int) -> NDArray[np.float64]:
    """What showing each group's leader at `turn` and `rank` gains over keeping it for the next turn: float64[g]."""
    leaders = weights[groups.order[groups.starts[:-1]]]
    loss = _line_values(groups, weights, turn + 1) - _without_leader(groups, weights, turn + 1)
    gains: NDArray[np.float64] = leaders * utility_table()[turn, rank] - loss
    return gains


def _reply_keys(belief: Belief, told: NDArray[np.bool_], ask: AskAttribute) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """A number for each candidate's predicted reply to `ask`, and its told slots afterwards."""
    first, second = next_replies(belief.cards, belief.classes, told, ask)
    keys = first.astype(np.int64) << 32 | second
    after = told | ((belief.cards == first[:, None]) | (belief.cards == second[:, None])) & (belief.cards > 0)
    return keys, after


def _regroup(groups: Groups, keys: NDArray[np.int64]) -> Groups:
    """The common refinement of a partition and another set of keys."""
    return group(groups.key * (len(keys) + 1) + group(keys).key)


@dataclass(frozen=True, slots=True)
class _Split:
    """One ask's effect: the groups of its replies and what is told afterwards."""

    ask: AskAttribute
    groups: Groups
    told: NDArray[np.bool_]


def _splits(belief: Belief, told: NDArray[np.bool_], asks: tuple[AskAttribute, ...]) -> list[_Split]:
    """Each ask's split, leaving out asks that no candidate could answer."""
    splits = []
    for ask in asks:
        keys, after = _reply_keys(belief, told, ask)
        if keys.any():
            splits.append(_Split(ask, group(keys), after))
    return splits


def _after_split(belief: Belief, split: _Split, turn: int, depth: int) -> NDArray[np.float64]:
    """The value of each of the split's groups, faced on `turn`: float64[g]."""
    values = _line_values(split.groups, belief.weights, turn)
    if depth <= 1 or turn >= LAST_TURN or not (split.groups.sizes > 2).any():  # noqa: PLR2004 - two need no question
        return values
    for second in _splits(belief, split.told, ASKS):
        finer = _regroup(split.groups, second.groups.key)
        if len(finer.starts) == len(split.groups.starts):
            continue
        parents = split.groups.key[finer.order[finer.starts[:-1]]]
        bounds = np.flatnonzero(np.append(True, parents[1:] != parents[:-1]))  # noqa: FBT003 - a numpy value
        later = np.add.reduceat(_line_values(finer, belief.weights, turn + 1), bounds)
        gains = np.maximum.reduceat(_leader_gains(finer, belief.weights, turn, 1), bounds)
        values = np.maximum(values, later + gains)
    return values


def plan_turn(
    belief: Belief, turn: int, *, asks: tuple[AskAttribute, ...] = ASKS, depth: int = 2, change_announced: bool = False
) -> Plan:
    """The question and the slate for `turn` (1..10; later turns are planned like the last)."""
    turn = min(turn, LAST_TURN)
    if not len(belief.weights):
        return Plan(None, 0.0, ())
    find = _best_ask_before_change if change_announced else _best_ask
    split, value = find(belief, _splits(belief, belief.told, asks), turn, depth)
    together = group(np.zeros(len(belief.weights), dtype=np.int64))
    slate = plan_slate(belief, together if split is None else split.groups, turn)
    return Plan(None if split is None else split.ask, max(value, 0.0), slate)


def plan_slate(belief: Belief, groups: Groups, turn: int, *, limit: int = SLATE_LIMIT, price: float = 0.0) -> tuple[int, ...]:
    """Candidate places to show on `turn`, in order, given the groups of the question's replies; never empty.

    `price`: what each product shown costs, in score.
    """
    weights = belief.weights
    members = np.split(groups.order, groups.starts[1:-1])
    taken = [0] * len(members)
    losses = _line_values(groups, weights, turn + 1) - _without_leader(groups, weights, turn + 1)
    leads = weights[groups.order[groups.starts[:-1]]]
    chosen: list[int] = []
    best, total, length = -np.inf, 0.0, 0
    for rank in range(1, min(limit, len(weights)) + 1):
        gains = leads * utility(turn, rank) - losses
        at = int(np.argmax(np.round(gains, 12)))
        if not np.isfinite(gains[at]):
            break
        chosen.append(int(members[at][taken[at]]))
        total += float(gains[at]) - price
        if total > best + _TIE:
            best, length = total, rank
        taken[at] += 1
        _advance(members[at], taken[at], at, weights, turn, leads, losses)
    return tuple(chosen[:length])


def _advance(
    members: NDArray[np.int64],
    taken: int,
    at: int,
    weights: NDArray[np.float64],
    turn: int,
    leads: NDArray[np.float64],
    losses: NDArray[np.float64],
) -> None:
    """Group `at` lost its leader: its next leader and the cost of showing that one too, in place."""
    rest = weights[members[taken:]]
    if not len(rest):
        leads[at], losses[at] = 0.0, np.inf
        return
    leads[at] = rest[0]
    losses[at] = _line(rest, turn + 1) - _line(rest[1:], turn + 1)


def _line(weights: NDArray[np.float64], turn: int) -> float:
    """Value of one group shown in line from `turn` on."""
    if turn > LAST_TURN or not len(weights):
        return 0.0
    size = min(len(weights), MAX_GROUP)
    return float(weights[:size] @ position_values()[turn, size, :size])


def _best_ask(belief: Belief, splits: list[_Split], turn: int, depth: int) -> tuple[_Split | None, float]:
    """The ask with the best expected score, counting what showing the best leader meanwhile gains."""
    best: _Split | None = None
    value = -np.inf
    for split in splits:
        later = float(_after_split(belief, split, turn + 1, depth).sum())
        total = later + float(np.max(_leader_gains(split.groups, belief.weights, turn, 1)))
        if total > value + _TIE:
            best, value = split, total
    return best, value


def _best_ask_before_change(
    belief: Belief, splits: list[_Split], turn: int, _depth: int
) -> tuple[_Split | None, float]:
    """The best ask while an announced change of mind is still to come."""
    change = belief.cards[:, 0].astype(np.int64)
    best: _Split | None = None
    value = -np.inf
    for split in splits:
        total = _value_through_change(belief, split, change, turn)
        if total > value + _TIE:
            best, value = split, total
    return best, value


def _value_through_change(belief: Belief, split: _Split, change: NDArray[np.int64], turn: int) -> float:
    """Expected value of an ask before the change; from turn 3 on the reply is replaced by the change for certain."""
    weights = belief.weights
    if turn >= 3:  # noqa: PLR2004 - the kit's last turn before the change
        return float(_line_values(group(change), weights, turn + 1).sum())
    if turn == 2:  # noqa: PLR2004 - the change replaces this ask's reply with even chance
        early = float(_line_values(group(change), weights, 3).sum())
        late = float(_line_values(_regroup(split.groups, change), weights, 4).sum())
        return _EARLY_CHANGE * early + (1.0 - _EARLY_CHANGE) * late
    early = float(_line_values(_regroup(split.groups, change), weights, 3).sum())
    late = float(_line_values(_regroup(split.groups, change), weights, 4).sum())
    for second in _splits(belief, split.told, ASKS):
        finer = _regroup(_regroup(split.groups, second.groups.key), change)
        late = max(late, float(_line_values(finer, weights, 4).sum()))
    return _EARLY_CHANGE * early + (1.0 - _EARLY_CHANGE) * late
