"""`statecore log verify`: identical in any process; damage, forgery and changed code are named with their place."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Protocol

import pytest
from typer.testing import CliRunner

from policies.registry import bundle_named
from serve.cli import app


class Ran(Protocol):
    """How a command ended."""

    code: int
    out: str
    err: str
    json: dict[str, object]


Run = Callable[..., Ran]


@pytest.fixture(scope="module")
def original(small_shop: Path, sessions_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with twenty simulated sessions."""
    store = tmp_path_factory.mktemp("store") / "log"
    ran = CliRunner().invoke(
        app,
        ["evaluate", "--catalog", str(small_shop), "--sessions", str(sessions_file), "--store", str(store)],
    )
    assert ran.exit_code == 0, ran.output
    return store


@pytest.fixture
def store(original: Path, tmp_path: Path) -> Path:
    """A copy that may be damaged."""
    return Path(shutil.copytree(original, tmp_path / "log"))


def test_every_decision_matches_and_the_counts_are_told(run: Run, store: Path, small_shop: Path) -> None:
    ran = run("log", "verify", store, "--catalog", small_shop)
    assert ran.code == 0
    assert "store    intact: 20 sessions" in ran.out
    assert "every decision matches" in ran.out
    told = run("log", "verify", store, "--catalog", small_shop, "--json").json
    assert told["ok"] is True
    stored, replay = told["store"], told["replay"]
    assert isinstance(stored, dict)
    assert isinstance(replay, dict)
    assert stored["status"] == "intact"
    assert stored["findings"] == replay["differences"] == []
    assert replay["identical"] is True
    assert replay["changed_digests"] == {}
    assert replay["sessions"] == stored["sessions"] == 20
    assert replay["turns"] == replay["reread"] == stored["texts"] == stored["appends"]


def test_without_a_catalog_only_the_bytes_are_checked_and_that_is_said(run: Run, store: Path) -> None:
    ran = run("log", "verify", store)
    assert ran.code == 0
    assert "not done: --catalog DIR replays every decision" in ran.out
    assert run("log", "verify", store, "--json").json["replay"] is None


def test_another_process_with_other_settings_comes_to_the_same_verdict(
    run: Run, store: Path, small_shop: Path, project_root: Path
) -> None:
    here = run("log", "verify", store, "--catalog", small_shop, "--json")
    settings = {"PYTHONHASHSEED": "77", "TZ": "America/St_Johns", "LC_ALL": "tr_TR.UTF-8", "LANG": "C"}
    there = subprocess.run(
        [sys.executable, "-m", "serve.cli", "log", "verify", store, "--catalog", small_shop, "--json"],
        env={**os.environ, **settings},
        cwd=project_root,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (there.returncode, there.stderr) == (0, "")
    assert there.stdout == here.out


def test_a_flipped_bit_anywhere_is_found_with_its_file(run: Run, store: Path, small_shop: Path) -> None:
    places = random.Random(6)
    files = [path for path in sorted(store.rglob("*")) if path.is_file() and path.stat().st_size]
    assert files
    for number in range(24):
        path = files[number % len(files)]
        data = bytearray(path.read_bytes())
        offset = places.randrange(len(data))
        data[offset] ^= 1 << places.randrange(8)
        intact = path.read_bytes()
        path.write_bytes(data)
        ran = run("log", "verify", store, "--json", *(["--catalog", small_shop] if number % 4 == 0 else []))
        assert ran.code == 1, f"{path.name}, byte {offset}"
        stored = ran.json["store"]
        assert isinstance(stored, dict)
        assert stored["status"] != "intact"
        assert any(path.name in finding["path"] for finding in stored["findings"])
        path.write_bytes(intact)
    assert run("log", "verify", store).code == 0


def test_a_cut_store_is_torn_and_its_whole_turns_still_replay(run: Run, store: Path, small_shop: Path) -> None:
    newest = max(store.glob("*.log"))
    newest.write_bytes(newest.read_bytes()[:-7])
    ran = run("log", "verify", store, "--catalog", small_shop)
    assert ran.code == 1
    assert "store    torn" in ran.out
    assert f"{newest.name}, byte " in ran.out
    assert "every decision matches" in ran.out


def test_a_changed_policy_is_named_and_the_first_differing_turn_is_shown(
    run: Run, store: Path, small_shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = replace(bundle_named("opoyo"), name="house")
    monkeypatch.setattr("policies.registry._LOADERS", {"house": lambda: other})
    ran = run("log", "verify", store, "--catalog", small_shop)
    assert ran.code == 1
    assert "store    intact" in ran.out
    assert "policy_digest has changed since 20 of these sessions were held" in ran.out
    assert "first    session house-1/drawn-2-00001, turn 1, event 3: decision." in ran.out
    assert "decision.slate" in ran.out
    told = run("log", "verify", store, "--catalog", small_shop, "--json").json["replay"]
    assert isinstance(told, dict)
    assert told["changed_digests"] == {"policy_digest": 20}
    first = told["differences"][0]
    assert (first["turn"], first["seq"], first["part"]) == (1, 3, "decision")
    assert {"field", "recorded", "replayed"} == set(first["changes"][0])


def test_a_store_that_cannot_be_opened_gets_a_verdict_too(run: Run, store: Path, small_shop: Path) -> None:
    (store / "FORMAT").write_bytes(b"statecore stare\n")
    ran = run("log", "verify", store, "--catalog", small_shop)
    assert ran.code == 1
    assert "store    damaged" in ran.out
    assert "FORMAT" in ran.out
    assert "cannot be done" in ran.out


def test_listing_and_showing_tell_of_each_session(run: Run, store: Path, small_shop: Path) -> None:
    ran = run("log", "ls", store)
    assert ran.code == 0
    assert ran.out.count("house-1/drawn-2-") == 20
    shown = run("log", "show", store, "house-1/drawn-2-00003", "--catalog", small_shop)
    assert shown.code == 0
    assert "I'm looking for" in shown.out
    missing = run("log", "show", store, "nobody")
    assert missing.code == 2
    assert "nobody" in missing.err


def test_a_listing_whose_reader_goes_away_ends_without_a_word(store: Path, project_root: Path) -> None:
    command = f"{sys.executable} -m serve.cli log ls {store} --json | true; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True, cwd=project_root)
    assert done.stderr == ""
    assert done.stdout.strip() in {"0", "141"}


def test_without_the_packages_of_the_command_line_one_line_says_how_to_get_them(project_root: Path) -> None:
    code = "import sys; sys.modules.update(typer=None, rich=None); from serve.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "demo"], capture_output=True, text=True, check=False, cwd=project_root
    )
    assert done.returncode == 2
    assert done.stderr == "statecore: the command line needs two more packages: pip install 'statecore[cli]'\n"
