"""Acts about the conversation: changes of goal, no preference, nothing more, refusals, references, small talk.

Invariant: a message that tells a value is not taken for a refusal or for small talk only.
"""

from __future__ import annotations

from collections.abc import Sequence

from reducers.reading.changes import PlacedAct
from reducers.reading.entries import Entry, Operation
from reducers.reading.sentences import Parsed, Sentence
from statecore.acts import (
    Act,
    Decline,
    Exhaust,
    LiftBudget,
    Override,
    ReferToShown,
    RefuseShown,
    Remove,
    SmallTalk,
    Want,
)
from statecore.state import SessionState
from statecore.values import AskAttribute, Attribute

__all__ = ["talk_acts"]

_MOST = 64
"""Operations, and words that name attributes, of one sentence that are looked at: the last ones."""
_ANY = frozenset({"any", "either", "all", "everything"})
_FIRST = frozenset({"first", "opened", "opening", "started", "start", "began", "beginning", "initial", "original"})
_AT_ONCE, _AT_LENGTH = 5, 20
_SCOPE_WORDS = frozenset({"that", "there", "it", "this", "here"})
_SCOPE_BEFORE = frozenset({"on", "about", "to", "for", "in", "with", "of", "regarding"})
_SCOPE_NOUNS = frozenset(
    {"front", "subject", "topic", "point", "score", "regard", "matter", "bit", "one", "question", "head"}
)
_PLACES = {
    "first": 1,
    "1st": 1,
    "second": 2,
    "2nd": 2,
    "third": 3,
    "3rd": 3,
    "fourth": 4,
    "fifth": 5,
    "sixth": 6,
    "seventh": 7,
    "eighth": 8,
    "ninth": 9,
    "tenth": 10,
}
_AFTER_PLACE = frozenset(
    {
        "",
        ".",
        ",",
        "!",
        "?",
        "but",
        "is",
        "was",
        "to",
        "over",
        "with",
        "in",
        "only",
        "and",
        "or",
        "look",
        "would",
        "please",
    }
)
_FEW_WORDS = 4
_REFUSING = frozenset({"not", "no", "hate", "dislike", "dont", "isnt", "never", "except", "forget", "nor"})
_RATHER = (["to"], ["over"], ["than"])
_THINGS = frozenset({"one", "option", "pair", "item", "product", "choice", "suggestion", "result", "pick", "listing"})
_ATTRIBUTES: tuple[Attribute, ...] = ("material", "color", "size", "style", "brand", "feature", "use_case")


def talk_acts(
    parsed: Parsed, entries: Sequence[Entry], state: SessionState, asked: AskAttribute | None
) -> list[PlacedAct]:
    """All acts about the conversation, with the words they were read at."""
    acts: list[PlacedAct] = []
    telling = any(entry.mode != "context" and not entry.sense.hint for entry in entries)
    if asked is not None and len(parsed.words.keys) <= len("ab") and parsed.words.keys[0] in _ANY:
        acts.append((0, Decline(span=parsed.words.span(0, 1))))
    for sentence in parsed.sentences:
        for operation in _strongest(sentence.operations[-_MOST:]):
            acts.extend(
                (operation.start, act) for act in _act(operation, sentence, parsed, state, asked, telling=telling)
            )
        acts.extend(_any_attribute(sentence, parsed))
        acts.extend(_references(sentence, parsed, state))
    return acts


def _strongest(operations: Sequence[Operation]) -> list[Operation]:
    """Without weaker readings of the same words."""
    names = {operation.name for operation in operations}
    kept = list(operations)
    if "reset" in names:
        kept = [operation for operation in kept if operation.name != "override"]
    if "exhaust" in names:
        kept = [operation for operation in kept if operation.name != "refuse"]
    return kept


def _act(
    operation: Operation,
    sentence: Sentence,
    parsed: Parsed,
    state: SessionState,
    asked: AskAttribute | None,
    *,
    telling: bool,
) -> list[Act]:
    span = operation.span
    match operation.name:
        case "reset":
            acts = _reset(operation, state)
        case "decline":
            acts = _decline(operation, sentence, parsed, state, asked, telling=telling)
        case "exhaust":
            acts = _exhaust(operation, sentence, parsed, asked)
        case "refuse":
            acts = [] if telling or not state.shown else [RefuseShown(span=span)]
        case "greeting" | "thanks" | "farewell":
            acts = [SmallTalk(what=operation.name, span=span)]
        case _:
            acts = [] if _brushed_aside(operation, sentence, parsed) else _override(operation, parsed, state)
    return acts


def _override(operation: Operation, parsed: Parsed, state: SessionState) -> list[Act]:
    """An earlier goal is set aside; when it is what was said first ("what I opened with"), the rest stands."""
    acts: list[Act] = [Override(span=operation.span)]
    if _FIRST.isdisjoint(parsed.words.keys[operation.start : operation.end + 2]):
        return acts
    later = [item for item in state.live if item.polarity == "want" and item.stated_turn > 1]
    acts.extend(
        Want(
            attribute=item.attribute,
            value=item.value,
            confidence=item.confidence,
            hard=item.hard,
            verbatim=item.verbatim,
            span=operation.span,
        )
        for item in later
    )
    return acts


def _brushed_aside(operation: Operation, sentence: Sentence, parsed: Parsed) -> bool:
    """Whether "that" is only what was just told at length: "the bus was late, but never mind that, I'd like wool"."""
    vague = parsed.words.keys[operation.end - 1] in {"that", "it", "this"}
    return vague and operation.start - sentence.first > _AT_ONCE and len(parsed.words.tokens) > _AT_LENGTH


