"""Writing an index: arrays go into one aligned data file, growing columns through spools on disk.

The invariant: what is written depends only on the names, the order and the contents of the sections, and memory stays
bounded by one block of a column.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np
from numpy.typing import NDArray

from catalog.sections import ALIGNMENT, FORMAT, MANIFEST, VERSION, Section, manifest_bytes

__all__ = ["SectionWriter", "Spool"]

_BLOCK_BYTES = 4 * 1024 * 1024


class Spool:
    """A column that grows on disk until it is copied into the data file."""

    def __init__(self, path: Path, dtype: str) -> None:
        """An empty column of numpy dtype string `dtype`, in a new file at `path`."""
        self.path = path
        self.dtype = dtype
        self.size = 0
        self._file = path.open("wb", buffering=_BLOCK_BYTES)

    def write(self, items: NDArray[np.generic] | bytes) -> None:
        """Append items: an array, which is cast to the column's dtype when that loses nothing, or its bytes."""
        raw = (
            items if isinstance(items, bytes) else np.ascontiguousarray(items.astype(self.dtype, copy=False)).tobytes()
        )
        self._file.write(raw)
        self.size += len(raw)

    def __len__(self) -> int:
        """Items written so far."""
        return self.size // np.dtype(self.dtype).itemsize

    def array(self) -> NDArray[np.generic]:
        """Everything written, mapped read-only."""
        self._file.flush()
        if not self.size:
            return np.empty(0, self.dtype)
        return np.memmap(self.path, dtype=self.dtype, mode="r")

    def close(self) -> None:
        """Close the file; what was written stays readable."""
        self._file.close()


class SectionWriter:
    """The data file of an index under construction, in a directory of its own."""

    FILE = "catalog.bin"

    def __init__(self, directory: Path) -> None:
        """Start an empty data file."""
        self.directory = directory
        self._sections: dict[str, Section] = {}
        self._file = (directory / self.FILE).open("wb", buffering=0)
        self._end = 0

    def __enter__(self) -> Self:
        """Write within a with block, which closes the file."""
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        """Close the file."""
        self._file.close()

    def add(self, name: str, items: NDArray[np.generic] | bytes) -> None:
        """Append a section; bytes become an array of uint8. Raises ValueError for a name that is taken."""
        if name in self._sections:
            msg = f"the index already has a section {name}"
            raise ValueError(msg)
        array = np.frombuffer(items, np.uint8) if isinstance(items, bytes) else np.ascontiguousarray(items)
        array = array.astype(array.dtype.newbyteorder("<"), copy=False)
        padding = -self._end % ALIGNMENT
        self._put(bytes(padding))
        offset, digest = self._end, hashlib.sha256()
        flat = array.reshape(-1)
        step = max(1, _BLOCK_BYTES // max(1, array.itemsize))
        for start in range(0, flat.size, step):
            block = flat[start : start + step].tobytes()
            digest.update(block)
            self._put(block)
        self._sections[name] = Section(array.dtype.str, array.shape, offset, digest.hexdigest())

    def _put(self, raw: bytes) -> None:
        self._file.write(raw)
        self._end += len(raw)

    def body(self, counts: Mapping[str, int], file: str = FILE) -> dict[str, object]:
        """The manifest's content for what was written up to now."""
        sections = {
            name: {"dtype": it.dtype, "shape": list(it.shape), "offset": it.offset, "sha256": it.sha256}
            for name, it in self._sections.items()
        }
        return {
            "format": FORMAT,
            "version": VERSION,
            "counts": dict(counts),
            "file": file,
            "size": self._end,
            "sections": sections,
        }

    def write_manifest(self, counts: Mapping[str, int]) -> None:
        """Make the directory an index of what was written up to now; more sections can follow."""
        (self.directory / MANIFEST).write_bytes(manifest_bytes(self.body(counts)))
