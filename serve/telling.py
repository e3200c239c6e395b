"""A turn for people: what was said and understood, what was shown and how sure, what was asked and why.

Invariant: everything told is read from the recorded events; nothing is decided or guessed here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import singledispatch

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from policies.wording import percent
from statecore.acts import (
    Act,
    AskFeature,
    Decline,
    Exclude,
    Exhaust,
    LiftBudget,
    NameCategory,
    Override,
    ReferToShown,
    RefuseShown,
    Remove,
    SetBudget,
    SmallTalk,
    Unclear,
    Want,
)
from statecore.decisions import Decision, Offer
from statecore.digests import short
from statecore.events import ShopperSaid
from statecore.state import SessionState

__all__ = ["act_in_words", "tell_state", "tell_turn", "understood"]

_SHOWN = 3
_INDENT = 2


@singledispatch
def act_in_words(act: Act) -> str:
    """What an act says, in a few words.

    >>> act_in_words(Want(attribute="use_case", value="hiking"))
    'use case: hiking'
    >>> act_in_words(SetBudget(max_minor=4950))
    'budget up to 49.50'
    """
    raise TypeError(f"no words for a {type(act).__name__}")


def _name(attribute: str | None, otherwise: str) -> str:
    return otherwise if attribute is None else attribute.replace("_", " ")


def _surely(text: str, confidence: float) -> str:
    return text if confidence == 1.0 else f"{text} ({percent(confidence)} sure)"


@act_in_words.register
def _(act: NameCategory) -> str:
    wearer = "" if act.wearer is None else f", for {act.wearer}"
    return _surely(f"category: {act.phrase}{wearer}", act.confidence)


@act_in_words.register
def _(act: Want) -> str:
    return _surely(f"{_name(act.attribute, '')}: {act.value}", act.confidence)


@act_in_words.register
def _(act: Exclude) -> str:
    return _surely(f"not {_name(act.attribute, '')}: {act.value}", act.confidence)


@act_in_words.register
def _(act: Decline) -> str:
    return f"no preference about {_name(act.attribute, 'that')}"


@act_in_words.register
def _(act: Exhaust) -> str:
    return f"nothing more about {_name(act.attribute, 'anything')}"


@act_in_words.register
def _(act: Override) -> str:
    return "a change of mind" if act.attribute is None else f"a change of mind about {_name(act.attribute, '')}"


@act_in_words.register
def _(act: Remove) -> str:
    return f"no longer {_name(act.attribute, '')}" + ("" if act.value is None else f": {act.value}")


@act_in_words.register
def _(act: SetBudget) -> str:
    ends = ((" from ", act.min_minor), (" up to ", act.max_minor))
    return "budget" + "".join(f"{word}{end / 100:.2f}" for word, end in ends if end is not None)


@act_in_words.register
def _(act: LiftBudget) -> str:
    return "no budget limit" if act.end == "both" else f"no {act.end}imum price"


@act_in_words.register
def _(act: AskFeature) -> str:
    return f"a question about {_name(act.attribute, '')}: {act.value}"


@act_in_words.register
def _(_act: RefuseShown) -> str:
    return "nothing shown is right"


@act_in_words.register
def _(act: ReferToShown) -> str:
    return f"{'likes' if act.liked else 'does not like'} number {act.place}"


@act_in_words.register
def _(act: SmallTalk) -> str:
    return "small talk" if act.what == "other" else f"a {act.what}" if act.what != "thanks" else "thanks"


@act_in_words.register
def _(_act: Unclear) -> str:
    return "a part that could not be read"


def understood(said: ShopperSaid) -> str:
    """A message's acts in words."""
    return "; ".join(act_in_words(act) for act in said.acts) or "nothing to hold on to"


def tell_state(console: Console, state: SessionState) -> None:
    """Print what is known of the conversation."""
    lines = Table.grid(padding=(0, 2))
    lines.add_column(style="dim", no_wrap=True)
    lines.add_column(overflow="fold")
    if state.category is not None:
        lines.add_row("category", Text(state.category.phrase))
    for item in state.evidence:
        kind = "wanted" if item.polarity == "want" else "not"
        aside = " (set aside)" if item.fate == "set_aside" else ""
        lines.add_row(kind, Text(_surely(f"{_name(item.attribute, '')}: {item.value}", item.confidence) + aside))
    if state.budget is not None:
        ends = (("from ", state.budget.min_minor), ("up to ", state.budget.max_minor))
        lines.add_row("budget", Text(" ".join(f"{word}{end / 100:.2f}" for word, end in ends if end is not None)))
    for label, items in (("no preference", state.declined), ("nothing more", state.exhausted)):
        if items:
            lines.add_row(label, Text(", ".join(_name(item.attribute, "anything") for item in items)))
    lines.add_row("shown", Text(f"{len(state.shown)} products, {len(state.refuted_ids)} of them refuted"))
    lines.add_row("digest", Text(f"{short(state.digest())} after {state.seq} events"))
    console.print(Padding(lines, (0, 0, 1, _INDENT)))


def tell_turn(
    console: Console, said: ShopperSaid, decision: Decision, *, text: str | None, title: Callable[[str], str]
) -> None:
    """Print one turn; `text` is the message where it is known, `title` gives a product's title."""
    console.print(Text(f"Turn {said.turn}", style="bold"))
    lines = Table.grid(padding=(0, 2))
    lines.add_column(style="dim", no_wrap=True)
    lines.add_column(overflow="fold")
    if text is not None:
        lines.add_row("shopper", Text(text, style="cyan"))
    lines.add_row("understood", Text(understood(said)))
    for place, offer in enumerate(decision.slate[:_SHOWN], start=1):
        lines.add_row("shown" if place == 1 else "", _offer(place, offer, title))
    if len(decision.slate) > _SHOWN:
        lines.add_row("", Text(f"and {len(decision.slate) - _SHOWN} more", style="dim"))
    if decision.slate:
        lines.add_row("sure", Text(f"{percent(decision.confidence)} of the first one"))
    lines.add_row("asked", Text("nothing" if decision.ask is None else decision.ask.replace("_", " ")))
    for label, reason in _labelled("because", decision.reasons):
        lines.add_row(label, Text(reason))
    if decision.message:
        lines.add_row("says", Text(decision.message, style="green"))
    console.print(Padding(lines, (0, 0, 1, _INDENT)))


def _labelled(label: str, values: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """The values with a label at the first."""
    for place, value in enumerate(values):
        yield label if place == 0 else "", value


def _offer(place: int, offer: Offer, title: Callable[[str], str]) -> Text:
    made = Text.assemble(f"{place}. ", (title(offer.product_id), "bold"), (f"  {offer.product_id}", "dim"))
    if offer.meets:
        made.append(f"  meets {', '.join(offer.meets)}", style="dim")
    return made
