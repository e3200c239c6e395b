"""Checks stored turns one after the other, in commit order, and collects what is wrong: the same for every backend.

Invariant: it looks at stored bytes only. It never repairs, never raises on damage, and never leaves a finding out.
"""

from __future__ import annotations

from collections.abc import Iterator

from statecore.codec import CODEC_VERSION, unpack
from statecore.digests import GENESIS, chain, keyed_digest, short
from statecore.errors import CodecError
from store.anchors import EMPTY_ANCHOR, RunningAnchor
from store.contract import Anchor, Finding, Status, Turn, VerifyReport
from store.turn import decode_turn

__all__ = ["Inspector"]

_NEW = (0, GENESIS)
_RANK: dict[Status, int] = {"intact": 0, "torn": 1, "truncated": 2, "damaged": 3, "foreign": 4}


class Inspector:
    """Collects findings over a store's turns; `report` closes it.

    `anchor`, when given, is what the store is held against: with fewer turns it is truncated, with other turns foreign.
    """

    def __init__(self, anchor: Anchor | None = None, *, canonical: bool = True) -> None:
        """Start with nothing seen; without `canonical` the form of each event's bytes is left unchecked."""
        self._expected = anchor
        self._canonical = canonical
        self._findings: list[Finding] = []
        self._heads: dict[str, tuple[int, bytes]] = {}
        self._message_ids: set[tuple[str, str]] = set()
        self._anchor = RunningAnchor()
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
            turn = decode_turn(data, trusted=not self._canonical)
        except CodecError as error:
            self.fault("damaged", path, offset, str(error))
            return None
        name, first_seq, message_id, previous_digest, head_digest, payloads = turn
        digest = previous_digest
        for payload in payloads:
            digest = chain(digest, payload)
        seq, head = self._heads.get(name, _NEW)
        sound = first_seq == seq + 1 and previous_digest == head and digest == head_digest
        known = message_id is not None and (name, message_id) in self._message_ids
        if not sound or known or self._canonical:
            for what in self._faults(turn, digest, known=known):
                self.fault("damaged", path, offset, what, session_id=name, seq=first_seq)
        if message_id is not None:
            self._message_ids.add((name, message_id))
        self._heads[name] = (first_seq + len(payloads) - 1, head_digest)
        self._anchor.take(turn)
        if self._expected is not None and self._anchor.turns == self._expected.turns:
            self._compare(self._expected, path, offset)
        return turn

    def _faults(self, turn: Turn, digest: bytes, *, known: bool) -> Iterator[str]:
        seq, head = self._heads.get(turn.session_id, _NEW)
        if turn.first_seq != seq + 1:
            yield f"the session goes on at seq {turn.first_seq}, but it ended at seq {seq}"
        if turn.previous_digest != head:
            yield f"chained to {short(turn.previous_digest)}, but the session's head is {short(head)}"
        if digest != turn.head_digest:
            yield f"the events chain to {short(digest)}, but the stored head is {short(turn.head_digest)}"
        if known:
            yield f"message id {turn.message_id!r} stands twice in the session"
        if self._canonical:
            yield from (what for payload in turn.payloads if (what := _payload_fault(payload)))

    def _compare(self, expected: Anchor, path: str, offset: int) -> None:
        if self._anchor.value != expected:
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
        return VerifyReport(
            status, tuple(self._findings), len(self._heads), self._anchor.value, self._texts, self._erased
        )


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
