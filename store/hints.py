"""Hint files: what scanning a segment would tell, so that opening a store need not scan it.

Invariant: a hint is never trusted further than the bytes it was made from. It carries their checksum; where that, the
store or the anchor before it differ, the hint is dropped and the segment scanned.
"""

from __future__ import annotations

import os
import sys
import zlib
from array import array
from dataclasses import astuple, dataclass
from pathlib import Path

from statecore.codec import Plain, pack, unpack
from statecore.errors import CodecError
from store.contract import Anchor
from store.frames import Kind, encode_frame, parse
from store.index import SessionIndex
from store.segments import binding_of, file_name
from store.texts import TextColumns

__all__ = ["Contents", "Hint", "check_of", "hint_is_whole", "read_hint", "still_fits", "write_hint"]

_CHUNK = 1 << 20


@dataclass(frozen=True, slots=True)
class Contents:
    """What a segment holds up to offset `covered`, with the store's anchors before and after it."""

    number: int
    covered: int
    before: Anchor
    after: Anchor
    sessions: SessionIndex
    texts: TextColumns


@dataclass(frozen=True, slots=True)
class Hint:
    """The contents of a segment, and the CRC-32 of the bytes that they were read from.

    `complete` when the segment is full, `sealed` when it is compressed: then `check` goes over both of its files.
    """

    contents: Contents
    check: int
    complete: bool
    sealed: bool


def checksum(path: Path, size: int | None = None, start: int = 0) -> int | None:
    """CRC-32 of a file's first `size` bytes (all, if None), from `start` on; None when it is shorter."""
    check = start
    left = path.stat().st_size if size is None else size
    with path.open("rb", buffering=0) as file:
        while left > 0:
            chunk = file.read(min(left, _CHUNK))
            if not chunk:
                return None
            check = zlib.crc32(chunk, check)
            left -= len(chunk)
    return check


def check_of(root: Path, number: int, covered: int, *, sealed: bool) -> int | None:
    """The checksum that a hint for this much of a segment must carry; None when the files are shorter."""
    if not sealed:
        return checksum(root / file_name(number), covered)
    turns = checksum(root / file_name(number, "sealed"))
    return None if turns is None else checksum(root / file_name(number, "texts"), start=turns)


def still_fits(root: Path, hint: Hint) -> bool:
    """Whether the segment's bytes are the ones that the hint was made from."""
    return hint.check == check_of(root, hint.contents.number, hint.contents.covered, sealed=hint.sealed)


def write_hint(root: Path, store_id: bytes, contents: Contents, *, complete: bool, sealed: bool) -> None:
    """Write a segment's hint in place of an older one; it appears whole or not at all."""
    number = contents.number
    check = check_of(root, number, contents.covered, sealed=sealed)
    if check is None:
        return  # the files changed meanwhile: no hint is better than one that does not fit
    value: dict[str, Plain] = {
        "byteorder": sys.byteorder,
        "covered": contents.covered,
        "check": check,
        "complete": complete,
        "sealed": sealed,
        "before": list(astuple(contents.before)),
        "after": list(astuple(contents.after)),
        "sessions": contents.sessions.dump(),
        "text_keys": contents.texts.keys.tobytes(),
        "text_offsets": contents.texts.offsets.tobytes(),
    }
    path = root / file_name(number, "hint")
    temporary = path.with_suffix(f".hint.{os.getpid()}.new")
    with temporary.open("wb") as file:
        file.write(encode_frame(Kind.HINT, pack(value), binding_of(store_id, number, "hint"), 0))
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)


def hint_is_whole(data: bytes, store_id: bytes, number: int) -> bool:
    """Whether the bytes of a hint file pass their check."""
    frame = parse(data, 0, binding_of(store_id, number, "hint"))
    return frame is not None and frame.kind == Kind.HINT and frame.end == len(data)


def read_hint(root: Path, store_id: bytes, number: int) -> Hint | None:
    """The hint of a segment; None when there is no whole one."""
    try:
        data = (root / file_name(number, "hint")).read_bytes()
    except FileNotFoundError:
        return None
    frame = parse(data, 0, binding_of(store_id, number, "hint"))
    if frame is None or frame.kind != Kind.HINT:
        return None
    try:
        return _decode(number, unpack(frame.payload, trusted=True))
    except (CodecError, KeyError, TypeError, ValueError):
        return None  # a hint of another machine or release: as good as none


def _decode(number: int, value: Plain) -> Hint | None:
    if not isinstance(value, dict) or value["byteorder"] != sys.byteorder:
        return None
    # A field of a wrong type raises, and read_hint takes that for no hint.
    texts = TextColumns(array("Q"), array("I"))
    texts.keys.frombytes(value["text_keys"])  # type: ignore[arg-type]
    texts.offsets.frombytes(value["text_offsets"])  # type: ignore[arg-type]
    contents = Contents(
        number=number,
        covered=int(value["covered"]),  # type: ignore[arg-type]
        before=Anchor(*value["before"]),  # type: ignore[misc]
        after=Anchor(*value["after"]),  # type: ignore[misc]
        sessions=SessionIndex.load(value["sessions"]),  # type: ignore[arg-type]
        texts=texts,
    )
    return Hint(contents, int(value["check"]), bool(value["complete"]), bool(value["sealed"]))  # type: ignore[arg-type]
