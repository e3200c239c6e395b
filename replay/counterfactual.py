"""The smallest thing that would have changed the first product: what a decision hangs on, found by deciding again.

The statements of a conversation (a wish, an exclusion, a kind of product, a budget, each with every act that says the
same) are left out in sets of growing size; what is left is folded and decided again by the session's own policy. The
first size at which another product comes first is the answer, with every set of that size that does it (ARC's
counterfactual, made for any policy).

A message that loses an act is no longer one of the fixed sentences of the contest kit: its frame is `free` and its
wishes are words rather than listing lines, so that a policy does not conclude from what was left out that the shopper
had nothing more to say. What was shown and asked in earlier turns stays as it happened.

Invariant: every set that is reported was refolded and decided again, every smaller set was too and changed nothing, and
nothing is reported of a decision that cannot be reproduced in the first place.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

from policies.bundle import decide
from policies.registry import AnyBundle
from reducers.fold import fold
from replay.timetravel import seq_of_turn
from statecore.acts import Act
from statecore.errors import ReplayError
from statecore.events import AgentReplied, Event, ShopperSaid
from store.contract import StoredEvent

if TYPE_CHECKING:
    from catalog.index import Catalog

__all__ = ["Alternative", "Answer", "Stated", "minimal_counterfactual", "statements", "without"]

_Key: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Stated:
    """Something that was stated: the act that said it first, on which turn, and all acts that say it.

    `acts` are (seq of the message, place of the act in it).
    """

    act: Act
    turn: int
    acts: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Alternative:
    """A set of statements, and the product that comes first without them (None: nothing would be shown)."""

    left_out: tuple[Stated, ...]
    first: str | None


@dataclass(frozen=True, slots=True)
class Answer:
    """What the first product of a turn hangs on.

    `alternatives` are the smallest sets that change it, in the order of statement; none when no set of up to `searched`
    of the `stated` does. `tried` decisions were made; `complete` unless the limit cut the search short in the sets of
    `searched` + 1.
    """

    turn: int
    first: str
    stated: tuple[Stated, ...]
    alternatives: tuple[Alternative, ...]
    searched: int
    tried: int
    complete: bool


def minimal_counterfactual(
    items: Sequence[StoredEvent],
    turn: int,
    *,
    catalog: Catalog,
    bundle: AnyBundle,
    largest: int = 3,
    limit: int = 500,
) -> Answer:
    """The smallest sets of statements whose removal changes the first product of `turn`, in a whole session.

    Sets of up to `largest` statements are tried, smallest first and then in the order of statement, with at most
    `limit` decisions.

    Raises:
        RangeError: there is no such turn.
        ReplayError: the turn showed nothing, or its decision is not reproduced by the catalog and bundle at hand.
    """
    seq = seq_of_turn(items, turn)
    events = tuple(item.event for item in items[:seq])
    reply, history = events[-1], events[:-1]
    if not isinstance(reply, AgentReplied) or not reply.decision.slate:
        raise ReplayError(f"turn {turn} showed no product: there is no first one to explain")
    if decide(fold(history), catalog, bundle) != reply.decision:
        raise ReplayError(f"the decision of turn {turn} is not reproduced: check it with `statecore log verify`")
    search = _Search(history, statements(history), reply.decision.product_ids[0], catalog, bundle, limit)
    return search.run(turn, largest)


def statements(events: Sequence[Event]) -> tuple[Stated, ...]:
    """What was stated in a session's events, from the first on, each once, in the order first said."""
    found: dict[_Key, Stated] = {}
    for seq, event in enumerate(events, start=1):
        if not isinstance(event, ShopperSaid):
            continue
        for place, act in enumerate(event.acts):
            key = _key(act)
            if key is None:
                continue
            known = found.get(key, Stated(act, event.turn, ()))
            found[key] = Stated(known.act, known.turn, (*known.acts, (seq, place)))
    return tuple(found.values())


def _key(act: Act) -> _Key | None:
    """What makes two acts say the same; None for an act that states nothing."""
    if act.act in {"want", "ask_feature"}:
        return ("want", act.attribute, act.value.casefold())
    if act.act == "exclude":
        return ("exclude", act.attribute, act.value.casefold())
    if act.act == "name_category":
        return ("category", act.phrase.casefold())
    return ("budget",) if act.act == "set_budget" else None


def without(events: Sequence[Event], left_out: Sequence[Stated]) -> tuple[Event, ...]:
    """The events as if these statements had never been made; everything else stays."""
    gone = {place for stated in left_out for place in stated.acts}
    return tuple(_without(seq, event, gone) for seq, event in enumerate(events, start=1))


def _without(seq: int, event: Event, gone: set[tuple[int, int]]) -> Event:
    if not isinstance(event, ShopperSaid) or not any((seq, place) in gone for place in range(len(event.acts))):
        return event
    kept = tuple(_in_words(act) for place, act in enumerate(event.acts) if (seq, place) not in gone)
    return event.model_copy(update={"acts": kept, "frame": "free"})


def _in_words(act: Act) -> Act:
    return act.model_copy(update={"verbatim": False}) if act.act == "want" else act


@dataclass(frozen=True, slots=True)
class _Search:
    """The breadth-first search."""

    history: tuple[Event, ...]
    stated: tuple[Stated, ...]
    first: str
    catalog: Catalog
    bundle: AnyBundle
    limit: int

    def run(self, turn: int, largest: int) -> Answer:
        """Try size after size until one changes the first product."""
        tried, largest = 0, min(largest, len(self.stated))
        found: list[Alternative] = []
        for size in range(1, largest + 1):
            for left_out in combinations(self.stated, size):
                if tried == self.limit:
                    return Answer(turn, self.first, self.stated, tuple(found), size - 1, tried, complete=False)
                tried += 1
                leader = self._first_without(left_out)
                if leader != self.first:
                    found.append(Alternative(left_out, leader))
            if found:
                return Answer(turn, self.first, self.stated, tuple(found), size, tried, complete=True)
        return Answer(turn, self.first, self.stated, (), largest, tried, complete=True)

    def _first_without(self, left_out: Sequence[Stated]) -> str | None:
        decision = decide(fold(without(self.history, left_out)), self.catalog, self.bundle)
        return decision.product_ids[0] if decision.slate else None
