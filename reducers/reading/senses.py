"""Choosing among the senses of a phrase, and dropping what a self-correction took back.

Invariant: at most one entry is kept per stretch of words; what is kept stands in the order of the text.
"""

from __future__ import annotations

from reducers.reading.entries import Entry
from reducers.reading.sentences import Parsed
from statecore.values import ATTRIBUTES, AskAttribute

__all__ = ["KIND_ATTRIBUTES", "choose_senses", "drop_corrected"]

KIND_ATTRIBUTES = frozenset({"category", "other_kind"})
_DETERMINERS = frozenset({"a", "an", "some", "the", "any", "my", "new", "pair", "of", "for", "looking"})
_CORRECTIONS = frozenset({"wait", "sorry", "hang", "hold", "actually", "mean", "meant", "correction", "oops"})
_FAR = 6
_TALKED_ABOUT = frozenset({"decline", "exhaust", "optional", "refuse", "ask_me", "neutral", "yours"})
_JOINERS = frozenset({"and", "or", "&", "/", "also", "plus", "with"})


def choose_senses(parsed: Parsed, asked: AskAttribute | None, *, kind_known: bool) -> list[Entry]:
    """One entry per stretch of words."""
    groups: dict[tuple[int, int], list[Entry]] = {}
    for entry in parsed.entries:
        groups.setdefault((entry.start, entry.end), []).append(entry)
    sure_kind = kind_known or any(
        len(group) == 1 and group[0].attribute == "category" and not group[0].sense.hint for group in groups.values()
    )
    chosen = [_best(group, asked, sure_kind=sure_kind, parsed=parsed) for group in groups.values()]
    return [entry for entry in chosen if not _only_named(entry, parsed)]


def _only_named(entry: Entry, parsed: Parsed) -> bool:
    """Whether "fabric" names the attribute only: "I'm not picky about the fabric"."""
    if entry.sense.name != "fabric":
        return False
    return not _TALKED_ABOUT.isdisjoint(parsed.sentences[entry.place].cues)


def _best(group: list[Entry], asked: AskAttribute | None, *, sure_kind: bool, parsed: Parsed) -> Entry:
    if len(group) == 1:
        return group[0]
    direct = [entry for entry in group if not entry.sense.hint] or group
    for entry in direct:
        if entry.attribute == asked:
            return entry
    kinds = [entry for entry in direct if entry.attribute in KIND_ATTRIBUTES]
    values = [entry for entry in direct if entry.attribute in ATTRIBUTES and entry.attribute != "category"]
    if kinds and values:
        wanted = not sure_kind and kinds[0].attribute == "category" and _stands_as_noun(kinds[0], parsed)
        return kinds[0] if wanted else values[0]
    return direct[0]


def _stands_as_noun(entry: Entry, parsed: Parsed) -> bool:
    """Whether a word that may name a kind or a property stands where a noun does: "a fleece"."""
    keys = parsed.words.keys
    before = keys[entry.start - 1] if entry.start else ""
    after = keys[entry.end] if entry.end < len(keys) else ""
    plural = parsed.words.tokens[entry.end - 1].word.endswith("s")
    return (before in _DETERMINERS or plural or entry.start == 0) and after in {
        "",
        ",",
        ".",
        "in",
        "with",
        "for",
        "please",
    }


def drop_corrected(parsed: Parsed, entries: list[Entry]) -> list[Entry]:
    """Without values that the speaker corrected at once: "blue, no hang on, green"."""
    kept: list[Entry] = []
    for entry in entries:
        old = next((other for other in reversed(kept[-3:]) if other.attribute == entry.attribute), None)
        if old is not None and _corrects(parsed, old, entry):
            del kept[next(at for at in range(len(kept) - 1, -1, -1) if kept[at] is old)]
            parsed.cued[old.start : old.end] = [True] * (old.end - old.start)
        elif kept and _repeats_correction(kept[-1], entry):
            entry.mode = "want"
        kept.append(entry)
    return kept


def _repeats_correction(corrected: Entry, entry: Entry) -> bool:
    """Whether a corrected value is only said again: "cream, no, white, white is what I want"."""
    return corrected.sense == entry.sense and corrected.mode == "want" and entry.mode == "exclude"


def _corrects(parsed: Parsed, old: Entry, new: Entry) -> bool:
    if (
        old.attribute != new.attribute
        or old.mode != "want"
        or not _near(parsed, old, new)
        or new.mode not in {"want", "exclude"}
    ):
        return False
    between = parsed.words.keys[old.end : new.start]
    if not between or len(between) > _FAR or not _JOINERS.isdisjoint(between):
        return False
    return _says_correction(parsed, between, old, new)


def _near(parsed: Parsed, old: Entry, new: Entry) -> bool:
    """Whether both stand in a sentence, or the new one in one that takes the last back: "white. No wait, cream"."""
    if old.place == new.place:
        return True
    first = parsed.sentences[new.place].first
    return new.place == old.place + 1 and parsed.words.keys[first] in {"no", "sorry", "wait", "actually", "oops"}


def _says_correction(parsed: Parsed, between: list[str], old: Entry, new: Entry) -> bool:
    words = [word for word in between if word not in {",", ".", "!"}]
    if words == ["no"] and parsed.words.keys[new.end : new.end + 1] == parsed.words.keys[new.start : new.start + 1]:
        new.mode = "want"
        return True
    if words in (["no"], ["not"]):
        punctuated = between != words
        if new.mode == "exclude" and not (
            parsed.words.hesitant or old.attribute == "size" or (punctuated and between[-1] == ",")
        ):
            return False
        new.mode = "want"
        return words == ["no"]
    corrected = not _CORRECTIONS.isdisjoint(words) and (new.mode == "want" or words[0] == "no")
    if corrected or (words and words[0] == "no" and len(words) > 1):
        new.mode = "want"
        return True
    return False
