"""One bullet or sentence about a product, put together from the parts of its family and the shared words.

The parts multiply to some 10**7 sentences a family, so that nine values in ten stay on one product, as in the
contest's catalog (SATU: 89.8% of the whole phrases).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lab.synthetic import words

if TYPE_CHECKING:
    from collections.abc import Callable

    from lab.synthetic.draws import Dice
    from lab.synthetic.sketch import Sketch

__all__ = ["description", "measure", "sentence", "sized_run"]


def _praise(sketch: Sketch, dice: Dice) -> str:
    """A heading and one property."""
    part, claim = dice.pick(sketch.family.parts), dice.pick(sketch.family.claims)
    return f"{dice.pick(words.HEADS)}: the {part} {claim}, {dice.pick(words.BENEFITS)}"


def _loud(sketch: Sketch, dice: Dice) -> str:
    """A heading in capitals and two properties."""
    head, benefit = dice.pick(words.HEADS).upper(), dice.pick(words.BENEFITS)
    return f"{head} - {_plain(sketch, dice)} {benefit}"


def _plain(sketch: Sketch, dice: Dice) -> str:
    """Just a property, the commonest bullet."""
    family = sketch.family
    return f"{dice.pick(family.looks)} {sketch.noun}, {dice.pick(family.parts)} that {dice.pick(family.claims)}"


def _short(sketch: Sketch, dice: Dice) -> str:
    """A few words that many listings share."""
    family = sketch.family
    return f"{dice.pick(family.parts).capitalize()} {dice.pick(family.claims)}"


def _double(sketch: Sketch, dice: Dice) -> str:
    """Two properties in a row."""
    family = sketch.family
    return (
        f"The {dice.pick(family.parts)} {dice.pick(family.claims)}, the {dice.pick(family.parts)} "
        f"{dice.pick(family.claims)} {dice.pick(words.BENEFITS)}."
    )


def _made_of(sketch: Sketch, dice: Dice) -> str:
    """What it is made of, in a sentence."""
    phrase = dice.pick(words.MATERIAL_PHRASES[sketch.material])
    return f"{dice.pick(words.HEADS)}: made of {phrase} that {dice.pick(sketch.family.claims)}"


def _pocketed(_: Sketch, dice: Dice) -> str:
    """What fits inside, or how it runs: lines that most kinds of product have."""
    return (
        dice.pick(words.COMMON_LINES)
        if dice.chance(30000)
        else f"{dice.pick(words.HEADS)}: {dice.pick(words.COMMON_LINES)}"
    )


def _occasions(_: Sketch, dice: Dice) -> str:
    """What to wear it to."""
    return (
        f"Great for {dice.pick(words.OCCASIONS)}, {dice.pick(words.OCCASIONS)} and {dice.pick(words.OCCASIONS)}; "
        f"made for {dice.pick(words.SEASONS)}"
    )


def _present(_: Sketch, dice: Dice) -> str:
    """Whom to give it to."""
    reason = f"on {dice.pick(words.EVENTS)} {dice.pick(words.BENEFITS)}"
    return f"A thoughtful present for {dice.pick(words.AUDIENCES)} {reason}"


def _note(sketch: Sketch, dice: Dice) -> str:
    """A note of the seller, the same on many products."""
    note = dice.pick(words.NOTES)
    return note if dice.chance(30000) else f"{sketch.store} note: {note[0].lower()}{note[1:]}"


def measure(sketch: Sketch, dice: Dice) -> str:
    """A measurement of a part."""
    part = "Size" if dice.chance(26000) else dice.pick(sketch.family.parts).capitalize()
    return (
        f"{part}: approx. {2 + dice.below(38)}.{dice.below(10)} cm / {1 + dice.below(15)}.{dice.below(100):02d} inches"
    )


def sized_run(sketch: Sketch, dice: Dice) -> str:
    """Sizes run together, as sellers type them: 26*15*18cm/10.2"*6"*7"."""
    length, height, depth = 8 + dice.below(50), 5 + dice.below(40), 2 + dice.below(25)
    inches = f'{length * 2 // 5}.{dice.below(10)}"*{height * 2 // 5}"*{depth * 2 // 5}"'
    return f"{sketch.noun.capitalize()} {length}*{height}*{depth}cm/{inches}"


_CARD_SLOTS = 4
_EARLY: tuple[Callable[[Sketch, Dice], str], ...] = (
    _praise, _loud, _plain, _plain, _short, _short, _short, _double, _made_of, _made_of, _pocketed, measure,
)  # fmt: skip
_LATE: tuple[Callable[[Sketch, Dice], str], ...] = (
    _praise, _loud, _double, _double, _plain, _short, _short, _occasions, _occasions, _present, _note, _note,
    _pocketed, measure,
)  # fmt: skip


def sentence(sketch: Sketch, dice: Dice, place: int) -> str:
    """The bullet at `place` (from 0): what it is comes first; occasions, gifts and notes come later."""
    return dice.pick(_EARLY if place < _CARD_SLOTS else _LATE)(sketch, dice)


def description(sketch: Sketch, dice: Dice) -> list[str]:
    """A description of one or two paragraphs, some eighty words."""
    opener = dice.pick(words.OPENERS).format(noun=sketch.noun, store=sketch.store)
    middle = _double(sketch, dice)
    more = f"{_occasions(sketch, dice)}."
    if dice.chance(12000):
        return [f"{opener} {middle}", more]
    parts = [opener, middle, f"{_plain(sketch, dice)}.", more]
    if dice.chance(36000):
        parts.append(f"{_present(sketch, dice)}. {dice.pick(words.NOTES)}.")
    for _ in range(dice.below(4)):
        parts.insert(2, f"{_praise(sketch, dice)}. {_double(sketch, dice)}")
    return [" ".join(parts)]
