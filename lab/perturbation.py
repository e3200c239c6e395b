"""Perturbation panels: the kit's sessions with one thing about the shopper changed, to see what the score hangs on.

A panel changes the words (`PHRASED`), the values on their way into words (`WORDED`), or what the shopper wants and does
(`WISHED`). Everything drawn is drawn from the sample id and the panel's name, so every policy faces the same text.

Invariant: a panel keeps each session's target, scenario and order of events, but for `override_turns`, which moves the
change of mind, and `hidden_clue` and `foreign_cards`, which change the card that the shopper reads from.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from catalog import kit_shopper
from lab.evaluate import ProductSource, target_of
from lab.phrases import FILLERS, FRAMES, SHELF_WORDS, SYNONYMS, UNWANTED
from lab.play import Case
from lab.shopper import Move, SimulatedShopper, Wish, kit_sentence, wish_of

if TYPE_CHECKING:
    from catalog.products import Product
    from lab.sessions import Session

__all__ = ["PANELS", "REPORTED_ONLY", "panel_of"]

Phrase: TypeAlias = Callable[[str, Random], str]
WishChange: TypeAlias = "Callable[[Wish, Product, Random], Wish]"

REPORTED_ONLY = frozenset({"truncation", "word_drop", "hidden_clue"})
"""Panels that take information away: no policy can keep the clean score there."""

_WORD = re.compile(r"[A-Za-z]{4,}")
_SHORTEST_TYPO = 5
_DROPPED_SHARE = 0.3


def _lower(text: str, _random: Random) -> str:
    return text.lower()


def _filler(text: str, random: Random) -> str:
    before, after = random.choice(FILLERS), random.choice(FILLERS)
    return f"{before.capitalize()}, {text} {after.capitalize()}."


def _punctuation(text: str, random: Random) -> str:
    """The sentence's own marks are moved or lost; those inside of a value stay."""
    text = text.rstrip(".") + random.choice(("", "!", " .", "..."))
    return text.replace(": ", random.choice((" - ", ", ", ": ")), 1)


def _typos(text: str, random: Random) -> str:
    """Two neighbouring letters change places in about one long word in six."""

    def slip(match: re.Match[str]) -> str:
        word = match.group()
        if len(word) < _SHORTEST_TYPO or random.random() > 1 / 6:
            return word
        at = random.randrange(1, len(word) - 2)
        return word[:at] + word[at + 1] + word[at] + word[at + 2 :]

    return _WORD.sub(slip, text)


def _synonyms(value: str, random: Random) -> str:
    def swap(match: re.Match[str]) -> str:
        others = SYNONYMS.get(match.group().lower())
        return random.choice(others) if others else match.group()

    return _WORD.sub(swap, value)


