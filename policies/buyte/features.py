"""The forty features that the reranker weighs: how a product meets what was said, and what is known of it anyway.

Retrieval (7), where the query's words are (4), phrases (6), three-way satisfaction per attribute (18: a share satisfied
and a share violated for each of nine), what is unknown or excluded (3), and the prior (2). Unknown is neither satisfied
nor violated: most of a catalog has no price, and most listings do not state most attributes (Buyte).

Invariant: every feature lies between 0 and 1, and a listing never violates a constraint that it contains.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from catalog.index import Catalog
from policies.buyte.brands import brand_fit
from policies.buyte.keys import rival_lines
from policies.buyte.retrieval import ROUTES, Retrieved, contains_value
from policies.buyte.shopping import Checked, Shopping
from policies.buyte.wearers import product_wearers, wearer_fit
from policies.fit import SATISFIED, UNKNOWN, VIOLATED, mention_fit, price_fit
from policies.terms import idf
from policies.vocabulary import COLORS, MATERIALS, group_bits, mentions_in

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["ASPECTS", "FEATURES", "feature_matrix", "satisfaction"]

ASPECTS = ("material", "color", "size", "style", "brand", "budget", "feature", "use_case", "wearer")
"""What a product can satisfy or violate."""

FEATURES = (
    *(f"route_{route}" for route in ROUTES),
    "fused",
    "word_mass", "title_mass", "category_mass", "on_shelf",
    "span_share", "span_all", "line_share", "rare_lines", "card_share", "retracted_share",
    *(f"satisfied_{aspect}" for aspect in ASPECTS),
    *(f"violated_{aspect}" for aspect in ASPECTS),
    "unknown_share", "excluded_share", "met_share",
    "popularity", "rating",
)  # fmt: skip
"""The names of the forty, in order."""

_Columns: TypeAlias = "dict[str, NDArray[np.float64]]"
_Fits: TypeAlias = "list[tuple[str, NDArray[np.int8]]]"


def feature_matrix(shopping: Shopping, catalog: Catalog, found: Retrieved) -> NDArray[np.float64]:
    """The features of every candidate: float64[k, 40]."""
    zero = np.zeros(len(found.products))
    columns: _Columns = {f"route_{route}": found.routes[:, at] for at, route in enumerate(ROUTES)}
    columns["fused"] = found.fused
    columns |= _word_columns(shopping, catalog, found)
    columns |= _phrase_columns(shopping, catalog, found)
    columns |= _fit_columns(satisfaction(shopping, catalog, found), zero)
    columns["excluded_share"] = _share([_contains(catalog, found, value) for value in shopping.excluded], zero)
    columns |= _prior_columns(catalog, found)
    return np.stack([columns.get(name, zero) for name in FEATURES], axis=1)


def _contains(catalog: Catalog, found: Retrieved, value: str) -> NDArray[np.bool_]:
    return contains_value(catalog, found.query, found.words, found.products, value)


def _share(columns: list[NDArray[np.bool_]], zero: NDArray[np.float64]) -> NDArray[np.float64]:
    """The mean of some yes-or-no columns; zeros without any."""
    return np.mean(columns, axis=0).astype(np.float64) if columns else zero


def _word_columns(shopping: Shopping, catalog: Catalog, found: Retrieved) -> _Columns:
    """Where the query's words are, by rarity, and whether the product stands on a named shelf."""
    worth = found.query.weights * idf(catalog, found.query.terms)
    worth = worth / max(float(worth.sum()), 1e-12)
    shelves = [
        (found.products >= catalog.shelf_start[s]) & (found.products < catalog.shelf_start[s + 1])
        for s in shopping.shelves
    ]
    return {
        "word_mass": (found.words * worth).sum(axis=1),
        "title_mass": (found.in_title * worth).sum(axis=1),
        "category_mass": (found.in_categories * worth).sum(axis=1),
        "on_shelf": np.any(shelves, axis=0).astype(np.float64) if shelves else np.zeros(len(found.products)),
    }


