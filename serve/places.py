"""Where a command finds its conversation: a store and a session, as named on the command line.

Invariant: the store is the first word unless `--store` names it; the session is the next, or the newest in the store.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from serve.stores import open_store, store_name
from statecore.errors import BadInputError, UnknownSessionError

if TYPE_CHECKING:
    from catalog.index import Catalog
    from store.contract import EventStore

__all__ = ["Named", "Place", "StoreOption", "locate", "newest", "store_and_sessions", "titles"]

Named = Annotated[
    list[str] | None,
    typer.Argument(metavar="STORE [SESSION]", help="The store, and a session's id; the newest if left out."),
]
StoreOption = Annotated[
    str | None, typer.Option("--store", metavar="STORE", help="The store, in place of the first argument.")
]


class Place(NamedTuple):
    """A store's directory or URL, and the session named in it (None: the newest)."""

    store: str
    session: str | None

    def open(self, *, readonly: bool = True) -> EventStore:
        """Open the store, which must be there."""
        return open_store(self.store, readonly=readonly, must_exist=True)

    def session_in(self, opened: EventStore) -> str:
        """The session's id; raise `UnknownSessionError` when the store is empty and none was named."""
        return self.session or newest(opened, store_name(self.store))


def locate(named: Sequence[str] | None, store: str | None) -> Place:
    """What the words of a command line name.

    >>> locate(["log/", "s1"], None) == locate(["s1"], "log/")
    True
    """
    store, sessions = store_and_sessions(named, store)
    if len(sessions) > 1:
        raise BadInputError(f"name one session, not {len(sessions)}: {', '.join(sessions)}")
    return Place(store, sessions[0] if sessions else None)


def store_and_sessions(named: Sequence[str] | None, store: str | None) -> tuple[str, list[str]]:
    """The store and the session ids that the words of a command line name."""
    words = list(named or ())
    if store is not None:
        return store, words
    if not words:
        raise BadInputError("name a store: its directory or URL is the first argument, or --store STORE")
    return words[0], words[1:]


def newest(store: EventStore, name: str) -> str:
    """The id of the session that began last; raise `UnknownSessionError` when there is none."""
    ids = tuple(store.sessions())
    if not ids:
        raise UnknownSessionError(f"{name} holds no session yet")
    return ids[-1]


def titles(catalog: Path | Catalog | None) -> Callable[[str], str]:
    """What a product is called: its title where a catalog is at hand, nothing beside its id otherwise."""
    from serve.cache import open_catalog  # noqa: PLC0415 - a command imports what it runs when it runs

    if catalog is None:
        return lambda _: ""
    opened = open_catalog(catalog) if isinstance(catalog, Path) else catalog

    def title(product_id: str) -> str:
        place = opened.index_of(product_id)
        return opened.title(place) if place >= 0 else "(not in this catalog)"

    return title
