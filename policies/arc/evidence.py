"""ARC's three layers of evidence, constraint by constraint, and what they add up to.

    Lexical(p)   = normalised sum of confidence-weighted rare-phrase matches
    Typed(p)     = weighted satisfaction of material, color and budget
    Signature(p) = weighted mean of 1.0 (same value, same slot), 0.7 (same value, another slot), 0.0 (absent)
    core(p)      = Lexical + 0.30 Typed + 0.90 Signature                                                       (ARC)

The layers are kept per constraint, so that leaving one out (a counterfactual) costs a sum and no new look-up.

Invariant: the slot of a value is trusted only while the transcript guarantees that values came in card order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from catalog.index import Catalog
from policies.arc.settings import ArcSettings
from policies.fit import SATISFIED, PriceRange, amount_range, budget_range, has_value, price_fit
from policies.pools import ProductPool
from policies.situations import exclusions, wishes
from policies.terms import idf, pool_hits, query_of
from policies.vocabulary import COLORS, MATERIALS, group_bits, mentions_in
from statecore.state import SessionState

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Evidence", "Layer", "RevealOrder", "gather_evidence", "reveal_order"]


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer of one constraint: each product's match `score` float64[n], and the `most` that it could be.

    A layer that says nothing about a constraint has most 0.
    """

    score: NDArray[np.float64]
    most: float


@dataclass(frozen=True, slots=True)
class Evidence:
    """The observed constraints: `names`, `confidence` float64[c], and the layers of each.

    `lexical`, `typed` and `signature` are float64[c, n]; `lexical_most`, `typed_most` and `signature_most` float64[c].
    """

    names: tuple[str, ...]
    confidence: NDArray[np.float64]
    lexical: NDArray[np.float64]
    lexical_most: NDArray[np.float64]
    typed: NDArray[np.float64]
    typed_most: NDArray[np.float64]
    signature: NDArray[np.float64]
    signature_most: NDArray[np.float64]

    def core(self, settings: ArcSettings, keep: NDArray[np.bool_] | None = None) -> NDArray[np.float64]:
        """The evidence score of every product, of the constraints in `keep` (all of them by default): float64[n]."""
        weights = self.confidence if keep is None else self.confidence * keep
        total: NDArray[np.float64] = (
            _mean(weights, self.lexical, self.lexical_most)
            + settings.typed_weight * _mean(weights, self.typed, self.typed_most)
            + settings.signature_weight * _mean(weights, self.signature, self.signature_most)
        )
        return total


def _mean(weights: NDArray[np.float64], scores: NDArray[np.float64], most: NDArray[np.float64]) -> NDArray[np.float64]:
    """The weighted sum over constraints as a share of the most that it could be; 0 where nothing is said."""
    total = float((weights * most).sum())
    if total <= 0.0:
        return np.zeros(scores.shape[1])
    share: NDArray[np.float64] = (weights[:, None] * scores).sum(axis=0) / total
    return share


@dataclass(frozen=True, slots=True)
class RevealOrder:
    """Which slot each told value stands in, if the transcript tells, and whether the order can be trusted at all."""

    slots: dict[str, int]
    reliable: bool


def reveal_order(state: SessionState) -> RevealOrder:
    """Values are told in card order as long as only the open question was asked and no mind was changed.

    An attribute's own question, an override and the old value that its opening names can tell a later slot early.
    """
    reliable = not state.override_seqs
    slots: dict[str, int] = {}
    for item in state.heard:
        told = bool(item.values)
        if item.frame == "kit_override" or (item.frame == "kit_values" and item.asked != "other"):
            reliable = reliable and not told
        elif item.frame == "free":
            reliable = reliable and item.learned == 0
        for value in item.values:
            slots.setdefault(value, len(slots))
    return RevealOrder(slots, reliable)


