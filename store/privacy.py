"""Forgetting a shopper, and forgetting old words: over any backend, in an order that can be broken off and run again.

Invariant: words go first, then the key, and every session that lost something says so in an event of its own. Nothing
else in the log changes: every chain still verifies, every decision still replays from its acts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from statecore.errors import ConflictError
from statecore.events import ShopperErased, ShopperSaid
from store.contract import EventStore

__all__ = ["Erasure", "Pruning", "erase_shopper", "prune_texts"]


@dataclass(frozen=True, slots=True)
class Erasure:
    """What went: from how many sessions, how many texts, and whether there was a pseudonym key."""

    sessions: tuple[str, ...]
    texts: int
    key: bool


@dataclass(frozen=True, slots=True)
class Pruning:
    """What went, or would go: from which sessions, and how many texts."""

    sessions: tuple[str, ...]
    texts: int
    dry_run: bool


def erase_shopper(store: EventStore, shopper_id: str, *, at_us: int) -> Erasure:
    """Destroy a shopper's words and pseudonym key, and append `shopper_erased` to each of their sessions.

    Broken off and run again it finishes the rest: a session is marked once, unless it got new words since.
    """
    pseudonym = store.known_pseudonym(shopper_id)
    if pseudonym is None:
        return Erasure((), 0, key=False)
    sessions = tuple(store.sessions(shopper=pseudonym))
    texts = 0
    for session_id in sessions:
        gone = store.erase_texts(_text_digests(store, session_id))
        _mark(store, session_id, gone, at_us)
        texts += gone
    return Erasure(sessions, texts, store.forget_key(shopper_id))


def _text_digests(store: EventStore, session_id: str, before_us: int | None = None) -> Iterator[bytes]:
    """The digests of a session's words, of messages before an instant if one is given."""
    for stored in store.read(session_id):
        event = stored.event
        if not isinstance(event, ShopperSaid) or event.text_digest is None:
            continue
        if before_us is None or event.at_us < before_us:
            yield event.text_digest


def _mark(store: EventStore, session_id: str, texts: int, at_us: int) -> None:
    """Append `shopper_erased`, unless the session has one and lost nothing more."""
    while True:
        head = store.head(session_id)
        marked = any(isinstance(stored.event, ShopperErased) for stored in store.tail(session_id, head.seq))
        if (marked and texts == 0) or _marked(store, session_id, ShopperErased(at_us=at_us, texts=texts), head.seq):
            return


def _marked(store: EventStore, session_id: str, mark: ShopperErased, seq: int) -> bool:
    """Whether the mark was appended; False when a turn came in between, and the mark goes behind it."""
    try:
        store.append(session_id, (mark,), expected_seq=seq)
    except ConflictError:
        return False
    return True


def prune_texts(store: EventStore, *, before_us: int, dry_run: bool) -> Pruning:
    """Destroy the words of all messages before an instant; with `dry_run` only count those that are still there."""
    sessions = []
    texts = 0
    for session_id in store.sessions(until_us=before_us):
        digests = tuple(_text_digests(store, session_id, before_us))
        kept = sum(store.text(digest) is not None for digest in digests)
        if kept == 0:
            continue
        sessions.append(session_id)
        texts += kept if dry_run else store.erase_texts(digests)
    return Pruning(tuple(sessions), texts, dry_run)
