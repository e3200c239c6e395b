"""Making a product of a parsed row, whatever its fields hold; each repair is named.

The invariant: every JSON object with an id becomes a valid `Product`; where a field already has its proper type its
value is kept exactly, and `reasons` stays empty.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping

from catalog.products import MAX_RATING, Product

__all__ = ["MAX_PRICE_MINOR", "Repairs", "has_surrogates", "without_surrogates"]

MAX_PRICE_MINOR = 10**11
"""Prices from a thousand million dollars up are noise."""

_MAX_COUNT = 2**31 - 1
_HUGE = 2**63
_ALL_TEXT = frozenset({str})
_PRICE = re.compile(r"\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,12})(\.\d{1,6}|\.)?", re.ASCII)
_NUMBER = re.compile(r"-?\d{1,18}(\.\d{1,18})?", re.ASCII)


def has_surrogates(value: object) -> bool:
    r"""Whether a parsed JSON value holds a lone surrogate, which no UTF-8 can spell.

    >>> has_surrogates(["fine", {"key": "\ud83d"}]), has_surrogates(["fine"])
    (True, False)
    """
    if isinstance(value, str):
        return any("\ud800" <= char <= "\udfff" for char in value)
    if isinstance(value, list):
        return any(map(has_surrogates, value))
    return isinstance(value, dict) and (has_surrogates(list(value)) or has_surrogates(list(value.values())))


def without_surrogates(value: object) -> object:
    """A parsed JSON value with U+FFFD for every lone surrogate, in keys too."""
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [without_surrogates(item) for item in value]
    if isinstance(value, dict):
        return {without_surrogates(key): without_surrogates(item) for key, item in value.items()}
    return value


class Repairs:
    """One row's repairs: `product` reads the row, `reasons` says what had to be repaired."""

    def __init__(self) -> None:
        """Start without repairs."""
        self.reasons: list[str] = []

    def product(self, row: Mapping[object, object]) -> Product | None:
        """The product of a row, or None when the row has no id."""
        product_id = self._product_id(row.get("parent_asin"))
        if product_id is None:
            return None
        return Product(
            product_id=product_id,
            title=self._title(row.get("title")),
            features=self._texts(row, "features"),
            description=self._texts(row, "description"),
            details=self._details(row.get("details")),
            categories=self._texts(row, "categories"),
            store=self._store(row.get("store")),
            price_minor=self._price_minor(row.get("price")),
            average_rating=self._average_rating(row.get("average_rating")),
            rating_number=self._rating_number(row.get("rating_number")),
            price_text=_price_text(row.get("price")),
        )

    def _product_id(self, value: object) -> str | None:
        if isinstance(value, int) and not isinstance(value, bool):
            self.reasons.append("parent_asin is a number, taken as text")
            return str(value)
        return value if isinstance(value, str) and value.strip() else None

    def _title(self, value: object) -> str:
        if isinstance(value, str) and value.strip():
            return value
        self.reasons.append("title is missing" if value is None or isinstance(value, str) else "title is not text")
        return _scalar_text(value) or ""

    def _store(self, value: object) -> str:
        if value is None or isinstance(value, str):
            return value or ""
        text = _scalar_text(value)
        self.reasons.append("store is not text")
        return text or ""

    def _texts(self, row: Mapping[object, object], field: str) -> tuple[str, ...]:
        """A list of texts; a single text counts as a list of one, anything else as an empty one."""
        value = row.get(field)
        if isinstance(value, str):
            self.reasons.append(f"{field} is one text, taken as a list of one")
            return (value,)
        if not isinstance(value, list):
            self.reasons.append(f"{field} is missing or null" if value is None else f"{field} is not a list, dropped")
            return ()
        if _ALL_TEXT.issuperset(map(type, value)):
            return tuple(value)
        self.reasons.append(f"{field} has entries that are not text")
        return tuple(text for text in map(_scalar_text, value) if text is not None)

    def _details(self, value: object) -> tuple[tuple[str, str], ...]:
        if isinstance(value, str) and value.lstrip().startswith("{"):
            value = self._details_of_json(value)
        if not isinstance(value, dict):
            self.reasons.append("details is missing or null" if value is None else "details is not an object, dropped")
            return ()
        if _ALL_TEXT.issuperset(map(type, value.values())) and "" not in value.values():
            return tuple(value.items())
        return tuple((key, self._detail(item)) for key, item in value.items() if item not in (None, "", []))

    def _details_of_json(self, text: str) -> object:
        try:
            value: object = json.loads(text)
        except (ValueError, RecursionError):
            return text
        self.reasons.append("details is JSON text, parsed")
        return without_surrogates(value)

    def _detail(self, value: object) -> str:
        if isinstance(value, str):
            return value
        if isinstance(value, list | dict):
            self.reasons.append("details has nested values, written as text")
        return str(value)

    def _price_minor(self, value: object) -> int | None:
        if value is None:
            return None
        if isinstance(value, str):
            match = _PRICE.fullmatch(value.strip())
            if match is None:
                self.reasons.append("price is not a number, taken as unknown")
                return None
            self.reasons.append("price is text, read as a number")
            value = float(match[0].lstrip("$ ").replace(",", ""))
        minor = _minor_units(value)
        if minor is None:
            self.reasons.append("price is out of range, taken as unknown")
        return minor

    def _average_rating(self, value: object) -> float:
        number = self._number(value, "average_rating")
        if number is None or not 0.0 <= number <= MAX_RATING:
            self._missing(value, "average_rating", "is not from 0 to 5")
            return 0.0
        return float(number)

    def _rating_number(self, value: object) -> int:
        number = self._number(value, "rating_number")
        if number is None or not (number >= 0 and math.isfinite(number)):
            self._missing(value, "rating_number", "is not a count")
            return 0
        if number > _MAX_COUNT or number != int(number):
            self.reasons.append("rating_number is not a 31-bit count, rounded down")
        return min(int(number), _MAX_COUNT)

    def _number(self, value: object, field: str) -> int | float | None:
        if isinstance(value, str) and _NUMBER.fullmatch(value.strip()):
            self.reasons.append(f"{field} is text, read as a number")
            return float(value)
        if isinstance(value, bool) or not isinstance(value, int | float):
            return None
        return value if isinstance(value, float) else max(-_HUGE, min(value, _HUGE))

    def _missing(self, value: object, field: str, why: str) -> None:
        self.reasons.append(f"{field} is missing or null" if value is None else f"{field} {why}, taken as unknown")


def _scalar_text(value: object) -> str | None:
    """A text, or a number written as one; None for everything else."""
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def _price_text(value: object) -> str | None:
    """The price as the row printed it."""
    return str(value) if isinstance(value, str | int | float) and not isinstance(value, bool) else None


def _minor_units(value: object) -> int | None:
    """A price in cents; None when it is no number, negative, or absurd."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    if not 0 <= value < MAX_PRICE_MINOR // 100:
        return None
    return round(value * 100)
