"""Canonical bytes of vocabulary models, without the detour over `model_dump`: most of a turn's cost is otherwise here.

Invariant: `pack_record(model) == pack(model.model_dump())` for every model of the vocabulary.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TypeVar

import msgpack
from pydantic import ValidationError

from statecore.digests import digest_bytes
from statecore.errors import CodecError
from statecore.values import Vocabulary, absent

__all__ = ["digest_record", "pack_record", "read_record"]

RecordT = TypeVar("RecordT", bound=Vocabulary)


@lru_cache(maxsize=256)
def _sorted_fields(kind: type[Vocabulary]) -> tuple[tuple[str, ...], frozenset[str]]:
    """The fields in order, and those that are left out while they hold nothing."""
    later = (name for name, field in kind.model_fields.items() if field.exclude_if is not None)
    return tuple(sorted(kind.model_fields)), frozenset(later)


def _fields(value: object) -> dict[str, object]:
    """What msgpack stores for a model, the only thing in the vocabulary that it does not know itself."""
    if not isinstance(value, Vocabulary):
        msg = f"a {type(value).__name__} cannot be stored"
        raise CodecError(msg)
    fields = value.__dict__
    ordered, later = _sorted_fields(type(value))
    if later:
        return {name: fields[name] for name in ordered if name not in later or not absent(fields[name])}
    return {name: fields[name] for name in ordered}


def pack_record(model: Vocabulary, *, omit: str = "") -> bytes:
    """The model's canonical bytes, without the field `omit`.

    Raise `CodecError` for text with a lone surrogate and for a number past 64 bits.
    """
    plain = _fields(model)
    plain.pop(omit, None)
    try:
        packed: bytes = msgpack.packb(plain, use_bin_type=True, default=_fields)
    except UnicodeEncodeError as error:
        msg = f"text holds a lone surrogate at character {error.start}"
        raise CodecError(msg) from None
    except OverflowError:
        msg = "a number does not fit 64 signed bits"
        raise CodecError(msg) from None
    return packed


def digest_record(model: Vocabulary) -> bytes:
    """SHA-256 of the model's canonical bytes.

    >>> from statecore.digests import digest_of
    >>> from statecore.state import EMPTY
    >>> digest_record(EMPTY) == digest_of(EMPTY.model_dump())
    True
    """
    return digest_bytes(pack_record(model))


def read_record(kind: type[RecordT], fields: Mapping[str, object]) -> RecordT:
    """The model of these fields; raise `CodecError` naming those that are missing, unknown or wrong.

    >>> from statecore.values import Vocabulary
    >>> class Pair(Vocabulary):
    ...     left: int
    ...     right: int
    >>> read_record(Pair, {"left": 1, "right": "2"})
    Traceback (most recent call last):
    ...
    statecore.errors.CodecError: missing or not valid: right
    """
    try:
        return kind.model_validate(dict(fields))
    except ValidationError as error:
        named = sorted({".".join(str(part) for part in item["loc"]) for item in error.errors(include_input=False)})
        msg = f"missing or not valid: {', '.join(named)}"
        raise CodecError(msg) from None
