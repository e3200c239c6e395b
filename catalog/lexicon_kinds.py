"""Which shelves hold a kind of product: counted when a catalog is compiled, from labels, titles and departments.

Invariant: the table of a kind lists shelves by falling count, then by label; a kind counts for its wider kinds too.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from catalog.lexicon_numbers import fold_numbers
from catalog.lexicon_phrases import PhraseBook
from catalog.lexicon_text import singular, tokens
from catalog.lexicon_words.near import NEAR
from catalog.lexicon_words.tables import kind_entries, senses
from catalog.products import Product

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = [
    "ANY_KIND",
    "KIND_NAMES",
    "KIND_NUMBER",
    "WEARERS",
    "KindCounts",
    "Named",
    "kinds_in",
    "near_kinds",
    "wearer_column",
    "wearer_of",
    "wearer_weights",
    "wider_kinds",
]

ANY_KIND: Final = "clothes"
"""The kind that every shelf may hold."""
WEARERS: Final = ("men", "women", "unisex", "boys", "girls", "kids", "baby")
KIND_NAMES: Final = tuple(dict.fromkeys(name for entry in kind_entries() for name in (entry.name, *entry.wider)))
KIND_NUMBER: Final = {name: number for number, name in enumerate(KIND_NAMES)}
_TITLE_CUT: Final = re.compile(r"\s[-|(]\s?|,")
_ROOT: Final = re.compile(r"^Shoes & Jewelry\b")
"""What the kit's labels keep of the common root says nothing about a shelf."""
_WIDER_WEIGHT: Final = 0.15
"""A product counts this much for the kinds wider than those it is called."""
_MAX_SHELVES: Final = 64


@cache
def kind_book() -> PhraseBook[str]:
    """Direct names of kinds."""
    kinds = {"category", "other_kind"}
    direct = (
        (phrase, sense.name)
        for phrase, known in senses().items()
        for sense in known
        if sense.attribute in kinds and not sense.hint
    )
    return PhraseBook(direct)


@cache
def _wearer_book() -> PhraseBook[str]:
    direct = (
        (phrase, sense.name)
        for phrase, known in senses().items()
        for sense in known
        if sense.attribute == "wearer" and not sense.hint
    )
    return PhraseBook(direct)


@cache
def wider_kinds() -> dict[str, tuple[str, ...]]:
    """The wider kinds of each kind, at any distance."""
    direct = {entry.name: entry.wider for entry in kind_entries()}
    found: dict[str, tuple[str, ...]] = {}
    for name in direct:
        reached = [name]
        for kind in reached:
            reached.extend(wider for wider in direct.get(kind, ()) if wider not in reached)
        found[name] = tuple(reached[1:])
    return found


@cache
def near_kinds() -> dict[str, tuple[tuple[str, float], ...]]:
    """The kinds that stand near each kind, with their shares."""
    found = {}
    for line in NEAR.strip().splitlines():
        said, _, others = line.partition(":")
        pairs = (other.rsplit(" ", 1) for other in others.strip().split(", "))
        found[said] = tuple((name, float(share)) for name, share in pairs)
    return found


def key_words(text: str) -> list[str]:
    """The words of a text as phrases are keyed."""
    return [singular(token.word) for token in fold_numbers(tokens(text)) if token.kind != "mark"]


def kinds_in(text: str) -> list[str]:
    """The kinds that a text names, from left to right.

    >>> kinds_in("Padded Running Shoes with laces")
    ['sports shoe', 'shoe laces']
    """
    return [found.what for found in kind_book().all(key_words(text))]


def wearer_of(text: str) -> str | None:
    """The wearer that a label or a department names; a child's when both a child and a gender are named.

    >>> wearer_of("Topwear Women's Tops"), wearer_of("Baby Girls Socks"), wearer_of("Umbrellas")
    ('women', 'girls', None)
    """
    named = [found.what for found in _wearer_book().all(key_words(text))]
    for wearer in ("girls", "boys", "baby", "kids", "unisex"):
        if wearer in named:
            return wearer
    return named[0] if named else None


class Named(NamedTuple):
    """What a product is called: its kinds, the shelf label's before the title's, and for whom it is."""

    kinds: tuple[str, ...]
    wearer: str | None


