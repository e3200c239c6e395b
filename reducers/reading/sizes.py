"""Sizes and measures: letters, numbers of every system, waist by length, widths, cups, and plain measures.

Invariant: a value is written in one way ("xl", "9 wide", "32x34", "eu 42", "42 mm"), and a lone number or letter is a
size only where the sentence or the question says so.
"""

# ruff: noqa: E501 - one pattern a line
from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from reducers.reading.lines import Hit, Line

__all__ = ["SIZE_WORDS", "Size", "find_sizes"]


class Size(NamedTuple):
    """A size told at words `start` to `end`; `measure` when it is a length, width or weight with its unit."""

    start: int
    end: int
    value: str
    measure: bool


_NUMBER = r"\d{1,3}(?:\.\d+)?"
_LETTERS = r"xxs|xs|xl|xxl|xxxl|xxxxl|\d xl|\d x|x large|xx large|xxx large|x small|xx small|extra large|extra small|double xl|triple xl|extra extra large"
_WORDS = r"small|medium|large"
_ONE_LETTER = r"s|m|l"
_SPECIAL = r"petite|plus size|one size|free size|onesize|freesize|big and tall|plus sized|queen size|curvy|tall size|one size fits all"
_WIDTH = r"(?: (?P<width>wide|extra wide|narrow|w|ee|eee|2 e|4 e|d|medium width|wide width|wide fit|narrow fit)\b)?"
_LEAD = r"size|sizes|sized|sz|i take|i take a|take a|i wear|i wear a|wear a|wears a|wears|im a|hes a|shes a|im usually a|im normally a|usually a|in a size|a size"

_SIZED = re.compile(
    rf"\b(?:{_LEAD})(?: (?:is|of|a|an|in|about|around|:|-|number|the|usually|normally|size|be|should be|would be))* "
    rf"(?P<value>(?:(?:uk|us|eu|eur|european|ind) )?(?:{_NUMBER}|{_LETTERS}|{_WORDS}|{_ONE_LETTER}))\b{_WIDTH}"
    rf"(?! (?:%|inch|cm|mm|deg|dollar|buck))(?P<also>(?: (?:,|or|and|/|-|to) (?:{_NUMBER}|{_LETTERS}|{_WORDS}|{_ONE_LETTER})\b)*)"
)
_OTHER = re.compile(rf"{_NUMBER}|{_LETTERS}|{_WORDS}|{_ONE_LETTER}")
_SYSTEM = re.compile(
    rf"\b(?P<value>(?:uk|us|eu|eur|european) (?:size )?{_NUMBER}|{_NUMBER} (?:uk|us|eu|eur|european|petite|tall))\b{_WIDTH}"
)
_WAIST = re.compile(
    r"\b(?P<a>\d{2}) ?(?:w|waist)? ?(?:x|/|by) ?(?:l )?(?P<b>\d{2})(?: ?(?:l|length|leg|inseam))?\b(?! (?:cm|mm|inch|\d))"
)
_WAIST_WORDS = re.compile(
    r"\b(?:w (?P<a>\d{2}) l (?P<b>\d{2})|(?P<c>\d{2})(?: inch)? waist(?: and| ,| with)?(?: a)? (?P<d>\d{2})(?: inch)? (?:leg|length|inseam))\b"
)
_GIRTH = re.compile(
    rf"\b(?P<value>{_NUMBER}) (?:inch )?(?P<what>waist|inseam|chest|leg|collar|neck|bust|hip|sleeve)\b|\b(?P<where>waist|inseam|chest|bust|hip|collar)(?: size)?(?: is| of)? (?P<other>{_NUMBER})\b"
)
_WIDE = re.compile(rf"\b(?P<value>{_NUMBER}) (?P<width>wide|extra wide|narrow|ee|eee|d m|b m)\b(?! (?:lens|cm|mm|leg))")
_CUP = re.compile(r"\b(?P<value>(?:2[68]|3\d|4[0-8]) (?:aa|a|b|c|d|dd|ddd|e|f|ff|g|h))\b(?: cup)?")
_PLAIN_LETTERS = re.compile(rf"\b(?P<value>{_LETTERS}|{_SPECIAL})\b")
_IN_A = re.compile(
    rf"\b(?:in|in a|a|an|get|need|want|the|ladies|mens|woman|man|mean|meant|it|that|actually|sorry|say|usually|normally) (?P<value>{_WORDS})\b(?= ?(?:$|[.,;!?]|please|size|sized|fit|would|if|thanks|for me|or))"
)
_WORD_SIZE = re.compile(rf"\b(?P<value>{_LETTERS}|{_WORDS}) (?:size|sized|sizes)\b")
_MEASURE = re.compile(
    r"\b(?P<value>\d+(?:\.\d+)? (?:inch|cm|mm|m|foot|kg|g|oz|lb|ml|l|d|gsm|carat))\b"
    r"(?: (?P<what>wide|tall|high|long|deep|thick|across|in width|in height|in length|in diameter|width|height|length|diameter|thickness))?"
)
_BY = re.compile(r"\b(?P<a>\d+(?:\.\d+)?)(?: (?:inch|cm|mm))? (?:x|by) (?P<b>\d+(?:\.\d+)?) (?P<unit>inch|cm|mm)\b")
_AGE = re.compile(
    r"\b(?P<value>\d{1,2} (?:- |to )?\d{0,2} ?(?:month|year))(?! (?:old|ago|later|since|in|at|on|back|now|before|warranty|guarantee))\b"
)
_ASKED = re.compile(rf"\b(?P<value>{_NUMBER}|{_LETTERS}|{_WORDS}|{_ONE_LETTER})\b{_WIDTH}(?! (?:%|deg|dollar|buck))")

