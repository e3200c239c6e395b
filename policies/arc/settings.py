"""ARC's constants, as its write-up states them."""

from __future__ import annotations

from statecore.values import Confidence, Count, Positive, Vocabulary

__all__ = ["ArcSettings"]


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
    pool_limit: Count = 512
    pool_least: Count = 10
    pool_share: Confidence = 0.75
    turn_price: Confidence = 0.02
    full_from_turn: Count = 8
    signature_size: Count = 4
