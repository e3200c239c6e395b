"""The vault's records: a shopper's words beside the log, findable by their salted digest, and erasable.

Invariant: no digest chain covers a text. A text frame holds digest, salt and words; erasing overwrites salt and words
with zeros in place, in a frame of the same length, so that nothing else moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from statecore.digests import DIGEST_SIZE
from statecore.errors import BadInputError
from store.contract import SALT_SIZE, SaltedText

__all__ = ["TextRecord", "check_texts", "decode_text", "encode_text", "erased_text", "text_key"]

_TEXT_AT = DIGEST_SIZE + SALT_SIZE


class TextRecord(NamedTuple):
    """What a text frame holds; the salt is all zero once erased."""

    digest: bytes
    salt: bytes
    text: bytes


def check_texts(texts: Sequence[SaltedText]) -> None:
    """Raise `BadInputError` for a salt of another size than 32 bytes, `CodecError` for text that is not valid."""
    for text in texts:
        if len(text.salt) != SALT_SIZE:
            raise BadInputError(f"a salt has {SALT_SIZE} bytes, not {len(text.salt)}: use salt_text")
        _ = text.digest


def encode_text(text: SaltedText) -> bytes:
    """The payload of a text frame."""
    return text.digest + text.salt + text.text.encode()


def decode_text(payload: bytes) -> TextRecord:
    """The record in a text frame's payload."""
    return TextRecord(payload[:DIGEST_SIZE], payload[DIGEST_SIZE:_TEXT_AT], payload[_TEXT_AT:])


def erased_text(payload: bytes) -> bytes:
    """The payload that takes the place of an erased text: its digest, then zeros."""
    return payload[:DIGEST_SIZE].ljust(len(payload), b"\0")


def text_key(digest: bytes) -> int:
    """The first 64 bits of a digest, as the index of texts keeps it."""
    return int.from_bytes(digest[:8], "little")
