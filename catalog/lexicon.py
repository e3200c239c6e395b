"""What a reader of messages may ask a compiled catalog: shelves, known values, and what words may mean there.

Invariant: a lexicon is a view of mapped arrays, opened without parsing, and every answer is a pure function of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from catalog.lexicon_cards import CardSource, count_explained

__all__ = ["Lexicon"]


class Lexicon:
    """The lexicon of one catalog."""

    def __init__(self, source: CardSource) -> None:
        """View `source`, an open catalog."""
        self._source = source

    def has_shelf(self, label: str) -> bool:
        """Whether this is exactly the label of a shelf."""
        return self._source.shelf_id(label) is not None

    def is_value(self, text: str) -> bool:
        """Whether this is exactly a value of some listing."""
        return self._source.value_id(text) > 0

    def explained(self, label: str | None, values: tuple[str, ...], told: Sequence[str], ask: str | None) -> int:
        """How many cards of the shelf would answer the question `ask` with these values after `told`."""
        shelf = None if label is None else self._source.shelf_id(label)
        if shelf is None or not all(self.is_value(value) for value in values):
            return 0
        return count_explained(self._source, shelf, values, frozenset(told), ask)
