"""`statecore read`: dialogues in, the states that they are understood as out."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from serve.console import progress_bar, write_json

__all__ = ["EXAMPLE", "read"]

EXAMPLE = "Example: statecore read --catalog shop/ < dialogues.jsonl > states.jsonl"


def read(
    catalog: Annotated[Path, typer.Option(metavar="DIR", help="A compiled catalog, or its rows.")],
    left_out: Annotated[
        str | None, typer.Option("--without", metavar="LAYER", help="Leave out a layer of the reader, to measure it.")
    ] = None,
) -> None:
    """Read dialogues from stdin, one object a line, and write the state that each one leads to.

    A dialogue is {"id": ..., "turns": [{"asked": attribute or null, "said": text}, ...]}.
    """
    from reducers.reading.layers import ALL_LAYERS, LAYERS, without
    from reducers.understood import understood
    from serve.cache import open_catalog
    from serve.dialogues import read_dialogues, state_after

    if left_out is not None and left_out not in LAYERS:
        raise typer.BadParameter(f"--without takes one of {', '.join(LAYERS)}, not {left_out}")
    layers = ALL_LAYERS if left_out is None else without(left_out)
    with progress_bar() as told:
        opened = open_catalog(catalog, progress=told)
    for dialogue in read_dialogues(sys.stdin.buffer):
        write_json({"id": dialogue.id, "state": understood(state_after(dialogue, opened, layers))})
