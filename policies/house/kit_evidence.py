"""What a conversation in the kit's own sentences proves: which cards could have produced it, word for word.

The kit's shopper (catalog.kit_shopper) answers an ask with the first two untold values of its card that have the
class asked for, in card order; an opening names c0 or the last soft value; a change of mind hands over c0. So the
likelihood of a conversation given a product is 0 or 1, and it is worked out here for all cards at once. Who quotes a
listing's lines in sentences of their own follows no order: their card holds those lines, no more is asked of it.

Invariant: a card is kept exactly when replaying the kit's shopper on it gives the values that were heard.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from catalog.index import Catalog
from policies.kit_replies import next_replies
from statecore.state import Heard

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["KitEvidence", "next_replies", "replay_cards"]

SLOTS = 4


@dataclass(frozen=True, slots=True)
class KitEvidence:
    """`keeps` int64[k]: rows of the pool whose card fits all that was heard; `told` bool[k, 4]: their told slots."""

    keeps: NDArray[np.int64]
    told: NDArray[np.bool_]


def replay_cards(catalog: Catalog, cards: NDArray[np.int32], heard: tuple[Heard, ...]) -> KitEvidence:
    """Replay the kit's shopper on every card (int32[n, 4]); keep the rows that tell just what was heard."""
    rows = np.arange(len(cards))
    told = np.zeros(cards.shape, dtype=bool)
    for item in heard:
        values = [catalog.value_id(value) for value in item.values]
        fits, told = _replay_one(catalog, cards, told, item, values)
        if fits is not None:
            rows, told, cards = rows[fits], told[fits], cards[fits]
    return KitEvidence(rows, told)


def _replay_one(
    catalog: Catalog, cards: NDArray[np.int32], told: NDArray[np.bool_], item: Heard, values: list[int]
) -> tuple[NDArray[np.bool_] | None, NDArray[np.bool_]]:
    """Which cards fit one more message (None: all), and what is told of them after it."""
    if item.frame in {"kit_buying", "kit_change"} and values:
        return (cards[:, 0] == values[0]) & (values[0] > 0), told | (cards == values[0])
    if item.frame == "kit_override" and values:
        last = np.maximum((cards > 0).sum(axis=1) - 1, 0)
        return (cards[np.arange(len(cards)), last] == values[0]) & (values[0] > 0), told
    if item.frame in {"kit_values", "kit_exhausted"} and item.asked is not None:
        first, second = next_replies(cards, catalog.value_class[cards], told, item.asked)
        want = [*values, 0, 0][:2]
        if len(values) > 2 or 0 in values:  # noqa: PLR2004 - the kit tells two at most
            return np.zeros(len(cards), dtype=bool), told
        after = told | ((cards == first[:, None]) | (cards == second[:, None])) & (cards > 0)
        return (first == want[0]) & (second == want[1]), after
    if item.frame == "free" and values:
        holds = [(cards == value).any(axis=1) & (value > 0) for value in values]
        return np.logical_and.reduce(holds), told | np.isin(cards, values)
    return None, told
