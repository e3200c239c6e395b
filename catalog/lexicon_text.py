"""Words of people and of listings in one normal form: tokens with their place, singular forms and stems.

Invariant: the same functions serve the compiled lexicon and the reader, take time linear in the text, and map a token
of any script to lower-case letters without accents, apostrophes or invisible characters; places count characters of
the text as given.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

__all__ = ["Token", "fold_word", "singular", "stem", "tokens"]

_INVISIBLE = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
_APOSTROPHES = "'\u2018\u2019\u02bc\u00b4`\uff07"
_HYPHENS = "\\-\u2010\u2011\u2012\uff0d"
_TOKEN = re.compile(
    rf"(?P<number>\d+(?:[.,]\d+)*)"
    rf"|(?P<word>[^\W\d_](?:[{_APOSTROPHES}{_INVISIBLE}\u0300-\u036f]?[^\W\d_])*[\u0300-\u036f]?)"
    rf"|(?P<mark>[.,;:!?()\[\]/&%+$\u20ac\u00a3\u20b9#*=<>~\"\u201c\u201d\u2033\u2032\u00b0\u00d7\u2013\u2014\n{_HYPHENS}"
    rf"{_APOSTROPHES}|])"
)
_MARKS = {
    "\u201c": '"',
    "\u201d": '"',
    "\u2033": '"',
    "\u2032": "'",
    "\u2013": "-",
    "\u2014": "-",
    "\u2010": "-",
    "\u2011": "-",
    "\u2012": "-",
    "\uff0d": "-",
    "\u00d7": "x",
    "\u2018": "'",
    "\u2019": "'",
    "\u02bc": "'",
    "\u00b4": "'",
    "\uff07": "'",
    "`": "'",
}
# Letters that look like Latin ones and are mixed into Latin words.
_LOOKALIKES = str.maketrans(
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u051b\u0578\u0391"
    "\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03bf",
    "aeopcyxijsdqnabezhikmnoptyxo",
)
_SPECIAL_LETTERS = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ł": "l", "\u0131": "i"})
_DROPPED = re.compile(f"[{_APOSTROPHES}{_INVISIBLE}]")


class Token(NamedTuple):
    """A word, number or mark: `word` in normal form, its place in the text, `tight` when no space precedes it."""

    word: str
    start: int
    end: int
    kind: str
    tight: bool


@lru_cache(maxsize=65_536)
def fold_word(word: str) -> str:
    """The normal form of one word.

    >>> fold_word("Don't"), fold_word("ＣＡＦÉ"), fold_word("straße")
    ('dont', 'cafe', 'strasse')
    """
    word = _DROPPED.sub("", word)
    if not word.isascii():
        word = unicodedata.normalize("NFKD", word.casefold()).translate(_SPECIAL_LETTERS)
        word = "".join(letter for letter in word if not unicodedata.combining(letter))
        if not word.isascii() and any("a" <= letter <= "z" for letter in word):
            word = word.translate(_LOOKALIKES)
    return word.lower()


def tokens(text: str) -> list[Token]:
    """Words, numbers and marks in order; hyphens inside words are dropped and leave the second part `tight`.

    >>> [(t.word, t.tight) for t in tokens("Non-slip, 9.5 wide")]
    [('non', False), ('slip', True), (',', True), ('9.5', False), ('wide', False)]
    """
    found: list[Token] = []
    last = 0
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        kind = match.lastgroup or "mark"
        raw = match.group()
        tight = start == last and start > 0
        if kind == "mark":
            word = _MARKS.get(raw, raw)
            if word in "-'" and _inside_word(text, start, end):
                last = end
                continue
        elif kind == "number":
            word = raw if raw.isascii() else unicodedata.normalize("NFKC", raw)
        else:
            word = fold_word(raw)
        last = end
        if word:
            found.append(Token(word, start, end, kind, tight))
    return found


def _inside_word(text: str, start: int, end: int) -> bool:
    """Whether a hyphen or apostrophe stands between a letter and a letter or digit, with no space on either side."""
    before, after = text[start - 1 : start], text[end : end + 1]
    if not (before and after and before.isalnum() and after.isalnum()):
        return False
    return not (before.isdigit() and after.isdigit())


_UNCHANGED_ENDINGS = ("ss", "us", "is", "ous")
_KEPT = frozenset({"jeans", "yes", "gas", "lens", "always", "perhaps", "christmas", "canvas", "adidas", "texas"})
_PLURAL_KINDS = frozenset(
    """shorts heels flats tights boxers briefs trunks slides mules pumps flares hoops studs cords shades glasses laces
    specs frames braces smalls kicks wedges platforms runners spikes lowers cuffs joggers loafers""".split()  # noqa: SIM905
)
"""Plurals that name a kind of product, while their singular means something else."""
_IRREGULAR = {
    "scarves": "scarf",
    "knives": "knife",
    "leaves": "leaf",
    "halves": "half",
    "wives": "wife",
    "feet": "foot",
    "teeth": "tooth",
    "geese": "goose",
    "children": "child",
    "women": "woman",
    "womens": "woman",
    "womans": "woman",
    "men": "man",
    "mens": "man",
    "mans": "man",
    "fibre": "fiber",
    "fibres": "fiber",
    "colour": "color",
    "colours": "color",
    "coloured": "colored",
    "grey": "gray",
    "greys": "gray",
    "jewellery": "jewelry",
    "centre": "center",
    "metre": "meter",
    "centimetre": "centimeter",
    "centimetres": "centimeter",
    "millimetre": "millimeter",
    "millimetres": "millimeter",
    "pyjamas": "pajama",
    "pyjama": "pajama",
    "pajamas": "pajama",
    "mould": "mold",
    "lenses": "lens",
    "clothes": "clothes",
    "shoes": "shoe",
    "toes": "toe",
    "yours": "your",
}
_SHORT, _TIE_LENGTH = 3, 4


@lru_cache(maxsize=65_536)
def singular(word: str) -> str:
    """The word without a plural ending, in one spelling; the same change for every word of the language.

    >>> [singular(w) for w in ("dresses", "ties", "hoodies", "watches", "blouses", "jeans", "colours", "less")]
    ['dress', 'tie', 'hoody', 'watch', 'blouse', 'jeans', 'color', 'less']
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) <= _SHORT or word in _KEPT or word in _PLURAL_KINDS:
        return word
    if word.endswith(("ies", "ie")) and len(word) > _TIE_LENGTH:
        return word[: -len("ies") if word.endswith("s") else -len("ie")] + "y"
    if word.endswith(("sses", "xes", "ches", "shes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(_UNCHANGED_ENDINGS):
        return word[:-1]
    return word


_NO_STEM = frozenset(
    """ring earring king wing sling string spring thing nothing something anything everything during morning evening
    bed red need feed speed seed weed reed breed bleed shed sled clothing viking ceiling being used""".split()  # noqa: SIM905
)
_VOWELS = frozenset("aeiouy")
_STEM_ROOM = 3


@lru_cache(maxsize=65_536)
def stem(word: str) -> str:
    """A form shared by the inflections of a word: for comparing wordings, not for display.

    >>> [stem(w) for w in ("padded", "padding", "pads", "lined", "lining", "striped", "stripes", "washable")]
    ['pad', 'pad', 'pad', 'lin', 'lin', 'strip', 'strip', 'wash']
    """
    word = word[:-1] if word in _PLURAL_KINDS else singular(word)
    if word in _NO_STEM:
        return word
    for ending in ("able", "ible", "ingly", "edly", "ing", "ed", "ly", "ness", "y"):
        base = word[: -len(ending)]
        if word.endswith(ending) and len(base) >= _STEM_ROOM and _VOWELS.intersection(base):
            return _even(base)
    return _even(word)


def _even(base: str) -> str:
    """Without a doubled last consonant or a final e."""
    if len(base) > _STEM_ROOM and base[-1] == base[-2] and base[-1] not in "aeiousl":
        return base[:-1]
    if len(base) > _STEM_ROOM and base.endswith("e"):
        return base[:-1]
    return base
