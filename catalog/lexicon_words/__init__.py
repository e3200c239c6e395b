"""The curated vocabulary: what people call garments, colours, materials, features, uses and wearers, in our own words.

Invariant: plain data and its parser; nothing here depends on a catalog, and a table reads the same in every process.
"""

from __future__ import annotations
