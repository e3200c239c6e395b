"""Synthetic catalogs are a function of (seed, row): the same bytes in any process, order and amount."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import subprocess
import sys
from itertools import islice
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lab.synthetic import MAX_ROWS, REVISION, Row, row, rows, words, write_rows
from lab.synthetic.brands import POOL_SIZE, pool_names
from lab.synthetic.draws import BLOCK, Dice
from lab.synthetic.families import families
from lab.synthetic.rows import product_code
from lab.synthetic.shelves import shelves
from statecore.errors import BadInputError

if TYPE_CHECKING:
    from pathlib import Path

KIT_KEYS = [
    "parent_asin",
    "title",
    "features",
    "description",
    "price",
    "categories",
    "details",
    "average_rating",
    "rating_number",
    "store",
]
DIGEST_PROGRAM = """
import hashlib, json
from lab.synthetic import rows
print(hashlib.sha256("".join(json.dumps(row) for row in rows(1500, 11)).encode()).hexdigest())
"""
COLORS = ("black", "white", "blue", "red", "pink", "green", "brown", "gray", "grey", "purple", "yellow", "orange")


def digest(count: int, seed: int) -> str:
    return hashlib.sha256("".join(json.dumps(one) for one in rows(count, seed)).encode()).hexdigest()


def test_rows_have_the_kits_keys_in_the_kits_order_and_its_types() -> None:
    for one in rows(3_000, 2):
        assert list(one) == KIT_KEYS
        assert re.fullmatch(r"SY[0-9A-Z]{8}", one["parent_asin"])
        assert all((*one["features"], *one["description"], *one["categories"], *one["details"].values()))
        assert {type(text) for text in texts_of([one["features"], one["categories"], one["details"]])} == {str}
        assert 1.0 <= one["average_rating"] <= 5.0
        assert round(one["average_rating"] * 10) == pytest.approx(one["average_rating"] * 10)
        assert 1 <= one["rating_number"] <= 90_000
        assert one["price"] is None or isinstance(one["price"], float | str)


def test_the_rows_of_a_seed_only_change_together_with_the_revision() -> None:
    assert (REVISION, digest(1_000, 1)) == (
        1,
        "230de8e040d24bd23601ce2daae4f54b67daecca6fe9426833a887fe9ebfcbff",
    )


@pytest.mark.parametrize(
    "settings",
    [
        {"PYTHONHASHSEED": "1", "TZ": "Asia/Kathmandu", "LC_ALL": "C"},
        {"PYTHONHASHSEED": "987654", "TZ": "America/St_Johns", "LC_ALL": "tr_TR.UTF-8", "PYTHONUTF8": "0"},
    ],
)
def test_another_process_makes_the_same_bytes_under_any_hash_seed_time_zone_and_locale(
    settings: dict[str, str], project_root: Path
) -> None:
    run = subprocess.run(
        [sys.executable, "-c", DIGEST_PROGRAM],
        env={**os.environ, **settings, "PYTHONPATH": str(project_root)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.strip() == digest(1_500, 11)


@given(seed=st.integers(0, 2**64 - 1), short=st.integers(0, 40), extra=st.integers(0, 40))
def test_asking_for_more_rows_never_changes_the_first_ones(seed: int, short: int, extra: int) -> None:
    assert list(rows(short, seed)) == list(islice(rows(short + extra, seed), short))


@given(start=st.integers(0, 3 * BLOCK), count=st.integers(0, 30))
def test_any_stretch_of_rows_can_be_had_alone(start: int, count: int) -> None:
    assert list(rows(count, 9, start=start)) == [row(index, 9) for index in range(start, start + count)]


def test_rows_far_out_cost_no_more_than_the_first_ones() -> None:
    assert row(10**12, 3)["parent_asin"] == product_code(10**12)


@given(first=st.integers(0, MAX_ROWS - 1), second=st.integers(0, MAX_ROWS - 1))
def test_product_ids_are_distinct_for_distinct_rows(first: int, second: int) -> None:
    assert (product_code(first) == product_code(second)) == (first == second)


def test_other_seeds_make_other_rows() -> None:
    assert list(rows(20, 1)) != list(rows(20, 2))


@pytest.mark.parametrize(("count", "seed"), [(-1, 0), (MAX_ROWS + 1, 0), (1, -1), (1, 2**64)])
def test_counts_and_seeds_out_of_range_are_refused_with_the_range(count: int, seed: int) -> None:
    with pytest.raises(BadInputError, match="0"):
        rows(count, seed)


def test_plain_and_gzipped_files_hold_the_same_rows_and_gzip_is_reproducible(tmp_path: Path) -> None:
    seen: list[int] = []
    write_rows(tmp_path / "a.jsonl", 1_200, 4, seen.append)
    write_rows(tmp_path / "b.jsonl.gz", 1_200, 4)
    write_rows(tmp_path / "c.jsonl.gz", 1_200, 4)
    plain = (tmp_path / "a.jsonl").read_bytes()
    packed = (tmp_path / "b.jsonl.gz").read_bytes()
    assert gzip.decompress(packed) == plain
    assert packed == (tmp_path / "c.jsonl.gz").read_bytes()
    assert [json.loads(line) for line in plain.splitlines()] == list(rows(1_200, 4))
    assert seen == [1_024, 1_200]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.jsonl", "b.jsonl.gz", "c.jsonl.gz"]


def test_a_file_of_another_kind_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match=r"\.jsonl"):
        write_rows(tmp_path / "rows.csv", 1, 1)
    assert not list(tmp_path.iterdir())


def test_a_million_rows_fit_the_shelf_tree_and_every_shelf_has_its_own_label() -> None:
    labels = {" ".join(shelf.parts).casefold() for shelf in shelves()}
    assert len(labels) == len(shelves()) > 5_000


def test_known_stores_have_names_of_their_own() -> None:
    assert len(set(pool_names())) == POOL_SIZE


def texts_of(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [text for pair in value.items() for part in pair for text in texts_of(part)]
    return [text for part in value for text in texts_of(part)] if isinstance(value, list | tuple) else []


def test_only_the_named_colours_and_materials_contain_a_word_of_the_kits_lists() -> None:
    listed = re.compile(rf"\b({'|'.join((*words.MATERIAL_WORDS, *COLORS))})\b", re.IGNORECASE)
    exempt = {"colors_matched", "material_phrases", "material_lines"}
    shared = {key: value for key, value in words.TABLE.items() if key not in exempt}
    unnamed = {
        name: {line for pool in (words.MATERIAL_PHRASES[name], words.MATERIAL_LINES[name]) for line in pool}
        for name in words.MATERIAL_PHRASES
        if name not in words.MATERIAL_WORDS
    }
    kinds = [(*kind.looks, *kind.parts, *kind.claims, *kind.closures, *kind.details) for kind in families().values()]
    found = [
        text for source in (shared, kinds, list(unnamed.items())) for text in texts_of(source) if listed.search(text)
    ]
    assert not found


def test_every_material_of_a_family_has_lines_and_phrases() -> None:
    for kind in families().values():
        assert {*kind.materials, *kind.usual.values()} <= words.MATERIAL_LINES.keys() & words.MATERIAL_PHRASES.keys()
        assert kind.usual.keys() <= {noun for _, noun in kind.leaves}
        assert kind.care in words.CARE_LINES


@given(draws=st.lists(st.integers(0, 65_535), min_size=4, max_size=4), size=st.integers(1, 400))
def test_dice_stay_in_range(draws: list[int], size: int) -> None:
    dice = Dice(draws)
    assert 0 <= dice.below(size) < size
    assert dice.pick(range(size)) in range(size)
    assert dice.chance(65_536)
    assert not dice.chance(0)


def test_no_row_of_twenty_thousand_runs_out_of_draws() -> None:
    last: Row | None = None
    for last in rows(20_000, 77):  # noqa: B007 - running out raises while a row is made
        pass
    assert last is not None
