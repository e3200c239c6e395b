"""What shoppers say of the products that they were just shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from catalog.index import Catalog
from catalog.lexicon import Lexicon
from reducers.fold import fold
from reducers.reading import read
from statecore.acts import Exclude, ReferToShown, Want
from statecore.events import ShopperSaid
from statecore.state import EMPTY, SessionState, Shown

SURE = 0.4


@pytest.fixture(scope="module")
def lexicon(small_shop: Path) -> Lexicon:
    return Catalog.open(small_shop).lexicon


def shown(lexicon: Lexicon) -> SessionState:
    """A dress was asked for, and three were shown."""
    acts = read("a black dress for women", EMPTY, lexicon).acts
    state = fold([ShopperSaid(at_us=0, turn=1, frame="free", acts=acts)])
    slate = tuple(Shown(product_id=name, turn=1, rank=rank) for rank, name in enumerate("abc", start=1))
    return state.model_copy(update={"shown": slate})


@pytest.mark.parametrize(
    ("message", "places"),
    [
        ("the second one", [(2, True)]),
        ("More like the first but cheaper", [(1, True)]),
        ("I'll take number 3", [(3, True)]),
        ("I like the last one", [(3, True)]),
        ("not the first one, the others are ok", [(1, False)]),
        ("The third is lovely, anything similar without sleeves?", [(3, True)]),
        ("I prefer the first to the second", [(1, True), (2, False)]),
        ("the fourth one", []),
        ("it's the first time I buy here", []),
    ],
)
def test_a_product_is_meant_by_its_place(message: str, places: list[tuple[int, bool]], lexicon: Lexicon) -> None:
    acts = read(message, shown(lexicon), lexicon).acts
    assert [(act.place, act.liked) for act in acts if isinstance(act, ReferToShown)] == places


@pytest.mark.parametrize(
    ("message", "value"),
    [
        ("that's too formal", "formal"),
        ("none of those, they're all too short", "short"),
        ("the colour's too dark", "dark"),
    ],
)
def test_what_is_too_much_is_not_wanted(message: str, value: str, lexicon: Lexicon) -> None:
    acts = read(message, shown(lexicon), lexicon).acts
    assert [act.value for act in acts if isinstance(act, Exclude)] == [value]
    assert not [act for act in acts if isinstance(act, Want) and act.confidence >= SURE]


def test_what_is_more_of_it_is_wanted(lexicon: Lexicon) -> None:
    acts = read("like the second, only longer", shown(lexicon), lexicon).acts
    assert "long" in [act.value for act in acts if isinstance(act, Want)]
    assert [act.place for act in acts if isinstance(act, ReferToShown)] == [2]
