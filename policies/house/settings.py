"""The settings of `house`: every number that its decisions depend on, in one frozen value."""

from __future__ import annotations

from typing import Literal

from statecore.values import Confidence, Count, Positive, Vocabulary

__all__ = ["HouseSettings"]


class HouseSettings(Vocabulary):
    """What a shop may tune.

    `popularity_exponents`: the prior is the mean over these exponents e of rating_number**e, each normalised over the
    catalog, so that neither popular nor long-tail targets lose. `exact_weight`, `member_weight` and `soft_weight`: how
    likely is the kit's exact shopper, one who tells card values out of order, or one who uses other words;
    `listing_weight` and `listing_penalty`: one who reads from the whole listing, in all and for each value.
    `max_lift`, `listing_match` and `coverage_weight` weigh a person's wishes (see `soft_evidence`).

    `plan_limit`: candidates considered when planning, heaviest first, until `plan_coverage` of the weight, and from
    `insurance_turn` on at least `plan_least` of them. `plan_depth`: questions looked ahead; `most_products`: the
    longest slate; `ask_attributes`: whether anything but the open question may be asked; `plan_through_change`:
    whether an announced change of mind is planned for. `mode`: `kit` maximises the contest's score; `shop` asks about
    real attributes and charges `question_price` and `product_price` (in score) for each question and each product
    shown.
    """

    popularity_exponents: tuple[float, ...] = (0.0, 0.5, 0.75, 1.0)
    exact_weight: Confidence = 1.0
    member_weight: Confidence = 0.01
    soft_weight: Confidence = 0.001
    soft_sharpness: Positive = 8.0
    soft_floor: Positive = 20.0
    prefix_penalty: Positive = 1.5
    listing_penalty: Positive = 3.0
    listing_weight: Confidence = 0.1
    max_lift: Positive = 30.0
    listing_match: Confidence = 0.2
    coverage_weight: float = 8.0
    plan_limit: Count = 512
    plan_least: Count = 10
    insurance_turn: Count = 8
    plan_coverage: Confidence = 0.995
    plan_depth: Count = 2
    most_products: Count = 10
    ask_attributes: bool = True
    plan_through_change: bool = True
    mode: Literal["kit", "shop"] = "kit"
    question_price: Confidence = 0.0
    product_price: Confidence = 0.0
