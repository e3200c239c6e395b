"""`statecore chat`: a conversation at the keyboard, or from lines on stdin."""

from __future__ import annotations

import secrets
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.text import Text

from serve.console import note, out, progress_bar
from statecore.errors import ConflictError, MessageError

if TYPE_CHECKING:
    from catalog.index import Catalog
    from replay.engine import Message
    from replay.session import LiveSession, Reply
    from store.contract import EventStore

__all__ = ["EXAMPLE", "chat"]

EXAMPLE = "Example: statecore chat --catalog shop/ --store log/"

_HELP = "/buy N takes the N-th product shown, /state shows what is known, /quit leaves"
_SALT_SIZE = 32


def chat(
    catalog: Annotated[Path, typer.Option(metavar="DIR", help="A compiled catalog, or its rows.")],
    policy: Annotated[str, typer.Option(metavar="NAME", help="The policy that decides.")] = "shop",
    store: Annotated[str | None, typer.Option(metavar="STORE", help="Keep the conversation in this store.")] = None,
    session: Annotated[str | None, typer.Option(metavar="ID", help="The session to continue or begin.")] = None,
) -> None:
    """Talk to the agent: it tells what it understood, what it shows and how sure it is, what it asks and why."""
    from policies.registry import bundle_named
    from replay.session import LiveSession
    from serve.cache import open_catalog
    from serve.stores import open_store, store_name
    from store.memory import MemoryStore

    bundle = bundle_named(policy)
    with progress_bar() as told:
        opened = open_catalog(catalog, progress=told)
    kept: EventStore = MemoryStore() if store is None else open_store(store)
    with kept:
        live = LiveSession(kept, session or _fresh_id(), catalog=opened, bundle=bundle)
        note(f"{opened.size:,} products, policy {policy}, session {live.session_id}; {_HELP}")
        _Chat(live, opened, out()).run()
        if store is not None and live.head.seq:
            note(f"kept: statecore log show {store_name(store)} {live.session_id} --catalog {catalog}")


def _fresh_id() -> str:
    return f"chat-{datetime.now(UTC):%Y%m%d-%H%M%S}-{secrets.token_hex(2)}"


def _now_us() -> int:
    return time.time_ns() // 1_000


def _lines() -> Iterator[str]:
    """What is typed, with a prompt at a terminal, until the end of input."""
    if not sys.stdin.isatty():
        yield from (line.rstrip("\n") for line in sys.stdin)
        return
    while True:
        try:
            yield input("you> ")
        except EOFError:
            sys.stdout.write("\n")
            return


@dataclass(slots=True)
class _Chat:
    """A conversation under way."""

    live: LiveSession
    catalog: Catalog
    console: Console

    def run(self) -> None:
        """Take line after line; close the visit at the end."""
        for line in _lines():
            command, _, argument = line.strip().partition(" ")
            if command == "/quit":
                break
            if command.startswith("/"):
                if self._obey(command, argument):
                    return
            elif command:
                self._say(line)
        if self.live.head.seq:
            self.live.end("left", _now_us())

    def _obey(self, command: str, argument: str) -> bool:
        """Do what a line with a slash says; whether that ended the visit."""
        if command == "/buy":
            return self._buy(argument)
        if command == "/state":
            self._state()
        else:
            note(_HELP)
        return False

    def _say(self, text: str) -> None:
        from replay.engine import Message
        from serve.telling import tell_turn

        try:
            reply = self._decided(Message(text, _now_us(), salt=secrets.token_bytes(_SALT_SIZE)))
        except MessageError as error:
            note(str(error))
            return
        tell_turn(self.console, reply.said, reply.decision, text=None, title=self._title)

    def _decided(self, message: Message) -> Reply:
        """The reply; where another process wrote to the same session meanwhile, decided again after reading that."""
        while True:
            try:
                return self.live.say(message)
            except ConflictError:
                note(f"{self.live.catch_up()} events came from elsewhere; deciding again")

    def _title(self, product_id: str) -> str:
        place = self.catalog.index_of(product_id)
        return self.catalog.title(place) if place >= 0 else product_id

    def _buy(self, argument: str) -> bool:
        """Close the visit with a purchase; False when there is no such product."""
        last = [item for item in self.live.state.shown if item.turn == self.live.state.turn]
        chosen = [item.product_id for item in last if str(item.rank) == argument.strip()]
        if not chosen:
            note(f"/buy takes a number from 1 to {len(last)}" if last else "nothing is shown yet")
            return False
        self.live.react(chosen[0], "bought", _now_us())
        self.live.end("bought", _now_us())
        self.console.print(Text(f"bought: {self._title(chosen[0])}", style="bold green"))
        return True

    def _state(self) -> None:
        from serve.telling import tell_state

        tell_state(self.console, self.live.state)
