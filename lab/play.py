"""One session between a simulated shopper and an agent, by the contest kit's rules.

Invariant: the agent sees nothing but the session's profile and the messages. An exception of the agent ends the session
as a miss and is kept by name; it is never passed over. A product is a proven miss once a slate that counted showed it
and the conversation went on; showing it again is counted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter_ns
from typing import TYPE_CHECKING, Protocol, TypeAlias

from lab.scoring import TOP_K, Outcome
from lab.shopper import MAX_TURNS, Move, SimulatedShopper, Wish, kit_sentence

if TYPE_CHECKING:
    from lab.sessions import Session
    from statecore.events import Profile

__all__ = ["Agent", "Case", "Exchange", "Played", "Reply", "Voice", "play"]

Voice: TypeAlias = Callable[[SimulatedShopper, Move], str]
"""Puts a shopper's move into words."""


class Reply(Protocol):
    """What of an agent's reply the shopper reacts to; a `Decision` is one."""

    @property
    def ask(self) -> str | None:
        """The attribute asked, if any."""
        ...

    @property
    def product_ids(self) -> Sequence[str]:
        """The slate, best first."""
        ...


class Agent(Protocol):
    """Something that holds conversations: the engine in process, or a face of it."""

    def begin(self, session_id: str, profile: Profile) -> None:
        """Start a session that does not exist yet."""
        ...

    def respond(self, session_id: str, message: str, turn: int) -> Reply:
        """Answer the message of `turn` (from 1)."""
        ...


@dataclass(frozen=True, slots=True)
class Case:
    """A session to be played: what its shopper wants, and how it talks."""

    session: Session
    wish: Wish
    voice: Voice = kit_sentence


@dataclass(frozen=True, slots=True)
class Exchange:
    """One turn: what was said, what was asked and shown (the first ten products that exist), and how long it took."""

    message: str
    ask: str | None
    shown: tuple[str, ...]
    elapsed_ns: int


@dataclass(frozen=True, slots=True)
class Played:
    """A session that was played to its end."""

    outcome: Outcome
    exchanges: tuple[Exchange, ...]


def play(agent: Agent, case: Case, *, session_id: str, exists: Callable[[str], bool]) -> Played:
    """Play one session: at most ten turns, ended by a hit that counts or by an exception of the agent.

    `exists` tells whether the catalog has a product id; a slate's other ids are passed over, and so are repeats.
    """
    return _Table(agent, case, session_id, exists).play()


class _Table:
    """The state of one session while it is played."""

    def __init__(self, agent: Agent, case: Case, session_id: str, exists: Callable[[str], bool]) -> None:
        self._agent, self._case, self._id, self._exists = agent, case, session_id, exists
        self._exchanges: list[Exchange] = []
        self._missed: set[str] = set()
        self._repeats = 0

    def play(self) -> Played:
        """Turn after turn until the session ends."""
        session = self._case.session
        move, shopper = SimulatedShopper(session.sample_id, session.scenario, self._case.wish).open()
        try:
            self._agent.begin(self._id, session.profile)
            while True:
                exchange = self._turn(self._case.voice(shopper, move), shopper.turn)
                self._exchanges.append(exchange)
                if shopper.can_hit and session.target_id in exchange.shown:
                    return self._ended(shopper.turn, exchange.shown.index(session.target_id) + 1)
                self._settle(exchange.shown, counted=shopper.can_hit)
                if shopper.turn == MAX_TURNS:
                    return self._ended()
                move, shopper = shopper.answer(exchange.ask)
        except Exception as error:  # noqa: BLE001 - whatever the agent raises is the session's result, and reported
            return self._ended(error=f"{type(error).__name__}: {error}")

    def _turn(self, message: str, turn: int) -> Exchange:
        """Ask the agent, with the time it takes."""
        began = perf_counter_ns()
        reply = self._agent.respond(self._id, message, turn)
        elapsed = perf_counter_ns() - began
        known = (product for product in dict.fromkeys(reply.product_ids) if self._exists(product))
        shown = tuple(product for product, _ in zip(known, range(TOP_K), strict=False))
        return Exchange(message, reply.ask, shown, elapsed)

    def _settle(self, shown: Sequence[str], *, counted: bool) -> None:
        """The shopper goes on: count what was proven before, and note what is proven now."""
        self._repeats += sum(product in self._missed for product in shown)
        if counted:
            self._missed.update(shown)

    def _ended(self, turn: int | None = None, rank: int | None = None, error: str | None = None) -> Played:
        """The session's result."""
        session = self._case.session
        outcome = Outcome(session.sample_id, session.scenario, turn, rank, len(self._exchanges), self._repeats, error)
        return Played(outcome, tuple(self._exchanges))
