"""Rows of a synthetic catalog in the contest kit's format: row k is a function of (seed, k), whatever else is asked.

Memory is constant (one block of draws at a time), so any number of rows streams. A change of any word or law changes
the rows of a seed; `REVISION` counts those changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, TypedDict

import numpy as np

from lab.synthetic import words
from lab.synthetic.brands import POOL_SIZE, STRAY_STORES, pool_names, store_name
from lab.synthetic.details import details
from lab.synthetic.draws import BLOCK, SEED_LIMIT, Dice, block_words, share
from lab.synthetic.laws import BANDS, Band, rating_numbers, shelf_thresholds
from lab.synthetic.listing import bullets, title
from lab.synthetic.sentences import description
from lab.synthetic.shelves import Shelf, shelves
from lab.synthetic.sketch import Sketch
from statecore.errors import BadInputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lab.synthetic.families import Family

__all__ = ["MAX_ROWS", "REVISION", "Price", "Row", "product_code", "row", "rows"]

REVISION = 1
"""Rises whenever the rows of a seed change."""

MAX_ROWS = 36**8
"""More rows than this have no product id left."""

Price: TypeAlias = float | str | None


class Row(TypedDict):
    """One listing, keys in the kit's order."""

    parent_asin: str
    title: str
    features: list[str]
    description: list[str]
    price: Price
    categories: list[str]
    details: dict[str, str]
    average_rating: float
    rating_number: int
    store: str | None


ROOT = "Clothing, Shoes & Jewelry"
_ODD_ROOT = "Shoe, Jewelry & Watch Accessories"
_ODD_ROOTED = 13  # of 65,536: 10 rows of 50,000
_UNTITLED = 3  # of 65,536: 2 rows of 50,000
_STRAY = 10  # of 65,536: 8 rows of 50,000
_NO_STORE = share(0.0063)
_ONE_OFF = share(0.24)
_TEXT_PRICE = share(0.0111)
_USUAL_SHARE = share(0.82)
_MATCHED, _NAMED = share(0.41), share(0.68)
_BROKEN_TEXT = share(0.004)
_PRICE_TEXTS = ("â",) * 22 + ("from 14.99",)
_CENTS = (99, 99, 99, 95, 0, 50, 49)
_ID_STEP, _ID_SHIFT = 1_442_695_040_889, 97_612_893_121
_ID_ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def rows(count: int, seed: int, *, start: int = 0) -> Iterator[Row]:
    """Rows `start` to `start + count - 1` of the catalog of `seed` (0 .. 2**64-1).

    >>> first, second = rows(2, seed=5)
    >>> [second] == list(rows(1, seed=5, start=1))
    True
    """
    if count < 0 or start < 0 or start + count > MAX_ROWS:
        raise BadInputError(f"rows {start} to {start + count} are asked for: a catalog has 0 to {MAX_ROWS} rows")
    if not 0 <= seed < SEED_LIMIT:
        raise BadInputError(f"the seed is {seed}: it must lie between 0 and 2**64-1")
    return _rows(start, start + count, seed)


def row(index: int, seed: int) -> Row:
    """Row `index` (from 0) alone."""
    return next(rows(1, seed, start=index))


