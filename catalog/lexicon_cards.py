"""Which cards of a shelf the contest kit's shopper could have told some values from.

Invariant: a card is counted exactly when `kit_shopper.next_values` would answer the question with these values after
what was told before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from catalog.kit_shopper import next_values

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["CardSource", "count_explained"]

_MAX_REPLAYED = 2_000


class CardSource(Protocol):
    """The part of a catalog that cards are read from (see `catalog.index.Catalog`)."""

    @property
    def card(self) -> NDArray[np.int32]:
        """Value ids of every product's card: int32[N, 4]."""

    @property
    def shelf_start(self) -> NDArray[np.int64]:
        """First product of each shelf: int64[S + 1]."""

    def shelf_id(self, label: str) -> int | None:
        """The shelf with this label."""

    def value_id(self, text: str) -> int:
        """The id of a value's exact text, 0 when there is none."""

    def value_text(self, value: int) -> str:
        """The text of a value."""


def count_explained(
    source: CardSource, shelf: int, values: tuple[str, ...], told: frozenset[str], ask: str | None
) -> int:
    """How many cards of the shelf answer `ask` with `values` once `told` is known; any question when `ask` is None."""
    first, last = int(source.shelf_start[shelf]), int(source.shelf_start[shelf + 1])
    cards = source.card[first:last]
    held = np.ones(len(cards), dtype=bool)
    for value in values:
        held &= (cards == source.value_id(value)).any(axis=1)
    if not held.any():
        return 0
    texts: dict[tuple[int, ...], int] = {}
    for row in cards[held][:_MAX_REPLAYED].tolist():
        texts[tuple(row)] = texts.get(tuple(row), 0) + 1
    return sum(count for row, count in texts.items() if _tells(source, row, values, told, ask))


def _tells(
    source: CardSource, row: tuple[int, ...], values: tuple[str, ...], told: frozenset[str], ask: str | None
) -> bool:
    card = tuple(source.value_text(value) for value in row if value)
    if ask is None:
        return True
    return next_values(card, set(told), ask) == values
