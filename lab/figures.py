"""Reading figures back from JSON, for those who print or draw them.

Invariant: importing this is cheap; a command's `--help` does not wait for numpy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from statecore.errors import BadInputError

if TYPE_CHECKING:
    from lab.evaluate import Json

__all__ = ["number_of", "object_of"]


def object_of(figures: Json) -> dict[str, Json]:
    """Figures that are an object; raise `BadInputError` for others: they are not those of a comparison."""
    if not isinstance(figures, dict):
        raise BadInputError("these are not the figures of a comparison")
    return figures


def number_of(figures: Json) -> float:
    """A figure that is a number; raise `BadInputError` for another."""
    if not isinstance(figures, int | float):
        raise BadInputError("these are not the figures of a comparison")
    return float(figures)
