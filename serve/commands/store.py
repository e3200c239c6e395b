"""`statecore store`: copying, forgetting, pruning, salvaging and anchoring stores of any backend."""

from __future__ import annotations

import re
import time
from datetime import timedelta
from pathlib import Path
from typing import Annotated

import typer

from serve.console import note, out, progress_bar, write_json
from serve.shell import FOUND_SOMETHING
from serve.stores import STORE_URL, open_store, plain_anchor, store_name
from statecore.errors import BadInputError

__all__ = ["app"]

app = typer.Typer(no_args_is_help=True)

_Source = Annotated[str, typer.Argument(metavar="STORE", help=STORE_URL)]
_AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
_UNITS = {"d": "days", "h": "hours", "m": "minutes", "s": "seconds", "w": "weeks"}


@app.command(
    short_help="Copy sessions between any two stores.",
    epilog="Example: statecore store copy log/ postgresql://shop@localhost/shop",
)
def copy(
    source: Annotated[str, typer.Argument(metavar="SRC", help=STORE_URL)],
    target: Annotated[str, typer.Argument(metavar="DST", help="Likewise; a directory is made if there is none.")],
    *,
    as_json: _AsJson = False,
) -> None:
    """Copy sessions with their chains, message ids and words; broken off and run again, it goes on where it was."""
    from policies.explaining import counted
    from store.copying import copy_store

    with open_store(source, readonly=True, must_exist=True) as old, open_store(target) as new, progress_bar() as told:
        report = copy_store(old, new, progress=lambda done: told(done, None, "copying sessions"))
        head = new.anchor().digest.hex()
    if as_json:
        write_json({"sessions": report.sessions, "turns": report.turns, "texts": report.texts, "head": head})
        return
    moved = f"{counted(report.turns, 'turn')} and {counted(report.texts, 'text')}"
    out().print(f"{counted(report.sessions, 'session')} compared, {moved} copied to {store_name(target)}")


@app.command(
    short_help="Forget a shopper: words and pseudonym key.",
    epilog="Example: statecore store erase log/ --shopper maria@example.com",
)
def erase(
    store: _Source,
    shopper: Annotated[str, typer.Option(metavar="ID", help="The shopper's id, as the shop knows them.")],
    *,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    as_json: _AsJson = False,
) -> None:
    """Destroy a shopper's words and the key to their pseudonym; every session of theirs still verifies and replays."""
    from policies.explaining import counted
    from store.privacy import erase_shopper

    if not yes and not typer.confirm("Forget this shopper for good?", err=True):
        raise typer.Exit(FOUND_SOMETHING)
    with open_store(store, must_exist=True) as opened:
        report = erase_shopper(opened, shopper, at_us=time.time_ns() // 1000)
    if as_json:
        write_json({"sessions": list(report.sessions), "texts": report.texts, "key": report.key})
        return
    if not report.key:
        out().print("nothing is known of this shopper")
        return
    gone = f"{counted(report.texts, 'text')} of {counted(len(report.sessions), 'session')}"
    out().print(f"destroyed: {gone}, and the key to the pseudonym")


@app.command(short_help="Destroy old words.", epilog="Example: statecore store prune log/ --older-than 90d --dry-run")
def prune(
    store: _Source,
    older_than: Annotated[str, typer.Option(metavar="AGE", help="A number and a unit: 90d, 12h, 4w.")],
    *,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only count what would go.")] = False,
    as_json: _AsJson = False,
) -> None:
    """Destroy the words of messages older than an age; the events stay, and every decision still replays."""
    from policies.explaining import counted
    from store.privacy import prune_texts

    age_us = int(age_of(older_than).total_seconds() * 1e6)
    with open_store(store, must_exist=True) as opened:
        report = prune_texts(opened, before_us=time.time_ns() // 1000 - age_us, dry_run=dry_run)
    if as_json:
        write_json({"sessions": list(report.sessions), "texts": report.texts, "dry_run": report.dry_run})
        return
    went = "would go" if report.dry_run else "destroyed"
    out().print(f"{counted(report.texts, 'text')} of {counted(len(report.sessions), 'session')} {went}")


def age_of(text: str) -> timedelta:
    """A length of time.

    >>> age_of("90d").days, age_of("12h").seconds
    (90, 43200)
    """
    found = re.fullmatch(r"(\d{1,6})([smhdw])", text.strip())
    if found is None:
        raise BadInputError(f"{text!r} is no age: a number and one of s, m, h, d, w, as in 90d")
    return timedelta(**{_UNITS[found[2]]: int(found[1])})


@app.command(
    short_help="Save what a damaged store still holds.", epilog="Example: statecore store salvage log/ saved-log/"
)
def salvage(
    damaged: Annotated[Path, typer.Argument(metavar="STORE", help="The damaged store's directory; it is only read.")],
    target: Annotated[Path, typer.Argument(metavar="DST", help="A new directory.")],
    *,
    as_json: _AsJson = False,
) -> None:
    """Copy every whole turn that still chains from a damaged store into a new one; say what is lost, and where."""
    from policies.explaining import counted
    from store.directory import DirectoryStore
    from store.salvage import salvage as save

    if target.exists() and any(target.iterdir()):
        raise BadInputError(f"{target} is not empty: salvage into a new directory")
    if not damaged.is_dir():
        raise BadInputError(f"no store at {damaged}")
    with DirectoryStore(target) as opened:
        report = save(damaged, opened)
    found = [
        {"status": one.status, "path": one.path, "offset": one.offset, "what": one.what} for one in report.findings
    ]
    if as_json:
        counts = {"sessions": report.sessions, "turns": report.turns, "texts": report.texts, "lost": report.lost}
        write_json({**counts, "findings": found})
        return
    for one in report.findings:
        note(f"{one.path}, byte {one.offset}: {one.what}")
    saved = f"{counted(report.turns, 'turn')} of {counted(report.sessions, 'session')}"
    out().print(f"saved: {saved}, {counted(report.texts, 'text')}; turns that no longer chain: {report.lost}")


@app.command(short_help="Print the store's anchor.", epilog="Example: statecore store anchor log/ > anchor.json")
def anchor(store: _Source) -> None:
    """Print the count and head digest of the whole store as JSON: kept elsewhere, it shows when the tail was cut."""
    with open_store(store, readonly=True, must_exist=True) as opened:
        now = opened.anchor()
    write_json(plain_anchor(now))
