"""From values with modes to acts: what is wanted, excluded, replaced, taken back or allowed again, given what is known.

Invariant: acts come in the order of the text; a replaced attribute is overridden once a message, before its new value;
nothing is removed that was not wanted or excluded before.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from catalog.lexicon_kinds import kinds_in
from catalog.lexicon_text import singular
from catalog.lexicon_values import value_stems
from catalog.lexicon_words.rivals import RIVALS
from catalog.lexicon_words.tables import phrase_key, senses
from reducers.reading.entries import Entry
from reducers.reading.licence import figurative, licensed
from reducers.reading.sentences import Parsed
from statecore.acts import Act, AskFeature, Exclude, Override, Remove, Want
from statecore.state import Constraint, SessionState
from statecore.values import ATTRIBUTES, AskAttribute, Attribute

__all__ = ["PlacedAct", "value_acts"]

PlacedAct = tuple[int, Act]
"""An act with the word that it was read at."""

_HINT_CONFIDENCE = 0.55
_SAID_CONFIDENCE = 0.95
_SHARED_CONFIDENCE = 0.6
_QUIET_CONFIDENCE = 0.7
_ASKED_FOR = frozenset({"want", "ask"})
_SHORT = 3
"""Singular forms up to this length are used instead of their plurals, so that "zips" and "a zip" are one value."""
_MEASURE_CONFIDENCE = 0.6
_FIGURATIVE_CONFIDENCE = 0.3


def value_acts(
    parsed: Parsed, entries: Sequence[Entry], state: SessionState, asked: AskAttribute | None, *, long_story: bool
) -> list[PlacedAct]:
    """The acts for all values but kinds and wearers."""
    acts: list[PlacedAct] = []
    replaced = set(_replaced(entries, state))
    main = next((e for e in entries if e.attribute == "category" and e.mode in _ASKED_FOR), None)
    for entry in entries:
        attribute = _attribute(entry)
        if entry.mode in _ASKED_FOR and parsed.sentences[entry.place].story:
            continue
        if attribute is None or (entry.mode == "context" and (attribute != "use_case" or long_story)):
            made = _of_kind(entry, main, parsed, state)
        elif entry.mode not in {*_ASKED_FOR, "context"}:
            made = _others(entry, attribute, state)
        elif licensed(entry, parsed, asked):
            made = _wished(entry, attribute, parsed, state, replaced, long_story=long_story)
        else:
            made = []
        acts.extend((entry.start, act) for act in made)
    return acts


def _wished(
    entry: Entry,
    attribute: Attribute,
    parsed: Parsed,
    state: SessionState,
    replaced: set[str],
    *,
    long_story: bool,
) -> list[Act]:
    """The acts for a value wished for; the first new one of an attribute in `replaced` makes room, and is taken out."""
    allowed = _allowed_again(entry, attribute, state)
    if allowed or (long_story and entry.sense.hint and not (entry.wished or entry.loud or entry.replacing)):
        return allowed
    room: list[Act] = []
    if entry.replacing and attribute in replaced and _is_new(entry, attribute, state):
        room = _replacing(entry, attribute, state)
        replaced.discard(attribute)
    most = _FIGURATIVE_CONFIDENCE if figurative(entry, parsed) else 1.0
    return [*room, *_wants(entry, attribute, most, long_story=long_story)]


def _attribute(entry: Entry) -> Attribute | None:
    return next((name for name in ATTRIBUTES if name == entry.attribute and name != "category"), None)


def _allowed_again(entry: Entry, attribute: Attribute, state: SessionState) -> list[Act]:
    """What takes back an exclusion: the value is said to be fine now, which is no wish for it."""
    excluded = _same(state, attribute, "exclude", _value(entry)) if entry.tolerated else []
    return [Remove(attribute=attribute, value=old, span=entry.span) for old in excluded]


def _is_had(entry: Entry, parsed: Parsed) -> bool:
    before = parsed.words.keys[max(0, entry.start - 3) : entry.start]
    return not {"have", "has", "having", "include", "including", "plus", "contain"}.isdisjoint(before)


def _of_kind(entry: Entry, main: Entry | None, parsed: Parsed, state: SessionState) -> list[Act]:
    """A garment as a part of another ("with a belt") or as what must not be ("no belt", "anything but boots")."""
    if entry.attribute != "category" or entry.sense.hint:
        return []
    text, span = entry.text, entry.span
    other = main is not entry and (main is not None or state.category is not None)
    if entry.mode == "want" and (entry.part or (other and _is_had(entry, parsed))):
        return [Want(attribute="feature", value=text, confidence=_QUIET_CONFIDENCE, span=span)]
    wanted = _same(state, "feature", "want", text)
    if entry.mode in {"drop", "relax", "old"} and wanted:
        return [Remove(attribute="feature", value=old, span=span) for old in wanted]
    if entry.mode == "exclude" or (entry.mode == "drop" and not _is_looked_for(entry, state)):
        return [Exclude(attribute="feature" if entry.part else "category", value=text, span=span)]
    return []


def _is_looked_for(entry: Entry, state: SessionState) -> bool:
    """Whether a kind is the one looked for, so that dropping it makes room for another and excludes nothing."""
    return state.category is not None and entry.sense.name in kinds_in(state.category.phrase)


def _live(state: SessionState, attribute: Attribute, polarity: str) -> list[Constraint]:
    return [item for item in state.live if item.attribute == attribute and item.polarity == polarity]


def _replaced(entries: Sequence[Entry], state: SessionState) -> frozenset[str]:
    """The attributes that an announced change can be about: something is wanted of them that is not repeated now."""
    named = {entry.text for entry in entries if entry.mode == "want"}
    gone = {entry.text for entry in entries if entry.mode in {"old", "drop", "relax"}}
    found = set()
    for attribute in dict.fromkeys(entry.attribute for entry in entries if entry.replacing):
        known = [item for item in state.live if item.attribute == attribute and item.polarity == "want"]
        stale = [item for item in known if item.value not in named and not _is_any(item.value, gone)]
        if stale and len(stale) == len(known):
            found.add(attribute)
    return frozenset(found)


def _is_new(entry: Entry, attribute: Attribute, state: SessionState) -> bool:
    return all(item.value != entry.text for item in _live(state, attribute, "want"))


def _replacing(entry: Entry, attribute: Attribute, state: SessionState) -> list[Act]:
    """What makes room for a new value: of styles and features only rivals go ("plain" for "striped", not "slim")."""
    if attribute not in {"style", "feature"}:
        return [Override(attribute=attribute, span=entry.span)]
    rivals = RIVALS.get(entry.sense.name, frozenset())
    old = [item.value for item in _live(state, attribute, "want") if rivals & _sense_names(item.value)]
    return [Remove(attribute=attribute, value=value, span=entry.span) for value in dict.fromkeys(old)]


def _sense_names(value: str) -> set[str]:
    return {sense.name for sense in senses().get(phrase_key(value), ())}


def _is_any(value: str, texts: Iterable[str]) -> bool:
    return any(_means_same(value, text) for text in texts)


def _wants(entry: Entry, attribute: Attribute, most: float, *, long_story: bool) -> list[Act]:
    if entry.mode == "ask":
        return [AskFeature(attribute=attribute, value=_value(entry), span=entry.span)]
    if entry.quoted:
        return [Want(attribute=attribute, value=entry.text, hard=entry.loud, verbatim=True, span=entry.span)]
    confidence = min(most, _confidence(entry, long_story=long_story))
    names = _names(entry)
    if len(names) > 1:
        confidence *= _SHARED_CONFIDENCE
    return [
        Want(attribute=attribute, value=name, hard=entry.loud, confidence=round(confidence, 3), span=entry.span)
        for name in names
    ]


def _confidence(entry: Entry, *, long_story: bool) -> float:
    if entry.sense.hint:
        if entry.attribute == "size":
            return _MEASURE_CONFIDENCE
        return _HINT_CONFIDENCE
    if long_story and not (entry.wished or entry.loud or entry.replacing):
        return _QUIET_CONFIDENCE
    return _SAID_CONFIDENCE


def _value(entry: Entry) -> str:
    """The value in the vocabulary's words: as said, or by its name when it was only hinted at."""
    if entry.sense.hint or entry.attribute in {"size", "brand"}:
        return entry.sense.name
    one = singular(entry.text)
    return one if len(one) <= _SHORT else entry.text


