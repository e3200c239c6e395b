"""Number words and units in one form, for listings and messages alike: "ninety-five per cent" and "95%" meet.

Invariant: `fold_numbers` keeps the order and the span of every token; it only joins tokens that say one number and
gives units one name.
"""

from __future__ import annotations

from typing import NamedTuple

from catalog.lexicon_text import Token

__all__ = ["DIGITS", "UNITS", "digits_value", "fold_numbers", "number_text"]

_ONES = {
    word: value
    for value, word in enumerate(
        (
            *(
                "zero",
                "one",
                "two",
                "three",
                "four",
                "five",
                "six",
                "seven",
                "eight",
                "nine",
                "ten",
                "eleven",
                "twelve",
            ),
            *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
        )
    )
}
_TENS = {
    "twenty": 20,
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "seventy": 70,
    "eighty": 80,
    "ninety": 90,
    "fourty": 40,
    "fivty": 50,
    "ninty": 90,
}
DIGITS = {word: str(value) for word, value in {**_ONES, **_TENS}.items() if value != 1}
"""Number words of one word with their digits; "one" is left out, being a pronoun more often."""

UNITS = {
    "inch": "inch",
    "inches": "inch",
    "inchs": "inch",
    "in": "inch",
    "cm": "cm",
    "cms": "cm",
    "centimeter": "cm",
    "centimeters": "cm",
    "centimetre": "cm",
    "centimetres": "cm",
    "centimetere": "cm",
    "mm": "mm",
    "mms": "mm",
    "millimeter": "mm",
    "millimeters": "mm",
    "millimetre": "mm",
    "millimetres": "mm",
    "milimeters": "mm",
    "milimeter": "mm",
    "milimetres": "mm",
    "meter": "m",
    "meters": "m",
    "metre": "m",
    "metres": "m",
    "ft": "foot",
    "foot": "foot",
    "feet": "foot",
    "kg": "kg",
    "kgs": "kg",
    "kilo": "kg",
    "kilos": "kg",
    "g": "g",
    "gram": "g",
    "grams": "g",
    "gms": "g",
    "gm": "g",
    "oz": "oz",
    "ounce": "oz",
    "ounces": "oz",
    "lb": "lb",
    "lbs": "lb",
    "ml": "ml",
    "litre": "l",
    "litres": "l",
    "liter": "l",
    "liters": "l",
    "ltr": "l",
    "denier": "d",
    "den": "d",
    "atm": "atm",
    "atmospheres": "atm",
    "bar": "bar",
    "bars": "bar",
    "gsm": "gsm",
    "percent": "%",
    "pct": "%",
    "degree": "deg",
    "degrees": "deg",
    "degress": "deg",
    "celsius": "deg",
    "centigrade": "deg",
    "fahrenheit": "deg",
    "year": "year",
    "years": "year",
    "yr": "year",
    "yrs": "year",
    "month": "month",
    "months": "month",
    "mths": "month",
    "week": "week",
    "weeks": "week",
    "day": "day",
    "days": "day",
    "hour": "hour",
    "hours": "hour",
    "hr": "hour",
    "hrs": "hour",
    "minute": "minute",
    "minutes": "minute",
    "mph": "mph",
    "km": "km",
    "miles": "mile",
    "mile": "mile",
    "carat": "carat",
    "carats": "carat",
    "karat": "carat",
    "karats": "carat",
}
"""Words for units after a number, and the one name that each has here."""

_SURE_UNITS = frozenset({"inch", "inches", "cm", "centimeter", "centimetre", "mm", "percent", "per"})
"""Units after which even "one" is a number."""
_HALVES = {"half": 0.5, "quarter": 0.25}
_PARTS_OF_HUNDRED = ("part", "parts", "out", "of", "in", "every", "per", "a", "hundred", "100", "threads", "fibers")
_TEN = 10


class _Run(NamedTuple):
    """A number read, and the place after it."""

    value: float
    after: int


def number_text(value: float) -> str:
    """A number in its shortest decimal form.

    >>> number_text(19.5), number_text(48.0)
    ('19.5', '48')
    """
    return f"{value:.4f}".rstrip("0").rstrip(".")


def _word(found: list[Token], at: int) -> str:
    return found[at].word if at < len(found) else ""


def digits_value(word: str) -> float | None:
    """The value of digits with thousands separators or a decimal point, None when they are none.

    >>> digits_value("1,150.50"), digits_value("9,5"), digits_value("1.2.3")
    (1150.5, 9.5, None)
    """
    whole, _, decimals = word.partition(".")
    groups = whole.split(",")
    if len(groups) > 1 and all(len(group) == len("000") for group in groups[1:]):
        whole = "".join(groups)
    elif len(groups) == len("ab") and not decimals:
        whole, decimals = groups
    if not whole.isdigit() or (decimals and not decimals.isdigit()):
        return None
    return float(f"{whole}.{decimals or 0}") if len(whole) < len("1000000000000000") else None


def _small(found: list[Token], at: int) -> _Run | None:
    """A number below a hundred."""
    word = _word(found, at)
    if word in _TENS:
        ones = _ONES.get(_word(found, at + 1), 0)
        return _Run(_TENS[word] + ones, at + 2) if 0 < ones < _TEN else _Run(_TENS[word], at + 1)
    return _Run(_ONES[word], at + 1) if word in _ONES else None


