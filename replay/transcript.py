"""Transcripts: sessions as JSON lines that people can read, and back to identical bytes and heads.

A session is a line about itself, then a line for each event: its seq, in which append it came, its kind and fields,
the chain's head after it, what it says in words, and, where they were asked for and are still kept, the shopper's words
with their salt. Bytes are `hex:` and their digits; a text that itself begins so, or with `text:`, gets a `text:` more.

Invariant: reading back what was written gives the same bytes, append by append, under the same message ids; every head
is worked out from them and compared with the line's. What an event says in words is for people, and is not read back.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, Union

from statecore.codec import CODEC_VERSION, Plain, pack, unpack
from statecore.digests import chain, digest_of
from statecore.errors import CodecError, StatecoreError, TranscriptError
from statecore.events import Event, ShopperSaid, decode_event
from store.contract import EMPTY_HEAD, EventStore, Head, SaltedText
from store.copying import copy_store
from store.memory import MemoryStore

__all__ = ["FORMAT", "Imported", "InWords", "export_session", "import_sessions"]

FORMAT = "statecore transcript 1"

_HEX, _TEXT = "hex:", "text:"

# The alias is recursive, so it cannot be written with "|" until type statements (3.12).
Json: TypeAlias = Union[str, int, float, bool, "list[Json]", "dict[str, Json]", None]
InWords: TypeAlias = Callable[[Event], str]
"""Says an event in words, for people."""


def export_session(
    store: EventStore, session_id: str, *, words: bool = False, in_words: InWords | None = None
) -> Iterator[str]:
    """A session's lines, without line ends; with `words` the shopper's words go along where they are kept.

    Raises:
        CodecError: an event's bytes are not in this release's canonical form, so that lines could not give them back.
        UnknownSessionError: there is no such session.
    """
    turns = tuple(store.turns(session_id))
    head = turns[-1].head
    appends = _digest_of_appends((turn.first_seq, turn.message_id) for turn in turns)
    about: dict[str, Json] = {"events": head.seq, "head": head.digest.hex(), "appends": appends.hex()}
    yield _line({"session": session_id, "format": FORMAT, **about})
    for number, turn in enumerate(turns, start=1):
        digest = turn.previous_digest
        for seq, payload in enumerate(turn.payloads, start=turn.first_seq):
            digest = chain(digest, payload)
            place: dict[str, Json] = {"seq": seq, "append": number}
            if turn.message_id is not None:
                place["message_id"] = turn.message_id
            said = _for_people(payload, store if words else None, in_words)
            yield _line({**place, **_fields(payload), **said, "head": digest.hex()})


def _digest_of_appends(appends: Iterable[tuple[int, str | None]]) -> bytes:
    """Covers what the chain does not: where each append begins, and its message id."""
    return digest_of(tuple(appends))


def _line(fields: Mapping[str, Json]) -> str:
    return json.dumps(fields, ensure_ascii=False, allow_nan=False)


def _fields(payload: bytes) -> dict[str, Json]:
    """Kind, version and body of stored bytes."""
    record = unpack(payload[1:])
    if payload[:1] == bytes((CODEC_VERSION,)) and isinstance(record, tuple) and len(record) == 3:  # noqa: PLR2004 - kind, version, body
        kind, version, body = map(_shown, record)
        if isinstance(kind, str) and isinstance(version, int) and isinstance(body, dict):
            return {"kind": kind, "version": version, "body": body}
    raise CodecError("an event is not stored as [kind, version, body]: it cannot be exported as lines")


def _shown(value: Plain) -> Json:
    """A stored value in JSON.

    >>> _shown((b"ab", "hex:61", "a"))
    ['hex:6162', 'text:hex:61', 'a']
    """
    if isinstance(value, bytes):
        return _HEX + value.hex()
    if isinstance(value, str):
        return _TEXT + value if value.startswith((_HEX, _TEXT)) else value
    if isinstance(value, (tuple, list)):
        return [_shown(item) for item in value]
    if isinstance(value, dict):
        return {key: _shown(item) for key, item in value.items()}
    return value


def _for_people(payload: bytes, vault: EventStore | None, in_words: InWords | None) -> dict[str, Json]:
    """What an event says in words, and the shopper's own words with their salt."""
    try:
        event = decode_event(payload)
    except CodecError:
        return {}  # a kind that this release does not know: its fields are there, as they are stored
    told: dict[str, Json] = {} if in_words is None else {"says": in_words(event)}
    if vault is not None and isinstance(event, ShopperSaid) and event.text_digest is not None:
        kept = vault.salted_text(event.text_digest)
        told |= {} if kept is None else {"text": kept.text, "salt": kept.salt.hex()}
    return told


@dataclass(frozen=True, slots=True)
class Imported:
    """A session that was read: where it stands, how many appends of it the store did not have yet, and texts."""

    session_id: str
    head: Head
    appends: int
    texts: int


def import_sessions(store: EventStore, lines: Iterable[str | bytes], *, path: str | None = None) -> Iterator[Imported]:
    """Append the sessions of exported lines to a store, each after all of its lines were checked.

    A session that the store holds in part goes on from there, one that it holds whole is left as it is.

    Raises:
        ConflictError: the store holds another session of the same id.
        TranscriptError: a line is not one of a transcript, was changed, or lines are missing; names file and line.
            Sessions before it stay imported.
    """
    for reading in _read(lines, path):
        with MemoryStore() as whole:
            reading.into(whole)
            report = copy_store(whole, store)
        yield Imported(reading.session_id, reading.head, report.turns, report.texts)


