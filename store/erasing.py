"""Erasing in place: the bytes of texts and keys overwritten with zeros, in frames of the same length.

Invariant: what is to be erased is written down first. A process that dies on the way leaves that note, and the next one
that opens the store for writing finishes the erasure; no frame is ever left half overwritten.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from statecore.codec import pack, unpack
from store.frames import FRAME_OVERHEAD, Frame, Kind, encode_frame, parse
from store.layout import sync_directory
from store.segments import binding_of, write_at

__all__ = ["INTENT_NAME", "Place", "erase_places", "finish_erasure", "read_intent"]

INTENT_NAME = "erase.intent"


class Place(NamedTuple):
    """A frame to be erased: its file, where it lies there, and what stays of it (its first 32 bytes)."""

    file: str
    offset: int
    size: int
    write_start: int
    digest: bytes

    @classmethod
    def of(cls, file: Path, frame: Frame, digest: bytes) -> Place:
        """The place of a frame, of which `digest` stays."""
        return cls(file.name, frame.offset, frame.end - frame.offset, frame.write_start, digest)


def _binding(store_id: bytes, name: str) -> int:
    number, _, kind = name.rpartition(".")
    return binding_of(store_id, int(number or 0), kind)


def _intent_binding(store_id: bytes) -> int:
    return binding_of(store_id, 0, INTENT_NAME)


def read_intent(root: Path, store_id: bytes) -> tuple[Place, ...] | None:
    """What an unfinished erasure wanted to erase; nothing when there is none, None when its note is damaged."""
    try:
        data = (root / INTENT_NAME).read_bytes()
    except FileNotFoundError:
        return ()
    frame = parse(data, 0, _intent_binding(store_id))
    if frame is None or frame.end != len(data):
        return None
    places = unpack(frame.payload)
    return tuple(Place(*place) for place in places)  # type: ignore[misc, union-attr]  # as erase_places wrote it


def erase_places(root: Path, store_id: bytes, places: Sequence[Place]) -> None:
    """Erase frames, durably: call it with the store's lock held."""
    if not places:
        return
    intent = root / INTENT_NAME
    temporary = intent.with_suffix(".new")
    with temporary.open("wb") as file:
        file.write(encode_frame(Kind.SEAL, pack(list(places)), _intent_binding(store_id), 0))
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(intent)
    sync_directory(root)
    finish_erasure(root, store_id)


def finish_erasure(root: Path, store_id: bytes) -> None:
    """Do what the note of an erasure says, if there is one: call it with the store's lock held."""
    places = read_intent(root, store_id)
    if not places:
        # A damaged note was never finished being written, so nothing was overwritten yet.
        (root / INTENT_NAME).unlink(missing_ok=True)
        return
    for name, inside in _by_file(places):
        _overwrite(root / name, inside, _binding(store_id, name))
    (root / INTENT_NAME).unlink()
    sync_directory(root)


def _by_file(places: Iterable[Place]) -> Iterator[tuple[str, list[Place]]]:
    files: dict[str, list[Place]] = {}
    for place in places:
        files.setdefault(place.file, []).append(place)
    return iter(files.items())


def _overwrite(path: Path, places: list[Place], binding: int) -> None:
    try:
        fd = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return  # a crashed erasure whose segment was sealed since: sealing copies what is there, zeros included
    try:
        for place in places:
            payload = place.digest.ljust(place.size - FRAME_OVERHEAD, b"\0")
            write_at(fd, encode_frame(Kind.ERASED, payload, binding, place.offset, place.write_start), place.offset)
        os.fdatasync(fd)
    finally:
        os.close(fd)
