"""The contest kit's evaluator runs unmodified with our agent in the place of its starter.

The kit here is a stand-in of our own with the documented contract: it imports `starter.agent`, builds one
`Agent(catalog_path)`, and plays `reset` and `respond`. Around it lie files that would do harm if they were imported.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import pytest

from serve.kit_run import prepare
from statecore.errors import BadInputError, CatalogError, UnknownPolicyError


class Ran(Protocol):
    """How a command ended."""

    code: int
    err: str


Run = Callable[..., Ran]

EVALUATOR = """
import argparse, json, uuid
from starter.agent import Agent
from starter.helpers import NAME

def play(agent, sample, products):
    session, target = f"public_{uuid.uuid4().hex}", sample["ground_truth"]["parent_asin"]
    agent.reset(session, sample["user_profile"])
    wishes = [str(line) for line in products[target]["features"]] or [products[target]["title"]]
    message = "I'm looking for " + " ".join(products[target]["categories"][-1:]) + ", but I'm still exploring."
    for turn in range(1, 11):
        response = agent.respond(session, message, turn, 10)
        assert isinstance(response["message"], str)
        ids = [item["parent_asin"] for item in response["recommendations"]]
        assert len(ids) == len(set(ids)) <= 10 and set(ids) <= products.keys()
        if target in ids:
            return {"hit": True, "turn": turn, "agent": type(agent).__mro__[1].__module__}
        message = "For that, what matters is: " + wishes[min(turn, len(wishes)) - 1] + "."
    return {"hit": False, "turn": None, "agent": type(agent).__mro__[1].__module__}

def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--catalog", default="data/catalog.jsonl")
    parser.add_argument("--dataset", default="data/public_set.jsonl")
    parser.add_argument("--output", default="results.json")
    args = parser.parse_args()
    products = {row["parent_asin"]: row for row in map(json.loads, open(args.catalog, encoding="utf-8"))}
    samples = [json.loads(line) for line in open(args.dataset, encoding="utf-8")]
    agent = Agent(args.catalog)
    results = [play(agent, sample, products) for sample in samples]
    json.dump({"name": NAME, "sessions": results}, open(args.output, "w", encoding="utf-8"))
    print(f"{sum(item['hit'] for item in results)} hits of {len(results)}", flush=True)

if __name__ == "__main__":
    main()
"""
HARMFUL = "raise ImportError('a file of the kit stood in for a room of Statecore')\n"


@pytest.fixture
def kit_dir(tmp_path: Path, sessions_file: Path) -> Path:
    """The stand-in kit."""
    kit = tmp_path / "kit"
    for name in ("evaluator", "starter", "data", "catalog", "store"):
        (kit / name).mkdir(parents=True)
    (kit / "evaluator" / "local_evaluator.py").write_text(EVALUATOR, encoding="utf-8")
    (kit / "starter" / "agent.py").write_text(HARMFUL, encoding="utf-8")
    (kit / "starter" / "helpers.py").write_text("NAME = 'a helper of the kit'\n", encoding="utf-8")
    (kit / "data" / "public_set.jsonl").write_bytes(sessions_file.read_bytes())
    for room in ("catalog", "store"):
        (kit / room / "__init__.py").write_text(HARMFUL, encoding="utf-8")
    for module in ("serve.py", "policies.py", "numpy.py"):
        (kit / module).write_text(HARMFUL, encoding="utf-8")
    return kit


def contents(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_the_evaluator_plays_its_sessions_with_our_agent_and_the_kit_stays_as_it_was(
    run: Run, kit_dir: Path, small_rows: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    before = contents(kit_dir)
    output = tmp_path / "results.json"
    ran = run("kit", kit_dir, "--catalog", small_rows, "--output", output)
    told = capfd.readouterr().out
    assert ran.code == 0, ran.err
    results = json.loads(output.read_text(encoding="utf-8"))
    assert len(results["sessions"]) == 20
    assert {one["agent"] for one in results["sessions"]} == {"serve.kit"}
    assert results["name"] == "a helper of the kit"
    assert f"{sum(one['hit'] for one in results['sessions'])} hits of 20" in told
    assert contents(kit_dir) == before


def test_packed_rows_are_unpacked_for_the_evaluator_once(
    kit_dir: Path, small_rows: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    packed = tmp_path / "rows.jsonl.gz"
    packed.write_bytes(gzip.compress(small_rows.read_bytes()))
    made = [prepare(kit_dir, packed, dataset=None, output=tmp_path / "out.json", policy="house") for _ in range(2)]
    assert made[0] == made[1]
    assert made[0].catalog.read_bytes() == small_rows.read_bytes()
    assert made[0].catalog.is_relative_to(tmp_path / "xdg")
    packed.write_bytes(packed.read_bytes()[:-20])
    with pytest.raises(CatalogError, match="cannot be unpacked"):
        prepare(kit_dir, packed, dataset=None, output=tmp_path / "out.json", policy="house")


def test_an_evaluator_that_fails_is_told_in_one_line(
    run: Run, kit_dir: Path, small_rows: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (kit_dir / "data" / "public_set.jsonl").unlink()
    ran = run("kit", kit_dir, "--catalog", small_rows)
    told = capfd.readouterr().err
    assert ran.code == 1
    assert "the kit's evaluator failed: FileNotFoundError" in told
    assert "Traceback" not in told + ran.err


def test_what_is_no_kit_is_refused(kit_dir: Path, small_rows: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    with pytest.raises(BadInputError, match="not the contest kit"):
        prepare(tmp_path, small_rows, dataset=None, output=out, policy="house")
    with pytest.raises(CatalogError, match="no such file"):
        prepare(kit_dir, tmp_path / "none.jsonl", dataset=None, output=out, policy="house")
    with pytest.raises(BadInputError, match="no such file of sessions"):
        prepare(kit_dir, small_rows, dataset=tmp_path / "none.jsonl", output=out, policy="house")
    with pytest.raises(BadInputError, match="there is no folder"):
        prepare(kit_dir, small_rows, dataset=None, output=tmp_path / "no" / "out.json", policy="house")
    with pytest.raises(UnknownPolicyError):
        prepare(kit_dir, small_rows, dataset=None, output=out, policy="nobody")
