"""The kind of product that a message asks for, and who will wear it: a distribution over shelves, never a hard lock.

Invariant: a kind named in passing (a story, a companion piece, a listing's line) does not change the kind looked for.
"""

from __future__ import annotations

from collections.abc import Sequence

from catalog.lexicon import ANY_KIND, Lexicon
from catalog.lexicon_kinds import kinds_in, near_kinds, wider_kinds
from catalog.lexicon_text import stem
from catalog.lexicon_values import STOP
from reducers.reading.entries import Entry
from reducers.reading.purposes import GUESS, guess_kind
from reducers.reading.senses import KIND_ATTRIBUTES
from reducers.reading.sentences import Parsed
from statecore.acts import Act, NameCategory, Remove, ShelfWeight, Wearer
from statecore.state import SessionState
from statecore.values import Span

__all__ = ["read_kind"]

_COMPANION = frozenset(
    {"with", "for", "like", "of", "from", "into", "inside", "as", "than", "on", "over", "under", "to", "my"}
)
_STRENGTH = {
    "exclude": -1,
    "drop": -1,
    "old": -1,
    "relax": -1,
    "context": 0,
    "neutral": 0,
    "lift": 0,
    "ask": 1,
    "want": 2,
}
_CONTEXT_CONFIDENCE = 0.6
_LOOSE_CONFIDENCE = 0.7
_OTHER_CONFIDENCE = 0.8
_WEARERS: tuple[Wearer, ...] = ("men", "women", "unisex", "boys", "girls", "kids", "baby")
_YOUNG = frozenset({"boys", "girls", "kids", "baby"})
_GENERIC = frozenset(
    {"clothes", "footwear", "bag", "shoe", "top", "bottoms", "jewelry", "outerwear", "innerwear", "headwear"}
)
_CHILD = {("girls", "baby"), ("girls", "kids"), ("boys", "baby"), ("boys", "kids")}


def read_kind(parsed: Parsed, entries: Sequence[Entry], state: SessionState, lexicon: Lexicon) -> list[Act]:
    """The acts that name, switch or drop the kind looked for."""
    if parsed.words.label is not None:
        return [_labelled(*parsed.words.label)]
    wearer, wearer_span = _wearer(parsed, entries)
    kinds = [entry for entry in entries if entry.attribute in KIND_ATTRIBUTES]
    chosen = _choose(parsed, kinds, state)
    if chosen:
        return [_named(parsed, chosen, wearer, entries, state, lexicon)]
    if state.category is None:
        named = _by_label(parsed, entries, wearer, lexicon)
        named = named or guess_kind(parsed, wearer, lexicon)
        if named is not None:
            return [named]
    if wearer is not None and wearer_span is not None:
        return _for_wearer(parsed, wearer, wearer_span, state, lexicon)
    return _dropped(kinds, state)


def _mended(parsed: Parsed, entry: Entry) -> bool:
    """Whether a word of a kind's name was read as misspelt."""
    return any(entry.start <= place < entry.end for place in parsed.words.mended)


def _labelled(label: str, span: Span) -> NameCategory:
    """The shelf whose label a message holds word for word."""
    shelf = ShelfWeight(label=label, weight=1.0)
    return NameCategory(phrase=label, shelves=(shelf,), exact=True, span=span)


def _dropped(kinds: Sequence[Entry], state: SessionState) -> list[Act]:
    if state.category is None:
        return []
    known = set(kinds_in(state.category.phrase))
    gone = [entry for entry in kinds if entry.mode in {"drop", "relax", "old"} and entry.sense.name in known]
    return [Remove(attribute="category", span=gone[0].span)] if gone else []


def _choose(parsed: Parsed, kinds: Sequence[Entry], state: SessionState) -> list[Entry]:
    """The entries of the kind asked for: one, or several joined by "or"."""
    wanted = [entry for entry in kinds if entry.mode in {"want", "ask"}]
    wanted = [entry for entry in wanted if not parsed.sentences[entry.place].story] or wanted
    wanted = [entry for entry in wanted if not _mended(parsed, entry)] or wanted
    sure = [e for e in wanted if e.attribute == "category" and not e.part and not _accompanies(parsed, e)]
    if state.category is not None and state.category.confidence > GUESS and not _dropped(kinds, state):
        sure = [entry for entry in sure if _switches(parsed, entry, state)]
        return _joined(parsed, sure)
    pool = sure or [entry for entry in wanted if entry.attribute == "category"]
    pool = pool or [entry for entry in wanted if not _accompanies(parsed, entry)]
    pool = pool or [entry for entry in kinds if _STRENGTH[entry.mode] == 0 and entry.attribute == "category"]
    return _joined(parsed, _whole(pool))


