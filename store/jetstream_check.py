"""Checking a stream of turns: which messages count, and whether those are whole and chained.

Invariant: the same rule as for reading. Of several messages built on one turn the first counts; everything else that is
out of line is damage.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

from store.inspector import Inspector
from store.jetstream_client import Message

__all__ = ["check_turns"]


async def check_turns(
    pages: AsyncIterator[list[Message]], subject_of: Callable[[str], str], inspector: Inspector, stream: str
) -> None:
    """Inspect every turn of a stream; `subject_of` says where a session's turns belong."""
    lasts: dict[str, int] = {}
    taken: set[tuple[str, int]] = set()
    async for page in pages:
        for message in page:
            if (message.subject, message.back) in taken:
                continue  # it came second: what it was built on had been built on before
            turn = inspector.turn(message.data, stream, message.sequence)
            right = turn is not None and subject_of(turn.session_id) == message.subject
            if not right or message.back != lasts.get(message.subject, 0):
                what = "a turn under another subject, or built on another than the session's last"
                inspector.fault("damaged", stream, message.sequence, what)
            taken.add((message.subject, message.back))
            lasts[message.subject] = message.sequence
