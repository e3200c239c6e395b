"""Prices: what may be spent, told in digits or words, as a cap, a floor, a range, or lifted.

Invariant: a number is a price only when a currency, a price word, the question asked, or a bound with nothing measured
after it says so; measures, sizes, counts and shares never are.
"""

# ruff: noqa: E501 - one pattern a line
from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple, TypeAlias

from reducers.reading.lines import Hit, Line

__all__ = ["PRICE_WORDS", "Price", "find_prices", "has_money", "lifts_budget"]

PriceKind: TypeAlias = Literal["max", "min", "range", "around", "bare"]


class Price(NamedTuple):
    """A price told at words `start` to `end`, in hundredths; an end that is not told is None."""

    start: int
    end: int
    kind: PriceKind
    low: int | None
    high: int | None


_SIGN = r"\$|\u20ac|\u00a3|\u20b9|rs|usd|inr|eur|gbp|us \$"
_COIN = r"dollar|buck|quid|pound|euro|usd|eur|gbp|rupee|rs|inr|peso|\$|\u20ac|\u00a3|dollar us"
_AMOUNT = rf"(?:(?:{_SIGN}) )?\d+(?:\.\d+)?(?: (?:k|grand))?(?: (?:{_COIN}))?"
_FILL = r"(?:(?:can|could|now|will|about|around|roughly|of|a|an|the|my|is|be|at|to|say|like|something|approximately|price|total|maybe|only) )*"
_NOT = (
    r"(?:cant|dont|wont|wouldnt|shouldnt|mustnt|not|never|nothing|no|couldnt|isnt|without|rather not|nor|none|nowhere)"
)
_OVER = r"(?:over|above|beyond|past|exceed|exceeding|more than|higher than|pricier than|dearer than|north of|upward of)"
_UNDER = r"(?:under|below|beneath|less than|lower than|cheaper than|south of)"
_CAP = (
    rf"(?<!no )(?<!not ){_UNDER}|up to|at most|at the most|maximum|max|maxing out at|max out at|no more than|within|inside"
    r"|(?:upper |spending |price |budget )?(?:limit|cap|ceiling)|budget|stretch to|stretch as far as|go to|go up to"
    r"|go as high as|as high as|as much as|raise it to|raise that to|raise the budget to|up it to|bump it to|push to"
    r"|most i (?:can|could|will|would|want to|wanna|am willing to|may) (?:spend|pay|afford|go|do|part with)"
    r"|can spend|could spend|will spend|to spend|can pay|could pay|will pay|willing to pay|happy to pay|can afford"
    r"|could afford|spend|spending|pay|paying|afford|prepared to pay|top out at|not exceed|exceed|until|till|under budget of"
    r"|set aside|have|got|ive got|only have|only got|i have about|limit me to|limited to|cap it|cap that|cap this|cap the price|cap them|keep it to|keep to|tops"
)
_FLOOR = rf"(?<!no )(?<!not ){_OVER}|at least|minimum|min|starting at|starting from|start at|from|no less than|upward"
_RANGE = re.compile(
    rf"(?P<lead>between|from|anywhere from|anywhere between|somewhere between|range of|range is|range|within)? ?"
    rf"(?P<a>{_AMOUNT}) (?:and|to|-|or|until|through) (?P<b>{_AMOUNT})(?![\d.])"
)
_NOT_OVER = re.compile(rf"\b(?P<op>(?:{_NOT}|if) (?:[a-z]+ ){{0,6}}?{_OVER}) {_FILL}(?P<a>{_AMOUNT})(?![\d.])")
_NOT_UNDER = re.compile(rf"\b(?P<op>{_NOT} (?:[a-z]+ ){{0,4}}?{_UNDER}) {_FILL}(?P<a>{_AMOUNT})(?![\d.])")
_CAPPED = re.compile(rf"\b(?P<op>{_CAP}) {_FILL}(?P<a>{_AMOUNT})(?![\d.])")
_FLOORED = re.compile(rf"\b(?P<op>{_FLOOR}) {_FILL}(?P<a>{_AMOUNT})(?![\d.])")
_AROUND = re.compile(
    rf"\b(?P<op>around|about|roughly|approximately|circa|near|close to|somewhere near|ish) (?P<a>{_AMOUNT})(?![\d.])"
)
_AFTER_CAP = re.compile(
    rf"\b(?P<a>{_AMOUNT}) (?P<op>or (?:le|less|under|below|cheaper|lower|fewer)|and (?:under|below)|max|maximum|tops?"
    r"|at most|at the most|limit|ceiling|cap|is my (?:limit|max|maximum|budget|cap|ceiling)|is the (?:limit|most|max|maximum)"
    r"|is all i|is as (?:high|much)|at the outside|or so at most|to spend|budget|price limit|spending limit|is plenty)\b"
)
_AFTER_FLOOR = re.compile(
    rf"\b(?P<a>{_AMOUNT}) (?P<op>or (?:more|above|over|up|higher)|and (?:up|above|over|more|higher)|plus|\+|minimum|upward|at least)"
)
_BARE = re.compile(rf"(?P<a>(?:(?:{_SIGN}) )\d+(?:\.\d+)?(?: k)?|\d+(?:\.\d+)?(?: k)?(?: (?:{_COIN})))(?![\d.])")
_LONE = re.compile(r"^(?:[,.!-] )?(?:[a-z]+ ){0,4}?(?P<a>\d+(?:\.\d+)?(?: k)?)(?: [a-z]+){0,3}[ .!]*$")