def _rows(start: int, stop: int, seed: int) -> Iterator[Row]:
    """Block by block."""
    for block in range(start // BLOCK, -(-stop // BLOCK)):
        first = block * BLOCK
        yield from _block(seed, block, max(start, first) - first, min(stop, first + BLOCK) - first)


def _block(seed: int, block: int, begin: int, end: int) -> Iterator[Row]:
    """Rows `begin` to `end` of one block."""
    wide, narrow = block_words(seed, block)
    wide, narrow = wide[begin:end], narrow[begin:end]
    tree = shelves()
    ranks = np.searchsorted(shelf_thresholds(len(tree)), wide[:, 0].astype(np.uint64), side="right")
    ranks = np.minimum(ranks, len(tree) - 1).tolist()
    reviews = rating_numbers(wide[:, 1]).tolist()
    for offset, (rank, count, draws, dealt) in enumerate(
        zip(ranks, reviews, wide[:, 2:].tolist(), narrow.tolist(), strict=True)
    ):
        yield _row(product_code(block * BLOCK + begin + offset), tree[rank], count, draws, Dice(dealt))


def product_code(index: int) -> str:
    """The product id of a row: ten characters, distinct for distinct rows, in no visible order.

    >>> product_code(0), product_code(1)
    ('SY18UC72DD', 'SYJNLVKOCA')
    """
    number = (index * _ID_STEP + _ID_SHIFT) % MAX_ROWS
    letters = []
    for _ in range(8):
        number, letter = divmod(number, 36)
        letters.append(_ID_ALPHABET[letter])
    return "SY" + "".join(reversed(letters))


def _row(code: str, shelf: Shelf, reviews: int, draws: list[int], dice: Dice) -> Row:
    """One listing from its shelf, its review count and its draws."""
    band = BANDS[reviews.bit_length()]
    family, noun = dice.pick(shelf.stock)
    who = _who(shelf, family, dice)
    store = _store(draws[0], dice)
    sketch = Sketch(family, noun, store, who, _material(family, noun, dice), _color(dice), band)
    text = title(sketch, dice)
    features = bullets(sketch, dice)
    if features and dice.chance(_BROKEN_TEXT):
        features[-1] = features[-1].replace(" ", "Â ", 1) + " &amp; more"
    return {
        "parent_asin": code,
        "title": "" if dice.chance(_UNTITLED) else text,
        "features": features,
        "description": description(sketch, dice) if dice.chance(band.described) else [],
        "price": _price(draws[1], family, band, dice),
        "categories": _path(shelf, family, who, dice),
        "details": details(sketch, dice, bare=not features),
        "average_rating": _rating(draws[2:4], reviews, band),
        "rating_number": reviews,
        "store": None if dice.chance(_NO_STORE) else store,
    }


def _who(shelf: Shelf, family: Family, dice: Dice) -> str:
    """Who the product is for."""
    draw, kind = dice.below(100), dice.below(10)
    if shelf.department:
        return shelf.department
    grown, young = ("Women", "Girls") if draw < family.women else ("Men", "Boys")
    return "Unisex" if kind == 0 else young if kind == 1 else grown


def _store(draw: int, dice: Dice) -> str:
    """A store: one of the pool by a square law, or a one-off."""
    if dice.chance(_ONE_OFF):
        return store_name(dice.number())
    if dice.chance(_STRAY):
        return dice.pick(STRAY_STORES)
    return pool_names()[(draw * draw >> 32) * POOL_SIZE >> 32]


def _material(family: Family, noun: str, dice: Dice) -> str:
    """What the product is made of: four times in five the usual material of its noun, if there is one."""
    usual = family.usual.get(noun)
    return usual if usual is not None and dice.chance(_USUAL_SHARE) else dice.pick(family.materials)


def _color(dice: Dice) -> str:
    """The colour named: one of the twelve that the kit shopper knows, another, or none."""
    draw = dice.below(65536)
    if draw < _MATCHED:
        color = dice.pick(words.COLORS_MATCHED)
        return color if dice.chance(50000) else f"{dice.pick(words.SHADES)} {color}"
    return dice.pick(words.COLORS_OTHER) if draw < _NAMED else ""


def _price(draw: int, family: Family, band: Band, dice: Dice) -> Price:
    """A price with the chance that goes with the review count, as a number; for one in ninety a text."""
    if draw >> 16 >= band.priced:
        return None
    if dice.chance(_TEXT_PRICE):
        return dice.pick(_PRICE_TEXTS)
    return (dice.pick(family.prices) * 100 + dice.pick(_CENTS)) / 100


def _rating(draws: list[int], reviews: int, band: Band) -> float:
    """Average stars to one tenth: bell-shaped about the band's centre, whole stars for a single review."""
    bell = sum((draw & 0xFFFF) + (draw >> 16) for draw in draws) - 2 * 65535
    tenths = band.rating_centre + band.rating_spread * bell // 378_370
    tenths = min(max(tenths, 10), 50)
    return float(round(tenths / 10)) if reviews == 1 else tenths / 10


def _path(shelf: Shelf, family: Family, who: str, dice: Dice) -> list[str]:
    """A category path that ends in the shelf's two parts."""
    root = _ODD_ROOT if dice.chance(_ODD_ROOTED) else ROOT
    if shelf.bare:
        return [ROOT, shelf.parts[1]]
    if shelf.department and shelf.parts[0] == shelf.department:
        return [root, *shelf.parts]
    if dice.chance(6000):
        return [root, who, family.parents[0], *shelf.parts]
    return [root, who, *shelf.parts]
