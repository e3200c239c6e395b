"""The turn audit: turns on which a policy had the wanted product in first place and did not show it (ARC's check).

Invariant: the audit reads a policy's own ranking on the state that it decided on; it changes nothing.
"""

from __future__ import annotations

from policies.arc.view import ArcView
from policies.buyte.view import BuyteView
from policies.house.view import HouseView
from policies.opoyo import OpoyoView
from policies.satu.view import SatuView
from statecore.errors import BadInputError

__all__ = ["leader_of"]


def leader_of(view: object) -> int | None:
    """The product (by index) that a bundle's ranking has in first place; None when it ranks nothing."""
    if isinstance(view, HouseView):
        return _first(view.belief.products.tolist())
    if isinstance(view, OpoyoView):
        return _first(view.products)
    if isinstance(view, ArcView | SatuView):
        return _first(view.ranking.pool.products[view.ranking.order[:1]].tolist())
    if isinstance(view, BuyteView):
        return _first(view.ranking.found.products[view.ranking.order[:1]].tolist())
    raise BadInputError(f"no turn audit for a {type(view).__name__}: name its leader in lab/turn_audit.py")


def _first(products: list[int] | tuple[int, ...]) -> int | None:
    return int(products[0]) if products else None
