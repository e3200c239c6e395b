"""Six behaviours that compete on every turn, and the decision readiness that is reported with them.

    discovery   sparse constraints or a broad pool        boundary     the shopper refused a dimension
    precision   several decisive constraints              stagnation   repeated answers added nothing
    recovery    a pivot, or a disproven ordering          coverage     few useful turns remain                  (SATU)

    D_t = clip(0.7 Current_t + 0.3 D_(t-1), 0, 1)                                                               (SATU)

Readiness is a trace and an explanation: it steers nothing, as in SATU. What an event proves (a pivot, a refusal, an
idle answer, the end of the useful turns) outbids what a count suggests.

Invariant: exactly one behaviour is named, the first in order among equals.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from policies.satu.scoring import SatuRanking
from policies.satu.settings import SatuSettings
from policies.satu.slots import DECISIVE, slots, slots_learned
from policies.situations import idle_turns, just_declined, just_pivoted, traced
from statecore.decisions import Behaviour
from statecore.state import SessionState

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "BEHAVIOURS",
    "Facts",
    "SatuMood",
    "behaviour_scores",
    "current_readiness",
    "facts_of",
    "mood_of",
    "readiness",
]

BEHAVIOURS: tuple[Behaviour, ...] = ("recovery", "boundary", "stagnation", "coverage", "precision", "discovery")

_RECOVERY, _BOUNDARY, _STAGNATION, _COVERAGE = 1.0, 0.95, 0.9, 0.85
_COUNTED = 0.8
"""What a behaviour that follows from counts can bid at most."""
_BREADTH_SHARE = 0.25
_ENOUGH = 4
_BROAD, _LARGE, _SMALL = 1000, 500, 50
_CROWD = 5


@dataclass(frozen=True, slots=True)
class Facts:
    """What the behaviours and readiness are worked out from, all of it read off the state and the ranking."""

    constraints: int
    decisive: int
    learned: int
    pool: int
    idle: int
    pivoted: bool
    declined: bool
    disproven: bool
    few_turns: bool
    exhausted: bool
    categorised: bool
    urgent: bool
    previous_contention: int


@dataclass(frozen=True, slots=True)
class SatuMood:
    """The behaviour of a turn with all bids, decision readiness, and how many answers in a row told nothing."""

    behaviour: Behaviour
    bids: Mapping[Behaviour, float]
    readiness: float
    idle: int


def facts_of(state: SessionState, ranking: SatuRanking, settings: SatuSettings) -> Facts:
    """Read the facts off the state and the ranking."""
    known = slots(state)
    new = slots_learned(state)
    live = {item.value.casefold() for item in state.live if item.hard}
    return Facts(
        constraints=len(known),
        decisive=sum(slot.attribute in DECISIVE for slot in known),
        learned=len(new),
        pool=len(ranking.order),
        idle=idle_turns(state),
        pivoted=just_pivoted(state),
        declined=just_declined(state),
        disproven=ranking.recovered,
        few_turns=state.turn > settings.patient_turns,
        exhausted=state.nothing_more,
        categorised=state.category is not None,
        urgent=any(slot.value.casefold() in live for slot in new),
        previous_contention=int(traced(state, "contention") or 0),
    )


def behaviour_scores(facts: Facts, settings: SatuSettings) -> Mapping[Behaviour, float]:
    """What each behaviour bids for the turn, between 0 and 1."""
    filled = min(1.0, facts.constraints / _ENOUGH)
    decisive = facts.decisive / max(facts.constraints, 1)
    broad = min(1.0, facts.pool / _BROAD)
    return MappingProxyType(
        {
            "recovery": _RECOVERY * (facts.pivoted or facts.disproven),
            "boundary": _BOUNDARY * facts.declined,
            "stagnation": _STAGNATION * (facts.idle >= settings.idle_limit),
            "coverage": _COVERAGE * (facts.exhausted or facts.few_turns),
            "precision": _COUNTED * ((1.0 - _BREADTH_SHARE) * filled + _BREADTH_SHARE * decisive),
            "discovery": _COUNTED * ((1.0 - _BREADTH_SHARE) * (1.0 - filled) + _BREADTH_SHARE * broad),
        }
    )


def current_readiness(facts: Facts) -> float:
    """Current_t: grows with what was learned and how few candidates are left, falls with refusals and idle answers."""
    up = (
        0.2 * facts.categorised
        + 0.15 * min(facts.learned, 2)
        + 0.1 * min(facts.decisive, 2)
        + 0.1 * facts.urgent
        + 0.2 * (facts.pool <= _SMALL)
        + 0.1 * facts.pivoted
        + 0.1 * min(facts.constraints, _ENOUGH) / _ENOUGH
    )
    down = (
        0.15 * (facts.pool > _LARGE)
        + 0.1 * (facts.previous_contention > _CROWD)
        + 0.1 * (facts.constraints == 0 and facts.learned == 0)
        + 0.1 * facts.declined
        + 0.1 * min(facts.idle, 2)
        + 0.15 * facts.exhausted
    )
    return min(1.0, max(0.0, up - down))


def readiness(current: float, previous: float, settings: SatuSettings) -> float:
    """D_t from Current_t and D_(t-1), 0 before the first turn.

    >>> round(readiness(0.5, 1.0, SatuSettings()), 2)
    0.65
    """
    memory = settings.readiness_memory
    return min(1.0, max(0.0, (1.0 - memory) * current + memory * previous))


def mood_of(state: SessionState, ranking: SatuRanking, settings: SatuSettings) -> SatuMood:
    """The behaviour and readiness of the turn."""
    facts = facts_of(state, ranking, settings)
    bids = behaviour_scores(facts, settings)
    named = max(BEHAVIOURS, key=lambda behaviour: round(bids[behaviour], 9))
    level = readiness(current_readiness(facts), traced(state, "readiness") or 0.0, settings)
    return SatuMood(named, bids, level, facts.idle)
