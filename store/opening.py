"""Opening a log: every segment in order, from its hint where that still fits, else by scanning it.

Invariant: with the lock held (writable) a torn tail is cut off and nothing else is changed; damage raises. Without it
nothing is changed, and damage is noted and read around.
"""

from __future__ import annotations

from statecore.errors import CorruptionError
from store.anchors import RunningAnchor
from store.contract import Finding
from store.damage import Broken
from store.hints import Contents, Hint, read_hint, still_fits
from store.logstate import BACK_SIZE, LogState
from store.sealed import SealedSegment
from store.segments import SEGMENT_HEADER_SIZE, Segment, file_name, segment_numbers
from store.texts import TextColumns
from store.turn import decode_turn
from store.vault import text_key
from store.walk import walk, walk_around

__all__ = ["load_log", "open_segment"]


def load_log(log: LogState) -> None:
    """Index every segment; raise `CorruptionError` when the log is writable and damaged."""
    log.reset()
    numbers = segment_numbers(log.root)
    newest = max(numbers, default=1)
    for number in range(1, newest + 1):
        goes_on = _load_segment(log, number, last=number == newest)
        if not goes_on and number < newest and _drop_unused(log, number + 1, newest):
            return
        if not goes_on:
            what = "the segment is full, but the next one is missing" if number == newest else "the segment has no seal"
            _damaged(log, Broken(log.end, "damaged", what))


def _load_segment(log: LogState, number: int, *, last: bool) -> bool:
    """Index one segment; whether the log goes on as it should: full segments first, the last one not full."""
    log.number = number
    log.start_part()
    segment = open_segment(log, number)
    log.segments[number] = segment
    hint = _usable_hint(log, segment)
    if hint is not None:
        _use(log, hint)
    if isinstance(segment, SealedSegment):
        if hint is None:
            _scan_sealed(log, segment)
        log.index.merge(log.part)
        return not last
    log.writing_to = segment
    full = hint.complete if hint is not None else False
    if not full:
        full = _scan(log, last=last)
        if full:
            log.close_part()
    log.index.merge(log.part)
    return full != last


def open_segment(log: LogState, number: int) -> Segment | SealedSegment:
    """The segment's file, compressed or not: another process may be putting one in the place of the other."""
    if not (log.root / file_name(number, "sealed")).exists():
        try:
            return Segment(log.root, log.store_id, number, writable=log.writable)
        except CorruptionError:
            if not (log.root / file_name(number, "sealed")).exists():
                raise
    return SealedSegment(log.root, log.store_id, number, writable=log.writable)


def _usable_hint(log: LogState, segment: Segment | SealedSegment) -> Hint | None:
    hint = read_hint(log.root, log.store_id, segment.number)
    if hint is None or hint.sealed != segment.sealed or hint.contents.before != log.running.value:
        return None
    return hint if still_fits(log.root, hint) else None


def _use(log: LogState, hint: Hint) -> None:
    contents = hint.contents
    log.part.merge(contents.sessions)
    log.running = RunningAnchor(contents.after)
    log.end = log.hinted = contents.covered
    if hint.complete:
        log.texts.put(log.number, contents.texts)
    else:
        log.texts.active = dict(zip(contents.texts.keys, contents.texts.offsets, strict=True))


def _scan_sealed(log: LogState, segment: SealedSegment) -> None:
    try:
        for frame in segment.turn_frames():
            log.index_turn(decode_turn(frame.payload[BACK_SIZE:], trusted=True), frame.offset, (log.part,))
        texts = TextColumns.of({text_key(frame.payload): frame.offset for frame in segment.text_frames()})
    except CorruptionError as error:
        if log.writable:
            raise
        log.findings.append(Finding("damaged", error.path, error.offset, "a sealed segment fails its check"))
        return
    log.texts.put(segment.number, texts)
    log.full.append(Contents(segment.number, segment.end, log.before, log.running.value, log.part, texts))


def _drop_unused(log: LogState, number: int, newest: int) -> bool:
    """Whether a following segment was only begun: a process died between making it and sealing the one before."""
    path = log.root / file_name(number)
    if number != newest or not path.exists() or path.stat().st_size > SEGMENT_HEADER_SIZE:
        return False
    if log.writable:
        path.unlink()
    return True


def _damaged(log: LogState, broken: Broken) -> None:
    path = str(log.root / file_name(log.number))
    if log.writable:
        msg = f"{broken.what}; the store opens for reading only: run verify, then salvage"
        raise CorruptionError(msg, path=path, offset=broken.offset)
    log.findings.append(Finding("damaged", path, broken.offset, broken.what))


def _scan(log: LogState, *, last: bool) -> bool:
    """Index the active segment from `end` on, and repair a torn tail; whether the segment is full."""
    header = log.active.header_state()
    if header is not None and (header.why == "damaged" or not last):
        _damaged(log, header)
    elif header is not None:
        if log.writable:
            log.findings.append(Finding("torn", str(log.active.path), 0, header.what))
            log.active.rewrite_header()
        return False
    if not log.writable:
        return _scan_around(log, last=last)
    broken = log.take(walk(log.active, log.end), (log.part,))
    if broken is None:
        return True
    if broken.why == "damaged" or (broken.why == "torn" and not last):
        _damaged(log, broken)
    if broken.why == "torn":
        log.findings.append(Finding("torn", str(log.active.path), broken.offset, broken.what))
        log.active.truncate(log.end)
    return False


def _scan_around(log: LogState, *, last: bool) -> bool:
    """As `_scan`, for reading only: note each damaged place and go on behind it."""
    texts: dict[int, int] = {}
    for found in walk_around(log.active, log.end, log.active.size()):
        if isinstance(found, Broken):
            if found.why == "damaged" or not last:
                _damaged(log, found)
        elif log.take_frame(found, texts, (log.part,)):
            return True
    log.mark_last()
    return False
