"""The grammar of operations: one pass over a sentence decides what is done with each value that it names.

A cue opens a stretch ("without", "I don't mind", "drop the"); values fall under it until the sentence turns: a contrast
("but", "instead"), a fresh wish, a comma that no list continues, or a preposition that starts something else. Cues that
come after their value ("is out", "looks awful on me") turn what stands before them.

Invariant: every value gets exactly one mode, in one pass over the sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from catalog.lexicon_phrases import Found
from reducers.reading.entries import Entry, Mode, Operation, OperationName
from reducers.reading.meanings import Meaning
from reducers.reading.words import Words
from statecore.values import Attribute

__all__ = ["Mark", "Scope"]

Mark = Found[Meaning]

_FAR = 9
"""Plain words after which a cue no longer reaches a value."""
_LIST_WORDS = frozenset({"or", "and", "nor", "/", "&"})
_LONGEST_LIST, _NEAR = 16, 24
"""How many marks ahead and values back a cue looks at most, so that a sentence of any length is read in one pass."""
_KINDS = frozenset({"category", "other_kind"})
_TURNING = frozenset({"exclude", "neutral", "relax", "drop", "lift", "old"})


class Scope:
    """Walks through one sentence."""

    def __init__(self, words: Words, marks: Sequence[Mark], place: int, *, asking: bool, inert: bool) -> None:
        """`asking`: a question about a property. `inert`: about a service, so that no value in it counts."""
        self.entries: list[Entry] = []
        self.operations: list[Operation] = []
        self._words, self._marks, self._place = words, marks, place
        self._base: Mode = "context" if inert else "ask" if asking else "want"
        self._inert = inert
        self.mode: Mode = self._base
        self._values = 0
        self._plain = 0
        self._joints: list[str] = []
        self._clause = 0
        self._no = False
        self._loud = False
        self._wished = False
        self.replacing = False
        self._swapping = False
        self._beside = False
        self._parted = False
        self._named: list[tuple[Attribute, int]] = []

    # Steps

    def cue(self, at: int, mark: Mark) -> None:
        """Take in a cue phrase."""
        for name in mark.what.cues:
            handler = _HANDLERS.get(name)
            if handler is not None:
                handler(self, at, mark)

    def value(self, at: int, mark: Mark) -> None:
        """Take in a phrase that names something."""
        if self._values and self.mode in _TURNING and not self._continues(at, mark):
            self._open(self._base)
        elif not self._values and self.mode in _TURNING and self._plain > _FAR:
            self._open(self._base)
        part = "with" in self._joints or self._parted
        head = bool(self.entries) and self.entries[-1].end == mark.start and self.mode in {"exclude", "old"}
        for sense in mark.what.senses:
            spared = sense.attribute in _KINDS and (
                (head and self.entries[-1].attribute not in _KINDS) or self._is_place(mark)
            )
            self.entries.append(
                Entry(
                    sense,
                    self._words.text(mark.start, mark.end),
                    mark.start,
                    mark.end,
                    self._words.span(mark.start, mark.end),
                    self._base if spared else self.mode,
                    self._wished,
                    self.replacing,
                    self._loud,
                    self._place,
                    part,
                )
            )
        self._values += 1
        self._plain = 0
        self._joints = []

    def _is_place(self, mark: Mark) -> bool:
        """Whether a kind says what a denied property is on: "no zip on the jacket"."""
        before = self._words.keys[max(0, mark.start - 2) : mark.start]
        return self.mode in {"exclude", "old"} and not {"on", "for", "of"}.isdisjoint(before)

    def inner(self, at: int, mark: Mark) -> None:
        """Take in a property inside the name of a kind; what follows is still that name."""
        joints = self._joints
        self.value(at, mark)
        self._joints = joints
        self._values -= 1

    def attribute(self, mark: Mark) -> None:
        """Take in a word that names an attribute."""
        if mark.what.names is not None:
            self._named.append((mark.what.names, mark.start))

    def plain(self, word: str, kind: str) -> None:
        """Take in a word without a meaning, or a mark."""
        if kind != "mark":
            self._plain += 1
            if word in {"or", "and", "nor", "in", "with", "for"}:
                self._joints.append(word)
            return
        if word in {",", "/", "&", "+", "-", ":", "("}:
            self._joints.append(word)
            self._clause = len(self.entries)
            self._comma()

    def _comma(self) -> None:
        """A comma before any value ends a cue that waits for one; after values the next value decides."""
        if (self.mode in _TURNING and not self._values and self._plain > 1) or self._beside:
            self._open(self._base)
            self._beside = False

    # Lists

    def _continues(self, at: int, mark: Mark) -> bool:
        """Whether a further value falls under the cue that governs the values before it."""
        joints = self._joints
        if "in" in joints or "with" in joints or "for" in joints:
            return False
        same = bool({s.attribute for s in mark.what.senses} & {e.attribute for e in self.entries[-2:]})
        if "or" in joints or "nor" in joints:
            return True
        if "and" in joints or "&" in joints or "+" in joints:
            return same
        if "," in joints or "/" in joints:
            return same and ("/" in joints or self._list_goes_on(at) or (self._no and self._values > 1))
        if "-" in joints or ":" in joints:
            return False
        return self._plain <= 1

    def _list_goes_on(self, at: int) -> bool:
        """Whether a later item of the same list is joined by "or" or "and": "wool, mohair or acrylic"."""
        wanted = {s.attribute for s in self._marks[at].what.senses}
        end = self._marks[at].end
        for mark in self._marks[at + 1 : at + _LONGEST_LIST]:
            between = self._words.keys[end : mark.start]
            if "please" in between or len(between) > len("or a"):
                return False
            if mark.what.cues and not mark.what.senses:
                if _LIST_WORDS.isdisjoint(mark.what.cues) or mark.end - mark.start > 1:
                    return False
                end = mark.start
                continue
            if not wanted & {s.attribute for s in mark.what.senses}:
                return False
            if _LIST_WORDS & set(self._words.keys[self._marks[at].end : mark.start]):
                return True
            end = mark.end
        return False

    # Cues

    def _open(self, mode: Mode) -> None:
        self.mode = mode
        self._values = 0
        self._plain = 0
        self._joints = []
        self._no = False
        self._parted = False

    def _negate(self, at: int, mark: Mark) -> None:
        if self.mode == "exclude" and "without" in mark.what.cues and self._plain <= 3 and self._only_kinds():  # noqa: PLR2004
            self._open(self._base)
            return
        if self._is_answer(mark):
            return
        self._open("exclude")
        self._parted = self._words.keys[mark.start] in {"without", "minus", "no", "sans", "lose"} and bool(self.entries)
        self._no = "no" in mark.what.cues
        del at

    def _only_kinds(self) -> bool:
        """Whether a denial has reached no value but kinds, which then are wanted: "no coat without a hood"."""
        reached = self.entries[len(self.entries) - self._values :] if self._values else []
        if any(entry.attribute not in _KINDS for entry in reached):
            return False
        for entry in reached:
            entry.mode = self._base
        return True

    def _is_answer(self, mark: Mark) -> bool:
        """Whether a lone "no" answers or corrects instead of excluding what follows."""
        keys = self._words.keys
        if mark.end - mark.start > 1 or keys[mark.start] != "no":
            return False
        after = self._words.tokens[mark.end] if mark.end < len(keys) else None
        if after is None or after.word in {",", ".", "!", "-", ";", "no"}:
            self.replacing = True
            return True
        return False

    def _neutral(self, at: int, mark: Mark) -> None:
        if "decline" in mark.what.cues and not self._value_follows(at):
            return
        self._open("neutral")

    def _relax(self, _at: int, _mark: Mark) -> None:
        self._open("relax")

    def _drop(self, at: int, mark: Mark) -> None:
        if self._inert or not self._value_follows(at) or (mark.end - mark.start == 1 and not self._starts(mark)):
            return
        self._open("drop")

    def _starts(self, mark: Mark) -> bool:
        """Whether a word begins its stretch, as an order does: "drop the hood", not "a cut above"."""
        if mark.start == 0:
            return True
        before = self._words.keys[mark.start - 1]
        return before in {
            *(",", ";", ".", "-", ":", "and", "then", "please", "just", "can", "you", "could", "lets", "to", "should"),
            *("ill", "we", "i", "so", "but", "ok", "okay", "also", "now", "actually", "would"),
        }

    def _only(self, _at: int, _mark: Mark) -> None:
        if self.mode in {"exclude", "neutral", "relax"}:
            self._open(self._base)
        self._loud = True

    def _stress(self, _at: int, _mark: Mark) -> None:
        if self.mode == "exclude":
            self._only_kinds()
        self._open(self._base)
        self._loud = True

    def _lift(self, at: int, mark: Mark) -> None:
        if len(self.entries) > self._clause and not self._value_follows(at):
            self._turn("lift", mark)
        else:
            self._open("lift")

    def _fine(self, _at: int, mark: Mark) -> None:
        for entry in self._before(mark):
            if entry.mode == "want" and not entry.replacing:
                entry.mode = "lift" if entry.mode == "neutral" else entry.mode

    def _bad(self, at: int, mark: Mark) -> None:
        if self._before(mark) and not self._value_follows(at):
            self._turn("exclude", mark)
        elif self._words.keys[mark.start] in {"i", "and"} or self._value_follows(at):
            self._open("exclude")

    def _optional(self, _at: int, mark: Mark) -> None:
        self._turn("relax", mark)

    def _free(self, _at: int, mark: Mark) -> None:
        for entry in self.entries[-_NEAR:]:
            if entry.end == mark.start and entry.attribute in {"material", "color", "feature"}:
                entry.mode = "exclude"

    def _but(self, _at: int, _mark: Mark) -> None:
        if self.mode in _TURNING or self.mode == "context":
            self._open("context" if self._inert else self._base)
        self._clause = len(self.entries)

    def _so(self, _at: int, _mark: Mark) -> None:
        if not self._inert:
            self._open(self._base)
        self._clause = len(self.entries)

    def _instead(self, _at: int, _mark: Mark) -> None:
        self.replacing = True
        for entry in self.entries[-_NEAR:]:
            if entry.mode == "want":
                entry.replacing = True

    def _instead_of(self, _at: int, _mark: Mark) -> None:
        self._instead(_at, _mark)
        self._open("exclude")

    def _replace(self, at: int, mark: Mark) -> None:
        self.replacing = True
        if self._words.keys[mark.start : mark.end] == ["after", "all"]:
            self._instead(at, mark)
        if self.mode in {"exclude", "old", "relax"} and (self._values or self._swapping):
            self._open(self._base)
        del at, mark

    def _swap(self, at: int, _mark: Mark) -> None:
        if self._inert or not self._value_follows(at, reach=4):
            return
        self._swapping = True
        self.replacing = True
        self._open("old")

    def _swap_to(self, _at: int, mark: Mark) -> None:
        self._joints.append(self._words.keys[mark.start])
        if self._swapping and (self._values or any(start < mark.start for _, start in self._named[-_NEAR:])):
            self._swapping = False
            self._open(self._base)

    def _said(self, at: int, mark: Mark) -> None:
        """What was said before is old only when a correction follows: "I said red but meant blue"."""
        ahead = {cue for other in self._marks[at + 1 : at + _LONGEST_LIST] for cue in other.what.cues}
        if ahead & {"but", "replace", "instead"}:
            self._open("old")
            self.replacing = True
        else:
            self._wish(at, mark)

    def _wish(self, _at: int, _mark: Mark) -> None:
        self._wished = True
        self._loud = False
        if self._inert:
            return
        if self.mode in {"context", "ask"} or (self.mode in _TURNING and (self._values or "," in self._joints)):
            self._open("want")
            self._clause = len(self.entries)

    def _context(self, _at: int, _mark: Mark) -> None:
        if self.mode != "exclude":
            self._open("context")

    def _yours(self, _at: int, mark: Mark) -> None:
        if any(start < mark.start for _, start in self._named[-_NEAR:]):
            self.operation("decline", mark)

    def _companion(self, _at: int, _mark: Mark) -> None:
        self._open("context")
        self._beside = True

    def _also(self, _at: int, _mark: Mark) -> None:
        self.replacing = False

    def _join(self, _at: int, mark: Mark) -> None:
        key = self._words.keys[mark.start]
        self._joints.append("with" if key in {"with", "having", "featuring", "including"} else "and")

    def _or(self, _at: int, _mark: Mark) -> None:
        self._joints.append("or")

    def _in(self, _at: int, mark: Mark) -> None:
        key = self._words.keys[mark.start]
        self._joints.append("in" if key in {"in", "made"} else "of")

    # Turning back

    def _before(self, mark: Mark) -> list[Entry]:
        """The values of this clause that stand before a mark."""
        near = self.entries[max(self._clause, len(self.entries) - _NEAR) :]
        found = [entry for entry in near if entry.end <= mark.start]
        last = found[-1].end if found else self.entries[-1].end if self.entries else 0
        if any(last <= start < mark.start for _, start in self._named[-_NEAR:]):
            return []
        if found or not self.entries or self._clause == 0:
            return found
        # "red and pink, they look awful on me": what stood just before the comma is the subject.
        return [e for e in self.entries[-_NEAR:] if e.end <= mark.start and mark.start - e.end <= 3]  # noqa: PLR2004

    def _turn(self, mode: Mode, mark: Mark) -> None:
        for entry in self._before(mark):
            if entry.attribute not in {"category", "other_kind", "wearer"}:
                entry.mode = mode

    def _value_follows(self, at: int, reach: int = 2) -> bool:
        """Whether a value or an attribute's name comes right after mark `at`, with at most `reach` words between."""
        end = self._marks[at].end
        for mark in self._marks[at + 1 : at + _LONGEST_LIST]:
            between = self._words.keys[end : mark.start]
            if len(between) > reach or not {",", ".", ";", "!", "?"}.isdisjoint(between):
                return False
            if mark.what.senses:
                return True
            if mark.what.names is not None:
                return True
            if set(mark.what.cues) - {"filler", "in", "and", "or", "only"}:
                return False
        return False

    def operation(self, name: OperationName, mark: Mark) -> Operation:
        """Note an operation at a mark."""
        span = self._words.span(mark.start, mark.end)
        made = Operation(name, mark.start, mark.end, span, place=self._place)
        self.operations.append(made)
        return made

    @property
    def named(self) -> list[tuple[Attribute, int]]:
        """The attributes named as such, with the places of the words."""
        return self._named


