"""JSON Lines files of sessions: one object a line, blank lines passed over, anything else refused with its line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, TypeAlias

from statecore.errors import SessionsError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["Record", "numbered_records"]

Record: TypeAlias = dict[str, object]


def numbered_records(path: Path) -> Iterator[tuple[int, Record]]:
    """Each line's number (from 1) and object.

    Raises:
        SessionsError: the file cannot be read, or a line is not a JSON object.
    """
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise SessionsError(f"cannot be read: {error}", path=str(path)) from error
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield number, _record(line, str(path), number)


def _record(line: str, path: str, number: int) -> Record:
    """One line's object."""
    try:
        value = json.loads(line)
    except ValueError as error:
        raise SessionsError(f"not JSON: {error}", path=path, line=number) from error
    if not isinstance(value, dict):
        raise SessionsError("not a JSON object", path=path, line=number)
    return value
