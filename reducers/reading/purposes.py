"""The kind of product of a message that names none: what its words are about ("my feet hurt after every run").

Several words for one kind add up: each leaves a share of the doubt. The likeliest kinds share the probability, so that
no shelf is ruled out by a guess.

Invariant: a kind is guessed only where no kind was named before or now, and never surely.
"""

from __future__ import annotations

from catalog.lexicon import Lexicon
from catalog.lexicon_text import stem
from catalog.lexicon_values import STOP
from catalog.lexicon_words.tables import purposes
from reducers.reading.sentences import Parsed
from statecore.acts import NameCategory, ShelfWeight, Wearer

__all__ = ["GUESS", "guess_kind"]

_LEAST = 0.6
"""How likely a kind has to be: one strong word will do, or two plain ones."""
_KEPT = 3
GUESS = 0.5
"""The confidence of a guessed kind; any kind that is named takes its place."""
_MOST_WORDS = 400


def guess_kind(parsed: Parsed, wearer: Wearer | None, lexicon: Lexicon) -> NameCategory | None:
    """The kinds that the words of a message bring to mind, as one act; None when they bring none to mind."""
    likely, place = _likely(parsed)
    if not likely or not parsed.layers.bridge:
        return None
    shelves: dict[str, float] = {}
    total = sum(weight for _, weight in likely)
    for name, weight in likely:
        for shelf in lexicon.shelves([name], wearer):
            shelves[shelf.label] = shelves.get(shelf.label, 0.0) + shelf.weight * weight / total
    if not shelves:
        return None
    ranked = sorted(shelves.items(), key=lambda item: (-item[1], item[0]))
    return NameCategory(
        phrase=" or ".join(name for name, _ in likely),
        shelves=tuple(ShelfWeight(label=label, weight=min(1.0, round(weight, 9))) for label, weight in ranked),
        wearer=wearer,
        confidence=GUESS,
        span=parsed.words.span(place, place + 1),
    )


def _likely(parsed: Parsed) -> tuple[list[tuple[str, float]], int]:
    """The likeliest kinds with their weights, and the first word that speaks for the first of them."""
    known = purposes()
    left: dict[str, float] = {}
    first: dict[str, int] = {}
    seen: set[str] = set()
    for place, key in enumerate(parsed.words.keys[:_MOST_WORDS]):
        text = stem(key)
        if key in STOP or text in seen:
            continue
        seen.add(text)
        for item in known.get(text, ()):
            left[item.name] = left.get(item.name, 1.0) * (1.0 - item.strength)
            first.setdefault(item.name, place)
    ranked = sorted((rest, name) for name, rest in left.items() if rest <= 1.0 - _LEAST)[:_KEPT]
    if not ranked:
        return [], 0
    likely = [(name, 1.0 - rest) for rest, name in ranked if rest <= 2.0 * ranked[0][0]]
    return likely, first[likely[0][0]]
