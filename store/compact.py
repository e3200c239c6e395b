"""Compressing full segments: outside of the store's lock, so that nobody waits for it.

Invariant: only one process at a time compresses or erases (the maintenance lock), and neither leaves a text's bytes
behind in a file that is no longer looked at.
"""

from __future__ import annotations

import threading
from array import array
from collections.abc import Callable
from dataclasses import replace

from statecore.errors import StoreError
from store.hints import Contents, write_hint
from store.layout import MAINTENANCE_NAME, FileLock
from store.log import Log
from store.sealed import SealedSegment
from store.sealing import put_in_place, remove_replaced, text_sizes, write_sealed
from store.segments import file_name
from store.texts import TextColumns

__all__ = ["Background", "compact_log", "remove_leftovers"]

_STEP_SECONDS = 0.001


def remove_leftovers(log: Log) -> None:
    """Finish what a process that died left behind: call it with the maintenance lock held."""
    for pattern in ("*.sealed.new", "*.texts.new"):
        for path in sorted(log.root.glob(pattern)):
            path.unlink()
    for texts in sorted(log.root.glob("*.texts")):
        if not texts.with_suffix(".sealed").exists():
            texts.unlink()
    for sealed in sorted(log.root.glob("*.sealed")):
        number = int(sealed.stem)
        if (log.root / file_name(number)).exists():
            remove_replaced(log.root, log.store_id, number, text_sizes(log.root, log.store_id, number))


def compact_log(log: Log, guard: threading.RLock, pause: Callable[[], None] = lambda: None) -> int:
    """Compress every full segment; return how many were.

    `pause` is called every few frames: a background thread sleeps in it, so that others get to run.
    """
    lock = FileLock(log.root, MAINTENANCE_NAME)
    done = 0
    try:
        with lock:
            remove_leftovers(log)
            while (contents := _next(log, guard)) is not None:
                done += _compact(log, guard, contents, pause)
    finally:
        lock.close()
    return done


def _next(log: Log, guard: threading.RLock) -> Contents | None:
    with guard:
        return log.full.pop(0) if log.full else None


def _compact(log: Log, guard: threading.RLock, contents: Contents, pause: Callable[[], None]) -> int:
    root, store_id, number = log.root, log.store_id, contents.number
    if (root / file_name(number, "sealed")).exists():
        _hint_only(log, guard, contents)
        return 0
    try:
        files = write_sealed(root, store_id, number, pause)
    except BaseException:
        with guard:
            log.full.insert(0, contents)
        raise
    put_in_place(root, number, files)
    texts = TextColumns(contents.texts.keys, array("I", (files.moved[offset] for offset in contents.texts.offsets)))
    with guard:
        if number in log.segments:
            log.segments[number] = SealedSegment(root, store_id, number, writable=True)
            log.texts.put(number, texts)
    remove_replaced(root, store_id, number, files.sizes)
    write_hint(root, store_id, replace(contents, texts=texts), complete=True, sealed=True)
    return 1


def _hint_only(log: Log, guard: threading.RLock, contents: Contents) -> None:
    """Write the hint of a segment that was opened compressed; if another process compressed it, that one did."""
    with guard:
        texts = log.texts.columns(contents.number)
        opened = log.segments.get(contents.number)
    if opened is not None and opened.sealed:
        write_hint(log.root, log.store_id, replace(contents, texts=texts), complete=True, sealed=True)


class Background:
    """A thread that compresses full segments as they come, in small steps so that appends are not held up."""

    def __init__(self, log: Log, guard: threading.RLock) -> None:
        """Do nothing until woken."""
        self._log = log
        self._guard = guard
        self._thread: threading.Thread | None = None
        self._stopping = threading.Event()
        self.error: Exception | None = None

    def wake(self) -> None:
        """There is a full segment: compress it, unless that is being done."""
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._run, name="statecore-compact", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        try:
            compact_log(self._log, self._guard, self._pause)
        except _StoppedError:
            return
        except (OSError, StoreError) as error:
            self.error = error  # the segment stays as it is, which is never wrong; compact() tries again and tells

    def _pause(self) -> None:
        if self._stopping.wait(_STEP_SECONDS):
            raise _StoppedError

    def stop(self) -> None:
        """Leave off, and wait for the thread; what is unfinished is done next time."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join()


class _StoppedError(Exception):
    """The store is closing."""
