"""People's words into acts: words, marks, sentences, senses, then kinds, values, budget and talk, in order."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter

from catalog.lexicon import Lexicon
from reducers.fold import last_question
from reducers.reading.budget import budget_acts
from reducers.reading.changes import PlacedAct, value_acts
from reducers.reading.denials import denied_acts
from reducers.reading.kinds import read_kind
from reducers.reading.layers import ALL_LAYERS, Layers
from reducers.reading.marks import Hearing
from reducers.reading.senses import choose_senses, drop_corrected
from reducers.reading.sentences import parse
from reducers.reading.talk import talk_acts
from reducers.reading.wording import wording_acts
from reducers.reading.words import words_of
from statecore.acts import Act, Exclude, Reading, Unclear, Want
from statecore.state import EMPTY, SessionState

__all__ = ["read_free"]

_MANY_ACTS, _MOST_ACTS = 60, 400
_STORY = 28
"""Words from which on a message may tell a story besides its wish."""


def read_free(text: str, state: SessionState, lexicon: Lexicon, layers: Layers = ALL_LAYERS) -> Reading:
    """The reading of a message in a person's own words."""
    words = words_of(text, lexicon, layers)
    if not words.tokens:
        return Reading(frame="free", acts=(Unclear(span=(0, len(text))),) if text.strip() else ())
    asked = last_question(state)
    parsed = parse(words, lexicon, Hearing(asked, state.budget is not None, layers))
    # After "start over" the rest of the message is read as if nothing had been said before.
    known = EMPTY if any(operation.name == "reset" for operation in parsed.operations) else state
    entries = choose_senses(parsed, asked, kind_known=known.category is not None)
    entries = drop_corrected(parsed, entries)
    placed: list[PlacedAct] = []
    kind = read_kind(parsed, entries, known, lexicon)
    placed += [(_place(act, parsed.words.tokens[0].start), act) for act in kind]
    placed += value_acts(parsed, entries, known, asked, long_story=len(words.tokens) > _STORY)
    placed += wording_acts(parsed, entries, lexicon, _shelves(kind, known))
    placed += denied_acts(parsed, lexicon)
    placed += budget_acts(parsed, known)
    placed += talk_acts(parsed, entries, state, asked)
    placed = [(act.span[0] if act.span else place, act) for place, act in placed]
    placed.sort(key=itemgetter(0))
    acts = _bounded([act for _, act in placed])
    if not acts:
        acts = (Unclear(span=words.span(0, len(words.tokens))),)
    return Reading(frame="free", acts=acts)


def _bounded(acts: Sequence[Act]) -> tuple[Act, ...]:
    """The acts; of very many, each wish only where it is told last, and the last of what is left."""
    if len(acts) <= _MANY_ACTS:
        return tuple(acts)
    kept: list[Act] = []
    said: set[tuple[str, str, str]] = set()
    for act in reversed(acts):
        if isinstance(act, Want | Exclude):
            told = act.act, act.attribute, act.value
            if told in said:
                continue
            said.add(told)
        kept.append(act)
        if len(kept) == _MOST_ACTS:
            break
    return tuple(reversed(kept))


def _shelves(kind: Sequence[Act], state: SessionState) -> list[tuple[str, float]]:
    """The shelves believed in after this message."""
    for act in kind:
        if act.act == "name_category":
            return [(shelf.label, shelf.weight) for shelf in act.shelves]
    return [] if state.category is None else [(shelf.label, shelf.weight) for shelf in state.category.shelves]


def _place(act: Act, default: int) -> int:
    return act.span[0] if act.span else default
