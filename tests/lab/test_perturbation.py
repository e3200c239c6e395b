"""Perturbation panels change what they say they change, the same way every time, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import pytest

from catalog import kit_shopper
from lab.agents import EngineAgent
from lab.evaluate import evaluate, kit_cases
from lab.panels import chosen_panels, figures_of, layer_lines, panel_lines, play_lines, readers
from lab.perturbation import PANELS, REPORTED_ONLY, panel_of
from lab.phrases import SYNONYMS, UNWANTED
from lab.scoring import Outcome
from lab.sessions import Session, draw_sessions
from lab.shopper import SimulatedShopper
from policies.registry import bundle_named
from reducers.reading.layers import LAYERS, Layers
from statecore.errors import BadInputError

if TYPE_CHECKING:
    from catalog.index import Catalog
    from lab.play import Case

TURNS = 6


@pytest.fixture(scope="module")
def sessions(small_catalog: Catalog) -> tuple[Session, ...]:
    return draw_sessions(small_catalog, 40, 3)


def messages(case: Case) -> list[str]:
    """What the shopper of a case says when it is asked anything at all, again and again."""
    move, shopper = SimulatedShopper(case.session.sample_id, case.session.scenario, case.wish).open()
    said = [case.voice(shopper, move)]
    for _ in range(TURNS):
        move, shopper = shopper.answer("other")
        said.append(case.voice(shopper, move))
    return said


def pairs(name: str, catalog: Catalog, sessions: Sequence[Session]) -> list[tuple[str, str]]:
    """Each clean message with the one that the panel has in its place, where the shopper does the same."""
    clean, other = panel_of("clean", catalog, sessions), panel_of(name, catalog, sessions)
    return [
        pair for one, two in zip(clean, other, strict=True) for pair in zip(messages(one), messages(two), strict=True)
    ]


def test_the_clean_panel_is_the_kits_own(small_catalog: Catalog, sessions: tuple[Session, ...]) -> None:
    kit = [messages(case) for case in kit_cases(small_catalog, sessions)]
    assert [messages(case) for case in panel_of("clean", small_catalog, sessions)] == kit


@pytest.mark.parametrize("name", PANELS)
def test_a_panel_says_the_same_every_time_and_keeps_target_and_scenario(
    name: str, small_catalog: Catalog, sessions: tuple[Session, ...]
) -> None:
    once, again = panel_of(name, small_catalog, sessions), panel_of(name, small_catalog, sessions)
    assert [messages(case) for case in once] == [messages(case) for case in again]
    assert [case.session for case in once] == list(sessions)
    # Order does not matter: draws hang on the sample id alone.
    turned = panel_of(name, small_catalog, sessions[::-1])
    assert [messages(case) for case in turned[::-1]] == [messages(case) for case in once]


@pytest.mark.parametrize("name", [name for name in PANELS if name != "clean"])
def test_a_panel_changes_something(name: str, small_catalog: Catalog, sessions: tuple[Session, ...]) -> None:
    if name == "override_turns":
        turns = {case.wish.change_turn for case in panel_of(name, small_catalog, sessions)}
        assert turns <= {2, 5, 6}
        assert len(turns) > 1
        return
    changed = sum(one != two for one, two in pairs(name, small_catalog, sessions))
    assert changed > len(sessions) / 4


def test_lower_case_changes_case_only(small_catalog: Catalog, sessions: tuple[Session, ...]) -> None:
    assert all(two == one.lower() for one, two in pairs("lower_case", small_catalog, sessions))


def test_filler_leaves_the_sentence_whole(small_catalog: Catalog, sessions: tuple[Session, ...]) -> None:
    assert all(one in two and one != two for one, two in pairs("filler", small_catalog, sessions))


def test_punctuation_keeps_every_word(small_catalog: Catalog, sessions: tuple[Session, ...]) -> None:
    for one, two in pairs("punctuation", small_catalog, sessions):
        assert re.findall(r"\w+", one) == re.findall(r"\w+", two)


def test_typos_move_letters_and_lose_none(small_catalog: Catalog, sessions: tuple[Session, ...]) -> None:
    for one, two in pairs("typos", small_catalog, sessions):
        assert sorted(one) == sorted(two)
        assert len(one.split()) == len(two.split())


def test_reworded_frames_hold_every_value(small_catalog: Catalog, sessions: tuple[Session, ...]) -> None:
    for case in panel_of("frames", small_catalog, sessions):
        move, shopper = SimulatedShopper(case.session.sample_id, case.session.scenario, case.wish).open()
        for _ in range(TURNS):
            said = case.voice(shopper, move)
            assert all(value in said for value in move.values)
            move, shopper = shopper.answer("other")


def test_what_is_ruled_out_is_not_on_the_card(small_catalog: Catalog, sessions: tuple[Session, ...]) -> None:
    for case in panel_of("negated", small_catalog, sessions):
        denied = re.findall(r"please, no (\w+)", " ".join(messages(case)))
        assert set(denied) <= set(UNWANTED)
        assert not any(word in value.lower() for word in denied for value in case.wish.card)


@pytest.mark.parametrize(("name", "keeps"), [("truncation", 0.5), ("word_drop", 0.0)])
def test_words_are_taken_away_and_none_is_added(
    name: str, keeps: float, small_catalog: Catalog, sessions: tuple[Session, ...]
) -> None:
    for one, two in pairs(name, small_catalog, sessions):
        left = [word.strip(".;") for word in two.split()]
        assert set(left) <= {word.strip(".;") for word in one.split()}
        assert len(left) >= len(one.split()) * keeps * 0.5


def test_synonyms_replace_words_of_values_by_their_own(small_catalog: Catalog, sessions: tuple[Session, ...]) -> None:
    others = {word for words in SYNONYMS.values() for text in words for word in text.split()}
    for one, two in pairs("synonyms", small_catalog, sessions):
        new = set(re.findall(r"[a-z]+", two.lower())) - set(re.findall(r"[a-z]+", one.lower()))
        assert new <= others | {"long", "lasting"}


def test_a_hidden_clue_is_one_value_less(small_catalog: Catalog, sessions: tuple[Session, ...]) -> None:
    clean, hidden = (panel_of(name, small_catalog, sessions) for name in ("clean", "hidden_clue"))
    for one, two in zip(clean, hidden, strict=True):
        assert len(set(two.wish.card)) == max(1, len(set(one.wish.card)) - 1)
        assert set(two.wish.card) <= set(one.wish.card)


def test_a_foreign_card_is_read_from_title_and_description(
    small_catalog: Catalog, sessions: tuple[Session, ...]
) -> None:
    for case in panel_of("foreign_cards", small_catalog, sessions):
        product = small_catalog.product(small_catalog.index_of(case.session.target_id))
        text = f"{product.title} {' '.join(product.description)}"
        assert 1 <= len(case.wish.card) <= kit_shopper.CARD_SLOTS
        assert all(word in text for value in case.wish.card for word in value.split())


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_table_is_the_same_however_many_processes_play_it(
    jobs: int, small_catalog: Catalog, sessions: tuple[Session, ...]
) -> None:
    lines = panel_lines(sessions[:12], chosen_panels(["frames"]))
    done: list[tuple[int, int]] = []
    told: Callable[[int, int], None] = lambda at, of: done.append((at, of))  # noqa: E731 - what a caller would hand in
    folder = small_catalog.sections.path.parent
    outcomes = play_lines(folder, lines, jobs=jobs, progress=told)
    agent = EngineAgent(small_catalog, bundle_named("house"))
    direct = [
        evaluate(agent, small_catalog, panel_of(name, small_catalog, sessions[:12])).outcomes
        for name in ("clean", "frames")
    ]
    assert list(outcomes) == direct
    assert done == [(1, 2), (2, 2)]


def test_the_table_says_how_far_each_panel_is_behind() -> None:
    lines = panel_lines((), ("clean", "typos", "frames", "truncation"))
    best, late, miss = Outcome("a", "buying", 1, 1), Outcome("a", "buying", 2, 1), Outcome("a", "buying")
    table = figures_of(lines, [(best,), (late,), (miss,), (miss,)])
    assert [line["behind"] for line in table.values() if isinstance(line, dict)] == [0.0, 0.02, 1.0, 1.0]
    assert [line["within"] for line in table.values() if isinstance(line, dict)] == [True, True, False, None]
    assert "truncation" in REPORTED_ONLY


def test_an_unknown_panel_is_refused_by_name() -> None:
    with pytest.raises(BadInputError, match="upside_down"):
        chosen_panels(["typos", "upside_down"])
    assert chosen_panels(["typos"]) == ("clean", "typos")
    assert chosen_panels([]) == PANELS


def test_each_layer_of_the_reader_is_left_out_once(small_catalog: Catalog, sessions: tuple[Session, ...]) -> None:
    assert [name for name, _ in readers()] == ["all layers", *(f"without {name}" for name in LAYERS)]
    assert next(line.layers for line in layer_lines(sessions)) == Layers()
    (session,) = [one for one in sessions if one.scenario == "buying"][:1]
    (case,) = kit_cases(small_catalog, [session])
    whole, bare = (
        EngineAgent(small_catalog, bundle_named("house"), layers=layers)
        for layers in (Layers(), Layers(*(False for _ in LAYERS)))
    )
    agent = EngineAgent(small_catalog, bundle_named("house"))
    played = [evaluate(each, small_catalog, [case]).outcomes for each in (agent, whole, bare)]
    assert played[0] == played[1]
    assert played[2][0].error is None
