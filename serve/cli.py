"""The `statecore` command: finds out whether the command line's packages are there, and hands over to the commands.

Invariant: this module imports nothing outside of the standard library until `main` runs or `app` is asked for, so it
can say in one line what is missing.
"""

from __future__ import annotations

import sys
from io import TextIOWrapper
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import typer

    app: typer.Typer
    """The commands, as typer's application; imported when it is first looked up."""

__all__ = ["app", "main"]

_CANNOT_START = 2
_INTERRUPTED = 130


def __getattr__(name: str) -> object:
    if name == "app":
        from serve.commands import app as commands  # noqa: PLC0415 - typer and rich are an extra

        return commands
    msg = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(msg)


def main() -> None:
    """Run the command line; exit with 0, 1 for a check that found something, 2 for what cannot be used."""
    try:
        from serve.commands import app as commands  # noqa: PLC0415 - typer and rich are an extra
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in {"typer", "rich"}:
            raise
        sys.stderr.write("statecore: the command line needs two more packages: pip install 'statecore[cli]'\n")
        sys.exit(_CANNOT_START)
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            # Titles and messages are Unicode, whatever the locale; what still cannot be shown is no reason to stop.
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    commands(prog_name="statecore")


if __name__ == "__main__":
    main()
