"""What a shopper does with a sentence: the typed acts that a message is read into.

Invariant: an act holds words of the catalog or of a fixed vocabulary, never the shopper's own text; where the words
stood is kept as a span.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from statecore.values import Attribute, Confidence, Frame, MinorUnits, Span, Value, Vocabulary

__all__ = [
    "Act",
    "AskFeature",
    "Decline",
    "Exclude",
    "Exhaust",
    "Forget",
    "LiftBudget",
    "NameCategory",
    "Override",
    "Reading",
    "ReferToShown",
    "RefuseShown",
    "Remove",
    "SetBudget",
    "ShelfWeight",
    "SmallTalk",
    "Unclear",
    "Want",
    "Wearer",
]

Wearer: TypeAlias = Literal["men", "women", "unisex", "boys", "girls", "kids", "baby"]


class _ActBase(Vocabulary):
    confidence: Confidence = 1.0
    span: Span | None = None


class ShelfWeight(Vocabulary):
    """One shelf that a phrase may mean, with its share of the probability."""

    label: Value
    weight: Confidence


class NameCategory(_ActBase):
    """The kind of product looked for: a distribution over shelves, heaviest first, never a hard lock unless exact."""

    act: Literal["name_category"] = "name_category"
    phrase: Value
    shelves: tuple[ShelfWeight, ...] = ()
    wearer: Wearer | None = None
    exact: bool = False


class Want(_ActBase):
    """A wish for a value of an attribute. `verbatim` when the words are a listing's own line, told as such."""

    act: Literal["want"] = "want"
    attribute: Attribute
    value: Value
    hard: bool = False
    verbatim: bool = False


class Exclude(_ActBase):
    """A value of an attribute that must not be."""

    act: Literal["exclude"] = "exclude"
    attribute: Attribute
    value: Value
    hard: bool = True


class Decline(_ActBase):
    """No preference about an attribute: the shopper leaves the choice to us. None: about what was just asked."""

    act: Literal["decline"] = "decline"
    attribute: Attribute | None = None


class Exhaust(_ActBase):
    """Nothing more to say about an attribute, or, without one, nothing more at all."""

    act: Literal["exhaust"] = "exhaust"
    attribute: Attribute | None = None


class Override(_ActBase):
    """A change of mind: wishes about one attribute are replaced, or (without one) the earlier goal set aside."""

    act: Literal["override"] = "override"
    attribute: Attribute | None = None


class Remove(_ActBase):
    """Takes back one value (or, without a value, all values) of an attribute."""

    act: Literal["remove"] = "remove"
    attribute: Attribute
    value: Value | None = None


class SetBudget(_ActBase):
    """Sets an end or both ends of the price range, in hundredths; an end that is None stays as it is."""

    act: Literal["set_budget"] = "set_budget"
    min_minor: MinorUnits | None = None
    max_minor: MinorUnits | None = None


class LiftBudget(_ActBase):
    """Lifts an end of the price range, or both."""

    act: Literal["lift_budget"] = "lift_budget"
    end: Literal["min", "max", "both"] = "both"


class AskFeature(_ActBase):
    """A question about a property ("is it washable?"): a soft wish, and something to answer."""

    act: Literal["ask_feature"] = "ask_feature"
    attribute: Attribute
    value: Value


class RefuseShown(_ActBase):
    """None of what was shown is right."""

    act: Literal["refuse_shown"] = "refuse_shown"


class ReferToShown(_ActBase):
    """Speaks of a shown product by its place (1 is the first of the last slate), liking it or not."""

    act: Literal["refer_to_shown"] = "refer_to_shown"
    place: Annotated[int, Field(ge=1, le=100)]
    liked: bool = True


class Forget(_ActBase):
    """Asks to forget what earlier visits left: a value, all of an attribute, or (without either) everything."""

    act: Literal["forget"] = "forget"
    attribute: Attribute | None = None
    value: Value | None = None


class SmallTalk(_ActBase):
    """A greeting, thanks, a farewell: nothing to hold on to."""

    act: Literal["small_talk"] = "small_talk"
    what: Literal["greeting", "thanks", "farewell", "other"] = "other"


class Unclear(_ActBase):
    """A stretch that could not be read."""

    act: Literal["unclear"] = "unclear"


Act: TypeAlias = Annotated[
    NameCategory
    | Want
    | Exclude
    | Decline
    | Exhaust
    | Override
    | Remove
    | SetBudget
    | LiftBudget
    | AskFeature
    | RefuseShown
    | ReferToShown
    | Forget
    | SmallTalk
    | Unclear,
    Field(discriminator="act"),
]


class Reading(Vocabulary):
    """What one message was read as: its fixed sentence, if it was one, and its acts in the order of the text."""

    frame: Frame = "free"
    acts: tuple[Act, ...] = ()
