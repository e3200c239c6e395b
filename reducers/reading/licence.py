"""Whether a word that may name a value really does: everyday words and figures of speech need the sentence's support.

Invariant: only direct senses are judged; a value that is not licensed still counts as a word of the sentence.
"""

from __future__ import annotations

from reducers.reading.clue_words import talk_words
from reducers.reading.entries import Entry
from reducers.reading.sentences import Parsed, Sentence
from statecore.values import AskAttribute

__all__ = ["figurative", "licensed"]

_EVERYDAY = frozenset(
    [
        "long",
        "short",
        "felt",
        "picture",
        "hand",
        "hands",
        "home",
        "fall",
        "spring",
        "springs",
        "shade",
        "circle",
        "bed",
        "sleep",
        "work",
        "business",
        "light",
        "lights",
        "face",
        "frame",
        "bow",
        "tough",
        "clear",
        "image",
        "mark",
        "loop",
        "handle",
        "job",
        "class",
        "set",
        "drive",
        "walk",
        "ride",
        "run",
        "trip",
        "show",
        "book",
        "stand",
        "match",
        "meeting",
        "nature",
        "night",
        "outside",
        "temple",
        "mass",
        "snow",
        "ice",
        "rain",
        "pool",
        "lake",
        "gift",
        "present",
        "score",
        "bottle",
        "case",
        "band",
        "track",
        "body",
        "square",
        "flat",
        "fine",
        "bedtime",
        "heart",
        "party",
        "house",
        "table",
        "tongue",
        "drop",
        "check",
        "line",
        "lines",
        "spots",
        "pull",
        "shop",
        "street",
        "train",
        "garden",
        "park",
        "road",
        "kitchen",
        "sink",
        "school",
        "breathe",
        "evening",
        "dinner",
        "holiday",
        "flight",
        "plane",
        "sun",
        "surfing",
        "tint",
        "polish",
        "shine",
        "church",
        "hospital",
        "ball",
        "drawing",
        "cover",
        "spike",
        "washer",
    ]
)
"""Single words that name a value only when the sentence is about wishes."""
_POSSESSIVE = frozenset({"my", "your", "his", "her", "our", "their"})
_SHORT, _MOST = 16, 32
_NOUN_ENDS = frozenset({",", ".", ";", "!", "?", "-", ")", '"', ":", "/", "&"})
_TALKING = frozenset({"decline", "exhaust", "refuse", "ask_me"})


def licensed(entry: Entry, parsed: Parsed, asked: AskAttribute | None) -> bool:
    """Whether a direct value may be taken as wished for."""
    if entry.mode not in {"want", "ask"} or entry.sense.hint or entry.quoted or entry.attribute in {"size", "brand"}:
        return True
    sentence = parsed.sentences[entry.place]
    before = parsed.words.keys[entry.start - 1] if entry.start > sentence.first else ""
    everyday = entry.end - entry.start == 1 and parsed.words.tokens[entry.start].word in _EVERYDAY
    if before in _POSSESSIVE and (everyday or entry.attribute in {"feature", "style", "material", "color"}):
        return False
    if not _TALKING.isdisjoint(sentence.cues) and not (entry.wished or entry.loud or entry.attribute == asked):
        return not everyday and entry.attribute in {"material", "color"}
    if not everyday or entry.attribute == asked or _beside_a_kind(entry, sentence):
        return True
    return (entry.wished or entry.loud or sentence.last - sentence.first <= len("four")) and (
        len(parsed.words.tokens) <= _SHORT
    )


def _beside_a_kind(entry: Entry, sentence: Sentence) -> bool:
    """Whether a kind of product stands right before or after a value: "a long skirt"."""
    kinds = (other for other in sentence.entries[:_MOST] if other.attribute == "category" and not other.sense.hint)
    return any(kind.start == entry.end or kind.end == entry.start for kind in kinds)


def figurative(entry: Entry, parsed: Parsed) -> bool:
    """Whether a colour or material only describes something else: "silk stockings", "white bolls"."""
    if entry.attribute not in {"color", "material"} or entry.sense.hint or entry.quoted:
        return False
    words = parsed.words
    at = entry.end
    if at >= len(words.keys):
        return False
    token, key = words.tokens[at], words.keys[at]
    if token.kind != "word" or key in _NOUN_ENDS or parsed.covered[at]:
        return False
    return key not in talk_words() and len(key) > len("two")
