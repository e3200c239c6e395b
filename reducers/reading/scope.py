"""The grammar of operations: one pass over a sentence decides what is done with each value that it names.

A cue (see `cues`) opens a stretch ("without", "I don't mind", "drop the"); values fall under it until the sentence
turns: a contrast ("but", "instead"), a fresh wish, a comma that no list continues, or a preposition that starts
something else.

Invariant: every value gets exactly one mode, in one pass over the sentence.
"""

from __future__ import annotations

from collections.abc import Sequence

from catalog.lexicon_phrases import Found
from reducers.reading.entries import Entry, Mode, Operation, OperationName
from reducers.reading.meanings import Meaning
from reducers.reading.quotes import QUOTE
from reducers.reading.words import Words
from statecore.values import Attribute

__all__ = ["LONGEST_LIST", "NEAR", "TURNING", "Mark", "Scope"]

Mark = Found[Meaning]

_FAR = 9
"""Plain words after which a cue no longer reaches a value."""
_LIST_WORDS = frozenset({"or", "and", "nor", "/", "&"})
LONGEST_LIST, NEAR = 16, 24
"""How many marks ahead and values back a cue looks at most, so that a sentence of any length is read in one pass."""
_DENIALS = frozenset({"not", "no", "isnt", "arent", "nothing", "never", "nor"})
_KINDS = frozenset({"category", "other_kind"})
TURNING: frozenset[Mode] = frozenset({"exclude", "neutral", "relax", "drop", "lift", "old"})