def _reset(operation: Operation, state: SessionState) -> list[Act]:
    """Everything said before is forgotten: the kind, every wish and exclusion, the budget."""
    span = operation.span
    acts: list[Act] = [Override(span=span)]
    live = dict.fromkeys(item.attribute for item in state.live)
    acts.extend(Remove(attribute=attribute, span=span) for attribute in live)
    if state.category is not None:
        acts.append(Remove(attribute="category", span=span))
    if state.budget is not None:
        acts.append(LiftBudget(span=span))
    return acts


def _attributes_near(operation: Operation, sentence: Sentence) -> list[Attribute]:
    """The attributes named in the sentence, those after the operation first."""
    named = sorted(
        sentence.named[-_MOST:], key=lambda item: (item[1] < operation.start, abs(item[1] - operation.start))
    )
    return list(dict.fromkeys(attribute for attribute, _ in named))


def _decline(
    operation: Operation,
    sentence: Sentence,
    parsed: Parsed,
    state: SessionState,
    asked: AskAttribute | None,
    *,
    telling: bool,
) -> list[Act]:
    near = _attributes_near(operation, sentence)
    if near:
        return [*_let_go(near, state, asked, operation), *(Decline(attribute=one, span=operation.span) for one in near)]
    if telling and (asked is None or _value_touches(operation, sentence)):
        return []
    if asked is None and "?" in parsed.words.keys[sentence.first : sentence.last]:
        return []
    return [Decline(span=operation.span)]


def _let_go(
    attributes: Sequence[Attribute], state: SessionState, asked: AskAttribute | None, operation: Operation
) -> list[Act]:
    """Wishes that end when the shopper leaves an attribute to us of their own accord."""
    held = dict.fromkeys(item.attribute for item in state.live if item.polarity == "want" and item.attribute != asked)
    return [Remove(attribute=one, span=operation.span) for one in attributes if one in held]


def _value_touches(operation: Operation, sentence: Sentence) -> bool:
    """Whether a value follows the words at once, so that they are about it."""
    return any(0 <= entry.start - operation.end <= 1 for entry in sentence.entries)


def _exhaust(operation: Operation, sentence: Sentence, parsed: Parsed, asked: AskAttribute | None) -> list[Act]:
    near = [attribute for attribute in _attributes_near(operation, sentence) if attribute != "feature"]
    if near:
        return [Exhaust(attribute=attribute, span=operation.span) for attribute in near[:1]]
    if asked is not None and asked != "other" and (_scoped(operation, sentence, parsed) or "ask_rest" in sentence.cues):
        return [Exhaust(attribute=_narrow(asked), span=operation.span)]
    return [Exhaust(span=operation.span)]


def _narrow(asked: AskAttribute) -> Attribute | None:
    return next((name for name in (*_ATTRIBUTES, "category", "budget") if name == asked), None)


def _scoped(operation: Operation, sentence: Sentence, parsed: Parsed) -> bool:
    """Whether "nothing more" is about the question only: "on that", "there", "on that front"."""
    keys = parsed.words.keys[operation.start : sentence.last]
    for place, key in enumerate(keys):
        if key in _SCOPE_NOUNS or (key == "there" and place > 0):
            return True
        if key in _SCOPE_WORDS and place > 0 and keys[place - 1] in _SCOPE_BEFORE:
            return True
    return False


def _any_attribute(sentence: Sentence, parsed: Parsed) -> list[PlacedAct]:
    """No preference about what is named: "any colour", "whichever brand"."""
    keys = parsed.words.keys
    found: list[PlacedAct] = []
    for attribute, place in sentence.named:
        if (
            place
            and keys[place - 1] in {"any", "whichever", "whatever", "every"}
            and "not" not in keys[max(0, place - 4) : place]
        ):
            found.append((place, Decline(attribute=attribute, span=parsed.words.span(place - 1, place + 1))))
    return found


def _references(sentence: Sentence, parsed: Parsed, state: SessionState) -> list[PlacedAct]:
    """Products of the last slate: "the second one", "number 3"."""
    last = [item for item in state.shown if item.turn == state.turn]
    if not last:
        return []
    keys = parsed.words.keys
    found: list[PlacedAct] = []
    for place in range(sentence.first, sentence.last):
        number = len(last) if _is_last(keys, place) else _place_number(keys, place)
        if number is not None and number <= len(last):
            before = keys[max(sentence.first, place - _FEW_WORDS) : place]
            disliked = "bad" in sentence.cues or not _REFUSING.isdisjoint(before) or before[-2:-1] in _RATHER
            act = ReferToShown(place=number, liked=not disliked, span=parsed.words.span(place, place + 1))
            found.append((place, act))
    return found


def _is_last(keys: Sequence[str], place: int) -> bool:
    """Whether a word speaks of the last product shown: "the last one"."""
    return keys[place] == "last" and keys[place + 1 : place + 2] != [] and keys[place + 1] in _THINGS - {"pair", "item"}


def _place_number(keys: Sequence[str], place: int) -> int | None:
    word = keys[place]
    after = keys[place + 1] if place + 1 < len(keys) else ""
    if word in _PLACES and (after in _THINGS or (after in _AFTER_PLACE and place and keys[place - 1] == "the")):
        return _PLACES[word]
    if word in {"number", "option", "#"} and after.isdigit():
        return int(after)
    return None
