"""Labelled sessions in the contest kit's format: reading, drawing and writing them.

Invariant: what `write_sessions` writes, `read_sessions` reads back equal; a file is read whole or refused with the line
that is wrong. The kit's hidden fields are never read: card and behaviour follow from the target and the sample id.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from lab.jsonl import Record, numbered_records
from statecore.errors import BadInputError, SessionsError
from statecore.events import Profile

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

__all__ = [
    "MIX",
    "SCENARIOS",
    "PopularCatalog",
    "Scenario",
    "Session",
    "draw_sessions",
    "read_sessions",
    "write_sessions",
]

Scenario: TypeAlias = Literal["buying", "browsing", "intent_override", "boundary"]
SCENARIOS: tuple[Scenario, ...] = get_args(Scenario)

MIX: tuple[tuple[Scenario, int], ...] = (("buying", 40), ("browsing", 40), ("intent_override", 15), ("boundary", 5))
"""Per cent of the sessions of a set, the same in both of the kit's splits."""


@dataclass(frozen=True, slots=True)
class Session:
    """One labelled conversation to hold: what kind it is, which product it is about, and what the shop says of whom."""

    sample_id: str
    scenario: Scenario
    target_id: str
    profile: Profile


class PopularCatalog(Protocol):
    """The part of a catalog that sessions are drawn from."""

    @property
    def rating_number(self) -> NDArray[np.int32]:
        """int32[N]."""
        ...

    def product_id(self, index: int, /) -> str:
        """The id of product `index`."""
        ...


def read_sessions(path: Path) -> tuple[Session, ...]:
    """The sessions of a file, in its order; blank lines are passed over.

    Raises:
        SessionsError: the file cannot be read, or a line is not a session or repeats a sample id (names the line).
    """
    sessions: list[Session] = []
    seen: dict[str, int] = {}
    for number, record in numbered_records(path):
        try:
            session = session_of(record)
        except BadInputError as error:
            raise SessionsError(str(error), path=str(path), line=number) from error
        first = seen.setdefault(session.sample_id, number)
        if first != number:
            raise SessionsError(
                f"sample_id {session.sample_id!r} was used on line {first}", path=str(path), line=number
            )
        sessions.append(session)
    return tuple(sessions)


def session_of(record: Record) -> Session:
    """One row of the kit's format as a session.

    Raises:
        BadInputError: a field is missing or has another form.
    """
    truth = record.get("ground_truth")
    if not isinstance(truth, dict):
        raise BadInputError("ground_truth is missing, or not an object")
    return Session(
        sample_id=text_of(record, "sample_id"),
        scenario=scenario_of(record.get("scenario_type")),
        target_id=text_of(truth, "parent_asin"),
        profile=profile_of(record.get("user_profile")),
    )


def text_of(record: Record, name: str) -> str:
    """A field that must be a text with something in it; raise `BadInputError` naming it."""
    value = record.get(name)
    if not isinstance(value, str) or not value.strip():
        raise BadInputError(f"{name} is missing, or not a text")
    return value


def scenario_of(value: object) -> Scenario:
    """A scenario's name; raise `BadInputError` for any other value."""
    for scenario in SCENARIOS:
        if value == scenario:
            return scenario
    raise BadInputError(f"the scenario is {value!r}: it must be one of {', '.join(SCENARIOS)}")


def profile_of(value: object) -> Profile:
    """The kit's user_profile as a `Profile`; absent fields are empty, unknown ones are passed over.

    Raises:
        BadInputError: it is not an object, or a field has another type than the kit gives it.
    """
    if value is None:
        return Profile()
    if not isinstance(value, dict):
        raise BadInputError("user_profile is not an object")
    texts = {name: value.get(name, "") for name in ("purchase_frequency", "rating_style", "summary")}
    rating, tags = value.get("average_prior_rating"), value.get("preference_tags", [])
    for name, text in texts.items():
        if not isinstance(text, str):
            raise BadInputError(f"user_profile.{name} is not a text")
    if isinstance(rating, bool) or not isinstance(rating, int | float | None):
        raise BadInputError("user_profile.average_prior_rating is not a number")
    if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
        raise BadInputError("user_profile.preference_tags is not a list of texts")
    return Profile(**texts, average_prior_rating=None if rating is None else float(rating), preference_tags=tuple(tags))


