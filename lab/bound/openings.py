"""Openings: what the first message of a session leaves possible, how probable, and what that is worth.

The kit's first message names the shelf and, by its form, the kind of session: buying (c0 told), a change of mind to
come (the last soft value named, nothing told), or exploring, which is boundary with chance 1/9 (5 of 45) and browsing
otherwise. Before an announced change nothing counts; it comes at turn 3 or 4 with equal chance, replaces the reply to
the question asked before it, and tells c0.

Invariant: the value and the limits depend on the catalog, the prior and the opening, never on the target.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

import numpy as np

from lab.bound.cards import Cards, Group, gather
from lab.bound.limits import exploring_limit, far_limit, near_limit
from lab.bound.program import Program
from lab.bound.slots import Weights, line
from lab.sessions import MIX

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from catalog.index import Catalog
    from lab.sessions import Session

__all__ = ["Opening", "Worth", "candidates_of", "opening_of", "target_prior", "worth_of"]

_SHARE = dict(MIX)
BOUNDARY = _SHARE["boundary"] / (_SHARE["boundary"] + _SHARE["browsing"])
"""Chance that an exploring opening is a boundary session's."""

_EARLY, _LATE = 3, 4
_EARLY_CHANCE = 0.5
_FIXED_POINT_ROUNDS = 500
_CLOSE = 1e-12

Kind: TypeAlias = Literal["buying", "exploring", "change"]


class Opening(NamedTuple):
    """What a first message says: its kind, the shelf's index, and the value named (0: none)."""

    kind: Kind
    shelf: int
    value: int = 0


class Worth(NamedTuple):
    """Expected score of an opening: the dynamic program's, and two limits that no policy can exceed.

    `limit` lets every card be told after the second turn, `relaxed` after the first.
    """

    value: float
    limit: float
    relaxed: float


def opening_of(catalog: Catalog, session: Session) -> Opening:
    """The opening of a session; its target must be in the catalog (`lab.evaluate.kit_cases` checks)."""
    target = catalog.index_of(session.target_id)
    card = [int(value) for value in catalog.card[target] if value]
    shelf = catalog.shelf_of(target)
    if session.scenario == "buying":
        return Opening("buying", shelf, card[0] if card else 0)
    if session.scenario == "intent_override":
        return Opening("change", shelf, card[-1] if card else 0)
    return Opening("exploring", shelf)


def target_prior(catalog: Catalog, exponent: float, distinct: int = 0) -> NDArray[np.float64]:
    """How probable each product is as a target, float64[N] summing to one: rating_number**exponent.

    With `distinct` n > 0 the set's n targets were drawn one after the other, none twice, which flattens the law: a
    product of weight w is among them with chance about 1 - exp(-c w), c such that the chances sum to n.
    """
    weights = np.power(np.maximum(catalog.rating_number, 1).astype(np.float64), exponent)
    weights /= weights.sum()
    if not 0 < distinct < len(weights):
        return weights
    scale = float(distinct)
    for _ in range(_FIXED_POINT_ROUNDS):
        chance = -np.expm1(-scale * weights)
        ratio = distinct / float(chance.sum())
        scale *= ratio
        if abs(ratio - 1.0) < _CLOSE:
            break
    chance = -np.expm1(-scale * weights)
    return np.asarray(chance / chance.sum(), dtype=np.float64)


def candidates_of(catalog: Catalog, opening: Opening) -> NDArray[np.int64]:
    """The products that an opening leaves possible, by index."""
    first, last = int(catalog.shelf_start[opening.shelf]), int(catalog.shelf_start[opening.shelf + 1])
    cards = catalog.card[first:last]
    if opening.kind == "buying":
        fits = cards[:, 0] == opening.value
    elif opening.kind == "change":
        slot = np.maximum((cards > 0).sum(axis=1) - 1, 0)
        fits = cards[np.arange(len(cards)), slot] == opening.value
    else:
        fits = np.ones(len(cards), dtype=bool)
    return np.flatnonzero(fits) + first


