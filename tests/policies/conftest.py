"""A small shop made by hand, a drawn one, and conversations folded into states, for the tests of all bundles."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from catalog.compiler import compile_catalog
from catalog.index import Catalog
from lab.synthetic import write_rows
from reducers.fold import apply
from reducers.reading import read
from statecore.acts import Reading
from statecore.decisions import Certificate, Decision, Offer
from statecore.events import AgentReplied, ShopperSaid
from statecore.state import EMPTY, SessionState
from statecore.values import AskAttribute

Move: TypeAlias = "str | Reading | Decision | tuple[AskAttribute | None, tuple[str, ...]]"
"""What a shopper says (its words, or what they were read as), or what the agent replies (a question and shown ids)."""

StateOf: TypeAlias = Callable[..., SessionState]
BELTS, TOTES = "Accessories Belts", "Bags Totes"
_UNSIGNED = Certificate(state_digest=bytes(32), decision_digest=bytes(32), pins_digest=bytes(32))


def _row(product_id: str, shelf: str, title: str, features: list[str], **fields: object) -> dict[str, object]:
    row: dict[str, object] = {
        "parent_asin": product_id,
        "title": title,
        "features": features,
        "description": [],
        "price": None,
        "categories": ["Clothing, Shoes & Jewelry", *shelf.split(" ")],
        "details": {},
        "average_rating": 4.0,
        "rating_number": 10,
        "store": "Northbrook",
    }
    return row | fields


def _belts() -> list[dict[str, object]]:
    """Twelve belts: three twins, a popular one, and others that differ in one line each."""
    twins = [
        _row(f"belt-{n}", BELTS, "Plain belt", ["Solid brass buckle", "Hand cut"], rating_number=30 - n)
        for n in (1, 2, 3)
    ]
    return [
        *twins,
        _row("belt-4", BELTS, "Wide belt", ["Solid brass buckle", "Stitched edge"], rating_number=5, price=25.0),
        _row("belt-5", BELTS, "Star belt", ["Plastic clip", "Stretches"], rating_number=9000, average_rating=5.0),
        _row("belt-6", BELTS, "Black belt in cotton", ["Webbing", "Double ring"], rating_number=40, price=12.0),
        _row("belt-7", BELTS, "Grey belt in cotton", ["Webbing", "Double ring"], rating_number=20, price=60.0),
        _row("belt-8", BELTS, "Belt in cotton and silk", ["Woven pattern", "Slide buckle"]),
        _row("belt-9", BELTS, "Leather belt", ["Roller buckle"], details={"Closure": "Hook"}),
        _row("belt-a", BELTS, "Leather belt, long", ["Roller buckle"], details={"Closure": "Snap"}),
        _row("belt-b", BELTS, "Belt", ["Machine wash", "Rubber sole guard"], store="Wash"),
        _row("belt-c", BELTS, "Braided belt", ["Braided by hand", "Slide buckle"], rating_number=3),
    ]


def _totes() -> list[dict[str, object]]:
    return [
        _row("tote-1", TOTES, "Canvas tote", ["Solid brass buckle", "Inner pocket"], rating_number=50),
        _row("tote-2", TOTES, "Girls tote", ["Zip top", "Inner pocket"], description=["Goes with a belt."]),
        _row("tote-3", TOTES, "Boys tote", ["Zip top", "Outer pocket"], rating_number=15),
    ]


@pytest.fixture(scope="session")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """Twelve belts and three totes."""
    folder = tmp_path_factory.mktemp("shop")
    lines = "".join(json.dumps(row) + "\n" for row in [*_belts(), *_totes()])
    return _compiled(folder, gzip.compress(lines.encode()))


@pytest.fixture(scope="session")
def drawn_shop(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """Five hundred synthetic products."""
    folder = tmp_path_factory.mktemp("drawn")
    write_rows(folder / "rows.jsonl.gz", 500, 7)
    return _compiled(folder, (folder / "rows.jsonl.gz").read_bytes())


def _compiled(folder: Path, rows: bytes) -> Catalog:
    path = folder / "shop.jsonl.gz"
    path.write_bytes(rows)
    compile_catalog(path, folder / "catalog")
    return Catalog.open(folder / "catalog")


@pytest.fixture(scope="session")
def state_of(shop: Catalog) -> StateOf:
    """Fold moves, in turn the shopper's and the agent's, into the state after them."""

    def fold_moves(*moves: Move) -> SessionState:
        state = EMPTY
        for move in moves:
            state = _after(state, move, shop)
        return state

    return fold_moves


def _after(state: SessionState, move: Move, shop: Catalog) -> SessionState:
    if isinstance(move, str):
        move = read(move, state, shop.lexicon)
    if isinstance(move, Reading):
        return apply(state, ShopperSaid(at_us=0, turn=state.turn + 1, frame=move.frame, acts=move.acts))
    if isinstance(move, tuple):
        ask, shown = move
        move = Decision(ask=ask, slate=tuple(Offer(product_id=product_id, score=0.0) for product_id in shown))
    return apply(state, AgentReplied(at_us=0, turn=state.turn, decision=move, certificate=_UNSIGNED))
