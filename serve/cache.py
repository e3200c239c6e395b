"""Compiled catalogs, kept beside their rows so that only the first start compiles.

Invariant: an entry is found under the digest of the rows' bytes and of the code that compiled them, so a changed file
or a changed compiler never meets an old index. Entries appear whole, by rename: processes that compile the same rows
at the same moment do not disturb one another, and the first to finish wins.
"""

from __future__ import annotations

import atexit
import hashlib
import os
import shutil
import tempfile
from pathlib import Path

from catalog.compiler import Progress, compile_catalog
from catalog.index import Catalog
from replay.digests import code_digest
from statecore.digests import digest_of
from statecore.errors import CatalogError

__all__ = ["CACHE_NAME", "entry_name", "open_catalog", "user_cache_dir"]

CACHE_NAME = ".statecore"
"""The folder beside the rows that compiled catalogs are kept in."""

_KEY_LENGTH = 32


def open_catalog(path: Path, *, progress: Progress | None = None) -> Catalog:
    """The catalog at `path`: an index is opened; rows (.jsonl, .jsonl.gz) are compiled first, unless a cache has them.

    Raises:
        CatalogError: there is nothing at `path`, or it holds neither an index nor any usable row.
    """
    if path.is_dir():
        return Catalog.open(path)
    if not path.is_file():
        raise CatalogError(
            "no such file: name a compiled catalog's folder, or rows in .jsonl or .jsonl.gz", path=str(path)
        )
    name = entry_name(path)
    folders = (path.resolve().parent / CACHE_NAME, user_cache_dir())
    for folder in folders:
        found = _opened(folder / name)
        if found is not None:
            return found
    for folder in folders:
        if _is_writable(folder):
            return _compiled(path, folder, name, progress)
    return _compiled(path, _folder_of_this_process(), name, progress)


def entry_name(rows: Path) -> str:
    """The name of the rows' cache entry: the file's name, and 32 hex digits over its bytes and the compiler's code."""
    with rows.open("rb") as stream:
        content = hashlib.file_digest(stream, "sha256").digest()
    key = digest_of((content, code_digest("catalog.compiler", ("catalog", "statecore"))))
    return f"{rows.name}-{key.hex()[:_KEY_LENGTH]}"


def user_cache_dir() -> Path:
    """$XDG_CACHE_HOME/statecore, or ~/.cache/statecore."""
    named = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return (named if named.is_absolute() else Path("~/.cache").expanduser()) / "statecore"


def _opened(entry: Path) -> Catalog | None:
    """The cached catalog; None when there is none, or a damaged one, which is as good as none."""
    try:
        return Catalog.open(entry) if entry.is_dir() else None
    except CatalogError:
        return None


def _is_writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _folder_of_this_process() -> Path:
    """Where nothing can be kept: a temporary folder that goes when the process ends."""
    folder = tempfile.mkdtemp(prefix="statecore-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Path(folder)


def _compiled(rows: Path, folder: Path, name: str, progress: Progress | None) -> Catalog:
    """Compile into a folder of our own, then give it the entry's name."""
    with tempfile.TemporaryDirectory(prefix=".making-", dir=folder, ignore_cleanup_errors=True) as made:
        index = Path(made) / "index"
        compile_catalog(rows, index, progress=progress)
        if entry_name(rows) != name:
            raise CatalogError("the file changed while it was compiled: try again", path=str(rows))
        catalog = _installed(index, folder / name, aside=Path(made) / "damaged")
    _forget_older(folder, rows.name, name)
    return catalog


def _installed(index: Path, entry: Path, *, aside: Path) -> Catalog:
    """Rename the new index to its entry. An entry that another process put there meanwhile is as good as ours."""
    try:
        index.rename(entry)
    except OSError:
        found = _opened(entry)
        if found is not None:
            return found
        entry.rename(aside)
        index.rename(entry)
    return Catalog.open(entry)


def _forget_older(folder: Path, rows_name: str, name: str) -> None:
    """Remove the entries of earlier contents of a file of this name; who has one open keeps what it mapped."""
    stem = f"{rows_name}-"
    for entry in folder.iterdir():
        if entry.name.startswith(stem) and len(entry.name) == len(stem) + _KEY_LENGTH and entry.name != name:
            shutil.rmtree(entry, ignore_errors=True)
