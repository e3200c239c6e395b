"""The sessions of a log in memory: where each one stands, in columns, some 150 bytes a session.

Invariant: the index is derived. It can be dropped and built again from the log at any time, and then it is equal.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping

from statecore.codec import Plain
from statecore.digests import DIGEST_SIZE
from statecore.errors import CodecError
from store.contract import EMPTY_HEAD, Head, Turn
from store.turn import Start, matches, read_start

__all__ = ["SessionIndex"]

_NOBODY = -1
_UNKNOWN_START = Start(0, None)


class SessionIndex:
    """Session id -> head, address of the last turn, start and shopper; ids keep the order of first commit."""

    __slots__ = ("_heads", "_lasts", "_rows", "_seqs", "_shopper_of", "_shoppers", "_starts")

    def __init__(self) -> None:
        """No sessions."""
        self._rows: dict[str, int] = {}
        self._seqs = array("q")
        self._lasts = array("Q")
        self._heads = bytearray()
        self._starts = array("q")
        self._shopper_of = array("i")
        self._shoppers: dict[bytes, int] = {}

    def __len__(self) -> int:
        """How many sessions there are."""
        return len(self._rows)

    def __contains__(self, session_id: str) -> bool:
        """Whether the session has a turn."""
        return session_id in self._rows

    def head(self, session_id: str) -> Head:
        """Where the session stands."""
        row = self._rows.get(session_id)
        if row is None:
            return EMPTY_HEAD
        return Head(self._seqs[row], bytes(self._heads[row * DIGEST_SIZE : (row + 1) * DIGEST_SIZE]))

    def last(self, session_id: str) -> int:
        """The address of the session's last turn; 0 when it has none."""
        row = self._rows.get(session_id)
        return 0 if row is None else self._lasts[row]

    def apply(self, turn: Turn, address: int) -> None:
        """Take in a turn that was committed at `address`."""
        row = self._rows.get(turn.session_id)
        if row is None:
            start = read_start(turn.payloads[0]) if turn.first_seq == 1 else _UNKNOWN_START
            self._add(turn.session_id, turn.seq, address, turn.head_digest, start)
        else:
            self._set(row, turn.seq, address, turn.head_digest)

    def _set(self, row: int, seq: int, address: int, digest: bytes) -> None:
        self._seqs[row] = seq
        self._lasts[row] = address
        self._heads[row * DIGEST_SIZE : (row + 1) * DIGEST_SIZE] = digest

    def _add(self, session_id: str, seq: int, address: int, digest: bytes, start: Start) -> None:
        self._rows[session_id] = len(self._rows)
        self._seqs.append(seq)
        self._lasts.append(address)
        self._heads += digest
        self._starts.append(start.at_us)
        self._shopper_of.append(self._shopper_number(start.shopper))

    def _shopper_number(self, shopper: bytes | None) -> int:
        return _NOBODY if shopper is None else self._shoppers.setdefault(shopper, len(self._shoppers))

    def merge(self, later: SessionIndex) -> None:
        """Take in all turns of an index over the part of the log that follows."""
        if self._rows.keys().isdisjoint(later._rows):
            self._extend(later)
            return
        shoppers = list(later._shoppers)
        for name, row in later._rows.items():
            digest = bytes(later._heads[row * DIGEST_SIZE : (row + 1) * DIGEST_SIZE])
            known = self._rows.get(name)
            if known is not None:
                self._set(known, later._seqs[row], later._lasts[row], digest)
                continue
            number = later._shopper_of[row]
            start = Start(later._starts[row], None if number == _NOBODY else shoppers[number])
            self._add(name, later._seqs[row], later._lasts[row], digest, start)

    def _extend(self, later: SessionIndex) -> None:
        numbers = array("i", map(self._shopper_number, later._shoppers))
        first = len(self._rows)
        self._rows.update(zip(later._rows, range(first, first + len(later)), strict=True))
        self._seqs += later._seqs
        self._lasts += later._lasts
        self._heads += later._heads
        self._starts += later._starts
        self._shopper_of.extend(_NOBODY if number == _NOBODY else numbers[number] for number in later._shopper_of)

    def dump(self) -> dict[str, Plain]:
        """All columns, in a form that the codec stores."""
        return {
            "names": list(self._rows),
            "seqs": self._seqs.tobytes(),
            "lasts": self._lasts.tobytes(),
            "heads": bytes(self._heads),
            "starts": self._starts.tobytes(),
            "shopper_of": self._shopper_of.tobytes(),
            "shoppers": list(self._shoppers),
        }

    @classmethod
    def load(cls, data: Mapping[str, Plain]) -> SessionIndex:
        """The index that `dump` wrote; raise `CodecError` when the columns do not fit together."""
        index = cls()
        names, shoppers = data["names"], data["shoppers"]
        if not isinstance(names, tuple) or not isinstance(shoppers, tuple):
            msg = "the columns of a hint do not have their types"
            raise CodecError(msg)
        index._rows = {name: row for row, name in enumerate(names) if isinstance(name, str)}
        index._shoppers = {name: row for row, name in enumerate(shoppers) if isinstance(name, bytes)}
        for name, column in (
            ("seqs", index._seqs),
            ("lasts", index._lasts),
            ("starts", index._starts),
            ("shopper_of", index._shopper_of),
        ):
            column.frombytes(_column(data, name))
        index._heads = bytearray(_column(data, "heads"))
        lengths = {len(index._seqs), len(index._lasts), len(index._starts), len(index._shopper_of), len(index._rows)}
        if lengths != {len(names)} or len(index._heads) != len(names) * DIGEST_SIZE:
            msg = "the columns of a hint do not have the same length"
            raise CodecError(msg)
        return index

    def select(self, shopper: bytes | None, since_us: int | None, until_us: int | None) -> list[str]:
        """The ids that match, in order of first commit."""
        if shopper is None and since_us is None and until_us is None:
            return list(self._rows)
        if shopper is not None and shopper not in self._shoppers:
            return []
        wanted = None if shopper is None else self._shoppers[shopper]
        return [
            name
            for name, row in self._rows.items()
            if (wanted is None or self._shopper_of[row] == wanted)
            and matches(Start(self._starts[row], None), None, since_us, until_us)
        ]


def _column(data: Mapping[str, Plain], name: str) -> bytes:
    column = data[name]
    if not isinstance(column, bytes):
        msg = f"the column {name} of a hint is not binary"
        raise CodecError(msg)
    return column
