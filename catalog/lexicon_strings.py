"""Numbered strings of the lexicon: their sections, and lookup by text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from catalog.strings import StringIndex, Strings, hash_sections_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from catalog.sections import Sections

__all__ = ["Numbered", "string_sections"]


def string_sections(name: str, texts: Sequence[str]) -> dict[str, NDArray[np.generic] | bytes]:
    """The sections of strings numbered from 0 that are looked up by text."""
    raw = [text.encode() for text in texts]
    hashes, numbers, directory = hash_sections_of(texts)
    return {
        f"{name}.text": b"".join(raw),
        f"{name}.offsets": np.cumsum([0, *map(len, raw)], dtype=np.int64),
        f"{name}.hashes": hashes,
        f"{name}.numbers": numbers,
        f"{name}.directory": directory,
    }


class Numbered:
    """Strings by number and numbers by string."""

    __slots__ = ("_find", "texts")

    def __init__(self, sections: Sections, name: str) -> None:
        """View the sections `<name>.*`."""
        offsets = sections.array(f"{name}.offsets", np.int64)
        self.texts = Strings(offsets, sections.bytes_of(f"{name}.text"))
        self._find = StringIndex(
            self.texts,
            sections.array(f"{name}.hashes", np.uint64),
            sections.array(f"{name}.numbers", np.int32),
            sections.array(f"{name}.directory", np.int64),
        ).find

    def find(self, text: str) -> int:
        """The number of a string, -1 when it is none of them."""
        return self._find(text)
