"""Many strings in two arrays, read lazily, and looked up by hash.

The invariant: `StringIndex.find` never returns a wrong id: the hash only finds candidates, the stored string decides.
A lookup is a binary search inside one bucket of sorted 64-bit hashes, on a memoryview: some two microseconds, nothing
parsed (the layout is the fastest of those measured for this project).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

__all__ = ["DIGEST_BYTES", "Lists", "StringIndex", "Strings", "digest_of_text", "hash_sections", "hash_sections_of"]

DIGEST_BYTES = 16
"""Bytes of a string's digest: the first eight are its hash, all together identify it while building."""

_HASH_BYTES = 8
_HASH_BITS = 64
_BUCKET_ITEMS = 4
_MAX_DIRECTORY_BITS = 24


def digest_of_text(text: str) -> bytes:
    """16 bytes of blake2b, the same in every process; text that is not valid Unicode has one too."""
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=DIGEST_BYTES).digest()


class Strings:
    """String number i is the UTF-8 between offsets i and i+1 of a blob."""

    __slots__ = ("_blob", "_offsets", "count")

    def __init__(self, offsets: NDArray[np.int64], blob: memoryview) -> None:
        """View `offsets` (int64[count + 1]) into `blob`."""
        self.count = len(offsets) - 1
        self._offsets = offsets.data
        self._blob = blob

    def __getitem__(self, number: int) -> str:
        """The string of a number; raises IndexError outside of 0 to count - 1."""
        return str(self.raw(number), "utf-8")

    def raw(self, number: int) -> memoryview:
        """The UTF-8 of a string, without a copy."""
        if not 0 <= number < self.count:
            msg = f"no string number {number}: there are {self.count}"
            raise IndexError(msg)
        return self._blob[self._offsets[number] : self._offsets[number + 1]]


class Lists:
    """List number i is the items between offsets i and i+1."""

    __slots__ = ("_items", "_offsets", "count")

    def __init__(self, items: NDArray[np.int32], offsets: NDArray[np.int64]) -> None:
        """View `offsets` (int64[count + 1]) into `items`."""
        self.count = len(offsets) - 1
        self._items = items
        self._offsets = offsets.data

    def __getitem__(self, number: int) -> NDArray[np.int32]:
        """The items of a list, without a copy; raises IndexError outside of 0 to count - 1."""
        if not 0 <= number < self.count:
            msg = f"no list number {number}: there are {self.count}"
            raise IndexError(msg)
        return self._items[self._offsets[number] : self._offsets[number + 1]]


class StringIndex:
    """The numbers of strings by their text."""

    __slots__ = ("_directory", "_hashes", "_numbers", "_shift", "_strings")

    def __init__(
        self,
        strings: Strings,
        hashes: NDArray[np.uint64],
        numbers: NDArray[np.int32],
        directory: NDArray[np.int64],
    ) -> None:
        """View the sections made by `hash_sections` over `strings`."""
        self._strings = strings
        self._hashes = hashes.data
        self._numbers = numbers.data
        self._directory = directory.data
        self._shift = _HASH_BITS - (len(directory) - 1).bit_length() + 1

    def find(self, text: str) -> int:
        """The number of a string, or -1."""
        raw = text.encode("utf-8", "surrogatepass")
        key = int.from_bytes(blake2b(raw, digest_size=DIGEST_BYTES).digest()[:_HASH_BYTES], "little")
        bucket = key >> self._shift
        last = self._directory[bucket + 1]
        at = bisect_left(self._hashes, key, self._directory[bucket], last)
        while at < last and self._hashes[at] == key:
            number: int = self._numbers[at]
            if self._strings.raw(number) == raw:
                return number
            at += 1
        return -1


def hash_sections(digests: NDArray[np.uint64], first: int = 0) -> tuple[NDArray[np.generic], ...]:
    """(hashes uint64[n] sorted, numbers int32[n], directory int64[2**k + 1]) of n strings.

    `digests` is uint64[n], the first eight bytes of each string's digest, for the strings `first`, `first` + 1, ...
    """
    order = np.argsort(digests, kind="stable")
    hashes = digests[order]
    bits = min(max(1, (len(digests) // _BUCKET_ITEMS).bit_length()), _MAX_DIRECTORY_BITS)
    edges = np.arange(1 << bits, dtype=np.uint64) << np.uint64(_HASH_BITS - bits)
    directory = np.append(np.searchsorted(hashes, edges), len(hashes)).astype(np.int64)
    return hashes, (order + first).astype(np.int32), directory


def hash_sections_of(texts: Iterable[str]) -> tuple[NDArray[np.generic], ...]:
    """`hash_sections` of texts that are numbered from 0."""
    digests = np.frombuffer(b"".join(map(digest_of_text, texts)), np.uint64)
    return hash_sections(digests[::2])
