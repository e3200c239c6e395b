"""Each part of `house` switched off by a setting, to measure what it is worth.

Invariant: an ablation changes settings and nothing else, so everything that is measured is a policy that can be run.
"""

from __future__ import annotations

from lab.contest import Contestant, Setting

__all__ = ["ABLATIONS"]


def _without(name: str, **changes: Setting) -> Contestant:
    return Contestant(name, "house", changes)


ABLATIONS: tuple[Contestant, ...] = (
    _without("uniform prior", popularity_exponents=(0.0,)),
    _without("prior by ratings alone", popularity_exponents=(1.0,)),
    _without("open question only", ask_attributes=False),
    _without("slates of one", most_products=1),
    _without("one step ahead", plan_depth=1),
    _without("64 candidates", plan_limit=64),
    _without("no late insurance", insurance_turn=11),
    _without("change not planned for", plan_through_change=False),
    _without("exact shopper alone", member_weight=0.0, soft_weight=0.0),
    _without("no exact shopper", exact_weight=0.0),
)
"""What `house` is without each of its parts."""
