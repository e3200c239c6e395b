"""The compiled index as a file: named, aligned arrays in one data file, described by a manifest.

The invariant: a directory is an index when its `manifest.json` says so and names a data file of exactly the stated
size; the manifest carries a digest of itself, and a sha256 of every section, so any damaged byte can be found. Sections
are mapped read-only: opening parses nothing but the manifest.
"""

from __future__ import annotations

import hashlib
import json
import mmap
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from statecore.errors import CatalogError

__all__ = [
    "ALIGNMENT",
    "FORMAT",
    "MANIFEST",
    "VERSION",
    "Section",
    "Sections",
    "Unsigned",
    "manifest_bytes",
    "manifest_digest",
]

FORMAT: Final = "statecore-catalog"
VERSION: Final = 1
MANIFEST: Final = "manifest.json"
ALIGNMENT: Final = 64
_LARGE_BYTES: Final = 256 * 1024 * 1024
_BLOCK_BYTES: Final = 1024 * 1024
_MAX_MANIFEST_BYTES: Final = 16 * 1024 * 1024
_DAMAGED: Final = "compile the catalog again"

Unsigned: TypeAlias = np.uint16 | np.uint32
Kind = TypeVar("Kind", bound=np.generic)


@dataclass(frozen=True, slots=True)
class Section:
    """One array: numpy dtype string, shape, byte offset in the data file, and the sha256 of its bytes in hex."""

    dtype: str
    shape: tuple[int, ...]
    offset: int
    sha256: str

    @property
    def size(self) -> int:
        """Bytes."""
        return int(np.prod(self.shape, dtype=np.int64)) * np.dtype(self.dtype).itemsize


def manifest_digest(body: Mapping[str, object]) -> str:
    """Sha256 in hex of a manifest's content, without the digest itself and the name of the data file."""
    kept = {key: value for key, value in body.items() if key not in {"digest", "file"}}
    return hashlib.sha256(_canonical(kept)).hexdigest()


def manifest_bytes(body: Mapping[str, object]) -> bytes:
    """A manifest as it stands on disk: canonical JSON with its digest."""
    return _canonical({**body, "digest": manifest_digest(body)}) + b"\n"


def _canonical(body: Mapping[str, object]) -> bytes:
    return json.dumps(body, sort_keys=True, indent=0, ensure_ascii=True).encode()


class Sections:
    """An open index: the manifest's facts and its arrays, mapped."""

    __slots__ = ("_buffer", "counts", "digest", "entries", "path", "size")

    def __init__(self, directory: Path) -> None:
        """Open the index in `directory`; raises `CatalogError` when it is not one, damaged or of another version."""
        body = _read_manifest(directory)
        if not (directory / _file_of(body)).exists():
            body = _read_manifest(directory)  # The index was replaced between the two looks: the new one is whole.
        self.path = directory / _file_of(body)
        try:
            self.size = int(body["size"])
            self.counts: Mapping[str, int] = {str(name): int(count) for name, count in body["counts"].items()}
            self.digest = bytes.fromhex(body["digest"])
            self.entries: Mapping[str, Section] = {
                str(name): _section(entry, self.size) for name, entry in body["sections"].items()
            }
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            msg = f"the manifest has its own digest, but not the content of one ({error}); {_DAMAGED}"
            raise CatalogError(msg, path=str(directory / MANIFEST)) from error
        self._buffer = _mapped(self.path, self.size)

    def __contains__(self, name: object) -> bool:
        """Whether the index has a section of this name."""
        return name in self.entries

    def array(self, name: str, kind: type[Kind]) -> NDArray[Kind]:
        """The read-only array of a section whose dtype must be `kind`; raises `CatalogError` when there is none."""
        array = self.any_array(name)
        if array.dtype != np.dtype(kind):
            msg = f"section {name} has dtype {array.dtype}, not {np.dtype(kind)}; {_DAMAGED}"
            raise CatalogError(msg, path=str(self.path))
        return array.view(kind)

    def any_array(self, name: str) -> NDArray[np.generic]:
        """The read-only array of a section, whatever its dtype; raises `CatalogError` when there is none."""
        entry = self.entries.get(name)
        if entry is None:
            msg = f"the index has no section {name}; {_DAMAGED}"
            raise CatalogError(msg, path=str(self.path))
        dtype = np.dtype(entry.dtype)
        count = entry.size // dtype.itemsize
        flat: NDArray[np.generic] = np.frombuffer(self._buffer, dtype=dtype, count=count, offset=entry.offset)
        return flat.reshape(entry.shape)

    def unsigned(self, name: str) -> NDArray[Unsigned]:
        """The read-only array of a section of unsigned integers, as wide as the compiler found it necessary."""
        array = self.any_array(name)
        if array.dtype.kind != "u":
            msg = f"section {name} has dtype {array.dtype}, not unsigned integers; {_DAMAGED}"
            raise CatalogError(msg, path=str(self.path))
        return cast("NDArray[Unsigned]", array)

    def bytes_of(self, name: str) -> memoryview:
        """The bytes of a section, without a copy."""
        return self.array(name, np.uint8).data

    def verify(self) -> None:
        """Check every byte of the data file; raises `CatalogError` that names the first damaged section."""
        end = 0
        for name, entry in sorted(self.entries.items(), key=lambda item: (item[1].offset, item[1].size)):
            self._verify_padding(end, entry.offset)
            end = entry.offset + entry.size
            digest = hashlib.sha256()
            for start in range(entry.offset, end, _BLOCK_BYTES):
                digest.update(self._buffer[start : min(start + _BLOCK_BYTES, end)])
            if digest.hexdigest() != entry.sha256:
                msg = f"section {name} (bytes {entry.offset} to {end}) does not have its sha256; {_DAMAGED}"
                raise CatalogError(msg, path=str(self.path))
        self._verify_padding(end, self.size)

    def _verify_padding(self, start: int, end: int) -> None:
        if any(self._buffer[start:end]):
            msg = f"bytes {start} to {end} between two sections are not zero; {_DAMAGED}"
            raise CatalogError(msg, path=str(self.path))


