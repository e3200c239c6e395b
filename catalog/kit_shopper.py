"""The kit shopper's model: how the contest kit's simulated shopper builds its card and what it says.

The invariant: this is the only module that knows the kit. Everything here is a pure function that reproduces the
published behaviour to the letter (the facts are listed in the project's protocol notes), oddities included: a value may
be clipped inside a word, a "colour" may come from the description, and a thin card repeats its first value.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from catalog.products import Product

__all__ = [
    "ANY_CLASS",
    "ASKABLE",
    "CARD_SLOTS",
    "CLASSES",
    "NOT_QUITE",
    "NO_CATEGORY",
    "CardMaker",
    "clean_value",
    "intent_card",
    "listing_lines",
    "listing_values",
    "next_values",
    "render_exhausted",
    "render_no_preference",
    "render_opening",
    "render_override",
    "render_reply",
    "shelf_label",
    "value_class",
]

CLASSES: Final = ("budget", "material", "color", "size", "style", "use_case", "feature")
"""The classes that a value can have, in the order in which the kit tests them; "feature" is what is left."""

ASKABLE: Final = ("category", "material", "color", "size", "style", "brand", "budget", "feature", "use_case", "other")
"""The attributes that the kit's interface lets an agent ask. No value is ever of class category or brand."""

ANY_CLASS: Final = "other"
"""The attribute that any value answers; an unknown attribute is treated the same."""

CARD_SLOTS: Final = 4
"""The most values that a card has: two hard, two soft."""

NO_CATEGORY: Final = "clothing item"
"""The shelf label of a product whose categories say nothing."""

NOT_QUITE: Final = "Those options are not quite right yet. Ask me about one specific attribute."
"""The answer to a turn that asked nothing; it carries no information."""

_MAX_CHARS: Final = 180
_EDGES: Final = " -;,.\t\n"
_SILENT_PARTS: Final = frozenset({"clothing", "clothing shoes & jewelry", "clothing, shoes & jewelry"})

_MATERIALS: Final = ("cotton", "polyester", "nylon", "leather", "wool", "spandex", "silk", "rayon", "fabric")
_COLORS: Final = (
    "black", "white", "blue", "red", "pink", "green", "brown", "gray", "grey", "purple", "yellow", "orange",
)  # fmt: skip
_COLOR_PARTS: Final = ("color", "black", "white", "blue", "red", "pink", "green")
_BUDGET: Final = re.compile(r"budget|(?:\$|<=|under)\s*\d")

# The kit's class of a value is the first of these with a word that occurs anywhere in it, even inside a longer word.
_PARTS_OF_CLASS: Final = (
    ("material", _MATERIALS),
    ("color", _COLOR_PARTS),
    ("size", ("size", "sizing", "width", "wide", "narrow")),
    ("style", ("department", "style", "fit", "sleeve", "neck")),
    ("use_case", ("hiking", "running", "gym", "winter", "outdoor", "work")),
)