_DIGIT = re.compile(r"\d")
_UNITS = frozenset("inch cm mm m foot kg g oz lb ml l d gsm carat month year".split())  # noqa: SIM905 - one after another
_PLACES = frozenset({"waist", "inseam", "chest", "leg", "collar", "neck", "bust", "hip", "sleeve"})
_SIZE_LETTERS = frozenset("xxs xs xl xxl xxxl xxxxl x xx xxx extra double triple".split())  # noqa: SIM905
_NUMBERED = (
    (_SYSTEM, frozenset({"uk", "us", "eu", "eur", "european", "petite", "tall"})),
    (_CUP, frozenset("aa a b c d dd ddd e f ff g h".split())),  # noqa: SIM905
    (_WIDE, frozenset({"wide", "extra", "narrow", "ee", "eee", "d", "b"})),
)
_LETTERED = (
    (_SIZED, frozenset(["size", "sized", "sz", "take", "wear", "im", "hes", "shes", "usually", "normally"])),
    (_WORD_SIZE, frozenset({"size", "sized"})),
    (
        _PLAIN_LETTERS,
        _SIZE_LETTERS
        | frozenset({"petite", "plus", "1", "one", "free", "onesize", "freesize", "big"})
        | frozenset({"queen", "curvy", "tall"}),
    ),
    (_IN_A, frozenset({"small", "medium", "large"})),
)
"""The patterns that tell a size with and without a number, each with words of which a text has one that it fits."""

SIZE_WORDS = frozenset(
    """size sizes sized sz small medium large xs xl xxs xxl xxxl xxxxl petite plus onesize freesize curvy s m l x big extra
    double triple queen one free tall""".split()  # noqa: SIM905
)
"""Words one of which a sentence has that tells a size without a number."""

_LONG = {
    "x large": "xl",
    "xx large": "xxl",
    "xxx large": "xxxl",
    "x small": "xs",
    "xx small": "xxs",
    "extra large": "extra large (xl)",
    "extra small": "extra small (xs)",
    "extra extra large": "extra extra large (xxl)",
    "double xl": "xxl",
    "triple xl": "xxxl",
    "small": "small (s)",
    "medium": "medium (m)",
    "large": "large (l)",
    "s": "s (small)",
    "m": "m (medium)",
    "l": "l (large)",
}


