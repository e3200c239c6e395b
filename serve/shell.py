"""How commands end: one line for an error, an exit code that means something, and never a traceback.

Invariant: 0 is success, 1 a check that found something (or a store that failed), 2 what the caller handed in, 130
Ctrl-C, 141 a reader that went away, and 70 a fault of this program, which is told with its place. With
STATECORE_DEBUG=1 an error shows its traceback.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperGroup
from typing_extensions import override

from statecore.errors import BadInputError, RangeError, StatecoreError, StoreFormatError, UnknownSessionError

__all__ = ["FOUND_SOMETHING", "CleanGroup", "exit_code_of", "fault_line"]

FOUND_SOMETHING = 1
BAD_INPUT = 2
FAULT = 70
INTERRUPTED = 130
BROKEN_PIPE = 141
_DEBUG = "STATECORE_DEBUG"


def exit_code_of(error: Exception) -> int:
    """The exit code that an error ends the command with.

    >>> exit_code_of(BadInputError("no")), exit_code_of(StatecoreError("no")), exit_code_of(KeyError("no"))
    (2, 1, 70)
    """
    if isinstance(error, typer.TyperException):
        return error.exit_code
    if isinstance(error, BadInputError | RangeError | StoreFormatError | UnknownSessionError | OSError):
        return BAD_INPUT
    return FOUND_SOMETHING if isinstance(error, StatecoreError) else FAULT


def fault_line(error: Exception) -> str:
    """An error in one line, for people."""
    if isinstance(error, typer.TyperException):
        command = getattr(getattr(error, "ctx", None), "command_path", "statecore")
        return f"{error.format_message().rstrip('.')} (see {command} --help)"
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    if isinstance(error, StatecoreError):
        notes = "".join(f" ({note})" for note in getattr(error, "__notes__", ()))
        return " ".join(f"{error}{notes}".split())
    frame = traceback.extract_tb(error.__traceback__)[-1]
    place = f"{frame.name} ({Path(frame.filename).name}, line {frame.lineno})"
    return f"a fault in Statecore: {type(error).__name__} in {place}; {_DEBUG}=1 shows all of it"


class CleanGroup(TyperGroup):
    """The command line's outermost group: what its commands raise ends here."""

    @override
    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run the command line and exit; without `standalone_mode`, return the exit code."""
        try:
            result = super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
            code = result if isinstance(result, int) else 0
        except Exception as error:  # noqa: BLE001 - told in one line, with an exit code; STATECORE_DEBUG shows all
            if os.environ.get(_DEBUG) == "1":
                traceback.print_exc()
            sys.stderr.write(f"statecore: {fault_line(error)}\n")
            code = exit_code_of(error)
        if standalone_mode:
            sys.exit(code)
        return code

    @override
    def invoke(self, ctx: Any) -> Any:
        """Run the command; a reader that went away and Ctrl-C end it quietly."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            _close_quietly()
            raise typer.Exit(BROKEN_PIPE) from None
        except KeyboardInterrupt:
            sys.stderr.write("\nstatecore: stopped\n")
            raise typer.Exit(INTERRUPTED) from None
        return result


def _close_quietly() -> None:
    """Point stdout nowhere, so that what is still buffered does not fail once more on the way out."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
