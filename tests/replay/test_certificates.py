"""Certificates: they verify against the log they were made from and no other, and none of their fields can change."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from catalog.compiler import compile_catalog
from catalog.index import Catalog
from lab.synthetic import write_rows
from policies.house.settings import HouseSettings
from policies.registry import AnyBundle, bundle_named
from replay.certificates import DecisionCertificate, certificate_text, certify_turn, read_certificate, sealed
from replay.checking import CheckReport, check_certificate
from statecore.codec import Plain
from statecore.errors import CertificateError, RangeError, ReplayError, UnknownPolicyError, UnknownSessionError
from statecore.events import AgentReplied, Event, ShopperSaid, VisitEnded, encode_event
from store.contract import EventStore
from store.directory import DirectoryStore
from store.memory import MemoryStore
from store.verify import verify_directory

Record = Callable[[int], MemoryStore]


def checked(certificate: DecisionCertificate, store: EventStore, catalog: Catalog | None = None) -> CheckReport:
    return check_certificate(certificate, store, store.verify(certificate.store_anchor()), catalog=catalog)


@pytest.fixture(scope="module")
def certificate(talked: MemoryStore) -> DecisionCertificate:
    """Of the third reply of one session."""
    return certify_turn(talked, "scarf", 3)


def as_fields(certificate: DecisionCertificate) -> dict[str, object]:
    return cast("dict[str, object]", json.loads(certificate_text(certificate)))


def test_every_decision_can_be_certified_and_verifies(recorded: Record, shop: Catalog) -> None:
    store = recorded(6)
    for session_id in store.sessions():
        for item in store.read(session_id):
            if not isinstance(item.event, AgentReplied):
                continue
            made = certify_turn(store, session_id, item.event.turn)
            assert (made.last_seq, made.head_digest) == (item.seq, item.head_digest)
            report = checked(made, store, shop)
            assert report.complete, report.checks
            assert read_certificate(certificate_text(made)) == made


def test_a_certificate_still_verifies_after_the_log_has_grown(recorded: Record, shop: Catalog) -> None:
    store = recorded(1)
    (session_id,) = store.sessions()
    made = certify_turn(store, session_id, 1)
    store.append(session_id, [VisitEnded(at_us=9)], expected_seq=store.head(session_id).seq)
    store.append("another", [VisitEnded(at_us=9)], expected_seq=0)
    assert checked(made, store, shop).complete


def test_without_a_catalog_the_log_is_verified_and_the_decision_said_not_to_be(
    talked: MemoryStore, certificate: DecisionCertificate
) -> None:
    report = checked(certificate, talked)
    assert report.verified
    assert not report.complete
    assert [check.step for check in report.checks if check.outcome == "not done"] == ["catalog", "code", "decision"]


@pytest.mark.parametrize("name", DecisionCertificate.model_fields)
@given(data=st.data())
def test_a_certificate_with_any_changed_field_fails(
    name: str, data: st.DataObject, talked: MemoryStore, certificate: DecisionCertificate
) -> None:
    fields = as_fields(certificate)
    old = fields[name]
    leaf, within = name, fields
    if isinstance(old, dict):
        leaf, within = data.draw(st.sampled_from(sorted(old))), old
        old = old[leaf]
    if isinstance(old, str) and leaf.endswith("digest"):
        at = data.draw(st.integers(0, len(old) - 1))
        new: object = old[:at] + data.draw(st.sampled_from(sorted(set("0123456789abcdef") - {old[at]}))) + old[at + 1 :]
    else:
        new = data.draw(
            (st.integers(-1, 99) if isinstance(old, int) else st.text(max_size=9)).filter(lambda one: one != old)
        )
    within[leaf] = new
    assert not survives(fields, talked)
    within.pop(leaf)
    assert not survives(fields, talked)


def survives(fields: dict[str, object], store: EventStore) -> bool:
    """Whether a certificate of these fields is read and verified."""
    try:
        return checked(read_certificate(json.dumps(fields)), store).verified
    except CertificateError:
        return False


@pytest.mark.parametrize(
    ("field", "steps"),
    [
        ("head_digest", {"chain"}),
        ("state_digest", {"state"}),
        ("decision_digest", {"reply"}),
        ("turn", {"reply"}),
        ("last_seq", {"chain", "reply"}),
    ],
)
def test_a_forged_field_fails_by_itself_when_the_certificates_own_digest_is_forged_too(
    field: str, steps: set[str], talked: MemoryStore, certificate: DecisionCertificate
) -> None:
    old = getattr(certificate, field)
    forged = sealed(certificate.model_copy(update={field: bytes(32) if isinstance(old, bytes) else old - 1}))
    assert set(checked(forged, talked).failed) == steps


def test_forged_pins_are_told_from_those_of_the_visit(talked: MemoryStore, certificate: DecisionCertificate) -> None:
    pins = certificate.pins.model_copy(update={"reader_digest": bytes(32)})
    report = checked(sealed(certificate.model_copy(update={"pins": pins})), talked)
    assert report.failed == ("pins",)
    assert "reader_digest" in next(check.what for check in report.checks if check.step == "pins")


def copied(store: EventStore, change: Callable[[str, int, bytes], bytes | None]) -> MemoryStore:
    """The store's sessions with each event's bytes as `change` makes them (None: it ends there), chains that fit."""
    forged = MemoryStore()
    for session_id in store.sessions():
        for item in store.read(session_id):
            payload = change(session_id, item.seq, item.payload)
            if payload is None:
                break
            forged.append_stored(session_id, [payload], expected_seq=item.seq - 1)
    return forged


@given(data=st.data())
def test_a_log_with_any_changed_byte_fails_even_if_its_own_chain_fits(
    data: st.DataObject, talked: MemoryStore, certificate: DecisionCertificate
) -> None:
    certificate = sealed(certificate.model_copy(update={"anchor": None}))
    payloads = [item.payload for item in talked.read(certificate.session_id)][: certificate.last_seq]
    seq = data.draw(st.integers(1, len(payloads)))
    at = data.draw(st.integers(0, len(payloads[seq - 1]) - 1))
    flip = data.draw(st.integers(1, 255))

    def change(session_id: str, here: int, payload: bytes) -> bytes:
        if (session_id, here) != (certificate.session_id, seq):
            return payload
        return payload[:at] + bytes([payload[at] ^ flip]) + payload[at + 1 :]

    report = checked(certificate, copied(talked, change))
    assert not report.verified
    assert "chain" in report.failed


@given(data=st.data())
def test_a_log_whose_tail_was_cut_fails(
    data: st.DataObject, talked: MemoryStore, certificate: DecisionCertificate
) -> None:
    last = data.draw(st.integers(0, certificate.last_seq - 1))
    report = checked(certificate, copied(talked, lambda _, seq, payload: payload if seq <= last else None))
    assert not report.verified
    assert "log" in report.failed
    assert "store" in report.failed


def test_a_cut_behind_the_certified_reply_is_found_by_the_anchor(recorded: Record) -> None:
    store = recorded(3)
    *_, newest = store.sessions()
    made = certify_turn(store, newest, 1)

    def cut(session_id: str, seq: int, payload: bytes) -> bytes | None:
        return payload if session_id != newest or seq <= made.last_seq else None

    assert checked(made, copied(store, lambda _, __, payload: payload)).failed == ("store",)  # appended otherwise
    bare = sealed(made.model_copy(update={"anchor": None}))
    assert checked(bare, copied(store, cut)).verified
    assert checked(made, copied(store, cut)).failed == ("store",)


def test_another_session_under_the_same_name_fails(talked: MemoryStore, certificate: DecisionCertificate) -> None:
    other = "boots"
    swapped = MemoryStore()
    payloads = [item.payload for item in talked.read(other)]
    swapped.append_stored(certificate.session_id, payloads, expected_seq=0)
    report = checked(sealed(certificate.model_copy(update={"anchor": None})), swapped)
    assert "chain" in report.failed
    renamed = sealed(certificate.model_copy(update={"session_id": other}))
    assert "chain" in checked(renamed, talked).failed
    gone = checked(sealed(certificate.model_copy(update={"session_id": "nobody"})), talked)
    assert gone.failed == ("log",)
    assert not gone.verified


def test_another_catalog_is_named(
    talked: MemoryStore, certificate: DecisionCertificate, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("other")
    write_rows(folder / "rows.jsonl", 60, seed=5)
    compile_catalog(folder / "rows.jsonl", folder / "shop")
    report = checked(certificate, talked, Catalog.open(folder / "shop"))
    assert set(report.failed) == {"catalog", "decision"}
    assert not report.verified


def test_changed_code_is_named_and_a_decision_that_is_not_reproduced_told_by_field(
    talked: MemoryStore, certificate: DecisionCertificate, shop: Catalog, house: AnyBundle
) -> None:
    def report(bundle: AnyBundle) -> dict[str, str]:
        found = check_certificate(certificate, talked, talked.verify(), catalog=shop, bundles=lambda _: bundle)
        assert not found.verified
        return {check.step: check.what for check in found.checks if check.outcome == "failed"}

    settings = HouseSettings.model_validate({**house.settings.model_dump(), "plan_limit": 4096})
    assert report(replace(house, settings=settings)) == {"code": "changed since: policy_digest"}
    other = report(replace(bundle_named("opoyo"), name="house"))
    assert set(other) == {"code", "decision"}
    assert "decision.slate" in other["decision"]


def test_a_policy_that_is_gone_or_broken_is_told_without_an_exception(
    talked: MemoryStore, certificate: DecisionCertificate, shop: Catalog, house: AnyBundle
) -> None:
    def gone(name: str) -> AnyBundle:
        raise UnknownPolicyError(f"no policy {name!r}")

    def broken(*_: object) -> object:
        raise ZeroDivisionError("a shopper's words")

    report = check_certificate(certificate, talked, talked.verify(), catalog=shop, bundles=gone)
    assert report.failed == ("code",)
    report = check_certificate(
        certificate, talked, talked.verify(), catalog=shop, bundles=lambda _: replace(house, rank_products=broken)
    )
    told = next(check.what for check in report.checks if check.step == "decision")
    assert "ZeroDivisionError in broken" in told
    assert "words" not in told


def test_a_store_that_cannot_be_opened_verifies_nothing(certificate: DecisionCertificate, tmp_path: Path) -> None:
    DirectoryStore(tmp_path / "log").close()
    report = check_certificate(certificate, None, verify_directory(tmp_path / "log"))
    assert not report.verified


def test_what_is_not_there_is_not_certified(recorded: Record) -> None:
    store = recorded(1)
    (session_id,) = store.sessions()
    with pytest.raises(RangeError, match="a turn is an integer from 1 to"):
        certify_turn(store, session_id, 99)
    with pytest.raises(UnknownSessionError):
        certify_turn(store, "nobody", 1)
    events: Sequence[Event] = [ShopperSaid(at_us=1, turn=1)]
    store.append("silent", events, expected_seq=0)
    with pytest.raises(ReplayError, match="has no reply"):
        certify_turn(store, "silent", 1)


def test_a_log_that_contradicts_itself_is_not_certified(recorded: Record) -> None:
    store = recorded(1)
    (session_id,) = store.sessions()
    events = [item.event for item in store.read(session_id)]

    def forged(event: Event) -> bytes:
        if isinstance(event, AgentReplied):
            event = event.model_copy(update={"decision": event.decision.model_copy(update={"message": "Buy!"})})
        return encode_event(event)

    copy = MemoryStore()
    copy.append_stored(session_id, [forged(event) for event in events], expected_seq=0)
    with pytest.raises(ReplayError, match="digests that its own events do not have"):
        certify_turn(copy, session_id, 1)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no JSON"),
        ("[" * 100_000, "no JSON"),
        ("[]", "say so in their field 'format'"),
        ('{"format": "other"}', "say so in their field 'format'"),
        ('{"format": "statecore decision certificate", "version": 2}', "version 2: this release reads version 1"),
        ('{"format": "statecore decision certificate", "version": true}', "version True"),
        ('{"format": "statecore decision certificate", "version": 1}', "without session_id, turn, first_seq"),
        ('{"format": "x", "format": "y"}', "a field stands twice"),
    ],
)
def test_what_is_no_certificate_is_refused_with_a_reason(text: str, told: str) -> None:
    with pytest.raises(CertificateError, match=told) as caught:
        read_certificate(text, path="c.json")
    assert str(caught.value).startswith("c.json: ")


@pytest.mark.parametrize("change", [{"extra": 1}, {"head_digest": "AB" * 32}, {"head_digest": "xy"}, {"turn": "2"}])
def test_a_certificate_has_just_its_fields_in_just_their_form(
    change: dict[str, Plain], certificate: DecisionCertificate
) -> None:
    with pytest.raises(CertificateError, match="not a certificate"):
        read_certificate(json.dumps({**as_fields(certificate), **change}))
