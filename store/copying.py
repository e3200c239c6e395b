"""Copying sessions between any two stores, byte for byte.

Invariant: what arrives has the same events, turns, message ids, words and heads as what was sent; a copy that was
broken off goes on where it stopped, and a session that went another way in the target is a `ConflictError`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from statecore.errors import CodecError, ConflictError
from statecore.events import Event, ShopperSaid, decode_event
from store.contract import EventStore, Head, SaltedText, Turn

__all__ = ["CopyReport", "copy_store", "copy_turn", "missing_turns", "text_digests", "words_of"]


@dataclass(frozen=True, slots=True)
class CopyReport:
    """How many sessions were looked at, and how many turns and texts went over."""

    sessions: int
    turns: int
    texts: int


def copy_store(source: EventStore, target: EventStore, *, progress: Callable[[int], None] | None = None) -> CopyReport:
    """Copy every session of `source` that `target` does not have whole; `progress` is told the sessions done.

    Sessions go over one after the other, in the order in which they began. Words that were erased in the source do
    not go over. Pseudonym keys stay where they are: they are the source's secret, not part of its log.
    """
    sessions = turns = texts = 0
    for session_id in source.sessions():
        for turn in missing_turns(source, target, session_id):
            words = tuple(words_of(source, turn))
            copy_turn(target, turn, words)
            turns += 1
            texts += len(words)
        sessions += 1
        if progress is not None:
            progress(sessions)
    return CopyReport(sessions, turns, texts)


def missing_turns(source: EventStore, target: EventStore, session_id: str) -> Iterator[Turn]:
    """The turns of a session that the target lacks; raise `ConflictError` when it has others."""
    head = target.head(session_id)
    for turn in source.turns(session_id):
        if turn.seq <= head.seq:
            if turn.seq == head.seq and turn.head_digest != head.digest:
                raise _fork(session_id, head, turn.seq)
            continue
        if turn.first_seq <= head.seq or (turn.first_seq == head.seq + 1 and turn.previous_digest != head.digest):
            raise _fork(session_id, head, turn.first_seq - 1)
        yield turn


def _fork(session_id: str, head: Head, expected_seq: int) -> ConflictError:
    return ConflictError(session_id, expected_seq=expected_seq, seq=head.seq, head_digest=head.digest)


def _known_event(payload: bytes) -> Event | None:
    """The event; None for a kind that this release does not know: it is copied as it is, its words are unknown here."""
    try:
        return decode_event(payload, trusted=True)
    except CodecError:
        return None


def text_digests(turn: Turn) -> Iterator[bytes]:
    """The digests of the words that a turn's messages refer to."""
    for payload in turn.payloads:
        event = _known_event(payload)
        if isinstance(event, ShopperSaid) and event.text_digest is not None:
            yield event.text_digest


def words_of(source: EventStore, turn: Turn) -> Iterator[SaltedText]:
    """The words that a turn's messages refer to, where they are still there."""
    found = (source.salted_text(digest) for digest in text_digests(turn))
    return (words for words in found if words is not None)


def copy_turn(target: EventStore, turn: Turn, words: Iterable[SaltedText]) -> None:
    """Append a turn as another store holds it; raise `ConflictError` when the session went another way."""
    receipt = target.append_stored(
        turn.session_id, turn.payloads, expected_seq=turn.first_seq - 1, message_id=turn.message_id, texts=tuple(words)
    )
    if receipt.head_digest != turn.head_digest:
        raise _fork(turn.session_id, receipt.head, turn.seq)
