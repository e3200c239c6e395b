"""Work spread over several processes: each makes what it needs once, results come in the order of the shares.

Invariant: what is found does not depend on how many processes there are, nor on which of them ends first.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import TypeVar, cast

__all__ = ["spread"]

Needed = TypeVar("Needed")
Share = TypeVar("Share")
Found = TypeVar("Found")


def spread(
    work: Callable[[Needed, Share], Found], make: Callable[[], Needed], shares: Sequence[Share], *, jobs: int
) -> Iterator[Found]:
    """What `work` finds for each share, in order, given what `make` makes; with one job, in this process.

    `work` and `make` are handed to new processes: importable functions, or `functools.partial` of such.

    >>> list(spread(pow, partial(int, "2"), [3, 4], jobs=1))
    [8, 16]
    """
    if jobs == 1:
        made = make()
        yield from (work(made, share) for share in shares)
        return
    # New processes, not forks: numpy's threads do not survive a fork.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context, _prepare, (make,)) as pool:
        yield from pool.map(partial(_do, work), shares)


_own: dict[str, object] = {}
"""What this process made for itself."""


def _prepare(make: Callable[[], object]) -> None:
    _own["made"] = make()


def _do(work: Callable[[Needed, Share], Found], share: Share) -> Found:
    return work(cast("Needed", _own["made"]), share)
