"""The statistics of 50,000 synthetic rows against the contest's catalog, each figure with its tolerance.

The figures are those that entrants published of the real 50,000 (source in brackets). Most tolerances are a tenth of
the figure; where they are wider, the comment says why the synthetic catalog is not, or need not be, closer.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import accumulate
from statistics import fmean, median
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pytest

from catalog.kit_shopper import intent_card, shelf_label, value_class
from catalog.products import Product
from lab.synthetic import rows
from lab.synthetic.words import MATERIAL_WORDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from lab.synthetic import Row

ROWS = 50_000
COLORS = ("black", "white", "blue", "red", "pink", "green", "brown", "gray", "grey", "purple", "yellow", "orange")


class Catalog(NamedTuple):
    """The rows with what the kit's shopper would make of them."""

    rows: list[Row]
    labels: list[str]
    cards: list[tuple[str, ...]]
    texts: list[str]

    def share(self, holds: Callable[[Row], object]) -> float:
        """Share of the rows."""
        return fmean(bool(holds(row)) for row in self.rows)

    def target_share(self, holds: Callable[[Row], object]) -> float:
        """Share of targets drawn proportional to rating_number."""
        total = sum(row["rating_number"] for row in self.rows)
        return sum(row["rating_number"] for row in self.rows if holds(row)) / total

    def documents(self, pattern: str) -> int:
        """Rows whose text contains a pattern, in any case."""
        found = re.compile(pattern)
        return sum(found.search(text) is not None for text in self.texts)


def product_of(row: Row) -> Product:
    return Product(
        product_id=row["parent_asin"],
        title=row["title"],
        features=tuple(row["features"]),
        description=tuple(row["description"]),
        details=tuple(row["details"].items()),
        categories=tuple(row["categories"]),
        store=row["store"] or "",
        price_text=None if row["price"] is None else str(row["price"]),
    )


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    made = list(rows(ROWS, 1))
    products = [product_of(row) for row in made]
    texts = [
        " ".join((p.title, *p.features, *map(" ".join, p.details), *p.description, *p.categories, p.store)).lower()
        for p in products
    ]
    return Catalog(made, [shelf_label(p.categories) for p in products], [intent_card(p) for p in products], texts)


def test_fields_are_filled_as_often_as_in_the_contests_catalog(catalog: Catalog) -> None:
    # L-GPT, Terrace-NUS
    assert catalog.share(lambda row: row["title"]) == pytest.approx(0.99996, abs=2e-4)
    assert catalog.share(lambda row: row["categories"]) == 1
    assert catalog.share(lambda row: row["details"]) == pytest.approx(0.9666, abs=0.005)
    assert catalog.share(lambda row: row["features"]) == pytest.approx(0.8956, abs=0.01)
    assert catalog.share(lambda row: row["store"]) == pytest.approx(0.9937, abs=0.002)
    assert catalog.share(lambda row: row["description"]) == pytest.approx(0.5223, abs=0.01)
    assert catalog.share(lambda row: row["price"] is not None) == pytest.approx(0.2105, abs=0.01)
    assert catalog.share(lambda row: len(row["features"]) >= 5) == pytest.approx(0.648, abs=0.02)


def test_some_prices_are_texts_and_most_of_those_one_broken_character(catalog: Catalog) -> None:
    texts = Counter(row["price"] for row in catalog.rows if isinstance(row["price"], str))
    assert texts.total() == pytest.approx(117, abs=40)
    assert texts["â"] / texts.total() > 0.85
    assert len(texts) > 1


def test_details_have_the_keys_and_coverage_of_the_contests_catalog(catalog: Catalog) -> None:
    keys = Counter(key for row in catalog.rows for key in row["details"])
    coverage = {
        "Date First Available": 0.938,
        "Department": 0.872,
        "Item model number": 0.555,
        "Color": 0.049,
        "Brand": 0.047,
        "Material": 0.041,
        "Style": 0.035,
        "Size": 0.019,
        "Brand Name": 0.012,
    }  # SATU, Terrace-NUS
    for key, share in coverage.items():
        assert keys[key] / ROWS == pytest.approx(share, rel=0.12), key
    assert len(keys) == pytest.approx(287, abs=30)
    assert len({row["details"].get("Department") for row in catalog.rows}) == pytest.approx(175, abs=20)


def test_stores_are_many_and_none_is_large(catalog: Catalog) -> None:
    stores = Counter(row["store"] for row in catalog.rows if row["store"])
    assert len(stores) == pytest.approx(19_855, rel=0.05)  # Buyte
    assert stores.most_common(1)[0][1] / ROWS < 0.01
    assert sum(stores[name] for name in ("Sole", "Wash", "Hand", "Machine")) == pytest.approx(8, abs=7)  # Buyte


