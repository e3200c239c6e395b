"""Events and their bytes: kinds and versions, never class names; what is not an event is refused with a reason."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from statecore.acts import Exclude, NameCategory, SetBudget, ShelfWeight, Unclear, Want
from statecore.codec import Plain, pack
from statecore.decisions import Decision, Offer
from statecore.errors import CodecError, EventError, NotCanonicalError, UnknownKindError
from statecore.events import KINDS, ProductReacted, ShopperSaid, VisitEnded, decode_event, encode_event
from statecore.upcast import KIND_VERSIONS, STEPS, missing_steps, upcast

SAID = ShopperSaid(
    at_us=1_700_000_000_000_000,
    turn=2,
    message_id="m-1",
    acts=(
        Want(attribute="color", value="dusk teal", confidence=0.5, span=(3, 9)),
        Exclude(attribute="material", value="tin"),
        SetBudget(max_minor=4_000),
        NameCategory(phrase="hat", shelves=(ShelfWeight(label="Hats", weight=0.75),), wearer="kids"),
        Unclear(span=(10, 12)),
    ),
)


def record(kind: Plain, version: Plain, body: Plain) -> bytes:
    """Bytes in the stored form."""
    return b"\x01" + pack((kind, version, body))


def test_an_event_comes_back_from_its_bytes() -> None:
    assert decode_event(encode_event(SAID)) == SAID
    assert encode_event(decode_event(encode_event(SAID))) == encode_event(SAID)


@given(st.integers(0, 2**63 - 1), st.sampled_from(["opened", "dismissed", "saved", "bought"]))
def test_trusted_and_checked_decoding_agree(at_us: int, reaction: str) -> None:
    event = ProductReacted.model_validate({"at_us": at_us, "product_id": "p", "reaction": reaction})
    data = encode_event(event)
    assert decode_event(data, trusted=True) == decode_event(data) == event


def test_stored_bytes_name_the_kind_and_no_class() -> None:
    assert b"visit_ended" in encode_event(VisitEnded(at_us=0))
    assert b"VisitEnded" not in encode_event(VisitEnded(at_us=0))


def test_an_unknown_kind_is_named() -> None:
    with pytest.raises(UnknownKindError, match="'visit_paused' version 1"):
        decode_event(record("visit_paused", 1, {}))


def test_a_version_from_the_future_is_named() -> None:
    with pytest.raises(UnknownKindError, match="'visit_ended' version 9"):
        decode_event(record("visit_ended", 9, {}))


@pytest.mark.parametrize(
    "value", [None, 7, "text", (), ("visit_ended", 1), ("visit_ended", 1, ()), (1, 1, {}), ("visit_ended", True, {})]
)
def test_bytes_of_something_else_are_no_event(value: Plain) -> None:
    with pytest.raises(EventError, match="stored as"):
        decode_event(b"\x01" + pack(value))


def test_an_invalid_body_names_its_fields_and_keeps_quiet_about_their_values() -> None:
    with pytest.raises(EventError) as caught:
        decode_event(record("product_reacted", 1, {"at_us": 1, "product_id": 7, "reaction": "my secret words"}))
    assert "product_id" in str(caught.value)
    assert "secret" not in str(caught.value)


def test_an_unknown_field_is_refused() -> None:
    with pytest.raises(EventError, match="mood"):
        decode_event(record("visit_ended", 1, {"at_us": 1, "reason": "closed", "mood": "fine"}))


def test_another_codec_version_is_refused_by_name() -> None:
    with pytest.raises(CodecError, match="version 2"):
        decode_event(b"\x02" + encode_event(SAID)[1:])
    with pytest.raises(CodecError, match="no bytes"):
        decode_event(b"")


def test_a_body_that_is_not_canonical_is_refused() -> None:
    body = encode_event(VisitEnded(at_us=1))
    loose = body.replace(b"\xa5at_us\x01", b"\xa5at_us\xcc\x01")
    assert loose != body
    with pytest.raises(NotCanonicalError):
        decode_event(loose)


@pytest.mark.parametrize("confidence", [float("nan"), float("inf"), -0.1, 1.1])
def test_a_confidence_is_a_number_from_zero_to_one(confidence: float) -> None:
    with pytest.raises(ValidationError):
        Want(attribute="color", value="red", confidence=confidence)


def test_scores_are_finite_and_integers_bounded() -> None:
    with pytest.raises(ValidationError):
        Offer(product_id="p", score=float("nan"))
    with pytest.raises(ValidationError):
        SetBudget(max_minor=2**70)
    with pytest.raises(ValidationError):
        VisitEnded(at_us=2**63)


def test_events_cannot_be_changed() -> None:
    with pytest.raises(ValidationError):
        SAID.turn = 3  # type: ignore[misc]  # that this fails is the point
    assert hash(SAID.acts) == hash(decode_event(encode_event(SAID)).acts)  # type: ignore[union-attr]  # it is a ShopperSaid


def test_the_ids_of_a_decision_stand_in_slate_order() -> None:
    decision = Decision(slate=(Offer(product_id="b", score=0.5), Offer(product_id="a", score=0.1)))
    assert decision.product_ids == ("b", "a")


def test_every_kind_can_be_read_from_its_first_version_on() -> None:
    assert set(KINDS) == set(KIND_VERSIONS)
    assert missing_steps(KIND_VERSIONS, STEPS) == ()


def test_old_bodies_go_through_every_step_in_order() -> None:
    steps = {
        ("visit_ended", 1): lambda body: {**body, "trail": "a"},
        ("visit_ended", 2): lambda body: {**body, "trail": f"{body['trail']}b"},
    }
    assert upcast("visit_ended", 1, {}, versions={"visit_ended": 3}, steps=steps) == {"trail": "ab"}
    assert upcast("visit_ended", 3, {}, versions={"visit_ended": 3}, steps=steps) == {}
