"""The contest kit's agent interface over the engine: `Agent(catalog_path)`, `reset`, `respond`.

Invariant: `reset` and `respond` never raise, whatever they are handed. An answer always has a text message and
distinct ids of the catalog, `top_k` of them at most. What fails inside is kept in `failures` and told once through
`logging`, and the turn is answered from popularity.

Only the core dependencies are needed. The kit's evaluator is never imported: it imports this.
"""

from __future__ import annotations

import logging
import os
import traceback
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypedDict

import numpy as np

from policies.registry import bundle_named
from replay.digests import pins_in_force
from replay.engine import Message, start, step
from serve.cache import open_catalog
from statecore.events import Profile
from statecore.state import EMPTY, SessionState
from statecore.text import MAX_MESSAGE_CHARS, clean_text
from statecore.values import AskAttribute

if TYPE_CHECKING:
    from catalog.index import Catalog

__all__ = ["Agent", "Failure", "Recommendation", "Response", "Usage"]

_LOG = logging.getLogger(__name__)
_TOP_K = 10
_MOST = 100
"""The contract's limit on recommendations."""
_SESSIONS = 10_000
"""Conversations kept at once; the one longest untouched is forgotten first."""
_FAILURES = 100
_TRAIL = 4
_HIGHEST_RATING = 1_000.0


class Recommendation(TypedDict):
    """A product and its score."""

    parent_asin: str
    score: float


class Usage(TypedDict):
    """Tokens of language models: none are called."""

    prompt_tokens: int
    completion_tokens: int


class Response(TypedDict):
    """The kit's answer to a message."""

    message: str
    ask_attribute: AskAttribute | None
    recommendations: list[Recommendation]
    usage: Usage


@dataclass(frozen=True, slots=True)
class Failure:
    """A turn that could not be decided: what was raised, and where (never what the shopper wrote)."""

    session_id: str
    turn: int
    error: str
    where: tuple[str, ...]


class _Answer(NamedTuple):
    """What was answered, before it is cut to the number asked for."""

    message: str
    ask: AskAttribute | None
    offers: tuple[tuple[str, float], ...]


@dataclass(slots=True)
class _Conversation:
    """One session: its state, the last answer with the turn and text that it answered, and what stopgaps showed."""

    state: SessionState
    profile: Profile | None
    answered: tuple[int | None, str] | None = None
    answer: _Answer | None = None
    stopgaps: int = 0


class Agent:
    """The agent that the kit's evaluator builds once and plays all its sessions with."""

    def __init__(self, catalog_path: str | os.PathLike[str], policy: str = "house") -> None:
        """Open the catalog: rows (.jsonl, .jsonl.gz), compiled on first use into a cache, or a compiled folder.

        Raises:
            CatalogError: there is no usable catalog at that path.
            UnknownPolicyError: no policy has that name.
        """
        self._bundle = bundle_named(policy)
        self._catalog: Catalog = open_catalog(Path(catalog_path))
        self._pins = pins_in_force(self._catalog, self._bundle)
        self._popular = _most_popular(self._catalog, _MOST)
        self._conversations: OrderedDict[str, _Conversation] = OrderedDict()
        self.failure_count = 0
        self.failures: list[Failure] = []
        """The first hundred failures."""

    def reset(self, session_id: object, user_profile: object = None) -> None:
        """Begin a conversation, or begin it again."""
        self._begin(_key(session_id), _profile(user_profile))

    def respond(
        self, session_id: object, user_message: object, turn: object = None, top_k: object = _TOP_K
    ) -> Response:
        """Answer a message. The same turn and message once more get the same answer; another first turn begins anew."""
        key, text, number = _key(session_id), _text(user_message), _integer(turn)
        conversation = self._conversations.get(key) or self._begin(key, None)
        if conversation.answer is not None and conversation.answered == (number, text):
            return _response(conversation.answer, _limit(top_k))
        if number == 1 and conversation.state.turn > 0:
            conversation = self._begin(key, conversation.profile)
        self._conversations.move_to_end(key)
        try:
            answer = self._decide(conversation, text)
        except Exception as error:  # noqa: BLE001 - nothing may be raised into the evaluator; it is recorded and told
            self._record(Failure(key, conversation.state.turn + 1, type(error).__name__, _trail(error)))
            answer = self._stopgap(conversation)
        conversation.answered, conversation.answer = (number, text), answer
        return _response(answer, _limit(top_k))

    def _begin(self, key: str, profile: Profile | None) -> _Conversation:
        _, state = start(EMPTY, pins=self._pins, at_us=0, profile=profile)
        conversation = self._conversations[key] = _Conversation(state, profile)
        if len(self._conversations) > _SESSIONS:
            self._conversations.popitem(last=False)
        return conversation

    def _decide(self, conversation: _Conversation, text: str) -> _Answer:
        turn = step(conversation.state, Message(text, at_us=0), catalog=self._catalog, bundle=self._bundle)
        conversation.state = turn.state
        decision = turn.decision
        offers = tuple((offer.product_id, offer.score) for offer in decision.slate)
        return _Answer(decision.message, decision.ask, offers)

    def _stopgap(self, conversation: _Conversation) -> _Answer:
        """The next ten most popular products and an open question: nothing in here can fail."""
        begin = conversation.stopgaps * _TOP_K % _MOST
        conversation.stopgaps += 1
        offers = tuple((product_id, 0.0) for product_id in self._popular[begin : begin + _TOP_K])
        return _Answer("Here is what others liked. What else matters to you?", "other", offers)

    def _record(self, failure: Failure) -> None:
        self.failure_count += 1
        if len(self.failures) < _FAILURES:
            self.failures.append(failure)
        level = logging.WARNING if self.failure_count == 1 else logging.DEBUG
        _LOG.log(level, "turn %d could not be decided: %s, %s", failure.turn, failure.error, " < ".join(failure.where))


