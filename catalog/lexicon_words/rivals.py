"""Styles that exclude one another: a new one takes the place of the old."""

# ruff: noqa: E501 - one family a line
from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["RIVALS"]

_FAMILIES = """
regular fit, slim fit, skinny fit, relaxed fit, oversized, bootcut, straight leg, wide leg
high waist, mid rise, low rise
round neck, v neck, polo collar, mandarin collar, high neck, boat neck, scoop neck, square neck, halter neck, cowl neck
long sleeve, short sleeve, sleeveless, three quarter sleeve, cap sleeve, puff sleeve, bell sleeve, roll up sleeve, strapless
long, short, midi length, maxi length, mini length, knee length, ankle length, cropped
solid, striped, checked, floral, polka dot, animal print, camouflage, paisley, geometric, abstract, graphic print
casual, formal, sporty
single breasted, double breasted
square shape, round shape, oval shape, aviator shape, wayfarer shape, cat eye
high top, mid top, low top
zip, button, snap button, velcro, lace up, slip on, buckle, magnetic closure
open toe, closed toe, pointed toe, square toe, round toe
high heel, low heel, flat sole, block heel, kitten heel, stiletto heel, wedge heel, platform
analog, digital
matte, shiny
machine washable, hand wash, dry clean
thick, thin
"""


def _rivals() -> dict[str, frozenset[str]]:
    families = [frozenset(name.strip() for name in line.split(",")) for line in _FAMILIES.strip().splitlines()]
    return {name: family - {name} for family in families for name in sorted(family)}


RIVALS: Mapping[str, frozenset[str]] = MappingProxyType(_rivals())
"""The names that each name takes the place of."""
