"""The engine as an agent that can be played with: in process, and with a log.

Invariant: every turn runs `replay.engine.step`, the same as live turns and audits; a logged agent's reply is given only
after its turn has a receipt. A session is forgotten when the next one begins, because the lab plays them one by one.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

from reducers.reading.layers import ALL_LAYERS, Layers
from replay.digests import pins_in_force
from replay.engine import Message, start, step
from replay.session import LiveSession
from statecore.errors import BadInputError
from statecore.state import EMPTY, SessionState
from store.contract import salt_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from catalog.index import Catalog
    from policies.registry import AnyBundle
    from statecore.decisions import Decision
    from statecore.events import Profile
    from store.contract import EventStore

__all__ = ["EPOCH_US", "EngineAgent", "LoggedAgent", "ticking"]

EPOCH_US = 1_704_067_200_000_000
"""2024-01-01T00:00:00Z: where the lab's clock starts, so that equal runs make equal events."""


def ticking(start_us: int = EPOCH_US) -> Callable[[], int]:
    """A clock that moves on by one second at every look.

    >>> clock = ticking(5)
    >>> clock(), clock()
    (5, 1000005)
    """
    return count(start_us, 1_000_000).__next__


class EngineAgent:
    """Runs the engine and writes nothing."""

    def __init__(
        self,
        catalog: Catalog,
        bundle: AnyBundle,
        *,
        clock_us: Callable[[], int] | None = None,
        layers: Layers = ALL_LAYERS,
    ) -> None:
        """Serve `catalog` with `bundle`, reading with `layers`; `clock_us` gives instants in microseconds."""
        self._catalog, self._bundle, self._layers = catalog, bundle, layers
        self._clock_us = clock_us or ticking()
        self._pins = pins_in_force(catalog, bundle)
        self._states: dict[str, SessionState] = {}

    def begin(self, session_id: str, profile: Profile) -> None:
        """Start a session."""
        _, state = start(EMPTY, pins=self._pins, at_us=self._clock_us(), profile=profile)
        self._states = {session_id: state}

    def respond(self, session_id: str, message: str, turn: int) -> Decision:
        """Answer one message."""
        said = Message(message, self._clock_us(), message_id=f"m{turn}")
        before = self._states[session_id]
        result = step(before, said, catalog=self._catalog, bundle=self._bundle, layers=self._layers)
        self._states[session_id] = result.state
        return result.decision


class LoggedAgent:
    """Runs the engine with a store: events to the log, words to the vault, then the reply."""

    def __init__(
        self, catalog: Catalog, bundle: AnyBundle, store: EventStore, *, clock_us: Callable[[], int] | None = None
    ) -> None:
        """Serve `catalog` with `bundle` and keep every turn in `store`; `clock_us` gives instants in microseconds."""
        self._catalog, self._bundle, self._store = catalog, bundle, store
        self._clock_us = clock_us or ticking()
        self._live: dict[str, LiveSession] = {}

    def begin(self, session_id: str, profile: Profile) -> None:
        """Start a session; the log has it from its first turn on. Raise `BadInputError` when it is there already."""
        live = LiveSession(self._store, session_id, catalog=self._catalog, bundle=self._bundle, profile=profile)
        if live.head.seq:
            raise BadInputError(f"the log has a session {session_id!r} already: give this run another prefix")
        self._live = {session_id: live}

    def respond(self, session_id: str, message: str, turn: int) -> Decision:
        """Answer one message once its turn is stored."""
        said = Message(message, self._clock_us(), message_id=f"m{turn}", salt=salt_text(message).salt)
        return self._live[session_id].say(said).decision
