"""`statecore log`: what a store holds, one conversation of it, and the proof that it replays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from serve.commands import log_certificates, log_lines, log_whatif
from serve.console import Json, out, progress_bar, readable, table, write_json
from serve.places import Named, StoreOption, locate, titles
from serve.shell import FOUND_SOMETHING
from serve.stores import STORE_URL, open_store, read_anchor
from statecore.digests import short
from statecore.errors import BadInputError, CorruptionError

if TYPE_CHECKING:
    from replay.timetravel import View
    from serve.verdicts import Verdict
    from statecore.events import Event, ShopperSaid
    from store.contract import Anchor, EventStore, StoredEvent

__all__ = ["app"]

Store = Annotated[str, typer.Argument(metavar="STORE", help=STORE_URL)]
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
    with open_store(store, readonly=True, must_exist=True) as opened:
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
    named: Named = None,
    catalog: Annotated[Path | None, typer.Option(metavar="DIR", help="The catalog, for the products' titles.")] = None,
    store: StoreOption = None,
    at: Annotated[int | None, typer.Option("--at", metavar="SEQ", help="What was known after this event.")] = None,
    turn: Annotated[int | None, typer.Option(metavar="N", help="What was known after the reply to message N.")] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Show one conversation: what was said, understood, shown and asked, and why; with --json one event a line.

    With --at or --turn: what was known at that point, each statement with its message and with what ended it.
    """
    from replay.timetravel import look

    place = locate(named, store)
    if at is not None and turn is not None:
        raise BadInputError("give --at or --turn, not both")
    with place.open() as opened:
        session_id = place.session_in(opened)
        if at is not None or turn is not None:
            _show_point(opened, look(opened, session_id, seq=at, turn=turn), catalog, as_json=as_json)
            return
        events = tuple(opened.read(session_id))
        if as_json:
            for item in events:
                write_json({"seq": item.seq, "head": item.head_digest.hex(), **_event(item.event)})
            return
        _tell_session(opened, session_id, events, titles(catalog))


def _show_point(store: EventStore, view: View, catalog: Path | None, *, as_json: bool) -> None:
    from serve.viewing import plain_view, tell_view
    from statecore.events import ShopperSaid

    said = {item.seq: item.event for item in store.read(view.session_id) if isinstance(item.event, ShopperSaid)}

    def words(seq: int) -> str | None:
        digest = said[seq].text_digest
        return None if digest is None else store.text(digest)

    if as_json:
        write_json(plain_view(view, words))
    else:
        tell_view(out(), view, words, titles(catalog))


def _event(event: Event) -> dict[str, Json]:
    """An event as JSON: its fields, digests in hex."""
    body = readable(event.model_dump())
    return dict(body) if isinstance(body, Mapping) else {}


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
            pins, parent = event.pins, event.parent
            told = f"{session_id}: policy {pins.policy}, catalog {short(pins.catalog_digest)}"
            forked = "" if parent is None else f", forked off {parent.session_id} after event {parent.seq}"
            console.print(Text(told + forked, style="bold"))
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
    anchor: Annotated[
        Path | None, typer.Option(metavar="FILE", help="An anchor kept elsewhere: shows whether the tail was cut.")
    ] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Check every stored byte; with --catalog, also read, fold and decide every turn again and compare with the log."""
    from serve.verdicts import plain_verdict, tell_verdict

    began = perf_counter()
    verdict = _verdict(store, catalog, jobs, None if anchor is None else read_anchor(anchor))
    if as_json:
        write_json(plain_verdict(verdict))
    else:
        tell_verdict(out(), verdict, perf_counter() - began)
    if not verdict.ok:
        raise typer.Exit(FOUND_SOMETHING)


def _verdict(store: str, catalog: Path | None, jobs: int, anchor: Anchor | None) -> Verdict:
    from serve.cache import open_catalog
    from serve.verdicts import Verdict, check_bytes, replay_store

    if catalog is None:
        return Verdict(check_bytes(store, anchor), None, "not done: --catalog DIR replays every decision", wanted=False)
    with progress_bar() as told:
        opened = open_catalog(catalog, progress=told)
        opened.verify()
    try:
        return replay_store(store, opened, jobs, anchor)
    except CorruptionError as error:
        return Verdict(check_bytes(store, anchor), None, f"cannot be done: {error}")


app.command("certify", short_help="Write a decision's certificate.", epilog=log_certificates.CERTIFY_EXAMPLE)(
    log_certificates.certify
)
app.command("check", short_help="Hold a certificate against a store.", epilog=log_certificates.CHECK_EXAMPLE)(
    log_certificates.check
)
app.command("fork", short_help="Answer a conversation otherwise.", epilog=log_whatif.FORK_EXAMPLE)(log_whatif.fork)
app.command("why", short_help="What the first product hangs on.", epilog=log_whatif.WHY_EXAMPLE)(log_whatif.why)
app.command("export", short_help="Sessions as JSON lines.", epilog=log_lines.EXPORT_EXAMPLE)(log_lines.export)
app.command("import", short_help="Exported lines into a store.", epilog=log_lines.IMPORT_EXAMPLE)(log_lines.import_)
