"""The reranker: one weight for each feature and intent.

Set by hand from what the write-up reports: relevance carries the score, popularity is a soft prior that only decides
between relevant products, `span_all` (does this product meet everything said?) is the strongest single sign, a violated
constraint costs more than a satisfied one brings, and unknown costs nothing. Whoever browses has said less, so the
prior weighs more.

Invariant: every feature, and nothing else, has a weight in both intents.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from policies.buyte.features import ASPECTS, FEATURES
from policies.buyte.shopping import Intent

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["WEIGHTS", "weights_for"]

_SHARED: Mapping[str, float] = MappingProxyType(
    {
        "route_title": 0.10,
        "route_features": 0.15,
        "route_categories": 0.10,
        "route_description": 0.05,
        "route_store": 0.02,
        "route_ngrams": 0.10,
        "fused": 0.30,
        "word_mass": 0.30,
        "title_mass": 0.05,
        "category_mass": 0.10,
        "on_shelf": 2.00,
        "span_share": 0.60,
        "span_all": 0.60,
        "line_share": 0.80,
        "rare_lines": 0.30,
        "card_share": 0.80,
        "retracted_share": 0.50,
        **{f"satisfied_{aspect}": 0.15 for aspect in ASPECTS},
        **{f"violated_{aspect}": -0.30 for aspect in ASPECTS},
        "unknown_share": 0.0,
        "excluded_share": -1.50,
        "met_share": 0.20,
        "popularity": 0.35,
        "rating": 0.05,
    }
)
_BROWSING: Mapping[str, float] = MappingProxyType({"popularity": 0.45})

WEIGHTS: Mapping[Intent, Mapping[str, float]] = MappingProxyType(
    {"buying": _SHARED, "browsing": MappingProxyType({**_SHARED, **_BROWSING})}
)
"""The weight of every feature, by intent."""


def weights_for(intent: Intent) -> NDArray[np.float64]:
    """The weights of an intent in the order of FEATURES: float64[40]."""
    return np.array([WEIGHTS[intent][name] for name in FEATURES], dtype=np.float64)
