"""Turns in words: every act has some, listing lines are not doubled, and nothing printed is taken for markup."""

from __future__ import annotations

import io
from typing import get_args

import pytest
from rich.console import Console

from serve.telling import act_in_words, tell_state, tell_turn, understood
from statecore.acts import (
    Act,
    AskFeature,
    Decline,
    Exclude,
    Exhaust,
    Forget,
    LiftBudget,
    NameCategory,
    Override,
    ReferToShown,
    RefuseShown,
    Remove,
    SetBudget,
    SmallTalk,
    Unclear,
    Want,
)
from statecore.decisions import Decision, Offer
from statecore.events import ShopperSaid
from statecore.state import EMPTY

WORDS = [
    (NameCategory(phrase="Boots", wearer="women"), "category: Boots, for women"),
    (Want(attribute="use_case", value="hiking", confidence=0.8), "use case: hiking (80% sure)"),
    (Want(attribute="color", value="Color: green"), "Color: green"),
    (Exclude(attribute="material", value="wool"), "not material: wool"),
    (Decline(attribute="size"), "no preference about size"),
    (Exhaust(), "nothing more about anything"),
    (Override(), "a change of mind"),
    (Override(attribute="color"), "a change of mind about color"),
    (Remove(attribute="brand"), "no longer brand"),
    (Remove(attribute="brand", value="Acme"), "no longer brand: Acme"),
    (SetBudget(min_minor=1000, max_minor=2050), "budget from 10.00 up to 20.50"),
    (LiftBudget(), "no budget limit"),
    (LiftBudget(end="max"), "no maximum price"),
    (AskFeature(attribute="feature", value="washable"), "a question about feature: washable"),
    (RefuseShown(), "nothing shown is right"),
    (ReferToShown(place=2, liked=False), "does not like number 2"),
    (Forget(), "forget everything"),
    (Forget(attribute="brand"), "forget about brand"),
    (Forget(attribute="size", value="42"), "forget size: 42"),
    (SmallTalk(what="thanks"), "thanks"),
    (SmallTalk(what="greeting"), "a greeting"),
    (SmallTalk(), "small talk"),
    (Unclear(), "a part that could not be read"),
]


@pytest.mark.parametrize(("act", "words"), WORDS)
def test_an_act_is_told_in_a_few_words(act: Act, words: str) -> None:
    assert act_in_words(act) == words


def test_every_act_has_words() -> None:
    union, *_ = get_args(Act)
    assert {type(act) for act, _ in WORDS} == set(get_args(union))


def test_a_message_without_acts_is_told_as_such() -> None:
    assert understood(ShopperSaid(at_us=0, turn=1)) == "nothing to hold on to"


def test_what_is_said_twice_is_told_once_and_surmises_are_not_told() -> None:
    acts = (
        Want(attribute="color", value="color: green", confidence=0.6),
        Want(attribute="color", value="green", confidence=0.9),
        Want(attribute="feature", value="pockets", confidence=0.2),
    )
    assert understood(ShopperSaid(at_us=0, turn=1, acts=acts)) == "color: green (90% sure)"


def told(width: int = 80) -> tuple[Console, io.StringIO]:
    stream = io.StringIO()
    return Console(file=stream, width=width, highlight=False, markup=False, emoji=False), stream


def test_a_turn_is_told_whole_and_titles_are_no_markup() -> None:
    console, stream = told()
    decision = Decision(
        ask="other",
        slate=tuple(Offer(product_id=f"P{place}", score=0.5, meets=("soft",)) for place in range(1, 6)),
        confidence=0.5,
        reasons=("5 products fit", "so five are shown"),
        message="Here are five.",
    )
    said = ShopperSaid(at_us=0, turn=3, acts=(Want(attribute="feature", value="soft"),))
    tell_turn(console, said, decision, text="[bold]soft[/bold] :smile:", title=lambda one: f"[red]{one}[/red]")
    lines = [line.strip() for line in stream.getvalue().splitlines()]
    assert lines == [
        "Turn 3",
        "shopper     [bold]soft[/bold] :smile:",
        "understood  feature: soft",
        "shown       1. [red]P1[/red]  P1  meets soft",
        "2. [red]P2[/red]  P2  meets soft",
        "3. [red]P3[/red]  P3  meets soft",
        "and 2 more",
        "sure        50% of the first one",
        "asked       other: whatever the shopper cares about",
        "because     5 products fit",
        "so five are shown",
        "says        Here are five.",
        "",
    ]


def test_long_texts_are_wrapped_beside_their_label_without_trailing_spaces() -> None:
    console, stream = told(width=40)
    tell_turn(console, ShopperSaid(at_us=0, turn=1), Decision(), text="word " * 30, title=str)
    lines = stream.getvalue().splitlines()
    assert all(len(line) <= 40 and line == line.rstrip() for line in lines)
    assert sum("word" in line for line in lines) > 3


def test_a_fresh_state_is_told_too() -> None:
    console, stream = told()
    tell_state(console, EMPTY)
    assert "0 products, 0 of them refuted" in stream.getvalue()
