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

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from policies.house.belief import Belief
from policies.house.kit_evidence import next_replies
from policies.utility import (
    LAST_TURN,
    MAX_GROUP,
    SLATE_LIMIT,
    equal_schedules,
    single_schedules,
    utility,
    utility_table,
)
from statecore.values import AskAttribute

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["ASKS", "Groups", "Plan", "group", "plan_slate", "plan_turn"]

ASKS: tuple[AskAttribute, ...] = ("other", "feature", "material", "color", "style", "size", "use_case", "budget")
"""The asks that the kit's shopper can answer, in tie order."""

_TIE = 1e-12
_SECOND_ASKS: tuple[AskAttribute, ...] = ("other",)
"""What a question is followed by when looking one further; faced on a turn up to `_WIDE_UNTIL`, by any ask."""
_WIDE_UNTIL = 2
_ALL_AT_ONCE = 2
"""With so few values left, the open question draws them all, and no other can tell more."""
_RARELY_ANSWERED = 0.5
"""An ask that less of the belief could answer than this is left to the open question."""
_FEW = 3
_HASH_FACTOR = 1_000_003
"""Up to this size, the schedule for equals is the best one whatever the weights."""
_LAST_TURN_BEFORE_CHANGE = 3
_EARLY_CHANGE = 0.5
"""Chance that an announced change of mind comes at turn 3 rather than 4."""


@dataclass(frozen=True, slots=True)
class Groups:
    """A partition of candidates (kept in weight order inside each group).

    `order` int64[n]: candidates, group after group; `starts` int64[g + 1]: the groups' bounds in it; `key` int64[n]:
    group number of each candidate; `twins` bool[g]: groups whose members no further question can tell apart.
    """

    order: NDArray[np.int64]
    starts: NDArray[np.int64]
    key: NDArray[np.int64]
    twins: NDArray[np.bool_]

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


def group(keys: NDArray[np.int64], rest: NDArray[np.int64]) -> Groups:
    """Group candidates by equal keys; groups ascend by key, members keep their order.

    `rest` int64[n]: equal for candidates that have the same values left to tell.
    """
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    fresh = np.empty(len(ordered), dtype=bool)
    fresh[:1] = True
    np.not_equal(ordered[1:], ordered[:-1], out=fresh[1:])
    firsts = np.flatnonzero(fresh)
    key = np.empty(len(keys), dtype=np.int64)
    key[order] = np.cumsum(fresh) - 1
    left = rest[order]
    twins = np.minimum.reduceat(left, firsts) == np.maximum.reduceat(left, firsts)
    return Groups(order, np.append(firsts, len(ordered)), key, twins)


def _rest(belief: Belief, told: NDArray[np.bool_]) -> NDArray[np.int64]:
    """A number for what each candidate has left to tell, in order: int64[n] (a hash of the hidden slots)."""
    hidden = np.where(told, 0, belief.cards).astype(np.int64)
    mixed = hidden[:, 0]
    for slot in range(1, hidden.shape[1]):
        mixed = mixed * _HASH_FACTOR + hidden[:, slot]
    return mixed


def _line_values(groups: Groups, weights: NDArray[np.float64], turn: int, *, skip: int = 0) -> NDArray[np.float64]:
    """What each group is worth from `turn` on when its members are shown in line, with no further question: float64[g].

    Members that a further question can tell apart are best shown singly, with a full slate on the last turn; twins by
    the best of all schedules of `policies.utility`. `skip` leaves out that many of each group's heaviest members.
    """
    if turn > LAST_TURN:
        return np.zeros(len(groups.starts) - 1)
    sizes = groups.sizes
    firsts = groups.starts[:-1]
    place = np.arange(len(groups.order)) - np.repeat(firsts + skip, sizes)
    counted = weights[groups.order]
    counted[(place < 0) | (place >= MAX_GROUP)] = 0.0
    place = np.clip(place, 0, MAX_GROUP - 1)
    schedules = single_schedules()[turn]
    single: NDArray[np.float64] = np.add.reduceat(counted * schedules[LAST_TURN - turn, place], firsts)
    twins = groups.twins & (sizes > _FEW)
    if not twins.any():
        return single
    size = np.repeat(np.clip(sizes - skip, 0, MAX_GROUP), sizes)
    equal = np.add.reduceat(counted * equal_schedules()[turn, size, place], firsts)
    mixed = np.add.reduceat(counted * schedules[: LAST_TURN + 1 - turn][:, place], firsts, axis=1).max(axis=0)
    return np.where(twins, np.maximum(equal, mixed), single)


