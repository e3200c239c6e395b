"""Canonical msgpack: one value has exactly one encoding, and nothing else decodes.

Invariant: for every `b` that `unpack` accepts, `pack(unpack(b)) == b`. Maps have sorted string keys, integers fit 64
signed bits and take their shortest form, floats are finite 64-bit, text is valid Unicode. Lists come back as tuples.
What is not text stays apart from it: `bytes` are binary.
"""

from __future__ import annotations

import math
import re
from typing import TypeAlias, Union

import msgpack

from statecore.errors import CodecError, NotCanonicalError

__all__ = ["CODEC_VERSION", "INT64_MAX", "INT64_MIN", "Plain", "pack", "unpack"]

CODEC_VERSION = 1
_LEAVES: frozenset[type] = frozenset({type(None), bool, int, float, str, bytes})
_CONTAINERS: frozenset[type] = frozenset({tuple, dict})
_PLAIN_TYPES = _LEAVES | _CONTAINERS
# Bytes that may be a number that is not finite, or an integer past 64 signed bits.
_UNUSUAL = re.compile(rb"\xcb[\x7f\xff][\xf0-\xff]|\xcf[\x80-\xff]", re.DOTALL)
INT64_MIN = -(2**63)
INT64_MAX = 2**63 - 1

# The alias is recursive, so it cannot be written with "|" until type statements (3.12).
Plain: TypeAlias = Union[bool, int, float, str, bytes, "tuple[Plain, ...]", "list[Plain]", "dict[str, Plain]", None]


def _sorted_map(value: dict[str, Plain]) -> dict[str, Plain]:
    for key in value:
        if type(key) is not str:
            msg = f"map keys must be text, not {type(key).__name__}"
            raise CodecError(msg)
    return {key: _canonical(value[key]) for key in sorted(value)}


def _canonical(value: Plain) -> Plain:
    kind = type(value)
    if kind in {str, bytes, bool} or value is None:
        return value
    if isinstance(value, int):
        if not INT64_MIN <= value <= INT64_MAX:
            msg = f"integer {value} does not fit 64 signed bits"
            raise CodecError(msg)
        return value
    if isinstance(value, float):
        if not math.isfinite(value):
            msg = f"number {value} is not finite"
            raise CodecError(msg)
        return value
    if isinstance(value, (tuple, list)):
        return [_canonical(item) for item in value]
    if isinstance(value, dict):
        return _sorted_map(value)
    msg = f"a {kind.__name__} cannot be stored"
    raise CodecError(msg)


def pack(value: Plain, *, trusted: bool = False) -> bytes:
    """Encode a plain value; raise `CodecError` for anything that has no canonical form.

    `trusted` skips the checks, for a value that the caller made of valid text, bytes and small integers.

    >>> pack({"b": 1, "a": (True, None)}).hex()
    '82a16192c3c0a16201'
    >>> pack({"x": float("nan")})
    Traceback (most recent call last):
    ...
    statecore.errors.CodecError: number nan is not finite
    """
    try:
        if trusted or (type(value) is tuple and _in_order(value)):
            # As it stands it has its canonical form, unless one of its numbers has none: then the slow way tells.
            quick: bytes = msgpack.packb(value, use_bin_type=True)
            if trusted or not _UNUSUAL.search(quick):
                return quick
        packed: bytes = msgpack.packb(_canonical(value), use_bin_type=True)
    except UnicodeEncodeError as error:
        msg = f"text holds a lone surrogate at character {error.start}"
        raise CodecError(msg) from None
    except OverflowError as error:
        msg = "an integer does not fit 64 signed bits"
        raise CodecError(msg) from error
    except (RecursionError, ValueError) as error:
        msg = "the value is nested too deeply"
        raise CodecError(msg) from error
    return packed


def unpack(data: bytes, *, trusted: bool = False) -> Plain:
    """Decode bytes written by `pack`; raise `CodecError` for anything else.

    `trusted` skips the canonicality check, for bytes whose checksum was just verified.

    >>> unpack(pack({"a": [1, 2.0]}))
    {'a': (1, 2.0)}
    """
    try:
        value: Plain = msgpack.unpackb(data, raw=False, strict_map_key=True, use_list=False)
    except (msgpack.UnpackException, ValueError, TypeError, RecursionError) as error:
        msg = f"not canonical msgpack: {type(error).__name__}"
        raise CodecError(msg) from error
    if not trusted and not _is_canonical(value, data):
        msg = "the bytes decode, but are not in canonical form"
        raise NotCanonicalError(msg)
    return value


def _is_canonical(value: Plain, data: bytes) -> bool:
    """Whether `pack(value) == data`, mostly at msgpack's own speed."""
    if _UNUSUAL.search(data):
        return pack(value) == data
    repacked: bytes = msgpack.packb(value, use_bin_type=True)
    return repacked == data and _in_order(value)


def _in_order(value: Plain) -> bool:
    """Whether every map in a decoded value has sorted text keys, and everything in it is a plain type."""
    if isinstance(value, dict):
        keys = list(value)
        if set(map(type, keys)) - {str} or keys != sorted(keys):
            return False
        inside: tuple[Plain, ...] = tuple(value.values())
    elif type(value) is tuple:
        inside = value
    else:
        return type(value) in _LEAVES
    kinds = set(map(type, inside))
    if kinds <= _LEAVES:
        return True
    return kinds <= _PLAIN_TYPES and all(_in_order(item) for item in inside if type(item) in _CONTAINERS)
