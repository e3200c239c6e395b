"""The audit: every stored turn read again, folded again and decided again, and compared byte for byte with the log.

Invariant: an audit changes nothing and trusts nothing that it can compute. Each turn is replayed from the state that
the recorded events fold to, so one differing turn does not make its successors differ, and what cannot be replayed at
all (an unknown event, a policy that is gone, code that raises) is reported as a difference, never skipped.
"""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from policies.registry import AnyBundle, bundle_named
from reducers.fold import apply
from replay.digests import changed_pins, pins_in_force
from replay.engine import Message, answer, hear
from statecore.codec import Plain, pack, unpack
from statecore.errors import StatecoreError
from statecore.events import AgentReplied, Event, Pins, ShopperSaid, VisitStarted, encode_event
from statecore.state import EMPTY, SessionState
from statecore.upcast import KIND_VERSIONS
from store.contract import EMPTY_HEAD, Anchor, EventStore, Head, StoredEvent, VerifyReport

if TYPE_CHECKING:
    from catalog.index import Catalog

__all__ = [
    "AuditReport",
    "Difference",
    "FieldChange",
    "Part",
    "Replayer",
    "SessionAudit",
    "audit",
    "audit_session",
    "field_changes",
    "place_of",
    "summed",
]

Part: TypeAlias = Literal["reading", "decision", "event", "replay"]
"""What differs: the acts read from the words, the decision (with its certificate), the stored bytes, or the replay
itself, which could not be done."""


@dataclass(frozen=True, slots=True)
class FieldChange:
    """One field of an event: what the log holds, and what the replay arrived at."""

    name: str
    recorded: Plain
    replayed: Plain


@dataclass(frozen=True, slots=True)
class Difference:
    """A stored event that the replay does not reproduce; `what` says it in words, `changes` field by field."""

    session_id: str
    seq: int
    turn: int
    part: Part
    what: str
    changes: tuple[FieldChange, ...] = ()


@dataclass(frozen=True, slots=True)
class SessionAudit:
    """One session: what was replayed, which digests it was made under that are no longer in force, what differs.

    `reread` turns had their words kept and were read again, `unread` had none kept (or they were erased).
    """

    session_id: str
    events: int
    turns: int
    reread: int
    unread: int
    changed: tuple[str, ...]
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class AuditReport:
    """A whole store: the sums over its sessions, the bytes' own check, and the first difference of each session.

    `changed` counts, for each digest that is no longer in force, the sessions made under the old one.
    """

    sessions: int
    events: int
    turns: int
    reread: int
    unread: int
    changed: Mapping[str, int]
    differing_turns: int
    differences: tuple[Difference, ...]
    store: VerifyReport

    @property
    def decisions_match(self) -> bool:
        """Whether every stored event was reproduced, whatever the digests say."""
        return not self.differences

    @property
    def ok(self) -> bool:
        """Whether the bytes are intact and every decision was reproduced under its own digests."""
        return self.store.ok and self.decisions_match and not self.changed


def audit(
    store: EventStore,
    catalog: Catalog,
    *,
    anchor: Anchor | None = None,
    progress: Callable[[int], None] | None = None,
    bundles: Callable[[str], AnyBundle] = bundle_named,
) -> AuditReport:
    """Check every stored byte, then replay every session; `progress` is called with the number of sessions done."""
    bytes_report = store.verify(anchor)
    replay = Replayer(catalog, bundles)
    audits: list[SessionAudit] = []
    for number, session_id in enumerate(store.sessions(), start=1):
        audits.append(audit_session(session_id, store, replay))
        if progress is not None:
            progress(number)
    return summed(audits, bytes_report)


def summed(audits: Sequence[SessionAudit], stored: VerifyReport) -> AuditReport:
    """The report of a whole store, from those of its sessions in order and the check of its bytes."""
    changed = Counter(name for one in audits for name in one.changed)
    return AuditReport(
        sessions=len(audits),
        events=sum(one.events for one in audits),
        turns=sum(one.turns for one in audits),
        reread=sum(one.reread for one in audits),
        unread=sum(one.unread for one in audits),
        changed={name: changed[name] for name in Pins.model_fields if name in changed},
        differing_turns=len({(item.session_id, item.turn) for one in audits for item in one.differences}),
        differences=tuple(one.differences[0] for one in audits if one.differences),
        store=stored,
    )


def audit_session(session_id: str, store: EventStore, replay: Replayer) -> SessionAudit:
    """Replay one session of the store, event by event."""
    run = _Run(session_id, store, replay)
    events = 0
    try:
        for item in store.read(session_id):
            events = item.seq
            run.take(item)
    except StatecoreError as error:
        run.note(events, "replay", f"cannot be replayed: {error}")
    except Exception as error:  # noqa: BLE001 - under other code or another catalog anything may raise: it is reported
        run.note(events, "replay", f"cannot be replayed: {place_of(error)}")
    return SessionAudit(session_id, events, run.turns, run.reread, run.unread, run.changed, tuple(run.differences))


