"""The layers of reading, so that each can be left out and what it is worth be measured.

Invariant: with every layer in force reading is what it is everywhere; nothing but a measurement leaves one out.
"""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["ALL_LAYERS", "LAYERS", "Layers", "without"]


class Layers(NamedTuple):
    """Which layers are in force.

    `templates`: the contest kit's sentences letter for letter. `spans`: what the catalog's own values say, whole or in
    part. `operations`: the grammar of cues, without which every value is wished for. `spelling`: mending words.
    `bridge`: the curated lexicon's hints and associations, which lead from words that no listing has to those that do.
    """

    templates: bool = True
    spans: bool = True
    operations: bool = True
    spelling: bool = True
    bridge: bool = True


ALL_LAYERS = Layers()
LAYERS: tuple[str, ...] = Layers._fields


def without(layer: str) -> Layers:
    """All layers but one; raise `KeyError` for a layer that there is not.

    >>> without("spelling").spelling, without("spelling").bridge
    (False, True)
    """
    if layer not in LAYERS:
        raise KeyError(layer)
    return Layers(**{name: name != layer for name in LAYERS})