def _read_manifest(directory: Path) -> dict[str, Any]:
    path = directory / MANIFEST
    try:
        with path.open("rb") as file:
            raw = file.read(_MAX_MANIFEST_BYTES)
    except OSError as error:
        msg = f"not a compiled catalog: {error.strerror}; make one with `statecore index ROWS -o DIR`"
        raise CatalogError(msg, path=str(path)) from error
    try:
        body = json.loads(raw)
    except (ValueError, RecursionError) as error:
        msg = f"not a compiled catalog: the manifest is not JSON; {_DAMAGED}"
        raise CatalogError(msg, path=str(path)) from error
    if not isinstance(body, dict) or body.get("format") != FORMAT:
        msg = f"not a compiled catalog: the manifest does not say {FORMAT}"
        raise CatalogError(msg, path=str(path))
    if body.get("version") != VERSION:
        msg = f"index version {body.get('version')}, this release reads {VERSION}; {_DAMAGED}"
        raise CatalogError(msg, path=str(path))
    if raw != manifest_bytes({key: value for key, value in body.items() if key != "digest"}):
        msg = f"the manifest was changed or damaged: it does not have its own digest; {_DAMAGED}"
        raise CatalogError(msg, path=str(path))
    return body


def _file_of(body: Mapping[str, object]) -> str:
    return str(body.get("file"))


def _section(entry: Mapping[str, Any], size: int) -> Section:
    """A manifest's entry; raises ValueError when it lies outside of the data file."""
    shape = tuple(int(length) for length in entry["shape"])
    section = Section(np.dtype(entry["dtype"]).str, shape, int(entry["offset"]), str(entry["sha256"]))
    if min(shape, default=0) < 0 or not 0 <= section.offset <= section.offset + section.size <= size:
        msg = "a section lies outside of the data file"
        raise ValueError(msg)
    return section


def _mapped(path: Path, size: int) -> mmap.mmap:
    try:
        with path.open("rb") as file:
            found = file.seek(0, 2)
            if found != size:
                msg = f"the file has {found} bytes, the manifest says {size}; {_DAMAGED}"
                raise CatalogError(msg, path=str(path))
            buffer = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is empty"
        msg = f"the index's data file cannot be mapped: {reason}; {_DAMAGED}"
        raise CatalogError(msg, path=str(path)) from error
    if size > _LARGE_BYTES and hasattr(mmap, "MADV_RANDOM"):
        # Read-ahead pulls in megabytes for each shelf of a large index; measured, it costs memory and the tail.
        buffer.madvise(mmap.MADV_RANDOM)
    return buffer
