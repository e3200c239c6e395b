"""The words that name an attribute as such: "any colour", "the brand doesn't matter"."""

# ruff: noqa: E501 - one attribute a line
from __future__ import annotations

from statecore.values import Attribute

__all__ = ["ATTRIBUTE_WORDS"]

ATTRIBUTE_WORDS: tuple[tuple[Attribute, str], ...] = (
    ("color", "color, colors, colour, colours, shade, shades, hue, hues, tone, coloring, colouring, colorway, colr"),
    ("material", "material, materials, fabric, fabrics, cloth, textile, fiber, fibre, composition, made of what"),
    ("size", "size, sizes, sizing, measurements, dimensions"),
    ("style", "style, styles, cut, design, look, fit, silhouette, neckline, sleeve length, pattern, shape"),
    (
        "brand",
        "brand, brands, label, labels, make, maker, designer, designers, manufacturer, brand name, who makes it, who makes them, who made it, who made them",
    ),
    (
        "budget",
        """price, prices, budget, cost, costs, price range, price point, price tag, spending limit, spending cap, price cap,
        price limit, price ceiling, spend, money, how much it costs, what it costs, amount""",
    ),
    (
        "feature",
        "feature, features, details, extras, functions, functionality, specs, specifications, bells and whistles",
    ),
    ("use_case", "occasion, occasions, purpose, use, activity, when ill wear it, where ill wear it"),
    ("category", "kind of product, type of product, product type, kind of item, item type, category"),
)