_MONEY_WORD = re.compile(
    r"\b(?:price|priced|budget|cost|costing|spend|spending|pay|paying|money|cash|afford|affordable|cheap|cheaper|expensive"
    rf"|worth|my range|{_COIN})\b|[$\u20ac\u00a3\u20b9]"
)
_MARKED = re.compile(rf"(?:{_SIGN}) \d|\d(?: k| grand)? (?:{_COIN})\b|\d (?:k|grand)\b")
_BOUNDARY = re.compile(
    r"^ ?(?:$|[.,;!?)\-]|(?:please|on|for|if|thanks|thank|but|and|or|with|in|would|will|total|all|per|including|so|that|which|then|now|instead|only|though|altogether|tops|max)\b)"
)
_ALWAYS_BOUND = re.compile(
    rf"^(?:{_NOT} .*|{_UNDER}|up to|at most|at the most|max|maximum|no more than|stretch to|go up to|within|{_OVER}|at least|minimum|or .*|and .*|tops?"
    r"|stretch as far as|as much as|limit|cap|ceiling|cap it|cap that|cap this|cap them|go to|go up to|go as high as|max out at)$"
)
_NOT_MONEY = re.compile(
    r"\b(?:size|sizes|uk|us|eu|waist|wrist|chest|inseam|age|aged|number|no|pack of|set of|model|floor|volume) (?:is |a |an |of )?$"
)
_PAST = re.compile(
    r"\b(?:bought|paid|cost me|sold|was|were|had been|used to|last (?:year|time|week|month)|saw)\b[^.]{0,40}$"
)
_JOINING = frozenset({"and", "to", "-", "or", "until", "through"})
_OVER_WORDS = frozenset("over above beyond past exceed exceeding more higher pricier dearer north upward".split())  # noqa: SIM905
_UNDER_WORDS = frozenset("under below beneath less lower cheaper south".split())  # noqa: SIM905
_AROUND_WORDS = frozenset("around about roughly approximately circa near close somewhere ish".split())  # noqa: SIM905
"""Words of which a text has one where a pattern of two bounds, or of a bound put that way, fits."""
_SMALLEST = 5
_WINDOW = 80
"""Characters around a number that decide what it is."""
_CENTS, _THOUSAND = 100, 1_000
_LARGEST = 10**12
_AROUND_LOW, _AROUND_HIGH = 0.8, 1.2

PRICE_WORDS = frozenset(
    """price budget cost money limit cap ceiling spend spending expense sky skys cheque check much maximum splurge
    restriction max minimum""".split()  # noqa: SIM905
)
"""Words one of which a sentence has that lifts a limit on the price."""

_LIFTED = re.compile(
    r"\b(?:"
    r"(?:no|without a|without any|isnt a|not a|there no|theres no|remove (?:the|any|my)|lift (?:the|any|my)|any) "
    r"(?:more |longer |upper |real |particular |fixed |set |strict )?(?:price |budget |spending |money )?(?:limit|cap|ceiling|maximum|restriction|budget constraint)"
    r"|(?:forget|forget about|ignore|drop|lift|remove|scrap|scratch|lose|ditch|dont worry about|never mind|disregard|take off|get rid of"
    r"|do away with|cancel|erase|clear|delete|strike|skip|waive|relax|never mind about|dont mind|stop worrying about|not worried about|dont care about"
    r"|dont care|doesnt matter|no need to worry about|no longer care about|no longer worried about|not bothered about|not concerned about|not fussed about|overlook|discard|bin|undo|lose sight of"
    r") (?:[a-z]+ ){0,3}?(?:price|budget|cap|limit|ceiling|minimum|maximum|cost|spending|money|how much)"
    r"|(?:price|budget|cost|money|limit|cap|ceiling|expense|spending|how much)(?: [a-z]+){0,3} "
    r"(?:doesnt matter|dont matter|doesnt apply|no longer|isnt (?:an |a |important|my)|isnt important|is not (?:an|a) |no object|no issue|no concern|no problem"
    r"|not an issue|not a problem|not a concern|unimportant|can go(?! (?:up|to|as|higher|over))|is gone|is off|irrelevant|flexible|open|unlimited|out of the window)"
    r"|any price|any budget|at any cost|whatever (?:it|the|they) (?:cost|price)|sky the limit|skys the limit|regardless of (?:the )?(?:price|cost)|spend whatever|whatever the price"
    r"|no matter (?:the|what|how) (?:price|cost|it cost|much)|unlimited budget|no budget|blank check|blank cheque|splurge|spare no expense|no expense spared|price no object|money no object"
    r")\b"
)


