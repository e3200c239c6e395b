"""Digests: SHA-256 over canonical bytes, so equal values have equal digests in every process, for ever."""

from __future__ import annotations

import hashlib
import hmac

from statecore.codec import Plain, pack

__all__ = ["DIGEST_SIZE", "GENESIS", "chain", "digest_bytes", "digest_of", "keyed_digest", "short"]

DIGEST_SIZE = 32
GENESIS = bytes(DIGEST_SIZE)
"""The head of a session that has no event yet."""


def digest_bytes(data: bytes) -> bytes:
    """SHA-256 of raw bytes: 32 bytes."""
    return hashlib.sha256(data).digest()


def digest_of(value: Plain) -> bytes:
    """SHA-256 of a plain value's canonical encoding.

    >>> digest_of({"a": 1, "b": 2}) == digest_of({"b": 2, "a": 1})
    True
    """
    return digest_bytes(pack(value))


def chain(previous: bytes, payload: bytes) -> bytes:
    """The next head: SHA-256 over the previous head and the stored bytes of one event."""
    return hashlib.sha256(previous + payload).digest()


def keyed_digest(key: bytes, data: bytes) -> bytes:
    """HMAC-SHA-256: a digest that tells nothing without its key (pseudonyms, text references)."""
    return hmac.digest(key, data, "sha256")


def short(digest: bytes) -> str:
    """The first twelve hex digits, for people.

    >>> short(GENESIS)
    '000000000000'
    """
    return digest.hex()[:12]
