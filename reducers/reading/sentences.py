"""A message as sentences, each read by a `Scope` of its own.

Invariant: sentences are read independently, but for a question that the next one turns down.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from catalog.lexicon import Lexicon
from reducers.reading.cues import take_cues
from reducers.reading.entries import Entry, Operation
from reducers.reading.layers import ALL_LAYERS, Layers
from reducers.reading.marks import SHORT_SENTENCE, Hearing, find_marks, inner_marks
from reducers.reading.money import Price
from reducers.reading.scope import Mark, Scope
from reducers.reading.words import Words
from statecore.values import Attribute

__all__ = ["Parsed", "Sentence", "parse"]

_ENDS = frozenset({".", "!", "?", ";", "\n", '"'})
_LONG_MESSAGE = 40
_WISHING = frozenset({"wish", "only", "stress"})
_SHORT_QUOTE = 4
PAST = frozenset(
    """was were had did came went got took wore bought made turned gave left said told thought knew found kept lost
    broke ended started began became happened used grew fell spent froze ruined ripped asked looked walked
    paid""".split()  # noqa: SIM905
)
"""Verbs in the past, which a story has and a wish has not."""
_TURNED_DOWN = frozenset({"ugh", "no", "nope", "never", "yuck", "nah", "eww", "ew", "god", "hardly", "absolutely"})
_OPENING = 8
_ASKING = frozenset({"is", "are", "do", "does", "can", "will", "would", "has", "have", "could", "did", "was"})
_SUBJECTS = frozenset({"it", "they", "these", "those", "this", "that", "the", "any", "one", "them"})


@dataclass(slots=True)
class Sentence:
    """What one sentence says: words `first` to `last`, its values, operations, prices, named attributes.

    `dangling`: where denials end that no known value follows.
    """

    first: int
    last: int
    entries: list[Entry]
    operations: list[Operation]
    prices: list[Price]
    lifted: bool
    named: list[tuple[Attribute, int]]
    replacing: bool
    cues: frozenset[str]
    asking: bool
    wishes: list[int]
    story: bool
    dangling: list[int]


@dataclass(slots=True)
class Parsed:
    """A whole message, and for each word: whether a mark covers it, a mere cue does, or a phrase of several words."""

    words: Words
    sentences: list[Sentence] = field(default_factory=list)
    covered: list[bool] = field(default_factory=list)
    cued: list[bool] = field(default_factory=list)
    phrased: list[bool] = field(default_factory=list)
    layers: Layers = ALL_LAYERS

    @property
    def entries(self) -> list[Entry]:
        """All values in order."""
        return [entry for sentence in self.sentences for entry in sentence.entries]

    @property
    def operations(self) -> list[Operation]:
        """All operations in order."""
        return [operation for sentence in self.sentences for operation in sentence.operations]


def parse(words: Words, lexicon: Lexicon, hearing: Hearing) -> Parsed:
    """Read every sentence of a message."""
    count = len(words.tokens)
    parsed = Parsed(
        words, covered=[False] * count, cued=[False] * count, phrased=[False] * count, layers=hearing.layers
    )
    for first, last in _bounds(words):
        parsed.sentences.append(_sentence(parsed, first, last, lexicon, hearing))
        _turn_down(parsed)
    return parsed


def _turn_down(parsed: Parsed) -> None:
    """Exclude what a question named that this sentence turns down: "Velvet? Ugh, no."."""
    if len(parsed.sentences) < len("ab"):
        return
    named, answer = parsed.sentences[-2:]
    keys = parsed.words.keys
    asked = keys[named.last - 1] == "?" and named.last - named.first <= _SHORT_QUOTE
    if asked and keys[answer.first] in _TURNED_DOWN and answer.last - answer.first <= SHORT_SENTENCE:
        for entry in named.entries:
            entry.mode = "exclude"


def _bounds(words: Words) -> list[tuple[int, int]]:
    """(first, last) of each sentence that has words."""
    found: list[tuple[int, int]] = []
    first = 0
    inside = _short_quotes(words)
    for at, token in enumerate(words.tokens):
        dash = token.word == "-" and token.kind == "mark" and not token.tight
        if (token.kind == "mark" and token.word in _ENDS and at not in inside) or dash:
            if at > first:
                found.append((first, at + (token.word == "?")))
            first = at + 1
    if first < len(words.tokens):
        found.append((first, len(words.tokens)))
    return found


def _short_quotes(words: Words) -> set[int]:
    """The quotation marks around a word or two, which are part of their sentence."""
    places = [place for place, token in enumerate(words.tokens) if token.word == '"']
    inside: set[int] = set()
    for first, last in zip(places[::2], places[1::2], strict=False):
        if last - first <= _SHORT_QUOTE:
            inside |= {first, last}
    return inside


def _sentence(parsed: Parsed, first: int, last: int, lexicon: Lexicon, hearing: Hearing) -> Sentence:
    words = parsed.words
    found = find_marks(words, first, last, lexicon, hearing)
    cues = frozenset(cue for mark in found.marks for cue in mark.what.cues)
    asking = _is_question(words, first, last)
    scope = Scope(words, found.marks, len(parsed.sentences), asking=asking, inert="service" in cues)
    _walk(scope, words, first, last, found.marks)
    scope.close()
    _note_cover(parsed, found.marks)
    wishes = [mark.start for mark in found.marks if not _WISHING.isdisjoint(mark.what.cues)]
    long = len(words.tokens) > _LONG_MESSAGE
    story = long and not wishes and not PAST.isdisjoint(words.keys[first:last])
    return Sentence(
        first=first,
        last=last,
        entries=scope.entries,
        operations=scope.operations,
        prices=found.prices,
        lifted=found.lifted,
        named=scope.named,
        replacing=scope.replacing,
        cues=cues,
        asking=asking,
        wishes=wishes,
        story=story,
        dangling=scope.dangling,
    )


def _note_cover(parsed: Parsed, marks: Sequence[Mark]) -> None:
    """Note which words the marks cover, and how."""
    for mark in marks:
        count = mark.end - mark.start
        meaning = mark.what
        if meaning.cues or meaning.senses or meaning.names:
            parsed.covered[mark.start : mark.end] = [True] * count
        if count > 1:
            parsed.phrased[mark.start : mark.end] = [True] * count
        if meaning.cues and not meaning.senses and not meaning.names:
            parsed.cued[mark.start : mark.end] = [True] * count


def _is_question(words: Words, first: int, last: int) -> bool:
    """Whether a sentence asks about a property: "is it lined?", "do these have pockets?"."""
    keys = words.keys[first : min(last, first + _OPENING)]
    marked = last > first and words.keys[last - 1] == "?"
    while keys and keys[0] in {"and", "also", "so", "but", "hi", "hello", ",", "oh", "quick", "question", "ok"}:
        keys = keys[1:]
    if len(keys) < 3 or keys[0] not in _ASKING or keys[1] not in _SUBJECTS:  # noqa: PLR2004 - verb, subject, property
        return False
    return marked or keys[1] in {"it", "they", "these", "those", "this", "that"}


def _walk(scope: Scope, words: Words, first: int, last: int, marks: list[Mark]) -> None:
    """Feed a sentence to its scope, word by word and mark by mark."""
    at = first
    for number, mark in enumerate(marks):
        for place in range(at, mark.start):
            scope.plain(words.keys[place], words.tokens[place].kind)
        if mark.what.cues:
            take_cues(scope, number, mark)
        if mark.what.senses:
            for inner in inner_marks(words, mark):
                scope.inner(number, inner)
            scope.value(number, mark)
        if mark.what.names is not None:
            scope.attribute(mark)
        at = max(at, mark.end)
    for place in range(at, last):
        scope.plain(words.keys[place], words.tokens[place].kind)