def _names(entry: Entry) -> list[str]:
    """What was said, and the usual name of it when that is made of other words."""
    said = _value(entry)
    if entry.attribute in {"size", "brand"} or entry.sense.hint:
        return [said]
    usual = entry.sense.name
    if set(value_stems(usual)) & set(value_stems(said)):
        return [said]
    return [said, usual]


def _others(entry: Entry, attribute: Attribute, state: SessionState) -> list[Act]:
    """Acts for what is not wanted."""
    value, span = _value(entry), entry.span
    wanted = _same(state, attribute, "want", value)
    if entry.mode == "exclude":
        other = [Remove(attribute=attribute, value=old, span=span) for old in wanted if old != value]
        # What only brings a value to mind ("no cow was harmed") rules it out no more surely than it would ask for it.
        confidence = _HINT_CONFIDENCE if entry.sense.hint else 1.0
        return [*other, Exclude(attribute=attribute, value=value, confidence=confidence, span=span)]
    if entry.mode == "lift" or (entry.mode in {"neutral", "relax"} and not wanted):
        excluded = _same(state, attribute, "exclude", value)
        return [Remove(attribute=attribute, value=old, span=span) for old in excluded]
    if entry.mode == "drop" and not wanted:
        return [Exclude(attribute=attribute, value=value, span=span)]
    return [Remove(attribute=attribute, value=old, span=span) for old in wanted]


def _same(state: SessionState, attribute: Attribute, polarity: str, value: str) -> list[str]:
    """The live values of the state that a value means, each once."""
    live = [item for item in state.live if item.polarity == polarity and _means_same(item.value, value)]
    own = [item.value for item in live if item.attribute == attribute] or [item.value for item in live]
    return list(dict.fromkeys(own))


def _means_same(known: str, said: str) -> bool:
    """Whether a known value is what is said now: the same telling words, or all of those said among few."""
    have, want = set(value_stems(known)), set(value_stems(said))
    return bool(want) and (
        have == want or (want <= have and len(have) <= len(want) + 2) or (have <= want and bool(have))
    )
