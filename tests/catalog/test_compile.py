"""Compiling: the same rows give the same bytes everywhere, and the old index stands until the new one is whole."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from catalog.compiler import STAGES, compile_catalog
from catalog.index import Catalog
from catalog.products import Product
from catalog.sections import MANIFEST
from statecore.errors import CatalogError

Row = Mapping[str, object]
WriteRows = Callable[[Iterable[object]], Path]

_WORDS = ("soft", "wool", "red", "hat", "wide brim", "Machine wash", "été", "100% cotton", "♛")


def some_rows(count: int, seed: int) -> list[dict[str, object]]:
    chance = random.Random(seed)
    return [
        {
            "parent_asin": f"P{number:04}",
            "title": " ".join(chance.choices(_WORDS, k=3)),
            "features": [" ".join(chance.choices(_WORDS, k=4)) for _ in range(chance.randrange(5))],
            "description": chance.choices(_WORDS, k=chance.randrange(2)),
            "details": {word: chance.choice(_WORDS) for word in chance.sample(_WORDS, chance.randrange(3))},
            "categories": [
                "Clothing, Shoes & Jewelry",
                chance.choice(["Men", "Women"]),
                chance.choice(["Hats", "Caps"]),
            ],
            "store": chance.choice([None, "Shop", "Été"]),
            "price": chance.choice([None, 5, 19.99, "?"]),
            "average_rating": chance.randrange(51) / 10,
            "rating_number": int(chance.paretovariate(0.6)),
        }
        for number in range(count)
    ]


def files_of(directory: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in directory.iterdir()}


@given(st.randoms(use_true_random=False), st.integers(1, 40))
@settings(max_examples=15)
def test_rows_in_any_order_give_the_same_bytes(
    tmp_path_factory: pytest.TempPathFactory, write_rows: WriteRows, chance: random.Random, count: int
) -> None:
    rows = some_rows(count, seed=count)
    one, other = tmp_path_factory.mktemp("one"), tmp_path_factory.mktemp("other")
    first = compile_catalog(write_rows(rows), one, sections={})
    chance.shuffle(rows)
    second = compile_catalog(write_rows(rows), other, sections={})
    assert first.digest == second.digest
    assert files_of(one) == files_of(other)


def test_another_row_gives_another_digest(tmp_path: Path, write_rows: WriteRows) -> None:
    rows = some_rows(20, seed=1)
    first = compile_catalog(write_rows(rows), tmp_path / "a")
    rows[7]["price"] = 20
    second = compile_catalog(write_rows(rows), tmp_path / "b")
    assert first.digest != second.digest


def test_processes_with_other_hash_seeds_time_zones_and_locales_give_the_same_bytes(
    tmp_path: Path, write_rows: WriteRows, project_root: Path
) -> None:
    path = write_rows([*some_rows(60, seed=2), "{", {"title": "no id"}])
    here = compile_catalog(path, tmp_path / "here")
    code = "import sys; from catalog.compiler import compile_catalog as c; print(c(*sys.argv[1:]).digest.hex())"
    for number, (seed, zone, locale) in enumerate([("1", "Asia/Kolkata", "C"), ("77", "America/Lima", "tr_TR.UTF-8")]):
        there = tmp_path / str(number)
        shown = subprocess.run(
            [sys.executable, "-c", code, str(path), str(there)],
            check=True,
            capture_output=True,
            text=True,
            cwd=project_root,
            env={"PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": locale, "PATH": os.environ["PATH"]},
        )
        assert shown.stdout.strip() == here.digest.hex()
        assert files_of(there) == files_of(tmp_path / "here")


def test_the_report_counts_what_is_in_the_index(tmp_path: Path, write_rows: WriteRows) -> None:
    rows = some_rows(30, seed=3)
    report = compile_catalog(write_rows([*rows, rows[0], "{"]), tmp_path)
    catalog = Catalog.open(tmp_path)
    assert (report.products, report.shelves) == (catalog.size, catalog.shelf_count) == (30, catalog.shelf_count)
    assert (report.values, report.terms) == (catalog.value_count, catalog.term_count)
    assert report.largest_shelf == int(np.diff(catalog.shelf_start).max())
    assert report.digest == catalog.digest
    assert report.size_bytes == sum(path.stat().st_size for path in tmp_path.iterdir())
    assert (report.rows.rows, report.rows.used, report.rows.skipped_rows) == (32, 30, 2)
    assert report.rows.repaired == {"price is not a number, taken as unknown": sum(row["price"] == "?" for row in rows)}


def test_an_index_has_two_files(tmp_path: Path, write_rows: WriteRows) -> None:
    report = compile_catalog(write_rows(some_rows(3, seed=4)), tmp_path / "deep" / "index")
    names = sorted(path.name for path in (tmp_path / "deep" / "index").iterdir())
    assert names == [f"catalog-{report.digest.hex()[:16]}.bin", MANIFEST]


def test_progress_runs_through_the_stages_in_order(tmp_path: Path, write_rows: WriteRows) -> None:
    seen: list[tuple[int, int | None, str]] = []
    compile_catalog(write_rows(some_rows(600, seed=5)), tmp_path, progress=lambda *told: seen.append(told))
    stages = [stage for _, _, stage in seen]
    assert list(dict.fromkeys(stages)) == list(STAGES)
    assert [done for done, _, stage in seen if stage == "indexing"][-1] == 600
    for stage in STAGES:
        told = [done for done, _, at in seen if at == stage]
        assert told == sorted(told)


class _InterruptedError(Exception):
    """Stands for whatever may stop a compile."""


@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("replacing", [True, False])
def test_an_interrupted_compile_leaves_what_was_there(
    tmp_path: Path, write_rows: WriteRows, stage: str, *, replacing: bool
) -> None:
    out = tmp_path / "index"
    if replacing:
        compile_catalog(write_rows(some_rows(5, seed=6)), out)
    before = files_of(out) if replacing else {}

    def interrupt(_done: int, _total: int | None, at: str) -> None:
        if at == stage:
            raise _InterruptedError

    with pytest.raises(_InterruptedError):
        compile_catalog(write_rows(some_rows(600, seed=7)), out, progress=interrupt)
    assert files_of(out) == before


def test_a_killed_compile_leaves_the_old_index_and_the_next_one_sweeps_up(
    tmp_path: Path, write_rows: WriteRows, project_root: Path
) -> None:
    out = tmp_path / "index"
    old = compile_catalog(write_rows(some_rows(5, seed=8)), out)
    code = (
        "import os, sys; from catalog.compiler import compile_catalog\n"
        "def die(done, total, stage):\n"
        "    if stage == 'placing': os._exit(9)\n"
        "compile_catalog(sys.argv[1], sys.argv[2], progress=die)"
    )
    path = write_rows(some_rows(50, seed=9))
    killed = subprocess.run([sys.executable, "-c", code, str(path), str(out)], check=False, cwd=project_root)
    assert killed.returncode == 9
    assert any(entry.is_dir() for entry in out.iterdir())
    assert Catalog.open(out).digest == old.digest
    new = compile_catalog(path, out)
    assert Catalog.open(out).digest == new.digest
    assert len(files_of(out)) == 2


def test_bad_rows_leave_the_old_index(tmp_path: Path, write_rows: WriteRows) -> None:
    out = tmp_path / "index"
    compile_catalog(write_rows(some_rows(5, seed=10)), out)
    before = files_of(out)
    with pytest.raises(CatalogError, match="no usable product"):
        compile_catalog(write_rows(["{"]), out)
    assert files_of(out) == before


def test_an_open_catalog_outlives_its_replacement(tmp_path: Path, write_rows: WriteRows) -> None:
    rows = some_rows(40, seed=11)
    compile_catalog(write_rows(rows), tmp_path)
    catalog = Catalog.open(tmp_path)
    before = list(catalog.products())
    compile_catalog(write_rows(rows[:3]), tmp_path)
    assert list(catalog.products()) == before
    assert Catalog.open(tmp_path).size == 3


def test_two_processes_may_compile_into_one_directory_at_once(
    tmp_path: Path, write_rows: WriteRows, project_root: Path
) -> None:
    code = "import sys; from catalog.compiler import compile_catalog as c; print(c(*sys.argv[1:]).digest.hex())"
    paths = [write_rows(some_rows(count, seed=16)) for count in (200, 300)]
    running = [
        subprocess.Popen(
            [sys.executable, "-c", code, str(path), str(tmp_path)], cwd=project_root, stdout=subprocess.PIPE, text=True
        )
        for path in paths
    ]
    digests = {process.communicate()[0].strip() for process in running}
    assert [process.returncode for process in running] == [0, 0]
    catalog = Catalog.open(tmp_path)
    catalog.verify()
    assert catalog.digest.hex() in digests
    assert len(list(tmp_path.iterdir())) == 2


def test_files_that_only_look_like_an_index_are_left_alone(tmp_path: Path, write_rows: WriteRows) -> None:
    compile_catalog(write_rows(some_rows(2, seed=17)), tmp_path, sections={})
    for name in ("catalog-50k.jsonl.gz", "catalog-old.bin"):
        (tmp_path / name).write_text("keep")
    compile_catalog(write_rows(some_rows(3, seed=17)), tmp_path, sections={})
    assert (tmp_path / "catalog-50k.jsonl.gz").read_text() == (tmp_path / "catalog-old.bin").read_text() == "keep"
    assert len(list(tmp_path.iterdir())) == 4


def test_a_directory_with_something_else_in_it_is_refused_untouched(tmp_path: Path, write_rows: WriteRows) -> None:
    (tmp_path / "catalog-50k.jsonl.gz").write_text("rows")
    with pytest.raises(CatalogError, match="holds something else"):
        compile_catalog(write_rows(some_rows(2, seed=12)), tmp_path)
    assert files_of(tmp_path) == {"catalog-50k.jsonl.gz": b"rows"}


def test_a_file_in_place_of_the_directory_is_refused(tmp_path: Path, write_rows: WriteRows) -> None:
    (tmp_path / "index").write_text("dear")
    with pytest.raises(CatalogError, match="cannot write an index here") as caught:
        compile_catalog(write_rows(some_rows(2, seed=13)), tmp_path / "index")
    assert caught.value.path == str(tmp_path / "index")


def test_makers_add_sections_that_see_the_catalog_and_count_in_the_digest(
    tmp_path: Path, write_rows: WriteRows
) -> None:
    path = write_rows(some_rows(9, seed=14))
    plain = compile_catalog(path, tmp_path / "plain", sections={})

    def lengths(products: Iterable[Product], catalog: Catalog) -> Mapping[str, NDArray[np.generic] | bytes]:
        titles = np.array([len(product.title) for product in products], np.int32)
        assert titles.tolist() == [len(catalog.title(at)) for at in range(catalog.size)]
        return {"lengths": titles, "note": b"hello"}

    def after(_products: Iterable[Product], catalog: Catalog) -> Mapping[str, NDArray[np.generic] | bytes]:
        return {"copy": catalog.sections.array("a.lengths", np.int32)}

    more = compile_catalog(path, tmp_path / "more", sections={"b": after, "a": lengths})
    catalog = Catalog.open(tmp_path / "more")
    catalog.verify()
    assert more.digest != plain.digest
    assert bytes(catalog.sections.bytes_of("a.note")) == b"hello"
    assert catalog.sections.array("b.copy", np.int32).tolist() == catalog.sections.array("a.lengths", np.int32).tolist()


def test_a_maker_that_takes_a_taken_name_is_refused(tmp_path: Path, write_rows: WriteRows) -> None:
    path = write_rows(some_rows(2, seed=15))
    with pytest.raises(ValueError, match=r"already has a section product\.card"):
        compile_catalog(path, tmp_path, sections={"product": lambda _products, _catalog: {"card": b""}})
    assert files_of(tmp_path) == {}