def test_popularity_is_the_two_sided_log_normal_of_the_contests_catalog(catalog: Catalog) -> None:
    counts = np.array([row["rating_number"] for row in catalog.rows])
    assert np.median(counts) == pytest.approx(12, abs=1)
    assert counts.mean() == pytest.approx(235, rel=0.15)  # 241 there; a heavy tail's mean is noisy
    assert (counts >= 1_000).mean() == pytest.approx(0.033, abs=0.005)
    for count, below in ((4, 0.257), (10, 0.45), (156, 0.857), (6_846, 0.995)):  # SATU
        assert (counts <= count).mean() == pytest.approx(below, abs=0.03), count


def test_popular_products_are_priced_rated_and_described_as_targets_are(catalog: Catalog) -> None:
    # E058, NiuLai. Popularity-weighted draws fall a little short of the real targets on purpose: theirs also passed a
    # five-review filter, which no weighting by rating_number reproduces.
    assert catalog.target_share(lambda row: row["price"] is not None) == pytest.approx(0.89, abs=0.07)
    assert catalog.target_share(lambda row: len(row["features"]) >= 5) == pytest.approx(0.95, abs=0.04)
    assert catalog.target_share(lambda row: row["average_rating"] >= 4) == pytest.approx(0.92, abs=0.05)
    assert catalog.target_share(lambda row: row["description"]) == pytest.approx(0.445, abs=0.05)
    assert catalog.share(lambda row: row["average_rating"] >= 4) == pytest.approx(0.674, abs=0.03)
    assert median(row["average_rating"] for row in catalog.rows) == pytest.approx(4.2)


def test_shelves_are_as_many_and_as_uneven_as_in_the_contests_catalog(catalog: Catalog) -> None:
    sizes = Counter(catalog.labels)
    assert len(sizes) == pytest.approx(1_115, rel=0.08)
    assert sum(size == 1 for size in sizes.values()) == pytest.approx(234, rel=0.15)
    assert median(sizes.values()) == pytest.approx(8, abs=1)
    largest = [size for _, size in sizes.most_common()]
    assert largest[0] == pytest.approx(1_354, rel=0.08)
    assert largest[4] == pytest.approx(769, rel=0.15)
    half = next(place for place, total in enumerate(accumulate(largest), start=1) if total >= ROWS / 2)
    assert half == pytest.approx(54, abs=6)  # SATU, BayesPilot


def test_shelves_grow_with_the_rows_ever_more_slowly() -> None:
    few, more = (len({shelf_label(row["categories"]) for row in rows(count, 1)}) for count in (2_000, 8_000))
    assert 300 < few < more < 4 * few
    assert more < 900


def test_labels_have_several_words_and_a_sixth_are_noise(catalog: Catalog) -> None:
    labels = set(catalog.labels)
    tokens = [len(re.findall(r"\w+", label)) for label in labels]
    assert median(tokens) == 4
    assert min(tokens) >= 2  # Chud
    noise = re.compile(r"[%$()\d]|\bTEST\b")
    noisy = {label for label in labels if noise.search(label)}
    assert len(noisy) / len(labels) == pytest.approx(189 / 1_115, abs=0.05)
    assert sum(label in noisy for label in catalog.labels) / ROWS == pytest.approx(2_570 / ROWS, abs=0.02)
    assert "Shoes & Jewelry Eastgate" in labels


def test_materials_and_colours_are_named_as_often(catalog: Catalog) -> None:
    assert catalog.documents(rf"\b({'|'.join(MATERIAL_WORDS)})\b") / ROWS == pytest.approx(0.571, abs=0.02)  # SATU
    assert catalog.documents(rf"\b({'|'.join(COLORS)})\b") / ROWS == pytest.approx(0.388, abs=0.02)


@pytest.mark.parametrize(
    ("pattern", "documents", "tolerance"),
    [
        ("imported", 14_600, 0.12),
        ("machine wash", 8_900, 0.12),
        ("button closure", 2_391, 0.3),
        ("100% cotton", 3_770, 0.2),
        ("cotton", 9_775, 0.2),
        ("polyester", 10_749, 0.2),
        ("leather", 7_424, 0.2),
        ("black", 7_023, 0.25),
        ("casual", 7_994, 0.25),
        ("pockets", 6_586, 0.25),
        ("lightweight", 7_499, 0.25),
        ("stretch", 5_266, 0.3),
        ("plus size", 1_262, 0.3),
        ("v-neck", 1_803, 0.4),
    ],
)
def test_common_words_occur_in_about_as_many_listings(
    catalog: Catalog, pattern: str, documents: int, tolerance: float
) -> None:
    # Hein, Compass. Single words follow from the vocabularies, so only their order of magnitude is held.
    assert catalog.documents(pattern) == pytest.approx(documents, rel=tolerance)


