"""Certificates: one decision, bound to the log that it stands in and to everything it was made from.

A certificate can be handed out, and checked later (`replay.checking`) by anyone who has the log; with the catalog, the
decision itself is made again. Because it holds the chain's head after the reply, a log that was changed, cut or swapped
for another one does not pass, however well its own checksums fit.

Invariant: a certificate says nothing that was not computed from the log's bytes when it was made, and its text form
reads back to an equal certificate or is refused.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Literal

from reducers.fold import fold
from replay.engine import certify
from replay.timetravel import seq_of_turn
from statecore.codec import Plain
from statecore.digests import GENESIS, chain, digest_bytes
from statecore.errors import CertificateError, CodecError, ReplayError
from statecore.events import AgentReplied, Pins
from statecore.records import pack_record, read_record
from statecore.values import Digest, Identifier, Seq, Tally, Turn, Vocabulary
from store.contract import Anchor, EventStore

__all__ = [
    "DecisionCertificate",
    "StoreAnchor",
    "certificate_text",
    "certify_turn",
    "chain_heads",
    "read_certificate",
    "sealed",
]

_DIGEST = "digest"
_SEAL = "certificate_digest"


class StoreAnchor(Vocabulary):
    """The whole store when the certificate was made: counts, and the digest over its commits."""

    turns: Tally
    events: Tally
    digest: Digest


class DecisionCertificate(Vocabulary):
    """What is certified of the reply to message `turn`, which is event `last_seq` of the session.

    `head_digest` is the chain's head after events `first_seq` to `last_seq`, `state_digest` that of the state in which
    the decision was made; `certificate_digest` covers all the other fields.
    """

    format: Literal["statecore decision certificate"] = "statecore decision certificate"
    version: Literal[1] = 1
    session_id: Identifier
    turn: Turn
    first_seq: Literal[1] = 1
    last_seq: Seq
    head_digest: Digest
    state_digest: Digest
    decision_digest: Digest
    pins: Pins
    anchor: StoreAnchor | None = None
    certificate_digest: Digest = bytes(32)

    def expected_seal(self) -> bytes:
        """What `certificate_digest` must be: SHA-256 of the canonical bytes of all the other fields."""
        return digest_bytes(pack_record(self, omit=_SEAL))

    def store_anchor(self) -> Anchor | None:
        """The anchor as a store takes it."""
        return None if self.anchor is None else Anchor(self.anchor.turns, self.anchor.events, self.anchor.digest)


def sealed(certificate: DecisionCertificate) -> DecisionCertificate:
    """The certificate with the digest of its own fields in place."""
    return certificate.model_copy(update={_SEAL: certificate.expected_seal()})


def chain_heads(payloads: Iterable[bytes]) -> tuple[bytes, ...]:
    """The chain's head after each event of a session, worked out from the stored bytes, from the first event on."""
    heads: list[bytes] = []
    head = GENESIS
    for payload in payloads:
        head = chain(head, payload)
        heads.append(head)
    return tuple(heads)


def certify_turn(store: EventStore, session_id: str, turn: int, *, anchored: bool = True) -> DecisionCertificate:
    """The certificate of the reply to message `turn`; with `anchored` it holds the store's anchor too.

    Raises:
        RangeError: there is no such turn.
        ReplayError: the turn has no reply, or the log contradicts itself: the events do not chain to the stored head
            or do not fold to the state that the reply names, or the reply names another decision than its own.
        UnknownSessionError: there is no such session.
    """
    items = tuple(store.read(session_id))
    last = seq_of_turn(items, turn)
    reply, before = items[last - 1], items[: last - 1]
    event = reply.event
    if not isinstance(event, AgentReplied):
        raise ReplayError(f"turn {turn} of session {session_id!r} has no reply: there is no decision to certify")
    state = fold(item.event for item in before)
    head = chain_heads(item.payload for item in items[:last])[-1]
    made = certify(state, event.decision)
    if head != reply.head_digest:
        raise ReplayError(f"session {session_id!r}: the events up to seq {last} do not chain to their stored head")
    if made != event.certificate or state.pins is None:
        raise ReplayError(
            f"session {session_id!r}, seq {last}: the reply names digests that its own events do not have"
        )
    return sealed(
        DecisionCertificate(
            session_id=session_id,
            turn=turn,
            last_seq=last,
            head_digest=head,
            state_digest=made.state_digest,
            decision_digest=made.decision_digest,
            pins=state.pins,
            anchor=_anchor_of(store) if anchored else None,
        )
    )


def _anchor_of(store: EventStore) -> StoreAnchor:
    anchor = store.anchor()
    return StoreAnchor(turns=anchor.turns, events=anchor.events, digest=anchor.digest)


def certificate_text(certificate: DecisionCertificate) -> str:
    """The certificate as indented JSON, digests in hex, with a newline at the end."""
    return json.dumps(_written(certificate.model_dump()), indent=2, ensure_ascii=False) + "\n"


def _written(value: Plain) -> object:
    if isinstance(value, bytes):
        return value.hex()
    return {name: _written(item) for name, item in value.items()} if isinstance(value, dict) else value


def read_certificate(text: str, *, path: str | None = None) -> DecisionCertificate:
    """The certificate that `certificate_text` wrote, whether or not its digests hold; `path` is named in errors.

    Raise `CertificateError` for anything else: other fields, kinds of values, or versions.
    """
    try:
        value = json.loads(text, object_pairs_hook=_fields_once)
    except (ValueError, RecursionError) as error:
        raise CertificateError(f"not a certificate: no JSON ({error})", path=path) from None
    if not isinstance(value, dict) or value.get("format") != DecisionCertificate.model_fields["format"].default:
        raise CertificateError("not a certificate: certificates say so in their field 'format'", path=path)
    version = value.get("version")
    if type(version) is not int or version != DecisionCertificate.model_fields["version"].default:
        raise CertificateError(f"a certificate of version {version!r}: this release reads version 1", path=path)
    missing = [name for name in DecisionCertificate.model_fields if name not in value]
    if missing:
        raise CertificateError(f"not a certificate: without {', '.join(missing)}", path=path)
    try:
        return read_record(DecisionCertificate, _read(value))
    except (ValueError, CodecError) as error:
        raise CertificateError(f"not a certificate: {error}", path=path) from None


def _fields_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError("a field stands twice")
    return fields


def _read(value: dict[str, object]) -> dict[str, object]:
    """The fields with their digests as bytes."""
    return {name: _read(item) if isinstance(item, dict) else _digest(name, item) for name, item in value.items()}


def _digest(name: str, value: object) -> object:
    if not name.endswith(_DIGEST) or not isinstance(value, str):
        return value
    digest = bytes.fromhex(value)
    if digest.hex() != value:
        raise ValueError(f"{name} is not in small hexadecimal digits")
    return digest
