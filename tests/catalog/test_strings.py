"""Strings by number and by hash, with hashes made to collide."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from catalog.strings import StringIndex, Strings, hash_sections, hash_sections_of


def strings_of(texts: list[str]) -> Strings:
    encoded = [text.encode() for text in texts]
    offsets = np.cumsum([0, *map(len, encoded)], dtype=np.int64)
    return Strings(offsets, memoryview(b"".join(encoded)))


def index_of(texts: list[str]) -> StringIndex:
    hashes, numbers, directory = hash_sections_of(texts)
    return StringIndex(strings_of(texts), hashes.view(np.uint64), numbers.view(np.int32), directory.view(np.int64))


TEXTS = st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=6), unique=True, max_size=60)


@given(TEXTS, st.text(max_size=3))
def test_every_string_is_found_at_its_number_and_nothing_else_is(texts: list[str], other: str) -> None:
    index = index_of(texts)
    assert [index.find(text) for text in texts] == list(range(len(texts)))
    assert index.find(other) == (texts.index(other) if other in texts else -1)


@given(TEXTS)
def test_strings_of_one_hash_are_told_apart_by_their_text(texts: list[str]) -> None:
    hashes, numbers, directory = hash_sections_of(["needle", *texts])
    needle = int(hashes.view(np.uint64)[np.flatnonzero(numbers == 0)[0]])
    same = hash_sections(np.full(len(texts), needle, np.uint64))
    index = StringIndex(strings_of(texts), same[0].view(np.uint64), same[1].view(np.int32), same[2].view(np.int64))
    assert index.find("needle") == (texts.index("needle") if "needle" in texts else -1)
    assert len(directory) >= 3


def test_many_strings_fill_many_buckets() -> None:
    texts = [f"value {number}" for number in range(5_000)]
    index = index_of(texts)
    assert [index.find(text) for text in texts] == list(range(5_000))
    assert index.find("value 5000") == -1
