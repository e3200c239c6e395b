"""JSON lines: a store's turns in a form that people can read, and back to identical bytes.

Invariant: the exact bytes of every event stand beside their readable form, and only the bytes are read back; the chain
digest of each line is checked against them, so that an edited line is found.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Mapping
from typing import TextIO

from statecore.digests import chain
from statecore.errors import BadInputError, CodecError, StatecoreError
from statecore.events import decode_event
from store.contract import EventStore, SaltedText, Turn
from store.copying import copy_turn, words_of

__all__ = ["FORMAT", "export_lines", "import_lines"]

FORMAT = "statecore turns 1"


def export_lines(store: EventStore, out: TextIO, session_ids: Iterable[str] | None = None) -> int:
    """Write a line that names the format, then one JSON line a turn; return how many turns."""
    out.write(json.dumps({"format": FORMAT}) + "\n")
    count = 0
    for session_id in store.sessions() if session_ids is None else session_ids:
        for turn in store.turns(session_id):
            out.write(json.dumps(_as_json(store, turn), ensure_ascii=False) + "\n")
            count += 1
    return count


def _as_json(store: EventStore, turn: Turn) -> dict[str, object]:
    return {
        "session": turn.session_id,
        "first_seq": turn.first_seq,
        "message_id": turn.message_id,
        "previous": turn.previous_digest.hex(),
        "head": turn.head_digest.hex(),
        "events": [
            {"bytes": base64.b64encode(payload).decode(), "read": _readable(payload)} for payload in turn.payloads
        ],
        "texts": [{"salt": words.salt.hex(), "text": words.text} for words in words_of(store, turn)],
    }


def _readable(payload: bytes) -> object:
    try:
        return _plain(decode_event(payload).model_dump())
    except CodecError as error:
        return str(error)


def _plain(value: object) -> object:
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    return value


def import_lines(lines: Iterable[str], store: EventStore) -> int:
    """Append what `export_lines` wrote, to identical bytes; return how many turns were not there yet.

    Raise `BadInputError` naming the line that cannot be used, `ConflictError` where the store's session went another
    way. Lines before it stay imported; importing again goes on behind them.
    """
    count = 0
    for number, line in enumerate(lines, start=1):
        try:
            value = json.loads(line)
            if number == 1:
                _check_format(value)
                continue
            turn, words = _turn_of(value)
        except StatecoreError:
            raise
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise BadInputError(f"line {number} is not a turn as export writes it ({type(error).__name__})") from None
        _check_chain(turn, number)
        if store.head(turn.session_id).seq < turn.seq:
            copy_turn(store, turn, words)
            count += 1
    return count


def _check_format(value: Mapping[str, object]) -> None:
    if value.get("format") != FORMAT:
        raise BadInputError(f"the first line must name the format {FORMAT!r}, as export writes it")


def _turn_of(value: Mapping[str, object]) -> tuple[Turn, tuple[SaltedText, ...]]:
    """The turn of one line; raise `KeyError`, `TypeError` or `ValueError` when it is none."""
    events, texts, message_id = value["events"], value["texts"], value["message_id"]
    if not isinstance(events, list) or not isinstance(texts, list) or not isinstance(message_id, str | None):
        raise TypeError
    turn = Turn(
        session_id=_text(value["session"]),
        first_seq=int(json.dumps(value["first_seq"])),
        message_id=message_id,
        previous_digest=bytes.fromhex(_text(value["previous"])),
        head_digest=bytes.fromhex(_text(value["head"])),
        payloads=tuple(base64.b64decode(_text(event["bytes"]), validate=True) for event in events),
    )
    return turn, tuple(SaltedText(bytes.fromhex(_text(text["salt"])), _text(text["text"])) for text in texts)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _check_chain(turn: Turn, number: int) -> None:
    digest = turn.previous_digest
    for payload in turn.payloads:
        digest = chain(digest, payload)
    if digest != turn.head_digest:
        raise BadInputError(f"line {number}: the events do not chain to the line's head; it was changed")
