"""`statecore log fork` and `statecore log why`: a conversation answered otherwise, and what a decision hangs on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from serve.console import note, out, progress_bar, write_json
from serve.places import Named, StoreOption, locate, titles
from statecore.errors import ReplayError

if TYPE_CHECKING:
    from catalog.index import Catalog
    from policies.registry import AnyBundle
    from replay.engine import Message
    from store.contract import EventStore

__all__ = ["FORK_EXAMPLE", "WHY_EXAMPLE", "fork", "why"]

FORK_EXAMPLE = "Example: statecore log fork log/ SESSION --turn 2 --policy arc --catalog shop/"
WHY_EXAMPLE = "Example: statecore log why log/ SESSION --turn 2 --catalog shop/"

_CatalogOption = Annotated[Path, typer.Option(metavar="DIR", help="The catalog to decide with.")]
_AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def fork(
    turn: Annotated[int, typer.Option(metavar="N", help="The first message to answer once more.")],
    catalog: _CatalogOption,
    named: Named = None,
    store: StoreOption = None,
    policy: Annotated[
        str | None, typer.Option(metavar="NAME", help="Who answers; the same policy if left out.")
    ] = None,
    say: Annotated[str | None, typer.Option(metavar="TEXT", help="What message N says instead.")] = None,
    keep: Annotated[str | None, typer.Option(metavar="ID", help="Store the fork as a new session of this id.")] = None,
    *,
    as_json: _AsJson = False,
) -> None:
    """Answer a conversation's messages once more from turn N on, by another policy or after another message.

    Nothing is stored without --keep, and the conversation itself is never touched.
    """
    from replay.fork import fork_session, keep_fork
    from serve.forking import plain_fork, tell_fork

    place = locate(named, store)
    opened = _opened(catalog)
    with place.open(readonly=keep is None) as log:
        session_id = place.session_in(log)
        bundle = _bundle(log, session_id, turn, policy)
        made = fork_session(log, session_id, turn, catalog=opened, bundle=bundle, say=_message(say))
        receipt = None if keep is None else keep_fork(log, made, keep)
    if as_json:
        write_json(plain_fork(made, bundle.name, kept_as=keep))
    else:
        tell_fork(out(), made, bundle.name, titles(opened))
    if receipt is not None:
        note(f"kept as {keep}, {receipt.seq} events: statecore log show {place.store} {keep} --catalog {catalog}")


def _opened(catalog: Path) -> Catalog:
    from serve.cache import open_catalog

    with progress_bar() as told:
        return open_catalog(catalog, progress=told)


def _bundle(store: EventStore, session_id: str, turn: int, policy: str | None = None) -> AnyBundle:
    """The policy of that name, or else the one that answered message `turn`."""
    from policies.registry import bundle_named
    from replay.timetravel import state_at_turn

    if policy is None:
        pins = state_at_turn(store, session_id, turn).pins
        if pins is None:
            raise ReplayError(f"session {session_id!r} names no policy: say which with --policy")
        policy = pins.policy
    return bundle_named(policy)


def _message(text: str | None) -> Message | None:
    from replay.engine import Message
    from store.contract import salt_text

    return None if text is None else Message(text, at_us=0, salt=salt_text(text).salt)


def why(
    turn: Annotated[int, typer.Option(metavar="N", help="The turn whose first product is explained.")],
    catalog: _CatalogOption,
    named: Named = None,
    store: StoreOption = None,
    largest: Annotated[int, typer.Option(metavar="K", min=1, help="Leave out up to so many statements.")] = 3,
    *,
    as_json: _AsJson = False,
) -> None:
    """Find the smallest statements without which another product would come first, by deciding again without them."""
    from replay.counterfactual import minimal_counterfactual
    from serve.forking import plain_answer, tell_answer

    place = locate(named, store)
    opened = _opened(catalog)
    with place.open() as log:
        session_id = place.session_in(log)
        bundle = _bundle(log, session_id, turn)
        items = tuple(log.read(session_id))
    answer = minimal_counterfactual(items, turn, catalog=opened, bundle=bundle, largest=largest)
    if as_json:
        write_json(plain_answer(answer, session_id))
    else:
        tell_answer(out(), answer, session_id, titles(opened))
