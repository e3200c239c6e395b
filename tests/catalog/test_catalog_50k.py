"""The shared catalog of 50,000 real rows: its published figures, and the index against the rows. Skips without it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest

from catalog.compiler import CompileReport, compile_catalog
from catalog.index import Catalog
from catalog.kit_shopper import CLASSES, clean_value, intent_card, listing_values, value_class
from catalog.products import Product
from catalog.rows import RowReporter, read_products
from catalog.text import words

pytestmark = pytest.mark.data

MATERIAL = re.compile(r"\b(?:cotton|polyester|nylon|leather|wool|spandex|silk|rayon|fabric)\b", re.IGNORECASE)
COLOR = re.compile(r"\b(?:black|white|blue|red|pink|green|brown|gray|grey|purple|yellow|orange)\b", re.IGNORECASE)


@pytest.fixture(scope="module")
def rows_path(data_dir: Path) -> Path:
    return data_dir / "catalog-50k.jsonl.gz"


@pytest.fixture(scope="module")
def index(rows_path: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, CompileReport]:
    out = tmp_path_factory.mktemp("catalog-50k")
    return out, compile_catalog(rows_path, out, sections={})


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


def naive_card(product: Product) -> list[str]:
    """The published construction, word for word."""
    details = [f"{key} {value}" for key, value in product.details]
    texts = [product.title, *product.features, *details, *product.description, *product.categories, product.store]
    corpus = " ".join(texts)
    lines = [*product.features, *(f"{key}: {value}" for key, value in product.details)]
    if found := MATERIAL.search(corpus):
        lines.insert(0, found[0].lower())
    if found := COLOR.search(corpus):
        lines.insert(1, f"color: {found[0].lower()}")
    if product.price_text is not None:
        lines.append(f"budget around ${product.price_text}")
    values = list(dict.fromkeys(filter(None, map(clean_value, lines)))) or [product.title]
    return values[:2] + (values[2:4] or values[:1])


def test_every_fifth_card_is_what_the_published_construction_gives(catalog: Catalog, rows_path: Path) -> None:
    for number, product in enumerate(read_products(rows_path, RowReporter())):
        if number % 5 == 0:
            card = catalog.card[catalog.index_of(product.product_id)]
            assert [catalog.value_text(value) for value in card if value] == naive_card(product)


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
    held = []
    for at, product in enumerate(catalog.products()):
        details = (f"{key}: {value}" for key, value in product.details)
        texts = (product.title, *product.features, *details, *product.categories, *product.description, product.store)
        text = " ".join(texts)
        if "corduroy" in text.lower() and (count := words(text).count("corduroy")):
            held.append((at, count))
    assert list(zip(docs.tolist(), tf.sum(axis=1).tolist(), strict=True)) == held
