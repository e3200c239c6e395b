"""What a product is before it has words: one sketch a row, which all of its texts follow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lab.synthetic.families import Family
    from lab.synthetic.laws import Band

__all__ = ["Sketch"]


@dataclass(slots=True)
class Sketch:
    """The facts of one product that its texts agree on. Lives for one row only."""

    family: Family
    noun: str
    store: str
    who: str
    """Women, Men, Girls, Boys or Unisex."""
    material: str
    """A key of `words.MATERIAL_PHRASES`."""
    color: str
    """Empty if the listing names none."""
    band: Band
