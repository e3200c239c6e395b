"""The tokenizer: one way to split, whatever the script, and stable under its own output."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.text import words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("Men's T-SHIRT_x", ["men", "s", "t", "shirt", "x"]),
        ("100% Cotton", ["100%", "cotton"]),
        ("95%cotton/5 %elastane", ["95%", "cotton", "5", "elastane"]),
        ("12.5% wool, 3.5 cm", ["12.5%", "wool", "3", "5", "cm"]),
        ("Élégance naïve", ["elegance", "naive"]),
        ("STRAẞE ﬁt \uff26\uff35\uff2c\uff2c", ["strasse", "fit", "full"]),
        ("色: 黒", ["色", "黒"]),
        ("♛ ❥ !", []),
        ("\ud83d broken", ["broken"]),
    ],
)
def test_words_are_letters_and_digits_without_case_and_accents(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@given(st.text())
def test_words_of_words_are_the_same_words(text: str) -> None:
    assert words(" ".join(words(text))) == words(text)


@given(st.text(alphabet=st.characters(max_codepoint=127)))
def test_the_fast_path_for_ascii_splits_as_the_pattern_does(text: str) -> None:
    assert words(text) == re.findall(r"[0-9]+(?:\.[0-9]+)?%|[a-z0-9]+", text.lower())
