"""What `house` sees on a turn: its belief, and the plan made on it."""

from __future__ import annotations

from dataclasses import dataclass

from policies.house.belief import Belief
from policies.house.plan import Plan

__all__ = ["HouseView"]


@dataclass(frozen=True, slots=True)
class HouseView:
    """The belief and the plan: question and slate are chosen together."""

    belief: Belief
    plan: Plan
