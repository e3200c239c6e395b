"""`arc`: the ARC system (Ask, Rank, Commit) as its write-up describes it, over Statecore's state and catalog.

Each turn grounds the category on one shelf, drops proven misses, ranks by evidence with a bounded prior, asks what is
answerable and worth its turn, and shows only as much as the evidence supports. Formulas are quoted where they are used.

Left open by the write-up, and chosen here:
- rarity is `ln(1 + (N - df + 0.5) / (df + 0.5))`, of a told value as a whole and of each of its words;
- "around $25" is within a fifth of it; a listing's materials and colours are the words for them anywhere in it;
- without the position bonus every membership weighs 0.7, since the bonus is what lifts a value in its place to 1.0;
- an exclusion, and a budget that was set, are typed constraints; a product satisfies an exclusion by not having it;
- a value told before a change of mind keeps half its confidence, whichever message told it, until it is told again;
- `max_reviews` is the catalog's; the review count is also the score that cold start's competitive pool is cut by, which
  reproduces the write-up's 0.177131 and 0.134631 (ten candidates in nine, then seven, groups);
- "available" attributes are those neither exhausted nor declined; the open question stays available after a refusal;
- the best question is asked even when its value is negative: it costs no turn of its own beside a product;
- evidence is complete when four listing values were told, when the shopper has nothing more to say, or when no
  competitive candidate has anything left to tell; then nothing is asked.

Invariant: the bundle is a pure function of state and catalog; every order ends in the product's place on its shelf.
"""

from __future__ import annotations

from policies.arc.bundle import ARC

__all__ = ["ARC"]
