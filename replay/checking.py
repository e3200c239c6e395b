"""Checking a certificate against a log, step by step, and saying what differs.

Invariant: nothing is taken on trust that can be computed: heads are chained from the session's first byte, the state is
folded, the decision is made again where a catalog is at hand. A step that could not be done is never counted as passed,
and damage is a finding, never an exception.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from policies.registry import AnyBundle, bundle_named
from reducers.fold import fold
from replay.audit import field_changes, place_of
from replay.certificates import DecisionCertificate, chain_heads
from replay.digests import changed_pins, pins_in_force
from replay.engine import answer
from statecore.digests import short
from statecore.errors import StatecoreError, UnknownPolicyError
from statecore.events import AgentReplied, Event, encode_event
from statecore.records import digest_record
from statecore.state import SessionState
from store.contract import EventStore, StoredEvent, VerifyReport

if TYPE_CHECKING:
    from catalog.index import Catalog

__all__ = ["Check", "CheckReport", "Outcome", "Step", "check_certificate"]

Step: TypeAlias = Literal[
    "certificate", "store", "log", "chain", "reply", "pins", "state", "catalog", "code", "decision"
]
"""In this order: the certificate's own digest; every byte of the store, and its anchor; whether the log has the events;
their chain; the reply; the digests it was made under; the state; the catalog and the code at hand; the decision."""


Outcome: TypeAlias = Literal["passed", "failed", "not done"]


@dataclass(frozen=True, slots=True)
class Check:
    """One step, how it ended, and what was found in words."""

    step: Step
    outcome: Outcome
    what: str


_OPTIONAL: frozenset[Step] = frozenset({"catalog", "code", "decision"})
"""The steps that are not done without a catalog."""


@dataclass(frozen=True, slots=True)
class CheckReport:
    """All steps. `verified` when none failed and the log's were all done; `complete` when every one was."""

    certificate: DecisionCertificate
    checks: tuple[Check, ...]

    @property
    def verified(self) -> bool:
        """Whether nothing that was checked differs."""
        return all(check.outcome == "passed" or (check.step in _OPTIONAL and not self.failed) for check in self.checks)

    @property
    def complete(self) -> bool:
        """Whether every step was done and passed."""
        return all(check.outcome == "passed" for check in self.checks)

    @property
    def failed(self) -> tuple[Step, ...]:
        """The steps that found a difference."""
        return tuple(check.step for check in self.checks if check.outcome == "failed")


def check_certificate(
    certificate: DecisionCertificate,
    store: EventStore | None,
    stored: VerifyReport,
    *,
    catalog: Catalog | None = None,
    bundles: Callable[[str], AnyBundle] = bundle_named,
) -> CheckReport:
    """Hold a certificate against a store (None when it is too damaged to open).

    `stored` is the check of the store's bytes against `certificate.store_anchor()`. Without a `catalog` the decision is
    not made again, and the report is not `complete`.
    """
    items, log = _items(certificate, store)
    events, reply = _events(certificate, items)
    state = _Folded.of(events)
    return CheckReport(
        certificate,
        (
            _seal_check(certificate),
            _store_check(certificate, stored),
            log,
            _chain_check(certificate, items),
            reply,
            _pins_check(certificate, state),
            _state_check(certificate, state),
            *_decision_checks(certificate, state, events, catalog, bundles),
        ),
    )


def _compared(step: Step, told: str, differs: str) -> Check:
    """A step that found `told`, and perhaps something that `differs`."""
    return Check(step, "failed", f"{told}, {differs}") if differs else Check(step, "passed", told)


def _certified(found: bytes, digest: bytes) -> str:
    return "" if found == digest else f"the certificate says {short(digest)}"


def _seal_check(certificate: DecisionCertificate) -> Check:
    if certificate.certificate_digest != certificate.expected_seal():
        return Check("certificate", "failed", "one of its fields was changed: its digest does not cover them")
    return Check("certificate", "passed", "its digest covers its fields")


def _store_check(certificate: DecisionCertificate, stored: VerifyReport) -> Check:
    if not stored.ok:
        return Check("store", "failed", stored.findings[0].line())
    anchored = "holds what its anchor names" if certificate.anchor is not None else "the certificate has no anchor"
    return Check("store", "passed", f"every byte is intact; {anchored}")


def _items(certificate: DecisionCertificate, store: EventStore | None) -> tuple[tuple[StoredEvent, ...], Check]:
    """The events that the certificate covers, and whether all are there."""
    session_id, last = certificate.session_id, certificate.last_seq
    if store is None:
        return (), Check("log", "not done", "the store cannot be opened")
    try:
        items = tuple(takewhile(lambda item: item.seq <= last, store.read(session_id)))
    except StatecoreError as error:
        return (), Check("log", "failed", f"session {session_id!r} cannot be read: {error}")
    if len(items) < last:
        return items, Check("log", "failed", f"session {session_id!r} ends at seq {len(items)}, not at {last} or later")
    return items, Check("log", "passed", f"session {session_id!r} has events 1 to {last}")


