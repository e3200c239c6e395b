"""A turn for people: what was said and understood, what was shown and how sure, what was asked and why.

Invariant: everything told is read from the recorded events; nothing is decided or guessed here.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import singledispatch

from rich.console import Console
from rich.text import Text

from policies.wording import percent
from reducers.understood import SURE
from statecore.acts import (
    Act,
    AskFeature,
    Decline,
    Exclude,
    Exhaust,
    Forget,
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
from statecore.events import (
    AgentReplied,
    Event,
    ProductReacted,
    ShopperErased,
    ShopperSaid,
    VisitEnded,
    VisitResumed,
    VisitStarted,
)
from statecore.state import SessionState
from statecore.values import AskAttribute

__all__ = [
    "Lines",
    "act_in_words",
    "asked_in_words",
    "event_in_words",
    "offer_line",
    "price_range",
    "tell_state",
    "tell_turn",
    "understood",
    "valued",
]

_SHOWN = 3
_INDENT = 2
_LABEL = 12
_NARROWEST = 20


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


def valued(attribute: str, value: str) -> str:
    """A value with its attribute, which listing lines often name themselves ("color: green")."""
    name = _name(attribute, "")
    return value if value.casefold().startswith(f"{name}:") else f"{name}: {value}"


def _surely(text: str, confidence: float) -> str:
    return text if confidence == 1.0 else f"{text} ({percent(confidence)} sure)"


@act_in_words.register
def _(act: NameCategory) -> str:
    wearer = "" if act.wearer is None else f", for {act.wearer}"
    return _surely(f"category: {act.phrase}{wearer}", act.confidence)


@act_in_words.register
def _(act: Want) -> str:
    return _surely(valued(act.attribute, act.value), act.confidence)


@act_in_words.register
def _(act: Exclude) -> str:
    return _surely(f"not {valued(act.attribute, act.value)}", act.confidence)


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
    return f"budget {price_range(act.min_minor, act.max_minor)}"


@act_in_words.register
def _(act: LiftBudget) -> str:
    return "no budget limit" if act.end == "both" else f"no {act.end}imum price"


@act_in_words.register
def _(act: AskFeature) -> str:
    return f"a question about {valued(act.attribute, act.value)}"


@act_in_words.register
def _(_act: RefuseShown) -> str:
    return "nothing shown is right"


@act_in_words.register
def _(act: ReferToShown) -> str:
    return f"{'likes' if act.liked else 'does not like'} number {act.place}"


@act_in_words.register
def _(act: Forget) -> str:
    if act.value is not None:
        return f"forget {act.value if act.attribute is None else valued(act.attribute, act.value)}"
    return "forget everything" if act.attribute is None else f"forget about {_name(act.attribute, '')}"


@act_in_words.register
def _(act: SmallTalk) -> str:
    return "small talk" if act.what == "other" else f"a {act.what}" if act.what != "thanks" else "thanks"


@act_in_words.register
def _(_act: Unclear) -> str:
    return "a part that could not be read"


def understood(said: ShopperSaid) -> str:
    """A message's acts in words: no mere surmises, and what several say alike once, as sure as the surest."""
    surest: dict[str, Act] = {}
    for act in said.acts:
        words = act_in_words(act.model_copy(update={"confidence": 1.0}))
        if act.confidence >= SURE and (words not in surest or surest[words].confidence < act.confidence):
            surest[words] = act
    return "; ".join(map(act_in_words, surest.values())) or "nothing to hold on to"


def event_in_words(event: Event) -> str:
    """What an event says, in a line.

    >>> event_in_words(VisitEnded(at_us=0, reason="left"))
    'the visit ended: left'
    """
    if isinstance(event, VisitStarted):
        fork = "" if event.parent is None else f", forked off {event.parent.session_id} after event {event.parent.seq}"
        return f"a visit under policy {event.pins.policy}, catalog {short(event.pins.catalog_digest)}{fork}"
    if isinstance(event, ShopperSaid):
        return understood(event)
    if isinstance(event, AgentReplied):
        ids = event.decision.product_ids
        return f"asks {asked_in_words(event.decision.ask)}; shows {', '.join(ids) or 'nothing'}"
    if isinstance(event, ProductReacted):
        return f"{event.product_id} was {event.reaction}"
    if isinstance(event, ShopperErased):
        return f"the shopper's words and key were destroyed, {event.texts} texts"
    return _start_or_end(event)


