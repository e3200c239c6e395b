"""`buyte`: the Buyte system as its write-up describes it, over Statecore's state and catalog.

Five per-field BM25 indexes fused with a character n-gram route, conjunctive injection, a linear reranker over forty
features, questions by P(answered) x uncertainty removed, and two gates that decide whether to ask, wait or recommend.

Left open by the write-up, and chosen here:
- BM25's constants are the textbook's 1.2 and 0.75 in every field; details count as features, being lines like them;
- the n-gram route compares words with words by their trigrams, and a product has the best match of each query word;
- "contains" means a whole line or card slot, or for values of up to three words all their words; so the card's colour,
  which is in no listing as it is spelt there, does not fail the product it came from;
- the forty features and their weights, set by hand (`features`, `weights`); intent is buying when the opening held a
  requirement, and browsing otherwise;
- rates of being answered for style, size and use case, which the write-up does not print, are those that a second team
  measured on the same sessions; an attribute is named only from half a bit of expected gain on, else the open question
  is asked, unless the shopper has nothing more to say;
- NQC is read over the top ten, over the mean score of the pool; the gates hold a list back for four turns at most, and
  not once there is nothing left to hear;
- proven misses are demoted below all others, as retracted wishes are demoted, and never deleted;
- a budget is checked whether it was set or told as a value; a brand of one common word is no constraint.

Invariant: the bundle is a pure function of state and catalog; every order ends in the product index.
"""

from __future__ import annotations

from policies.buyte.bundle import BUYTE

__all__ = ["BUYTE"]
