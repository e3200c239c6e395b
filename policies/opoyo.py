"""`opoyo`: the OPOYO system, as its write-up describes it.

Every turn: the whole dialogue is one BM25 query over all fields (SQLite FTS5's constants: k1 1.2, b 0.75, every
column weighing the same, idf `ln((N - n + 0.5) / (n + 0.5))` floored at 1e-6); the top 400 are taken; those of the
category that the shopper named move to the front; the list is cut to ten; the ten are sorted by review count; and
`other` is asked, always. Nothing is forgotten at a change of mind, and nothing is withheld, not even what was shown
before.

Left open by the write-up: the query here is made of the category and the values that were read from the dialogue, each
word counted as often as it was said; the words around them are in no listing and are not kept in the state.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from catalog.index import Catalog
from catalog.text import words
from policies.bundle import Bundle, Explanation, Question, Slate, trace
from policies.wording import question_text, reply_text
from statecore.state import SessionState
from statecore.values import Vocabulary

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["OPOYO", "OpoyoSettings", "OpoyoView"]


class OpoyoSettings(Vocabulary):
    """The write-up's constants."""

    k1: float = 1.2
    b: float = 0.75
    depth: int = 400
    shown: int = 10
    least_idf: float = 1e-6


@dataclass(frozen=True, slots=True)
class OpoyoView:
    """The list after the cut to ten and the sort, with each product's BM25 score."""

    products: tuple[int, ...]
    scores: tuple[float, ...]
    matched: int


def query_words(state: SessionState) -> Counter[str]:
    """Every word of the dialogue that could be in a listing, with how often it was said."""
    said: Counter[str] = Counter()
    for category in (*state.past_categories, *([state.category] if state.category else [])):
        said.update(words(category.phrase))
    for item in state.constraints:
        if item.polarity == "want":
            said.update(words(item.value))
    return said


def bm25_all_fields(catalog: Catalog, query: Counter[str], settings: OpoyoSettings) -> NDArray[np.float64]:
    """FTS5's BM25 of every product: float64[N]."""
    scores = np.zeros(catalog.size)
    length = catalog.field_length.sum(axis=1, dtype=np.int64)
    norm = settings.k1 * (1.0 - settings.b + settings.b * length / max(float(length.mean()), 1.0))
    for word in sorted(query):
        term = catalog.term_id(word)
        if term < 0:
            continue
        docs, by_field = catalog.postings(term)
        tf = by_field.sum(axis=1, dtype=np.int64)
        df = len(docs)
        idf = max(float(np.log((catalog.size - df + 0.5) / (df + 0.5))), settings.least_idf)
        scores[docs] += query[word] * idf * tf * (settings.k1 + 1.0) / (tf + norm[docs])
    return scores


def rank_products(state: SessionState, catalog: Catalog, settings: OpoyoSettings) -> OpoyoView:
    """BM25's top 400, the named category first, cut to ten, sorted by review count."""
    scores = np.round(bm25_all_fields(catalog, query_words(state), settings), 9)
    matched = np.flatnonzero(scores > 0.0)
    order = matched[np.lexsort((matched, -scores[matched]))][: settings.depth]
    named = _in_named_category(state, catalog, order)
    ten = np.concatenate([order[named], order[~named]])[: settings.shown]
    ten = ten[np.lexsort((ten, -catalog.rating_number[ten].astype(np.int64)))]
    return OpoyoView(tuple(ten.tolist()), tuple(scores[ten].tolist()), len(matched))


def _in_named_category(state: SessionState, catalog: Catalog, products: NDArray[np.int64]) -> NDArray[np.bool_]:
    inside = np.zeros(len(products), dtype=bool)
    for item in state.category.shelves if state.category else ():
        shelf = catalog.shelf_id(item.label)
        if shelf is not None:
            inside |= (products >= catalog.shelf_start[shelf]) & (products < catalog.shelf_start[shelf + 1])
    return inside


def choose_question(_state: SessionState, _catalog: Catalog, _view: OpoyoView, _settings: OpoyoSettings) -> Question:
    """Always the open question: it matches every constraint that is left."""
    return Question("other")


def size_slate(
    _state: SessionState, _catalog: Catalog, view: OpoyoView, _question: Question, _settings: OpoyoSettings
) -> Slate:
    """All ten: OPOYO does not withhold."""
    return Slate(view.products, view.scores)


def explain(
    _state: SessionState,
    catalog: Catalog,
    view: OpoyoView,
    question: Question,
    slate: Slate,
    _settings: OpoyoSettings,
) -> Explanation:
    """The ten are examples to react to, with an open question."""
    total = sum(view.scores)
    confidence = view.scores[0] / total if total else 0.0
    return Explanation(
        message=reply_text(tuple(catalog.title(i) for i in slate.products), question_text(question.ask, ())),
        reasons=(
            f"{view.matched} products share a word with the dialogue; the best {len(slate.products)} by review count",
            "the open question, because it can draw any constraint that is left",
        ),
        behaviour="discovery",
        confidence=confidence,
        readiness=confidence,
        meets=((),) * len(slate.products),
        trace=trace(matched=view.matched),
    )


OPOYO: Bundle[OpoyoSettings, OpoyoView] = Bundle(
    name="opoyo",
    settings=OpoyoSettings(),
    rank_products=rank_products,
    choose_question=choose_question,
    size_slate=size_slate,
    explain=explain,
)
