"""The belief: a distribution that follows what was said, never rules out on a hint, and does not hang on sums' bits."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.index import Catalog
from policies.house.belief import Belief, believe
from policies.house.pool import open_pool, popularity_prior
from policies.house.settings import HouseSettings
from statecore.state import SessionState

SETTINGS = HouseSettings()
OPENING = "I'm looking for Accessories Belts, but I'm still exploring."
BRASS = "I'm looking for Accessories Belts. A key requirement is: Solid brass buckle."
StateOf = Callable[..., SessionState]


def ids(belief: Belief, catalog: Catalog) -> list[str]:
    return [catalog.product_id(int(product)) for product in belief.products]


def test_with_only_a_shelf_named_the_belief_is_the_prior_on_it(shop: Catalog, state_of: StateOf) -> None:
    belief = believe(state_of(OPENING), shop, SETTINGS)
    assert belief.weights.sum() == pytest.approx(1.0)
    assert {shop.shelf_label(shop.shelf_of(int(product))) for product in belief.products} == {"Accessories Belts"}
    expected = popularity_prior(shop, belief.products, SETTINGS.popularity_exponents)
    assert belief.weights == pytest.approx(expected / expected.sum())


def test_a_told_value_leaves_the_cards_that_would_have_said_it_most_popular_first(
    shop: Catalog, state_of: StateOf
) -> None:
    belief = believe(state_of(BRASS), shop, SETTINGS)
    assert ids(belief, shop) == ["belt-1", "belt-2", "belt-3", "belt-4"]
    assert belief.exact_share == 1.0


def test_a_refuted_product_is_gone(shop: Catalog, state_of: StateOf) -> None:
    after = state_of(BRASS, ("other", ("belt-1",)), "For that, what matters is: Hand cut.")
    assert ids(believe(after, shop, SETTINGS), shop) == ["belt-2", "belt-3"]


def test_when_every_exact_card_is_refuted_near_ones_come_in(shop: Catalog, state_of: StateOf) -> None:
    told = "For that, what matters is: Hand cut."
    after = state_of(BRASS, ("other", ("belt-1", "belt-2", "belt-3")), told)
    belief = believe(after, shop, SETTINGS)
    assert belief.exact_share == 0.0
    assert ids(belief, shop)[0] == "belt-4"


def test_an_exclusion_in_a_persons_words_lowers_and_never_removes(shop: Catalog, state_of: StateOf) -> None:
    with_it = believe(state_of("a belt"), shop, SETTINGS)
    without = believe(state_of("a belt, but no leather"), shop, SETTINGS)
    weight = {name: dict(zip(ids(it, shop), it.weights, strict=True)) for name, it in (("a", with_it), ("b", without))}
    assert 0.0 < weight["b"].get("belt-9", 1e-12) < weight["a"]["belt-9"]


def test_an_unknown_price_does_not_count_against_a_product(shop: Catalog, state_of: StateOf) -> None:
    free, capped = (believe(state_of(said), shop, SETTINGS) for said in ("a belt", "a belt under 20"))
    share = {name: dict(zip(ids(it, shop), it.weights, strict=True)) for name, it in (("a", free), ("b", capped))}
    assert share["b"]["belt-6"] / share["b"]["belt-5"] == pytest.approx(share["a"]["belt-6"] / share["a"]["belt-5"])
    dear = share["b"].get("belt-4", 0.0) / share["b"]["belt-5"]
    assert dear < 0.1 * share["a"]["belt-4"] / share["a"]["belt-5"]


def test_without_a_category_the_products_of_a_told_value_are_in_the_pool(shop: Catalog, state_of: StateOf) -> None:
    pool = open_pool(state_of("Inner pocket"), shop, SETTINGS)
    assert {"tote-1", "tote-2"} <= {shop.product_id(int(product)) for product in pool.products}
    assert pool.prior.sum() == pytest.approx(1.0)


@given(
    st.lists(
        st.sampled_from(["a belt", "leather", "no cotton", "under 30", "black please", "a tote for girls", "snap"]),
        min_size=1,
        max_size=4,
    )
)
def test_weights_are_ordered_positive_and_sum_to_at_most_one(shop: Catalog, state_of: StateOf, said: list[str]) -> None:
    moves = [move for message in said for move in (message, ("other", ()))][:-1]
    belief = believe(state_of(*moves), shop, SETTINGS)
    weights = belief.weights
    assert bool((weights > 0.0).all())
    assert weights.sum() <= 1.0 + 1e-9
    grid = np.round(weights, 12)
    order = np.lexsort((belief.products, -grid))
    assert order.tolist() == list(range(len(weights)))
    assert len(set(belief.products.tolist())) == len(belief.products)
