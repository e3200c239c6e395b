"""Several appends at once, for backends that have no cheaper way than one after the other.

Invariant: each batch is decided by `append_stored` alone, in order; one that is refused does not touch the others.
"""

from __future__ import annotations

from collections.abc import Sequence

from statecore.errors import StatecoreError
from store.contract import Batch, EventStore, Receipt

__all__ = ["append_each"]


def append_each(store: EventStore, batches: Sequence[Batch]) -> tuple[Receipt | StatecoreError, ...]:
    """The outcome of each batch: its receipt, or the error that says why there is none."""
    return tuple(_outcome(store, batch) for batch in batches)


def _outcome(store: EventStore, batch: Batch) -> Receipt | StatecoreError:
    try:
        return store.append_stored(
            batch.session_id,
            batch.payloads,
            expected_seq=batch.expected_seq,
            message_id=batch.message_id,
            texts=batch.texts,
        )
    except StatecoreError as error:
        return error
