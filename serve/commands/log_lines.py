"""`statecore log export` and `statecore log import`: sessions as JSON lines, and back to identical bytes."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO, TextIO

import typer

from serve.console import note, out
from serve.places import StoreOption, store_and_sessions
from serve.stores import open_store

if TYPE_CHECKING:
    from replay.transcript import Imported

__all__ = ["EXPORT_EXAMPLE", "IMPORT_EXAMPLE", "export", "import_"]

EXPORT_EXAMPLE = "Example: statecore log export log/ SESSION --words -o session.jsonl"
IMPORT_EXAMPLE = "Example: statecore log import session.jsonl other-log/"


def export(
    named: Annotated[
        list[str] | None,
        typer.Argument(metavar="STORE [SESSION]...", help="The store's directory, and ids; all sessions if left out."),
    ] = None,
    store: StoreOption = None,
    output: Annotated[Path | None, typer.Option("-o", "--output", metavar="FILE", help="Instead of stdout.")] = None,
    *,
    words: Annotated[bool, typer.Option("--words", help="With the shopper's own words, where they are kept.")] = False,
) -> None:
    """Write sessions as JSON lines that people can read and import gives back in every byte."""
    from policies.explaining import counted
    from replay.transcript import export_session
    from serve.telling import event_in_words

    url, ids = store_and_sessions(named, store)
    with open_store(url, readonly=True, must_exist=True) as opened, _written(output) as stream:
        chosen = ids or list(opened.sessions())
        for session_id in chosen:
            for line in export_session(opened, session_id, words=words, in_words=event_in_words):
                stream.write(line + "\n")
    if output is not None:
        note(f"{counted(len(chosen), 'session')} in {output}")


@contextmanager
def _written(path: Path | None) -> Iterator[TextIO]:
    """Stdout, or a file that appears whole or not at all."""
    if path is None:
        yield sys.stdout
        return
    made = path.with_name(f"{path.name}.new")
    try:
        with made.open("w", encoding="utf-8", newline="\n") as stream:
            yield stream
        made.replace(path)
    finally:
        made.unlink(missing_ok=True)


def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Exported lines; - is stdin.")],
    store: Annotated[str, typer.Argument(metavar="STORE", help="A store's directory, made if there is none, or URL.")],
) -> None:
    """Append exported sessions to a store, each once all of its lines were checked against its chain."""
    from replay.transcript import import_sessions

    with _lines(file) as (lines, name), open_store(store) as opened:
        for one in import_sessions(opened, lines, path=name):
            out().print(_told(one), soft_wrap=True)


@contextmanager
def _lines(path: Path) -> Iterator[tuple[BinaryIO, str]]:
    if str(path) == "-":
        yield sys.stdin.buffer, "stdin"
        return
    with path.open("rb") as stream:
        yield stream, str(path)


def _told(one: Imported) -> str:
    from policies.explaining import counted
    from statecore.digests import short

    new = f"new: {counted(one.appends, 'append')}, {counted(one.texts, 'text')}"
    head = f"{counted(one.head.seq, 'event')}, head {short(one.head.digest)}"
    return f"{one.session_id}: {head}; {new if one.appends else 'was there already'}"
