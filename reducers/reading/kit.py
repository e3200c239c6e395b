"""The contest kit's fixed sentences, recognised letter for letter.

Invariant: a message that `catalog.kit_shopper` renders from a catalog product is read back into exactly the values it
was rendered from, whatever those values hold (";", ":", ".", a comma at the end); any other message is left to the
reader of free text. Sentences are taken from the renderers themselves, so nothing of the kit is repeated here.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from catalog import kit_shopper
from catalog.lexicon import Lexicon
from catalog.lexicon_spelling import edits
from reducers.fold import last_question
from statecore.acts import Act, Decline, Exhaust, NameCategory, Override, Reading, RefuseShown, ShelfWeight, Want
from statecore.state import SessionState
from statecore.values import ASK_ATTRIBUTES, ATTRIBUTES, AskAttribute, Attribute, Frame, Span

__all__ = ["attribute_of", "opening_spans", "read_kit", "split_values"]

_HOLE, _OTHER_HOLE = "\x00", "\x01"
_SEPARATOR = "; "
_PERIOD = "."
_SENTENCE_END = re.compile(r"[.!?] (?=[A-Z])| (?=(?:And|But|Also|Please|No|Not) )")
_SLIPS, _MOST_ENDS = 3, 8
_MARKS = " .!?\u2026"


class _Mould(NamedTuple):
    """A sentence with holes: what stands before, between and after them."""

    start: str
    middle: str
    end: str

    def fill(self, text: str) -> str | None:
        """What stands in the only hole of a sentence that was cast from this mould."""
        room = len(self.start) + len(self.end)
        if len(text) <= room or not (text.startswith(self.start) and text.endswith(self.end)):
            return None
        return text[len(self.start) : len(text) - len(self.end)]


def _mould(sentence: str) -> _Mould:
    start, _, rest = sentence.partition(_HOLE)
    middle, hole, end = rest.partition(_OTHER_HOLE)
    return _Mould(start, middle, end) if hole else _Mould(start, "", rest)


_BUYING = _mould(kit_shopper.render_opening("buying", _HOLE, (_OTHER_HOLE,)))
_BROWSING = _mould(kit_shopper.render_opening("browsing", _HOLE, (_OTHER_HOLE,)))
_OVERRIDE = _mould(kit_shopper.render_opening("intent_override", _HOLE, (_OTHER_HOLE,)))
_REQUIREMENT = _BUYING.middle.removeprefix(_OVERRIDE.middle).rstrip(" :").split(" ")
_VALUES = _mould(kit_shopper.render_reply((_HOLE,)))
_EXHAUSTED = _mould(kit_shopper.render_exhausted(_HOLE))
_NO_PREFERENCE = _mould(kit_shopper.render_no_preference(_HOLE))
_CHANGE = _mould(kit_shopper.render_override(_HOLE))


def read_kit(text: str, state: SessionState, lexicon: Lexicon) -> Reading | None:
    """The reading of one of the kit's sentences, or None when `text` is none of them."""
    reading = _read_opening(text, lexicon) or _read_answer(text, state, lexicon)
    if reading is not None and any(act.act == "want" and _goes_on(act.value, lexicon) for act in reading.acts):
        return None
    return reading


def _goes_on(value: str, lexicon: Lexicon) -> bool:
    """Whether what stands for a value is a value and then a sentence of its own: "wool. And no buttons"."""
    if lexicon.is_value(value):
        return False
    ends = [hit.start() for hit in _SENTENCE_END.finditer(value)]
    return any(lexicon.is_value(value[:end]) for end in ends[:_MOST_ENDS])


def attribute_of(value: str) -> Attribute:
    """The attribute that the kit's shopper files a value under."""
    name = kit_shopper.value_class(value)
    return next(attribute for attribute in ATTRIBUTES if attribute == name)


def _want(value: str, span: Span, *, hard: bool = False) -> Want:
    return Want(attribute=attribute_of(value), value=value, hard=hard, verbatim=True, span=span)


def _named(label: str, start: int) -> NameCategory:
    shelf = ShelfWeight(label=label, weight=1.0)
    return NameCategory(phrase=label, shelves=(shelf,), exact=True, span=(start, start + len(label)))


def _read_opening(text: str, lexicon: Lexicon) -> Reading | None:
    """The opening sentences, when the label in them is one of the catalog's shelves."""
    if not text.startswith(_BUYING.start):
        return None
    start = len(_BUYING.start)
    label = _BROWSING.fill(text)
    if label is not None and lexicon.has_shelf(label):
        return Reading(frame="kit_browsing", acts=(_named(label, start),))
    return _two_holes(text, _BUYING, "kit_buying", lexicon) or _two_holes(text, _OVERRIDE, "kit_override", lexicon)


def _two_holes(text: str, mould: _Mould, frame: Frame, lexicon: Lexicon) -> Reading | None:
    """Label and value of an opening: the longest label that is a shelf decides where the value starts."""
    if not text.endswith(mould.end):
        return None
    start, stop = len(mould.start), len(text) - len(mould.end)
    at = text.rfind(mould.middle, start, stop)
    while at > start:
        value_at = at + len(mould.middle)
        value = text[value_at:stop]
        if value.strip() and lexicon.has_shelf(text[start:at]) and not _is_buying(value, lexicon):
            value = _plain(value, lexicon)
            want = _want(value, (value_at, value_at + len(value)), hard=frame == "kit_buying")
            return Reading(frame=frame, acts=(_named(text[start:at], start), want))
        at = text.rfind(mould.middle, start, at)
    return None