def find_sizes(line: Line, *, asked: bool) -> list[Size]:
    """The sizes of a stretch in order; `asked` when the question was about the size."""
    found: list[Size] = []
    taken: set[int] = set()
    for size in _all(line, asked=asked):
        place = range(size.start, size.end)
        if taken.isdisjoint(place):
            found.append(size)
            taken.update(place)
    return sorted(found)


def _all(line: Line, *, asked: bool) -> Iterator[Size]:
    if _DIGIT.search(line.text) is not None:
        yield from _numbered(line)
    for pattern, words in _LETTERED:
        if not words.isdisjoint(line.words):
            for hit in line.find(pattern):
                yield from _sized(line, hit)
    for hit in line.find(_ASKED) if asked else ():
        yield from _sized(line, hit)


def _numbered(line: Line) -> Iterator[Size]:
    """The sizes that no one tells without a number."""
    yield from _waists(line)
    yield from _measures(line)
    for pattern, words in _NUMBERED:
        if not words.isdisjoint(line.words):
            for hit in line.find(pattern):
                yield from _sized(line, hit)
    for hit in () if _PLACES.isdisjoint(line.words) else line.find(_GIRTH):
        number = hit.match.group("value") or hit.match.group("other")
        where = hit.match.group("what") or hit.match.group("where")
        yield Size(hit.start, hit.end, f"{number} {where}", measure=False)


def _measures(line: Line) -> Iterator[Size]:
    if _UNITS.isdisjoint(line.words):
        return
    for hit in line.find(_BY):
        value = f"{hit.match.group('a')} x {hit.match.group('b')} {hit.match.group('unit')}"
        yield Size(hit.start, hit.end, value, measure=True)
    for pattern in (_MEASURE, _AGE):
        for hit in line.find(pattern):
            yield Size(hit.start, hit.end, hit.match.group(), measure=True)


def _waists(line: Line) -> Iterator[Size]:
    for hit in line.find(_WAIST):
        yield Size(hit.start, hit.end, f"{hit.match.group('a')}x{hit.match.group('b')}", measure=False)
    for hit in line.find(_WAIST_WORDS):
        one = hit.match.group("a") or hit.match.group("c")
        other = hit.match.group("b") or hit.match.group("d")
        yield Size(hit.start, hit.end, f"{one}x{other} ({one} waist, {other} leg)", measure=False)


def _written(value: str) -> str:
    if value in _LONG:
        return _LONG[value]
    value = re.sub(r"^(\d) (xl|x)$", r"\1\2", value)
    value = re.sub(r"^(\d\d) ([a-h]{1,3})$", r"\1\2", value)
    return re.sub(r"^(\d+(?:\.\d+)?) (uk|us|eu)$", r"\2 \1", value).replace(" size", "")


def _sized(line: Line, hit: Hit) -> Iterator[Size]:
    parts = hit.match.groupdict()
    start = line.word(hit.match.start("value"))
    if hit.match.re is _IN_A:
        # What leads to the word ("I mean medium") has a meaning of its own.
        yield Size(start, hit.end, _written(parts["value"] or ""), measure=False)
        return
    width = parts.get("width")
    value = _written(parts["value"] or "") + (f" {width}" if width else "")
    if not parts.get("also"):
        yield Size(min(start, hit.start), hit.end, value, measure=False)
        return
    first, last = hit.match.span("also")
    yield Size(min(start, hit.start), line.word(first - 1) + 1, value, measure=False)
    for other in _OTHER.finditer(line.text, first, last):
        yield Size(line.word(other.start()), line.word(other.end() - 1) + 1, _written(other.group()), measure=False)
