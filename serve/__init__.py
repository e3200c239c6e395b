"""The faces of Statecore: they hold the clocks, ids and randomness of the edge, and nobody imports them."""