def _leader_gains(groups: Groups, weights: NDArray[np.float64], turn: int, rank: int) -> NDArray[np.float64]:
    """What showing each group's leader at `turn` and `rank` gains over keeping it for the next turn: float64[g]."""
    leaders = weights[groups.order[groups.starts[:-1]]]
    loss = _line_values(groups, weights, turn + 1) - _line_values(groups, weights, turn + 1, skip=1)
    gains: NDArray[np.float64] = leaders * utility_table()[turn, rank] - loss
    return gains


def _reply_keys(
    belief: Belief, told: NDArray[np.bool_], ask: AskAttribute
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """A number for each candidate's predicted reply to `ask`, and its told slots afterwards."""
    first, second = next_replies(belief.cards, belief.classes, told, ask)
    keys = first.astype(np.int64) << 32 | second
    after = told | ((belief.cards == first[:, None]) | (belief.cards == second[:, None])) & (belief.cards > 0)
    return keys, after


def _regroup(groups: Groups, keys: NDArray[np.int64], rest: NDArray[np.int64]) -> Groups:
    """The common refinement of a partition and another one's group numbers, `rest` being left to tell afterwards."""
    return group(groups.key * (int(keys.max()) + 1) + keys, rest)


@dataclass(frozen=True, slots=True)
class _Split:
    """One ask's effect: the groups of its replies and what is told afterwards."""

    ask: AskAttribute | None
    groups: Groups
    told: NDArray[np.bool_]
    rest: NDArray[np.int64]


def _splits(belief: Belief, told: NDArray[np.bool_], asks: tuple[AskAttribute, ...]) -> list[_Split]:
    """Each ask's split, leaving out what no candidate could answer and what cannot beat the open question."""
    splits = []
    total = float(belief.weights.sum()) if "other" in asks else 0.0
    if "other" in asks and not (_hidden_counts(belief, told) > _ALL_AT_ONCE).any():
        asks = ("other",)
    for ask in asks:
        keys, after = _reply_keys(belief, told, ask)
        answerable = float(belief.weights @ (keys > 0))
        if answerable > (0.0 if ask == "other" else _RARELY_ANSWERED * total):
            rest = _rest(belief, after)
            splits.append(_Split(ask, group(keys, rest), after, rest))
    return splits


def _hidden_counts(belief: Belief, told: NDArray[np.bool_]) -> NDArray[np.int64]:
    """How many slots each candidate has left to tell: int64[n]."""
    counts: NDArray[np.int64] = ((belief.cards > 0) & ~told).sum(axis=1)
    return counts


@dataclass(frozen=True, slots=True)
class _Outlook:
    """A split looked one question further.

    `values` float64[g]: its groups' values next turn; `finer`: the groups that each one's best second ask makes of it;
    `bounds` int64[g]: where each group's finer ones start.
    """

    split: _Split
    values: NDArray[np.float64]
    finer: Groups
    bounds: NDArray[np.int64]


def _look(belief: Belief, split: _Split, turn: int, depth: int) -> _Outlook:
    """Value the groups of a split when they are faced on `turn`, asking once more where that pays."""
    groups = split.groups
    values = _line_values(groups, belief.weights, turn)
    count = len(groups.starts) - 1
    if depth <= 1 or turn >= LAST_TURN or count == len(belief.weights):
        return _Outlook(split, values, groups, np.arange(count))
    finest = [(groups.key, split.rest)]
    choice = np.zeros(count, dtype=np.int64)
    for second in _splits(belief, split.told, ASKS if turn <= _WIDE_UNTIL else _SECOND_ASKS):
        finer = _regroup(groups, second.groups.key, second.rest)
        if len(finer.starts) == len(groups.starts):
            continue
        asked = _asked_values(belief.weights, finer, _bounds(groups, finer), turn)
        choice[asked > values + _TIE] = len(finest)
        values = np.maximum(values, asked)
        finest.append((second.groups.key, second.rest))
    pick = choice[groups.key]
    keys = np.choose(pick, [key for key, _ in finest])
    rest = np.choose(pick, [rest for _, rest in finest])
    finer = _regroup(groups, keys, rest)
    return _Outlook(split, values, finer, _bounds(groups, finer))


def _bounds(groups: Groups, finer: Groups) -> NDArray[np.int64]:
    """Where the finer groups of each group start."""
    parents = groups.key[finer.order[finer.starts[:-1]]]
    fresh = np.empty(len(parents), dtype=bool)
    fresh[:1] = True
    np.not_equal(parents[1:], parents[:-1], out=fresh[1:])
    found: NDArray[np.int64] = np.flatnonzero(fresh)
    return found


def _asked_values(
    weights: NDArray[np.float64], finer: Groups, bounds: NDArray[np.int64], turn: int
) -> NDArray[np.float64]:
    """The value of each group that is split into `finer` by a question asked on `turn`, its best leader being shown."""
    later: NDArray[np.float64] = np.add.reduceat(_line_values(finer, weights, turn + 1), bounds)
    return later + np.maximum.reduceat(_leader_gains(finer, weights, turn, 1), bounds)


def _removal_losses(belief: Belief, outlook: _Outlook, turn: int) -> NDArray[np.float64]:
    """What each group of an outlook, faced on `turn`, loses when its heaviest member is gone: float64[g]."""
    weights, groups, finer, bounds = belief.weights, outlook.split.groups, outlook.finer, outlook.bounds
    lines = [_line_values(finer, weights, turn + 1, skip=skip) for skip in range(3)]
    firsts = finer.starts[:-1]
    second = np.where(finer.sizes > 1, weights[finer.order[np.minimum(firsts + 1, len(weights) - 1)]], 0.0)
    gains = weights[finer.order[firsts]] * utility_table()[turn, 1] - (lines[0] - lines[1])
    gains_after = second * utility_table()[turn, 1] - (lines[1] - lines[2])
    holder = finer.key[groups.order[groups.starts[:-1]]]
    best = np.maximum.reduceat(gains, bounds)
    changed = gains.copy()
    changed[holder] = gains_after[holder]
    later = np.add.reduceat(lines[0], bounds)
    asked = later + best
    asked_after = later - lines[0][holder] + lines[1][holder] + np.maximum.reduceat(changed, bounds)
    before = np.maximum(_line_values(groups, weights, turn), asked)
    after = np.maximum(_line_values(groups, weights, turn, skip=1), asked_after)
    losses: NDArray[np.float64] = before - after
    return losses


def plan_turn(
    belief: Belief, turn: int, *, asks: tuple[AskAttribute, ...] = ASKS, depth: int = 2, change_announced: bool = False
) -> Plan:
    """The question and the slate for `turn` (1..10; later turns are planned like the last)."""
    turn = min(turn, LAST_TURN)
    if not len(belief.weights):
        return Plan(None, 0.0, ())
    splits = _splits(belief, belief.told, asks)
    if change_announced:
        ask, value = _best_ask_before_change(belief, splits, turn)
        return Plan(ask, value, (0,))
    outlook, value = _best_ask(belief, splits, turn, depth)
    if outlook is None:
        nothing = np.zeros(len(belief.weights), dtype=np.int64)
        outlook = _look(belief, _Split(None, group(nothing, nothing), belief.told, nothing), turn + 1, 1)
    slate = plan_slate(belief, outlook, turn)
    return Plan(outlook.split.ask, max(value, 0.0), slate)


def plan_slate(
    belief: Belief, outlook: _Outlook, turn: int, *, limit: int = SLATE_LIMIT, price: float = 0.0
) -> tuple[int, ...]:
    """Candidate places to show on `turn`, in order, given how the groups of the question's replies look; never empty.

    `price`: what each product shown costs, in score.
    """
    weights, groups = belief.weights, outlook.split.groups
    members = np.split(groups.order, groups.starts[1:-1])
    taken = [0] * len(members)
    losses = _removal_losses(belief, outlook, turn + 1)
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
        leads[at], losses[at] = _next_leader(belief, outlook, members[at][taken[at] :], turn + 1)
    return tuple(chosen[:length])


def _next_leader(belief: Belief, outlook: _Outlook, members: NDArray[np.int64], turn: int) -> tuple[float, float]:
    """The weight of the leader of a group's remaining `members`, and the loss by its removal; infinite for none."""
    if not len(members):
        return 0.0, np.inf
    weights = belief.weights[members]
    rest = outlook.finer.twins[outlook.finer.key[members]]
    whole = _Split(
        None,
        group(np.zeros(len(members), dtype=np.int64), np.where(rest.all(), 0, np.arange(len(members)))),
        belief.told,
        members,
    )
    finer = group(outlook.finer.key[members], np.where(rest, 0, np.arange(len(members))))
    part = _Outlook(whole, np.zeros(1), finer, np.zeros(1, dtype=np.int64))
    return float(weights[0]), float(_removal_losses(replace(belief, weights=weights), part, turn)[0])


def _best_ask(belief: Belief, splits: list[_Split], turn: int, depth: int) -> tuple[_Outlook | None, float]:
    """The ask with the best expected score, counting what showing the best leader meanwhile gains."""
    best: _Outlook | None = None
    value = -np.inf
    for split in splits:
        outlook = _look(belief, split, turn + 1, depth)
        losses = _removal_losses(belief, outlook, turn + 1)
        groups = split.groups
        gains = belief.weights[groups.order[groups.starts[:-1]]] * utility(turn, 1) - losses
        total = float(outlook.values.sum()) + float(gains.max())
        if total > value + _TIE:
            best, value = outlook, total
    return best, value


def _best_ask_before_change(belief: Belief, splits: list[_Split], turn: int) -> tuple[AskAttribute | None, float]:
    """The best ask while an announced change of mind is still to come."""
    best: AskAttribute | None = None
    value = 0.0
    for split in splits:
        total = _value_through_change(belief, split, turn)
        if total > value + _TIE:
            best, value = split.ask, total
    return best, value


def _changed(belief: Belief, groups: Groups, told: NDArray[np.bool_], turn: int) -> float:
    """The value from `turn` on when the change of mind then hands over c0 on top of what `told` says."""
    first = belief.cards[:, :1]
    finer = _regroup(groups, first[:, 0].astype(np.int64), _rest(belief, told | (belief.cards == first)))
    return float(_line_values(finer, belief.weights, turn).sum())


def _value_through_change(belief: Belief, split: _Split, turn: int) -> float:
    """Expected value of an ask before the change; from turn 3 on the reply is replaced by the change for certain."""
    nothing = np.zeros(len(belief.weights), dtype=np.int64)
    together = group(nothing, nothing)
    if turn >= _LAST_TURN_BEFORE_CHANGE:
        return _changed(belief, together, belief.told, turn + 1)
    late = _changed(belief, split.groups, split.told, _LAST_TURN_BEFORE_CHANGE + 1)
    if turn == _LAST_TURN_BEFORE_CHANGE - 1:
        early = _changed(belief, together, belief.told, turn + 1)
        return _EARLY_CHANGE * early + (1.0 - _EARLY_CHANGE) * late
    early = _changed(belief, split.groups, split.told, _LAST_TURN_BEFORE_CHANGE)
    for second in _splits(belief, split.told, ASKS):
        finer = _regroup(split.groups, second.groups.key, second.rest)
        late = max(late, _changed(belief, finer, second.told, _LAST_TURN_BEFORE_CHANGE + 1))
    return _EARLY_CHANGE * early + (1.0 - _EARLY_CHANGE) * late