class Scope:
    """Walks through one sentence."""

    def __init__(self, words: Words, marks: Sequence[Mark], place: int, *, asking: bool, inert: bool) -> None:
        """`asking`: a question about a property. `inert`: about a service, so that no value in it counts."""
        self.entries: list[Entry] = []
        self.operations: list[Operation] = []
        self.words, self.marks, self.place = words, marks, place
        self.inert = inert
        # The mode of values that no cue governs, and of those read now.
        self.base: Mode = "context" if inert else "ask" if asking else "want"
        self.mode: Mode = self.base
        # Since the cue: values reached, plain words passed, words that join, and how the denial was put.
        self.values = 0
        self.plain_words = 0
        self.joints: list[str] = []
        self.denied_with_no = False
        self.parted = False
        # Since the last boundary: the first value of the clause; whether a companion piece is spoken of.
        self.clause = 0
        self.beside = False
        # What the sentence has announced.
        self.loud = False
        self.wished = False
        self.replacing = False
        self.swapping = False
        self.named: list[tuple[Attribute, int]] = []
        # Where denials end that have reached no value yet, and those that never did.
        self.denial: int | None = None
        self.dangling: list[int] = []

    # Steps

    def value(self, at: int, mark: Mark) -> None:
        """Take in a phrase that names something."""
        if self.mode in TURNING:
            reached = self._continues(at, mark) if self.values else self.plain_words <= _FAR
            if not reached:
                self.open(self.base)
        if self._is_passed_over(mark):
            self.open("exclude")
        part = "with" in self.joints or self.parted
        head = bool(self.entries) and self.entries[-1].end == mark.start and self.mode in {"exclude", "old"}
        for sense in mark.what.senses:
            spared = sense.attribute in _KINDS and (
                (head and self.entries[-1].attribute not in _KINDS) or self._is_place(mark)
            )
            spared = spared or (sense.attribute == "wearer" and self._is_recipient(mark))
            self.entries.append(
                Entry(
                    sense,
                    self.words.text(mark.start, mark.end),
                    mark.start,
                    mark.end,
                    self.words.span(mark.start, mark.end),
                    self.base if spared else self.mode,
                    self.wished,
                    self.replacing,
                    self.loud,
                    self.place,
                    part,
                    quoted=self.words.tokens[mark.start].kind == QUOTE,
                )
            )
        self.values += 1
        self.plain_words = 0
        self.joints = []
        if mark.what.senses[0].attribute not in _KINDS:
            self.denial = None

    def _is_passed_over(self, mark: Mark) -> bool:
        """Whether a value before is preferred to this one: "cotton over polyester"."""
        at = mark.start - 1
        if at < 1 or self.words.keys[at] != "over" or not self.entries or self.entries[-1].end != at:
            return False
        return self.entries[-1].attribute in {sense.attribute for sense in mark.what.senses} - _KINDS

    def _is_recipient(self, mark: Mark) -> bool:
        """Whether a denial before "for" is about something else: "without a heel for women", not "not for men"."""
        before = self.words.keys[max(0, mark.start - 3) : mark.start]
        return before[-1:] == ["for"] and self.plain_words > 0 and not _DENIALS.intersection(before)

    def _is_place(self, mark: Mark) -> bool:
        """Whether a kind says what a denied property is on: "no zip on the jacket"."""
        before = self.words.keys[max(0, mark.start - 2) : mark.start]
        return self.mode in {"exclude", "old"} and not {"on", "for", "of"}.isdisjoint(before)

    def inner(self, at: int, mark: Mark) -> None:
        """Take in a property inside the name of a kind; what follows is still that name."""
        joints = self.joints
        self.value(at, mark)
        self.joints = joints
        self.values -= 1

    def attribute(self, mark: Mark) -> None:
        """Take in a word that names an attribute."""
        if mark.what.names is not None:
            self.named.append((mark.what.names, mark.start))

    def plain(self, word: str, kind: str) -> None:
        """Take in a word without a meaning, or a mark."""
        if kind != "mark":
            self.plain_words += 1
            if word in {"or", "and", "nor", "in", "with", "for"}:
                self.joints.append(word)
            return
        if word in {",", "/", "&", "+", "-", ":", "("}:
            self.joints.append(word)
            self.clause = len(self.entries)
            self._comma()

    def _comma(self) -> None:
        """A comma before any value ends a cue that waits for one; after values the next value decides."""
        if (self.mode in TURNING and not self.values and self.plain_words > 1) or self.beside:
            self.open(self.base)
            self.beside = False

    # Lists

    def _continues(self, at: int, mark: Mark) -> bool:
        """Whether a further value falls under the cue that governs the values before it."""
        joints = self.joints
        if "in" in joints or "with" in joints or "for" in joints:
            return False
        same = bool({s.attribute for s in mark.what.senses} & {e.attribute for e in self.entries[-2:]})
        if "or" in joints or "nor" in joints:
            return True
        if "and" in joints or "&" in joints or "+" in joints:
            return same or self._parallel(mark)
        if "," in joints or "/" in joints:
            listed = self._list_goes_on(at) or self._bare_list(at) or (self.denied_with_no and self.values > 1)
            return (same and ("/" in joints or listed)) or self._parallel(mark)
        if "-" in joints or ":" in joints:
            return False
        # Words one after another are one thing ("no red stripes"), a phrase of several is another wish.
        return self.plain_words <= 1 and (same or mark.end - mark.start == 1)

    def _parallel(self, mark: Mark) -> bool:
        """Whether a value is told just as the one before it: "drop the hood, the zip and the lining"."""
        keys = self.words.keys
        return (
            self.mode in {"drop", "relax"}
            and keys[mark.start - 1] == "the"
            and self.entries[-1].start > 0
            and set(keys[self.entries[-1].end : mark.start]) <= {",", "the", "and"}
            and keys[self.entries[-1].start - 1] == "the"
        )

    def _bare_list(self, at: int) -> bool:
        """Whether three values or more follow one another with nothing but commas between, up to the sentence's end."""
        run, end = self.values, self.marks[at].start
        for mark in self.marks[at : at + LONGEST_LIST]:
            if mark.start - end > 1 or not mark.what.senses or mark.what.cues:
                return False
            run, end = run + 1, mark.end + 1
        return run > 2 and self.marks[-1].end + 1 == end  # noqa: PLR2004 - two may be an exclusion and a wish

    def _list_goes_on(self, at: int) -> bool:
        """Whether a later item of the same list is joined by "or" or "and": "wool, mohair or acrylic"."""
        wanted = {s.attribute for s in self.marks[at].what.senses}
        end = self.marks[at].end
        for mark in self.marks[at + 1 : at + LONGEST_LIST]:
            between = self.words.keys[end : mark.start]
            if "please" in between or len(between) > len("or a"):
                return False
            if mark.what.cues and not mark.what.senses:
                if _LIST_WORDS.isdisjoint(mark.what.cues) or mark.end - mark.start > 1:
                    return False
                end = mark.start
                continue
            if not wanted & {s.attribute for s in mark.what.senses}:
                return False
            if _LIST_WORDS & set(self.words.keys[self.marks[at].end : mark.start]):
                return True
            end = mark.end
        return False

    # What cues do

    def open(self, mode: Mode) -> None:
        """Start a stretch of a mode."""
        self.close()
        self.mode = mode
        self.values = 0
        self.plain_words = 0
        self.joints = []
        self.denied_with_no = False
        self.parted = False

    def deny(self, mark: Mark) -> None:
        """Start a stretch of what must not be, after a mark that denies."""
        self.open("exclude")
        self.denial = mark.end

    def close(self) -> None:
        """Note a denial that has come to its end without a value."""
        if self.denial is not None:
            self.dangling.append(self.denial)
            self.denial = None

    def spare_kinds(self) -> bool:
        """Whether a denial has reached no value but kinds, which then are wanted: "no coat without a hood"."""
        reached = self.entries[len(self.entries) - self.values :] if self.values else []
        if any(entry.attribute not in _KINDS for entry in reached):
            return False
        for entry in reached:
            entry.mode = self.base
        return True

    # Turning back

    def before(self, mark: Mark) -> list[Entry]:
        """The values of this clause that stand before a mark."""
        near = self.entries[max(self.clause, len(self.entries) - NEAR) :]
        found = [entry for entry in near if entry.end <= mark.start]
        last = found[-1].end if found else self.entries[-1].end if self.entries else 0
        if any(last <= start < mark.start for _, start in self.named[-NEAR:]):
            return []
        if found or not self.entries or self.clause == 0:
            return found
        # "red and pink, they look awful on me": what stood just before the comma is the subject.
        return [e for e in self.entries[-NEAR:] if e.end <= mark.start and mark.start - e.end <= 3]  # noqa: PLR2004

    def turn(self, mode: Mode, mark: Mark) -> None:
        """Give the values of this clause that stand before a mark another mode; kinds stay."""
        for entry in self.before(mark):
            if entry.attribute not in {"category", "other_kind", "wearer"}:
                entry.mode = mode

    def value_follows(self, at: int, reach: int = 2) -> bool:
        """Whether a value or an attribute's name comes right after mark `at`, with at most `reach` words between."""
        end = self.marks[at].end
        for mark in self.marks[at + 1 : at + LONGEST_LIST]:
            between = self.words.keys[end : mark.start]
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
        span = self.words.span(mark.start, mark.end)
        made = Operation(name, mark.start, mark.end, span, place=self.place)
        self.operations.append(made)
        return made
