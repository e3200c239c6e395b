"""A bundle: a named set of pure functions that together decide a turn.

Invariant: a decision depends on the state, the catalog and the bundle's settings, and on nothing else; every slate
holds distinct products; every order ends in the product id (products of a shelf are stored in id order).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from catalog.index import Catalog
from statecore.decisions import Behaviour, Decision, Offer, TraceItem
from statecore.digests import digest_of
from statecore.state import SessionState
from statecore.values import AskAttribute, Vocabulary

__all__ = ["Bundle", "Explanation", "Question", "Slate", "decide", "trace"]

SettingsT = TypeVar("SettingsT", bound=Vocabulary)
ViewT = TypeVar("ViewT")

SCORE_DIGITS = 9


@dataclass(frozen=True, slots=True)
class Question:
    """What to ask (None: nothing), the values offered as answers, and what the answer is worth in score."""

    ask: AskAttribute | None
    options: tuple[str, ...] = ()
    value: float = 0.0


@dataclass(frozen=True, slots=True)
class Slate:
    """Product indexes in the order shown, with a score each."""

    products: tuple[int, ...]
    scores: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """The words and numbers that go with a decision; `meets` names, for each product shown, the wishes it meets."""

    message: str
    reasons: tuple[str, ...]
    behaviour: Behaviour
    confidence: float
    readiness: float
    meets: tuple[tuple[str, ...], ...]
    trace: tuple[TraceItem, ...]


@dataclass(frozen=True, slots=True)
class Bundle(Generic[SettingsT, ViewT]):
    """Four functions and their settings.

    `rank_products` builds the bundle's view of the candidates (its type is the bundle's own), `choose_question` and
    `size_slate` decide from it, and `explain` puts the decision into words.
    """

    name: str
    settings: SettingsT
    rank_products: Callable[[SessionState, Catalog, SettingsT], ViewT]
    choose_question: Callable[[SessionState, Catalog, ViewT, SettingsT], Question]
    size_slate: Callable[[SessionState, Catalog, ViewT, Question, SettingsT], Slate]
    explain: Callable[[SessionState, Catalog, ViewT, Question, Slate, SettingsT], Explanation]

    def settings_digest(self) -> bytes:
        """Digest of the name and the settings; the digest of the code is added by `replay.digests`."""
        return digest_of({"name": self.name, "settings": self.settings.model_dump()})


def trace(**numbers: float) -> tuple[TraceItem, ...]:
    """Named numbers, rounded so that they do not depend on the last bits of a sum.

    >>> trace(pool=3)
    (TraceItem(name='pool', value=3.0),)
    """
    return tuple(TraceItem(name=name, value=round(float(value), SCORE_DIGITS)) for name, value in numbers.items())


def decide(state: SessionState, catalog: Catalog, bundle: Bundle[SettingsT, ViewT]) -> Decision:
    """The bundle's decision for the turn that `state` stands at."""
    settings = bundle.settings
    view = bundle.rank_products(state, catalog, settings)
    question = bundle.choose_question(state, catalog, view, settings)
    slate = bundle.size_slate(state, catalog, view, question, settings)
    words = bundle.explain(state, catalog, view, question, slate, settings)
    offers = tuple(
        Offer(product_id=catalog.product_id(product), score=round(score, SCORE_DIGITS), meets=meets)
        for product, score, meets in zip(slate.products, slate.scores, words.meets, strict=True)
    )
    return Decision(
        ask=question.ask,
        options=question.options,
        slate=offers,
        behaviour=words.behaviour,
        confidence=round(min(1.0, max(0.0, words.confidence)), SCORE_DIGITS),
        readiness=round(min(1.0, max(0.0, words.readiness)), SCORE_DIGITS),
        reasons=words.reasons,
        message=words.message,
        trace=words.trace,
    )
