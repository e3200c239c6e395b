"""The audit in several processes: each opens store and catalog for itself and replays its share of the sessions.

Invariant: the report is the one that a single process makes, whatever the number of processes and whoever ends first.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TYPE_CHECKING

from policies.registry import AnyBundle, bundle_named
from replay.audit import AuditReport, Replayer, SessionAudit, audit, audit_session, summed
from store.contract import Anchor, EventStore

if TYPE_CHECKING:
    from catalog.index import Catalog

__all__ = ["audit_parallel"]

_SHARES_A_JOB = 8
"""Smaller shares even out sessions of different length; larger ones cost less talk between the processes."""


def audit_parallel(
    open_store: Callable[[], EventStore],
    open_catalog: Callable[[], Catalog],
    *,
    jobs: int,
    anchor: Anchor | None = None,
    progress: Callable[[int], None] | None = None,
    bundles: Callable[[str], AnyBundle] = bundle_named,
) -> AuditReport:
    """Audit a store in `jobs` processes; `progress` is called with the number of sessions done.

    `open_store`, `open_catalog` and `bundles` are handed to new processes: they have to be importable functions, or
    `functools.partial` of such.
    """
    with open_store() as store:
        if jobs == 1:
            return audit(store, open_catalog(), anchor=anchor, progress=progress, bundles=bundles)
        names = tuple(store.sessions())
        audits: list[SessionAudit] = []
        # New processes, not forks: a store has threads and locks, which do not survive a fork.
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(jobs, context, _prepare, (open_store, open_catalog, bundles)) as pool:
            shares = [pool.submit(_audit_share, share) for share in _shares(names, jobs)]
            stored = store.verify(anchor)
            for share in shares:
                audits += share.result()
                if progress is not None:
                    progress(len(audits))
    return summed(audits, stored)


def _shares(names: Sequence[str], jobs: int) -> Iterator[tuple[str, ...]]:
    size = -(-len(names) // (jobs * _SHARES_A_JOB)) or 1
    for start in range(0, len(names), size):
        yield tuple(names[start : start + size])


_own: dict[str, tuple[EventStore, Replayer]] = {}
"""What this process opened for itself."""


def _prepare(
    open_store: Callable[[], EventStore], open_catalog: Callable[[], Catalog], bundles: Callable[[str], AnyBundle]
) -> None:
    _own["opened"] = (open_store(), Replayer(open_catalog(), bundles))


def _audit_share(names: Sequence[str]) -> list[SessionAudit]:
    store, replayer = _own["opened"]
    return [audit_session(name, store, replayer) for name in names]
