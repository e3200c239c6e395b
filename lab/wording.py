"""Wording panels: the kit's shopper, move for move, in other people's sentences.

A panel is a JSON Lines file; each row holds a session (sample_id, scenario, target, category, and the card's values)
and its wording: `opening`, a sentence for each card value (`c0` to `c3`), and one each for `decline`, `nothing_more`,
`not_quite` and, in override sessions, `override`.

Invariant: only words change. Reveal order, override turn and stopping are those of `lab.shopper`, and the scores can be
set beside the kit's. A row is used whole or refused with its line.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lab.evaluate import Evaluation, Json, plain_score
from lab.jsonl import Record, numbered_records
from lab.play import Case
from lab.scoring import Outcome
from lab.sessions import Scenario, Session, scenario_of, text_of
from lab.shopper import Move, SimulatedShopper, Wish
from statecore.errors import BadInputError, SessionsError
from statecore.events import Profile

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

__all__ = ["WordedSession", "Wording", "panel_cases", "read_panel", "style_results"]


@dataclass(frozen=True, slots=True)
class Wording:
    """One shopper's sentences. `values` go with the card's values, in card order; `override` only where one happens."""

    opening: str
    values: tuple[str, ...]
    decline: str
    nothing_more: str
    not_quite: str
    override: str | None = None

    def say(self, shopper: SimulatedShopper, move: Move) -> str:
        """A move in these words; values told together are joined by a space."""
        match move.kind:
            case "opening":
                return self.opening
            case "values":
                return " ".join(self._value(shopper, value) for value in move.values)
            case "change":
                return self.override or ""
            case "no_preference":
                return self.decline
            case "exhausted":
                return self.nothing_more
            case "not_quite":
                return self.not_quite

    def _value(self, shopper: SimulatedShopper, value: str) -> str:
        """The sentence of a card value."""
        return self.values[shopper.wish.card.index(value)]


@dataclass(frozen=True, slots=True)
class WordedSession:
    """A session of a panel, with the style that its sentences are written in."""

    session: Session
    wish: Wish
    style: str
    wording: Wording

    @property
    def case(self) -> Case:
        """The session as it is played."""
        return Case(self.session, self.wish, self.wording.say)


def read_panel(path: Path) -> tuple[WordedSession, ...]:
    """The sessions of a panel, in file order; blank lines are passed over.

    Raises:
        SessionsError: the file cannot be read, or a row lacks something (names the line).
    """
    panel = []
    for number, record in numbered_records(path):
        try:
            panel.append(_worded(record))
        except BadInputError as error:
            raise SessionsError(str(error), path=str(path), line=number) from error
    return tuple(panel)


def panel_cases(panel: Sequence[WordedSession]) -> tuple[Case, ...]:
    """A panel's sessions, ready for `evaluate`."""
    return tuple(worded.case for worded in panel)


def style_results(panel: Sequence[WordedSession], evaluation: Evaluation, *, seed: int = 0) -> dict[str, Json]:
    """The figures of each style, by its name, from an evaluation of the panel's cases."""
    groups: dict[str, list[Outcome]] = {}
    for worded, outcome in zip(panel, evaluation.outcomes, strict=True):
        groups.setdefault(worded.style, []).append(outcome)
    return {style: plain_score(groups[style], seed) for style in sorted(groups)}


def _worded(record: Record) -> WordedSession:
    """One row of a panel; raise `BadInputError` saying what it lacks."""
    scenario, card = scenario_of(record.get("scenario")), record.get("card")
    if not isinstance(card, list) or not card or not all(isinstance(value, str) for value in card):
        raise BadInputError("card is not a list of texts")
    session = Session(text_of(record, "sample_id"), scenario, text_of(record, "target"), Profile())
    wish = Wish(text_of(record, "category"), tuple(card))
    return WordedSession(session, wish, text_of(record, "style"), _wording(record.get("wording"), wish, scenario))


def _wording(texts: object, wish: Wish, scenario: Scenario) -> Wording:
    """The sentences of a row, all that its shopper may need."""
    if not isinstance(texts, dict):
        raise BadInputError("wording is missing, or not an object")
    return Wording(
        opening=text_of(texts, "opening"),
        values=tuple(text_of(texts, f"c{place}") for place in range(len(wish.card))),
        decline=text_of(texts, "decline"),
        nothing_more=text_of(texts, "nothing_more"),
        not_quite=text_of(texts, "not_quite"),
        override=text_of(texts, "override") if scenario == "intent_override" else None,
    )
