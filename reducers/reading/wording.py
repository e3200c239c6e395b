"""Wishes told in people's own words: which of the shelf's card values a sentence most likely means.

A sentence becomes a handful of stems with weights: its own telling words, and the words that listings use for what it
names or hints at ("woven from bolls": cotton). The lexicon finds the values behind them.

Invariant: a value is only ever a surmise here (confidence below 1); sentences that talk about the conversation, and
stories beside the wish, weigh little or nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

from catalog.lexicon import Lexicon
from catalog.lexicon_text import stem
from catalog.lexicon_values import STOP, value_stems
from catalog.lexicon_words.tables import associations
from catalog.lexicon_words.tables import entries as table_entries
from reducers.reading.changes import PlacedAct
from reducers.reading.clue_words import talk_words
from reducers.reading.entries import Entry
from reducers.reading.kit import attribute_of
from reducers.reading.quotes import QUOTE
from reducers.reading.senses import KIND_ATTRIBUTES
from reducers.reading.sentences import Parsed, Sentence
from statecore.acts import Want

__all__ = ["clue_stems", "wording_acts"]

_DIRECT, _HINTED = 0.9, 0.8
_FAINT = 0.6
_PURE = frozenset({"pure", "purely", "only", "all", "entirely", "fully", "full", "solely", "nothing", "100"})
_ASIDE = 0.25
"""Weight of words in a clause that asks for nothing, in a sentence that elsewhere does."""
_LIMIT = 6
_LEAST = 0.05
_MOST, _MOST_IN_PART = 0.9, 0.39
_ALL_SAID = 0.999
"""Beside plain words, a value of which something was not said is never sure enough to be said back to the shopper."""
_REMARK, _STORY = 8, 60
_MOST_SENTENCES = 64
VALUES = frozenset({"material", "color", "style", "feature", "use_case", "size", "brand"})
_SHELVES = 4
_CARE = frozenset({"no bleach", "no wring", "no soak", "no iron", "no tumble dry", "iron not on print"})
_NO_TALK = frozenset({"mark", QUOTE})
_QUIET_CUES = frozenset({"refuse", "ask_me", "service"})


@cache
def _listed() -> dict[tuple[str, str], tuple[str, ...]]:
    """The stems that listings use for each sense."""
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for entry in table_entries():
        if entry.attribute in {"category", "other_kind", "wearer"}:
            continue
        words = " ".join(entry.listed) or entry.name
        found[entry.attribute, entry.name] = tuple(value_stems(words))
    return found


def wording_acts(
    parsed: Parsed, entries: Sequence[Entry], lexicon: Lexicon, shelves: Sequence[tuple[str, float]]
) -> list[PlacedAct]:
    """The values that each sentence most likely means, on the shelves believed in."""
    if not (shelves and parsed.layers.spans):
        return []
    acts: list[PlacedAct] = []
    story = len(parsed.words.tokens) > _STORY
    wishing = any(sentence.wishes for sentence in parsed.sentences)
    grouped: dict[int, list[Entry]] = {}
    for entry in entries:
        grouped.setdefault(entry.place, []).append(entry)
    for place, sentence in enumerate(parsed.sentences[:_MOST_SENTENCES]):
        if not _QUIET_CUES.isdisjoint(sentence.cues) or _only_talk(sentence):
            continue
        own = grouped.get(place, [])
        stems = clue_stems(parsed, sentence, own)
        if wishing and not sentence.wishes and (sentence.last - sentence.first > _REMARK or story):
            stems = {text: weight * _ASIDE for text, weight in stems.items()}
        plain = any(e.mode in {"want", "exclude"} and not e.sense.hint and e.attribute in VALUES for e in own)
        most = _MOST_IN_PART if plain else _MOST
        acts.extend(_acts(stems, parsed, sentence, lexicon, shelves[:_SHELVES], most))
    return acts


def _only_talk(sentence: Sentence) -> bool:
    return bool(sentence.operations) and not any(not entry.sense.hint for entry in sentence.entries)


def _acts(
    stems: dict[str, float],
    parsed: Parsed,
    sentence: Sentence,
    lexicon: Lexicon,
    shelves: Sequence[tuple[str, float]],
    most: float,
) -> Iterator[PlacedAct]:
    if not stems:
        return
    span = parsed.words.span(sentence.first, sentence.last)
    for value, match in lexicon.match_values(tuple(stems.items()), shelves, _LIMIT, _LEAST):
        limit = _MOST if match.said > _ALL_SAID else most
        confidence = round(min(limit, match.probability), 3)
        yield sentence.first, Want(attribute=attribute_of(value), value=value, confidence=confidence, span=span)


def clue_stems(parsed: Parsed, sentence: Sentence, entries: Sequence[Entry]) -> dict[str, float]:
    """The telling stems of a sentence with their weights."""
    found: dict[str, float] = {}
    aside = _asides(parsed, sentence)
    denied = _denied(entries)
    talk = talk_words()
    for place in range(sentence.first, sentence.last):
        token, key = parsed.words.tokens[place], parsed.words.keys[place]
        if token.kind in _NO_TALK or key in STOP or key in talk or place in denied or parsed.cued[place]:
            continue
        text = token.word if token.kind in {"number", "unit"} else stem(token.word)
        _add(found, text, aside[place - sentence.first])
    bridged = _brought_to_mind(parsed, sentence, entries, aside) if parsed.layers.bridge else {}
    for (attribute, name), weight in bridged.items():
        for text in _listed().get((attribute, name), ()):
            _add(found, text, weight)
    for entry in entries:
        for text, weight in _named(parsed, entry):
            _add(found, text, weight * aside[entry.start - sentence.first])
    return found


def _named(parsed: Parsed, entry: Entry) -> Iterator[tuple[str, float]]:
    """The stems that listings use for a value named, with weights."""
    if entry.quoted:
        return
    if entry.mode in {"want", "ask"} or (entry.sense.name in _CARE and entry.mode == "exclude"):
        weight = _HINTED if entry.sense.hint else _DIRECT
        for text in (*_listed().get((entry.attribute, entry.sense.name), ()), *_purity(parsed, entry)):
            yield text, weight
    elif entry.mode == "neutral" and entry.attribute == "material":
        yield "blend", _HINTED


def _purity(parsed: Parsed, entry: Entry) -> tuple[str, ...]:
    """What listings add when a material stands alone: "100% cotton"."""
    if entry.attribute != "material" or entry.sense.hint:
        return ()
    near = parsed.words.keys[max(0, entry.start - 2) : entry.end + 2]
    return ("100", "%") if entry.loud or not _PURE.isdisjoint(near) else ()


def _brought_to_mind(
    parsed: Parsed, sentence: Sentence, entries: Sequence[Entry], aside: Sequence[float]
) -> dict[tuple[str, str], float]:
    """The values that words bring to mind, with weights; several words for one value add up."""
    known = associations()
    named = {p for e in entries if not e.sense.hint and e.attribute != "use_case" for p in range(e.start, e.end)}
    missing: dict[tuple[str, str], float] = {}
    seen: set[tuple[str, str]] = set()
    for place in range(sentence.first, sentence.last):
        text = stem(parsed.words.keys[place])
        if place in named or parsed.words.keys[place] in STOP:
            continue
        for item in known.get(text, ()):
            if (text, item.name) in seen:
                continue
            seen.add((text, item.name))
            value = item.attribute, item.name
            left = 1.0 - item.strength * aside[place - sentence.first]
            missing[value] = missing.get(value, 1.0) * left
    return {value: _HINTED * (1.0 - left) for value, left in missing.items() if left <= _FAINT}


def _add(found: dict[str, float], text: str, weight: float) -> None:
    if weight > found.get(text, 0.0):
        found[text] = weight


def _denied(entries: Sequence[Entry]) -> set[int]:
    """Words of values that are not wanted, and of kinds."""
    return {
        place
        for entry in entries
        if (entry.mode not in {"want", "ask"} and entry.sense.name not in _CARE) or entry.attribute in KIND_ATTRIBUTES
        for place in range(entry.start, entry.end)
    }


def _asides(parsed: Parsed, sentence: Sentence) -> list[float]:
    """The weight of each word of a sentence: where wishes stand, clauses without one count less."""
    length = sentence.last - sentence.first
    if not sentence.wishes:
        return [1.0] * length
    weights = [1.0] * length
    bounds = [sentence.first]
    bounds += [p for p in range(sentence.first, sentence.last) if parsed.words.keys[p] == ","]
    bounds.append(sentence.last)
    wished = False
    for first, last in pairwise(bounds):
        wished = wished or any(first <= wish < last for wish in sentence.wishes)
        if not wished:
            for place in range(first, last):
                weights[place - sentence.first] = _ASIDE
    return weights
