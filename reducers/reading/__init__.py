"""Reading a message into typed acts: `read(text, state, lexicon)`, a pure function in layers.

Layers, each tried on what the one before left over: the kit's fixed sentences letter for letter (`kit`), then people's
words. Of those nothing is read that goes on for more than 60 characters without a space, and the work is linear in the
length of the message.
"""

from __future__ import annotations

import re

from catalog.lexicon import Lexicon
from reducers.reading.free import read_free
from reducers.reading.kit import read_kit
from reducers.reading.layers import ALL_LAYERS, Layers
from statecore.acts import Reading
from statecore.state import SessionState

__all__ = ["read"]

_NO_WORD = re.compile(r"\S{61,}")


def read(text: str, state: SessionState, lexicon: Lexicon, layers: Layers = ALL_LAYERS) -> Reading:
    """The acts of a message, in the order of its text, with spans in characters of `text`."""
    reading = read_kit(text, state, lexicon) if layers.templates else None
    if reading is not None:
        return reading
    return read_free(_NO_WORD.sub(_blank, text), state, lexicon, layers)


def _blank(run: re.Match[str]) -> str:
    """Spaces in the place of a run of characters, so that spans stay true."""
    return " " * len(run.group())
