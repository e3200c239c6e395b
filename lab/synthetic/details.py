"""The details of a listing: keys with the coverage of the contest's catalog (SATU, Terrace-NUS), about 290 in all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lab.synthetic import words
from lab.synthetic.draws import Dice, share

if TYPE_CHECKING:
    from lab.synthetic.sketch import Sketch

__all__ = ["details"]

_EMPTY = share(0.0334)
_SPARSE, _BOTH, _DATED = share(0.36), share(0.62), share(0.75)
_PACKAGE, _MODEL, _DEPARTMENT, _DATE = share(0.58), share(0.592), share(0.912), share(0.980)
_MAKER, _DISCONTINUED, _ORIGIN, _WEIGHT, _PRODUCT = share(0.82), share(0.93), share(0.46), share(0.36), share(0.26)
_COLOR, _BRAND, _MATERIAL, _STYLE = share(0.073), share(0.048), share(0.0425), share(0.036)
_SIZE, _BRAND_NAME, _SPECIAL, _RARE = share(0.0192), share(0.0126), share(0.09), share(0.07)

_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
           "November", "December")  # fmt: skip
_DEPARTMENT_ODD = share(0.02)


def details(sketch: Sketch, dice: Dice, *, bare: bool) -> dict[str, str]:
    """Key and value pairs in a listing's order; empty for one product in thirty.

    A `bare` listing, one without bullets, often has a single detail too: the thin cards come from there.
    """
    found: dict[str, str] = {}
    if dice.chance(_EMPTY):
        return found
    if bare and dice.chance(_SPARSE):
        return _sparse(sketch, dice)
    _add_bookkeeping(found, sketch, dice)
    _add_usable(found, sketch, dice)
    _add_special(found, sketch, dice)
    return found


def _add_bookkeeping(found: dict[str, str], sketch: Sketch, dice: Dice) -> None:
    """What the warehouse knows: it opens almost every listing's details."""
    chance = dice.chance
    if chance(_PACKAGE):
        found["Package Dimensions"] = f"{_box(dice)} inches; {1 + dice.below(40)}.{dice.below(100):02d} Ounces"
    if chance(_PRODUCT):
        found["Product Dimensions"] = f"{_box(dice)} inches"
    if chance(_DISCONTINUED):
        found["Is Discontinued By Manufacturer"] = "No"
    if chance(_MODEL):
        found["Item model number"] = _model(dice)
    if chance(_DEPARTMENT):
        found["Department"] = _department(sketch, dice)
    if chance(_DATE):
        found["Date First Available"] = _date(dice)
    if chance(_MAKER):
        found["Manufacturer"] = sketch.store if chance(45000) else f"{sketch.store} Ltd."


def _sparse(sketch: Sketch, dice: Dice) -> dict[str, str]:
    """A date, a department, or both."""
    both, dated = dice.chance(_BOTH), dice.chance(_DATED)
    found = {"Department": _department(sketch, dice)} if both or not dated else {}
    if both or dated:
        found["Date First Available"] = _date(dice)
    return found


def _date(dice: Dice) -> str:
    """A day since 2008."""
    return f"{dice.pick(_MONTHS)} {1 + dice.below(28)}, {2008 + dice.below(15)}"


def _box(dice: Dice) -> str:
    """Three edges in inches."""
    length, width, height = (least + dice.below(span) for least, span in ((400, 1400), (20, 110), (0, 600)))
    return f"{length / 100:.2f} x {width / 10:.1f} x {height / 100:.2f}"


def _model(dice: Dice) -> str:
    """A model number; the letters tell nothing."""
    number = dice.number()
    letter = chr(65 + number % 26)
    number //= 26
    return f"{letter}{number % 90_000_000 + 10_000_000}" if number & 64 else f"{letter}{letter}-{number % 90_000}"


def _department(sketch: Sketch, dice: Dice) -> str:
    """A department in one of its spellings, rarely an odd one."""
    if dice.chance(_DEPARTMENT_ODD):
        return f"{dice.pick(words.ODD_PREFIXES)}-{dice.pick(words.ODD_SUFFIXES)}"
    return dice.pick(words.DEPARTMENTS[sketch.who])


def _add_usable(found: dict[str, str], sketch: Sketch, dice: Dice) -> None:
    """The few keys that say something about the product itself."""
    chance = dice.chance
    if chance(_COLOR) and sketch.color:
        found["Color"] = sketch.color if chance(40000) else f"{dice.pick(words.SHADES)} {sketch.color}"
    if chance(_BRAND):
        found["Brand"] = sketch.store
    if chance(_MATERIAL):
        found["Material"] = dice.pick(words.MATERIAL_LINES[sketch.material])
    if chance(_STYLE):
        found["Style"] = f"{dice.pick(sketch.family.looks)} {dice.pick(words.RARE_VALUES)}"
    if chance(_SIZE):
        found["Size"] = dice.pick(sketch.family.sizes)
    if chance(_BRAND_NAME):
        found["Brand Name"] = sketch.store


def _add_special(found: dict[str, str], sketch: Sketch, dice: Dice) -> None:
    """Origin, weight, a key of the family, and one of two hundred rare keys."""
    chance = dice.chance
    if chance(_ORIGIN):
        found["Country of Origin"] = dice.pick(words.PLACES)
    if chance(_WEIGHT):
        found["Item Weight"] = f"{1 + dice.below(30)}.{dice.below(10)} ounces"
    if chance(_SPECIAL):
        found[dice.pick(sketch.family.details)] = f"{dice.pick(sketch.family.looks)} {dice.pick(words.RARE_VALUES)}"
    if chance(_RARE):
        found[f"{dice.pick(words.RARE_PARTS)} {dice.pick(words.RARE_TRAITS)}"] = dice.pick(words.RARE_VALUES)