def worth_of(catalog: Catalog, opening: Opening, prior: NDArray[np.float64], *, width: int = 2) -> Worth:
    """The worth of an opening under a prior over products (float64[N])."""
    products = candidates_of(catalog, opening)
    weights = prior[products] / prior[products].sum()
    told = opening.value if opening.kind == "buying" else 0
    rows = [tuple(value for value in row if value and value != told) for row in catalog.card[products].tolist()]
    cards = Cards(lambda value: int(catalog.value_class[value]))
    numbers = [cards.number(row) for row in rows]
    group = gather((number, (weight,)) for number, weight in zip(numbers, weights.tolist(), strict=True))
    program = Program(cards, width=width)
    if opening.kind == "buying":
        return Worth(program.value(group, 1), near_limit(cards, group, 1), far_limit(group, 1))
    if opening.kind == "exploring":
        value, limit = program.exploring_value(group, BOUNDARY), exploring_limit(cards, group, BOUNDARY)
        return Worth(value, limit, far_limit(group, 1))
    firsts = [row[0] if row else 0 for row in rows]
    waiting = _gather_waiting(zip(firsts, numbers, ((weight,) for weight in weights.tolist()), strict=True))
    relaxed = sum(_change_mean(line(w, _EARLY), line(w, _LATE)) for _, w in group)
    return Worth(_Change(program).value(waiting), relaxed, relaxed)


def _change_mean(early: float, late: float) -> float:
    """The mean over the two turns at which the change may come."""
    return _EARLY_CHANCE * early + (1.0 - _EARLY_CHANCE) * late


class _Waiting(NamedTuple):
    """Twins before the change: their first value, which it will tell, the number of what is left, and weights."""

    first: int
    left: int
    weights: Weights


def _gather_waiting(found: Iterable[tuple[int, int, Sequence[float]]]) -> tuple[_Waiting, ...]:
    """Candidates as sorted twins."""
    merged: dict[tuple[int, int], list[float]] = {}
    for first, left, weights in found:
        merged.setdefault((first, left), []).extend(weights)
    return tuple(_Waiting(*key, tuple(sorted(merged[key], reverse=True))) for key in sorted(merged))


class _Change:
    """Planning through an announced change: two questions count at most, and no slate does until it comes."""

    def __init__(self, program: Program) -> None:
        self._program, self._cards = program, program.cards

    def value(self, waiting: tuple[_Waiting, ...]) -> float:
        """The value of the opening: the best first question, and per reply the best second one."""
        return max(sum(map(self._second, groups)) for groups in self._splits(waiting))

    def _second(self, waiting: tuple[_Waiting, ...]) -> float:
        """The value on turn 2: the change comes next and wastes this question, or its answer comes first."""
        late = max(sum(self._changed(group, _LATE) for group in groups) for groups in self._splits(waiting))
        return _change_mean(self._changed(waiting, _EARLY), late)

    def _changed(self, waiting: tuple[_Waiting, ...], turn: int) -> float:
        """The value on the turn of the change, which tells each candidate's first value."""
        by_first: dict[int, list[tuple[int, Weights]]] = {}
        for first, left, weights in waiting:
            by_first.setdefault(first, []).append((self._cards.tell(left, first), weights))
        return sum(self._program.value(gather(by_first[first]), turn) for first in sorted(by_first))

    def _splits(self, waiting: tuple[_Waiting, ...]) -> list[list[tuple[_Waiting, ...]]]:
        """The groups of each question's replies; the whole, where nobody has anything left."""
        group: Group = tuple((left, weights) for _, left, weights in waiting)
        made = []
        for ask in self._cards.asks(group):
            replies: dict[tuple[int, ...], list[_Waiting]] = {}
            for first, number, weights in waiting:
                said, left = self._cards.reply(number, ask)
                replies.setdefault(said, []).append(_Waiting(first, left, weights))
            made.append([_gather_waiting(replies[said]) for said in sorted(replies)])
        return made
