"""Several policies over the same sessions, in several processes, with everything that a comparison looks at.

Invariant: what a run finds does not depend on how many processes played it, nor on which of them ended first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from typing_extensions import override

from catalog.index import Catalog
from lab.agents import EngineAgent
from lab.calibration import Forecast
from lab.evaluate import kit_cases
from lab.play import play
from lab.processes import spread
from lab.shopper import SimulatedShopper
from lab.turn_audit import leader_of
from policies.registry import AnyBundle, bundle_named
from statecore.errors import BadInputError
from statecore.values import Vocabulary

if TYPE_CHECKING:
    from lab.play import Case
    from lab.scoring import Outcome
    from lab.sessions import Session
    from statecore.decisions import Decision
    from statecore.state import SessionState

__all__ = ["Contestant", "Run", "Setting", "play_contest", "tuned"]

Setting: TypeAlias = "float | int | bool | str | tuple[float, ...]"
_AT_ONCE = 50
"""Sessions played in one go: few enough to share the work evenly, many enough to be worth sending."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """A policy with settings of its own: `changes` are laid over those that its bundle has."""

    name: str
    policy: str
    changes: Mapping[str, Setting] = field(default_factory=dict)


class Run(NamedTuple):
    """What playing gave: outcomes by session, a forecast and a slate width by turn, and withheld leaders.

    `withheld` counts turns that could have hit on which the wanted product led the ranking and was not shown.
    """

    outcomes: tuple[Outcome, ...]
    forecasts: tuple[Forecast, ...]
    widths: tuple[int, ...]
    withheld: int

    def joined(self, other: Run) -> Run:
        """This run and another, one after the other."""
        return Run(
            self.outcomes + other.outcomes,
            self.forecasts + other.forecasts,
            self.widths + other.widths,
            self.withheld + other.withheld,
        )


NO_RUN = Run((), (), (), 0)


def tuned(contestant: Contestant) -> AnyBundle:
    """The contestant's bundle; raise `BadInputError` for a setting that its policy does not have."""
    bundle = bundle_named(contestant.policy)
    unknown = [name for name in contestant.changes if name not in type(bundle.settings).model_fields]
    if unknown:
        raise BadInputError(f"policy {contestant.policy!r} has no setting {', '.join(unknown)}")
    if not contestant.changes:
        return bundle
    settings = type(bundle.settings).model_validate({**bundle.settings.model_dump(), **contestant.changes})
    return replace(bundle, settings=settings)


class _Watched(EngineAgent):
    """The engine, with a look at each decision and at the ranking that it was made on."""

    def __init__(self, catalog: Catalog, bundle: AnyBundle) -> None:
        """Serve `catalog` with `bundle`."""
        self.seen: list[tuple[Decision, int | None]] = []
        self._leader: int | None = None
        rank = bundle.rank_products

        def watched(state: SessionState, catalog: Catalog, settings: Vocabulary) -> object:
            view = rank(state, catalog, settings)
            self._leader = leader_of(view)
            return view

        super().__init__(catalog, replace(bundle, rank_products=watched))

    @override
    def respond(self, session_id: str, message: str, turn: int) -> Decision:
        decision = super().respond(session_id, message, turn)
        self.seen.append((decision, self._leader))
        return decision


class _Share(NamedTuple):
    """Sessions that the contestant of a number plays in one go."""

    number: int
    contestant: Contestant
    sessions: Sequence[Session]


def play_contest(
    catalog: Path,
    contestants: Sequence[Contestant],
    sessions: Sequence[Session],
    *,
    jobs: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[Run, ...]:
    """Play all sessions with each contestant; `catalog` is a compiled catalog's directory.

    `progress` is told the sessions played and how many there are, over all contestants.
    """
    for contestant in contestants:
        tuned(contestant)
    shares = [
        _Share(number, contestant, sessions[first : first + _AT_ONCE])
        for number, contestant in enumerate(contestants)
        for first in range(0, len(sessions), _AT_ONCE)
    ]
    runs = [NO_RUN] * len(contestants)
    done, total = 0, len(contestants) * len(sessions)
    for share, run in zip(shares, spread(_play_share, partial(Catalog.open, catalog), shares, jobs=jobs), strict=True):
        runs[share.number] = runs[share.number].joined(run)
        done += len(share.sessions)
        if progress is not None:
            progress(done, total)
    return tuple(runs)


def _play_share(catalog: Catalog, share: _Share) -> Run:
    bundle = tuned(share.contestant)
    run = NO_RUN
    for case in kit_cases(catalog, share.sessions):
        run = run.joined(_play_case(catalog, bundle, case))
    return run


def _play_case(catalog: Catalog, bundle: AnyBundle, case: Case) -> Run:
    agent = _Watched(catalog, bundle)
    session = case.session
    played = play(agent, case, session_id=session.sample_id, exists=lambda name: catalog.index_of(name) >= 0)
    target = catalog.index_of(session.target_id)
    first_turn = SimulatedShopper(session.sample_id, session.scenario, case.wish).change_turn
    forecasts, widths, withheld = [], [], 0
    for turn, (decision, leader) in enumerate(agent.seen, start=1):
        shown = decision.product_ids
        widths.append(len(shown))
        if shown:
            forecasts.append(Forecast(decision.confidence, shown[0] == session.target_id))
        withheld += turn >= first_turn and leader == target and session.target_id not in shown
    return Run((played.outcome,), tuple(forecasts), tuple(widths), withheld)
