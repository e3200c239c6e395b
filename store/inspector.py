"""Checks stored turns one after the other, in commit order, and collects what is wrong: the same for every backend.

Invariant: it looks at stored bytes only. It never repairs, never raises on damage, and never leaves a finding out.
"""

from __future__ import annotations

from statecore.codec import CODEC_VERSION, unpack
from statecore.digests import GENESIS, chain, keyed_digest, short
from statecore.errors import CodecError
from store.contract import EMPTY_HEAD, Anchor, Finding, Head, Status, VerifyReport
from store.turn import Turn, decode_turn

__all__ = ["EMPTY_ANCHOR", "Inspector", "advance"]

EMPTY_ANCHOR = Anchor(0, 0, GENESIS)
_RANK: dict[Status, int] = {"intact": 0, "torn": 1, "truncated": 2, "damaged": 3, "foreign": 4}


def advance(anchor: Anchor, turn: Turn) -> Anchor:
    """The anchor of a store after one more turn."""
    return Anchor(anchor.turns + 1, anchor.events + len(turn.payloads), chain(anchor.digest, turn.head_digest))


class Inspector:
    """Collects findings over a store's turns; `report` closes it.

    `anchor`, when given, is what the store is held against: with fewer turns it is truncated, with other turns foreign.
    """

    def __init__(self, anchor: Anchor | None = None, *, canonical: bool = True) -> None:
        """Start with nothing seen; without `canonical` the form of each event's bytes is left unchecked."""
        self._expected = anchor
        self._canonical = canonical
        self._findings: list[Finding] = []
        self._heads: dict[str, Head] = {}
        self._message_ids: set[tuple[str, str]] = set()
        self._anchor = EMPTY_ANCHOR
        self._texts = 0
        self._erased = 0

    def fault(
        self,
        status: Status,
        path: str,
        offset: int,
        what: str,
        *,
        session_id: str | None = None,
        seq: int | None = None,
    ) -> None:
        """Record one finding."""
        self._findings.append(Finding(status, path, offset, what, session_id, seq))

    def turn(self, data: bytes, path: str, offset: int) -> Turn | None:
        """Check one stored turn against its session so far; None when its bytes are no turn."""
        try:
            turn = decode_turn(data)
        except CodecError as error:
            self.fault("damaged", path, offset, str(error))
            return None
        for what in self._faults(turn):
            self.fault("damaged", path, offset, what, session_id=turn.session_id, seq=turn.first_seq)
        self._heads[turn.session_id] = turn.head
        self._anchor = advance(self._anchor, turn)
        if self._expected is not None and self._anchor.turns == self._expected.turns:
            self._compare(path, offset)
        return turn

    def _faults(self, turn: Turn) -> list[str]:
        found = []
        head = self._heads.get(turn.session_id, EMPTY_HEAD)
        if turn.first_seq != head.seq + 1:
            found.append(f"the session goes on at seq {turn.first_seq}, but it ended at seq {head.seq}")
        if turn.previous_digest != head.digest:
            found.append(f"chained to {short(turn.previous_digest)}, but the session's head is {short(head.digest)}")
        digest = turn.previous_digest
        for payload in turn.payloads:
            digest = chain(digest, payload)
        if digest != turn.head_digest:
            found.append(f"the events chain to {short(digest)}, but the stored head is {short(turn.head_digest)}")
        if turn.message_id is not None:
            if (turn.session_id, turn.message_id) in self._message_ids:
                found.append(f"message id {turn.message_id!r} stands twice in the session")
            self._message_ids.add((turn.session_id, turn.message_id))
        if self._canonical:
            found += [what for payload in turn.payloads if (what := _payload_fault(payload))]
        return found

    def _compare(self, path: str, offset: int) -> None:
        if self._anchor != self._expected:
            expected = self._expected or EMPTY_ANCHOR
            what = (
                f"after {expected.turns} turns the store's digest is {short(self._anchor.digest)}, "
                f"the anchor's is {short(expected.digest)}: this is another log"
            )
            self.fault("foreign", path, offset, what)

    def text(self, digest: bytes, salt: bytes, text: bytes, path: str, offset: int) -> None:
        """Check that a stored text is the one that its digest stands for."""
        self._texts += 1
        if keyed_digest(salt, text) != digest:
            self.fault("damaged", path, offset, f"a text does not match its digest {short(digest)}")

    def erased_text(self) -> None:
        """Count a text that was erased on purpose."""
        self._erased += 1

    def report(self, path: str) -> VerifyReport:
        """Everything found; `path` is named when turns that the anchor counts are missing."""
        if self._expected is not None and self._anchor.turns < self._expected.turns:
            missing = self._expected.turns - self._anchor.turns
            self.fault("truncated", path, 0, f"{missing} of the anchor's {self._expected.turns} turns are gone")
        if self._expected is not None and self._expected.turns == 0 and self._expected != EMPTY_ANCHOR:
            self.fault("foreign", path, 0, "the anchor itself is not one of an empty store")
        status: Status = max((finding.status for finding in self._findings), key=_RANK.__getitem__, default="intact")
        return VerifyReport(status, tuple(self._findings), len(self._heads), self._anchor, self._texts, self._erased)


def _payload_fault(payload: bytes) -> str | None:
    if payload[:1] != bytes((CODEC_VERSION,)):
        return f"an event in another codec version than {CODEC_VERSION}"
    try:
        value = unpack(payload[1:])
    except CodecError as error:
        return f"an event: {error}"
    if not isinstance(value, tuple) or [type(part) for part in value] != [str, int, dict]:
        return "an event is not stored as [kind, version, body]"
    return None
