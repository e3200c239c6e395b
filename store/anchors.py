"""The store's running anchor: how many turns and events it holds, and a digest chained over them in commit order.

Invariant: two stores have equal anchors exactly when they hold the same turns in the same order.
"""

from __future__ import annotations

from statecore.digests import GENESIS, chain
from store.contract import Anchor, Turn

__all__ = ["EMPTY_ANCHOR", "RunningAnchor"]

EMPTY_ANCHOR = Anchor(0, 0, GENESIS)


class RunningAnchor:
    """An anchor that turns are added to."""

    __slots__ = ("digest", "events", "turns")

    def __init__(self, start: Anchor = EMPTY_ANCHOR) -> None:
        """Go on from `start`."""
        self.turns = start.turns
        self.events = start.events
        self.digest = start.digest

    def take(self, turn: Turn) -> None:
        """Add one turn."""
        self.turns += 1
        self.events += len(turn.payloads)
        self.digest = chain(self.digest, turn.head_digest)

    @property
    def value(self) -> Anchor:
        """The anchor now."""
        return Anchor(self.turns, self.events, self.digest)
