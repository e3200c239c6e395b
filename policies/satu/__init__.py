"""`satu`: the SATU system as its write-up describes it, over Statecore's state and catalog.

A hard shelf filter, BM25 blended with log-popularity, a refusal penalty and rare-phrase promotion; as many products as
are effectively tied, unless there is no longer any reason to wait; one question out of nine arms by coverage x entropy,
or the wildcard; and one of six behaviours named per turn. Formulas are quoted where they are used.

Left open by the write-up, and chosen here:
- |d| and tf count the words of all six fields together; df and avgdl are the catalog's; the query is the words of the
  constraints, since the shelf filter has done the category's work; the stop words are 31 common English ones;
- a phrase is a whole line of a listing, as in SATU's phrase index;
- an override removes a slot when the new statement is about the same attribute, one that has a single value, and shares
  no word with it; other slots stay, at full strength;
- contention counts blended scores within the margin of the best one, as the formula reads, whichever product phrase
  promotion has put first;
- the alternative ordering after a spent one is phrase evidence plus BM25, without the popularity that was disproven;
- products shown before an announced change of mind are not disproven (Statecore's reducers), so they stay in the pool;
- the behaviours' scores, and the weights inside Current_t of decision readiness, are this module's;
- an attribute is avoided for a turn after its question told nothing; in stagnation every attribute asked before is.
- memory across visits is the session layer's business: a state holds one visit.

Invariant: the bundle is a pure function of state and catalog; a product proven wrong is never shown again.
"""

from __future__ import annotations

from policies.satu.bundle import SATU

__all__ = ["SATU"]
