"""What the kit's shopper would say next: its reply to a question, predicted for many cards at once.

The kit's shopper (catalog.kit_shopper) answers with the first two untold values of its card that have the class asked
for, in card order. ARC and `house` value a question by these predictions.

Invariant: a predicted reply is what `catalog.kit_shopper.next_values` gives for the card, value by value.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from catalog.kit_shopper import CLASSES
from statecore.values import AskAttribute

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["next_replies"]

_CLASS_INDEX = {name: index for index, name in enumerate(CLASSES)}


def next_replies(
    cards: NDArray[np.int32], classes: NDArray[np.int8], told: NDArray[np.bool_], ask: AskAttribute
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The two value ids that each card would tell next when asked `ask` (0: none): arrays int32[n] each.

    `cards` int32[n, 4] and `classes` int8[n, 4] are the slots (0: no slot), `told` bool[n, 4] those already told.
    `other` draws values of any class; category and brand, which are attributes to us but no class of the kit's, none.
    """
    hidden = (cards > 0) & ~told
    if ask in _CLASS_INDEX:
        hidden &= classes == _CLASS_INDEX[ask]
    elif ask != "other":
        hidden &= False
    place = np.cumsum(hidden, axis=1, dtype=np.int8)
    first = (cards * (hidden & (place == 1))).sum(axis=1, dtype=np.int32)
    second = (cards * (hidden & (place == 2))).sum(axis=1, dtype=np.int32)  # noqa: PLR2004 - the second of two
    return first, second