def _whole(pool: list[Entry]) -> list[Entry]:
    """Of kinds that stand side by side only the last: "a jumper dress" is a dress."""
    return [
        entry
        for place, entry in enumerate(pool)
        if not (
            place + 1 < len(pool)
            and pool[place + 1].start == entry.end
            and entry.attribute == pool[place + 1].attribute
        )
    ]


def _accompanies(parsed: Parsed, entry: Entry) -> bool:
    """Whether a kind only accompanies the one asked for: "to wear with my boots"."""
    at = entry.start - 1
    keys = parsed.words.keys
    limit = max(-1, at - 4)
    while at > limit and keys[at] not in {",", "."}:
        if keys[at] in _COMPANION and not parsed.phrased[at]:
            return not (keys[at] == "of" and keys[at - 1] in {"pair", "kind", "sort", "type", "set", "pack"})
        at -= 1
    return False


def _switches(parsed: Parsed, entry: Entry, state: SessionState) -> bool:
    """Whether a kind named later is a new wish rather than part of a description."""
    assert state.category is not None  # noqa: S101 - called with a category only
    known = kinds_in(state.category.phrase)
    name = entry.sense.name
    if name in known or entry.sense.hint or (_mended(parsed, entry) and len(parsed.words.tokens) > _SHORT_MESSAGE):
        return False
    narrower = any(kind in wider_kinds()[name] for kind in known)
    related = any(name in wider_kinds()[kind] or name in dict(near_kinds().get(kind, ())) for kind in known)
    if entry.replacing:
        return not any(name in wider_kinds()[kind] for kind in known)
    if state.category.exact or related:
        return False
    if narrower:
        return entry.wished or len(parsed.words.tokens) <= _SHORT_ANSWER
    return entry.wished and _asked_for(parsed, entry)


_SHORT_ANSWER, _SHORT_MESSAGE, _STORY = 5, 16, 28
_VERBS = frozenset(
    {"want", "need", "like", "love", "show", "find", "for", "get", "give", "buy", "have", "fancy", "prefer", "see"}
)


def _asked_for(parsed: Parsed, entry: Entry) -> bool:
    """Whether the wish's verb stands close before the kind."""
    near = parsed.words.keys[max(0, entry.start - 5) : entry.start]
    return not _VERBS.isdisjoint(near)


def _joined(parsed: Parsed, pool: list[Entry]) -> list[Entry]:
    """The first of the pool with those joined to it by "or"; a later one that replaces or narrows it wins."""
    if not pool:
        return []
    main = pool[0]
    for entry in pool[1:]:
        if (
            (entry.replacing and not main.replacing)
            or main.sense.name in wider_kinds()[entry.sense.name]
            or (main.sense.name in _GENERIC and entry.sense.name not in _GENERIC and entry.place == main.place)
        ):
            main = entry
    chosen = [main]
    for entry in pool[pool.index(main) + 1 :]:
        between = parsed.words.keys[chosen[-1].end : entry.start]
        if len(between) <= len("or a") and ("or" in between or "/" in between):
            chosen.append(entry)
    return chosen


def _named(
    parsed: Parsed,
    chosen: Sequence[Entry],
    wearer: Wearer | None,
    entries: Sequence[Entry],
    state: SessionState,
    lexicon: Lexicon,
) -> NameCategory:
    if wearer is None and state.category is not None:
        wearer = state.category.wearer
    names = [entry.sense.name for entry in chosen]
    shares = lexicon.shelves(names, wearer, _hints(parsed, entries))
    return NameCategory(
        phrase=_phrase(parsed, chosen, young=wearer in _YOUNG),
        shelves=shares,
        wearer=wearer,
        confidence=_confidence(parsed, chosen[0], state),
        span=chosen[0].span,
    )


def _confidence(parsed: Parsed, entry: Entry, state: SessionState) -> float:
    if state.category is not None and not entry.replacing and len(parsed.words.tokens) > _STORY:
        return GUESS
    if entry.mode == "context":
        return _CONTEXT_CONFIDENCE
    if entry.sense.hint:
        return _LOOSE_CONFIDENCE
    return _OTHER_CONFIDENCE if entry.attribute == "other_kind" else 1.0


