"""Words that every kind of product shares: colours, materials, occasions, parts of sentences.

Two properties that the statistics rest on, both held by a test. Only `COLORS_MATCHED` and the entries of the nine
`MATERIAL_WORDS` contain a word that the kit shopper's two word lists would find; everything else stays clear of them.
And nothing here is true of one kind of product only.
"""

from __future__ import annotations

from lab.synthetic.tables import pool, pools, table, texts

MATERIAL_WORDS = ("cotton", "polyester", "nylon", "leather", "wool", "spandex", "silk", "rayon", "fabric")
"""The nine that the kit shopper knows."""

TABLE = table("words")

HEADS = texts(TABLE["heads"])
"""Headings of bullets."""
BENEFITS = texts(TABLE["benefits"])
"""What a sentence ends in."""
OCCASIONS = texts(TABLE["occasions"])
AUDIENCES = texts(TABLE["audiences"])
EVENTS = texts(TABLE["events"])
SEASONS = texts(TABLE["seasons"])
COMMON_LINES = texts(TABLE["common_lines"])
"""Short lines that most kinds of product have."""
NOTES = texts(TABLE["notes"])
"""Notes of sellers."""
DECORATIONS = texts(TABLE["decorations"])
"""Marks that some sellers put before each bullet."""
OPENERS = texts(TABLE["openers"])
"""First sentences of descriptions, with {noun} and {store}."""
STUFFING = texts(TABLE["stuffing"])
"""Keywords of stuffed titles and bullets."""
SHADES = texts(TABLE["shades"])
COLORS_MATCHED = pool(TABLE["colors_matched"])
COLORS_OTHER = texts(TABLE["colors_other"])
MATERIAL_PHRASES = pools(TABLE["material_phrases"])
"""How a sentence speaks of each material."""
MATERIAL_LINES = pools(TABLE["material_lines"])
"""The first line of a structured listing, by material; one of them is by far the commonest."""
CARE_LINES = pools(TABLE["care_lines"])
DEPARTMENTS = pools(TABLE["departments"])
"""The spellings of each department."""
ODD_PREFIXES, ODD_SUFFIXES = texts(TABLE["odd_prefixes"]), texts(TABLE["odd_suffixes"])
PLACES = texts(TABLE["places"])
RARE_PARTS, RARE_TRAITS = texts(TABLE["rare_parts"]), texts(TABLE["rare_traits"])
"""The two halves of a rare details key."""
RARE_VALUES = texts(TABLE["rare_values"])
STORE_STARTS, STORE_MIDDLES = texts(TABLE["store_starts"]), texts(TABLE["store_middles"])
STORE_ENDS, STORE_TAILS = texts(TABLE["store_ends"]), pool(TABLE["store_tails"])
