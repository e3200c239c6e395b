"""Forgetting in a directory store: which bytes stand for a text or a key, and what else has to follow them.

Invariant: after an erasure returns, no file of the store holds the erased bytes any more, and everything verifies.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from store.compact import remove_leftovers
from store.erasing import Place, erase_places
from store.frames import Kind
from store.hints import Hint, read_hint, still_fits, write_hint
from store.keys import KeyFile
from store.layout import MAINTENANCE_NAME, FileLock
from store.log import Log

__all__ = ["erase_key", "erase_texts", "maintenance"]


@contextmanager
def maintenance(log: Log) -> Iterator[None]:
    """Hold off compressing, in all processes; what one that died left behind is cleared first."""
    lock = FileLock(log.root, MAINTENANCE_NAME)
    try:
        with lock:
            remove_leftovers(log)
            yield
    finally:
        lock.close()


def erase_texts(log: Log, digests: Iterable[bytes]) -> int:
    """Erase the texts that are there; call it with both locks held, the log caught up."""
    places: list[Place] = []
    numbers: set[int] = set()
    for digest in digests:
        found = log.text_frame(digest)
        if found is not None and found[1].kind == Kind.TEXT:
            places.append(Place.of(*found, digest))
            numbers.add(int(found[0].stem))
    hints = [hint for number in sorted(numbers) if (hint := _fitting_hint(log, number)) is not None]
    erase_places(log.root, log.store_id, places)
    for hint in hints:
        write_hint(log.root, log.store_id, hint.contents, complete=hint.complete, sealed=hint.sealed)
    return len(places)


def _fitting_hint(log: Log, number: int) -> Hint | None:
    hint = read_hint(log.root, log.store_id, number)
    return hint if hint is not None and still_fits(log.root, hint) else None


def erase_key(log: Log, keys: KeyFile, shopper_id: str) -> bool:
    """Erase the shopper's key, its keyed name included; call it with both locks held."""
    frame = keys.frame_of(shopper_id)
    if frame is None:
        return False
    erase_places(log.root, log.store_id, [Place.of(keys.path, frame, b"")])
    return True