class _FirstWord:
    """Finds the first whole word of a list in a text, whatever its letter case."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = tuple(names)
        self._pattern = re.compile(rf"\b(?:{'|'.join(names)})\b", re.IGNORECASE)

    def find(self, text: str, lowered: str) -> str | None:
        """The word in lower case, or None; `lowered` is `text.lower()`.

        Searching the lowered text word by word is several times faster than the kit's one pattern, and the same except
        for four letters that match an ASCII letter only when the pattern ignores case.
        """
        if not text.isascii() and _FOLDING_LETTER.search(text):
            match = self._pattern.search(text)
            return match[0].lower() if match else None
        best, found = len(lowered), None
        for name in self._names:
            at = lowered.find(name, 0, best)
            if at >= 0 and (at := _whole_word(lowered, name, at, best)) >= 0:
                best, found = at, name
        return found


def _whole_word(text: str, word: str, at: int, end: int) -> int:
    """Where a word, first found at `at`, first stands as a whole word before `end`, or -1."""
    while at >= 0 and (_in_word(text[at - 1 : at]) or _in_word(text[at + len(word) : at + len(word) + 1])):
        at = text.find(word, at + 1, end)
    return at


def _in_word(char: str) -> bool:
    """Whether a character (or none) continues a word, as regular expressions see it."""
    return char.isalnum() or char == "_"


_FOLDING_LETTER: Final = re.compile("[\u0130\u0131\u017f\u212a]")
_MATERIAL: Final = _FirstWord(_MATERIALS)
_COLOR: Final = _FirstWord(_COLORS)


def shelf_label(categories: Iterable[str]) -> str:
    """The category phrase that the kit's shopper names: the last two comma-split parts that say something.

    The common root is itself split at its comma, so its second half survives when little else does.

    >>> shelf_label(["Clothing, Shoes & Jewelry", "Women", "Scarves, Wraps"])
    'Scarves Wraps'
    >>> shelf_label(["Clothing, Shoes & Jewelry", "Northbrook"]), shelf_label(["Clothing"])
    ('Shoes & Jewelry Northbrook', 'clothing item')
    """
    parts = (part.strip() for category in categories for part in category.split(","))
    telling = [part for part in parts if part and part.lower() not in _SILENT_PARTS]
    return " ".join(telling[-2:]) or NO_CATEGORY


def clean_value(text: str) -> str:
    r"""A line of a listing as the kit says it: single spaces, trimmed, at most 180 characters.

    The clip comes after the trimming, so a clipped value may end in a comma or inside a word.

    >>> clean_value(" - Soft  lining;\n")
    'Soft lining'
    >>> clean_value("x" * 179 + ", and more")[-3:]
    'xx,'
    """
    return " ".join(text.split()).strip(_EDGES)[:_MAX_CHARS].rstrip()


def listing_values(product: Product) -> tuple[str, ...]:
    """Every feature line and "key: value" detail, cleaned, without empty ones and repeats, in listing order.

    >>> listing_values(Product("P1", features=("Lined.", "Lined"), details=(("Color", "Red"),)))
    ('Lined', 'Color: Red')
    """
    return tuple(dict.fromkeys(filter(None, map(clean_value, listing_lines(product)))))


def intent_card(product: Product) -> tuple[str, ...]:
    """The card of a shopper who wants this product: its hard values, then its soft ones, in the order of disclosure.

    A material word goes first and a colour word second, so the colour follows the first feature when there is no
    material. With fewer than three values the first is also the soft one, so the card repeats it. A product with no
    value at all has its title; one without a title too has an empty card.

    >>> intent_card(Product("P1", title="Red wool hat", features=("Warm", "Lined", "Soft")))
    ('wool', 'color: red', 'Warm', 'Lined')
    >>> intent_card(Product("P2", title="Red hat", features=("Warm", "Lined")))
    ('Warm', 'color: red', 'Lined')
    >>> intent_card(Product("P3", title="Hat"))
    ('Hat', 'Hat')
    """
    return CardMaker().card(product)


class CardMaker:
    """Cards of many products: most lines of a catalog are repeats, so what a line gives is remembered.

    The kit looks for a material and a colour in all texts joined by spaces; neither word holds a space, so the first
    hit of the first text that has one is the same.
    """

    def __init__(self) -> None:
        """Remember nothing yet."""
        self._cleaned: dict[str, str] = {}
        self._found: dict[str, tuple[str | None, str | None]] = {}

    def __len__(self) -> int:
        """How many lines are remembered."""
        return len(self._cleaned) + len(self._found)

    def clean(self, line: str) -> str:
        """`clean_value`, remembered."""
        cleaned = self._cleaned.get(line)
        if cleaned is None:
            self._cleaned[line] = cleaned = clean_value(line)
        return cleaned

    def card(self, product: Product) -> tuple[str, ...]:
        """`intent_card`."""
        return self.listing_and_card(product, listing_lines(product))[1]

    def listing_and_card(self, product: Product, lines: Sequence[str]) -> tuple[list[str], tuple[str, ...]]:
        """A product's `listing_lines` cleaned (empty ones and repeats stay), and its card."""
        listing = [self.clean(line) for line in lines]
        values = listing.copy()
        material, color = self._words(product, lines)
        if material is not None:
            values.insert(0, material)
        if color is not None:
            values.insert(1, f"color: {color}")
        if product.price_text is not None:
            values.append(clean_value(f"budget around ${product.price_text}"))
        card = tuple(dict.fromkeys(filter(None, values)))[:CARD_SLOTS] or tuple(filter(None, [product.title]))
        return listing, card[:2] + (card[2:] or card[:1])

    def _words(self, product: Product, lines: Sequence[str]) -> tuple[str | None, str | None]:
        """The first material and the first colour in title, listing, description, categories and store, in order."""
        material = color = None
        texts = (product.title, *lines, *product.description, *product.categories, product.store)
        for text in texts:
            found = self._found.get(text)
            if found is None:
                self._found[text] = found = _first_words(text)
            material = material or found[0]
            color = color or found[1]
            if material and color:
                break
        return material, color


