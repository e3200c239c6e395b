"""What each cue does to the sentence that it stands in: the handlers of the grammar of operations.

Cues before a value open a stretch; cues after it ("is out", "looks awful on me") turn what stands before them.

Invariant: a handler changes nothing but the scope that it is given.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from reducers.reading.entries import OperationName
from reducers.reading.scope import LONGEST_LIST, NEAR, TURNING, Mark, Scope

__all__ = ["take_cues"]

_RELATIVE = frozenset({"that", "which", "who", "if"})

Handler: TypeAlias = Callable[[Scope, int, Mark], None]


def take_cues(scope: Scope, at: int, mark: Mark) -> None:
    """Let every cue of mark number `at` work on the scope."""
    for name in mark.what.cues:
        handler = _HANDLERS.get(name)
        if handler is not None:
            handler(scope, at, mark)


def _negate(scope: Scope, at: int, mark: Mark) -> None:
    keys = scope.words.keys
    if (keys[mark.start] == "non" and not _touched(scope, at)) or _is_compound(scope, at):
        return
    lacking = "without" in mark.what.cues or (mark.start > 0 and keys[mark.start - 1] in _RELATIVE)
    if scope.mode == "exclude" and lacking and scope.plain_words <= 3 and scope.spare_kinds():  # noqa: PLR2004
        scope.open(scope.base)
        return
    if _is_answer(scope, mark):
        return
    scope.deny(mark)
    scope.parted = scope.words.keys[mark.start] in {"without", "minus", "no", "sans", "lose"} and bool(scope.entries)
    scope.denied_with_no = "no" in mark.what.cues


def _is_compound(scope: Scope, at: int) -> bool:
    """Whether "no" is part of a word that ends in a kind of product: "no-tie trainers"."""
    mark = scope.marks[at]
    if scope.words.keys[mark.start] != "no" or not _touched(scope, at):
        return False
    kind = any(sense.attribute == "category" for sense in scope.marks[at + 1].what.senses)
    return kind and scope.words.tokens[mark.end].tight


def _useless(scope: Scope, _at: int, mark: Mark) -> None:
    """What is said to be missing is wanted ("a coat without a hood is useless"); what is there is not."""
    missing = [entry for entry in scope.entries[-NEAR:] if entry.mode == "exclude"]
    for entry in missing:
        entry.mode, entry.loud = scope.base, True
    if not missing:
        scope.turn("exclude", mark)


def _touched(scope: Scope, at: int) -> bool:
    """Whether a mark stands right after mark `at`."""
    return at + 1 < len(scope.marks) and scope.marks[at + 1].start == scope.marks[at].end


def _is_answer(scope: Scope, mark: Mark) -> bool:
    """Whether a lone "no" answers or corrects instead of excluding what follows."""
    keys = scope.words.keys
    if mark.end - mark.start > 1 or keys[mark.start] != "no":
        return False
    after = scope.words.tokens[mark.end] if mark.end < len(keys) else None
    if after is None or after.word in {",", ".", "!", "-", ";", "no"}:
        scope.replacing = True
        return True
    return False


def _neutral(scope: Scope, at: int, mark: Mark) -> None:
    if "decline" in mark.what.cues and not scope.value_follows(at):
        return
    scope.open("neutral")


def _relax(scope: Scope, _at: int, _mark: Mark) -> None:
    scope.open("relax")


def _drop(scope: Scope, at: int, mark: Mark) -> None:
    if scope.inert or not scope.value_follows(at) or (mark.end - mark.start == 1 and not _starts(scope, mark)):
        return
    scope.open("drop")


def _starts(scope: Scope, mark: Mark) -> bool:
    """Whether a word begins its stretch, as an order does: "drop the hood", not "a cut above"."""
    if mark.start == 0:
        return True
    before = scope.words.keys[mark.start - 1]
    return before in {
        *(",", ";", ".", "-", ":", "and", "then", "please", "just", "can", "you", "could", "lets", "to", "should"),
        *("ill", "we", "i", "so", "but", "ok", "okay", "also", "now", "actually", "would"),
    }


def _only(scope: Scope, _at: int, _mark: Mark) -> None:
    if scope.mode in {"exclude", "neutral", "relax"}:
        scope.open(scope.base)
    scope.loud = True


def _stress(scope: Scope, _at: int, _mark: Mark) -> None:
    if scope.mode == "exclude":
        scope.spare_kinds()
    scope.open(scope.base)
    scope.loud = True


def _lift(scope: Scope, at: int, mark: Mark) -> None:
    if len(scope.entries) > scope.clause and not scope.value_follows(at):
        scope.turn("lift", mark)
    else:
        scope.open("lift")


def _fine(scope: Scope, _at: int, mark: Mark) -> None:
    for entry in scope.before(mark):
        if entry.mode == "want":
            entry.tolerated = True


def _bad(scope: Scope, at: int, mark: Mark) -> None:
    if scope.mode == "exclude" and not scope.values:
        return  # "no itch" is a denial of the complaint.
    if scope.before(mark) and not scope.value_follows(at):
        scope.turn("exclude", mark)
    elif scope.words.keys[mark.start] in {"i", "and"} or scope.value_follows(at):
        scope.deny(mark)


def _or_not(scope: Scope, _at: int, mark: Mark) -> None:
    """Either is fine: "suede or no suede"."""
    scope.turn("neutral", mark)
    if scope.words.keys[mark.end - 1] != "not":
        scope.open("neutral")


def _optional(scope: Scope, _at: int, mark: Mark) -> None:
    scope.turn("relax", mark)


def _free(scope: Scope, _at: int, mark: Mark) -> None:
    for entry in scope.entries[-NEAR:]:
        if entry.end == mark.start and entry.attribute in {"material", "color", "feature"}:
            entry.mode = "exclude"


def _but(scope: Scope, _at: int, _mark: Mark) -> None:
    if scope.mode in TURNING or scope.mode == "context":
        scope.open("context" if scope.inert else scope.base)
    scope.clause = len(scope.entries)


def _so(scope: Scope, _at: int, _mark: Mark) -> None:
    if not scope.inert:
        scope.open(scope.base)
    scope.clause = len(scope.entries)


def _instead(scope: Scope, _at: int, _mark: Mark) -> None:
    scope.replacing = True
    for entry in scope.entries[-NEAR:]:
        if entry.mode == "want":
            entry.replacing = True


def _instead_of(scope: Scope, _at: int, _mark: Mark) -> None:
    _instead(scope, _at, _mark)
    scope.open("exclude")


def _replace(scope: Scope, at: int, mark: Mark) -> None:
    scope.replacing = True
    if scope.words.keys[mark.start : mark.end] == ["after", "all"]:
        _instead(scope, at, mark)
    if scope.mode in {"exclude", "old", "relax"} and (scope.values or scope.swapping):
        scope.open(scope.base)


def _swap(scope: Scope, at: int, _mark: Mark) -> None:
    if scope.inert or not scope.value_follows(at, reach=4):
        return
    scope.swapping = True
    scope.replacing = True
    scope.open("old")


def _swap_to(scope: Scope, _at: int, mark: Mark) -> None:
    scope.joints.append(scope.words.keys[mark.start])
    if scope.swapping and (scope.values or any(start < mark.start for _, start in scope.named[-NEAR:])):
        scope.swapping = False
        scope.open(scope.base)


def _said(scope: Scope, at: int, mark: Mark) -> None:
    """What was said before is old only when a correction follows: "I said red but meant blue"."""
    if scope.words.keys[mark.start] == "did":
        scope.open("old")
        scope.replacing = True
        return
    ahead = {cue for other in scope.marks[at + 1 : at + LONGEST_LIST] for cue in other.what.cues}
    if ahead & {"but", "replace", "instead"}:
        scope.open("old")
        scope.replacing = True
    else:
        _wish(scope, at, mark)


def _wish(scope: Scope, _at: int, _mark: Mark) -> None:
    scope.wished = True
    scope.loud = False
    if scope.inert:
        return
    if scope.mode in {"context", "ask"} or (scope.mode in TURNING and (scope.values or "," in scope.joints)):
        scope.open("want")
        scope.clause = len(scope.entries)


def _context(scope: Scope, _at: int, _mark: Mark) -> None:
    if scope.mode != "exclude":
        scope.open("context")


def _yours(scope: Scope, _at: int, mark: Mark) -> None:
    if any(start < mark.start for _, start in scope.named[-NEAR:]):
        scope.operation("decline", mark)


def _companion(scope: Scope, _at: int, _mark: Mark) -> None:
    scope.open("context")
    scope.beside = True


def _also(scope: Scope, _at: int, _mark: Mark) -> None:
    scope.replacing = False


def _join(scope: Scope, _at: int, mark: Mark) -> None:
    key = scope.words.keys[mark.start]
    scope.joints.append("with" if key in {"with", "having", "featuring", "including"} else "and")


def _or(scope: Scope, _at: int, _mark: Mark) -> None:
    scope.joints.append("or")


def _in(scope: Scope, _at: int, mark: Mark) -> None:
    key = scope.words.keys[mark.start]
    scope.joints.append("in" if key in {"in", "made"} else "of")


def _note(name: OperationName) -> Callable[[Scope, int, Mark], None]:
    def handler(scope: Scope, _at: int, mark: Mark) -> None:
        scope.operation(name, mark)

    return handler


_HANDLERS: Mapping[str, Callable[[Scope, int, Mark], None]] = MappingProxyType(
    {
        "no": _negate,
        "not": _negate,
        "without": _negate,
        "hate": _negate,
        "nothing": _negate,
        "only": _only,
        "stress": _stress,
        "neutral": _neutral,
        "relax": _relax,
        "drop": _drop,
        "lift": _lift,
        "fine": _fine,
        "bad": _bad,
        "optional": _optional,
        "or_not": _or_not,
        "useless": _useless,
        "free": _free,
        "but": _but,
        "so": _so,
        "instead": _instead,
        "instead_of": _instead_of,
        "replace": _replace,
        "swap": _swap,
        "swap_to": _swap_to,
        "said": _said,
        "wish": _wish,
        "context": _context,
        "companion": _companion,
        "also": _also,
        "and": _join,
        "or": _or,
        "in": _in,
        "override": _note("override"),
        "reset": _note("reset"),
        "exhaust": _note("exhaust"),
        "refuse": _note("refuse"),
        "greeting": _note("greeting"),
        "thanks": _note("thanks"),
        "farewell": _note("farewell"),
        "decline": _note("decline"),
        "yours": _yours,
    }
)
