"""One product as the rest of Statecore sees it: repaired, typed and immutable.

The invariant: every text is valid Unicode (it encodes as UTF-8), every container is a tuple, unknown numbers have one
spelling each (price None, rating 0), and `record_of`/`product_of_record` are exact inverses.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TypeAlias

__all__ = ["MAX_RATING", "Fields", "Product", "fields_of", "product_of_record", "record_of"]

MAX_RATING = 5.0

Fields: TypeAlias = tuple[
    str,
    str,
    tuple[str, ...],
    tuple[str, ...],
    tuple[tuple[str, str], ...],
    tuple[str, ...],
    str,
    int | None,
    float,
    int,
    str | None,
]
"""The types of a product's fields, in order."""

_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)


@dataclass(frozen=True, slots=True)
class Product:
    """A product of the catalog.

    Texts are as the row gave them (not cleaned). `details` are (key, value) pairs in row order, without empty values.
    `store` is "" when the row has none. `price_minor` is in cents, None when unknown; `price_text` is the price as the
    row printed it, None when it had none: the contest kit's shopper quotes it, readable or not. `average_rating` is 0.0
    to 5.0 with 0.0 for unknown, `rating_number` the number of ratings.
    """

    product_id: str
    title: str = ""
    features: tuple[str, ...] = ()
    description: tuple[str, ...] = ()
    details: tuple[tuple[str, str], ...] = ()
    categories: tuple[str, ...] = ()
    store: str = ""
    price_minor: int | None = None
    average_rating: float = 0.0
    rating_number: int = 0
    price_text: str | None = None


def fields_of(product: Product) -> Fields:
    """The fields in order, as plain containers: `Product(*fields_of(product)) == product`."""
    return (
        product.product_id,
        product.title,
        product.features,
        product.description,
        product.details,
        product.categories,
        product.store,
        product.price_minor,
        product.average_rating,
        product.rating_number,
        product.price_text,
    )


def record_of(product: Product) -> bytes:
    """The product as one compact JSON array in UTF-8: what the compiled index keeps for display."""
    return _JSON.encode(fields_of(product)).encode()


def product_of_record(record: bytes) -> Product:
    """The product that `record_of` wrote.

    >>> shirt = Product("P1", title="Shirt", details=(("Color", "Black"),), price_minor=1999, price_text="19.99")
    >>> product_of_record(record_of(shirt)) == shirt
    True
    """
    product_id, title, features, description, details, categories, *rest = json.loads(record)
    pairs = tuple((key, value) for key, value in details)
    return Product(product_id, title, tuple(features), tuple(description), pairs, tuple(categories), *rest)