def _truncation(value: str, _random: Random) -> str:
    words = value.split()
    return " ".join(words[: max(1, (len(words) + 1) // 2)])


def _word_drop(value: str, random: Random) -> str:
    words = value.split()
    kept = [word for word in words if random.random() > _DROPPED_SHARE]
    return " ".join(kept or words[:1])


def _renamed(label: str, random: Random) -> str:
    """A shelf called as people would: its last words first, a department word swapped or lost."""
    words = [word for word in re.split(r"[\s&/,]+", label) if word]
    swapped = [random.choice(SHELF_WORDS.get(word.lower(), (word,))) for word in words]
    if len(swapped) > 2:  # noqa: PLR2004 - shorter labels keep every word
        swapped = swapped[-2:] if random.random() < 1 / 2 else [*swapped[1:], swapped[0]]
    return " ".join(dict.fromkeys(swapped))


def _reframed(shopper: SimulatedShopper, move: Move, random: Random) -> str:
    """The move in other sentences of the same content."""
    scenario = "browsing" if shopper.scenario == "boundary" else shopper.scenario
    kind = f"{move.kind}_{scenario}" if move.kind == "opening" else move.kind
    frame = random.choice(FRAMES[kind])
    attribute = "anything" if move.attribute == kit_shopper.ANY_CLASS else move.attribute.replace("_", " ")
    return frame.format(label=shopper.wish.label, values="; ".join(move.values), attribute=attribute)


def _negated(shopper: SimulatedShopper, move: Move, random: Random) -> str:
    """Each reply also rules out something that the target's card does not have."""
    sentence = kit_sentence(shopper, move)
    card = " ".join(shopper.wish.card).lower()
    unwanted = [word for word in UNWANTED if word not in card]
    if move.kind not in {"opening", "values"} or not unwanted:
        return sentence
    return f"{sentence} And please, no {random.choice(unwanted)}."


def _hidden_clue(wish: Wish, _product: Product, random: Random) -> Wish:
    if len(set(wish.card)) <= 1:
        return wish
    hidden = random.choice(sorted(set(wish.card)))
    return replace(wish, card=tuple(value for value in wish.card if value != hidden))


def _foreign_cards(wish: Wish, product: Product, _random: Random) -> Wish:
    """A card of the listing's other lines: its title and the sentences of its description."""
    told = (product.title, *(part for text in product.description for part in re.split(r"(?<=[.!?])\s+", text)))
    values = dict.fromkeys(clean for text in told if (clean := kit_shopper.clean_value(text)))
    return replace(wish, card=tuple(values)[:4] or wish.card)


def _override_turns(wish: Wish, _product: Product, random: Random) -> Wish:
    return replace(wish, change_turn=random.choice((2, 5, 6)))


PHRASED: Mapping[str, Phrase] = MappingProxyType(
    {"lower_case": _lower, "filler": _filler, "punctuation": _punctuation, "typos": _typos}
)
"""Panels that change the finished sentence."""

WORDED: Mapping[str, Phrase] = MappingProxyType(
    {"synonyms": _synonyms, "truncation": _truncation, "word_drop": _word_drop}
)
"""Panels that change each value before it is said."""

WISHED: Mapping[str, WishChange] = MappingProxyType(
    {"hidden_clue": _hidden_clue, "foreign_cards": _foreign_cards, "override_turns": _override_turns}
)
"""Panels that change what the shopper knows or does."""

SPOKEN: Mapping[str, Callable[[SimulatedShopper, Move, Random], str]] = MappingProxyType(
    {"frames": _reframed, "negated": _negated}
)
"""Panels that put a move into other sentences."""

PANELS: tuple[str, ...] = ("clean", *SPOKEN, *PHRASED, *WORDED, *WISHED, "renamed_shelves")


def panel_of(name: str, catalog: ProductSource, sessions: Iterable[Session]) -> tuple[Case, ...]:
    """The sessions as panel `name` plays them, ready for `evaluate`; raise `KeyError` for a panel there is not."""
    return tuple(_case(name, session, target_of(catalog, session)) for session in sessions)


def _case(name: str, session: Session, product: Product) -> Case:
    wish = wish_of(product)
    random = Random(f"{session.sample_id}\0{name}")
    if name in WISHED:
        return Case(session, WISHED[name](wish, product, random))
    if name == "clean":
        return Case(session, wish)
    if name == "renamed_shelves":
        called = _renamed(wish.label, random)
        return Case(session, wish, lambda shopper, move: _said(shopper, move, label=called))
    return Case(session, wish, _voice(name, session.sample_id))


def _voice(name: str, sample_id: str) -> Callable[[SimulatedShopper, Move], str]:
    """How a panel's shopper talks; each message has its own draws."""

    def say(shopper: SimulatedShopper, move: Move) -> str:
        random = Random(f"{sample_id}\0{name}\0{shopper.turn}\0{move.kind}")
        if name in SPOKEN:
            return SPOKEN[name](shopper, move, random)
        if name in WORDED:
            change = WORDED[name]
            return _said(shopper, replace(move, values=tuple(change(value, random) for value in move.values)))
        return PHRASED[name](kit_sentence(shopper, move), random)

    return say


def _said(shopper: SimulatedShopper, move: Move, label: str | None = None) -> str:
    """The kit's sentence for a move whose values, or whose shelf, are called something else."""
    card = shopper.wish.card
    if move.kind == "opening" and move.values:
        card = (*card[:-1], move.values[0]) if shopper.scenario == "intent_override" else (move.values[0], *card[1:])
    wish = replace(shopper.wish, card=card, label=shopper.wish.label if label is None else label)
    return kit_sentence(replace(shopper, wish=wish), move)
