"""A shopper who comes back: what is remembered of earlier visits, and taking up a visit that was left.

The memory that a visit carried is the fold of all visits before it, so it is also the snapshot to go on from: only
visits since then are read. Which ones it was folded from is proven by the chain over their heads; when a visit before
it has changed (it was still under way then, or a purchase was returned) an earlier memory is taken, or none.

Invariant: `recall` gives the same memory wherever it goes on from, and never writes. A visit under way elsewhere is
neither taken up nor remembered; what it holds stays its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from policies.registry import AnyBundle
from reducers.fold import fold
from reducers.memory import EMPTY_MEMORY, FinishedVisit, aged, chained, remember
from replay.digests import changed_pins, pins_in_force
from replay.session import LiveSession, Shopper
from statecore.events import Event, Pins, VisitEnded, VisitStarted
from statecore.memory import Memory
from store.contract import EventStore, Head

if TYPE_CHECKING:
    from catalog.index import Catalog

__all__ = ["ABANDONED_US", "RESUME_WITHIN_US", "Visits", "come_back", "recall", "visits_of"]

RESUME_WITHIN_US = 2 * 3_600_000_000
"""Two hours: who comes back to an unfinished visit sooner goes on with it, unless the shop chooses another time."""

ABANDONED_US = 24 * 3_600_000_000
"""A day: a visit without an end that nothing was added to for so long is over."""

_TRIES = 16
"""So many carried memories are looked at before all visits are read."""


@dataclass(frozen=True, slots=True)
class Visits:
    """A shopper's sessions in order of their first commit, with the head of each."""

    ids: tuple[str, ...]
    heads: tuple[Head, ...]


def visits_of(store: EventStore, pseudonym: bytes) -> Visits:
    """The visits of a shopper in a store."""
    ids = tuple(store.sessions(shopper=pseudonym))
    return Visits(ids, tuple(store.head(session_id) for session_id in ids))


def recall(store: EventStore, pseudonym: bytes, *, at_us: int, until: int | None = None) -> Memory | None:
    """What the shopper's finished visits left, not yet aged to `at_us`; None when there is nothing.

    `at_us` decides which visits without an end are over; `until` leaves out the visits from that number (from 0) on.
    """
    visits = visits_of(store, pseudonym)
    count = len(visits.ids) if until is None else until
    memory, first = _base(store, visits, count, at_us)
    skipped = list(memory.skipped)
    for place in range(first, count):
        visit = _finished(store, visits, place, at_us)
        if visit is None:
            skipped.append(place + 1)
        else:
            memory = remember(aged(memory, visit.started_us), visit)
    memory = memory.model_copy(update={"skipped": tuple(skipped)})
    return memory if memory.visits else None


def _base(store: EventStore, visits: Visits, count: int, at_us: int) -> tuple[Memory, int]:
    """The newest carried memory that still holds, and the number (from 0) of the visit that carried it."""
    for place in range(count - 1, max(-1, count - 1 - _TRIES), -1):
        opening = next(store.read(visits.ids[place])).event
        memory = opening.memory if isinstance(opening, VisitStarted) else None
        if memory is not None and memory.seen == place and _still_holds(store, visits, memory, at_us):
            return memory, place
    return EMPTY_MEMORY, 0


def _still_holds(store: EventStore, visits: Visits, memory: Memory, at_us: int) -> bool:
    """Whether a carried memory is what folding the visits before it would give now."""
    skipped = {number - 1 for number in memory.skipped}
    digest = EMPTY_MEMORY.source_digest
    for place, head in enumerate(visits.heads[: memory.seen]):
        if place not in skipped:
            digest = chained(digest, head.digest)
    if digest != memory.source_digest:
        return False
    return all(_finished(store, visits, place, at_us) is None for place in sorted(skipped))


def _finished(store: EventStore, visits: Visits, place: int, at_us: int) -> FinishedVisit | None:
    """A visit as the fold takes it; None while it is under way, and for a fork, which is nobody's visit."""
    events = [item.event for item in store.read(visits.ids[place])]
    if any(isinstance(event, VisitStarted) and event.parent is not None for event in events):
        return None
    state = fold(events)
    if state.stage == "open" and events[-1].at_us + ABANDONED_US > at_us:
        return None
    return FinishedVisit(state, place + 1, events[0].at_us, events[-1].at_us, visits.heads[place].digest)


def come_back(  # noqa: PLR0913 - what a live session takes, and the times
    store: EventStore,
    shopper_id: str,
    session_id: str,
    *,
    catalog: Catalog,
    bundle: AnyBundle,
    at_us: int,
    resume_within_us: int = RESUME_WITHIN_US,
) -> LiveSession:
    """The shopper's visit: the last one again, when it was left unfinished a short while ago, else a new one.

    A new visit gets `session_id`, which must not tell who the shopper is: it stays in the log after they are forgotten.
    One that was left under other digests is not taken up; its memory counts all the same. Raises `ConflictError` when
    another device takes the visit up at the same moment.
    """
    pseudonym = store.pseudonym(shopper_id)
    left = _left_lately(store, pseudonym, at_us - resume_within_us)
    if left is not None and not changed_pins(left.pins, pins_in_force(catalog, bundle)):
        live = LiveSession(store, left.session_id, catalog=catalog, bundle=bundle)
        live.resume(at_us)
        return live
    memory = recall(store, pseudonym, at_us=at_us)
    return LiveSession(store, session_id, catalog=catalog, bundle=bundle, shopper=Shopper(pseudonym, memory))


@dataclass(frozen=True, slots=True)
class _Left:
    """A visit that was left."""

    session_id: str
    pins: Pins


def _left_lately(store: EventStore, pseudonym: bytes, since_us: int) -> _Left | None:
    """The shopper's last visit, when it was left without a purchase at or after an instant."""
    ids = tuple(store.sessions(shopper=pseudonym))
    if not ids:
        return None
    events: Sequence[Event] = [item.event for item in store.read(ids[-1])]
    last, state = events[-1], fold(events)
    was_left = isinstance(last, VisitEnded) and last.reason == "left" and last.at_us >= since_us
    if not was_left or state.stage != "ended" or state.pins is None:
        return None
    return _Left(ids[-1], state.pins)
