"""A session at one point of its log, for people and as JSON: what was stated, by which message, and what ended it.

Invariant: everything told is in the view; nothing is decided or guessed here.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import TypeAlias

from rich.console import Console
from rich.text import Text

from policies.wording import percent
from replay.timetravel import Source, Statement, Subject, View
from serve.console import Json, readable, table
from serve.telling import Lines, act_in_words, asked_in_words, price_range, valued
from statecore.digests import short
from statecore.state import Budget, Category, Constraint, Retired, Shown

__all__ = ["plain_view", "tell_view"]

Words: TypeAlias = Callable[[int], str | None]
"""The shopper's words of the message with this seq, where they are kept."""

_FATES = {"live": "in force", "replaced": "replaced", "removed": "taken back", "set_aside": "set aside, still evidence"}
_NAMED = 3


def tell_view(console: Console, view: View, words: Words, title: Callable[[str], str]) -> None:
    """Print a view."""
    state = view.state
    console.print(
        Text(f"{view.session_id} after event {state.seq}, turn {state.turn}", style="bold"),
        Text(f"head {short(view.head_digest)}, state {short(state.digest())}", style="dim"),
        sep="\n",
    )
    _tell_messages(console, view, words)
    _tell_statements(console, view)
    lines = Lines(console)
    lines.add("stage", state.stage)
    lines.add("indifferent", _retired(state.declined))
    lines.add("all told", _retired(state.exhausted))
    _tell_shown(console, state.shown, title)
    for item in state.reactions:
        lines.add(item.reaction, f"{title(item.product_id)}  {item.product_id} (event {item.seq})".strip())


def _statements(view: View) -> tuple[Statement, ...]:
    return (*view.ledger.categories, *view.ledger.constraints, *view.ledger.budgets)


def _tell_statements(console: Console, view: View) -> None:
    found = table("statement", "stated", "again", "sure", "now", "ended by")
    for one in _statements(view):
        found.add_row(
            _subject(one.subject),
            _place(one.stated),
            ", ".join(_place(source) for source in one.repeated),
            _sure(one),
            _fate(one),
            "" if one.ended is None else f"{_place(one.ended)}: {act_in_words(one.ended.act)}",
        )
    if found.row_count:
        console.print(found)
    else:
        console.print("nothing was stated yet")


def _subject(subject: Subject) -> str:
    if isinstance(subject, Category):
        return f"category: {subject.phrase}" + ("" if subject.wearer is None else f", for {subject.wearer}")
    if isinstance(subject, Budget):
        return f"budget {price_range(subject.min_minor, subject.max_minor)}"
    return ("" if subject.polarity == "want" else "not ") + valued(subject.attribute, subject.value)


def _place(source: Source) -> str:
    return f"turn {source.turn} (event {source.seq})"


def _sure(one: Statement) -> str:
    now = one.stated_confidence if isinstance(one.subject, Budget) else one.subject.confidence
    then = _percent(one.stated_confidence)
    return then if now == one.stated_confidence else f"{then}, now {_percent(now)}"


def _percent(confidence: float) -> str:
    return "100%" if confidence == 1.0 else percent(confidence)


def _fate(one: Statement) -> str:
    if isinstance(one.subject, Constraint):
        return _FATES[one.subject.fate]
    return "in force" if one.ended is None else "taken back" if one.ended.act.act == "remove" else "replaced"


def _tell_messages(console: Console, view: View, words: Words) -> None:
    lines = Lines(console)
    for item in view.state.heard:
        said = words(item.seq)
        answered = "" if item.asked is None else f", asked about {item.asked.replace('_', ' ')}"
        lines.add(f"turn {item.turn}", f"(event {item.seq}{answered}) {said or 'the words are not kept'}")


def _retired(items: tuple[Retired, ...]) -> str:
    told = (
        f"{asked_in_words(item.attribute) if item.attribute else 'everything'} (event {item.seq})" for item in items
    )
    return ", ".join(told) or "nothing"


def _tell_shown(console: Console, shown: tuple[Shown, ...], title: Callable[[str], str]) -> None:
    if not shown:
        return
    found = table("turn", "rank", "shown", "product", "refuted", right=frozenset({0, 1}))
    for turn, group in groupby(shown, key=lambda item: item.turn):
        items = tuple(group)
        for item in items[:_NAMED]:
            found.add_row(
                str(turn), str(item.rank), title(item.product_id), item.product_id, _yes(refuted=item.refuted)
            )
        rest = items[_NAMED:]
        if rest:
            found.add_row(str(turn), "", f"and {len(rest)} more", "", f"{sum(item.refuted for item in rest)} of them")
    console.print(found)


def _yes(*, refuted: bool) -> str:
    return "yes" if refuted else ""


def plain_view(view: View, words: Words) -> dict[str, Json]:
    """A view as JSON: its statements with their sources, the messages, and the whole state."""
    state = view.state
    return {
        "session_id": view.session_id,
        "seq": state.seq,
        "turn": state.turn,
        "head": view.head_digest.hex(),
        "state_digest": state.digest().hex(),
        "statements": [_plain_statement(one) for one in _statements(view)],
        "messages": [{"seq": item.seq, "turn": item.turn, "text": words(item.seq)} for item in state.heard],
        "state": readable(state.model_dump()),
    }


def _plain_statement(one: Statement) -> Json:
    return {
        "statement": _subject(one.subject),
        "fate": _fate(one),
        "stated": _plain_source(one.stated),
        "stated_confidence": one.stated_confidence,
        "repeated": [_plain_source(source) for source in one.repeated],
        "ended": None if one.ended is None else _plain_source(one.ended),
        "fields": readable(one.subject.model_dump()),
    }


def _plain_source(source: Source) -> Json:
    return {"seq": source.seq, "turn": source.turn, "act": readable(source.act.model_dump())}
