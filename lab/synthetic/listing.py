"""The title and the bullets of a listing, in the manners that sellers have.

The structured manner opens with boilerplate (material line, "Imported", closure, care), which is where shared cards
come from: in the contest's catalog 22.4% of the products share a full card with another. A block for printed shirts,
the same on every product that carries it, gives the few very large classes (the largest there has 442).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lab.synthetic import words
from lab.synthetic.draws import Dice, share, weighted
from lab.synthetic.sentences import measure, sentence, sized_run

if TYPE_CHECKING:
    from lab.synthetic.sketch import Sketch

__all__ = ["bullets", "title"]

_PRINT_NOUNS = frozenset({"tee", "graphic tee", "hoodie", "sweatshirt", "tank top"})
_PRINT_BLOCK = (
    "Plain shades: 100% Cotton; Heather Grey: 90% Cotton, 10% Polyester; other heathers: 50% Cotton, 50% Polyester",
    "Imported",
    "Machine Wash",
    "Light, classic cut, double-needle hems",
    "Designed and printed after you order",
)
_APOSTROPHE = "'"
_NAMELESS, _HALF, _SIZED = share(0.45), share(0.5), share(0.6)
_PRINTED = share(0.45)
_WHOSE = {"Women": "Women's", "Men": "Men's", "Girls": "Girls'", "Boys": "Boys'", "Unisex": "Unisex"}

_MANY = (5, 5, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 11, 12, 14)
_FEW = (1, 2, 2, 3, 3, 4, 4, 4)

_STRUCTURED, _SPOKEN, _SPEC, _DECORATED, _STUFFED = range(5)
_MANNERS = weighted(((_STRUCTURED, 58), (_SPOKEN, 24), (_SPEC, 8), (_DECORATED, 7), (_STUFFED, 3)))
_LINED, _IMPORTED, _CLOSED, _CARED = share(0.92), share(0.53), share(0.78), share(0.80)


def title(sketch: Sketch, dice: Dice) -> str:
    """A title: mostly store, department, look, product, a part, colour and size; at times short or stuffed."""
    return dice.pick(_TITLES)(sketch, dice)


def _short_title(sketch: Sketch, dice: Dice) -> str:
    """Store, department and product; without a store it is a title that other products have too."""
    bare = f"{_WHOSE[sketch.who]} {sketch.noun.title()}"
    return bare if dice.chance(_NAMELESS) else _colored(f"{sketch.store} {bare}", sketch, " - {}")


def _stuffed_title(sketch: Sketch, dice: Dice) -> str:
    """Keywords in a row."""
    noun = sketch.noun.title()
    stuffing = " ".join(dice.pick(words.STUFFING).title() for _ in range(5))
    text = (
        f"{noun} for {_WHOSE[sketch.who].partition(_APOSTROPHE)[0]} {stuffing} {dice.pick(sketch.family.looks)} {noun}"
    )
    return _colored(text, sketch, " {}")


def _coded_title(sketch: Sketch, dice: Dice) -> str:
    """Store, product and a seller's code."""
    return _colored(f"{sketch.store} {sketch.noun.title()} {_code(dice)}", sketch, " {}")


def _plain_title(sketch: Sketch, dice: Dice) -> str:
    """Store, department, look and product."""
    return f"{sketch.store} {_WHOSE[sketch.who]} {dice.pick(sketch.family.looks)} {sketch.noun.title()}"


def _colored_title(sketch: Sketch, dice: Dice) -> str:
    """A plain title with the colour, often with the size too."""
    text = _colored(_plain_title(sketch, dice), sketch, ", {}" if dice.chance(_HALF) else " ({})")
    return f"{text}, {dice.pick(sketch.family.sizes)}" if dice.chance(_SIZED) else text


def _detailed_title(sketch: Sketch, dice: Dice) -> str:
    """A plain title that praises a part, with the colour."""
    part = f"{dice.pick(sketch.family.looks)} {dice.pick(sketch.family.parts).title()}"
    return _colored(f"{_plain_title(sketch, dice)} with {part}", sketch, ", {}")


_TITLES = weighted(
    (
        (_short_title, 1),
        (_stuffed_title, 2),
        (_coded_title, 2),
        (_plain_title, 1),
        (_detailed_title, 4),
        (_colored_title, 6),
    )
)


def _colored(text: str, sketch: Sketch, form: str) -> str:
    """The text with the colour after it, if the listing names one."""
    return text + form.format(sketch.color) if sketch.color else text


def _code(dice: Dice) -> str:
    """A seller's code, such as KR4821-7."""
    number = dice.number()
    return f"{chr(65 + number % 26)}{chr(65 + number // 26 % 26)}{number // 676 % 9000 + 1000}-{number % 9}"


def bullets(sketch: Sketch, dice: Dice) -> list[str]:
    """The feature list; empty with the chance that goes with the review count."""
    draw, band = dice.below(65536), sketch.band
    if draw >= band.some_bullets:
        return []
    wanted = dice.pick(_MANY if draw < band.many_bullets else _FEW)
    if sketch.noun in _PRINT_NOUNS and sketch.material == "cotton" and dice.chance(_PRINTED):
        return [*_PRINT_BLOCK[: max(wanted, 3)]]
    manner = dice.pick(_MANNERS)
    if manner == _STUFFED:
        return [_stuffed(sketch, dice)]
    lines = _opening(sketch, dice, manner)[:wanted]
    lines += [sentence(sketch, dice, place) for place in range(len(lines), wanted)]
    if manner == _DECORATED:
        mark = dice.pick(words.DECORATIONS)
        lines = [f"{mark}{line}" for line in lines]
    return lines


def _opening(sketch: Sketch, dice: Dice, manner: int) -> list[str]:
    """The first lines, by manner; the material is always named if it is one of the nine words."""
    if manner == _STRUCTURED:
        return _structured(sketch, dice)
    if manner == _SPEC:
        label = "Color shown" if sketch.color and dice.chance(30000) else "Item"
        shown = sketch.color if label == "Color shown" else sketch.noun
        return [
            f"Material: {dice.pick(words.MATERIAL_LINES[sketch.material])}",
            f"{label}: {shown}",
            measure(sketch, dice),
        ]
    phrase = dice.pick(words.MATERIAL_PHRASES[sketch.material])
    lines = [f"{dice.pick(sketch.family.looks)} {sketch.noun} in {phrase}"]
    if dice.chance(6000):
        lines.append(sized_run(sketch, dice))
    return lines


def _structured(sketch: Sketch, dice: Dice) -> list[str]:
    """Boilerplate lines, each there with its own chance."""
    family = sketch.family
    lines = []
    if dice.chance(_LINED):
        lines.append(dice.pick(words.MATERIAL_LINES[sketch.material]))
    if dice.chance(_IMPORTED):
        lines.append("Imported")
    if dice.chance(_CLOSED):
        lines.append(dice.pick(family.closures))
    care = words.CARE_LINES[family.care]
    if care and dice.chance(_CARED):
        lines.append(dice.pick(care))
    return lines


def _stuffed(sketch: Sketch, dice: Dice) -> str:
    """One bullet of over five hundred characters: keywords without end."""
    phrase = dice.pick(words.MATERIAL_PHRASES[sketch.material])
    keywords = " ".join(
        f"{dice.pick(words.STUFFING)} {dice.pick(sketch.family.looks).lower()} {sketch.noun}" for _ in range(18)
    )
    return f"{phrase} {keywords} for {dice.pick(words.OCCASIONS)} {keywords[:160]}"
