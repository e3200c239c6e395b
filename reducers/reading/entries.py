"""What the grammar makes of a message: values with what is to be done with them, and operations, in order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from catalog.lexicon_words.tables import Sense
from statecore.values import Attribute, Span

__all__ = ["Entry", "Mode", "Operation", "OperationName"]

Mode: TypeAlias = Literal["want", "exclude", "neutral", "relax", "drop", "lift", "old", "ask", "context"]
"""What is done with a value: wanted, excluded, mentioned neutrally, no longer required, dropped, allowed again,
replaced by what follows, asked about, or part of a story."""

OperationName: TypeAlias = Literal[
    "override", "reset", "decline", "exhaust", "refuse", "greeting", "thanks", "farewell"
]


@dataclass(slots=True)
class Entry:
    """A value named at words `start` to `end`: its sense, the words as said, and what is to be done with it.

    `wished`: the stretch asks for something in so many words. `replacing`: it announces a change. `loud`: nothing but
    this will do. `place`: the sentence it stands in. `part`: it comes with something else ("with a belt").
    `tolerated`: it is said to be fine, no more. `quoted`: the words are a listing's own line.
    """

    sense: Sense
    text: str
    start: int
    end: int
    span: Span
    mode: Mode
    wished: bool = False
    replacing: bool = False
    loud: bool = False
    place: int = 0
    part: bool = False
    tolerated: bool = False
    quoted: bool = False

    @property
    def attribute(self) -> str:
        """The attribute of the sense: one of `Attribute`, or `other_kind`, `wearer`."""
        return self.sense.attribute


@dataclass(slots=True)
class Operation:
    """Something said about the conversation itself, at words `start` to `end`."""

    name: OperationName
    start: int
    end: int
    span: Span
    attribute: Attribute | None = None
    scoped: bool = False
    place: int = 0
    number: int = 0
