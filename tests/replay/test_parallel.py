"""The audit in several processes finds what one process finds, in the same order, and tells how far it is."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from catalog.index import Catalog
from lab.agents import LoggedAgent
from lab.evaluate import evaluate, kit_cases
from lab.sessions import draw_sessions
from policies.registry import AnyBundle, bundle_named
from replay.audit import AuditReport
from replay.parallel import audit_parallel
from store.directory import DirectoryStore


@pytest.fixture(scope="module")
def log(shop: Catalog, house: AnyBundle, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of twenty sessions."""
    folder = tmp_path_factory.mktemp("log")
    with DirectoryStore(folder, fsync="never") as store:
        evaluate(LoggedAgent(shop, house, store), shop, kit_cases(shop, draw_sessions(shop, 20, seed=4)))
    return folder


def opoyo_as_house(_name: str) -> AnyBundle:
    """Another policy under the recorded name."""
    return replace(bundle_named("opoyo"), name="house")


def test_any_number_of_processes_makes_the_same_report(log: Path, small_shop: Path) -> None:
    def report(jobs: int) -> tuple[AuditReport, list[int]]:
        told: list[int] = []
        opened = partial(DirectoryStore, log, readonly=True)
        catalog = partial(Catalog.open, small_shop)
        found = audit_parallel(opened, catalog, jobs=jobs, progress=told.append, bundles=opoyo_as_house)
        return found, told

    alone, steps = report(1)
    together, shares = report(2)
    assert together == alone
    assert len(alone.differences) == alone.sessions == steps[-1] == shares[-1] == 20
    assert shares == sorted(shares)


def test_an_empty_store_is_audited_by_idle_processes(small_shop: Path, tmp_path: Path) -> None:
    DirectoryStore(tmp_path / "log").close()
    opened = partial(DirectoryStore, tmp_path / "log", readonly=True)
    report = audit_parallel(opened, partial(Catalog.open, small_shop), jobs=2)
    assert report.ok
    assert report.sessions == 0
