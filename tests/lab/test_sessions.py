"""Session files are read whole or refused by line, and drawn sets keep the kit's mix."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.sessions import MIX, SCENARIOS, Session, draw_sessions, read_sessions, write_sessions
from statecore.errors import BadInputError, SessionsError
from statecore.events import Profile

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

GOOD = {
    "sample_id": "mine_1",
    "scenario_type": "buying",
    "ground_truth": {"parent_asin": "P1"},
    "user_profile": {"rating_style": "kind", "average_prior_rating": 4, "preference_tags": ["fit"]},
}


class FewProducts:
    """Products "P0", "P1", ... with the review counts given."""

    def __init__(self, *counts: int) -> None:
        """Hold as many products as counts."""
        self._counts = np.array(counts, dtype=np.int32)

    @property
    def rating_number(self) -> NDArray[np.int32]:
        """The counts."""
        return self._counts

    def product_id(self, index: int, /) -> str:
        """An id made of the place."""
        return f"P{index}"


def file_of(folder: Path, *records: object) -> Path:
    path = folder / "sessions.jsonl"
    path.write_text("".join(f"{json.dumps(record)}\n" for record in records), encoding="utf-8")
    return path


def test_a_row_of_the_kit_is_read_with_its_profile(tmp_path: Path) -> None:
    (session,) = read_sessions(file_of(tmp_path, GOOD))
    assert session == Session(
        "mine_1",
        "buying",
        "P1",
        Profile(rating_style="kind", average_prior_rating=4.0, preference_tags=("fit",)),
    )


def test_blank_lines_and_a_byte_order_mark_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "sessions.jsonl"
    path.write_text(f"\ufeff\n{json.dumps(GOOD)}\n\n", encoding="utf-8")
    assert len(read_sessions(path)) == 1


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"sample_id": ""}, "sample_id"),
        ({"sample_id": 4}, "sample_id"),
        ({"scenario_type": "haggling"}, "haggling"),
        ({"scenario_type": ["buying"]}, "scenario"),
        ({"ground_truth": None}, "ground_truth"),
        ({"ground_truth": {"parent_asin": None}}, "parent_asin"),
        ({"user_profile": "none"}, "user_profile"),
        ({"user_profile": {"summary": 1}}, "summary"),
        ({"user_profile": {"average_prior_rating": "5"}}, "average_prior_rating"),
        ({"user_profile": {"average_prior_rating": True}}, "average_prior_rating"),
        ({"user_profile": {"preference_tags": "fit"}}, "preference_tags"),
        ({"user_profile": {"preference_tags": [1]}}, "preference_tags"),
    ],
)
def test_a_bad_row_is_refused_by_file_line_and_field(tmp_path: Path, change: dict[str, object], what: str) -> None:
    path = file_of(tmp_path, {**GOOD, "sample_id": "first"}, {**GOOD, **change})
    with pytest.raises(SessionsError, match=what) as caught:
        read_sessions(path)
    assert (caught.value.path, caught.value.line) == (str(path), 2)
    assert f"{path}, line 2" in str(caught.value)


@pytest.mark.parametrize("line", ["{", "[]", "3", "not json"])
def test_a_line_that_is_no_object_is_refused(tmp_path: Path, line: str) -> None:
    path = tmp_path / "sessions.jsonl"
    path.write_text(line, encoding="utf-8")
    with pytest.raises(SessionsError, match="JSON"):
        read_sessions(path)


def test_a_sample_id_that_comes_twice_is_refused_with_both_lines(tmp_path: Path) -> None:
    path = file_of(tmp_path, GOOD, {**GOOD, "sample_id": "other"}, GOOD)
    with pytest.raises(SessionsError, match=r"line 3: .*'mine_1' was used on line 1"):
        read_sessions(path)


def test_a_missing_or_undecodable_file_is_a_typed_error(tmp_path: Path) -> None:
    with pytest.raises(SessionsError, match="absent"):
        read_sessions(tmp_path / "absent.jsonl")
    (tmp_path / "bytes.jsonl").write_bytes(b"\xff\xfe")
    with pytest.raises(SessionsError, match="cannot be read"):
        read_sessions(tmp_path / "bytes.jsonl")


@given(count=st.integers(0, 60), seed=st.integers(0, 10), exponent=st.sampled_from([0.0, 0.5, 1.0]))
def test_drawing_is_a_function_of_its_arguments_and_writing_reads_back(
    tmp_path_factory: pytest.TempPathFactory, count: int, seed: int, exponent: float
) -> None:
    catalog = FewProducts(1, 5, 0, 40)
    drawn = draw_sessions(catalog, count, seed, exponent)
    assert drawn == draw_sessions(catalog, count, seed, exponent)
    assert len({session.sample_id for session in drawn}) == count
    path = tmp_path_factory.mktemp("drawn") / "sessions.jsonl"
    write_sessions(path, drawn)
    assert read_sessions(path) == drawn


@given(count=st.integers(1, 1_000))
def test_every_scenario_is_within_one_session_of_its_share(count: int) -> None:
    counts = Counter(session.scenario for session in draw_sessions(FewProducts(1), count, 1))
    assert counts.total() == count
    for scenario, share in MIX:
        assert abs(counts[scenario] - count * share / 100) < 1


def test_targets_follow_review_counts_to_the_power_asked_for() -> None:
    catalog = FewProducts(1, 9, 90)
    for exponent, expected in ((0.0, (1 / 3, 1 / 3, 1 / 3)), (1.0, (0.01, 0.09, 0.9)), (0.5, (0.074, 0.222, 0.703))):
        drawn = Counter(session.target_id for session in draw_sessions(catalog, 4_000, 7, exponent))
        for product, share in enumerate(expected):
            assert drawn[f"P{product}"] / 4_000 == pytest.approx(share, abs=0.025)


def test_nothing_can_be_drawn_from_an_empty_catalog_and_no_session_is_fine() -> None:
    with pytest.raises(BadInputError, match="0 products"):
        draw_sessions(FewProducts(), 1, 1)
    with pytest.raises(BadInputError, match="-1"):
        draw_sessions(FewProducts(1), -1, 1)
    assert draw_sessions(FewProducts(), 0, 1) == ()


def test_the_scenarios_are_the_four_of_the_protocol() -> None:
    assert SCENARIOS == ("buying", "browsing", "intent_override", "boundary")
    assert sum(share for _, share in MIX) == 100


@pytest.mark.data
@pytest.mark.parametrize("name", ["popular", "root", "uniform"])
def test_the_shared_session_sets_are_read_whole(data_dir: Path, name: str) -> None:
    sessions = read_sessions(data_dir / f"sessions-{name}.jsonl")
    assert Counter(session.scenario for session in sessions) == {
        "buying": 160,
        "browsing": 160,
        "intent_override": 60,
        "boundary": 20,
    }
