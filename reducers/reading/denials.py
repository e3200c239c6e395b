"""Denials of what no table knows: "no herringbone" excludes a word when the catalog's listings have it.

Invariant: a word is excluded only right after a denial, and only when it is no everyday word.
"""

from __future__ import annotations

from catalog.lexicon import Lexicon
from catalog.lexicon_text import stem
from catalog.lexicon_values import STOP
from reducers.reading.changes import PlacedAct
from reducers.reading.clue_words import talk_words
from reducers.reading.sentences import Parsed
from reducers.reading.words import everyday_words
from statecore.acts import Exclude

__all__ = ["denied_acts"]

_CONFIDENCE = 0.8
_PASSED = frozenset({"any", "a", "an", "the", "kind", "sort", "of", "with", "in", "too", "more", "anything", "those"})
_LONG = 24
"""Longer messages tell stories, in which much is denied that is no property of a product."""
_MOST = 64
_NEAR = 3


def denied_acts(parsed: Parsed, lexicon: Lexicon) -> list[PlacedAct]:
    """The exclusions of words that follow a denial and mean nothing but what listings mean by them."""
    acts: list[PlacedAct] = []
    if len(parsed.words.tokens) > _LONG:
        return acts
    for sentence in parsed.sentences:
        for start in sentence.dangling[:_MOST]:
            place = _denied(parsed, start, sentence.last)
            if place is not None and lexicon.rarity(stem(parsed.words.keys[place])) > 0.0:
                word, span = parsed.words.tokens[place].word, parsed.words.span(place, place + 1)
                acts.append((place, Exclude(attribute="feature", value=word, confidence=_CONFIDENCE, span=span)))
    return acts


def _denied(parsed: Parsed, start: int, stop: int) -> int | None:
    """The word that a denial which ends at `start` is about."""
    for place in range(start, min(stop, start + _NEAR)):
        token, key = parsed.words.tokens[place], parsed.words.keys[place]
        if key in _PASSED:
            continue
        # "without stopping", "not thinking": what is not done is nothing that a product has.
        known = (
            key.endswith("ing")
            or key in STOP
            or key in talk_words()
            or token.word in everyday_words()
            or parsed.covered[place]
        )
        return None if token.kind != "word" or known or place in parsed.words.mended else place
    return None
