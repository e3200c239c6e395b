"""The vocabularies beside this module: TOML tables in which a weight is how often a choice stands in a pool."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import TypeAlias, cast

from lab.synthetic.draws import weighted

__all__ = ["Table", "integers", "pairs", "pool", "pools", "table", "texts"]

Value: TypeAlias = "str | int | bool | list[Value] | dict[str, Value]"
Table: TypeAlias = dict[str, Value]


def table(name: str) -> Table:
    """The whole of `name`.toml."""
    text = files("lab.synthetic").joinpath(f"{name}.toml").read_text(encoding="utf-8")
    return cast("Table", tomllib.loads(text))


def texts(value: Value) -> tuple[str, ...]:
    """A list of texts."""
    return tuple(cast("list[str]", value))


def integers(value: Value) -> tuple[int, ...]:
    """A list of whole numbers."""
    return tuple(cast("list[int]", value))


def pool(value: Value) -> tuple[str, ...]:
    """A pool to pick from: a list, or a table of weights.

    >>> pool({"a": 2, "b": 1})
    ('a', 'a', 'b')
    """
    if isinstance(value, dict):
        return weighted([(text, cast("int", weight)) for text, weight in value.items()])
    return texts(value)


def pools(value: Value) -> dict[str, tuple[str, ...]]:
    """A table of pools."""
    return {key: pool(inner) for key, inner in cast("Table", value).items()}


def pairs(value: Value) -> tuple[tuple[str, str], ...]:
    """A table of texts as pairs, in its order."""
    return tuple(cast("dict[str, str]", value).items())
