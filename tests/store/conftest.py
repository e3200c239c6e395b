"""Sample turns for the store's tests: small, typed, and different from one another.

The invariant: a sample depends on its arguments alone, so that two stores given the same samples hold the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from statecore.acts import Want
from statecore.decisions import Certificate, Decision, Offer
from statecore.digests import digest_of
from statecore.events import AgentReplied, Event, Pins, ShopperSaid, VisitEnded, VisitStarted
from store.contract import SaltedText

START_US = 1_700_000_000_000_000


def digest(name: str) -> bytes:
    """A digest that stands for something by name."""
    return digest_of(name)


def visit_started(shopper: str | None = None, at_us: int = START_US) -> VisitStarted:
    """The first event of a visit."""
    pins = Pins(
        policy="house",
        catalog_digest=digest("catalog"),
        policy_digest=digest("policy"),
        reducers_digest=digest("reducers"),
        reader_digest=digest("reader"),
        codec_digest=digest("codec"),
    )
    return VisitStarted(at_us=at_us, pins=pins, shopper=None if shopper is None else digest(shopper))


def turn_of(turn: int, text: SaltedText | None = None) -> tuple[Event, ...]:
    """The events of one turn of a conversation: a message and its reply, after the start of the visit on turn 1."""
    at_us = START_US + turn * 1_000_000
    said = ShopperSaid(
        at_us=at_us,
        turn=turn,
        text_digest=None if text is None else text.digest,
        acts=(Want(attribute="color", value=f"shade {turn}"),),
    )
    replied = AgentReplied(
        at_us=at_us,
        turn=turn,
        decision=Decision(ask="size", slate=(Offer(product_id=f"P{turn:03d}", score=0.25),), message="Which size?"),
        certificate=Certificate(
            state_digest=digest("state"), decision_digest=digest("decision"), pins_digest=digest("pins")
        ),
    )
    return (visit_started(), said, replied) if turn == 1 else (said, replied)


@pytest.fixture(name="turn_of")
def turn_of_fixture() -> Callable[..., tuple[Event, ...]]:
    """Makes the events of turn `turn`, with a text behind its message when one is given."""
    return turn_of


@pytest.fixture(name="visit_started")
def visit_started_fixture() -> Callable[..., VisitStarted]:
    """Makes the first event of a visit."""
    return visit_started


@pytest.fixture
def ended() -> VisitEnded:
    """The smallest event there is."""
    return VisitEnded(at_us=START_US)