def _read(lines: Iterable[str | bytes], path: str | None) -> Iterator[_Reading]:
    """Every session of the lines, whole and checked."""
    current: _Reading | None = None
    number = 0
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            fields = _parsed(line)
            if current is None:
                current = _Reading.begin(fields)
                continue
            current.take(fields)
            done = current.finished()
        except (ValueError, StatecoreError, RecursionError) as error:
            raise TranscriptError(f"cannot be imported: {error}", path=path, line=number) from None
        if done:
            yield current
            current = None
    if current is not None:
        what = f"session {current.session_id!r} ends after {current.head.seq} of its {current.expected.seq} events"
        raise TranscriptError(f"{what}: lines are missing", path=path, line=number)


def _parsed(line: str | bytes) -> dict[str, Json]:
    text = line.decode() if isinstance(line, bytes) else line
    value = json.loads(text, object_pairs_hook=_fields_once, parse_constant=_no_constant)
    if not isinstance(value, dict):
        raise ValueError("a line is one JSON object")  # noqa: TRY004 - told as one error with all others, by line
    return value


def _fields_once(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError("a field stands twice")
    return fields


def _no_constant(name: str) -> Json:
    raise ValueError(f"{name} is no number that an event can hold")


@dataclass(slots=True)
class _Reading:
    """A session under way: its events by append, as (first seq, message id, bytes), and the head so far."""

    session_id: str
    expected: Head
    appends_digest: bytes
    head: Head = EMPTY_HEAD
    number: int = 0
    appends: list[tuple[int, str | None, list[bytes]]] = field(default_factory=list)
    texts: list[SaltedText] = field(default_factory=list)

    @classmethod
    def begin(cls, fields: Mapping[str, Json]) -> _Reading:
        """A session's first line; raise `ValueError` when it is none."""
        if fields.get("format") != FORMAT:
            raise ValueError(f"the first line of a session names the format {FORMAT!r}")
        count = _int(fields, "events")
        if count < 1:
            raise ValueError("a session has events")
        return cls(_str(fields, "session"), Head(count, _hex(fields, "head")), _hex(fields, "appends"))

    def take(self, fields: Mapping[str, Json]) -> None:
        """An event's line; raise `ValueError` when it is none, or does not follow."""
        body = _stored(fields.get("body"))
        payload = bytes((CODEC_VERSION,)) + pack((_str(fields, "kind"), _int(fields, "version"), body))
        seq = self.head.seq + 1
        if _int(fields, "seq") != seq:
            raise ValueError(f"event {seq} should stand here")
        head = Head(seq, chain(self.head.digest, payload))
        if _hex(fields, "head") != head.digest:
            raise ValueError("the fields do not chain to the line's head: something was changed")
        if "text" in fields:
            self.texts.append(_words(fields, body))
        if _int(fields, "append") != self.number:
            self.number += 1
            message_id = None if fields.get("message_id") is None else _str(fields, "message_id")
            self.appends.append((seq, message_id, []))
        self.appends[-1][2].append(payload)
        self.head = head

    def finished(self) -> bool:
        """Whether that was the last event; raise `ValueError` when it is not the one that the first line names."""
        if self.head.seq < self.expected.seq:
            return False
        if self.head != self.expected:
            raise ValueError("the last head is not the one that the session's first line names")
        if _digest_of_appends((seq, message_id) for seq, message_id, _ in self.appends) != self.appends_digest:
            raise ValueError("appends or message ids were changed")
        return True

    def into(self, store: EventStore) -> None:
        """Append all of it."""
        for seq, message_id, payloads in self.appends:
            texts = self.texts if seq == 1 else ()
            store.append_stored(
                self.session_id, payloads, expected_seq=seq - 1, message_id=message_id, texts=tuple(texts)
            )


def _stored(value: Json) -> Plain:
    """The stored value that `_shown` shows; raise `ValueError` for bad digits."""
    if isinstance(value, str):
        if value.startswith(_HEX):
            return bytes.fromhex(value.removeprefix(_HEX))
        return value.removeprefix(_TEXT) if value.startswith(_TEXT) else value
    if isinstance(value, list):
        return tuple(_stored(item) for item in value)
    if isinstance(value, dict):
        return {key: _stored(item) for key, item in value.items()}
    return value


def _words(fields: Mapping[str, Json], body: Plain) -> SaltedText:
    """The words of an event's line, which have to be those that the event refers to."""
    words = SaltedText(_hex(fields, "salt"), _str(fields, "text"))
    if not isinstance(body, dict) or body.get("text_digest") != words.digest:
        raise ValueError("the text is not the one that the event refers to")
    return words


def _str(fields: Mapping[str, Json], name: str) -> str:
    value = fields.get(name)
    if not isinstance(value, str):
        raise ValueError(f"{name!r} is missing or not text")  # noqa: TRY004 - told as one error with all others, by line
    return value


def _int(fields: Mapping[str, Json], name: str) -> int:
    value = fields.get(name)
    if type(value) is not int:
        raise ValueError(f"{name!r} is missing or not an integer")
    return value


def _hex(fields: Mapping[str, Json], name: str) -> bytes:
    return bytes.fromhex(_str(fields, name))
