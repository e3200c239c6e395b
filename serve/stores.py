"""Stores by name: a directory's path, `postgresql://…`, or `nats://host:port[,host:port]/STREAM`.

Invariant: a password in a URL never reaches a message.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from statecore.errors import BadInputError

if TYPE_CHECKING:
    from serve.console import Json
    from store.contract import Anchor, EventStore

__all__ = ["STORE_URL", "open_store", "plain_anchor", "read_anchor", "store_name"]

STORE_URL = "A directory, postgresql://USER@HOST/DATABASE, or nats://HOST:PORT[,HOST:PORT]/STREAM."
_STREAM = "STATECORE"


def open_store(url: str, *, readonly: bool = False, must_exist: bool = False) -> EventStore:
    """Open the store that `url` names; `must_exist` refuses to make a directory that is not there.

    `readonly` concerns directories: servers have their own rights.
    """
    scheme, separator, _ = url.partition("://")
    if not separator:
        return _directory(Path(url), readonly=readonly, must_exist=must_exist)
    if scheme in {"postgresql", "postgres"}:
        from store.postgres import PostgresStore  # noqa: PLC0415 - an extra: imported when a URL asks for it

        return PostgresStore(url)
    if scheme == "nats":
        from store.jetstream import JetStreamStore  # noqa: PLC0415 - an extra: imported when a URL asks for it

        servers, stream = _nats(url)
        return JetStreamStore(servers, stream=stream, replicas=min(len(servers), 3))
    raise BadInputError(f"no store has the scheme {scheme}://: {STORE_URL}")


def _directory(path: Path, *, readonly: bool, must_exist: bool) -> EventStore:
    from store.directory import DirectoryStore  # noqa: PLC0415 - a command imports what it runs when it runs

    if must_exist and not path.exists():
        raise BadInputError(f"no store at {path}")
    return DirectoryStore(path, readonly=readonly)


def _nats(url: str) -> tuple[list[str], str]:
    """Servers and stream of a NATS URL.

    >>> _nats("nats://a:4222,b:4222/SHOP")
    (['nats://a:4222', 'nats://b:4222'], 'SHOP')
    """
    hosts, _, stream = url.removeprefix("nats://").partition("/")
    servers = [f"nats://{host}" for host in hosts.split(",") if host]
    if not servers:
        raise BadInputError("nats:// names no server: nats://HOST:PORT/STREAM")
    return servers, stream or _STREAM


def store_name(url: str) -> str:
    """A store's name for messages: without user and password.

    >>> store_name("postgresql://shop:secret@db/log"), store_name("log/")
    ('postgresql://db/log', 'log/')
    """
    if "://" not in url:
        return url
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def plain_anchor(anchor: Anchor) -> dict[str, Json]:
    """An anchor as JSON."""
    return {"turns": anchor.turns, "events": anchor.events, "digest": anchor.digest.hex()}


def read_anchor(path: Path) -> Anchor:
    """The anchor in a file that `statecore store anchor` wrote."""
    from store.contract import Anchor  # noqa: PLC0415 - a command imports what it runs when it runs

    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return Anchor(int(found["turns"]), int(found["events"]), bytes.fromhex(found["digest"]))
    except (ValueError, KeyError, TypeError) as error:
        raise BadInputError(f"{path} holds no anchor: {type(error).__name__}; write one with store anchor") from None
