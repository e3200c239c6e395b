"""One product as the rest of Statecore sees it: repaired, typed and immutable.

The invariant: every text is valid Unicode (it encodes as UTF-8), every container is a tuple, unknown numbers have one
spelling each (price None, rating 0), and `record_of`/`product_of_record` are exact inverses.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

__all__ = ["MAX_RATING", "Product", "product_of_record", "record_of"]

MAX_RATING = 5.0


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


def record_of(product: Product) -> bytes:
    """The product as one compact JSON array in UTF-8: what the compiled index keeps for display."""
    fields = (
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
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


def product_of_record(record: bytes) -> Product:
    """The product that `record_of` wrote.

    >>> shirt = Product("P1", title="Shirt", details=(("Color", "Black"),), price_minor=1999, price_text="19.99")
    >>> product_of_record(record_of(shirt)) == shirt
    True
    """
    product_id, title, features, description, details, categories, store, *numbers = json.loads(record)
    price_minor, average_rating, rating_number, price_text = numbers
    return Product(
        product_id=product_id,
        title=title,
        features=tuple(features),
        description=tuple(description),
        details=tuple((key, value) for key, value in details),
        categories=tuple(categories),
        store=store,
        price_minor=price_minor,
        average_rating=average_rating,
        rating_number=rating_number,
        price_text=price_text,
    )