def _start_or_end(event: VisitEnded | VisitResumed) -> str:
    if isinstance(event, VisitEnded):
        return f"the visit ended: {event.reason.replace('_', ' ')}"
    return "the shopper came back to the visit"


def tell_state(console: Console, state: SessionState) -> None:
    """Print what is known of the conversation."""
    lines = Lines(console)
    if state.category is not None:
        lines.add("category", state.category.phrase)
    for item in state.evidence:
        kind = "wanted" if item.polarity == "want" else "not wanted"
        aside = " (set aside)" if item.fate == "set_aside" else ""
        lines.add(kind, _surely(valued(item.attribute, item.value), item.confidence) + aside)
    if state.budget is not None:
        lines.add("budget", price_range(state.budget.min_minor, state.budget.max_minor))
    for label, items in (("indifferent", state.declined), ("all told", state.exhausted)):
        if items:
            lines.add(label, ", ".join(_name(item.attribute, "everything") for item in items))
    lines.add("shown", f"{len(state.shown)} products, {len(state.refuted_ids)} of them refuted")
    lines.add("digest", f"{short(state.digest())} after {state.seq} events")
    console.print()


def tell_turn(
    console: Console, said: ShopperSaid, decision: Decision, *, text: str | None, title: Callable[[str], str]
) -> None:
    """Print one turn; `text` is the message where it is known, `title` gives a product's title."""
    console.print(Text(f"Turn {said.turn}", style="bold"))
    lines = Lines(console)
    if text is not None:
        lines.add("shopper", Text(text, style="cyan"))
    lines.add("understood", understood(said))
    for place, offer in enumerate(decision.slate[:_SHOWN], start=1):
        lines.add("shown" if place == 1 else "", offer_line(place, offer, title))
    if len(decision.slate) > _SHOWN:
        lines.add("", f"and {len(decision.slate) - _SHOWN} more")
    if decision.slate:
        lines.add("sure", f"{percent(decision.confidence)} of the first one")
    lines.add("asked", asked_in_words(decision.ask))
    for place, reason in enumerate(decision.reasons):
        lines.add("because" if place == 0 else "", reason)
    if decision.message:
        lines.add("says", Text(decision.message, style="green"))
    console.print()


def asked_in_words(ask: AskAttribute | None) -> str:
    """What was asked about."""
    if ask is None:
        return "nothing"
    return "other: whatever the shopper cares about" if ask == "other" else _name(ask, "")


class Lines:
    """Lines of a label and a text, which is wrapped beside it."""

    def __init__(self, console: Console) -> None:
        """Print to `console`."""
        self._console = console
        self._width = max(console.width - _INDENT - _LABEL, _NARROWEST)

    def add(self, label: str, text: str | Text) -> None:
        """Print one."""
        whole = text if isinstance(text, Text) else Text(text)
        for number, line in enumerate(whole.wrap(self._console, self._width)):
            line.rstrip()
            front = f"{'':{_INDENT}}{label if number == 0 else '':{_LABEL}}"
            self._console.print(Text.assemble((front, "dim"), line))


def price_range(low: int | None, high: int | None) -> str:
    """A price range.

    >>> price_range(None, 4950), price_range(1000, 2000)
    ('up to 49.50', 'from 10.00 up to 20.00')
    """
    ends = (("from", low), ("up to", high))
    return " ".join(f"{word} {end / 100:.2f}" for word, end in ends if end is not None)


def offer_line(place: int, offer: Offer, title: Callable[[str], str]) -> Text:
    """A product of a slate: its place, title, id and the wishes that it meets."""
    made = Text.assemble(f"{place}. ", (title(offer.product_id), "bold"), (f"  {offer.product_id}", "dim"))
    if offer.meets:
        made.append(f"  meets {', '.join(offer.meets)}", style="dim")
    return made