def _plain(value: str, lexicon: Lexicon) -> str:
    """A value without the marks after it that no listing has."""
    plain = value.rstrip(_MARKS)
    return plain if plain and not lexicon.is_value(value) and lexicon.is_value(plain) else value


def _is_buying(value: str, lexicon: Lexicon) -> bool:
    """Whether what follows a label is the other opening, under other marks or misspelt, and no value itself."""
    if lexicon.is_value(value):
        return False
    said, meant = value.split(" ", len(_REQUIREMENT)), _REQUIREMENT
    slips = sum(edits(word.rstrip(":,"), right, _SLIPS) for word, right in zip(said, meant, strict=False))
    return len(said) >= len(meant) and slips <= _SLIPS


def _read_answer(text: str, state: SessionState, lexicon: Lexicon) -> Reading | None:
    """The sentences of later turns."""
    if text == kit_shopper.NOT_QUITE:
        return Reading(frame="kit_not_quite", acts=(RefuseShown(span=(0, len(text))),))
    told = _VALUES.fill(text)
    if told is not None:
        return Reading(frame="kit_values", acts=_values(told, len(_VALUES.start), state, lexicon))
    changed = _CHANGE.fill(text)
    if changed is not None:
        at = len(_CHANGE.start)
        wish = _want(changed, (at, at + len(changed)), hard=True)
        return Reading(frame="kit_change", acts=(Override(span=(0, at)), wish))
    return _read_nothing(text)


def _read_nothing(text: str) -> Reading | None:
    """The two sentences that tell no value: nothing more about an attribute, and no preference about it."""
    everything = (0, len(text))
    asked = _attribute_in(_EXHAUSTED, text)
    if asked is not None:
        return Reading(frame="kit_exhausted", acts=(Exhaust(attribute=_narrow(asked), span=everything),))
    asked = _attribute_in(_NO_PREFERENCE, text)
    if asked is not None:
        return Reading(frame="kit_no_preference", acts=(Decline(attribute=_narrow(asked), span=everything),))
    return None


def _attribute_in(mould: _Mould, text: str) -> AskAttribute | None:
    word = mould.fill(text)
    return next((name for name in ASK_ATTRIBUTES if name == word), None)


def _narrow(asked: AskAttribute) -> Attribute | None:
    """`other` is no attribute: an act about it is about whatever was asked."""
    return None if asked == "other" else asked


def _values(told: str, start: int, state: SessionState, lexicon: Lexicon) -> tuple[Act, ...]:
    acts: list[Act] = []
    for value in split_values(told, state, lexicon):
        acts.append(_want(value, (start, start + len(value))))
        start += len(value) + len(_SEPARATOR)
    return tuple(acts)


def split_values(told: str, state: SessionState, lexicon: Lexicon) -> tuple[str, ...]:
    """One value or two: the split that the cards of the shelf could have produced.

    Among splits into known values the one that most products explain wins, the longer first value on a tie; values that
    no card holds (a card from elsewhere) are split where both parts have the class asked for.
    """
    splits = _splits(told)
    if len(splits) == 1:
        return splits[0]
    shelf = state.category.shelves[0].label if state.category is not None and state.category.exact else None
    asked = last_question(state)
    # What an opening says of the old wish is not marked as told by the kit: it will be told again.
    heard = tuple(value for item in state.heard if item.frame != "kit_override" for value in item.values)
    support = [lexicon.explained(shelf, values, heard, asked) for values in splits]
    if max(support) > 0:
        return splits[support.index(max(support))]
    plain = told.rstrip(_MARKS)
    if plain != told and any(lexicon.is_value(values[-1]) for values in _splits(plain)):
        return split_values(plain, state, lexicon)
    known = [sum(lexicon.is_value(value) for value in values) / len(values) for values in splits]
    if max(known) > 0:
        return splits[known.index(max(known))]
    return _split_by_class(splits, asked)


def _splits(told: str) -> list[tuple[str, ...]]:
    """The whole, then each split at a separator, the rightmost first."""
    found: list[tuple[str, ...]] = [(told,)]
    at = told.rfind(_SEPARATOR)
    while at > 0:
        second = told[at + len(_SEPARATOR) :]
        if second:
            found.append((told[:at], second))
        at = told.rfind(_SEPARATOR, 0, at)
    return found


def _split_by_class(splits: list[tuple[str, ...]], asked: AskAttribute | None) -> tuple[str, ...]:
    """The rightmost split into two values of the class asked for, else the rightmost."""
    fitting = [values for values in splits[1:] if asked is not None and {attribute_of(v) for v in values} == {asked}]
    return (fitting or splits[1:])[0]


def opening_spans(text: str) -> tuple[str, str | None] | None:
    """Label and value (None: it has none) of a sentence shaped like an opening whose label is no shelf."""
    if not text.startswith(_BUYING.start):
        return None
    label = _BROWSING.fill(text)
    if label is not None:
        return label, None
    body = text[len(_BUYING.start) :]
    name, marker, value = body.partition(_BUYING.middle)
    if marker and value.endswith(_PERIOD):
        return name, value[: -len(_PERIOD)]
    return None
