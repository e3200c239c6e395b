"""How people set an earlier goal aside: "forget what I asked for before", "my first wish no longer counts".

Such sentences are made of parts (a verb, what was said, that it is over), which are looked up one after the other,
since their combinations are too many to list.

Invariant: what is set aside is something said before; a value named ("forget the leather") is none of this.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from catalog.lexicon_phrases import PhraseBook
from catalog.lexicon_words.tables import phrase_key

__all__ = ["set_aside_at"]

SET_ASIDE = """
forget, forget about, ignore, scrap, scratch, disregard, never mind, nevermind, drop, cancel, discard, bin, ditch,
dump, void, undo, skip, strike, dismiss, overlook, erase, delete, withdraw, retract, take back, abandon, set aside,
put aside, leave aside, throw out, throw away, chuck, chuck out, cross out, leave out, unsay, forget all about, dont
mind, pay no attention to, let go of
"""
SPOKEN = """
what i said, what i asked, what i asked for, what i was asking for, what i told you, what i wanted, what i
mentioned, what i wrote, what i was after, what i was saying, what i typed, what i started with, what i opened with,
what i began with, what ive said, what ive asked for, what ive told you, what i had said, what i had asked for, what
i requested, what i was looking for, what i just said, what i just asked for, what i first said, what i first asked
for, what i first wanted, whatever i said, whatever i asked for, whatever i told you, whatever i wanted, the thing i
said, the thing i asked for, the thing i mentioned, the bit i mentioned, the bit i said, the stuff i said, that
thing i said, that bit i said, the first thing i said, the bit about
"""
EARLIER = ("earlier", "previous", "first", "last", "original", "initial", "old", "opening", "former")
WISHES = """
wish, wishes, request, requests, preference, preferences, requirement, requirements, idea, ideas, choice, criterion,
criteria, point, brief, order, message, answer, thought, plan, ask, comment, remark, suggestion, condition, demand,
one, thing, bit
"""
"""What people set aside when they change their mind: what they said, or an earlier wish."""
VOID = """
no longer counts, no longer applies, no longer stands, no longer matters, no longer holds, is no longer valid, is
void, is off, is off the table, doesnt count, doesnt count any more, doesnt count anymore, doesnt apply, doesnt
apply any more, doesnt stand, doesnt hold any more, is out of date, is outdated, was wrong, was a mistake, was
nonsense, is history, is cancelled, is canceled
"""
"""How an earlier wish is said to be over."""

_OWNERS = frozenset({"my", "the", "that", "those"})


def _book(phrases: str) -> PhraseBook[str]:
    return PhraseBook((phrase_key(part), "") for part in phrases.split(","))


@cache
def _books() -> tuple[PhraseBook[str], PhraseBook[str], PhraseBook[str], PhraseBook[str]]:
    return _book(SET_ASIDE), _book(SPOKEN), _book(WISHES), _book(VOID)


@cache
def _starts() -> frozenset[str]:
    parts = f"{SET_ASIDE},{SPOKEN}".split(",")
    return frozenset({*_OWNERS, *(phrase_key(part)[0] for part in parts)})


def set_aside_at(keys: Sequence[str], start: int, stop: int) -> int | None:
    """Where the words end that set an earlier goal aside from word `start` on; None when they do not.

    >>> words = "forget my first idea , it should be red".split()
    >>> set_aside_at(words, 0, len(words)), set_aside_at("forget the leather".split(), 0, 3)
    (4, None)
    """
    if keys[start] not in _starts():
        return None
    aside, _, _, void = _books()
    verb = aside.at(keys, start, stop)
    if verb is not None and verb.end < stop:
        end = _said(keys, verb.end, stop)
        if end is not None:
            return end
    end = _said(keys, start, stop)
    over = None if end is None or end >= stop else void.at(keys, end, stop)
    return None if over is None else over.end


def _said(keys: Sequence[str], start: int, stop: int) -> int | None:
    """Where the words end that mean something said before."""
    _, spoken, wishes, _ = _books()
    found = spoken.at(keys, start, stop)
    if found is not None:
        return found.end
    if keys[start] in _OWNERS and start + 2 < stop and keys[start + 1] in EARLIER:
        found = wishes.at(keys, start + 2, stop)
        return None if found is None else found.end
    return None
