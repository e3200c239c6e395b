"""Writing a synthetic catalog: the same bytes for the same (count, seed), also when gzipped."""

from __future__ import annotations

import gzip
import json
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, BinaryIO, cast

from lab.synthetic.draws import BLOCK
from lab.synthetic.rows import Row, rows
from statecore.errors import BadInputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

__all__ = ["write_rows"]

_GZIP_LEVEL = 6


def write_rows(path: Path, count: int, seed: int, progress: Callable[[int], None] | None = None) -> None:
    """Write `count` rows of `seed` to `path` as JSON Lines, gzipped if the name ends in .gz.

    The file appears under its name when it is complete; until then it has the suffix .part. `progress` is called with
    the number of rows written so far, about every thousand rows, last with `count`.

    Raises:
        BadInputError: the name ends in neither .jsonl nor .jsonl.gz, or count or seed is out of range.
    """
    if not path.name.endswith((".jsonl", ".jsonl.gz")):
        raise BadInputError(f"{path}: the name must end in .jsonl or .jsonl.gz")
    source = rows(count, seed)
    part = path.with_name(path.name + ".part")
    try:
        with _opened(part, packed=path.suffix == ".gz") as out:
            for done in range(0, count, BLOCK):
                out.write(b"".join(map(_line, islice(source, BLOCK))))
                if progress is not None:
                    progress(min(done + BLOCK, count))
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _line(row: Row) -> bytes:
    """One row as a line."""
    return json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


@contextmanager
def _opened(path: Path, *, packed: bool) -> Iterator[BinaryIO]:
    """A binary file for writing; packed without name and time in the header, so that equal rows give equal bytes."""
    with path.open("wb") as raw:
        if not packed:
            yield raw
            return
        with gzip.GzipFile(filename="", mode="wb", compresslevel=_GZIP_LEVEL, fileobj=raw, mtime=0) as out:
            yield cast("BinaryIO", out)
