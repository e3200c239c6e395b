"""Old events read as new ones: pure steps from one version of a kind to the next.

Invariant: for every kind and every version below the current one there is exactly one step (`complete` is tested), so a
log of any released format folds like the new form of its events.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from statecore.codec import Plain
from statecore.errors import UnknownKindError

__all__ = ["KIND_VERSIONS", "STEPS", "Step", "missing_steps", "upcast"]

Step: TypeAlias = Callable[[dict[str, "Plain"]], dict[str, "Plain"]]

KIND_VERSIONS: Mapping[str, int] = MappingProxyType(
    {
        "visit_started": 1,
        "visit_resumed": 1,
        "shopper_said": 1,
        "agent_replied": 1,
        "product_reacted": 1,
        "visit_ended": 1,
        "shopper_erased": 1,
    }
)
"""The current version of each kind."""

STEPS: Mapping[tuple[str, int], Step] = MappingProxyType({})
"""From (kind, version) to the body of version + 1."""


def missing_steps(versions: Mapping[str, int], steps: Mapping[tuple[str, int], Step]) -> tuple[tuple[str, int], ...]:
    """The (kind, version) pairs that no step leads on from.

    >>> missing_steps({"visit_ended": 3}, {("visit_ended", 2): dict})
    (('visit_ended', 1),)
    """
    return tuple(
        (kind, version)
        for kind, current in versions.items()
        for version in range(1, current)
        if (kind, version) not in steps
    )


def upcast(
    kind: str,
    version: int,
    body: dict[str, Plain],
    *,
    versions: Mapping[str, int] = KIND_VERSIONS,
    steps: Mapping[tuple[str, int], Step] = STEPS,
) -> dict[str, Plain]:
    """The body in the current version of its kind; raise `UnknownKindError` for a kind or version from the future."""
    current = versions.get(kind)
    if current is None:
        raise UnknownKindError(kind, version, f"known kinds are {', '.join(versions)}")
    if not 1 <= version <= current:
        raise UnknownKindError(kind, version, f"this release knows versions 1 to {current}")
    for step in range(version, current):
        body = steps[kind, step](body)
    return body
