"""Forks and counterfactuals for people and as JSON.

Invariant: everything told is in the fork or the answer, and what is off-policy is always said to be.
"""

from __future__ import annotations

from collections.abc import Callable

from rich.console import Console
from rich.text import Text

from policies.explaining import counted
from policies.wording import percent
from replay.counterfactual import Answer, Stated
from replay.fork import Fork, ForkTurn
from serve.console import Json, readable, table
from serve.telling import Lines, act_in_words, asked_in_words, understood
from statecore.decisions import Decision
from statecore.digests import short

__all__ = ["plain_answer", "plain_fork", "tell_answer", "tell_fork"]

Title = Callable[[str], str]
_SHOWN = 3


def tell_fork(console: Console, fork: Fork, policy: str, title: Title) -> None:
    """Print a fork turn by turn, beside what is recorded."""
    parent = fork.parent
    about = f"{parent.session_id} after event {parent.seq} (head {short(parent.head_digest)}), answered by {policy}"
    console.print(Text(about, style="bold"), soft_wrap=True)
    for turn in fork.turns:
        _tell_turn(console, turn, title)
    console.print(Text(_summary(fork), style="bold"), soft_wrap=True)


def _tell_turn(console: Console, turn: ForkTurn, title: Title) -> None:
    mark = ("off-policy: this message answers a reply that was not given here", "yellow") if turn.off_policy else ""
    console.print(Text.assemble((f"Turn {turn.turn}", "bold"), f"  message {turn.heard}  ", mark), soft_wrap=True)
    lines = Lines(console)
    lines.add("understood", understood(turn.said))
    if turn.recorded is not None and not turn.differs:
        lines.add("both", _action(turn.replied.decision, title))
    else:
        lines.add("recorded", "no reply" if turn.recorded is None else _action(turn.recorded.decision, title))
        lines.add("fork", Text(_action(turn.replied.decision, title), style="cyan"))
    if turn.changes:
        lines.add("differs in", ", ".join(change.name for change in turn.changes))
    console.print()


def _action(decision: Decision, title: Title) -> str:
    """What a reply asks and shows, in a line."""
    asked = f"asks {asked_in_words(decision.ask)}"
    if not decision.slate:
        return f"{asked}; shows nothing"
    named = [" ".join(f"{title(one)} {one}".split()) for one in decision.product_ids[:_SHOWN]]
    rest = f" and {len(decision.slate) - _SHOWN} more" if len(decision.slate) > _SHOWN else ""
    return f"{asked}; shows {' | '.join(named)}{rest} ({percent(decision.confidence)} sure)"


def _summary(fork: Fork) -> str:
    if fork.divergence is None:
        return "no turn asks or shows anything else than recorded"
    later = [turn.turn for turn in fork.turns if turn.off_policy]
    told = f"turn {fork.divergence} is the first to ask or show something else"
    if not later:
        return told
    span = f"turn {later[0]} is" if len(later) == 1 else f"turns {later[0]} to {later[-1]} are"
    return f"{told}; {span} off-policy"


def plain_fork(fork: Fork, policy: str, kept_as: str | None = None) -> dict[str, Json]:
    """A fork as JSON."""
    return {
        "parent": readable(fork.parent.model_dump()),
        "policy": policy,
        "kept_as": kept_as,
        "divergence": fork.divergence,
        "turns": [_plain_turn(turn) for turn in fork.turns],
    }


def _plain_turn(turn: ForkTurn) -> Json:
    return {
        "turn": turn.turn,
        "heard": turn.heard,
        "off_policy": turn.off_policy,
        "differs": turn.differs,
        "acts": [readable(act.model_dump()) for act in turn.said.acts],
        "recorded": None if turn.recorded is None else readable(turn.recorded.decision.model_dump()),
        "fork": readable(turn.replied.decision.model_dump()),
        "changes": [change.name for change in turn.changes],
    }


def tell_answer(console: Console, answer: Answer, session_id: str, title: Title) -> None:
    """Print what the first product of a turn hangs on."""
    first = f"{title(answer.first)} {answer.first}".strip()
    console.print(Text(f"{session_id}, turn {answer.turn}: first comes {first}", style="bold"), soft_wrap=True)
    if answer.alternatives:
        found = table("without", "first would come")
        for one in answer.alternatives:
            leader = "nothing" if one.first is None else f"{title(one.first)} {one.first}".strip()
            found.add_row("\n".join(_stated(stated) for stated in one.left_out), leader)
        console.print(found)
    console.print(_search(answer), soft_wrap=True)


def _stated(stated: Stated) -> str:
    return f"{act_in_words(stated.act)} (turn {stated.turn})"


def _search(answer: Answer) -> str:
    """How far was looked."""
    among = f"{counted(answer.tried, 'decision')} made again, over {counted(len(answer.stated), 'statement')}"
    if answer.alternatives:
        size = len(answer.alternatives[0].left_out)
        smaller = "" if size == 1 else f"; no fewer than {size} change it"
        return f"{among}{smaller}" + ("" if answer.complete else "; there may be more sets of this size")
    if not answer.stated:
        return "nothing was stated: it hangs on the catalog alone"
    stopped = "" if answer.complete else "; the search was cut short"
    return f"{among}: it comes first without any {counted(answer.searched, 'statement')} of them{stopped}"


def plain_answer(answer: Answer, session_id: str) -> dict[str, Json]:
    """An answer as JSON."""
    return {
        "session_id": session_id,
        "turn": answer.turn,
        "first": answer.first,
        "alternatives": [
            {"left_out": [_plain_stated(stated) for stated in one.left_out], "first": one.first}
            for one in answer.alternatives
        ],
        "statements": [_plain_stated(stated) for stated in answer.stated],
        "searched": answer.searched,
        "tried": answer.tried,
        "complete": answer.complete,
    }


def _plain_stated(stated: Stated) -> Json:
    return {
        "statement": act_in_words(stated.act),
        "turn": stated.turn,
        "acts": [{"seq": seq, "place": place} for seq, place in stated.acts],
        "act": readable(stated.act.model_dump()),
    }
