"""Common shopping words of Spanish, French, German and Italian, put into English word by word.

Invariant: a message is translated only when it holds words that are foreign beyond doubt; places stay those of the
foreign words.
"""

from __future__ import annotations

from functools import cache, lru_cache

from catalog.lexicon_text import Token
from reducers.reading.foreign_words import FOREIGN, TELLING

__all__ = ["translate"]

_ENOUGH = 2


@cache
def _dictionary() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for line in FOREIGN.strip().splitlines():
        english, _, words = line.partition("=")
        for word in words.split(","):
            found.setdefault(word.strip(), tuple(english.split()))
    return found


@cache
def _telling() -> frozenset[str]:
    return frozenset(TELLING.split())


_LEAST_PART = 4


@lru_cache(maxsize=4096)
def _compound(word: str) -> tuple[str, ...] | None:
    """The English words of a German compound, which ends in what it is: "Lederjacke", "Damenschuhe"."""
    known = _dictionary()
    for at in range(_LEAST_PART, len(word) - _LEAST_PART + 1):
        head = known.get(word[at:])
        first = word[:at]
        part = head and next((known[form] for form in (first, f"{first}e", first.rstrip("sn")) if form in known), None)
        if head and part:
            return (*part, *head)
    return None


def translate(found: list[Token]) -> list[Token]:
    """The tokens with foreign words in English, when at least two words, or the only one, tell a foreign language."""
    telling = _telling()
    signs = sum(token.word in telling for token in found)
    if signs == 0 or (signs < _ENOUGH and len(found) > _ENOUGH):
        return found
    known = _dictionary()
    translated: list[Token] = []
    for token in found:
        words = known.get(token.word) or _compound(token.word)
        if words is None:
            translated.append(token)
        else:
            translated.extend(token._replace(word=word, tight=False) for word in words)
    return translated
