"""The command line as a function, and the small shop's files."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import pytest
from typer.testing import CliRunner

from catalog.index import Catalog
from lab.sessions import draw_sessions, write_sessions
from serve.cli import app


@dataclass(frozen=True)
class Ran:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, object]:
        """What was printed, as one JSON object."""
        return cast("dict[str, object]", json.loads(self.out))

    @property
    def lines(self) -> list[dict[str, object]]:
        """What was printed, as JSON lines."""
        return [json.loads(line) for line in self.out.splitlines()]


Run = Callable[..., Ran]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Runs `statecore` in process with the given arguments and input; its user cache is the test's own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "user-cache"))
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.delenv("STATECORE_DEBUG", raising=False)

    def invoke(*arguments: str | Path, stdin: str | bytes = "") -> Ran:
        found = CliRunner().invoke(app, [str(one) for one in arguments], input=stdin)
        assert found.exception is None or isinstance(found.exception, SystemExit), found.exception
        return Ran(found.exit_code, found.stdout, found.stderr)

    return invoke


@pytest.fixture(scope="session")
def shop(small_shop: Path) -> Catalog:
    """The small shop, opened."""
    return Catalog.open(small_shop)


@pytest.fixture(scope="session")
def sessions_file(shop: Catalog, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twenty sessions about products of the small shop."""
    path = tmp_path_factory.mktemp("sessions") / "sessions.jsonl"
    write_sessions(path, draw_sessions(shop, 20, seed=2))
    return path
