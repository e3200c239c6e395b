"""The curated tables, parsed: which sense a run of words has.

Invariant: a phrase is keyed by its words in singular form (see `lexicon_text.singular`), so inflections meet; senses
keep the order of the tables, and the first sense of a phrase is its main one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from catalog.lexicon_numbers import DIGITS
from catalog.lexicon_text import singular, stem
from catalog.lexicon_words.associations import ASSOCIATIONS, STRENGTHS
from catalog.lexicon_words.brands import BRANDS
from catalog.lexicon_words.colors import COLORS
from catalog.lexicon_words.features import FEATURES
from catalog.lexicon_words.kinds_carried import KINDS_CARRIED
from catalog.lexicon_words.kinds_other import KINDS_OTHER
from catalog.lexicon_words.kinds_worn import KINDS_WORN
from catalog.lexicon_words.materials import MATERIALS
from catalog.lexicon_words.purposes import PURPOSES
from catalog.lexicon_words.styles import STYLES, USES
from catalog.lexicon_words.wearers import WEARERS
from statecore.values import Attribute

__all__ = [
    "Association",
    "Entry",
    "Phrase",
    "Sense",
    "associations",
    "entries",
    "kind_entries",
    "phrase_key",
    "purposes",
    "senses",
]

Phrase = tuple[str, ...]

_VALUE_TABLES: tuple[tuple[Attribute, str], ...] = (
    ("material", MATERIALS),
    ("color", COLORS),
    ("style", STYLES),
    ("feature", FEATURES),
    ("use_case", USES),
)


class Entry(NamedTuple):
    """A line of a table: names that say it, things that hint at it, wider terms, and the words a listing uses."""

    attribute: str
    name: str
    wider: tuple[str, ...]
    names: tuple[str, ...]
    hints: tuple[str, ...]
    listed: tuple[str, ...]


class Sense(NamedTuple):
    """What a phrase says: a value of an attribute, a kind (`category`), or a wearer; a hint says it only indirectly."""

    attribute: str
    name: str
    hint: bool


def phrase_key(text: str) -> Phrase:
    """The words of a phrase in singular form.

    >>> phrase_key("No-show socks")
    ('no', 'show', 'sock')
    """
    plain = text.replace("'", "").replace("-", " ").replace("/", " / ").lower()
    return tuple([DIGITS.get(word) or singular(word) for word in plain.split()])


def _names(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _parse(attribute: str, table: str) -> Iterator[Entry]:
    for line in table.strip().splitlines():
        head, _, rest = line.partition("=")
        head, _, listed = head.partition(">")
        name, _, wider = head.partition("<")
        names, _, hints = rest.partition("~")
        own = name.strip()
        yield Entry(attribute, own, _names(wider), (own, *_names(names)), _names(hints), tuple(listed.split()))


@cache
def kind_entries() -> tuple[Entry, ...]:
    """The kinds of goods; those of `kinds_other` have the attribute `other_kind`."""
    worn = [*_parse("category", KINDS_WORN), *_parse("category", KINDS_CARRIED)]
    return (*worn, *_parse("other_kind", KINDS_OTHER))


@cache
def entries() -> tuple[Entry, ...]:
    """Every line of every table, values first."""
    values = [entry for attribute, table in _VALUE_TABLES for entry in _parse(attribute, table)]
    brands = [Entry("brand", name, (), (name,), (), ()) for name in _names(BRANDS)]
    return (*values, *kind_entries(), *_parse("wearer", WEARERS), *brands)


class Association(NamedTuple):
    """A value that a word brings to mind, and how strongly (0 to 1)."""

    attribute: str
    name: str
    strength: float


def _brought_to_mind(table: str) -> dict[str, tuple[Association, ...]]:
    attribute_of = {entry.name: entry.attribute for entry in reversed(entries())}
    found: dict[str, dict[str, Association]] = {}
    for line in table.strip().splitlines():
        name, _, words = line.partition(":")
        for word in words.split():
            mark = word[-1] if word[-1] in STRENGTHS else ""
            known = found.setdefault(stem(word.rstrip("!?")), {})
            made = Association(attribute_of.get(name, "feature"), name, STRENGTHS[mark])
            if name not in known or known[name].strength < made.strength:
                known[name] = made
    return {word: tuple(known.values()) for word, known in found.items()}


@cache
def associations() -> dict[str, tuple[Association, ...]]:
    """What single words, by their stem, bring to mind."""
    return _brought_to_mind(ASSOCIATIONS)


@cache
def purposes() -> dict[str, tuple[Association, ...]]:
    """The kinds of product that single words, by their stem, bring to mind."""
    return _brought_to_mind(PURPOSES)


@cache
def senses() -> dict[Phrase, tuple[Sense, ...]]:
    """Every phrase with its senses, direct ones before hints."""
    found: dict[Phrase, list[Sense]] = {}
    for hint in (False, True):
        for entry in entries():
            for name in entry.hints if hint else entry.names:
                loose = name.endswith("*")
                sense = Sense(entry.attribute, entry.name, hint or loose)
                known = found.setdefault(phrase_key(name.rstrip("*")), [])
                if all(other[:2] != sense[:2] for other in known):
                    known.append(sense)
    return {phrase: tuple(known) for phrase, known in found.items() if phrase}
