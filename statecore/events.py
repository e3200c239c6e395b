"""The seven things that can happen, as immutable events, and their bytes.

Invariant: stored bytes are one codec version byte and a canonical array `[kind, version, body]`; they name kinds, never
classes, and `encode_event(decode_event(b)) == b` for bytes of the current version. Older versions are brought up to
date by `statecore.upcast` before they are checked.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, TypeAdapter, ValidationError

from statecore.acts import Act
from statecore.codec import CODEC_VERSION, Plain, pack, unpack
from statecore.decisions import Certificate, Decision
from statecore.errors import CodecError, EventError
from statecore.memory import Memory
from statecore.records import digest_record, pack_record
from statecore.upcast import KIND_VERSIONS, upcast
from statecore.values import Digest, Frame, Identifier, Micros, Reaction, Seq, Tally, Turn, Vocabulary, absent

__all__ = [
    "KINDS",
    "AgentReplied",
    "Event",
    "Parent",
    "Pins",
    "ProductReacted",
    "Profile",
    "ShopperErased",
    "ShopperSaid",
    "VisitEnded",
    "VisitResumed",
    "VisitStarted",
    "decode_event",
    "encode_event",
]


class Pins(Vocabulary):
    """The digests that a session's decisions are bound to, and the name of the policy."""

    policy: Identifier
    catalog_digest: Digest
    policy_digest: Digest
    reducers_digest: Digest
    reader_digest: Digest
    codec_digest: Digest

    def digest(self) -> bytes:
        """One digest of all of them."""
        return digest_record(self)


class Profile(Vocabulary):
    """What a shop says of a shopper in general terms; the contest kit's five fields."""

    purchase_frequency: str = ""
    average_prior_rating: float | None = None
    rating_style: str = ""
    preference_tags: tuple[str, ...] = ()
    summary: str = ""


class Parent(Vocabulary):
    """Where a fork left another session: its id, the last seq in common, and its chain head there."""

    session_id: Identifier
    seq: Seq
    head_digest: Digest


class VisitStarted(Vocabulary):
    """A visit began: under which digests, for which pseudonym, with which profile, and forked off which session.

    `memory` is what earlier visits of the shopper left, carried in whole: replaying needs none of them.

    A fork holds its parent's events up to `parent.seq`, byte for byte, and then this event: its chain proves where
    it comes from.
    """

    kind: Literal["visit_started"] = "visit_started"
    at_us: Micros
    pins: Pins
    shopper: Digest | None = None
    profile: Profile | None = None
    parent: Parent | None = None
    memory: Memory | None = Field(default=None, exclude_if=absent)


class VisitResumed(Vocabulary):
    """The shopper came back to a visit that had been left, and the mission goes on where it stood."""

    kind: Literal["visit_resumed"] = "visit_resumed"
    at_us: Micros


class ShopperSaid(Vocabulary):
    """A message, as acts. Its words are in the vault under `text_digest`; `repaired` tells of broken characters."""

    kind: Literal["shopper_said"] = "shopper_said"
    at_us: Micros
    turn: Turn
    message_id: Identifier | None = None
    text_digest: Digest | None = None
    repaired: bool = False
    frame: Frame = "free"
    acts: tuple[Act, ...] = ()


class AgentReplied(Vocabulary):
    """The agent's decision, with the certificate that binds it to state and digests."""

    kind: Literal["agent_replied"] = "agent_replied"
    at_us: Micros
    turn: Turn
    decision: Decision
    certificate: Certificate


class ProductReacted(Vocabulary):
    """The shopper did something with a product."""

    kind: Literal["product_reacted"] = "product_reacted"
    at_us: Micros
    product_id: Identifier
    reaction: Reaction


class VisitEnded(Vocabulary):
    """The visit is over."""

    kind: Literal["visit_ended"] = "visit_ended"
    at_us: Micros
    reason: Literal["bought", "left", "closed", "out_of_turns"] = "closed"


class ShopperErased(Vocabulary):
    """A shopper's words and pseudonym key were destroyed on request."""

    kind: Literal["shopper_erased"] = "shopper_erased"
    at_us: Micros
    texts: Tally = 0


Event: TypeAlias = Annotated[
    VisitStarted | VisitResumed | ShopperSaid | AgentReplied | ProductReacted | VisitEnded | ShopperErased,
    Field(discriminator="kind"),
]

_EVENT: TypeAdapter[Event] = TypeAdapter(Event)

KINDS: tuple[str, ...] = tuple(KIND_VERSIONS)
_RECORD_LENGTH = 3
_ARRAY_OF_THREE = b"\x93"
"""Msgpack's head of an array of three."""
_HEADS = {
    kind: bytes((CODEC_VERSION,)) + _ARRAY_OF_THREE + pack(kind) + pack(version)
    for kind, version in KIND_VERSIONS.items()
}


def encode_event(event: Event) -> bytes:
    """The stored bytes of an event: version byte, then `[kind, kind version, body]` in canonical msgpack."""
    return _HEADS[event.kind] + pack_record(event, omit="kind")


def decode_event(data: bytes, *, trusted: bool = False) -> Event:
    """The event that `data` stores; raise a `CodecError` that says what is wrong with it.

    `trusted` skips the canonicality check, for bytes whose checksum was just verified.
    """
    if not data or data[0] != CODEC_VERSION:
        found = f"version {data[0]}" if data else "no bytes"
        msg = f"an event in codec {found}; this release reads version {CODEC_VERSION}"
        raise CodecError(msg)
    kind, version, body = _record(unpack(data[1:], trusted=trusted))
    body = upcast(kind, version, body)
    try:
        return _EVENT.validate_python({"kind": kind, **body})
    except ValidationError as error:
        # The rejected input could hold personal text: name the fields only.
        fields = sorted({".".join(str(part) for part in item["loc"]) for item in error.errors(include_input=False)})
        msg = f"not a valid {kind!r} event: {', '.join(fields)}"
        raise EventError(msg) from None


def _record(value: Plain) -> tuple[str, int, dict[str, Plain]]:
    if isinstance(value, tuple) and len(value) == _RECORD_LENGTH:
        kind, version, body = value
        if isinstance(kind, str) and type(version) is int and isinstance(body, dict):
            return kind, version, body
    msg = "an event is stored as [kind, version, body]; these bytes hold something else"
    raise EventError(msg)
