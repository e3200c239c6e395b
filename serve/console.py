"""What commands print with: results on stdout, progress and notes on stderr, both fine without a terminal.

Invariant: nothing printed is taken for markup (titles have brackets), and progress never mixes with results.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeAlias

from rich import box
from rich.console import Console
from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Bars
from rich.table import Table
from rich.text import Text
from typing_extensions import override

from statecore.codec import Plain

__all__ = ["Json", "Progress", "err", "note", "out", "progress_bar", "readable", "table", "write_json"]

Json: TypeAlias = "str | int | float | bool | Sequence[Json] | Mapping[str, Json] | None"
Progress: TypeAlias = Callable[[int, int | None, str], None]
"""Called with how much is done, of how much (None: unknown), and what is being done."""

_WIDTH_WITHOUT_TERMINAL = 110


class _Console(Console):
    """A console whose reader may go away: the command ends then, as with any other command."""

    @override
    def on_broken_pipe(self) -> None:
        """Raise the BrokenPipeError on."""
        raise BrokenPipeError


def _console(*, stderr: bool) -> Console:
    stream = sys.stderr if stderr else sys.stdout
    wide = None if stream.isatty() or "COLUMNS" in os.environ else _WIDTH_WITHOUT_TERMINAL
    return _Console(stderr=stderr, highlight=False, markup=False, emoji=False, width=wide)


def out() -> Console:
    """Stdout, for results."""
    return _console(stderr=False)


def err() -> Console:
    """Stderr, for progress and notes."""
    return _console(stderr=True)


def note(text: str) -> None:
    """Say something that is no result."""
    err().print(Text(text, style="dim"))


def write_json(value: Json | Mapping[str, object]) -> None:
    """One JSON value on one line of stdout."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")


def readable(value: Plain) -> Json:
    """A stored value as JSON: bytes (digests) in hex.

    >>> readable({"digest": b"ab", "ids": ("a",)})
    {'digest': '6162', 'ids': ['a']}
    """
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, dict):
        return {key: readable(item) for key, item in value.items()}
    if isinstance(value, (tuple, list)):
        return [readable(item) for item in value]
    return value


def table(*columns: str, right: frozenset[int] = frozenset(), title: str | None = None) -> Table:
    """An empty table; `right` are the places of the columns with numbers."""
    made = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left", title_style="bold", pad_edge=False)
    for place, name in enumerate(columns):
        made.add_column(name, justify="right" if place in right else "left", overflow="fold")
    return made


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """A bar on stderr from the first sign of something long until its end. Without a terminal nothing is printed."""
    console = err()
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    bars = Bars(*columns, console=console, transient=True, disable=not console.is_terminal)

    def told(done: int, total: int | None, what: str) -> None:
        if not bars.tasks:
            bars.start()
            bars.add_task(what, total=total)
        bars.update(bars.tasks[0].id, completed=done, total=total, description=what)

    try:
        yield told
    finally:
        bars.stop()
