"""Finding the curated phrases in a run of words: the longest phrase that starts at a word wins.

Invariant: a pass over n words looks up at most a constant number of phrases per word.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, NamedTuple, TypeVar

__all__ = ["Found", "PhraseBook"]

Payload = TypeVar("Payload")


class Found(NamedTuple, Generic[Payload]):
    """A phrase from word `start` up to (not with) word `end`, and what it stands for."""

    start: int
    end: int
    what: Payload


class PhraseBook(Generic[Payload]):
    """Phrases (tuples of words) with what they stand for."""

    def __init__(self, phrases: Iterable[tuple[tuple[str, ...], Payload]]) -> None:
        """Keep the first meaning of a phrase that is given twice."""
        self._single: dict[str, Payload] = {}
        self._longer: dict[str, dict[int, dict[tuple[str, ...], Payload]]] = {}
        for phrase, what in phrases:
            if len(phrase) == 1:
                self._single.setdefault(phrase[0], what)
            elif phrase:
                by_length = self._longer.setdefault(phrase[0], {})
                by_length.setdefault(-len(phrase), {}).setdefault(phrase, what)
        self._longer = {word: dict(sorted(lengths.items())) for word, lengths in self._longer.items()}

    def at(self, words: Sequence[str], start: int, stop: int | None = None) -> Found[Payload] | None:
        """The longest phrase that starts at word `start` and ends before word `stop`."""
        word = words[start]
        stop = len(words) if stop is None else stop
        longer = self._longer.get(word)
        if longer is not None:
            for negative, phrases in longer.items():
                end = start - negative
                what = phrases.get(tuple(words[start:end])) if end <= stop else None
                if what is not None:
                    return Found(start, end, what)
        single = self._single.get(word)
        return None if single is None else Found(start, start + 1, single)

    def all(self, words: Sequence[str]) -> list[Found[Payload]]:
        """Phrases that do not overlap, from left to right, the longest first at each word."""
        found: list[Found[Payload]] = []
        at = 0
        while at < len(words):
            hit = self.at(words, at)
            if hit is None:
                at += 1
            else:
                found.append(hit)
                at = hit.end
        return found

    def words(self) -> list[str]:
        """Every word of every phrase, each once, in order of first use."""
        longer = (phrase for lengths in self._longer.values() for phrases in lengths.values() for phrase in phrases)
        return list(dict.fromkeys([*self._single, *(word for phrase in longer for word in phrase)]))
