"""Two independent gates before anything is recommended, because the first list that holds the product fixes its rank.

The evidence gate: has the shopper said anything concrete beyond a category? The confidence gate: has the ranker
committed? It reads Normalized Query Commitment (Shtok et al. 2009) over the head of the ranking:

    NQC = sqrt(1/k sum over the top k of (score - mean)^2) / score of the corpus,      committed when NQC >= 0.054

with the mean score of the pool standing for the corpus's. Buyte left 0.054 at the cautious edge of its plateau.

Invariant: the gates hold a list back only while there is still something to hear; they never hold the last turns back.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from policies.buyte.ranking import BuyteRanking
from policies.buyte.settings import BuyteSettings

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Gates", "commitment", "judge"]


@dataclass(frozen=True, slots=True)
class Gates:
    """`evidence` and `confidence`: whether each gate is open; `nqc`: the commitment read; `recommend`: the outcome."""

    evidence: bool
    confidence: bool
    nqc: float
    recommend: bool


def commitment(ordered: NDArray[np.float64], head: int) -> float:
    """Normalized Query Commitment of scores, best first: float64[k]; 0 when there is nothing to compare.

    >>> import numpy as np
    >>> round(commitment(np.array([3.0, 1.0, 1.0, 1.0]), 2), 3)
    0.667
    """
    if not len(ordered):
        return 0.0
    corpus = abs(float(ordered.mean()))
    return float(ordered[:head].std()) / corpus if corpus > 0.0 else 0.0


def judge(ranking: BuyteRanking, *, more_to_hear: bool, turn: int, settings: BuyteSettings) -> Gates:
    """Whether to recommend now."""
    fresh = ranking.order[: ranking.fresh]
    nqc = commitment(ranking.scores[fresh], settings.committed_head)
    evidence = ranking.shopping.concrete
    confidence = nqc >= settings.commitment
    patience = more_to_hear and turn <= settings.patient_turns
    return Gates(evidence, confidence, nqc, (evidence and confidence) or not patience)
