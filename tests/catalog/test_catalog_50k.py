"""The shared catalog of 50,000 real rows: its published figures, and the index against the rows. Skips without it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from catalog.compiler import CompileReport, compile_catalog
from catalog.index import Catalog
from catalog.kit_shopper import CLASSES, intent_card, listing_values, value_class
from catalog.rows import RowReporter, read_products
from catalog.text import words

pytestmark = pytest.mark.data


@pytest.fixture(scope="module")
def rows_path(data_dir: Path) -> Path:
    return data_dir / "catalog-50k.jsonl.gz"


@pytest.fixture(scope="module")
def index(rows_path: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, CompileReport]:
    out = tmp_path_factory.mktemp("catalog-50k")
    return out, compile_catalog(rows_path, out)


@pytest.fixture(scope="module")
def catalog(index: tuple[Path, CompileReport]) -> Catalog:
    return Catalog.open(index[0])


def test_its_figures_are_the_published_ones(index: tuple[Path, CompileReport]) -> None:
    report = index[1]
    assert (report.products, report.shelves, report.largest_shelf) == (50_000, 491, 5_162)
    assert (dict(report.rows.skipped), dict(report.rows.repaired)) == ({}, {})
    assert report.size_bytes < 150_000_000


def test_it_verifies(catalog: Catalog) -> None:
    catalog.verify()


def test_the_cards_of_the_wording_set_are_those_of_the_index(catalog: Catalog, data_dir: Path) -> None:
    sessions = [json.loads(line) for line in (data_dir / "wording-dev.jsonl").read_text(encoding="utf-8").splitlines()]
    assert len(sessions) == 60
    for session in sessions:
        product = catalog.index_of(session["target"])
        assert [catalog.value_text(value) for value in catalog.card[product] if value] == session["card"]
        assert catalog.shelf_label(catalog.shelf_of(product)) == session["category"]


def test_every_hundredth_row_is_found_again(catalog: Catalog, rows_path: Path) -> None:
    for number, product in enumerate(read_products(rows_path, RowReporter())):
        if number % 100 == 0:
            at = catalog.index_of(product.product_id)
            card = intent_card(product)
            values = dict.fromkeys([*listing_values(product), *card])
            assert catalog.product(at) == product
            assert [catalog.value_text(value) for value in catalog.values_of(at)] == list(values)
            assert [catalog.value_text(value) for value in catalog.card[at] if value] == list(card)
            assert all(at in catalog.products_with(catalog.value_id(value)) for value in values)


def test_every_string_is_found_at_its_number(catalog: Catalog) -> None:
    assert all(catalog.value_id(catalog.value_text(value)) == value for value in range(1, catalog.value_count + 1))
    assert all(catalog.term_id(catalog.term_text(term)) == term for term in range(catalog.term_count))
    assert all(catalog.index_of(catalog.product_id(at)) == at for at in range(catalog.size))


def test_products_are_in_label_and_id_order(catalog: Catalog) -> None:
    labels = [catalog.shelf_label(shelf) for shelf in range(catalog.shelf_count)]
    assert labels == sorted(set(labels))
    for first, last in zip(catalog.shelf_start[:-1].tolist(), catalog.shelf_start[1:].tolist(), strict=True):
        ids = [catalog.product_id(at) for at in range(first, last)]
        assert ids == sorted(ids)


def test_values_and_their_postings_agree(catalog: Catalog) -> None:
    assert int(catalog.value_df.sum()) == sum(len(catalog.values_of(at)) for at in range(catalog.size))
    for value in range(1, catalog.value_count + 1, 97):
        products = catalog.products_with(value)
        assert np.all(np.diff(products) > 0)
        assert len(products) == catalog.value_df[value]
        assert all(value in catalog.values_of(at) for at in products[:5].tolist())
        assert CLASSES[catalog.value_class[value]] == value_class(catalog.value_text(value))


def test_postings_of_a_word_are_the_products_that_hold_it(catalog: Catalog) -> None:
    docs, tf = catalog.postings(catalog.term_id("corduroy"))
    held = [
        at
        for at, product in enumerate(catalog.products())
        if "corduroy" in json.dumps(product.description + product.features + (product.title,)).casefold()
        and "corduroy" in words(" ".join((product.title, *product.features, *product.description)))
    ]
    assert set(held) <= set(docs.tolist())
    assert np.all(tf.sum(axis=1) > 0)
    assert len(docs) == catalog.term_df[catalog.term_id("corduroy")]
