"""Salvage: what is whole in a damaged store, into a new one. Explicit, never part of opening.

Invariant: the damaged store is only read. A session is taken over up to its first missing turn and not beyond, so that
every chain of the new store is sound; what could not be taken over is counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from statecore.digests import DIGEST_SIZE
from statecore.errors import CodecError, CorruptionError
from store.contract import SALT_SIZE, EventStore, Finding, SaltedText, Turn
from store.copying import copy_turn, text_digests
from store.damage import Broken
from store.frames import Frame, Kind
from store.layout import read_format
from store.logstate import BACK_SIZE
from store.sealed import sealed_parts
from store.segments import SEGMENT_HEADER_SIZE, Segment, file_name, id_in_segments, segment_numbers
from store.turn import decode_turn
from store.walk import walk_around

__all__ = ["SalvageReport", "salvage"]


@dataclass(frozen=True, slots=True)
class SalvageReport:
    """What went over, what did not, and where the source is damaged.

    `lost` counts the whole turns that stand behind a gap of their session; how many are missing in a gap, nobody knows.
    """

    sessions: int
    turns: int
    texts: int
    lost: int
    findings: tuple[Finding, ...]


def salvage(path: str | Path, target: EventStore) -> SalvageReport:
    """Copy every turn that can be read and chained from the store at `path` to `target`."""
    root = Path(path)
    findings: list[Finding] = []
    texts: dict[bytes, SaltedText] = {}
    sessions: set[str] = set()
    turns = lost = moved = 0
    for frame in _frames(root, findings):
        if frame.kind == Kind.TEXT:
            digest, salt = frame.payload[:DIGEST_SIZE], frame.payload[DIGEST_SIZE : DIGEST_SIZE + SALT_SIZE]
            texts[digest] = SaltedText(salt, frame.payload[DIGEST_SIZE + SALT_SIZE :].decode(errors="replace"))
        elif frame.kind == Kind.TURN and (turn := _turn(frame)) is not None:
            if _chains(target, turn):
                words = tuple(texts[digest] for digest in text_digests(turn) if digest in texts)
                copy_turn(target, turn, words)
                sessions.add(turn.session_id)
                turns += 1
                moved += len(words)
            else:
                lost += 1
    return SalvageReport(len(sessions), turns, moved, lost, tuple(findings))


def _turn(frame: Frame) -> Turn | None:
    try:
        return decode_turn(frame.payload[BACK_SIZE:])
    except CodecError:
        return None  # the frame is whole and holds no turn: verify names it


def _chains(target: EventStore, turn: Turn) -> bool:
    head = target.head(turn.session_id)
    return head.seq + 1 == turn.first_seq and head.digest == turn.previous_digest


def _frames(root: Path, findings: list[Finding]) -> Iterator[Frame]:
    """Every whole frame of the store, texts of a segment before its turns."""
    try:
        store_id = read_format(root)
    except CorruptionError as error:
        found_id = id_in_segments(root)
        if found_id is None:
            raise
        findings.append(Finding("damaged", error.path, 0, "the format file fails its check"))
        store_id = found_id
    for number in segment_numbers(root):
        found = list(_segment(root, store_id, number, findings))
        yield from (frame for frame in found if frame.kind == Kind.TEXT)
        yield from (frame for frame in found if frame.kind != Kind.TEXT)


def _segment(root: Path, store_id: bytes, number: int, findings: list[Finding]) -> Iterator[Frame]:
    if (root / file_name(number, "sealed")).exists():
        parts = sealed_parts(root, store_id, number)
    else:
        segment = Segment(root, store_id, number, writable=False)
        parts = ((segment.path, found) for found in walk_around(segment, SEGMENT_HEADER_SIZE, segment.size()))
    try:
        for path, found in parts:
            if isinstance(found, Broken):
                findings.append(
                    Finding("torn" if found.why == "torn" else "damaged", str(path), found.offset, found.what)
                )
            else:
                yield found
    except CorruptionError as error:
        findings.append(Finding("damaged", error.path, error.offset, "missing"))
