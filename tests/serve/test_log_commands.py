"""The log's commands beside verify: certificates, time travel, forks, explanations, JSON lines."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import pytest
from typer.testing import CliRunner

from serve.cli import app
from store.directory import DirectoryStore


class Ran(Protocol):
    """How a command ended."""

    code: int
    out: str
    err: str
    json: dict[str, object]
    lines: list[dict[str, object]]


Run = Callable[..., Ran]
TALK = "I want a belt\nblack, but no leather\nunder 40 dollars\n/quit\n"


@pytest.fixture(scope="module")
def log(small_shop: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with one conversation of three turns, called `talk`."""
    store = tmp_path_factory.mktemp("talk") / "log"
    arguments = ["chat", "--catalog", str(small_shop), "--store", str(store), "--session", "talk", "--policy", "house"]
    ran = CliRunner().invoke(app, arguments, input=TALK)
    assert ran.exit_code == 0, ran.output
    return store


def test_a_certificate_is_checked_against_log_and_catalog_and_remade(
    run: Run, log: Path, small_shop: Path, tmp_path: Path
) -> None:
    made = run("log", "certify", log, "talk", "--turn", "2")
    assert made.code == 0
    certificate = tmp_path / "c.json"
    certificate.write_text(made.out, encoding="utf-8")
    whole = run("log", "check", certificate, log, "--catalog", small_shop, "--json")
    assert whole.code == 0
    assert whole.json["verified"] is whole.json["complete"] is True
    bare = run("log", "check", certificate, log)
    assert bare.code == 0
    assert "the decision was not made again" in bare.out


@pytest.mark.parametrize("field", ["decision_digest", "state_digest", "head_digest", "session_id", "turn"])
def test_a_certificate_with_a_changed_field_fails(run: Run, log: Path, tmp_path: Path, field: str) -> None:
    told = json.loads(run("log", "certify", log, "talk", "--turn", "2").out)
    old = told[field]
    told[field] = old + 1 if isinstance(old, int) else "other" if field == "session_id" else "00" * 32
    certificate = tmp_path / "c.json"
    certificate.write_text(json.dumps(told), encoding="utf-8")
    assert run("log", "check", certificate, log).code == 1


def test_a_certificate_fails_against_a_log_that_lost_its_tail(run: Run, log: Path, tmp_path: Path) -> None:
    certificate = tmp_path / "c.json"
    certificate.write_text(run("log", "certify", log, "talk", "--turn", "2").out, encoding="utf-8")
    with DirectoryStore(log, readonly=True) as whole, DirectoryStore(tmp_path / "cut") as cut:
        first = next(whole.turns("talk"))
        cut.append_stored("talk", first.payloads, expected_seq=0, message_id=first.message_id)
    ran = run("log", "check", certificate, tmp_path / "cut", "--json")
    assert ran.code == 1
    assert ran.json["verified"] is False


def test_what_is_no_certificate_is_refused_in_one_line(run: Run, log: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "c.json"
    wrong.write_text("{", encoding="utf-8")
    ran = run("log", "check", wrong, log)
    assert ran.code == 2
    assert ran.err.count("\n") == 1


def test_the_state_at_a_turn_names_the_message_of_every_statement(run: Run, log: Path) -> None:
    told = run("log", "show", log, "talk", "--turn", "2", "--json").json
    assert told["turn"] == 2
    statements = told["statements"]
    assert isinstance(statements, list)
    by_name = {one["statement"]: one for one in statements}
    assert any(name.startswith("category: belt") for name in by_name)
    assert by_name["not material: leather"]["stated"]["turn"] == 2
    assert not any("budget" in name for name in by_name)
    shown = run("log", "show", log, "talk", "--turn", "2")
    assert "not material: leather" in shown.out
    assert "black, but no leather" in shown.out


def test_a_seq_beyond_the_log_is_refused(run: Run, log: Path) -> None:
    ran = run("log", "show", log, "talk", "--at", "99")
    assert ran.code == 2
    assert "99" in ran.err or "7" in ran.err


def test_seq_and_turn_together_are_refused(run: Run, log: Path) -> None:
    assert run("log", "show", log, "talk", "--at", "2", "--turn", "1").code == 2


def test_a_fork_under_another_policy_marks_what_is_off_policy(run: Run, log: Path, small_shop: Path) -> None:
    ran = run("log", "fork", log, "talk", "--turn", "1", "--policy", "opoyo", "--catalog", small_shop, "--json")
    assert ran.code == 0
    turns = ran.json["turns"]
    assert isinstance(turns, list)
    assert ran.json["divergence"] == 1
    assert [turn["off_policy"] for turn in turns] == [False, True, True]
    told = run("log", "fork", log, "talk", "--turn", "1", "--policy", "opoyo", "--catalog", small_shop)
    assert "off-policy" in told.out


def test_a_kept_fork_names_its_parent_and_verifies_and_the_parent_is_untouched(
    run: Run, log: Path, small_shop: Path, tmp_path: Path
) -> None:
    lines = tmp_path / "lines.jsonl"
    run("log", "export", log, "talk", "-o", lines)
    store = tmp_path / "log"
    assert run("log", "import", lines, store).code == 0
    before = run("log", "export", store, "talk").out
    ran = run("log", "fork", store, "talk", "--turn", "2", "--say", "red", "--keep", "if-red", "--catalog", small_shop)
    assert ran.code == 0, ran.err
    assert run("log", "export", store, "talk").out == before
    assert "forked off talk" in run("log", "show", store, "if-red").out
    assert run("log", "verify", store, "--catalog", small_shop).code == 0


def test_why_names_statements_without_which_another_product_comes_first(run: Run, log: Path, small_shop: Path) -> None:
    ran = run("log", "why", log, "talk", "--turn", "1", "--catalog", small_shop, "--json")
    assert ran.code == 0
    alternatives = ran.json["alternatives"]
    assert isinstance(alternatives, list)
    assert all(one["first"] != ran.json["first"] for one in alternatives)
    assert run("log", "why", log, "talk", "--turn", "1", "--catalog", small_shop).code == 0


def test_exported_lines_come_back_as_the_same_bytes_and_words_only_when_asked(
    run: Run, log: Path, tmp_path: Path
) -> None:
    silent, full = run("log", "export", log), run("log", "export", log, "--words")
    assert "black, but no leather" not in silent.out
    assert "black, but no leather" in full.out
    store = tmp_path / "copy"
    ran = run("log", "import", "-", store, stdin=full.out)
    assert ran.code == 0, ran.err
    assert run("log", "export", store, "--words").out == full.out
    assert "was there already" in run("log", "import", "-", store, stdin=full.out).out


def test_a_changed_line_is_refused_with_its_number_and_nothing_is_kept(run: Run, log: Path, tmp_path: Path) -> None:
    lines = run("log", "export", log).out.splitlines()
    lines[3] = lines[3].replace('"turn": 1', '"turn": 2').replace('"at_us"', '"at_US"')
    ran = run("log", "import", "-", tmp_path / "copy", stdin="\n".join(lines) + "\n")
    assert ran.code == 2
    assert "4" in ran.err
    assert list(run("log", "ls", tmp_path / "copy", "--json").lines) == []
