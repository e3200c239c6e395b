"""`statecore demo`: everything once, on a catalog made on the spot, in well under a minute."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from serve.console import out, progress_bar
from serve.shell import FOUND_SOMETHING

if TYPE_CHECKING:
    from catalog.index import Catalog
    from lab.play import Case
    from policies.registry import AnyBundle

__all__ = ["EXAMPLE", "demo"]

EXAMPLE = "Example: statecore demo --keep demo/"

_LOOKED_AT = 60
_A_WHILE = 3


def demo(
    rows: Annotated[int, typer.Option(metavar="N", help="Products in the synthetic catalog.")] = 20_000,
    sessions: Annotated[int, typer.Option(metavar="N", help="Simulated sessions to score.")] = 200,
    seed: Annotated[int, typer.Option(metavar="S", help="The seed of catalog and sessions.")] = 7,
    policy: Annotated[str, typer.Option(metavar="NAME", help="The policy that decides.")] = "house",
    keep: Annotated[Path | None, typer.Option(metavar="DIR", help="Keep rows, catalog and log in this folder.")] = None,
) -> None:
    """Make a catalog, hold a conversation, score simulated sessions, and replay every decision from the log."""
    from catalog.index import Catalog
    from policies.registry import bundle_named

    bundle = bundle_named(policy)
    began = perf_counter()
    with _workplace(keep) as folder:
        _heading("1  A catalog")
        _make_catalog(folder, rows, seed)
        catalog = Catalog.open(folder / "shop")
        _heading("2  A conversation")
        _converse(catalog, bundle, seed)
        _heading(f"3  {sessions} simulated sessions, logged")
        _score(catalog, bundle, folder / "log", sessions, seed)
        _heading("4  The log, replayed")
        matched = _replay(catalog, folder / "log")
        out().print(Text(f"\nDone in {perf_counter() - began:.0f} s.", style="dim"))
        if keep is not None:
            out().print(Text(f"Go on with: statecore chat --catalog {keep / 'shop'}", style="dim"))
    if not matched:
        raise typer.Exit(FOUND_SOMETHING)


@contextmanager
def _workplace(keep: Path | None) -> Iterator[Path]:
    """The folder to keep, or one that goes away at the end."""
    if keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
        yield keep
        return
    with tempfile.TemporaryDirectory(prefix="statecore-demo-") as folder:
        yield Path(folder)


def _heading(text: str) -> None:
    out().print(Text(f"\n{text}\n", style="bold underline"))


def _make_catalog(folder: Path, rows: int, seed: int) -> None:
    from catalog.compiler import compile_catalog
    from lab.synthetic import write_rows
    from serve.commands.catalogs import tell_compiled

    source = folder / "rows.jsonl"
    with progress_bar() as told:
        write_rows(source, rows, seed, lambda done: told(done, rows, "writing rows"))
        began = perf_counter()
        report = compile_catalog(source, folder / "shop", progress=told)
    tell_compiled(report, folder / "shop", perf_counter() - began)


def _converse(catalog: Catalog, bundle: AnyBundle, seed: int) -> None:
    """One conversation, turn by turn: the first drawn one that starts without a wish and takes a while."""
    from lab.shopper import MAX_TURNS, SimulatedShopper, kit_sentence
    from replay.engine import Message
    from replay.session import LiveSession
    from serve.telling import tell_turn
    from store.memory import MemoryStore

    case = _worth_watching(catalog, bundle, seed)
    session = case.session
    move, shopper = SimulatedShopper(session.sample_id, session.scenario, case.wish).open()
    console = out()

    def title(product_id: str) -> str:
        return catalog.title(catalog.index_of(product_id))

    with MemoryStore() as store:
        live = LiveSession(store, session.sample_id, catalog=catalog, bundle=bundle, profile=session.profile)
        while True:
            text = kit_sentence(shopper, move)
            reply = live.say(Message(text, at_us=shopper.turn))
            tell_turn(console, reply.said, reply.decision, text=text, title=title)
            if shopper.can_hit and session.target_id in reply.decision.product_ids:
                rank = reply.decision.product_ids.index(session.target_id) + 1
                console.print(Text(f"Found on turn {shopper.turn}, at rank {rank}.", style="bold green"))
                return
            if shopper.turn == MAX_TURNS:
                console.print("Not found in ten turns.")
                return
            move, shopper = shopper.answer(reply.decision.ask)


def _worth_watching(catalog: Catalog, bundle: AnyBundle, seed: int) -> Case:
    """The first session that is still exploring at first and takes three turns or more; or else simply the first."""
    from lab.agents import EngineAgent
    from lab.evaluate import kit_cases
    from lab.play import play
    from lab.sessions import draw_sessions

    cases = kit_cases(catalog, draw_sessions(catalog, _LOOKED_AT, seed))
    agent = EngineAgent(catalog, bundle)
    for case in cases:
        if case.session.scenario == "browsing":
            played = play(agent, case, session_id=case.session.sample_id, exists=lambda _: True)
            if played.outcome.hit and played.outcome.turns >= _A_WHILE:
                return case
    return cases[0]


def _score(catalog: Catalog, bundle: AnyBundle, log: Path, count: int, seed: int) -> None:
    from lab.agents import LoggedAgent
    from lab.evaluate import kit_cases, result_of
    from lab.sessions import draw_sessions
    from serve.commands.evaluate import free_prefix, play_all, tell_evaluation
    from store.directory import DirectoryStore

    cases = kit_cases(catalog, draw_sessions(catalog, count, seed))
    began = perf_counter()
    with DirectoryStore(log) as store, progress_bar() as told:
        evaluation = play_all(
            LoggedAgent(catalog, bundle, store), catalog, cases, free_prefix(store, bundle.name), told
        )
    tell_evaluation(result_of(evaluation), f"{bundle.name}, {count} drawn sessions", perf_counter() - began)


def _replay(catalog: Catalog, log: Path) -> bool:
    from serve.verdicts import replay_store, tell_verdict

    began = perf_counter()
    verdict = replay_store(str(log), catalog)
    tell_verdict(out(), verdict, perf_counter() - began)
    return verdict.ok