class Replayer:
    """The code that replays: a catalog, the bundles by name, and the digests that a visit would be bound to now."""

    def __init__(self, catalog: Catalog, bundles: Callable[[str], AnyBundle] = bundle_named) -> None:
        """Replay with `catalog`, and with the bundle that `bundles` gives for a recorded policy's name."""
        self.catalog = catalog
        self._bundles = bundles
        self._known: dict[str, tuple[AnyBundle, Pins]] = {}

    def under(self, policy: str) -> tuple[AnyBundle, Pins]:
        """The bundle of that name and the digests in force with it; raise `UnknownPolicyError` when it is gone."""
        if policy not in self._known:
            bundle = self._bundles(policy)
            self._known[policy] = (bundle, pins_in_force(self.catalog, bundle))
        return self._known[policy]


@dataclass(slots=True)
class _Run:
    """The replay of one session under way."""

    session_id: str
    store: EventStore
    replay: Replayer
    state: SessionState = EMPTY
    head: Head = EMPTY_HEAD
    bundle: AnyBundle | None = None
    turns: int = 0
    reread: int = 0
    unread: int = 0
    changed: tuple[str, ...] = ()
    differences: list[Difference] = field(default_factory=list)

    def take(self, item: StoredEvent) -> None:
        """Replay one stored event, then go on from what is recorded."""
        event = item.event
        if encode_event(event) != item.payload and _version(item.payload) == KIND_VERSIONS[event.kind]:
            self.note(item.seq, "event", "the stored bytes are not what this release writes for the same event")
        if isinstance(event, VisitStarted):
            self._open(item.seq, event)
        elif isinstance(event, ShopperSaid):
            self._listen(item.seq, event)
        elif isinstance(event, AgentReplied):
            self._decide(item.seq, event)
        self.state = apply(self.state, event)
        self.head = Head(item.seq, item.head_digest)

    def _open(self, seq: int, event: VisitStarted) -> None:
        """Go on under an opening's digests; a fork's second opening has to follow the very events of its parent."""
        self.bundle, present = self.replay.under(event.pins.policy)
        changed = {*self.changed, *changed_pins(event.pins, present)}
        self.changed = tuple(name for name in Pins.model_fields if name in changed)
        if event.parent is not None and Head(event.parent.seq, event.parent.head_digest) != self.head:
            self.note(seq, "event", f"the events before it are not those of {event.parent.session_id!r} that it names")

    def _listen(self, seq: int, event: ShopperSaid) -> None:
        self.turns += 1
        text = None if event.text_digest is None else self.store.text(event.text_digest)
        if text is None:
            self.unread += 1
            return
        self.reread += 1
        message = Message(text, at_us=event.at_us, message_id=event.message_id)
        again, _ = hear(self.state, message, catalog=self.replay.catalog)
        # The vault has neither the salt of the digest nor the words as they were before they were cleaned.
        known = {"text_digest": event.text_digest, "repaired": event.repaired}
        self._compare(seq, event, again.model_copy(update=known), "reading")

    def _decide(self, seq: int, event: AgentReplied) -> None:
        if self.bundle is None:
            self.note(seq, "replay", "a reply before any visit_started event: no policy to replay it with")
            return
        again = answer(self.state, at_us=event.at_us, catalog=self.replay.catalog, bundle=self.bundle)
        self._compare(seq, event, again, "decision")

    def _compare(self, seq: int, recorded: Event, replayed: Event, part: Part) -> None:
        if encode_event(replayed) != encode_event(recorded):
            changes = tuple(field_changes(recorded.model_dump(), replayed.model_dump()))
            self.note(seq, part, f"{', '.join(change.name for change in changes)} came out different", changes)

    def note(self, seq: int, part: Part, what: str, changes: tuple[FieldChange, ...] = ()) -> None:
        """Record a difference at an event of the turn under way."""
        turn = self.state.turn + 1 if part == "reading" else max(self.state.turn, 1)
        self.differences.append(Difference(self.session_id, seq, turn, part, what, changes))


def place_of(error: Exception) -> str:
    """What was raised and where; not its message, which could hold a shopper's words."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {frame.name} ({Path(frame.filename).name}, line {frame.lineno})"


def _version(payload: bytes) -> Plain:
    """The version of its kind that an event was stored in."""
    record = unpack(payload[1:], trusted=True)
    return record[1] if isinstance(record, tuple) else None


def field_changes(recorded: dict[str, Plain], replayed: dict[str, Plain], prefix: str = "") -> Iterator[FieldChange]:
    """The fields in which two events of one kind differ, those of nested maps by their path."""
    for name, old in recorded.items():
        new = replayed[name]
        if isinstance(old, dict) and isinstance(new, dict):
            yield from field_changes(old, new, f"{prefix}{name}.")
        elif pack(old) != pack(new):
            yield FieldChange(prefix + name, old, new)