def _hundreds(found: list[Token], at: int) -> _Run | None:
    """A number below a thousand; "a hundred" counts."""
    run = _small(found, at)
    if run is None and _word(found, at) == "a" and _word(found, at + 1) == "hundred":
        run = _Run(1, at + 1)
    if run is None and _word(found, at) == "hundred":
        run = _Run(1, at)
    if run is None or _word(found, run.after) != "hundred":
        return run
    after = run.after + 1
    rest = _small(found, after + (_word(found, after) == "and"))
    return _Run(run.value * 100, after) if rest is None else _Run(run.value * 100 + rest.value, rest.after)


def _whole(found: list[Token], at: int) -> _Run | None:
    """A number in words."""
    run = _hundreds(found, at)
    if run is None and _word(found, at) == "a" and _word(found, at + 1) in {"thousand", "grand"}:
        run = _Run(1, at + 1)
    if run is None or _word(found, run.after) not in {"thousand", "grand"}:
        return run
    after = run.after + 1
    rest = _hundreds(found, after + (_word(found, after) == "and"))
    return _Run(run.value * 1000, after) if rest is None else _Run(run.value * 1000 + rest.value, rest.after)


def _number(found: list[Token], at: int) -> _Run | None:
    """A number in digits or words, with "and a half" or "point five"."""
    token = found[at]
    if token.kind == "number":
        value = digits_value(token.word)
        run = None if value is None else _Run(value, at + 1)
    else:
        run = _dozen(found, at) or _whole(found, at)
    return run and _fraction(found, run)


def _dozen(found: list[Token], at: int) -> _Run | None:
    if _word(found, at) == "dozen":
        return _Run(12, at + 1)
    if _word(found, at) in {"a", "one"} and _word(found, at + 1) == "dozen":
        return _Run(12, at + 2)
    return None


def _fraction(found: list[Token], run: _Run) -> _Run:
    """The number with the half, quarter or decimals that follow it."""
    at = run.after
    if _word(found, at) == "and" and _word(found, at + 1) == "a" and _word(found, at + 2) in _HALVES:
        return _Run(run.value + _HALVES[_word(found, at + 2)], at + 3)
    if _word(found, at) == "point" and _ONES.get(_word(found, at + 1), _TEN) < _TEN:
        return _Run(run.value + _ONES[_word(found, at + 1)] / _TEN, at + 2)
    if _word(found, at) in {"\u00bd", "1/2"}:
        return _Run(run.value + 0.5, at + 1)
    return run


def fold_numbers(found: list[Token]) -> list[Token]:
    """The tokens with number words as digits and units in one name; a lone "one" stays a word.

    >>> from catalog.lexicon_text import tokens
    >>> [t.word for t in fold_numbers(tokens('Forty-eight cm, 19 and a half inches, 95 percent, 2" heel'))]
    ['48', 'cm', ',', '19.5', 'inch', ',', '95', '%', ',', '2', 'inch', 'heel']
    """
    folded: list[Token] = []
    at = 0
    while at < len(found):
        run = _number(found, at) if _may_start(found, at) else None
        if run is None:
            folded.append(found[at])
            at += 1
            continue
        first, last = found[at], found[run.after - 1]
        folded.append(Token(number_text(run.value), first.start, last.end, "number", first.tight))
        at = run.after
        at += _fold_unit(found, at, folded)
    return folded


def _may_start(found: list[Token], at: int) -> bool:
    token = found[at]
    if token.kind == "number" or token.word in _TENS or token.word == "dozen":
        return True
    if token.word in {"a", "one"}:
        after = _word(found, at + 1)
        return after in {"hundred", "thousand", "grand", "dozen"} or (token.word == "one" and after in _SURE_UNITS)
    if token.word == "hundred":
        return _word(found, at + 1) in _SURE_UNITS
    return token.word in _ONES


def _fold_unit(found: list[Token], at: int, folded: list[Token]) -> int:
    """Append the unit that follows a number; how many tokens it took."""
    word = _word(found, at)
    unit = UNITS.get(word)
    if word == '"' and found[at].tight:
        unit = "inch"
    if word == "\u00b0":
        return _append(found, at, 1 + (_word(found, at + 1) in {"c", "f"}), "deg", folded)
    if word == "per" and _word(found, at + 1) in {"cent", "hundred"}:
        return _append(found, at, 2, "%", folded)
    share = _share(found, at)
    if share:
        return _append(found, at, share, "%", folded)
    if unit is None or (word == "in" and not _stands_alone(found, at)):
        return 0
    return _append(found, at, 1, unit, folded)


def _stands_alone(found: list[Token], at: int) -> bool:
    """Whether "in" after a number is an inch: joined to it, or at the end of a stretch."""
    return found[at].tight or at + 1 == len(found) or found[at + 1].word in {",", ".", "x", "heel", "wide", "long"}


def _share(found: list[Token], at: int) -> int:
    """How many tokens say "parts in a hundred" after a number."""
    end = at
    while _word(found, end) in _PARTS_OF_HUNDRED:
        end += 1
    words = [found[place].word for place in range(at, end)]
    told = ("hundred" in words or "100" in words) and ("in" in words or "out" in words or "per" in words)
    return end - at if told else 0


def _append(found: list[Token], at: int, count: int, unit: str, folded: list[Token]) -> int:
    first, last = found[at], found[at + count - 1]
    folded.append(Token(unit, first.start, last.end, "unit", first.tight))
    return count
