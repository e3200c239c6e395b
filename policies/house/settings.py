"""The settings of `house`: every number that its decisions depend on, in one frozen value."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from statecore.values import Confidence, Vocabulary

__all__ = ["HouseSettings"]

Positive = Annotated[float, Field(gt=0.0)]


class HouseSettings(Vocabulary):
    """What a shop may tune.

    `popularity_exponents`: the prior is the mean over these exponents e of rating_number**e, each normalised over the
    catalog, so that neither popular nor long-tail targets lose. `member_weight` and `soft_weight`: how much less likely
    than the kit's exact shopper one is who tells card values out of order, or in other words. `plan_limit`: candidates
    considered when planning, heaviest first: `plan_least` of them, and more until `plan_coverage` of the weight. `mode`: `kit` maximises the contest's score; `shop` asks about real
    attributes and charges `question_price` and `product_price` (in score) for each question and each product shown.
    """

    popularity_exponents: tuple[float, ...] = (0.0, 0.5, 1.0)
    member_weight: Confidence = 0.01
    soft_weight: Confidence = 0.001
    soft_sharpness: Positive = 8.0
    soft_floor: Positive = 20.0
    prefix_penalty: Positive = 1.5
    plan_limit: Annotated[int, Field(ge=10, le=4096)] = 512
    plan_least: Annotated[int, Field(ge=1, le=512)] = 10
    plan_coverage: Confidence = 0.995
    plan_depth: Annotated[int, Field(ge=1, le=2)] = 2
    mode: Literal["kit", "shop"] = "kit"
    question_price: Confidence = 0.0
    product_price: Confidence = 0.0
