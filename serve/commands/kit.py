"""`statecore kit`: the contest kit's own evaluator, unmodified, with our agent in the place of its starter."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from serve.console import note, progress_bar

__all__ = ["EXAMPLE", "kit"]

EXAMPLE = "Example: statecore kit ../techjam-conversational-search --catalog data/catalog.jsonl --output results.json"


def kit(
    kit_dir: Annotated[
        Path, typer.Argument(metavar="KIT_DIR", help="The kit's folder, with evaluator/local_evaluator.py.")
    ],
    catalog: Annotated[Path, typer.Option(metavar="FILE", help="The kit's catalog: .jsonl or .jsonl.gz.")],
    dataset: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Sessions to play, if not the kit's data/public_set.jsonl.")
    ] = None,
    output: Annotated[Path, typer.Option(metavar="OUT", help="Where the evaluator writes its results.")] = Path(
        "results.json"
    ),
    policy: Annotated[str, typer.Option(metavar="NAME", help="The policy that decides.")] = "house",
) -> None:
    """Run the contest kit's own evaluator with Statecore's agent; no file of the kit is changed."""
    from serve.kit_run import prepare, run_evaluator

    with progress_bar() as told:
        run = prepare(kit_dir, catalog, dataset=dataset, output=output, policy=policy, progress=told)
    note(f"running {run.evaluator} with {run.catalog}")
    code = run_evaluator(run)
    if code:
        note(f"the kit's evaluator ended with exit code {code}")
        raise typer.Exit(1)
