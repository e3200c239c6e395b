"""What no table knows can be ruled out all the same, when listings speak of it."""

from __future__ import annotations

import json

import pytest

from catalog.compiler import compile_catalog
from catalog.index import Catalog
from catalog.lexicon import Lexicon
from reducers.reading import read
from statecore.acts import Exclude
from statecore.state import EMPTY


@pytest.fixture(scope="module")
def lexicon(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    """A shop of jackets, one of which is of herringbone."""
    folder = tmp_path_factory.mktemp("weaves")
    rows = [
        {"parent_asin": name, "title": "Jacket", "features": features, "categories": ["Clothing", "Jackets"]}
        for name, features in (("A1", ["Herringbone weave", "Lined"]), ("B2", ["Plain weave"]))
    ]
    (folder / "rows.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    compile_catalog(folder / "rows.jsonl", folder / "shop")
    return Catalog.open(folder / "shop").lexicon


@pytest.mark.parametrize(
    "message", ["A jacket without herringbone", "jacket, no herringbone please", "I hate herringbone. Jackets?"]
)
def test_a_word_that_only_listings_know_is_excluded(message: str, lexicon: Lexicon) -> None:
    acts = read(message, EMPTY, lexicon).acts
    (excluded,) = [act for act in acts if isinstance(act, Exclude)]
    assert excluded.value == "herringbone"
    assert excluded.span is not None
    assert message[slice(*excluded.span)] == "herringbone"


@pytest.mark.parametrize(
    "message",
    ["a jacket, no gnomes", "no worries, a jacket then", "I have no jacket yet", "herringbone jacket, no rush", "no"],
)
def test_a_denial_of_anything_else_excludes_nothing(message: str, lexicon: Lexicon) -> None:
    assert not [act for act in read(message, EMPTY, lexicon).acts if isinstance(act, Exclude) and act.value != "jacket"]
