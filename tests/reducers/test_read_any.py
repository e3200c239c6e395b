"""Whatever is typed is read: any characters, any length, in work that grows no faster than the message."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catalog.index import Catalog
from catalog.lexicon import Lexicon
from catalog.lexicon_kinds import kinds_in, wider_kinds
from reducers.reading import read
from reducers.reading.layers import Layers
from statecore.acts import Reading
from statecore.state import EMPTY, Asked, SessionState
from statecore.text import clean_text
from statecore.values import ASK_ATTRIBUTES, AskAttribute

REQUESTS = Path(__file__).with_name("requests.txt")
LONG = 100_000
PIECES = (
    *(
        "no",
        "not",
        "without",
        "but",
        "forget",
        "what I said",
        "instead",
        "or",
        "and",
        ",",
        ";",
        ":",
        "-",
        "?",
        "!",
        "\n",
    ),
    *("red", "wool", "dress", "for men", "size", "XL", "32x34", "under $50", "30-50", "two", "and a half", "anything"),
    *(
        "I'm looking for",
        "the second one",
        "you choose",
        "start over",
        "leather",
        '"',
        "(",
        "%",
        "0",
        "9,999",
        "ß",
        "🧥",
    ),
)
sentences = st.lists(st.sampled_from(PIECES), max_size=60).map(" ".join)
states = st.sampled_from((None, *ASK_ATTRIBUTES))
layers = st.builds(Layers, *(st.booleans() for _ in Layers._fields))


@pytest.fixture(scope="module")
def lexicon(small_shop: Path) -> Lexicon:
    return Catalog.open(small_shop).lexicon


def after(asked: AskAttribute | None) -> SessionState:
    return EMPTY if asked is None else EMPTY.model_copy(update={"turn": 1, "asked": (Asked(turn=1, attribute=asked),)})


def holds(reading: Reading, text: str) -> bool:
    """Whether every act has a confidence and a span inside of the text."""
    spans = [act.span for act in reading.acts if act.span is not None]
    return all(0 <= start <= end <= len(text) for start, end in spans) and all(
        0.0 <= act.confidence <= 1.0 for act in reading.acts
    )


@given(text=st.text(max_size=400) | sentences, asked=states, chosen=layers)
def test_any_text_is_read_with_any_layers_after_any_question(
    text: str, asked: AskAttribute | None, chosen: Layers, lexicon: Lexicon
) -> None:
    clean = clean_text(text).text
    reading = read(clean, after(asked), lexicon, chosen)
    assert holds(reading, clean)
    assert reading.acts or not clean.strip()
    assert read(clean, after(asked), lexicon, chosen) == reading


@settings(max_examples=8)
@given(piece=st.text(min_size=1, max_size=80) | sentences.filter(bool))
def test_a_hundred_thousand_characters_of_anything_are_read(piece: str, lexicon: Lexicon) -> None:
    text = clean_text((piece + " ") * (LONG // (len(piece) + 1))).text
    assert holds(read(text, EMPTY, lexicon), text)


def calls(work: Callable[[], object]) -> int:
    """How many functions a piece of work calls: what counts is the same on any machine."""
    count = 0

    def profile(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    sys.setprofile(profile)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize(
    "piece",
    [
        "I want a red wool dress, no stripes, under $50 please. ",
        "not red not blue not green or pink or lime, ",
        "size 9 or 10 or 32x34 between 30 and 50 ",
        "forget what I said, my first idea, the second one instead of it ",
        "a b c d e f g ",
        "machine wash cold; hand wash: ",
        "qwrtz plopp zzyx ",
        '" ( - : ; , ! ? \n ',
    ],
)
def test_ten_times_the_words_are_about_ten_times_the_work(piece: str, lexicon: Lexicon) -> None:
    short, long = (clean_text(piece * (size // len(piece))).text for size in (3_000, 30_000))
    read(long, EMPTY, lexicon)
    once, ten_times = (calls(lambda text=text: read(text, EMPTY, lexicon)) for text in (short, long))  # type: ignore[misc]
    assert ten_times < 13 * once


def requests() -> list[tuple[set[str], str]]:
    """(the kinds of which naming any is right, the request) of each line."""
    lines = [line for line in REQUESTS.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    pairs = [line.split(" | ", 1) for line in lines]
    return [({kind for name in kinds.split(",") for kind in kinds_in(name)}, text) for kinds, text in pairs]


def test_of_a_hundred_requests_at_least_ninety_five_are_read_as_a_right_kind(lexicon: Lexicon) -> None:
    labelled = requests()
    assert len(labelled) == 100
    wrong = []
    for kinds, text in labelled:
        named = [act.phrase for act in read(text, EMPTY, lexicon).acts if act.act == "name_category"]
        found = {wide for phrase in named for kind in kinds_in(phrase) for wide in (kind, *wider_kinds()[kind])}
        if found.isdisjoint(kinds):
            wrong.append(text)
    assert len(wrong) <= 5, wrong