def write_sessions(path: Path, sessions: Iterable[Session]) -> None:
    """Write sessions as JSON Lines in the kit's format."""
    lines = (json.dumps(_row(session), ensure_ascii=False) + "\n" for session in sessions)
    path.write_text("".join(lines), encoding="utf-8", newline="\n")


def _row(session: Session) -> Mapping[str, object]:
    """The kit's row of a session."""
    return {
        "sample_id": session.sample_id,
        "scenario_type": session.scenario,
        "category_bucket": "clothing",
        "difficulty_bucket": "medium",
        "ground_truth": {"parent_asin": session.target_id},
        "user_profile": session.profile.model_dump(mode="json"),
    }


def draw_sessions(
    catalog: PopularCatalog, count: int, seed: int, popularity_exponent: float = 1.0
) -> tuple[Session, ...]:
    """Draw `count` sessions: the kit's mix of scenarios, targets proportional to rating_number**exponent.

    Targets are drawn with replacement (a popular product may come up again, as it does in the kit's sets); the kit's
    own targets are review-biased, exponent 1, and 0 draws uniformly. Equal arguments give equal sessions.

    Raises:
        BadInputError: the count is negative, or the catalog is empty.
    """
    weights = np.power(np.maximum(catalog.rating_number, 1).astype(np.float64), popularity_exponent)
    if count < 0 or (count and not len(weights)):
        raise BadInputError(f"{count} sessions cannot be drawn from {len(weights)} products")
    rng = Random(f"sessions\0{seed}")
    limits = np.cumsum(weights)
    points = np.array([rng.random() for _ in range(count)]) * (limits[-1] if len(limits) else 0.0)
    targets = np.minimum(np.searchsorted(limits, points, side="right"), len(limits) - 1).tolist()
    return tuple(
        Session(f"drawn-{seed}-{number:05d}", scenario, catalog.product_id(target), _profile(rng))
        for number, (scenario, target) in enumerate(zip(_scenarios(count, rng), targets, strict=True), start=1)
    )


def _scenarios(count: int, rng: Random) -> Sequence[Scenario]:
    """The mix by largest remainder, shuffled.

    >>> from collections import Counter
    >>> sorted(Counter(_scenarios(200, Random(1))).items())
    [('boundary', 10), ('browsing', 80), ('buying', 80), ('intent_override', 30)]
    """
    whole = [(scenario, *divmod(count * share, 100)) for scenario, share in MIX]
    short = count - sum(parts for _, parts, _ in whole)
    largest = sorted(whole, key=lambda entry: -entry[2])[:short]
    scenarios = [scenario for scenario, parts, _ in whole for _ in range(parts)] + [entry[0] for entry in largest]
    rng.shuffle(scenarios)
    return scenarios


_TAGS = ("comfort", "fit", "durability", "warmth", "weather", "material", "style", "performance")
_RATERS = ((5.0, "generous rater"), (4.0, "balanced rater"), (3.0, "strict rater"))


def _profile(rng: Random) -> Profile:
    """A profile as bland as the kit's: it says nothing about the target."""
    rating, style = rng.choice(_RATERS)
    tags = tuple(rng.sample(_TAGS, rng.randint(1, 4)))
    return Profile(
        purchase_frequency="a few purchases a year",
        average_prior_rating=rating,
        rating_style=style,
        preference_tags=tags,
        summary=f"Earlier reviews mention {', '.join(tags)}; a {style}.",
    )
