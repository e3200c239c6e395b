"""What may be asked: of the kit's shopper anything that can be answered, of a person nothing twice."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.index import Catalog
from lab.agents import EngineAgent
from lab.evaluate import evaluate, kit_cases
from lab.sessions import draw_sessions
from policies.house import HOUSE, SHOP
from policies.house.asking import open_asks, plan_for, shop_asks, silent_value
from policies.house.belief import Belief
from policies.registry import bundle_named
from policies.utility import batch_plan, utility
from statecore.state import Asked, Budget, Constraint, Heard, Retired, SessionState
from statecore.values import AskAttribute


def flat(size: int) -> Belief:
    """A belief over equals with nothing told; each card has one feature of its own."""
    cards = np.array([[2, 4, 6, 10 + 2 * row] for row in range(size)], dtype=np.int32)
    return Belief(
        np.arange(size, dtype=np.int32),
        np.full(size, 1.0 / size),
        cards,
        np.full(cards.shape, 6, dtype=np.int8),
        np.zeros(cards.shape, dtype=bool),
        1.0,
    )


def wish(attribute: str, value: str = "teal") -> Constraint:
    """A wish in a person's words."""
    return Constraint.model_validate(
        {
            "attribute": attribute,
            "value": value,
            "polarity": "want",
            "hard": False,
            "confidence": 0.9,
            "verbatim": False,
            "stated_seq": 2,
            "stated_turn": 1,
        }
    )


@given(st.integers(1, 60), st.integers(1, 10))
def test_silence_is_worth_what_the_best_batches_are(size: int, turn: int) -> None:
    assert silent_value(flat(size), turn) == pytest.approx(batch_plan(turn, size).value)


def test_a_sure_product_needs_no_question() -> None:
    assert silent_value(flat(1), 3) == pytest.approx(utility(3, 1))
    assert plan_for(SessionState(turn=3), flat(1), SHOP.settings).ask is None


def test_a_shop_asks_about_an_attribute_before_it_asks_openly() -> None:
    assert plan_for(SessionState(turn=1), flat(40), SHOP.settings).ask == "feature"


def test_the_open_question_comes_once() -> None:
    state = SessionState(turn=2, exhausted=(Retired(attribute="feature", seq=2),))
    assert plan_for(state, flat(40), SHOP.settings).ask == "other"
    again = state.model_copy(update={"asked": (Asked(turn=1, attribute="other"),)})
    assert plan_for(again, flat(40), SHOP.settings).ask is None


def test_a_question_dearer_than_its_answer_is_not_asked() -> None:
    dear = SHOP.settings.model_copy(update={"question_price": 1.0})
    assert plan_for(SessionState(turn=1), flat(40), dear).ask is None


@pytest.mark.parametrize("price", [0.0, 0.02, 1.0])
def test_a_product_that_does_not_pay_for_its_place_is_left_out(price: float) -> None:
    settings = SHOP.settings.model_copy(update={"product_price": price})
    slate = plan_for(SessionState(turn=10), flat(30), settings).slate
    assert len(slate) == (10 if utility(10, 10) / 30 >= price else 1 if price >= 1.0 else len(slate))
    assert all(rank == 1 or utility(10, rank) / 30 >= price for rank in range(1, len(slate) + 1))


@pytest.mark.parametrize(
    "said",
    [
        {"exhausted": (Retired(attribute="color", seq=2),)},
        {"declined": (Retired(attribute="color", seq=2),)},
        {"asked": (Asked(turn=1, attribute="color"),)},
        {"constraints": (wish("color"),)},
    ],
)
def test_a_person_is_not_asked_about_what_was_settled(said: dict[str, object]) -> None:
    state = SessionState().model_copy(update=said)
    assert "color" in shop_asks(SessionState())
    assert "color" not in shop_asks(state)


def test_a_known_budget_is_not_asked_for() -> None:
    state = SessionState(budget=Budget(min_minor=None, max_minor=5_000, stated_seq=2))
    assert "budget" not in shop_asks(state)


def test_after_nothing_more_nothing_is_asked() -> None:
    state = SessionState(turn=2, exhausted=(Retired(attribute=None, seq=2),))
    assert open_asks(state) == ()
    assert shop_asks(state) == ()
    for bundle in (HOUSE, SHOP):
        assert plan_for(state, flat(20), bundle.settings).ask is None


def test_what_a_person_told_is_a_guess_so_the_question_stays_open() -> None:
    heard = Heard(seq=2, turn=1, asked=None, frame="free", values=(), learned=1)
    assert open_asks(SessionState(turn=1, heard=(heard,))) == ("other",)


def test_answers_in_a_row_that_tell_nothing_are_not_counted_on_to_go_on() -> None:
    def answer(seq: int, learned: int = 0) -> Heard:
        return Heard(seq=seq, turn=seq, asked="other", frame="free", values=(), learned=learned)

    assert open_asks(SessionState(turn=3, heard=(answer(2, learned=1), answer(3)))) == ("other",)
    assert open_asks(SessionState(turn=3, heard=(answer(2), answer(3)))) == ()
    declined = (Retired(attribute="color", seq=3),)
    assert open_asks(SessionState(turn=3, heard=(answer(2), answer(3)), declined=declined)) == ("other",)


def test_the_kits_shopper_is_not_asked_about_what_is_exhausted() -> None:
    asks: tuple[AskAttribute, ...] = open_asks(SessionState(exhausted=(Retired(attribute="color", seq=2),)))
    assert "color" not in asks
    assert "other" in asks


def test_shop_finds_nearly_every_product(small_shop: str) -> None:
    catalog = Catalog.open(small_shop)
    cases = kit_cases(catalog, draw_sessions(catalog, 40, seed=5))
    shop = evaluate(EngineAgent(catalog, bundle_named("shop")), catalog, cases)
    assert not any(outcome.error for outcome in shop.outcomes)
    assert sum(outcome.hit for outcome in shop.outcomes) >= 38
