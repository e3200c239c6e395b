"""What a shelf cannot tell: whether this product is of the kind that is looked for, and for whom it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.compiler import compile_catalog
from catalog.index import Catalog
from catalog.lexicon_fit import NO_KIND, kind_fits, wearer_fits
from catalog.lexicon_kinds import KIND_NAMES, KIND_NUMBER, WEARERS

TITLES = {
    "a": "Women's flowing summer dress",
    "b": "Women's round sunglasses, smoke",
    "c": "Men's wool gloves",
    "d": "Something lovely",
}


@pytest.fixture(scope="module")
def mixed(
    tmp_path_factory: pytest.TempPathFactory,
    write_rows: Callable[[Iterable[object]], Path],
    make_row: Callable[..., Mapping[str, object]],
) -> Catalog:
    """One shelf that holds everything, as listings without categories do."""
    rows = [make_row(name, title=title, categories=[]) for name, title in TITLES.items()]
    folder = tmp_path_factory.mktemp("mixed")
    compile_catalog(write_rows(rows), folder)
    return Catalog.open(folder)


def fits(catalog: Catalog, phrase: str, wearer: str | None = None) -> dict[str, float]:
    products = np.arange(catalog.size, dtype=np.int32)
    found = catalog.lexicon.fit(products, phrase, wearer)
    return {catalog.product_id(product): float(found[product]) for product in range(catalog.size)}


def test_on_a_shelf_of_everything_the_kind_looked_for_fits_best(mixed: Catalog) -> None:
    found = fits(mixed, "dress")
    assert found["a"] == 1.0
    assert found["b"] < 0.05
    assert found["b"] < found["d"] < found["a"]


def test_what_is_made_for_somebody_else_fits_worse(mixed: Catalog) -> None:
    found = fits(mixed, "gloves", "men")
    assert found["c"] == 1.0
    assert fits(mixed, "gloves", "women")["c"] < 0.1


def test_a_phrase_that_names_no_kind_tells_nothing(mixed: Catalog) -> None:
    assert set(fits(mixed, "whatever").values()) == {1.0}


@given(st.lists(st.sampled_from(KIND_NAMES), min_size=1, max_size=3))
def test_no_kind_is_ever_ruled_out_and_what_was_asked_for_fits_wholly(kinds: list[str]) -> None:
    table = kind_fits(tuple(kinds))
    assert table.shape == (NO_KIND + 1,)
    assert bool((table > 0.0).all())
    assert bool((table <= 1.0).all())
    assert {float(table[KIND_NUMBER[kind]]) for kind in kinds} == {1.0}


@pytest.mark.parametrize("wearer", WEARERS)
def test_no_wearer_is_ever_ruled_out_and_the_own_one_fits_wholly(wearer: str) -> None:
    table = wearer_fits(wearer)
    assert bool((table > 0.0).all())
    assert float(table[WEARERS.index(wearer)]) == 1.0
    assert float(table.max()) == 1.0
