"""The marks of a sentence: prices and sizes first, then brands and the longest phrases.

Invariant: every word belongs to at most one mark, and marks stand in the order of the text.
"""

from __future__ import annotations

from typing import NamedTuple

from catalog.lexicon import Lexicon
from catalog.lexicon_words.tables import Sense
from reducers.reading.kit import attribute_of
from reducers.reading.layers import ALL_LAYERS, Layers
from reducers.reading.lines import Line
from reducers.reading.meanings import Meaning, book
from reducers.reading.money import PRICE_WORDS, Price, find_prices, has_money, lifts_budget
from reducers.reading.quotes import NO_KEY, QUOTE
from reducers.reading.scope import Mark
from reducers.reading.setting_aside import set_aside_at
from reducers.reading.sizes import SIZE_WORDS, find_sizes
from reducers.reading.words import Words
from statecore.values import AskAttribute

__all__ = ["SHORT_SENTENCE", "Hearing", "Marked", "find_marks", "inner_marks"]

SHORT_SENTENCE = 6
_BODY_SIZES = frozenset({"small", "medium", "large"})
_INNER = frozenset({"material", "color", "use_case"})
_INNER_FEATURES = frozenset({"waterproof", "hood", "padded", "insulated", "zip", "water resistant"})


class Hearing(NamedTuple):
    """What the listener knows: the question just asked, whether a budget stands ("make it 75"), and how to read."""

    asked: AskAttribute | None
    budgeted: bool
    layers: Layers = ALL_LAYERS


class Marked(NamedTuple):
    """The marks of a sentence, its prices, and whether it lifts the budget."""

    marks: list[Mark]
    prices: list[Price]
    lifted: bool


def find_marks(words: Words, first: int, last: int, lexicon: Lexicon, hearing: Hearing) -> Marked:
    """Find the marks of the sentence from word `first` up to `last`."""
    line = Line(words.keys, first, last)
    held = set(words.keys[first:last])
    numbers = any(token.kind == "number" for token in words.tokens[first:last])
    prices: list[Price] = []
    if numbers:
        likely = hearing.asked == "budget" or (hearing.budgeted and last - first <= SHORT_SENTENCE)
        prices = find_prices(line, asked=likely) if hearing.asked != "size" or has_money(line) else []
    fixed = [Mark(price.start, price.end, Meaning(("price",))) for price in prices]
    if NO_KEY in held:
        fixed += _quotes(words, first, last)
    if numbers or hearing.asked == "size" or not SIZE_WORDS.isdisjoint(held):
        fixed += _sizes(line, fixed, asked=hearing.asked == "size")
    lift = None if prices or PRICE_WORDS.isdisjoint(held) else lifts_budget(line)
    if lift is not None:
        fixed.append(Mark(lift.start, lift.end, Meaning(("price",))))
    marks = _sized_kinds(words, _phrases(words, first, last, sorted(fixed, key=_start), lexicon))
    if hearing.layers != ALL_LAYERS:
        marks = [mark for mark in (_reduced(mark, hearing.layers) for mark in marks) if mark is not None]
    if any("basket" in mark.what.cues for mark in marks):
        marks = [_without(mark, "drop") for mark in marks]
    return Marked(marks, prices, lift is not None)


def _quotes(words: Words, first: int, last: int) -> list[Mark]:
    """The listing's own lines, which say what they say and nothing else."""
    return [
        Mark(at, at + 1, Meaning((), (Sense(attribute_of(token.word), token.word, hint=False),)))
        for at, token in enumerate(words.tokens[first:last], start=first)
        if token.kind == QUOTE
    ]


def inner_marks(words: Words, mark: Mark) -> list[Mark]:
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


def _reduced(mark: Mark, layers: Layers) -> Mark | None:
    """A mark without what layers that are left out say of it."""
    meaning = mark.what
    if not layers.operations:
        meaning = meaning._replace(cues=tuple(cue for cue in meaning.cues if cue == "price"))
    if not layers.bridge:
        meaning = meaning._replace(senses=tuple(sense for sense in meaning.senses if not sense.hint))
    return mark._replace(what=meaning) if meaning != Meaning() else None


def _without(mark: Mark, cue: str) -> Mark:
    cues = tuple(name for name in mark.what.cues if name != cue)
    return mark._replace(what=mark.what._replace(cues=cues))


def _sizes(line: Line, marks: list[Mark], *, asked: bool) -> list[Mark]:
    """The sizes outside of the marks there are."""
    taken = {place for mark in marks for place in range(mark.start, mark.end)}
    return [
        Mark(size.start, size.end, Meaning((), (Sense("size", size.value, size.measure),)))
        for size in find_sizes(line, asked=asked)
        if taken.isdisjoint(range(size.start, max(size.end, size.start + 1)))
    ]


def _sized_kinds(words: Words, marks: list[Mark]) -> list[Mark]:
    """With the size before a kind: "a medium hoodie", "a large red shirt"."""
    found = []
    for place, mark in enumerate(marks):
        if any(sense.attribute == "category" for sense in mark.what.senses):
            at = _before_properties(marks, place)
            if at is not None and words.keys[at] in _BODY_SIZES:
                size = Sense("size", f"{words.keys[at]} ({words.keys[at][0]})", hint=False)
                found.append(Mark(at, at + 1, Meaning((), (size,))))
    return sorted([*marks, *found], key=_start) if found else marks


def _before_properties(marks: list[Mark], place: int) -> int | None:
    """The word before a kind and the properties right before it, when no mark has it."""
    while place and marks[place - 1].end == marks[place].start and marks[place - 1].what.senses:
        place -= 1
    at = marks[place].start - 1
    free = at >= 0 and (place == 0 or marks[place - 1].end <= at)
    return at if free else None


def _start(mark: Mark) -> int:
    return mark.start


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
        mark = _set_aside(keys, at, stop, mark) or _brand(words, keys, at, stop, mark, lexicon) or mark
        if mark is None:
            at += 1
        else:
            found.append(mark)
            at = mark.end
    return found


def _set_aside(keys: list[str], at: int, stop: int, phrase: Mark | None) -> Mark | None:
    """Words that set an earlier goal aside, when no longer phrase says something else."""
    end = set_aside_at(keys, at, stop)
    if end is None or (phrase is not None and phrase.end > end):
        return None
    return Mark(at, end, Meaning(("override",)))


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
        return Mark(at, at + brand.words, Meaning((), (Sense("brand", brand.name, hint=False),)))
    return None
