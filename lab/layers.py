"""What each layer of the reader is worth: the same sessions with the layer left out.

Invariant: nothing but the reading differs between two of these agents; a turn folds and decides as any turn does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from typing_extensions import override

from lab.agents import EngineAgent
from reducers.fold import apply
from reducers.reading.layers import LAYERS, Layers, without
from replay.engine import Message, answer, hear

if TYPE_CHECKING:
    from collections.abc import Iterator

    from catalog.index import Catalog
    from policies.registry import AnyBundle
    from statecore.decisions import Decision

__all__ = ["LayeredAgent", "readers"]


class LayeredAgent(EngineAgent):
    """The engine with a reader that some layers are left out of."""

    def __init__(self, catalog: Catalog, bundle: AnyBundle, layers: Layers) -> None:
        """Serve `catalog` with `bundle`, reading with `layers`."""
        super().__init__(catalog, bundle)
        self._layers = layers

    @override
    def respond(self, session_id: str, message: str, turn: int) -> Decision:
        said = Message(message, self._clock_us(), message_id=f"m{turn}")
        event, _ = hear(self._states[session_id], said, catalog=self._catalog, layers=self._layers)
        heard = apply(self._states[session_id], event)
        replied = answer(heard, at_us=said.at_us, catalog=self._catalog, bundle=self._bundle)
        self._states[session_id] = apply(heard, replied)
        return replied.decision


def readers() -> Iterator[tuple[str, Layers]]:
    """The whole reader, then the reader without each of its layers, by name."""
    yield "all layers", Layers()
    for name in LAYERS:
        yield f"without {name}", without(name)