def _note(name: OperationName) -> Callable[[Scope, int, Mark], None]:
    def handler(scope: Scope, _at: int, mark: Mark) -> None:
        scope.operation(name, mark)

    return handler


_HANDLERS: Mapping[str, Callable[[Scope, int, Mark], None]] = MappingProxyType(
    {
        "no": Scope._negate,
        "not": Scope._negate,
        "without": Scope._negate,
        "hate": Scope._negate,
        "nothing": Scope._negate,
        "only": Scope._only,
        "stress": Scope._stress,
        "neutral": Scope._neutral,
        "relax": Scope._relax,
        "drop": Scope._drop,
        "lift": Scope._lift,
        "fine": Scope._fine,
        "bad": Scope._bad,
        "optional": Scope._optional,
        "free": Scope._free,
        "but": Scope._but,
        "so": Scope._so,
        "instead": Scope._instead,
        "instead_of": Scope._instead_of,
        "replace": Scope._replace,
        "swap": Scope._swap,
        "swap_to": Scope._swap_to,
        "said": Scope._said,
        "wish": Scope._wish,
        "context": Scope._context,
        "companion": Scope._companion,
        "also": Scope._also,
        "and": Scope._join,
        "or": Scope._or,
        "in": Scope._in,
        "override": _note("override"),
        "reset": _note("reset"),
        "exhaust": _note("exhaust"),
        "refuse": _note("refuse"),
        "greeting": _note("greeting"),
        "thanks": _note("thanks"),
        "farewell": _note("farewell"),
        "decline": _note("decline"),
        "yours": Scope._yours,
    }
)
