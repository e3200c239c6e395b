"""A message as sentences of marks: prices and sizes first, then brands and the longest phrases, each read by `Scope`.

Invariant: every word belongs to at most one mark, and sentences are read independently but for the mode they start in.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from catalog.lexicon import Lexicon
from catalog.lexicon_words.tables import Sense
from reducers.reading.cues import take_cues
from reducers.reading.entries import Entry, Operation
from reducers.reading.lines import Line
from reducers.reading.meanings import Meaning, book
from reducers.reading.money import PRICE_WORDS, Price, find_prices, lifts_budget
from reducers.reading.scope import Mark, Scope
from reducers.reading.sizes import SIZE_WORDS, find_sizes
from reducers.reading.words import Words
from statecore.values import AskAttribute, Attribute

__all__ = ["Parsed", "Sentence", "parse"]

_ENDS = frozenset({".", "!", "?", ";", "\n", '"'})
_SHORT_SENTENCE = 6
_LONG_MESSAGE = 40
_WISHING = frozenset({"wish", "only", "stress"})
_SHORT_QUOTE = 4
PAST = frozenset(
    """was were had did came went got took wore bought made turned gave left said told thought knew found kept lost broke
    ended started began became happened used grew fell spent froze ruined ripped asked looked walked paid""".split()  # noqa: SIM905
)
"""Verbs in the past, which a story has and a wish has not."""
_TURNED_DOWN = frozenset({"ugh", "no", "nope", "never", "yuck", "nah", "eww", "ew", "god", "hardly", "absolutely"})
_BODY_SIZES = frozenset({"small", "medium", "large"})
_OPENING = 8
_ASKING = frozenset({"is", "are", "do", "does", "can", "will", "would", "has", "have", "could", "did", "was"})
_SUBJECTS = frozenset({"it", "they", "these", "those", "this", "that", "the", "any", "one", "them"})


@dataclass(slots=True)
class Sentence:
    """What one sentence says: words `first` to `last`, its values, operations, prices and named attributes."""

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


@dataclass(slots=True)
class Parsed:
    """A whole message, and for each word: whether a mark covers it, a mere cue does, or a phrase of several words."""

    words: Words
    sentences: list[Sentence] = field(default_factory=list)
    covered: list[bool] = field(default_factory=list)
    cued: list[bool] = field(default_factory=list)
    phrased: list[bool] = field(default_factory=list)

    @property
    def entries(self) -> list[Entry]:
        """All values in order."""
        return [entry for sentence in self.sentences for entry in sentence.entries]

    @property
    def operations(self) -> list[Operation]:
        """All operations in order."""
        return [operation for sentence in self.sentences for operation in sentence.operations]


def parse(words: Words, lexicon: Lexicon, asked: AskAttribute | None, *, budgeted: bool) -> Parsed:
    """Read every sentence of a message; `budgeted` when a budget stands, so that "make it 75" is about that."""
    count = len(words.tokens)
    parsed = Parsed(words, covered=[False] * count, cued=[False] * count, phrased=[False] * count)
    for first, last in _bounds(words):
        parsed.sentences.append(_sentence(parsed, first, last, lexicon, asked, budgeted=budgeted))
        _turn_down(parsed)
    return parsed


def _turn_down(parsed: Parsed) -> None:
    """ "Velvet? Ugh, no.": a sentence that turns down what the question before it named."""
    if len(parsed.sentences) < len("ab"):
        return
    named, answer = parsed.sentences[-2:]
    keys = parsed.words.keys
    asked = keys[named.last - 1] == "?" and named.last - named.first <= _SHORT_QUOTE
    if asked and keys[answer.first] in _TURNED_DOWN and answer.last - answer.first <= _SHORT_SENTENCE:
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


def _sentence(
    parsed: Parsed, first: int, last: int, lexicon: Lexicon, asked: AskAttribute | None, *, budgeted: bool
) -> Sentence:
    words = parsed.words
    marks: list[Mark] = []
    prices: list[Price] = []
    lifted = False
    numbers = any(token.kind == "number" for token in words.tokens[first:last])
    line = Line(words.keys, first, last)
    if numbers:
        prices = find_prices(line, asked=asked == "budget" or (budgeted and last - first <= _SHORT_SENTENCE))
        taken = [(price.start, price.end) for price in prices]
        marks += [Mark(start, end, Meaning(("price",))) for start, end in taken]
    held = set(words.keys[first:last])
    if numbers or asked == "size" or not SIZE_WORDS.isdisjoint(held):
        marks += _sizes(line, marks, asked)
    lift = lifts_budget(line) if not PRICE_WORDS.isdisjoint(held) else None
    if lift is not None and not prices:
        lifted = True
        marks.append(Mark(lift.start, lift.end, Meaning(("price",))))
    marks = _phrases(words, first, last, sorted(marks, key=lambda mark: mark.start), lexicon)
    marks = _sized_kinds(words, marks)
    cues = frozenset(cue for mark in marks for cue in mark.what.cues)
    asking = _is_question(words, first, last)
    scope = Scope(words, marks, len(parsed.sentences), asking=asking, inert="service" in cues)
    if "basket" in cues:
        marks = [_without(mark, "drop") for mark in marks]
    _walk(scope, words, first, last, marks)
    for mark in marks:
        if mark.what.cues or mark.what.senses or mark.what.names:
            parsed.covered[mark.start : mark.end] = [True] * (mark.end - mark.start)
        if mark.end - mark.start > 1:
            parsed.phrased[mark.start : mark.end] = [True] * (mark.end - mark.start)
        if mark.what.cues and not mark.what.senses and not mark.what.names:
            parsed.cued[mark.start : mark.end] = [True] * (mark.end - mark.start)
    wishes = [mark.start for mark in marks if not _WISHING.isdisjoint(mark.what.cues)]
    long = len(words.tokens) > _LONG_MESSAGE
    story = long and not wishes and not PAST.isdisjoint(words.keys[first:last])
    return Sentence(
        first,
        last,
        scope.entries,
        scope.operations,
        prices,
        lifted,
        scope.named,
        scope.replacing,
        cues,
        asking,
        wishes,
        story,
    )


_INNER = frozenset({"material", "color", "use_case"})
_INNER_FEATURES = frozenset({"waterproof", "hood", "padded", "insulated", "zip", "water resistant"})


def _inner(words: Words, mark: Mark) -> list[Mark]:
    """The properties inside the name of a kind: "wool" in "wool hat"."""
    if mark.end - mark.start == 1 or not any(sense.attribute == "category" for sense in mark.what.senses):
        return []
    found = []
    for hit in book().all(words.keys[mark.start : mark.end - 1]):
        senses = tuple(
            sense
            for sense in hit.what.senses
            if not sense.hint and (sense.attribute in _INNER or sense.name in _INNER_FEATURES)
        )
        if senses:
            found.append(Mark(mark.start + hit.start, mark.start + hit.end, Meaning((), senses[:1])))
    return found


def _without(mark: Mark, cue: str) -> Mark:
    cues = tuple(name for name in mark.what.cues if name != cue)
    return mark._replace(what=mark.what._replace(cues=cues))


def _sizes(line: Line, marks: list[Mark], asked: AskAttribute | None) -> list[Mark]:
    found = []
    taken = {place for mark in marks for place in range(mark.start, mark.end)}
    for size in find_sizes(line, asked=asked == "size"):
        if taken.isdisjoint(range(size.start, max(size.end, size.start + 1))):
            found.append(Mark(size.start, size.end, Meaning((), (Sense("size", size.value, size.measure),))))
    return found


def _sized_kinds(words: Words, marks: list[Mark]) -> list[Mark]:
    """With the size before a kind: "a medium hoodie", "a large red shirt"."""
    found: list[Mark] = []
    for place, mark in enumerate(marks):
        if any(sense.attribute == "category" for sense in mark.what.senses):
            at = mark.start - 1
            while (
                place
                and at >= 0
                and marks[place - 1].start <= at < marks[place - 1].end
                and marks[place - 1].what.senses
            ):
                place -= 1
                at = marks[place].start - 1
            before = marks[place - 1].end if place else 0
            if at >= before and words.keys[at] in _BODY_SIZES:
                size = f"{words.keys[at]} ({words.keys[at][0]})"
                found.append(Mark(at, at + 1, Meaning((), (Sense("size", size, False),))))
    return sorted([*marks, *found], key=lambda mark: mark.start) if found else marks


def _phrases(words: Words, first: int, last: int, fixed: list[Mark], lexicon: Lexicon) -> list[Mark]:
    """The fixed marks and, between them, the longest phrases and brands."""
    phrases = book()
    keys = words.keys
    found: list[Mark] = []
    at, place = first, 0
    while at < last:
        if place < len(fixed) and fixed[place].start <= at:
            found.append(fixed[place])
            at = max(at + 1, fixed[place].end)
            place += 1
            continue
        stop = fixed[place].start if place < len(fixed) else last
        mark: Mark | None = phrases.at(keys, at, stop)
        mark = _brand(words, keys, at, stop, mark, lexicon) or mark
        if mark is None:
            at += 1
        else:
            found.append(mark)
            at = mark.end
    return found


def _brand(words: Words, keys: list[str], at: int, stop: int, phrase: Mark | None, lexicon: Lexicon) -> Mark | None:
    """A brand at word `at`, when it is longer than the phrase there or the words can hardly mean anything else."""
    if words.tokens[at].kind == "mark":
        return None
    brand = lexicon.brand_at(keys, at, stop)
    if brand is None:
        return None
    before = keys[at - 1] if at else ""
    said = before in {"by", "brand", "brands", "label"} or (
        at + brand.words < stop and keys[at + brand.words] == "brand"
    )
    longer = phrase is None or brand.words > phrase.end - phrase.start
    if said or (longer and not brand.doubtful):
        return Mark(at, at + brand.words, Meaning((), (Sense("brand", brand.name, False),)))
    return None


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
            for inner in _inner(words, mark):
                scope.inner(number, inner)
            scope.value(number, mark)
        if mark.what.names is not None:
            scope.attribute(mark)
        at = max(at, mark.end)
    for place in range(at, last):
        scope.plain(words.keys[place], words.tokens[place].kind)