def lifts_budget(line: Line) -> Hit | None:
    """Where a stretch lifts the limit on the price, if it does; a number means that it sets another instead."""
    hit = next(line.find(_LIFTED), None)
    if hit is None or _MARKED.search(line.text, hit.match.end()):
        return None
    return hit


def has_money(line: Line) -> bool:
    """Whether a stretch speaks of money at all."""
    return _MONEY_WORD.search(line.text) is not None


def find_prices(line: Line, *, asked: bool) -> list[Price]:
    """The prices of a stretch in order; `asked` when the question was about the budget."""
    money = asked or bool(_MONEY_WORD.search(line.text))
    found: list[Price] = []
    taken: set[int] = set()
    for price in (*_ranges(line, money=money), *_bounds(line, money=money), *_bare(line, asked=asked)):
        place = range(price.start, price.end)
        if taken.isdisjoint(place):
            found.append(price)
            taken.update(place)
    return sorted(found)


def _minor(amount: str) -> int:
    number = re.search(r"\d+(?:\.\d+)?", amount)
    value = 0.0 if number is None else float(number.group())
    if re.search(r"\b(?:k|grand)\b", amount):
        value *= _THOUSAND
    return min(round(value * _CENTS), _LARGEST)


def _measured(line: Line, hit: Hit) -> bool:
    """Whether what follows the number says that it measures or counts something else, or what stands before does."""
    return bool(_NOT_MONEY.search(_before(line, hit.match.start("a"))))


def _after(line: Line, offset: int) -> str:
    """What stands just after an offset."""
    return line.text[offset : offset + _WINDOW]


def _before(line: Line, offset: int) -> str:
    """What stands just before an offset."""
    return line.text[max(0, offset - _WINDOW) : offset]


def _is_money(line: Line, hit: Hit, *, money: bool) -> bool:
    if _MARKED.search(hit.match.group()):
        return True
    if _measured(line, hit) or not _BOUNDARY.match(_after(line, hit.match.end())):
        return False
    operator = hit.match.groupdict().get("op") or ""
    large = _minor(hit.match.group("a")) >= _SMALLEST * _CENTS
    return large and (money or bool(_ALWAYS_BOUND.match(operator)))


def _ranges(line: Line, *, money: bool) -> Iterator[Price]:
    for hit in () if _JOINING.isdisjoint(line.words) else line.find(_RANGE):
        low, high = _minor(hit.match.group("a")), _minor(hit.match.group("b"))
        marked = _MARKED.search(hit.match.group()) is not None
        after = _after(line, hit.match.end())
        lead = hit.match.group("lead") is not None
        plain = (money or lead) and not _measured(line, hit) and _BOUNDARY.match(after) is not None
        if low < high and (marked or (plain and low >= _SMALLEST * _CENTS)):
            yield Price(hit.start, hit.end, "range", low, high)


def _bounds(line: Line, *, money: bool) -> Iterator[Price]:
    words = line.words
    patterns: tuple[tuple[re.Pattern[str], PriceKind, bool], ...] = (
        (_AFTER_CAP, "max", True),
        (_AFTER_FLOOR, "min", True),
        (_NOT_OVER, "max", not _OVER_WORDS.isdisjoint(words)),
        (_NOT_UNDER, "min", not _UNDER_WORDS.isdisjoint(words)),
        (_CAPPED, "max", True),
        (_FLOORED, "min", True),
        (_AROUND, "around", not _AROUND_WORDS.isdisjoint(words)),
    )
    for pattern, kind, possible in patterns:
        for hit in line.find(pattern) if possible else ():
            if not _is_money(line, hit, money=money) or _PAST.search(_before(line, hit.match.start())):
                continue
            amount = _minor(hit.match.group("a"))
            if not amount:
                continue
            yield _priced(hit, kind, amount)


def _priced(hit: Hit, kind: PriceKind, amount: int) -> Price:
    if kind == "around":
        return Price(hit.start, hit.end, kind, round(amount * _AROUND_LOW), round(amount * _AROUND_HIGH))
    return Price(hit.start, hit.end, kind, amount if kind == "min" else None, None if kind == "min" else amount)


def _bare(line: Line, *, asked: bool) -> Iterator[Price]:
    for hit in line.find(_BARE):
        if _minor(hit.match.group("a")) and not _PAST.search(_before(line, hit.match.start())):
            yield Price(hit.start, hit.end, "bare", None, _minor(hit.match.group("a")))
    if asked:
        for hit in line.find(_LONE):
            if _minor(hit.match.group("a")) and not _measured(line, hit):
                place = line.word(hit.match.start("a"))
                yield Price(place, place + 1, "bare", None, _minor(hit.match.group("a")))