def _response(answer: _Answer, limit: int) -> Response:
    return {
        "message": answer.message,
        "ask_attribute": answer.ask,
        "recommendations": [{"parent_asin": one, "score": score} for one, score in answer.offers[:limit]],
        "usage": {"prompt_tokens": 0, "completion_tokens": 0},
    }


def _most_popular(catalog: Catalog, count: int) -> tuple[str, ...]:
    """Ids by rating count, the most first; equals by id."""
    ratings = catalog.rating_number.astype(np.int64)
    ids = sorted((-int(ratings[i]), catalog.product_id(int(i))) for i in np.argsort(-ratings, kind="stable")[:count])
    return tuple(product_id for _, product_id in ids)


def _trail(error: Exception) -> tuple[str, ...]:
    """The innermost calls that led to an error, the place itself first."""
    frames = traceback.extract_tb(error.__traceback__)[-_TRAIL:]
    return tuple(f"{frame.name} ({Path(frame.filename).name}:{frame.lineno})" for frame in reversed(frames))


def _key(session_id: object) -> str:
    """A session's key: its text, or for what is no text, that of its type (they share one conversation)."""
    return session_id if isinstance(session_id, str) else f"<{type(session_id).__name__}>"


def _text(value: object) -> str:
    """A message as far as it is one: nothing for what is no text, and no more than a message may have."""
    return value[:MAX_MESSAGE_CHARS] if isinstance(value, str) else ""


def _integer(value: object) -> int | None:
    return value if isinstance(value, int) else None


def _limit(top_k: object) -> int:
    """How many recommendations may be given: `top_k` as far as it is a number, ten otherwise."""
    return max(0, min(top_k, _MOST)) if isinstance(top_k, int) else _TOP_K


def _profile(value: object) -> Profile | None:
    """The kit's user_profile, without what does not have the kit's types."""
    if not isinstance(value, dict):
        return None
    texts = {name: _valid(value.get(name)) for name in ("purchase_frequency", "rating_style", "summary")}
    rating, tags = value.get("average_prior_rating"), value.get("preference_tags")
    in_range = isinstance(rating, int | float) and abs(rating) <= _HIGHEST_RATING
    return Profile(
        **texts,
        average_prior_rating=float(rating or 0.0) if in_range else None,
        preference_tags=tuple(_valid(tag) for tag in tags if isinstance(tag, str)) if isinstance(tags, list) else (),
    )


def _valid(value: object) -> str:
    """A text as the vocabulary takes it."""
    return clean_text(_text(value)).text
