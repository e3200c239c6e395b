"""ARC's constants, as its write-up states them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from statecore.values import Confidence, Vocabulary

__all__ = ["ArcSettings"]

Positive = Annotated[float, Field(gt=0.0)]


class ArcSettings(Vocabulary):
    """What ARC's decisions depend on besides state and catalog.

    `typed_weight` and `signature_weight`: of core; `membership`: of a value in another slot; `prior_weight`,
    `prior_window`, `popularity_share` and `popularity_power`: of the bounded prior; `pool_limit`, `pool_least` and
    `pool_share`: of the competitive pool; `turn_price`: what a turn costs; `full_from_turn`: from here on all ten.
    """

    typed_weight: Confidence = 0.30
    signature_weight: Confidence = 0.90
    membership: Confidence = 0.7
    prior_weight: Confidence = 0.55
    prior_window: Confidence = 0.15
    popularity_share: Confidence = 0.50
    popularity_power: Positive = 1.25
    pool_limit: Annotated[int, Field(ge=10, le=4096)] = 512
    pool_least: Annotated[int, Field(ge=1, le=512)] = 10
    pool_share: Confidence = 0.75
    turn_price: Confidence = 0.02
    full_from_turn: Annotated[int, Field(ge=1)] = 8
    signature_size: Annotated[int, Field(ge=1)] = 4
