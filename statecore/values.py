"""The bounded values that acts, events and state are made of: nothing here can hold NaN, a huge int or an empty id."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, get_args

from pydantic import BaseModel, ConfigDict, Field

from statecore.codec import INT64_MAX

__all__ = [
    "ASK_ATTRIBUTES",
    "ATTRIBUTES",
    "AskAttribute",
    "Attribute",
    "Confidence",
    "Count",
    "Digest",
    "Frame",
    "Identifier",
    "Micros",
    "MinorUnits",
    "Positive",
    "Reaction",
    "Seq",
    "Span",
    "Tally",
    "Turn",
    "Value",
    "Vocabulary",
    "absent",
]

Attribute: TypeAlias = Literal[
    "category", "material", "color", "size", "style", "brand", "budget", "feature", "use_case"
]
ATTRIBUTES: tuple[Attribute, ...] = get_args(Attribute)

AskAttribute: TypeAlias = Literal[
    "category", "material", "color", "size", "style", "brand", "budget", "feature", "use_case", "other"
]
"""What a question can be about; `other` leaves the choice to the shopper."""
ASK_ATTRIBUTES: tuple[AskAttribute, ...] = get_args(AskAttribute)

Frame: TypeAlias = Literal[
    "kit_buying",
    "kit_browsing",
    "kit_override",
    "kit_values",
    "kit_exhausted",
    "kit_no_preference",
    "kit_not_quite",
    "kit_change",
    "free",
]
"""The fixed sentence that a message was: the eight of the contest kit, or none (`free`)."""

Reaction: TypeAlias = Literal["opened", "dismissed", "saved", "bought", "returned"]
"""What a shopper does with a product; what is returned was bought in the same visit."""

Confidence: TypeAlias = Annotated[float, Field(ge=0.0, le=1.0)]
Positive: TypeAlias = Annotated[float, Field(gt=0.0)]
Count: TypeAlias = Annotated[int, Field(ge=1, le=1_000_000)]
Micros: TypeAlias = Annotated[int, Field(ge=0, le=INT64_MAX)]
"""An instant: microseconds since 1970 UTC."""
MinorUnits: TypeAlias = Annotated[int, Field(ge=0, le=10**15)]
"""An amount of money in hundredths."""
Seq: TypeAlias = Annotated[int, Field(ge=1, le=INT64_MAX)]
Tally: TypeAlias = Annotated[int, Field(ge=0, le=INT64_MAX)]
"""How many there are: nothing in the vocabulary is an integer past 64 signed bits."""
Turn: TypeAlias = Annotated[int, Field(ge=1, le=1_000_000)]
Identifier: TypeAlias = Annotated[str, Field(min_length=1, max_length=200)]
Value: TypeAlias = Annotated[str, Field(min_length=1, max_length=1_000)]
"""A constraint's value: words of the catalog or of a fixed vocabulary."""
Digest: TypeAlias = Annotated[bytes, Field(min_length=32, max_length=32)]
Span: TypeAlias = tuple[Tally, Tally]
"""Start and end of a stretch of a message, in characters of its cleaned text."""


class Vocabulary(BaseModel):
    """The base of everything stored: immutable, strict about types, closed to unknown fields, finite numbers only."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", allow_inf_nan=False)


def absent(value: object) -> bool:
    """Whether a field that came later is left out of the bytes, so that what has nothing in it is stored as before.

    >>> absent(None), absent(()), absent(0)
    (True, True, False)
    """
    return value is None or value == ()