def listing_lines(product: Product) -> list[str]:
    """Every feature line and "key: value" detail as the row gave them, in listing order.

    >>> listing_lines(Product("P1", features=("Lined.", "Lined"), details=(("Color", "Red"),)))
    ['Lined.', 'Lined', 'Color: Red']
    """
    return [*product.features, *(f"{key}: {value}" for key, value in product.details)]


def _first_words(text: str) -> tuple[str | None, str | None]:
    lowered = text.lower()
    return _MATERIAL.find(text, lowered), _COLOR.find(text, lowered)


def value_class(text: str) -> str:
    """The class of a value: the first of `CLASSES` with a telling part anywhere in the text, even inside a word.

    >>> [value_class(text) for text in ("Layered hem", "Gold necklace", "Deep pockets", "grey")]
    ['color', 'style', 'feature', 'feature']
    """
    lowered = text.lower()
    if _BUDGET.search(lowered):
        return "budget"
    for name, parts in _PARTS_OF_CLASS:
        for part in parts:
            if part in lowered:
                return name
    return "feature"


def next_values(card: Sequence[str], told: AbstractSet[str], ask: str) -> tuple[str, ...]:
    """What the kit's shopper discloses next: the first two untold values of the asked class, in card order.

    "other", and any attribute that is not in `ASKABLE`, is answered by a value of any class. A repeated value of a thin
    card counts twice, as in the kit.

    >>> next_values(("wool", "color: red", "Warm", "Lined"), {"wool"}, "other")
    ('color: red', 'Warm')
    >>> next_values(("Hat", "Hat"), set(), "feature"), next_values(("Hat", "Hat"), set(), "size")
    (('Hat', 'Hat'), ())
    """
    anything = ask == ANY_CLASS or ask not in ASKABLE
    untold = (value for value in card if value not in told and (anything or value_class(value) == ask))
    return tuple(value for value, _ in zip(untold, range(2), strict=False))


def render_opening(scenario: str, label: str, card: Sequence[str]) -> str:
    """The first message of a scenario: buying, intent_override, browsing or boundary.

    Buying discloses the first value. An override opening names the last value without a closing period and does not
    count it as disclosed. Raises ValueError for another scenario.

    >>> render_opening("buying", "Hats Caps", ("wool", "Warm", "Lined"))
    "I'm looking for Hats Caps. A key requirement is: wool."
    >>> render_opening("intent_override", "Hats Caps", ("wool", "Warm", "Lined"))
    "I'm looking for Hats Caps. Lined"
    >>> render_opening("boundary", "Hats Caps", ("wool", "Warm", "Lined"))
    "I'm looking for Hats Caps, but I'm still exploring."
    """
    if scenario == "buying":
        return f"I'm looking for {label}. A key requirement is: {card[0] if card else ''}."
    if scenario == "intent_override":
        return f"I'm looking for {label}. {card[-1] if card else ''}"
    if scenario in {"browsing", "boundary"}:
        return f"I'm looking for {label}, but I'm still exploring."
    msg = f"no scenario {scenario!r}: use buying, intent_override, browsing or boundary"
    raise ValueError(msg)


def render_reply(values: Sequence[str]) -> str:
    """The answer that discloses one or two values.

    >>> render_reply(("wool", "Warm"))
    'For that, what matters is: wool; Warm.'
    """
    return f"For that, what matters is: {'; '.join(values)}."


def render_exhausted(attribute: str) -> str:
    """The answer when no untold value has the class that was asked.

    >>> render_exhausted("size")
    "I don't have an additional preference for size."
    """
    return f"I don't have an additional preference for {attribute}."


def render_no_preference(attribute: str) -> str:
    """The boundary shopper's one refusal, given to its first question whatever it asks.

    >>> render_no_preference("size")
    "I don't have a preference for size; please use your judgment."
    """
    return f"I don't have a preference for {attribute}; please use your judgment."


def render_override(value: str) -> str:
    """The change of mind, which names the card's first value.

    >>> render_override("wool")
    'Actually, ignore my earlier preference. What I need is: wool.'
    """
    return f"Actually, ignore my earlier preference. What I need is: {value}."
