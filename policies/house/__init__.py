"""`house`: one belief over products, from which ranking, asking and commitment all follow."""

from __future__ import annotations

from policies.house.bundle import HOUSE, SHOP

__all__ = ["HOUSE", "SHOP"]
