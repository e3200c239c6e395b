"""The commands, one module each; a command imports what it runs when it runs, so that `--help` is there at once.

Invariant: names, options and JSON shapes are stable. Results go to stdout, everything else to stderr.
"""

from __future__ import annotations

from typing import Annotated

import typer

from serve.commands import catalogs, chat, compare, demo, evaluate, kit, log, panels, read, store
from serve.shell import CleanGroup
from statecore import __version__

__all__ = ["app"]

app = typer.Typer(
    name="statecore",
    cls=CleanGroup,
    add_completion=False,
    pretty_exceptions_enable=False,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(*, wanted: bool) -> None:
    if wanted:
        typer.echo(f"statecore {__version__}")
        raise typer.Exit


@app.callback(epilog="Start with: statecore demo")
def root(
    context: typer.Context,
    *,
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=lambda value: _version(wanted=value), is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """A shopping agent whose memory is a log: it asks, ranks and commits, and every decision replays bit for bit."""
    if context.invoked_subcommand is None and not version:
        typer.echo(context.get_help())


for name, command, example, short in (
    ("demo", demo.demo, demo.EXAMPLE, "Everything once: a catalog, a conversation, scores, a replay."),
    ("synth", catalogs.synth, catalogs.SYNTH_EXAMPLE, "Write a synthetic catalog's rows."),
    ("index", catalogs.index, catalogs.INDEX_EXAMPLE, "Compile rows into a catalog."),
    ("chat", chat.chat, chat.EXAMPLE, "Talk to the agent."),
    ("evaluate", evaluate.evaluate, evaluate.EXAMPLE, "Score a policy with simulated shoppers."),
    ("compare", compare.compare, compare.COMPARE_EXAMPLE, "Several policies over the same sessions."),
    ("bound", compare.bound, compare.BOUND_EXAMPLE, "How near policies come to the best possible."),
    ("panels", panels.panels, panels.EXAMPLE, "Sessions with their words, values or shelves changed."),
    ("read", read.read, read.EXAMPLE, "Write the states that dialogues lead to."),
    ("kit", kit.kit, kit.EXAMPLE, "Run the contest kit's own evaluator with the agent."),
):
    app.command(name, epilog=example, short_help=short)(command)
app.add_typer(log.app, name="log", short_help="List, show and verify conversations.")
app.add_typer(store.app, name="store", short_help="Copy, forget, prune, salvage.")
