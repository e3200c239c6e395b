"""A small shop, its house policy, and shoppers to talk to it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from catalog.index import Catalog
from lab.agents import LoggedAgent
from lab.evaluate import evaluate, kit_cases
from lab.sessions import draw_sessions
from policies.registry import AnyBundle, bundle_named
from replay.engine import Message
from replay.session import LiveSession
from store.contract import EventStore
from store.memory import MemoryStore

TALKS: Mapping[str, tuple[str, ...]] = {
    "scarf": ("a red wool scarf under 40 dollars", "rather blue, not red", "no wool please", "anything warm"),
    "boots": ("I need brown leather boots", "no preference", "under $120", "waterproof ones"),
    "dress": ("a cotton dress", "Actually, ignore my earlier preference. What I need is: linen.", "in green"),
}
"""Conversations in plain words: wishes, exclusions, a budget, changes of mind."""


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


def talk_to(store: EventStore, shop: Catalog, bundle: AnyBundle) -> None:
    """Hold the conversations of TALKS, with words and message ids; one ends in a purchase."""
    for session_id, texts in TALKS.items():
        session = LiveSession(store, session_id, catalog=shop, bundle=bundle)
        for turn, text in enumerate(texts, start=1):
            salt = hashlib.sha256(f"{session_id} {turn}".encode()).digest()
            session.say(Message(text, at_us=turn * 1_000_000, message_id=f"m{turn}", salt=salt))
        if session_id == "boots":
            session.react(session.state.shown[-1].product_id, "bought", 9_000_000)
            session.end("bought", 9_000_001)


@pytest.fixture(scope="session")
def talked(shop: Catalog, house: AnyBundle) -> MemoryStore:
    """A store with the conversations of TALKS, which no test changes."""
    store = MemoryStore()
    talk_to(store, shop, house)
    return store


@pytest.fixture
def talking(shop: Catalog, house: AnyBundle) -> MemoryStore:
    """The same in a store of the test's own."""
    store = MemoryStore()
    talk_to(store, shop, house)
    return store
