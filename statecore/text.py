"""Text on its way in: valid Unicode in NFC, so that it can be stored and compared; what was repaired is told."""

from __future__ import annotations

import unicodedata
from typing import NamedTuple

from statecore.errors import MessageError

__all__ = ["MAX_MESSAGE_CHARS", "CleanText", "clean_text"]

MAX_MESSAGE_CHARS = 200_000


class CleanText(NamedTuple):
    """A message fit to be stored, and whether broken characters were replaced in it."""

    text: str
    repaired: bool


def clean_text(text: str) -> CleanText:
    r"""Replace lone surrogates by U+FFFD and compose to NFC; raise `MessageError` when it is over 200,000 characters.

    >>> clean_text("cafe\u0301 \ud83d")
    CleanText(text='café �', repaired=True)
    """
    if len(text) > MAX_MESSAGE_CHARS:
        msg = f"a message may have {MAX_MESSAGE_CHARS} characters at most, this one has {len(text)}"
        raise MessageError(msg)
    valid = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return CleanText(unicodedata.normalize("NFC", valid), valid != text)
