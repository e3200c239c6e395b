"""A small shop, its house policy, and shoppers to talk to it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from catalog.index import Catalog
from lab.agents import LoggedAgent
from lab.evaluate import evaluate, kit_cases
from lab.sessions import draw_sessions
from policies.registry import AnyBundle, bundle_named
from store.memory import MemoryStore


@pytest.fixture(scope="session")
def shop(small_shop: Path) -> Catalog:
    """A compiled catalog of 500 products."""
    return Catalog.open(small_shop)


@pytest.fixture(scope="session")
def house() -> AnyBundle:
    """The policy that the tests talk to."""
    return bundle_named("house")


@pytest.fixture
def recorded(shop: Catalog, house: AnyBundle) -> Callable[[int], MemoryStore]:
    """Makes a store with so many simulated sessions in it, words kept."""

    def record(sessions: int) -> MemoryStore:
        store = MemoryStore()
        evaluate(LoggedAgent(shop, house, store), shop, kit_cases(shop, draw_sessions(shop, sessions, seed=3)))
        return store

    return record
