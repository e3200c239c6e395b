"""A turn as stored: its events' bytes with the session, the message id and the chain around them.

Invariant: a turn is decided here and nowhere else. Given the session's head and what was stored under the same
message id, `plan_turn` says append, replay or refuse; every backend acts on its answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from statecore.codec import CODEC_VERSION, Plain, pack, unpack
from statecore.digests import DIGEST_SIZE, chain
from statecore.errors import BadInputError, CodecError, ConflictError, MessageIdError
from statecore.events import Event, ShopperSaid, encode_event
from store.contract import Batch, Head, Receipt, SaltedText, StoredEvent, Turn
from store.vault import check_texts

__all__ = [
    "MAX_TURN_BYTES",
    "Start",
    "check_batch",
    "decode_turn",
    "encode_batch",
    "encode_turn",
    "matches",
    "plan_turn",
    "read_start",
    "stored_events",
    "turn_receipt",
]

MAX_TURN_BYTES = 16 * 1024 * 1024
MAX_ID_CHARS = 200
_FIELDS = 6


def encode_turn(turn: Turn) -> bytes:
    """The canonical bytes of a turn, the same in every backend."""
    return pack(tuple(turn), trusted=True)


def decode_turn(data: bytes, *, trusted: bool = False) -> Turn:
    """The turn that `data` holds; raise `CodecError` when it is none.

    `trusted` leaves out the check that the bytes are canonical, for bytes whose checksum was just verified.
    """
    value = unpack(data, trusted=trusted)
    if not isinstance(value, tuple) or len(value) != _FIELDS:
        msg = "a turn is an array of six fields; these bytes hold something else"
        raise CodecError(msg)
    if not _well_formed(value):
        msg = "the fields of a turn do not have their types"
        raise CodecError(msg)
    return Turn._make(value)


def _well_formed(fields: tuple[Plain, ...]) -> bool:
    session_id, first_seq, message_id, *digests, payloads = fields
    return (
        isinstance(session_id, str)
        and type(first_seq) is int
        and first_seq >= 1
        and (message_id is None or isinstance(message_id, str))
        and list(map(type, digests)) == [bytes, bytes]
        and list(map(len, digests)) == [DIGEST_SIZE, DIGEST_SIZE]  # type: ignore[arg-type]  # bytes, as just seen
        and isinstance(payloads, tuple)
        and len(payloads) > 0
        and set(map(type, payloads)) == {bytes}
    )


def stored_events(turn: Turn) -> Iterator[StoredEvent]:
    """The events of a turn, each with the chain digest after it."""
    digest = turn.previous_digest
    for seq, payload in enumerate(turn.payloads, start=turn.first_seq):
        digest = chain(digest, payload)
        yield StoredEvent(turn.session_id, seq, payload, digest)


def turn_receipt(turn: Turn, *, replayed: bool = False) -> Receipt:
    """The receipt of a stored turn."""
    return Receipt(turn.session_id, turn.first_seq, turn.seq, turn.head_digest, replayed)


def encode_batch(events: Sequence[Event], texts: Sequence[SaltedText]) -> tuple[bytes, ...]:
    """The events' bytes; raise `BadInputError` when a text belongs to none of them."""
    referenced = {event.text_digest for event in events if isinstance(event, ShopperSaid)}
    for text in texts:
        if text.digest not in referenced:
            msg = "a text was handed in that no event refers to: set text_digest to the digest of its SaltedText"
            raise BadInputError(msg)
    return tuple(encode_event(event) for event in events)


def check_batch(batch: Batch) -> None:
    """Raise `BadInputError` for an append that no store could take, `CodecError` for words that are not valid text."""
    for name, value in (("session id", batch.session_id), ("message id", batch.message_id)):
        if value is not None and not _is_id(value):
            msg = f"a {name} is 1 to {MAX_ID_CHARS} characters of valid text"
            raise BadInputError(msg)
    if not batch.payloads:
        msg = f"nothing to append to session {batch.session_id!r}: a turn has at least one event"
        raise BadInputError(msg)
    if sum(map(len, batch.payloads)) > MAX_TURN_BYTES:
        msg = f"a turn may have {MAX_TURN_BYTES} bytes at most, this one of session {batch.session_id!r} has more"
        raise BadInputError(msg)
    check_texts(batch.texts)


def _is_id(value: str) -> bool:
    try:
        return 1 <= len(value) <= MAX_ID_CHARS and value.encode() is not None
    except UnicodeEncodeError:
        return False


def plan_turn(batch: Batch, *, head: Head, known: Turn | None) -> Turn | Receipt:
    """What an append has to do: store the returned turn, or report the returned receipt; or it is refused.

    `head` is where the session stands, `known` the turn stored under the same message id. The message id is looked
    at first: a retry arrives after the session moved on, and is no conflict.
    """
    if known is not None:
        if known.payloads == batch.payloads:
            return turn_receipt(known, replayed=True)
        msg = (
            f"message id {batch.message_id!r} of session {batch.session_id!r} was used for other events at seq "
            f"{known.first_seq} to {known.seq}: a new message needs a new id"
        )
        raise MessageIdError(msg)
    if head.seq != batch.expected_seq:
        raise ConflictError(batch.session_id, expected_seq=batch.expected_seq, seq=head.seq, head_digest=head.digest)
    digest = head.digest
    for payload in batch.payloads:
        digest = chain(digest, payload)
    return Turn(batch.session_id, head.seq + 1, batch.message_id, head.digest, digest, batch.payloads)


class Start(NamedTuple):
    """When a session began (microseconds, 0 if its first event is unreadable), and for which pseudonym."""

    at_us: int
    shopper: bytes | None


def read_start(payload: bytes) -> Start:
    """What lists of sessions are filtered by, from a session's first event; unknown kinds are no error here.

    >>> from statecore.events import VisitEnded
    >>> read_start(encode_event(VisitEnded(at_us=7)))
    Start(at_us=7, shopper=None)
    """
    body = _body_of(payload)
    at_us, shopper = body.get("at_us"), body.get("shopper")
    return Start(at_us if type(at_us) is int else 0, shopper if isinstance(shopper, bytes) else None)


def _body_of(payload: bytes) -> dict[str, Plain]:
    if payload[:1] != bytes((CODEC_VERSION,)):
        return {}
    try:
        record = unpack(payload[1:], trusted=True)
    except CodecError:
        return {}  # the bytes are kept and verified as they are; only the filters do not see them
    body = record[-1] if isinstance(record, tuple) and record else None
    return body if isinstance(body, dict) else {}


def matches(start: Start, shopper: bytes | None, since_us: int | None, until_us: int | None) -> bool:
    """Whether a session belongs in a list of sessions: `since_us <= start < until_us`, and of that shopper.

    >>> matches(Start(5, None), None, 5, 6), matches(Start(5, None), None, None, 5)
    (True, False)
    """
    if shopper is not None and start.shopper != shopper:
        return False
    return (since_us is None or since_us <= start.at_us) and (until_us is None or start.at_us < until_us)
