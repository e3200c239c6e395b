"""Shared test settings: hypothesis profiles, and the data sets that live outside the repository.

The invariant: a run without STATECORE_THOROUGH gives the same verdict every time (examples are derandomized),
and no test fails because the shared data sets are absent; it skips and says so.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from catalog.compiler import compile_catalog
from lab.synthetic import write_rows

QUICK, THOROUGH = "quick", "thorough"
DATA_ENV, THOROUGH_ENV = "STATECORE_DATA", "STATECORE_THOROUGH"
ROOT = Path(__file__).resolve().parent.parent

# No deadline: two shared cores make one example's time meaningless. No example database: nothing carries over
# between runs. A failing example is printed with the decorator that reproduces it.
settings.register_profile(QUICK, max_examples=40, derandomize=True, deadline=None, database=None, print_blob=True)
settings.register_profile(
    THOROUGH,
    max_examples=2_000,
    derandomize=False,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(THOROUGH if os.environ.get(THOROUGH_ENV) == "1" else QUICK)


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """The folder of the shared data sets: env STATECORE_DATA, else shared/data beside the project's root."""
    named = os.environ.get(DATA_ENV)
    folder = Path(named) if named else ROOT.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip(f"no data sets at {folder}: set {DATA_ENV} to the folder that holds catalog-50k.jsonl.gz")
    return folder


@pytest.fixture(scope="session")
def small_rows(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A synthetic catalog's rows: 500 products."""
    path = tmp_path_factory.mktemp("rows") / "rows.jsonl"
    write_rows(path, 500, seed=11)
    return path


@pytest.fixture(scope="session")
def small_shop(small_rows: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the compiled form of `small_rows`."""
    folder = tmp_path_factory.mktemp("shop")
    compile_catalog(small_rows, folder)
    return folder


@pytest.fixture(scope="session")
def project_root() -> Path:
    """The folder that holds pyproject.toml and the rooms."""
    return ROOT
