"""Reading rows: every fault has its reason and its line, and no row stops the reading."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.kit_shopper import intent_card
from catalog.products import Product, product_of_record, record_of
from catalog.row_report import NOTES_PER_REASON
from catalog.rows import MAX_LINE_BYTES, RowReport, RowReporter, product_of_row, read_products
from statecore.errors import CatalogError

MakeRow = Callable[..., Mapping[str, object]]
WriteRows = Callable[..., Path]


def read(path: Path) -> tuple[list[Product], RowReport]:
    reporter = RowReporter()
    return list(read_products(path, reporter)), reporter.report()


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('{"parent_asin": "P2"', "line is not valid JSON"),
        ("PK\x03\x04 not json", "line is not valid JSON"),
        ("[" * 100_000, "line is not valid JSON"),
        ('{"parent_asin": "P2", "rating_number": ' + "9" * 5_000 + "}", "line is not valid JSON"),
        ("null", "row is not a JSON object"),
        ('["P2"]', "row is not a JSON object"),
        ("{}", "parent_asin is missing"),
        ('{"parent_asin": null}', "parent_asin is missing"),
        ('{"parent_asin": "  "}', "parent_asin is missing"),
        ('{"parent_asin": true}', "parent_asin is missing"),
        ('{"parent_asin": ["P2"]}', "parent_asin is missing"),
        ('{"parent_asin": "P1"}', "id was used by an earlier row"),
        (f'{{"parent_asin": "P2", "title": "{"x" * MAX_LINE_BYTES}"}}', f"line is longer than {MAX_LINE_BYTES} bytes"),
    ],
)
def test_a_row_that_cannot_be_used_is_skipped_with_its_line_and_reason(
    write_rows: WriteRows, make_row: MakeRow, line: str, reason: str
) -> None:
    products, report = read(write_rows([make_row("P1"), "", line, make_row("P9")]))
    assert [product.product_id for product in products] == ["P1", "P9"]
    assert dict(report.skipped) == {reason: 1}
    (note,) = (note for note in report.notes if note.action == "skipped")
    assert (note.line, note.reason) == (3, reason)
    assert (report.rows, report.used, report.skipped_rows) == (3, 2, 1)


@pytest.mark.parametrize(
    ("fields", "reason", "expected"),
    [
        ({"price": "24.99"}, "price is text, read as a number", {"price_minor": 2499, "price_text": "24.99"}),
        ({"price": "$1,024"}, "price is text, read as a number", {"price_minor": 102_400}),
        ({"price": "\u00e2\u20ac\u201d"}, "price is not a number, taken as unknown", {"price_minor": None}),
        ({"price": "\ufffd"}, "price is not a number, taken as unknown", {"price_text": "\ufffd"}),
        ({"price": "from 12"}, "price is not a number, taken as unknown", {"price_minor": None}),
        ({"price": -1}, "price is out of range, taken as unknown", {"price_minor": None}),
        ({"price": float("nan")}, "price is out of range, taken as unknown", {"price_minor": None}),
        ({"price": 1e308}, "price is out of range, taken as unknown", {"price_minor": None}),
        ({"price": 10**400}, "price is out of range, taken as unknown", {"price_minor": None}),
        ({"price": True}, "price is out of range, taken as unknown", {"price_minor": None, "price_text": None}),
        ({"price": [5]}, "price is out of range, taken as unknown", {"price_minor": None, "price_text": None}),
        ({"features": None}, "features is missing or null", {"features": ()}),
        ({"features": "Soft"}, "features is one text, taken as a list of one", {"features": ("Soft",)}),
        ({"features": {"a": 1}}, "features is not a list, dropped", {"features": ()}),
        (
            {"features": ["a", None, 5, [], "b"]},
            "features has entries that are not text",
            {"features": ("a", "5", "b")},
        ),
        ({"description": "Long"}, "description is one text, taken as a list of one", {"description": ("Long",)}),
        ({"categories": None}, "categories is missing or null", {"categories": ()}),
        ({"categories": [None, "Hats"]}, "categories has entries that are not text", {"categories": ("Hats",)}),
        ({"details": None}, "details is missing or null", {"details": ()}),
        ({"details": ["a"]}, "details is not an object, dropped", {"details": ()}),
        ({"details": "{broken"}, "details is not an object, dropped", {"details": ()}),
        ({"details": '{"Color": "Red"}'}, "details is JSON text, parsed", {"details": (("Color", "Red"),)}),
        (
            {"details": {"Size": ["S", "M"], "Rank": {"Hats": 1}, "Count": 2}},
            "details has nested values, written as text",
            {"details": (("Size", "['S', 'M']"), ("Rank", "{'Hats': 1}"), ("Count", "2"))},
        ),
        ({"title": None}, "title is missing", {"title": ""}),
        ({"title": " "}, "title is missing", {"title": " "}),
        ({"title": 7}, "title is not text", {"title": "7"}),
        ({"title": ["x"]}, "title is not text", {"title": ""}),
        ({"title": "half \ud83d pair"}, "lone surrogates, replaced", {"title": "half \ufffd pair"}),
        ({"details": {"\udc00": "x"}}, "lone surrogates, replaced", {"details": (("\ufffd", "x"),)}),
        ({"store": 3}, "store is not text", {"store": "3"}),
        ({"store": ["x"]}, "store is not text", {"store": ""}),
        ({"average_rating": 5.1}, "average_rating is not from 0 to 5, taken as unknown", {"average_rating": 0.0}),
        ({"average_rating": -0.1}, "average_rating is not from 0 to 5, taken as unknown", {"average_rating": 0.0}),
        (
            {"average_rating": float("nan")},
            "average_rating is not from 0 to 5, taken as unknown",
            {"average_rating": 0.0},
        ),
        ({"average_rating": "4.5"}, "average_rating is text, read as a number", {"average_rating": 4.5}),
        ({"average_rating": None}, "average_rating is missing or null", {"average_rating": 0.0}),
        ({"rating_number": -3}, "rating_number is not a count, taken as unknown", {"rating_number": 0}),
        ({"rating_number": float("inf")}, "rating_number is not a count, taken as unknown", {"rating_number": 0}),
        ({"rating_number": 10**300}, "rating_number is not a 31-bit count, rounded down", {"rating_number": 2**31 - 1}),
        ({"rating_number": 2.5}, "rating_number is not a 31-bit count, rounded down", {"rating_number": 2}),
        ({"rating_number": "12"}, "rating_number is text, read as a number", {"rating_number": 12}),
        ({"rating_number": "many"}, "rating_number is not a count, taken as unknown", {"rating_number": 0}),
        ({"rating_number": None}, "rating_number is missing or null", {"rating_number": 0}),
    ],
)
def test_a_fault_in_a_field_is_repaired_and_reported(
    write_rows: WriteRows, make_row: MakeRow, fields: dict[str, object], reason: str, expected: dict[str, object]
) -> None:
    (product,), report = read(write_rows([make_row("P1", **fields)]))
    assert dict(report.repaired) == {reason: 1}
    assert [(note.line, note.product_id, note.action) for note in report.notes] == [(1, "P1", "repaired")]
    assert {name: getattr(product, name) for name in expected} == expected


@pytest.mark.parametrize("depth", [100, 400, 900, 1_000, 3_000, 30_000])
def test_nesting_of_any_depth_is_read_or_skipped(write_rows: WriteRows, make_row: MakeRow, depth: int) -> None:
    nest = "[" * depth + '"\\ud800"' + "]" * depth
    line = f'{{"parent_asin": "P2", "details": {{"deep": {nest}}}}}'
    products, report = read(write_rows([make_row("P1"), line]))
    assert [product.product_id for product in products][:1] == ["P1"]
    assert report.used + report.skipped_rows == 2


def test_a_number_as_id_is_taken_as_text(write_rows: WriteRows, make_row: MakeRow) -> None:
    (product,), report = read(write_rows([{**make_row("x"), "parent_asin": 4711}]))
    assert product.product_id == "4711"
    assert dict(report.repaired) == {"parent_asin is a number, taken as text": 1}


def test_a_well_formed_row_is_kept_exactly_and_not_reported(write_rows: WriteRows, make_row: MakeRow) -> None:
    row = make_row(
        "P1",
        title="  Hat\u3000♛ ",
        features=["a; b", "\\ud83d is spelled out", "😀"],
        details={"Color": "Red", "Empty": "", "None": None, "List": []},
        price=19.9,
        store="Shop",
    )
    (product,), report = read(write_rows([row]))
    assert product == Product(
        product_id="P1",
        title="  Hat\u3000♛ ",
        features=("a; b", "\\ud83d is spelled out", "😀"),
        details=(("Color", "Red"),),
        categories=("Clothing, Shoes & Jewelry", "Hats"),
        store="Shop",
        price_minor=1990,
        average_rating=4.0,
        rating_number=10,
        price_text="19.9",
    )
    assert not report.repaired
    assert not report.skipped


@pytest.mark.parametrize(("price", "said"), [(24.0, "24.0"), (24, "24"), (0.5, "0.5"), ("—", "—"), ("$3", "$3")])
def test_the_kit_quotes_a_price_as_the_row_printed_it(make_row: MakeRow, price: object, said: str) -> None:
    product = product_of_row(make_row("P1", price=price))
    assert product is not None
    assert intent_card(product)[0] == f"budget around ${said}"


def test_the_first_of_rows_with_one_id_wins_even_after_a_skipped_row(write_rows: WriteRows, make_row: MakeRow) -> None:
    rows = ["{", make_row("P1", title="first"), make_row("P1", title="second"), make_row("P1", title="third")]
    (product,), report = read(write_rows(rows))
    assert product.title == "first"
    assert [note.describe() for note in report.notes] == [
        "line 1: skipped, line is not valid JSON",
        "line 3 (P1): skipped, id was used by an earlier row",
        "line 4 (P1): skipped, id was used by an earlier row",
    ]


def test_details_of_a_reason_are_bounded_and_counts_are_not(write_rows: WriteRows, make_row: MakeRow) -> None:
    many = NOTES_PER_REASON + 50
    _, report = read(write_rows([make_row("P1")] + ["{"] * many + ["[]"]))
    assert report.skipped["line is not valid JSON"] == many
    assert len(report.notes) == NOTES_PER_REASON + 1
    assert report.notes[-1].reason == "row is not a JSON object"


def test_plain_and_gzip_files_are_told_apart_by_content(tmp_path: Path, make_row: MakeRow) -> None:
    text = "\ufeff" + json.dumps(make_row("P1")) + "\r\n\r\n" + json.dumps(make_row("P2"))
    plain, packed = tmp_path / "rows.gz", tmp_path / "rows.jsonl"
    plain.write_text(text, encoding="utf-8")
    packed.write_bytes(gzip.compress(text.encode()))
    for path in (plain, packed):
        products, report = read(path)
        assert [product.product_id for product in products] == ["P1", "P2"]
        assert report.rows == 2
        assert not report.repaired


def test_bytes_that_are_not_utf_8_are_replaced_and_reported(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b'{"parent_asin": "P1", "title": "caf\xe9"}\n')
    (product,), report = read(path)
    assert product.title == "caf\ufffd"
    assert report.repaired["bytes are not UTF-8, replaced"] == 1


def test_progress_tells_the_bytes_of_the_file(write_rows: WriteRows, make_row: MakeRow) -> None:
    path = write_rows([make_row(f"P{number}") for number in range(2_000)])
    seen: list[tuple[int, int]] = []
    assert len(list(read_products(path, RowReporter(), lambda done, size: seen.append((done, size))))) == 2_000
    assert seen == sorted(seen)
    assert 0 < len(seen) < 200
    assert {size for _, size in seen} == {path.stat().st_size}


@pytest.mark.parametrize("content", [b"", b"\n\n", b'{"title": "no id"}\n', b"\x00\xff" * 50])
def test_a_file_without_a_usable_row_is_an_error_that_names_it(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(content)
    with pytest.raises(CatalogError, match="no usable product") as caught:
        read(path)
    assert caught.value.path == str(path)


def test_a_file_that_is_not_there_or_is_a_directory_is_an_error_that_names_it(tmp_path: Path) -> None:
    for path in (tmp_path / "absent.jsonl", tmp_path):
        with pytest.raises(CatalogError, match="cannot be read") as caught:
            read(path)
        assert caught.value.path == str(path)


def test_a_gzip_file_that_ends_early_is_an_error_that_names_the_line(tmp_path: Path, make_row: MakeRow) -> None:
    path = tmp_path / "rows.jsonl.gz"
    lines = "".join(json.dumps(make_row(f"P{number}", store=str(number * 7919))) + "\n" for number in range(3_000))
    whole = gzip.compress(lines.encode())
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(CatalogError, match="cannot be read") as caught:
        read(path)
    assert caught.value.line is not None
    assert 1 < caught.value.line < 3_000


def test_a_damaged_gzip_file_is_an_error(tmp_path: Path, make_row: MakeRow) -> None:
    path = tmp_path / "rows.jsonl.gz"
    whole = bytearray(gzip.compress(json.dumps(make_row("P1")).encode()))
    whole[20] ^= 0xFF
    path.write_bytes(whole)
    with pytest.raises(CatalogError, match="cannot be read"):
        read(path)


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats()
    | st.text(max_size=6)
    | st.sampled_from(["12", "$5", "{}", "\ud800", "P1"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
FIELDS = ("parent_asin", "title", "features", "description", "details", "categories", "store", "price")


@given(st.dictionaries(st.sampled_from([*FIELDS, "average_rating", "rating_number"]), ANYTHING))
def test_no_row_stops_the_reading_and_every_product_can_be_stored(
    write_rows: WriteRows, row: dict[str, object]
) -> None:
    products, report = read(write_rows([{"parent_asin": "first"}, row]))
    assert report.used == len(products) == report.rows - report.skipped_rows
    for product in products:
        assert product_of_record(record_of(product)) == product
        assert "\ud800" not in "".join(intent_card(product))
