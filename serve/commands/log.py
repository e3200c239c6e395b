"""`statecore log`: what a store holds, one conversation of it, and the proof that it replays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from serve.console import Json, out, progress_bar, readable, table, write_json
from serve.shell import FOUND_SOMETHING
from statecore.digests import short
from statecore.errors import CorruptionError, UnknownSessionError

if TYPE_CHECKING:
    from serve.verdicts import Verdict
    from statecore.events import Event, ShopperSaid
    from store.contract import EventStore, StoredEvent

__all__ = ["app"]

Store = Annotated[Path, typer.Argument(metavar="STORE", help="The store's directory.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]

app = typer.Typer(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})


@app.callback(epilog="Example: statecore log verify log/ --catalog shop/")
def log(context: typer.Context) -> None:
    """Look into a store of conversations, and prove that they replay."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command(short_help="List the sessions of a store.", epilog="Example: statecore log ls log/ --json | head")
def ls(store: Store, *, as_json: AsJson = False) -> None:
    """List the sessions of a store, in the order in which they began; with --json one object a line."""
    from store.directory import DirectoryStore

    with DirectoryStore(store, readonly=True) as opened:
        lines = (_summary(opened, session_id) for session_id in opened.sessions())
        if as_json:
            for line in lines:
                write_json(line)
            return
        found = table("session", "began (UTC)", "policy", "turns", "events", "state", "head", right=frozenset({3, 4}))
        for line in lines:
            found.add_row(
                *(f"{line[key]}" for key in ("session_id", "began", "policy", "turns", "events", "stage")),
                f"{line['head']}"[:12],
            )
        out().print(found)


def _summary(store: EventStore, session_id: str) -> dict[str, Json]:
    """One session in a line."""
    from reducers.fold import fold

    state = fold(item.event for item in store.read(session_id))
    first = next(store.read(session_id)).event
    head = store.head(session_id)
    return {
        "session_id": session_id,
        "began": datetime.fromtimestamp(first.at_us / 1e6, UTC).strftime("%Y-%m-%d %H:%M:%S"),
        "began_us": first.at_us,
        "policy": "" if state.pins is None else state.pins.policy,
        "turns": state.turn,
        "events": head.seq,
        "stage": state.stage,
        "head": head.digest.hex(),
    }


@app.command(
    short_help="Show one conversation.", epilog="Example: statecore log show log/ house-1/drawn-0-00001 --catalog shop/"
)
def show(
    store: Store,
    session: Annotated[str | None, typer.Argument(metavar="SESSION", help="Its id; the newest if left out.")] = None,
    catalog: Annotated[Path | None, typer.Option(metavar="DIR", help="The catalog, for the products' titles.")] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Show one conversation: what was said, understood, shown and asked, and why; with --json one event a line."""
    from store.directory import DirectoryStore

    with DirectoryStore(store, readonly=True) as opened:
        session_id = session or _newest(opened, store)
        events = tuple(opened.read(session_id))
        if as_json:
            for item in events:
                write_json({"seq": item.seq, "head": item.head_digest.hex(), **_event(item.event)})
            return
        _tell_session(opened, session_id, events, _titles(catalog))


def _newest(store: EventStore, path: Path) -> str:
    ids = tuple(store.sessions())
    if not ids:
        raise UnknownSessionError(f"{path} holds no session yet")
    return ids[-1]


def _event(event: Event) -> dict[str, Json]:
    """An event as JSON: its fields, digests in hex."""
    body = readable(event.model_dump())
    return dict(body) if isinstance(body, Mapping) else {}


def _titles(catalog: Path | None) -> Callable[[str], str]:
    """What a product is called: its title where a catalog is at hand, nothing beside its id otherwise."""
    from serve.cache import open_catalog

    if catalog is None:
        return lambda _: ""
    opened = open_catalog(catalog)

    def title(product_id: str) -> str:
        place = opened.index_of(product_id)
        return opened.title(place) if place >= 0 else "(not in this catalog)"

    return title


def _tell_session(
    store: EventStore, session_id: str, events: Sequence[StoredEvent], title: Callable[[str], str]
) -> None:
    from serve.telling import tell_turn
    from statecore.events import AgentReplied, ShopperSaid, VisitStarted

    console = out()
    said: ShopperSaid | None = None
    for item in events:
        event = item.event
        if isinstance(event, VisitStarted):
            pins = event.pins
            console.print(
                Text(f"{session_id}: policy {pins.policy}, catalog {short(pins.catalog_digest)}", style="bold")
            )
        elif isinstance(event, ShopperSaid):
            said = event
        elif isinstance(event, AgentReplied) and said is not None:
            kept = None if said.text_digest is None else store.text(said.text_digest)
            tell_turn(console, said, event.decision, text=kept, title=title)
        else:
            console.print(Text(f"{event.kind.replace('_', ' ')} (event {item.seq})", style="dim"))


@app.command(short_help="Check bytes and decisions.", epilog="Example: statecore log verify log/ --catalog shop/")
def verify(
    store: Store,
    catalog: Annotated[Path | None, typer.Option(metavar="DIR", help="The catalog to replay with.")] = None,
    jobs: Annotated[int, typer.Option(metavar="N", min=1, help="Replay in so many processes.")] = 1,
    *,
    as_json: AsJson = False,
) -> None:
    """Check every stored byte; with --catalog, also read, fold and decide every turn again and compare with the log."""
    from serve.verdicts import plain_verdict, tell_verdict

    began = perf_counter()
    verdict = _verdict(store, catalog, jobs)
    if as_json:
        write_json(plain_verdict(verdict))
    else:
        tell_verdict(out(), verdict, perf_counter() - began)
    if not verdict.ok:
        raise typer.Exit(FOUND_SOMETHING)


def _verdict(store: Path, catalog: Path | None, jobs: int) -> Verdict:
    from serve.cache import open_catalog
    from serve.verdicts import Verdict, replay_store
    from store.verify import verify_directory

    if catalog is None:
        return Verdict(verify_directory(store), None, "not done: --catalog DIR replays every decision", wanted=False)
    with progress_bar() as told:
        opened = open_catalog(catalog, progress=told)
        opened.verify()
    try:
        return replay_store(store, opened, jobs)
    except CorruptionError as error:
        return Verdict(verify_directory(store), None, f"cannot be done: {error}")