def _chain_check(certificate: DecisionCertificate, items: Sequence[StoredEvent]) -> Check:
    if len(items) < certificate.last_seq:
        return Check("chain", "not done", "events are missing")
    head = chain_heads(item.payload for item in items)[-1]
    return _compared(
        "chain", f"events 1 to {len(items)} chain to {short(head)}", _certified(head, certificate.head_digest)
    )


def _events(certificate: DecisionCertificate, items: Sequence[StoredEvent]) -> tuple[tuple[Event, ...], Check]:
    """The decoded events up to the reply, and whether the reply holds the certified decision."""
    if len(items) < certificate.last_seq:
        return (), Check("reply", "not done", "events are missing")
    try:
        events = tuple(item.event for item in items)
    except StatecoreError as error:
        return (), Check("reply", "failed", f"an event cannot be read: {error}")
    reply, turn = events[-1], certificate.turn
    if not isinstance(reply, AgentReplied) or reply.turn != turn:
        return (), Check("reply", "failed", f"event {len(events)} is not the reply to message {turn}")
    found = digest_record(reply.decision)
    differs = _certified(found, certificate.decision_digest)
    if found != reply.certificate.decision_digest:
        differs = f"which itself names {short(reply.certificate.decision_digest)}"
    return events, _compared("reply", f"event {len(events)} replies to message {turn} with {short(found)}", differs)


class _Folded(NamedTuple):
    """The state that the reply was made in; None, with a reason, when there is none."""

    state: SessionState | None
    why: str

    @classmethod
    def of(cls, events: Sequence[Event]) -> _Folded:
        """Fold everything before the reply."""
        if not events:
            return cls(None, "the events cannot be read")
        try:
            return cls(fold(events[:-1]), "")
        except Exception as error:  # noqa: BLE001 - under other code anything may raise: it is reported
            return cls(None, f"the events cannot be folded: {place_of(error)}")


def _pins_check(certificate: DecisionCertificate, folded: _Folded) -> Check:
    if folded.state is None:
        return Check("pins", "not done", folded.why)
    recorded = folded.state.pins
    changed = ("pins",) if recorded is None else changed_pins(certificate.pins, recorded)
    if changed:
        return Check("pins", "failed", f"the visit was opened under another {', '.join(changed)}")
    return Check("pins", "passed", f"opened under policy {certificate.pins.policy!r} and the certified digests")


def _state_check(certificate: DecisionCertificate, folded: _Folded) -> Check:
    if folded.state is None:
        return Check("state", "not done", folded.why)
    found = folded.state.digest()
    told = f"the events before the reply fold to {short(found)}"
    return _compared("state", told, _certified(found, certificate.state_digest))


def _decision_checks(
    certificate: DecisionCertificate,
    folded: _Folded,
    events: Sequence[Event],
    catalog: Catalog | None,
    bundles: Callable[[str], AnyBundle],
) -> Iterator[Check]:
    """The steps that need a catalog."""
    if catalog is None:
        yield from (Check(step, "not done", "a catalog is needed") for step in ("catalog", "code", "decision"))
        return
    pins = certificate.pins
    told = f"the catalog at hand is {short(catalog.digest)}"
    yield _compared("catalog", told, _certified(catalog.digest, pins.catalog_digest))
    try:
        bundle = bundles(pins.policy)
    except UnknownPolicyError as error:
        yield Check("code", "failed", str(error))
        yield Check("decision", "not done", "the policy is gone")
        return
    changed = [name for name in changed_pins(pins, pins_in_force(catalog, bundle)) if name != "catalog_digest"]
    same = Check("code", "passed", "policy, reducers, reader and codec are the same as then")
    yield Check("code", "failed", f"changed since: {', '.join(changed)}") if changed else same
    yield _decided_check(folded, events, catalog, bundle)


def _decided_check(folded: _Folded, events: Sequence[Event], catalog: Catalog, bundle: AnyBundle) -> Check:
    """Make the decision again and compare all of it with the stored reply."""
    reply = events[-1] if events else None
    if folded.state is None or not isinstance(reply, AgentReplied):
        return Check("decision", "not done", folded.why)
    try:
        again = answer(folded.state, at_us=reply.at_us, catalog=catalog, bundle=bundle)
    except Exception as error:  # noqa: BLE001 - under other code or another catalog anything may raise: it is reported
        return Check("decision", "failed", f"it cannot be made again: {place_of(error)}")
    if encode_event(again) == encode_event(reply):
        return Check("decision", "passed", "made again, and the same in every byte")
    names = ", ".join(change.name for change in field_changes(reply.model_dump(), again.model_dump()))
    return Check("decision", "failed", f"made again, it differs in {names}")
