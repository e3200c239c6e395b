"""SATU's exposure: who is tied for first, and when there is no longer any reason to wait."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from policies.satu.exposure import contention, head
from policies.satu.settings import SatuSettings

SETTINGS = SatuSettings()


def test_a_leader_at_1_2000_is_tied_down_to_1_1994_and_no_further() -> None:
    assert contention(np.array([1.2000, 1.1994]), SETTINGS.margin) == 2
    assert contention(np.array([1.2000, 1.1993]), SETTINGS.margin) == 1


@pytest.mark.parametrize(
    ("tied", "exhausted", "constraints", "turn", "shown"),
    [
        (1, False, 0, 1, 1),
        (3, False, 3, 6, 3),
        (25, False, 2, 2, 10),
        (1, True, 0, 1, 10),
        (1, False, 4, 1, 10),
        (1, False, 0, 7, 10),
    ],
)
def test_the_head_is_what_is_tied_unless_waiting_buys_nothing_more(
    *,
    tied: int,
    exhausted: bool,
    constraints: int,
    turn: int,
    shown: int,
) -> None:
    assert head(tied, exhausted=exhausted, constraints=constraints, turn=turn, settings=SETTINGS) == shown


@given(st.lists(st.floats(0.0, 1.6), min_size=1, max_size=60), st.integers(1, 10))
def test_a_slate_has_one_to_ten_products(scores: list[float], turn: int) -> None:
    tied = contention(np.array(scores), SETTINGS.margin)
    assert 1 <= tied <= len(scores)
    assert 1 <= head(tied, exhausted=False, constraints=0, turn=turn, settings=SETTINGS) <= 10


@given(st.lists(st.floats(0.0, 1.6), min_size=1, max_size=60), st.floats(0.0, 0.1), st.floats(0.0, 0.1))
def test_a_wider_margin_never_leaves_fewer_in_contention(scores: list[float], one: float, other: float) -> None:
    narrow, wide = sorted((one, other))
    assert contention(np.array(scores), narrow) <= contention(np.array(scores), wide)
