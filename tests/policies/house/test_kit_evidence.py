"""Replaying the kit's shopper on all cards at once agrees with replaying it card by card."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from catalog.kit_shopper import CLASSES, next_values, value_class
from policies.house.kit_evidence import replay_cards
from policies.kit_replies import next_replies
from statecore.state import Heard
from statecore.values import AskAttribute, Frame

if TYPE_CHECKING:
    from catalog.index import Catalog

TEXTS = ("", "cotton", "color: red", "wide brim", "slim fit", "gym bag", "button front", "wool lined", "brass eyelets")
ASKS: tuple[AskAttribute, ...] = (
    "other",
    "material",
    "color",
    "size",
    "style",
    "use_case",
    "feature",
    "budget",
    "brand",
)


class FewValues:
    """As much of a catalog as the evidence reads."""

    value_class = np.array([-1, *(CLASSES.index(value_class(text)) for text in TEXTS[1:])], dtype=np.int8)

    @staticmethod
    def value_id(text: str) -> int:
        """The id of a value, 0 when it is unknown."""
        return TEXTS.index(text) if text in TEXTS else 0


CATALOG = cast("Catalog", FewValues())


@st.composite
def cards(draw: st.DrawFn) -> tuple[int, ...]:
    """A card as the kit makes them: one to four different values, a thin one repeating its first."""
    ids = draw(st.lists(st.integers(1, len(TEXTS) - 1), min_size=1, max_size=4, unique=True))
    if len(ids) <= 2:
        ids = [*ids, ids[0]]
    return tuple([*ids, 0, 0][:4])


def told_after(card: tuple[int, ...], told: frozenset[int], ask: str) -> tuple[tuple[int, ...], frozenset[int]]:
    """One card's answer by the kit's own rule, and what is told after it."""
    texts = [TEXTS[value] for value in card if value]
    spoken = () if ask == "brand" else next_values(texts, {TEXTS[value] for value in told}, ask)
    answer = tuple(TEXTS.index(text) for text in spoken)
    return answer, told | set(answer)


@given(st.lists(cards(), min_size=1, max_size=8), st.lists(st.sampled_from(ASKS), max_size=4))
def test_predicted_replies_are_the_kits_own(deck: list[tuple[int, ...]], asks: list[AskAttribute]) -> None:
    ids = np.array(deck, dtype=np.int32)
    classes = FewValues.value_class[ids]
    told = np.zeros(ids.shape, dtype=bool)
    known: list[frozenset[int]] = [frozenset()] * len(deck)
    for ask in asks:
        first, second = next_replies(ids, classes, told, ask)
        for row, card in enumerate(deck):
            answer, known[row] = told_after(card, known[row], ask)
            assert (*answer, 0, 0)[:2] == (first[row], second[row])
        told |= ((ids == first[:, None]) | (ids == second[:, None])) & (ids > 0)


@given(
    st.lists(cards(), min_size=1, max_size=10),
    st.integers(0, 9),
    st.sampled_from(["kit_buying", "kit_browsing"]),
    st.lists(st.sampled_from(ASKS), max_size=4),
)
def test_exactly_the_cards_that_answer_alike_are_kept(
    deck: list[tuple[int, ...]], target: int, opening: Frame, asks: list[AskAttribute]
) -> None:
    wanted = deck[target % len(deck)]

    def conversation(card: tuple[int, ...]) -> list[tuple[int, ...]]:
        told = frozenset({card[0]}) if opening == "kit_buying" else frozenset[int]()
        answers: list[tuple[int, ...]] = [(card[0],) if opening == "kit_buying" else ()]
        for ask in asks:
            answer, told = told_after(card, told, ask)
            answers.append(answer)
        return answers

    heard = tuple(
        Heard(
            seq=turn + 1,
            turn=turn + 1,
            asked=asks[turn - 1] if turn else None,
            frame=opening if turn == 0 else ("kit_values" if answer else "kit_exhausted"),
            values=tuple(TEXTS[value] for value in answer),
            learned=0,
        )
        for turn, answer in enumerate(conversation(wanted))
    )
    kept = replay_cards(CATALOG, np.array(deck, dtype=np.int32), heard).keeps.tolist()
    assert kept == [row for row, card in enumerate(deck) if conversation(card) == conversation(wanted)]


def test_an_override_opening_names_the_last_value_without_telling_it() -> None:
    deck = np.array([(1, 2, 3, 4), (4, 3, 2, 1), (1, 2, 4, 0)], dtype=np.int32)
    opening = Heard(seq=1, turn=1, asked=None, frame="kit_override", values=(TEXTS[4],), learned=1)
    evidence = replay_cards(CATALOG, deck, (opening,))
    assert evidence.keeps.tolist() == [0, 2]
    assert not evidence.told.any()


def test_a_change_of_mind_hands_over_the_first_value() -> None:
    deck = np.array([(1, 2, 3, 4), (2, 1, 3, 4)], dtype=np.int32)
    change = Heard(seq=1, turn=3, asked="other", frame="kit_change", values=(TEXTS[2],), learned=1)
    evidence = replay_cards(CATALOG, deck, (change,))
    assert evidence.keeps.tolist() == [1]
    assert evidence.told.tolist() == [[True, False, False, False]]


def test_a_value_of_no_listing_fits_no_card() -> None:
    deck = np.array([(1, 2, 3, 4)], dtype=np.int32)
    foreign = Heard(seq=1, turn=1, asked=None, frame="kit_buying", values=("sequinned hem",), learned=1)
    assert not len(replay_cards(CATALOG, deck, (foreign,)).keeps)


def test_lines_quoted_in_free_words_ask_no_order_of_the_card() -> None:
    deck = np.array([(1, 2, 3, 4), (4, 3, 2, 1), (1, 2, 5, 0)], dtype=np.int32)
    quoting = Heard(seq=1, turn=2, asked="other", frame="free", values=(TEXTS[3], TEXTS[1]), learned=2)
    evidence = replay_cards(CATALOG, deck, (quoting,))
    assert evidence.keeps.tolist() == [0, 1]
    assert evidence.told.tolist() == [[True, False, True, False], [False, True, False, True]]
    unknown = quoting.model_copy(update={"values": ("sequinned hem",)})
    assert not len(replay_cards(CATALOG, deck, (unknown,)).keeps)
