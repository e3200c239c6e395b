"""Mending misspelt words: which words are known, and the known word that a misspelt one is nearest to.

Invariant: a known word is never changed; a mended word is one edit away (two in long words), an edit being a letter
added, dropped, replaced, or two neighbours swapped.
"""

from __future__ import annotations

from hashlib import blake2b
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np

from catalog.lexicon_strings import string_sections
from catalog.lexicon_text import fold_word
from catalog.lexicon_words.common import COMMON, INFORMAL
from catalog.lexicon_words.tables import senses

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

__all__ = [
    "ENGLISH",
    "NAMES",
    "RANKS",
    "TARGET",
    "delete_key",
    "deletions",
    "edits",
    "english_words",
    "spelling_sections",
]

TARGET, ENGLISH, NAMES, RANKS = 1, 2, 4, 2
"""Flags of a known word: mended words become a target; an English word only stands as it is. Times NAMES: 2 when it
names a kind, a colour, a material or a wearer by itself, 1 when it names another value."""
_PLAINEST = frozenset({"category", "color", "material", "wearer"})
_MIN_TARGET = 4
_TAUGHT = "lexicon_words/english.txt"


def english_words() -> frozenset[str]:
    """The packaged list of English words, in singular form."""
    lines = files("catalog").joinpath(_TAUGHT).read_text(encoding="utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


def deletions(word: str) -> Iterator[str]:
    """The word and everything it becomes when one letter is dropped."""
    yield word
    for at in range(len(word)):
        yield word[:at] + word[at + 1 :]


def delete_key(text: str) -> int:
    """A 64-bit key of a text, the same in every process."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "little")


def edits(one: str, other: str, limit: int) -> int:
    """Edits between two words (optimal string alignment), or `limit` + 1 when there are more.

    >>> edits("lether", "leather", 2), edits("wnat", "want", 2), edits("red", "bread", 1)
    (1, 1, 2)
    """
    if abs(len(one) - len(other)) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, start=1):
        last, before, row = before, row, [i]
        for j, target in enumerate(other, start=1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (letter != target))
            if last and j > 1 and letter == other[j - 2] and one[i - 2] == target:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
    return min(row[-1], limit + 1)


def _targets(extra: Iterable[str]) -> set[str]:
    curated = (
        word
        for phrase, known in senses().items()
        if any(not sense.hint and sense.attribute != "other_kind" for sense in known)
        for word in phrase
    )
    words = {*curated, *COMMON.split(), *extra}
    return {fold_word(word) for word in words if len(word) >= _MIN_TARGET and word.isalpha()}


def _rank(word: str) -> int:
    """How plainly a word names something: 0 to `RANKS`."""
    named = {sense.attribute for sense in senses().get((word,), ()) if not sense.hint}
    return RANKS if named & _PLAINEST else int(bool(named - {"other_kind"}))


def spelling_sections(english: frozenset[str], extra: Iterable[str] = ()) -> dict[str, NDArray[np.generic] | bytes]:
    """`word.*` strings with `word_flags` uint8[W]; `delete_keys` uint64[D] ascending with `delete_words` int32[D]."""
    correct = _targets(extra)
    informal = set(INFORMAL.split())
    words = sorted(correct | english | informal)
    flags = [
        TARGET * (word in correct) | ENGLISH * (word in english or word in informal) | NAMES * _rank(word)
        for word in words
    ]
    pairs = sorted(
        (delete_key(text), number)
        for number, word in enumerate(words)
        if word in correct
        for text in dict.fromkeys(deletions(word))
    )
    return {
        **string_sections("word", words),
        "word_flags": np.array(flags, np.uint8),
        "delete_keys": np.array([key for key, _ in pairs], np.uint64),
        "delete_words": np.array([number for _, number in pairs], np.int32),
    }
