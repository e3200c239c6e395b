"""The vocabulary of Statecore: events, acts, state, decisions, canonical bytes, digests, errors. No I/O, no numpy."""

from __future__ import annotations

__version__ = "0.1.0"
__all__ = ["__version__"]