def test_tees_are_cotton(catalog: Catalog) -> None:
    tees = [card for card, label in zip(catalog.cards, catalog.labels, strict=True) if label == "Tops Tees"]
    assert fmean(card[0] == "cotton" for card in tees) > 0.75  # P(cotton | the T-shirt shelf) = 0.93 (Hein)


def test_cards_have_four_values_and_the_classes_of_the_contests_catalog(catalog: Catalog) -> None:
    assert fmean(len(card) == 4 for card in catalog.cards) == pytest.approx(0.9624, abs=0.012)
    answerable = [{value_class(value) for value in card} for card in catalog.cards]
    shares = {"feature": 0.958, "material": 0.573, "color": 0.427, "style": 0.162, "size": 0.076}  # Khanna
    for name, share in shares.items():
        assert fmean(name in classes for classes in answerable) == pytest.approx(share, abs=0.03), name
    assert fmean("use_case" in classes for classes in answerable) == pytest.approx(0.016, abs=0.01)
    assert fmean("budget" in classes for classes in answerable) == pytest.approx(0.005, abs=0.004)


def test_cards_are_shared_and_values_unique_to_the_degree_of_the_contests_catalog(catalog: Catalog) -> None:
    cards = Counter(catalog.cards)
    assert sum(size for size in cards.values() if size > 1) / ROWS == pytest.approx(0.224, abs=0.045)
    assert cards.most_common(1)[0][1] == pytest.approx(442, rel=0.35)
    assert cards.most_common(1)[0][0][:2] == ("cotton", "color: grey")
    values = Counter(value for card in catalog.cards for value in set(card))
    assert len(values) == pytest.approx(60_000, rel=0.1)  # StarLabs
    assert fmean(size == 1 for size in values.values()) == pytest.approx(0.91, abs=0.02)


def test_most_products_are_alone_on_their_shelf_with_their_card(catalog: Catalog) -> None:
    # 175 of 200 public targets are; products in classes of more than fifty were counted as some 700 (Zi-Zhuo).
    twins = Counter(zip(catalog.labels, catalog.cards, strict=True))
    assert 0.05 < sum(size for size in twins.values() if size > 1) / ROWS < 0.2
    assert 200 < sum(size for size in twins.values() if size > 50) < 1_400


def test_listings_are_as_long(catalog: Catalog) -> None:
    # BayesPilot: some 198 tokens as embedded; here words and single marks count. The real file has 1,211 bytes a row.
    tokens = fmean(len(re.findall(r"\w+|[^\w\s]", text)) for text in catalog.texts[::10])
    assert tokens == pytest.approx(198, rel=0.12)
    assert fmean(len(json.dumps(row, ensure_ascii=False).encode()) for row in catalog.rows) == pytest.approx(
        1_211, rel=0.1
    )


def test_values_are_as_many_and_as_rarely_shared(catalog: Catalog) -> None:
    values = Counter(
        value.lower()
        for row in catalog.rows
        for value in (*row["features"], *(f"{key}: {text}" for key, text in row["details"].items()))
    )
    assert values.total() / ROWS == pytest.approx(12.3, rel=0.1)  # Chud
    assert len(values) == pytest.approx(222_605, rel=0.2)  # SATU
    assert fmean(size == 1 for size in values.values()) == pytest.approx(0.898, abs=0.02)


def test_some_bullets_are_noise(catalog: Catalog) -> None:
    bullets = [line for row in catalog.rows for line in row["features"]]
    assert sum(len(line) > 500 for line in bullets) > 500
    assert sum(re.search(r"\d\*\d+\*\d+cm", line) is not None for line in bullets) > 200
    assert sum(line[0] in "❖✿★❤✔➤◆☀♦●✦♬√" for line in bullets) > 2_000
    assert sum("Â" in line or "&amp;" in line for line in bullets) > 50


def test_exact_titles_are_sometimes_shared(catalog: Catalog) -> None:
    titles = Counter(row["title"] for row in catalog.rows)
    assert sum(size for size in titles.values() if size > 1) / ROWS == pytest.approx(0.029, abs=0.012)  # SATU


def test_a_fifth_of_the_products_are_for_nobody_in_particular_or_children(catalog: Catalog) -> None:
    who = Counter(row["categories"][1] for row in catalog.rows if len(row["categories"]) > 2)
    assert who["Women"] > who["Men"] > max(who["Girls"], who["Boys"]) > 0
    assert who["Unisex"] > 0
