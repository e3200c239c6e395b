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
from reducers.reading.talk_words import (
    DEMANDS,
    DOINGS,
    EVERYTHING,
    FRESHLY,
    MINE,
    NO_MORE,
    NOT_MINE,
    OTHERS,
    PEOPLE,
    STARTS,
    TALK,
    WIPES,
)
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
    for cue, phrase in _composed():
        found.setdefault(phrase_key(phrase), (cue,))
    found.pop((), None)
    return found


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",")]


def _composed() -> Iterator[tuple[str, str]]:
    """Cues made of two parts: what others do ("my sister wears"), fresh starts, and what is not to one's taste."""
    people = [f"{owner} {person}" for owner in ("my", "his", "her", "our", "the") for person in _parts(PEOPLE)]
    yield from (("context", f"{person} {verb}") for person in people for verb in DOINGS.split())
    yield from (("context", f"{person} {verb}") for person in _parts(OTHERS) for verb in DOINGS.split())
    yield from (("exhaust", f"{count} {what}") for count in NO_MORE for what in _parts(DEMANDS))
    yield from (("reset", f"{start} {how}") for start in STARTS for how in FRESHLY)
    yield from (("reset", f"{verb} {what}") for verb in _parts(WIPES) for what in _parts(EVERYTHING))
    yield from (("bad", f"{denial} {taste}") for denial in NOT_MINE for taste in _parts(MINE))


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