def _phrase_columns(shopping: Shopping, catalog: Catalog, found: Retrieved) -> _Columns:
    """How many of the live constraints the product contains: by text, by line, by rarity of the line, on its card."""
    zero = np.zeros(len(found.products))
    spans = [_contains(catalog, found, item.value) for item in shopping.checked]
    ids = [catalog.value_id(item.value) for item in shopping.checked]
    lines = [np.isin(found.products, catalog.products_with(value)) for value in ids]
    cards = [(catalog.card[found.products] == value).any(axis=1) & (value > 0) for value in ids]
    rarity = np.array([1.0 / float(catalog.value_df[value]) if value else 0.0 for value in ids])
    rare = (np.array(lines).T * rarity).sum(axis=1) / max(float(rarity.sum()), 1e-12) if ids else zero
    return {
        "span_share": _share(spans, zero),
        "span_all": np.all(spans, axis=0).astype(np.float64) if spans else zero,
        "line_share": _share(lines, zero),
        "rare_lines": rare,
        "card_share": _share(cards, zero),
        "retracted_share": _share([_contains(catalog, found, value) for value in shopping.retracted], zero),
    }


def satisfaction(shopping: Shopping, catalog: Catalog, found: Retrieved) -> _Fits:
    """Each live constraint against every candidate: the aspect and int8[k] of SATISFIED, UNKNOWN and VIOLATED."""
    fits: _Fits = []
    for item in shopping.checked:
        fit = _attribute_fit(item, catalog, found)
        fits.append((item.attribute, np.where(_contains(catalog, found, item.value), SATISFIED, fit).astype(np.int8)))
    if shopping.price is not None:
        fits.append(("budget", price_fit(catalog.price_minor[found.products], shopping.price)))
    if shopping.wearer is not None:
        fits.append(("wearer", wearer_fit(product_wearers(catalog)[found.products], shopping.wearer)))
    return fits


def _attribute_fit(item: Checked, catalog: Catalog, found: Retrieved) -> NDArray[np.int8]:
    """A constraint that the text does not contain: met in other words, contradicted, or unknown."""
    if item.attribute in {"material", "color"}:
        bits = group_bits(item.value, MATERIALS if item.attribute == "material" else COLORS)
        mentions = mentions_in(catalog)
        mentioned = mentions.materials if item.attribute == "material" else mentions.colors
        return mention_fit(mentioned[found.products], bits) if bits else np.zeros(len(found.products), dtype=np.int8)
    if item.attribute == "brand":
        return brand_fit(catalog, found.products, item.value)
    rivals = rival_lines(catalog, found.products, catalog.value_id(item.value))
    return np.where(rivals, VIOLATED, UNKNOWN).astype(np.int8)


def _fit_columns(fits: _Fits, zero: NDArray[np.float64]) -> _Columns:
    """Shares satisfied and violated per aspect, and over all constraints."""
    columns: _Columns = {}
    for aspect in ASPECTS:
        own = [fit for name, fit in fits if name == aspect]
        columns[f"satisfied_{aspect}"] = _share([fit == SATISFIED for fit in own], zero)
        columns[f"violated_{aspect}"] = _share([fit == VIOLATED for fit in own], zero)
    columns["unknown_share"] = _share([fit == UNKNOWN for _, fit in fits], zero)
    columns["met_share"] = _share([fit == SATISFIED for _, fit in fits], zero)
    return columns


def _prior_columns(catalog: Catalog, found: Retrieved) -> _Columns:
    """How often and how well a product was rated, whatever was said."""
    reviews = np.log1p(catalog.rating_number[found.products].astype(np.float64))
    most = float(np.log1p(float(catalog.rating_number.max(initial=1))))
    return {
        "popularity": reviews / max(most, 1e-12),
        "rating": np.clip(catalog.average_rating[found.products].astype(np.float64) / 5.0, 0.0, 1.0),
    }