def _phrase(parsed: Parsed, chosen: Sequence[Entry], *, young: bool) -> str:
    """The kind in the vocabulary's words: as said, and under its usual name when that is another."""
    parts = []
    for entry in chosen:
        said, name = entry.text, entry.sense.name
        plain = said.replace("-", "").replace(" ", "")
        usual = name.replace("-", "").replace(" ", "")
        parts.append(
            name if entry.sense.hint else said if usual in plain or plain.startswith(usual[:-1]) else f"{said} ({name})"
        )
    phrase = " or ".join(dict.fromkeys(parts))
    child = next((word for word in ("baby", "toddler", "newborn") if word in parsed.words.keys), None)
    return f"{child} {phrase}" if young and child is not None and child not in phrase else phrase


def _hints(parsed: Parsed, entries: Sequence[Entry]) -> list[str]:
    """Stems of wanted words that a label may hold: "formal", "laptop", "rain"."""
    wanted = [
        e for e in entries if e.mode in {"want", "ask"} and e.attribute in {"style", "use_case", "category", "feature"}
    ]
    stems = (stem(key) for e in wanted for key in parsed.words.keys[e.start : e.end] if key not in STOP)
    return list(dict.fromkeys(stems))


def _wearer(parsed: Parsed, entries: Sequence[Entry]) -> tuple[Wearer | None, Span | None]:
    """Who it is for, and where that is said: the last word on it in the message; a child's gender over its age."""
    found: list[Entry] = []
    for entry in entries:
        if entry.attribute != "wearer" or entry.mode not in {"want", "ask", "lift"}:
            continue
        if entry.sense.hint and not _is_recipient(parsed, entry):
            continue
        found.append(entry)
    if not found:
        return None, None
    last = found[-1]
    for entry in found[:-1]:
        if (entry.sense.name, last.sense.name) in _CHILD:
            last = entry
    return next(name for name in _WEARERS if name == last.sense.name), last.span


def _is_recipient(parsed: Parsed, entry: Entry) -> bool:
    """Whether a person named is the one it is for."""
    before = parsed.words.keys[max(0, entry.start - 4) : entry.start]
    after = parsed.words.keys[entry.end : entry.end + 2]
    return "for" in before or bool(after and after[0] in {"need", "want", "wants", "needs"})


def _by_label(parsed: Parsed, entries: Sequence[Entry], wearer: Wearer | None, lexicon: Lexicon) -> NameCategory | None:
    """A kind that only this catalog names: words of its labels that mean nothing else here."""
    keys = parsed.words.keys
    taken = {place for entry in entries for place in range(entry.start, entry.end)}
    places = [
        place
        for place, key in enumerate(keys)
        if not parsed.covered[place] and place not in taken and key not in STOP and len(key) > len("two")
    ]
    named = [place for place in places if lexicon.names_shelf(stem(keys[place]))]
    if not named:
        return None
    shares = lexicon.shelves_named([stem(keys[place]) for place in named], wearer)
    if not shares:
        return None
    return NameCategory(
        phrase=" ".join(dict.fromkeys(keys[place] for place in named)),
        shelves=shares,
        wearer=wearer,
        confidence=_LOOSE_CONFIDENCE,
        span=parsed.words.span(named[0], named[0] + 1),
    )


def _turns_to(parsed: Parsed) -> bool:
    """Whether a message may speak of another wearer than before: a short one, or one that announces a change."""
    return len(parsed.words.tokens) <= _SHORT_MESSAGE or any(sentence.replacing for sentence in parsed.sentences)


def _for_wearer(parsed: Parsed, wearer: Wearer, span: Span, state: SessionState, lexicon: Lexicon) -> list[Act]:
    """A wearer named without a kind: the kind stays, for another wearer."""
    old = state.category
    if old is not None and old.wearer is not None and not _turns_to(parsed):
        return []
    if old is not None and (old.wearer == wearer or (old.exact and not any(s.replacing for s in parsed.sentences))):
        return []
    phrase = ANY_KIND if old is None else old.phrase
    kinds = [ANY_KIND] if old is None else kinds_in(old.phrase)
    shares = lexicon.shelves(kinds, wearer)
    if not shares and old is not None:
        return []
    return [
        NameCategory(
            phrase=phrase,
            shelves=shares,
            wearer=wearer,
            confidence=_LOOSE_CONFIDENCE if old is None else old.confidence,
            span=span,
        )
    ]
