"""Building a directory's new content aside, and putting it in place in one step.

The invariant: at every moment the directory either holds its old index whole, or the new one whole. The data file of an
index has a name of its own (from its digest); replacing the manifest, which names it, is the one atomic step.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from catalog.section_writer import SectionWriter
from catalog.sections import MANIFEST, manifest_bytes, manifest_digest
from statecore.errors import CatalogError

__all__ = ["place", "workshop"]

_PREFIX = ".building-"


@contextmanager
def workshop(out_dir: Path) -> Iterator[Path]:
    """A fresh directory inside `out_dir` to build in, removed at the end whatever happens.

    Raises `CatalogError` when `out_dir` cannot be used: it is a file, cannot be made, or holds something else.
    """
    try:
        out_dir.mkdir(parents=True, exist_ok=True)
        foreign = not (out_dir / MANIFEST).exists() and any(
            not entry.name.startswith(_PREFIX) for entry in out_dir.iterdir()
        )
        if foreign:
            msg = "the directory holds something else: name a new or empty directory, or an index to replace"
            raise CatalogError(msg, path=str(out_dir))
        work = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=out_dir))
    except OSError as error:
        msg = f"cannot write an index here: {error.strerror}"
        raise CatalogError(msg, path=str(out_dir)) from error
    try:
        yield work
    finally:
        shutil.rmtree(work, ignore_errors=True)


def place(writer: SectionWriter, counts: dict[str, int], out_dir: Path) -> bytes:
    """Put a finished data file into `out_dir` durably, drop the one that it replaces, and return the index's digest."""
    body = writer.body(counts)
    digest = manifest_digest(body)
    name = f"catalog-{digest[:16]}.bin"
    old = {path.name for path in out_dir.glob("catalog-*.bin")} - {name}
    data = writer.directory / SectionWriter.FILE
    manifest = writer.directory / MANIFEST
    manifest.write_bytes(manifest_bytes({**body, "file": name}))
    for path in (data, manifest):
        _sync(path)
    data.replace(out_dir / name)
    _sync(out_dir)
    manifest.replace(out_dir / MANIFEST)
    _sync(out_dir)
    for other in sorted(old):
        (out_dir / other).unlink(missing_ok=True)
    return bytes.fromhex(digest)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
