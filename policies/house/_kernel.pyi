import numpy as np
from numpy.typing import NDArray

def plan(
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
    changing: bool,
    /,
) -> tuple[int, float, tuple[int, ...]]: ...
def replay(
    cards: NDArray[np.int32],
    classes: NDArray[np.int8],
    steps: NDArray[np.int32],
    keeps: NDArray[np.bool_],
    told: NDArray[np.bool_],
    /,
) -> int: ...