def gather_evidence(
    state: SessionState, catalog: Catalog, pool: ProductPool, order: RevealOrder, settings: ArcSettings
) -> Evidence:
    """The layers of every wish, exclusion and budget of the state over a pool."""
    rows: list[tuple[str, float, Layer, Layer, Layer]] = []
    nothing = Layer(np.zeros(len(pool)), 0.0)
    for wish in wishes(state):
        slot = order.slots.get(wish.value) if order.reliable else None
        lexical = _lexical(catalog, pool, wish.value)
        typed = _typed(catalog, pool, wish.attribute, wish.value) or nothing
        rows.append(
            (wish.value, wish.confidence, lexical, typed, _signature(catalog, pool, wish.value, slot, settings))
        )
    for item in exclusions(state):
        lexical = _lexical(catalog, pool, item.value)
        lacks = Layer((lexical.score < lexical.most).astype(np.float64), 1.0) if lexical.most else nothing
        rows.append((f"no {item.value}", item.confidence, nothing, lacks, nothing))
    budget = budget_range(state)
    if budget is not None:
        rows.append(("the budget", 1.0, nothing, _within(catalog, pool, budget), nothing))
    return _stacked(rows, len(pool))


def _stacked(rows: list[tuple[str, float, Layer, Layer, Layer]], size: int) -> Evidence:
    names, confidence, *layers = zip(*rows, strict=True) if rows else ((), (), (), (), ())
    scores = [np.array([layer.score for layer in column]).reshape(len(column), size) for column in layers]
    mosts = [np.array([layer.most for layer in column], dtype=np.float64) for column in layers]
    return Evidence(
        names=tuple(names),
        confidence=np.array(confidence, dtype=np.float64),
        lexical=scores[0],
        lexical_most=mosts[0],
        typed=scores[1],
        typed_most=mosts[1],
        signature=scores[2],
        signature_most=mosts[2],
    )


def _lexical(catalog: Catalog, pool: ProductPool, value: str) -> Layer:
    """Rarity of the value and of each of its words, where the product has them."""
    query = query_of(catalog, [(value, 1.0)])
    worth = idf(catalog, query.terms)
    found = pool_hits(catalog, pool, query.terms).contains(len(query.terms))
    score = (found * worth).sum(axis=1)
    most = float(worth.sum())
    value_id = catalog.value_id(value)
    if value_id:
        df = float(catalog.value_df[value_id])
        rarity = float(np.log1p((catalog.size - df + 0.5) / (df + 0.5)))
        score = score + rarity * has_value(catalog, pool, value)
        most += rarity
    return Layer(score, most)


def _typed(catalog: Catalog, pool: ProductPool, attribute: str, value: str) -> Layer | None:
    """How far the meaning of a material, colour or budget is met; None for what has no such meaning."""
    if attribute == "budget":
        wanted = amount_range(value)
        return None if wanted is None else _within(catalog, pool, wanted)
    groups = {"material": MATERIALS, "color": COLORS}.get(attribute, ())
    bits = group_bits(value, groups)
    if not bits:
        return None
    mentions = mentions_in(catalog)
    mentioned = (mentions.materials if attribute == "material" else mentions.colors)[pool.products]
    shared = np.bitwise_count(mentioned & np.uint32(bits)).astype(np.float64)
    return Layer(shared / bits.bit_count(), 1.0)


def _within(catalog: Catalog, pool: ProductPool, wanted: PriceRange) -> Layer:
    fit = price_fit(catalog.price_minor[pool.products], wanted)
    return Layer((fit == SATISFIED).astype(np.float64), 1.0)


def _signature(catalog: Catalog, pool: ProductPool, value: str, slot: int | None, settings: ArcSettings) -> Layer:
    """Whether the value is on the product's card, in its own slot (`slot`, None: unknown) or in another."""
    value_id = catalog.value_id(value)
    held = (catalog.card[pool.products] == value_id) & (value_id > 0)
    score = settings.membership * held.any(axis=1)
    if slot is not None and slot < held.shape[1]:
        score = np.where(held[:, slot], 1.0, score)
    return Layer(score.astype(np.float64), 1.0)
