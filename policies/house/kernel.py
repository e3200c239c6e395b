"""The compiled kernel, where there is one: `_kernel.c` is built when the package is, if a compiler is there then.

Invariant: it is chosen once, by whether it can be imported, and it changes no decision: what it computes is computed in
numpy, bit for bit the same, where it is missing (tests/policies/house/test_kernel.py compares the two).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["KERNEL", "Kernel"]


class Kernel(Protocol):
    """What is compiled. All arrays are C-contiguous; raises ValueError when their sizes do not belong together."""

    def plan(  # noqa: PLR0913, PLR0917 - everything comes in as an argument, nothing is kept
        self,
        weights: NDArray[np.float64],
        cards: NDArray[np.int32],
        classes: NDArray[np.int8],
        told: NDArray[np.bool_],
        asks: bytes,
        utility: NDArray[np.float64],
        singles: NDArray[np.float64],
        equals: NDArray[np.float64],
        turn: int,
        depth: int,
        changing: bool,  # noqa: FBT001 - a flag in a row of arguments of C
        /,
    ) -> tuple[int, float, tuple[int, ...]]:
        """`policies.house.decks.plan_in_numpy`, compiled; the tables are those of `policies.utility`."""
        ...

    def replay(
        self,
        cards: NDArray[np.int32],
        classes: NDArray[np.int8],
        steps: NDArray[np.int32],
        keeps: NDArray[np.bool_],
        told: NDArray[np.bool_],
        /,
    ) -> int:
        """`policies.house.kit_evidence.replay_in_numpy`, compiled: fills `keeps` and `told`."""
        ...


def _load() -> Kernel | None:
    try:
        import policies.house._kernel as found  # noqa: PLC0415 - it need not be there
    except ImportError:
        return None
    return found


KERNEL: Kernel | None = _load()
"""The compiled kernel, None where it was not built."""
