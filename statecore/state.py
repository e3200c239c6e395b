"""What is known of a conversation at one point of its log: an immutable value, folded from the events.

Invariant: every piece of state says which event (`*_seq`) it came from, nothing is derived twice, and nothing in here
needs the catalog. Digest equality is state equality.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from pydantic import Field

from statecore.acts import Forget, ShelfWeight, Wearer
from statecore.decisions import TraceItem
from statecore.events import Pins, Profile
from statecore.memory import Memory
from statecore.records import digest_record
from statecore.values import (
    AskAttribute,
    Attribute,
    Confidence,
    Frame,
    Identifier,
    MinorUnits,
    Reaction,
    Seq,
    Tally,
    Turn,
    Value,
    Vocabulary,
    absent,
)

__all__ = [
    "EMPTY",
    "Asked",
    "Budget",
    "Category",
    "Constraint",
    "Heard",
    "Reacted",
    "Retired",
    "SessionState",
    "Shown",
    "Stage",
]

Stage: TypeAlias = Literal["new", "open", "bought", "ended"]


class Category(Vocabulary):
    """The kind of product looked for, as stated by event `stated_seq`."""

    phrase: Value
    shelves: tuple[ShelfWeight, ...]
    wearer: Wearer | None
    exact: bool
    confidence: Confidence
    stated_seq: Seq
    superseded_seq: Seq | None = None


class Constraint(Vocabulary):
    """A wish or an exclusion, where it came from, and what became of it.

    `fate` tells why `superseded_seq` ended it: `replaced` and `removed` end it for good; `set_aside` (the earlier goal
    of an override) leaves it as evidence at the lower confidence it now carries.
    """

    attribute: Attribute
    value: Value
    polarity: Literal["want", "exclude"]
    hard: bool
    confidence: Confidence
    verbatim: bool
    stated_seq: Seq
    stated_turn: Turn
    superseded_seq: Seq | None = None
    fate: Literal["live", "replaced", "removed", "set_aside"] = "live"


class Budget(Vocabulary):
    """The price range in hundredths; an open end is None. A product of unknown price does not violate it."""

    min_minor: MinorUnits | None
    max_minor: MinorUnits | None
    stated_seq: Seq


class Heard(Vocabulary):
    """What one message told, with the question it answered: the evidence that a belief is built from.

    `values` are the verbatim listing values in the order told.
    """

    seq: Seq
    turn: Turn
    asked: AskAttribute | None
    frame: Frame
    values: tuple[Value, ...]
    learned: Tally


class Retired(Vocabulary):
    """An attribute not worth asking about: the shopper has no preference, or no more to say; None is everything."""

    attribute: AskAttribute | None
    seq: Seq


class Shown(Vocabulary):
    """A product that was shown; `refuted` once the shopper continued from a turn that could have ended the search."""

    product_id: Identifier
    turn: Turn
    rank: Seq
    refuted: bool = False


class Asked(Vocabulary):
    """A question that was asked on a turn."""

    turn: Turn
    attribute: AskAttribute


class Reacted(Vocabulary):
    """What the shopper did with a product."""

    product_id: Identifier
    reaction: Reaction
    seq: Seq


class SessionState(Vocabulary):
    """The state of one session after `seq` events and `turn` messages of the shopper.

    `memory` is what was carried in, less what the shopper has had forgotten since (`forgets`) or said otherwise;
    `contradicted` counts how often this visit spoke against it. `resumed_turns`: after which turns the visit was left
    and taken up again.
    """

    seq: Tally = 0
    turn: Tally = 0
    stage: Stage = "new"
    pins: Pins | None = None
    profile: Profile | None = None
    category: Category | None = None
    past_categories: tuple[Category, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    budget: Budget | None = None
    declined: tuple[Retired, ...] = ()
    exhausted: tuple[Retired, ...] = ()
    override_seqs: tuple[Seq, ...] = ()
    change_announced: bool = False
    shown: tuple[Shown, ...] = ()
    asked: tuple[Asked, ...] = ()
    heard: tuple[Heard, ...] = ()
    reactions: tuple[Reacted, ...] = ()
    last_trace: tuple[TraceItem, ...] = ()
    memory: Memory | None = Field(default=None, exclude_if=absent)
    contradicted: tuple[Seq, ...] = Field(default=(), exclude_if=absent)
    forgets: tuple[Forget, ...] = Field(default=(), exclude_if=absent)
    resumed_turns: tuple[Tally, ...] = Field(default=(), exclude_if=absent)

    @property
    def live(self) -> tuple[Constraint, ...]:
        """The constraints in force."""
        return tuple(item for item in self.constraints if item.fate == "live")

    @property
    def evidence(self) -> tuple[Constraint, ...]:
        """The constraints that still tell something: those in force and, at lower confidence, those set aside."""
        return tuple(item for item in self.constraints if item.fate in {"live", "set_aside"})

    @property
    def refuted_ids(self) -> tuple[str, ...]:
        """Products proved not to be the one, in the order shown."""
        return tuple(item.product_id for item in self.shown if item.refuted)

    @property
    def nothing_more(self) -> bool:
        """Whether the shopper has nothing more to say about anything."""
        return any(item.attribute is None for item in self.exhausted)

    def digest(self) -> bytes:
        """SHA-256 of the canonical state."""
        return digest_record(self)


EMPTY = SessionState()
