"""The contest kit's simulated shopper, move for move.

Invariant: a shopper is a value. What it does next depends on itself and on the attribute asked, never on the words or
the slate it is shown; `answer` returns the move and the shopper after it. What the kit's shopper knows and how it
phrases it is `catalog.kit_shopper`'s; here is only the order of events (protocol notes, "Exact simulator behaviour").
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from catalog import kit_shopper

if TYPE_CHECKING:
    from catalog.products import Product
    from lab.sessions import Scenario

__all__ = [
    "MAX_TURNS",
    "Move",
    "MoveKind",
    "SimulatedShopper",
    "Step",
    "Wish",
    "kit_sentence",
    "override_turn",
    "wish_of",
]

MAX_TURNS = 10
"""The conversation ends with the reply to the tenth message."""

MoveKind: TypeAlias = Literal["opening", "values", "exhausted", "no_preference", "not_quite", "change"]


@dataclass(frozen=True, slots=True)
class Wish:
    """What a shopper wants: the shelf's label, and the card's values in the order of disclosure.

    `change_turn` moves an override session's change of mind from where its sample id puts it.
    """

    label: str
    card: tuple[str, ...]
    change_turn: int | None = None


def wish_of(product: Product) -> Wish:
    """The wish that the kit derives from a target."""
    return Wish(kit_shopper.shelf_label(product.categories), kit_shopper.intent_card(product))


@dataclass(frozen=True, slots=True)
class Move:
    """What the shopper does, before anyone puts it into words.

    `values` are the card values told by this move ("opening": those it names, told or not; "change": the new one).
    `attribute` is what it answers; only "exhausted" and "no_preference" speak of it.
    """

    kind: MoveKind
    values: tuple[str, ...] = ()
    attribute: str = ""


class Step(NamedTuple):
    """A move, and the shopper after it."""

    move: Move
    shopper: SimulatedShopper


def override_turn(sample_id: str) -> int:
    """The turn from which an override session counts: 3 or 4, fixed by the sample id.

    >>> override_turn("public_0001"), override_turn("public_0004")
    (4, 3)
    """
    return Random(f"{sample_id}\0intent_override").choice([3, 4])


@dataclass(frozen=True, slots=True)
class SimulatedShopper:
    """A shopper in the middle of a session; `turn` counts its messages so far (0 before the opening)."""

    sample_id: str
    scenario: Scenario
    wish: Wish
    turn: int = 0
    told: frozenset[str] = frozenset()
    declined: bool = False
    """Whether the boundary shopper has used up its one refusal."""

    @property
    def change_turn(self) -> int:
        """The turn whose message is the change of mind, from which on hits count; 1 where nothing changes."""
        if self.scenario != "intent_override":
            return 1
        return self.wish.change_turn or override_turn(self.sample_id)

    @property
    def can_hit(self) -> bool:
        """Whether a slate that answers the latest message counts."""
        return self.turn >= self.change_turn

    def open(self) -> Step:
        """The first message: only buying tells a value that it will not say again."""
        card = self.wish.card
        told = card[:1] if self.scenario == "buying" else ()
        named = card[-1:] if self.scenario == "intent_override" else told
        return Step(Move("opening", named), replace(self, turn=1, told=frozenset(told)))

    def answer(self, ask: str | None) -> Step:
        """The message after a slate without a hit, given what was asked with it (None or "": nothing)."""
        following = replace(self, turn=self.turn + 1)
        if self.scenario == "intent_override" and following.turn == self.change_turn:
            new = self.wish.card[:1]
            return Step(Move("change", new), replace(following, told=self.told.union(new)))
        if not ask:
            return Step(Move("not_quite"), following)
        if self.scenario == "boundary" and not self.declined:
            return Step(Move("no_preference", attribute=ask), replace(following, declined=True))
        attribute = ask if ask in kit_shopper.ASKABLE else kit_shopper.ANY_CLASS
        values = kit_shopper.next_values(self.wish.card, self.told, attribute)
        if not values:
            return Step(Move("exhausted", attribute=attribute), following)
        return Step(Move("values", values, attribute), replace(following, told=self.told.union(values)))


def kit_sentence(shopper: SimulatedShopper, move: Move) -> str:
    """A move in the kit's fixed words; `shopper` may stand before or after it."""
    match move.kind:
        case "opening":
            return kit_shopper.render_opening(shopper.scenario, shopper.wish.label, shopper.wish.card)
        case "values":
            return kit_shopper.render_reply(move.values)
        case "change":
            return kit_shopper.render_override(move.values[0] if move.values else "")
        case "no_preference":
            return kit_shopper.render_no_preference(move.attribute)
        case "exhausted":
            return kit_shopper.render_exhausted(move.attribute)
        case "not_quite":
            return kit_shopper.NOT_QUITE
