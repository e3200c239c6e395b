"""Building a directory's new content aside, and putting it in place in one step.

The invariant: at every moment the directory either holds its old index whole, or the new one whole. The data file of an
index has a name of its own (from its digest); replacing the manifest, which names it, is the one atomic step.
"""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from catalog.section_writer import SectionWriter
from catalog.sections import MANIFEST, manifest_bytes, manifest_digest
from statecore.errors import CatalogError

__all__ = ["place", "workshop"]

_PREFIX = ".building-"
_DATA = re.compile(r"catalog-[0-9a-f]{16}\.bin")


@contextmanager
def workshop(out_dir: Path) -> Iterator[Path]:
    """A fresh directory inside `out_dir` to build in, removed at the end whatever happens.

    What a killed build left behind is removed too. Raises `CatalogError` when `out_dir` cannot be used: it is a file,
    cannot be made, or holds something else; and for any failure of the file system in the block.
    """
    try:
        out_dir.mkdir(parents=True, exist_ok=True)
        _refuse_foreign(out_dir)
        with ExitStack() as held:
            with _locked(out_dir):
                _sweep(out_dir)
                work = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=out_dir))
                held.callback(shutil.rmtree, work, ignore_errors=True)
                held.enter_context(_locked(work))
            yield work
    except OSError as error:
        msg = f"cannot write an index here: {error.strerror or error}"
        raise CatalogError(msg, path=str(out_dir)) from error


def _refuse_foreign(out_dir: Path) -> None:
    if (out_dir / MANIFEST).exists():
        return
    if any(not (entry.name.startswith(_PREFIX) or _DATA.fullmatch(entry.name)) for entry in out_dir.iterdir()):
        msg = "the directory holds something else: name a new or empty directory, or an index to replace"
        raise CatalogError(msg, path=str(out_dir))


def _sweep(out_dir: Path) -> None:
    """Remove the workshops of builds that ended without tidying up: nobody holds their lock."""
    for left in sorted(out_dir.glob(f"{_PREFIX}*")):
        with suppress(BlockingIOError, FileNotFoundError), _locked(left, wait=False):
            shutil.rmtree(left, ignore_errors=True)


@contextmanager
def _locked(directory: Path, *, wait: bool = True) -> Iterator[None]:
    """Hold the one exclusive lock of a directory; the system drops it when the process dies."""
    handle = os.open(directory, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    finally:
        os.close(handle)


def place(writer: SectionWriter, counts: dict[str, int], out_dir: Path) -> bytes:
    """Put a finished data file into `out_dir` durably, drop the one that it replaces, and return the index's digest."""
    body = writer.body(counts)
    digest = manifest_digest(body)
    name = f"catalog-{digest[:16]}.bin"
    data = writer.directory / SectionWriter.FILE
    manifest = writer.directory / MANIFEST
    manifest.write_bytes(manifest_bytes({**body, "file": name}))
    _sync(data)
    _sync(manifest)
    with _locked(out_dir):
        data.replace(out_dir / name)
        _sync(out_dir)
        manifest.replace(out_dir / MANIFEST)
        _sync(out_dir)
        for other in sorted(out_dir.iterdir()):
            if other.name != name and _DATA.fullmatch(other.name):
                other.unlink()
    return bytes.fromhex(digest)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
