"""The sessions of a log in memory: where each one stands, in columns, some 150 bytes a session.

Invariant: the index is derived. It can be dropped and built again from the log at any time, and then it is equal.
"""

from __future__ import annotations

from array import array

from statecore.digests import DIGEST_SIZE
from store.contract import EMPTY_HEAD, Head
from store.turn import Start, Turn, matches, read_start

__all__ = ["SessionIndex"]

_NOBODY = -1


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
            self._add(turn, address)
            return
        self._seqs[row] = turn.seq
        self._lasts[row] = address
        self._heads[row * DIGEST_SIZE : (row + 1) * DIGEST_SIZE] = turn.head_digest

    def _add(self, turn: Turn, address: int) -> None:
        start = read_start(turn.payloads[0])
        self._rows[turn.session_id] = len(self._rows)
        self._seqs.append(turn.seq)
        self._lasts.append(address)
        self._heads += turn.head_digest
        self._starts.append(start.at_us)
        if start.shopper is None:
            self._shopper_of.append(_NOBODY)
        else:
            self._shopper_of.append(self._shoppers.setdefault(start.shopper, len(self._shoppers)))

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
