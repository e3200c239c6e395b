"""What every backend does alike when it appends: encode a turn's events, hand it on as one batch, take several.

Invariant: whatever the entrance, a turn is decided by `append_batch` alone, in order; one that is refused does not
touch the others.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from statecore.errors import StatecoreError
from statecore.events import Event
from store.contract import Batch, Receipt, SaltedText
from store.turn import encode_batch

__all__ = ["Appending"]


class Appending(ABC):
    """The three ways into an `EventStore`, over the one that a backend has to provide."""

    @abstractmethod
    def append_batch(self, batch: Batch) -> Receipt:
        """Append one turn of encoded events, checked first; the rules are those of `EventStore.append`."""

    def append(
        self,
        session_id: str,
        events: Sequence[Event],
        *,
        expected_seq: int,
        message_id: str | None = None,
        texts: Sequence[SaltedText] = (),
    ) -> Receipt:
        """Append a turn; see `EventStore.append`."""
        return self.append_batch(Batch(session_id, encode_batch(events, texts), expected_seq, message_id, tuple(texts)))

    def append_stored(
        self,
        session_id: str,
        payloads: Sequence[bytes],
        *,
        expected_seq: int,
        message_id: str | None = None,
        texts: Sequence[SaltedText] = (),
    ) -> Receipt:
        """Append a turn of encoded events; see `EventStore.append_stored`."""
        return self.append_batch(Batch(session_id, tuple(payloads), expected_seq, message_id, tuple(texts)))

    def append_many(self, batches: Sequence[Batch]) -> tuple[Receipt | StatecoreError, ...]:
        """Append several turns, one after the other; see `EventStore.append_many`."""
        return tuple(self._outcome(batch) for batch in batches)

    def _outcome(self, batch: Batch) -> Receipt | StatecoreError:
        try:
            return self.append_batch(batch)
        except StatecoreError as error:
            return error
