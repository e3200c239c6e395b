"""What runs of words mean to the reader: cues of conversation, and senses of the curated vocabulary.

Invariant: one phrase book, so that the longest phrase wins whatever it means ("no show sock" over "no").
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from catalog.lexicon_phrases import PhraseBook
from catalog.lexicon_words.tables import Phrase, Sense, phrase_key, senses
from reducers.reading.attribute_words import ATTRIBUTE_WORDS
from reducers.reading.cue_words import CUES
from reducers.reading.talk_words import DOINGS, PEOPLE, TALK
from statecore.values import Attribute

__all__ = ["Meaning", "book", "vocabulary"]


class Meaning(NamedTuple):
    """What a phrase may mean: cues, senses, and the attribute that it names as such ("colour")."""

    cues: tuple[str, ...] = ()
    senses: tuple[Sense, ...] = ()
    names: Attribute | None = None


def _cues() -> dict[Phrase, tuple[str, ...]]:
    found: dict[Phrase, tuple[str, ...]] = {}
    for table in (CUES, TALK):
        for line in table.strip().splitlines():
            cue, _, phrases = line.partition("=")
            for phrase in phrases.split(","):
                key = phrase_key(phrase)
                if cue.strip() not in found.get(key, ()):
                    found[key] = (*found.get(key, ()), cue.strip())
    for phrase in _stories():
        found.setdefault(phrase_key(phrase), ("context",))
    found.pop((), None)
    return found


def _stories() -> Iterator[str]:
    """"My sister wears", "his boss thinks": what others do is no wish."""
    for owner in ("my", "his", "her", "our", "the"):
        for person in PEOPLE.split():
            for verb in DOINGS.split():
                yield f"{owner} {person} {verb}"


@cache
def book() -> PhraseBook[Meaning]:
    """All phrases the reader knows."""
    cues, known = _cues(), senses()
    named = {phrase_key(word): attribute for attribute, words in ATTRIBUTE_WORDS for word in words.split(",")}
    phrases = dict.fromkeys([*cues, *known, *named])
    return PhraseBook(
        (phrase, Meaning(cues.get(phrase, ()), known.get(phrase, ()), named.get(phrase))) for phrase in phrases
    )


@cache
def vocabulary() -> frozenset[str]:
    """Every word of every phrase, in singular form."""
    return frozenset(book().words())
