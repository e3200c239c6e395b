"""An opened catalog against a naive model of the same products: every lookup agrees, and nothing unknown is found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from catalog.index import FIELDS, Catalog
from catalog.kit_shopper import CLASSES, intent_card, listing_values, shelf_label, value_class
from catalog.products import Product
from catalog.rows import product_of_row
from catalog.text import words

Row = Mapping[str, object]
CompileRows = Callable[[list[Row]], Catalog]

WORDS = st.sampled_from(["red", "cotton", "Wool", "soft", "5%", "fit", "é", "hat", "neck", "♛", "size"])
LINES = st.lists(WORDS, max_size=4).map(" ".join)
ROWS = st.lists(
    st.fixed_dictionaries(
        {
            "title": LINES,
            "features": st.lists(LINES, max_size=4),
            "description": st.lists(LINES, max_size=2),
            "details": st.dictionaries(WORDS, LINES, max_size=2),
            "categories": st.lists(st.sampled_from(["Hats", "Men", "Clothing", "A, B", "é"]), max_size=3),
            "store": st.none() | WORDS,
            "price": st.none() | st.floats(0, 500) | st.just("?"),
            "average_rating": st.floats(0, 5, width=32),
            "rating_number": st.integers(0, 10**6),
        }
    ),
    min_size=1,
    max_size=12,
).map(lambda rows: [{"parent_asin": f"P{number * 37 % 101}", **row} for number, row in enumerate(rows)])


def model_of(rows: list[Row]) -> list[Product]:
    """The products in index order."""
    products = [product for product in map(product_of_row, rows) if product is not None]
    return sorted(products, key=lambda product: (shelf_label(product.categories), product.product_id))


def field_texts(product: Product) -> tuple[list[str], ...]:
    details = [f"{key}: {value}" for key, value in product.details]
    return (
        [product.title],
        list(product.features),
        details,
        list(product.categories),
        list(product.description),
        [product.store],
    )


def field_words(product: Product) -> list[Counter[str]]:
    return [Counter(word for text in texts for word in words(text)) for texts in field_texts(product)]


@given(ROWS)
@settings(max_examples=25)
def test_products_and_shelves_are_those_of_the_rows_in_label_and_id_order(
    compile_rows: CompileRows, rows: list[Row]
) -> None:
    catalog, model = compile_rows(rows), model_of(rows)
    labels = [shelf_label(product.categories) for product in model]
    assert list(catalog.products()) == model
    assert catalog.size == len(model) == int(catalog.shelf_start[-1])
    assert [catalog.shelf_label(shelf) for shelf in range(catalog.shelf_count)] == sorted(set(labels))
    for at, product in enumerate(model):
        assert catalog.product_id(at) == product.product_id
        assert catalog.index_of(product.product_id) == at
        assert (catalog.title(at), catalog.store_name(at)) == (product.title, product.store)
        shelf = catalog.shelf_of(at)
        assert catalog.shelf_label(shelf) == labels[at]
        assert catalog.shelf_id(labels[at]) == shelf
        assert catalog.shelf_start[shelf] <= at < catalog.shelf_start[shelf + 1]
        assert catalog.rating_number[at] == product.rating_number
        assert catalog.average_rating[at] == np.float32(product.average_rating)
        assert catalog.price_minor[at] == (-1 if product.price_minor is None else product.price_minor)


@given(ROWS)
@settings(max_examples=25)
def test_values_are_the_listing_s_and_the_card_s(compile_rows: CompileRows, rows: list[Row]) -> None:
    catalog, model = compile_rows(rows), model_of(rows)
    owners: dict[str, list[int]] = {}
    for at, product in enumerate(model):
        card = intent_card(product)
        values = list(dict.fromkeys([*listing_values(product), *card]))
        assert [catalog.value_text(value) for value in catalog.values_of(at)] == values
        assert [catalog.value_text(value) for value in catalog.card[at] if value] == list(card)
        for value in values:
            owners.setdefault(value, []).append(at)
    assert catalog.value_count == len(owners)
    assert [catalog.value_text(value) for value in range(1, catalog.value_count + 1)] == list(owners)
    for number, (text, products) in enumerate(owners.items(), start=1):
        assert catalog.value_id(text) == number
        assert catalog.products_with(number).tolist() == products
        assert catalog.value_df[number] == len(products)
        assert CLASSES[catalog.value_class[number]] == value_class(text)
        assert {catalog.term_text(term) for term in catalog.value_terms(number)} == set(words(text))
        assert np.all(np.diff(catalog.value_terms(number)) > 0)


@given(ROWS)
@settings(max_examples=25)
def test_postings_count_every_word_of_every_field(compile_rows: CompileRows, rows: list[Row]) -> None:
    catalog = compile_rows(rows)
    counted = [field_words(product) for product in model_of(rows)]
    assert catalog.field_length.tolist() == [[words_.total() for words_ in fields] for fields in counted]
    vocabulary = {word for fields in counted for words_ in fields for word in words_}
    for word in sorted(vocabulary):
        expected = {at: [words_[word] for words_ in fields] for at, fields in enumerate(counted)}
        expected = {at: counts for at, counts in expected.items() if any(counts)}
        term = catalog.term_id(word)
        assert catalog.term_text(term) == word
        assert catalog.term_df[term] == len(expected)
        docs, tf = catalog.postings(term)
        assert dict(zip(docs.tolist(), tf.tolist(), strict=True)) == expected
        assert docs.tolist() == sorted(expected)
        for shelf in range(catalog.shelf_count):
            first, last = catalog.shelf_start[shelf], catalog.shelf_start[shelf + 1]
            docs, tf = catalog.shelf_postings(shelf, term)
            assert docs.tolist() == [at for at in sorted(expected) if first <= at < last]
            assert tf.tolist() == [expected[at] for at in docs.tolist()]


@given(ROWS, st.data())
@settings(max_examples=25)
def test_gathering_terms_is_asking_for_each_in_turn(
    compile_rows: CompileRows, rows: list[Row], data: st.DataObject
) -> None:
    catalog = compile_rows(rows)
    terms = data.draw(st.lists(st.integers(-1, catalog.term_count + 1), max_size=8))
    shelf = data.draw(st.none() | st.integers(0, catalog.shelf_count - 1))
    hits = catalog.gather(terms, shelf)
    coded = catalog.gather_codes(terms, shelf)
    expected = []
    for at, term in enumerate(terms):
        if 0 <= term < catalog.term_count:
            docs, tf = catalog.postings(term) if shelf is None else catalog.shelf_postings(shelf, term)
            expected += [(at, doc, counts) for doc, counts in zip(docs.tolist(), tf.tolist(), strict=True)]
    assert list(zip(hits.which.tolist(), hits.docs.tolist(), hits.tf.tolist(), strict=True)) == expected
    assert [array.dtype.name for array in hits] == ["int32", "int32", "uint8"]
    assert hits.tf.shape == (len(expected), len(FIELDS))
    assert np.array_equal(catalog.tf_table[coded.codes], hits.tf)
    assert np.array_equal(coded.docs, hits.docs)


@pytest.fixture(scope="module")
def catalog(compile_rows: CompileRows, make_row: Callable[..., Row]) -> Catalog:
    rows = [
        make_row("P2", title="Red hat", features=["Warm"], rating_number=4, price=5),
        make_row("P1", title="Blue hat", features=["Warm", "Soft wool"], rating_number=9),
        make_row("P3", title="Belt", categories=["Men", "Belts"], rating_number=0, features=["go " * 300]),
    ]
    return compile_rows(rows)


def test_what_is_unknown_has_no_id(catalog: Catalog) -> None:
    for text in ("", "warm", "Warm ", "nothing", "\ud800", "P1\0", "x" * 10_000):
        assert catalog.value_id(text) == 0
        assert catalog.index_of(text) == -1
        assert catalog.shelf_id(text) is None
    for text in ("", "nothing", "\ud800", "wa", "x" * 10_000):
        assert catalog.term_id(text) == -1
    assert catalog.term_id("Warm") == -1
    assert catalog.term_id("warm") >= 0


def test_number_zero_is_no_value(catalog: Catalog) -> None:
    assert catalog.value_text(0) == ""
    assert catalog.value_df[0] == 0
    assert catalog.value_class[0] == -1
    assert catalog.products_with(0).tolist() == []
    assert catalog.value_terms(0).tolist() == []


def test_numbers_out_of_range_raise_index_error(catalog: Catalog) -> None:
    for call, end in (
        (catalog.product_id, catalog.size),
        (catalog.product, catalog.size),
        (catalog.title, catalog.size),
        (catalog.shelf_of, catalog.size),
        (catalog.values_of, catalog.size),
        (catalog.shelf_label, catalog.shelf_count),
        (catalog.term_text, catalog.term_count),
        (catalog.value_text, catalog.value_count + 1),
        (catalog.products_with, catalog.value_count + 1),
        (catalog.value_terms, catalog.value_count + 1),
    ):
        for number in (-1, end):
            with pytest.raises(IndexError):
                call(number)


def test_counts_are_clipped_at_255_and_lengths_are_not(catalog: Catalog) -> None:
    belt = catalog.index_of("P3")
    docs, tf = catalog.postings(catalog.term_id("go"))
    assert docs.tolist() == [belt]
    assert tf[0, FIELDS.index("features")] == 255
    assert catalog.field_length[belt, FIELDS.index("features")] == 300


def test_several_values_terms_come_end_to_end(catalog: Catalog) -> None:
    values = [catalog.value_id("Soft wool"), 0, catalog.value_id("Warm"), catalog.value_id("Warm")]
    terms, starts = catalog.value_terms_of(values)
    assert starts.tolist() == [0, 2, 2, 3, 4]
    for at, value in enumerate(values):
        assert np.array_equal(terms[starts[at] : starts[at + 1]], catalog.value_terms(value))
    assert [part.tolist() for part in catalog.value_terms_of([])] == [[], [0]]


def test_the_power_sum_runs_over_all_products_and_counts_an_unrated_one_as_one_rating(catalog: Catalog) -> None:
    assert catalog.rating_power_sum(0.0) == 3.0
    assert catalog.rating_power_sum(0.5) == 2.0 + 3.0 + 1.0
    assert catalog.rating_power_sum(1.0) == catalog.rating_power_sum(1.0) == 14.0


def test_a_catalog_cannot_be_changed(catalog: Catalog) -> None:
    with pytest.raises(FrozenInstanceError):
        catalog.size = 7  # type: ignore[misc]  # that is the point
    for name in ("rating_number", "average_rating", "price_minor", "field_length", "card", "shelf_start", "value_df"):
        assert not getattr(catalog, name).flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        catalog.values_of(0)[0] = 1


def test_its_repr_is_one_short_line(catalog: Catalog) -> None:
    assert repr(catalog) == f"<Catalog of 3 products on 2 shelves, digest {catalog.digest.hex()[:12]}>"


def test_threads_share_one_catalog(catalog: Catalog) -> None:
    def ask(_: int) -> tuple[object, ...]:
        hits = catalog.gather([catalog.term_id("hat"), catalog.term_id("warm")])
        return catalog.product(0), catalog.value_id("Warm"), hits.docs.tolist(), catalog.rating_power_sum(0.25)

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(ask, range(200)))
    assert all(answer == answers[0] for answer in answers)
