"""What a verification found, for people and as JSON.

Invariant: a verdict is ok only when every byte is intact and, where a replay was asked for, every decision was
reproduced under its own digests; a replay that could not be done is never ok.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.text import Text

from catalog.index import Catalog
from replay.audit import AuditReport, Difference
from replay.parallel import audit_parallel
from serve.console import Json, progress_bar, readable, table
from serve.stores import open_store
from statecore.codec import Plain
from statecore.digests import short
from store.contract import Anchor, VerifyReport
from store.verify import verify_directory

__all__ = ["Verdict", "check_bytes", "plain_verdict", "replay_store", "tell_verdict"]

_BRIEF = 160


@dataclass(frozen=True, slots=True)
class Verdict:
    """The check of the stored bytes, and the replay or why there is none."""

    store: VerifyReport
    replay: AuditReport | None
    why: str = ""
    wanted: bool = True

    @property
    def ok(self) -> bool:
        """Whether nothing at all is wrong."""
        return self.store.ok and (not self.wanted if self.replay is None else self.replay.ok)


def check_bytes(url: str, anchor: Anchor | None = None) -> VerifyReport:
    """Check every stored byte, of a directory that is too damaged to open, too."""
    if "://" not in url:
        return verify_directory(Path(url), anchor)
    with open_store(url) as store:
        return store.verify(anchor)


def replay_store(url: str, catalog: Catalog, jobs: int = 1, anchor: Anchor | None = None) -> Verdict:
    """Replay every session of a store in `jobs` processes, with a bar.

    Raise `CorruptionError` if the store cannot be opened.
    """
    opened = partial(open_store, url, readonly=True, must_exist=True)
    with opened() as store:
        total = sum(1 for _ in store.sessions())
    with progress_bar() as told:
        report = audit_parallel(
            opened,
            partial(Catalog.open, catalog.sections.path.parent),
            jobs=jobs,
            anchor=anchor,
            progress=lambda done: told(done, total, "replaying sessions"),
        )
    return Verdict(report.store, report)


def tell_verdict(console: Console, verdict: Verdict, seconds: float) -> None:
    """Print a verdict."""
    _tell_bytes(console, verdict.store)
    if verdict.replay is None:
        console.print(Text(f"replay   {verdict.why}", style="red" if verdict.wanted else ""))
    else:
        _tell_replay(console, verdict.replay, seconds)


def _tell_bytes(console: Console, report: VerifyReport) -> None:
    """Print what the check of the stored bytes found."""
    anchor = report.anchor
    erased = f", {report.erased_texts:,} erased" if report.erased_texts else ""
    style = None if report.ok else "red"
    console.print(
        f"store    {report.status}: {report.sessions:,} sessions, {anchor.turns:,} appends, {anchor.events:,} events, "
        f"{report.texts:,} texts{erased}; head {short(anchor.digest)}",
        style=style,
        soft_wrap=True,
    )
    for finding in report.findings:
        console.print(Text(f"         {finding.line()}", style="red"), soft_wrap=True)


def _tell_replay(console: Console, report: AuditReport, seconds: float) -> None:
    turns = f"{report.turns:,} turns in {report.sessions:,} sessions"
    words = f"{report.reread:,} messages read again, {report.unread:,} without their words; {seconds:.1f} s"
    if report.decisions_match:
        console.print(
            Text.assemble(f"replay   {turns}: ", ("every decision matches", "bold green"), f"; {words}"), soft_wrap=True
        )
    else:
        console.print(
            Text.assemble(f"replay   {turns}: ", (f"{report.differing_turns:,} differ", "bold red"), f"; {words}")
        )
    for name, count in report.changed.items():
        told = f"         {name} has changed since {count:,} of these sessions were held"
        console.print(Text(told, style="yellow"))
    if report.differences:
        _tell_difference(console, report.differences[0])


def _tell_difference(console: Console, first: Difference) -> None:
    """Print the first differing turn, field by field."""
    console.print(Text(f"first    session {first.session_id}, turn {first.turn}, event {first.seq}: {first.what}"))
    if first.changes:
        fields = table("field", "in the log", "replayed")
        for change in first.changes:
            fields.add_row(change.name, _brief(change.recorded), _brief(change.replayed))
        console.print(fields)


def _brief(value: Plain) -> str:
    """A value for a table."""
    text = json.dumps(readable(value), ensure_ascii=False)
    return text if len(text) <= _BRIEF else f"{text[:_BRIEF]}..."


def plain_verdict(verdict: Verdict) -> Json:
    """A verdict as JSON; `replay` is null when nothing was replayed."""
    store = verdict.store
    return {
        "ok": verdict.ok,
        "store": {
            "status": store.status,
            "sessions": store.sessions,
            "appends": store.anchor.turns,
            "events": store.anchor.events,
            "texts": store.texts,
            "erased_texts": store.erased_texts,
            "head": store.anchor.digest.hex(),
            "findings": [
                {
                    "status": finding.status,
                    "path": finding.path,
                    "offset": finding.offset,
                    "what": finding.what,
                    "session_id": finding.session_id,
                    "seq": finding.seq,
                }
                for finding in store.findings
            ],
        },
        "replay": None if verdict.replay is None else _plain_replay(verdict.replay),
    }


def _plain_replay(report: AuditReport) -> Json:
    return {
        "identical": report.decisions_match,
        "sessions": report.sessions,
        "turns": report.turns,
        "events": report.events,
        "reread": report.reread,
        "unread": report.unread,
        "changed_digests": dict(report.changed),
        "differing_turns": report.differing_turns,
        "differences": [_plain_difference(one) for one in report.differences],
    }


def _plain_difference(one: Difference) -> Json:
    return {
        "session_id": one.session_id,
        "seq": one.seq,
        "turn": one.turn,
        "part": one.part,
        "what": one.what,
        "changes": [
            {"field": change.name, "recorded": readable(change.recorded), "replayed": readable(change.replayed)}
            for change in one.changes
        ],
    }