class KindCounts:
    """Counts kinds and wearers per shelf."""

    def __init__(self, shelf_count: int) -> None:
        """Count nothing yet."""
        self._counts: dict[tuple[int, int], float] = {}
        self._wearers = np.zeros((shelf_count, len(WEARERS)))
        self._label_kinds: dict[int, list[str]] = {}
        self._label_wearers: dict[int, str | None] = {}

    def add(self, shelf: int, label: str, product: Product) -> Named:
        """Count one product; what it is called."""
        if shelf not in self._label_kinds:
            self._label_kinds[shelf] = kinds_in(_ROOT.sub("", label))
            self._label_wearers[shelf] = wearer_of(label)
        called = kinds_in(_TITLE_CUT.sub(" . ", product.title))
        weights = dict.fromkeys([*self._label_kinds[shelf], *called], 1.0)
        for kind in list(weights):
            for wide in wider_kinds()[kind]:
                weights.setdefault(wide, _WIDER_WEIGHT)
        for kind, weight in weights.items():
            key = KIND_NUMBER[kind], shelf
            self._counts[key] = self._counts.get(key, 0.0) + weight
        wearer = self._label_wearers[shelf] or _department(product)
        if wearer is not None:
            self._wearers[shelf, WEARERS.index(wearer)] += 1
        return Named((*self._label_kinds[shelf], *called), wearer)

    def sections(self) -> dict[str, NDArray[np.generic]]:
        """`kind_shelves` int32, `kind_weights` float32, `kind_starts` int64[K + 1], `shelf_wearers` float32[S, 7]."""
        rows: list[list[tuple[float, int]]] = [[] for _ in KIND_NAMES]
        for (kind, shelf), count in self._counts.items():
            rows[kind].append((-count, shelf))
        kept = [sorted(row)[:_MAX_SHELVES] for row in rows]
        flat = [pair for row in kept for pair in row]
        total = np.maximum(self._wearers.sum(axis=1, keepdims=True), 1.0)
        return {
            "kind_shelves": np.array([shelf for _, shelf in flat], np.int32),
            "kind_weights": np.array([-count for count, _ in flat], np.float32),
            "kind_starts": np.cumsum([0, *map(len, kept)], dtype=np.int64),
            "shelf_wearers": (self._wearers / total).astype(np.float32),
        }


def _department(product: Product) -> str | None:
    named = next((value for key, value in product.details if key.lower() == "department"), "")
    return wearer_of(named) or wearer_of(" ".join(product.categories)) or wearer_of(product.title)


_COMPATIBLE: Final = {
    "men": {"men": 1.0, "unisex": 0.3, "boys": 0.03},
    "women": {"women": 1.0, "unisex": 0.3, "girls": 0.05},
    "unisex": {"unisex": 1.0, "men": 0.3, "women": 0.3, "kids": 0.1},
    "boys": {"boys": 1.0, "kids": 0.7, "baby": 0.3, "unisex": 0.15, "men": 0.08},
    "girls": {"girls": 1.0, "kids": 0.7, "baby": 0.3, "unisex": 0.15, "women": 0.15},
    "kids": {"kids": 1.0, "boys": 0.9, "girls": 0.9, "baby": 0.5, "unisex": 0.2, "men": 0.02, "women": 0.02},
    "baby": {"baby": 1.0, "kids": 0.7, "boys": 0.5, "girls": 0.5, "unisex": 0.1},
}
_UNKNOWN_WEARER: Final = 0.45
_WRONG_WEARER: Final = 0.005


def wearer_weights(shares: NDArray[np.float32], wearer: str) -> NDArray[np.float64]:
    """How well shelves with these shares of wearers (float[n, 7]) suit a wearer: float64[n] from 0 to 1."""
    column = wearer_column(wearer)
    known = shares.sum(axis=1)
    suits: NDArray[np.float64] = shares @ column[:-1] + (1.0 - known) * column[-1]
    return suits


def wearer_column(wearer: str) -> NDArray[np.float64]:
    """How well what is for each of `WEARERS`, or (the last) for nobody in particular, suits a wearer: float64[8]."""
    suits = _COMPATIBLE[wearer]
    return np.array([*(suits.get(name, _WRONG_WEARER) for name in WEARERS), _UNKNOWN_WEARER])
