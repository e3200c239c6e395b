"""Every command, end to end on a small synthetic shop: its output, its JSON shape, and how it refuses bad input."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import pytest
from typer.testing import CliRunner

from catalog.index import Catalog
from serve.cli import app
from statecore import __version__


class Ran(Protocol):
    """How a command ended."""

    code: int
    out: str
    err: str
    json: dict[str, object]
    lines: list[dict[str, object]]


Run = Callable[..., Ran]

COMMANDS = (
    "demo",
    "synth",
    "index",
    "chat",
    "evaluate",
    "read",
    "kit",
    "log",
    "log ls",
    "log show",
    "log verify",
)


def test_the_commands_are_listed_without_loading_what_they_run() -> None:
    program = "import sys; from serve.cli import app; print({'numpy', 'pydantic', 'catalog'} & set(sys.modules))"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "set()"


def test_help_lists_every_command_and_no_argument_is_a_question_for_help(run: Run) -> None:
    for arguments in ((), ("--help",), ("-h",)):
        ran = run(*arguments)
        assert ran.code == 0
        for command in COMMANDS:
            assert command.split()[0] in ran.out
    assert run("log").out == run("log", "--help").out


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str, run: Run) -> None:
    ran = run(*command.split(), "--help")
    assert ran.code == 0
    assert f"Example: statecore {command.split(maxsplit=1)[0]}" in ran.out


def test_the_version_is_told(run: Run) -> None:
    assert run("--version").out == f"statecore {__version__}\n"


BAD = [
    (("nonsense",), "No such command 'nonsense'"),
    (("index",), "Missing argument 'ROWS'"),
    (("index", "none.jsonl", "-o", "shop"), "none.jsonl"),
    (("index", "none.jsonl", "--frobnicate"), "No such option: --frobnicate"),
    (("synth", "--rows", "many", "-o", "x.jsonl"), "--rows"),
    (("synth", "--rows", "5", "-o", "rows.csv"), "must end in .jsonl or .jsonl.gz"),
    (("synth", "--rows", "5", "-o", "no/such/folder/rows.jsonl"), "no/such/folder"),
    (("chat", "--catalog", "nowhere"), "nowhere: no such file"),
    (("evaluate", "--catalog", "{shop}"), "--sessions, --wording and --draw"),
    (("evaluate", "--catalog", "{shop}", "--draw", "1", "--policy", "nobody"), "no policy 'nobody'; there are"),
    (("evaluate", "--catalog", "{shop}", "--sessions", "none.jsonl"), "none.jsonl"),
    (("evaluate", "--catalog", "{shop}", "--draw", "2", "--json", "no/out.json"), "no/out.json"),
    (("read", "--catalog", "nowhere"), "nowhere: no such file"),
    (("kit", ".", "--catalog", "rows.jsonl"), "is not the contest kit"),
    (("log", "ls", "nowhere"), "nowhere"),
    (("log", "show", "nowhere"), "nowhere"),
    (("log", "verify", "nowhere"), "nowhere"),
    (("log", "frobnicate"), "No such command 'frobnicate'"),
]


@pytest.mark.parametrize(("arguments", "told"), BAD)
def test_bad_input_is_one_clear_line_and_exit_code_2(
    arguments: tuple[str, ...], told: str, run: Run, small_shop: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = run(*(argument.format(shop=small_shop) for argument in arguments))
    assert ran.code == 2
    assert ran.err.startswith("statecore: ")
    assert ran.err.count("\n") == 1
    assert told in ran.err


def test_synth_writes_the_same_rows_for_the_same_seed(run: Run, tmp_path: Path) -> None:
    told = [run("synth", "--rows", "50", "--seed", "3", "-o", tmp_path / name) for name in ("a.jsonl", "b.jsonl")]
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()
    assert told[0].out.startswith("50 rows of seed 3 in ")


def test_index_compiles_and_reports_each_row_it_skipped_or_repaired(run: Run, small_rows: Path, tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    good = small_rows.read_text(encoding="utf-8").splitlines()[:30]
    price_as_text = json.dumps({**json.loads(good[0]), "parent_asin": "TEXTPRICE", "price": "from 5"})
    rows.write_text("\n".join([*good, "not json", '{"title": "no id"}', good[3], price_as_text]), encoding="utf-8")
    ran = run("index", rows, "-o", tmp_path / "shop")
    assert ran.code == 0
    assert "31 products" in ran.out
    for told in ("line 31: skipped, line is not valid JSON", "line 32: skipped, parent_asin is missing", "line 33 ("):
        assert told in ran.out
    assert "line 34 (TEXTPRICE): repaired" in ran.out
    report = run("index", rows, "-o", tmp_path / "shop", "--json").json
    assert report["products"] == report["used"] == 31
    assert report["rows"] == 34
    assert sum(report["skipped"].values()) == 3  # type: ignore[attr-defined]  # a map of counts
    assert {"shelves", "largest_shelf", "values", "terms", "size_bytes", "digest", "seconds", "repaired"} <= set(report)
    assert report["digest"] == Catalog.open(tmp_path / "shop").digest.hex()


def test_evaluate_tells_the_kits_figures_and_writes_its_result_keys(
    run: Run, small_shop: Path, sessions_file: Path, tmp_path: Path
) -> None:
    out = tmp_path / "results.json"
    ran = run("evaluate", "--catalog", small_shop, "--sessions", sessions_file, "--json", out)
    assert ran.code == 0
    for told in ("buying", "browsing", "intent_override", "boundary", "all", "ms per turn", "0 exceptions"):
        assert told in ran.out
    results = json.loads(out.read_text(encoding="utf-8"))
    kit_keys = {
        "sample_count",
        "hit_rate_at_10",
        "mrr",
        "mttc",
        "efficiency",
        "recommended_technical_score",
        "reported_token_usage",
        "scenario_metrics",
        "sessions",
    }
    ours = {"policy", "policy_digest", "catalog_digest", "latency_ms", "repeated_proven_misses", "exceptions"}
    assert kit_keys | ours <= set(results)
    assert results["sample_count"] == len(results["sessions"]) == 20
    assert results["repeated_proven_misses"] == results["exceptions"]["count"] == 0


def test_evaluate_prints_json_alone_for_a_dash_and_draws_the_same_sessions_again(run: Run, small_shop: Path) -> None:
    told = [
        run("evaluate", "--catalog", small_shop, "--draw", "8", "--seed", "3", "--policy", policy, "--json", "-").json
        for policy in ("house", "opoyo", "house")
    ]
    assert told[0]["policy_digest"] != told[1]["policy_digest"]
    for one in told:
        del one["latency_ms"]
        for session in one["sessions"]:  # type: ignore[attr-defined]  # a list of sessions
            del session["elapsed_ms"]
    assert told[0] == told[2]
    assert told[0]["sample_count"] == 8


def test_evaluate_plays_a_wording_panel(run: Run, small_shop: Path, shop: Catalog, tmp_path: Path) -> None:
    product = next(shop.product(number) for number in range(shop.size) if shop.card[number, 3])
    card = [shop.value_text(int(value)) for value in shop.card[shop.index_of(product.product_id)]]
    label = shop.shelf_label(shop.shelf_of(shop.index_of(product.product_id)))
    row = {
        "sample_id": "w1",
        "scenario": "browsing",
        "target": product.product_id,
        "category": label,
        "card": card,
        "style": "terse",
        "wording": {
            "opening": f"need {label}",
            **{f"c{place}": value for place, value in enumerate(card)},
            "decline": "you pick",
            "nothing_more": "that's all",
            "not_quite": "no",
        },
    }
    panel = tmp_path / "panel.jsonl"
    panel.write_text(json.dumps(row) + "\n", encoding="utf-8")
    results = run("evaluate", "--catalog", small_shop, "--wording", panel, "--json", "-").json
    assert results["sample_count"] == 1
    assert set(results["style_metrics"]) == {"terse"}  # type: ignore[call-overload]  # a map by style


def test_chat_answers_line_by_line_and_keeps_the_conversation(run: Run, small_shop: Path, tmp_path: Path) -> None:
    store = tmp_path / "log"
    spoken = "I'm looking for a wool scarf.\n/state\n/what\n/buy 99\nnot in red\n/buy 1\nnever heard\n"
    ran = run("chat", "--catalog", small_shop, "--store", store, "--session", "me", stdin=spoken)
    assert ran.code == 0
    for told in ("Turn 1", "understood", "Turn 2", "asked", "because", "sure", "bought: ", "digest"):
        assert told in ran.out
    assert "never heard" not in ran.out
    assert "/buy takes a number" in ran.err
    events = run("log", "show", store, "--json").lines
    kinds = [event["kind"] for event in events]
    assert kinds[:3] == ["visit_started", "shopper_said", "agent_replied"]
    assert kinds[-2:] == ["product_reacted", "visit_ended"]
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    shown = run("log", "show", store, "me", "--catalog", small_shop).out
    assert "I'm looking for a wool scarf." in shown
    assert "product reacted" in shown
    assert run("log", "verify", store, "--catalog", small_shop).code == 0


def test_a_chat_without_a_word_leaves_nothing(run: Run, small_shop: Path, tmp_path: Path) -> None:
    ran = run("chat", "--catalog", small_shop, "--store", tmp_path / "log", stdin="\n/quit\n")
    assert ran.code == 0
    assert run("log", "ls", tmp_path / "log", "--json").out == ""
    empty = run("log", "show", tmp_path / "log")
    assert empty.code == 2
    assert "holds no session yet" in empty.err


def test_a_session_of_another_policy_is_not_continued(run: Run, small_shop: Path, tmp_path: Path) -> None:
    arguments = ("chat", "--catalog", small_shop, "--store", tmp_path / "log", "--session", "me")
    run(*arguments, stdin="socks\n")
    ran = run(*arguments, "--policy", "opoyo", stdin="socks\n")
    assert ran.code == 1
    assert "policy_digest" in ran.err


def test_read_writes_the_state_of_each_dialogue(run: Run, small_shop: Path) -> None:
    dialogues = [
        {"id": "a", "turns": [{"asked": None, "said": "A red cotton dress under $40, please."}]},
        {"id": "b", "turns": [{"asked": None, "said": "I need boots"}, {"asked": "color", "said": "no preference"}]},
        {"id": "c", "turns": [{"asked": "color", "said": "black"}]},
        {"id": "d", "turns": []},
    ]
    stdin = "\n".join(map(json.dumps, dialogues)) + "\n\n"
    ran = run("read", "--catalog", small_shop, stdin=stdin)
    assert ran.code == 0
    assert [line["id"] for line in ran.lines] == ["a", "b", "c", "d"]
    for line in ran.lines:
        state = line["state"]
        assert isinstance(state, dict)
        assert set(state) == {"category", "wanted", "excluded", "declined", "budget", "exhausted"}
        assert set(state["budget"]) == {"min", "max"}


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("{", "stdin, line 2: not JSON"),
        ("[]", "stdin, line 2: a dialogue is"),
        ('{"id": "x", "turns": [1]}', "stdin, line 2: a turn is"),
        ('{"id": "x", "turns": [{"asked": "shoe size", "said": "9"}]}', "stdin, line 2: asked is 'shoe size'"),
        ("\udcff", "stdin, line 2: not JSON"),
    ],
)
def test_read_names_the_line_that_is_no_dialogue(line: str, told: str, run: Run, small_shop: Path) -> None:
    good = json.dumps({"id": "a", "turns": []})
    ran = run("read", "--catalog", small_shop, stdin=f"{good}\n{line}\n".encode("utf-8", "surrogateescape"))
    assert ran.code == 2
    assert told in ran.err
    assert ran.err.count("\n") == 1


def test_demo_shows_everything_and_every_decision_matches(run: Run, tmp_path: Path) -> None:
    ran = run("demo", "--rows", "400", "--sessions", "12", "--keep", tmp_path / "demo")
    assert ran.code == 0, ran.err
    for told in ("400 products", "Turn 1", "Found on turn", "95% interval", "every decision matches"):
        assert told in ran.out
    assert Catalog.open(tmp_path / "demo" / "shop").size == 400
    assert len(run("log", "ls", tmp_path / "demo" / "log", "--json").lines) == 12
    assert run("demo", "--rows", "400", "--sessions", "3", "--keep", tmp_path / "demo").code == 0
    assert len(run("log", "ls", tmp_path / "demo" / "log", "--json").lines) == 15


def test_a_fault_of_the_program_is_one_line_and_its_own_exit_code(
    run: Run, small_shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lab.sessions.draw_sessions", None)
    ran = run("evaluate", "--catalog", small_shop, "--draw", "3")
    assert ran.code == 70
    assert ran.err.count("\n") == 1
    assert "a fault in Statecore: TypeError in _panel (evaluate.py, line " in ran.err
    monkeypatch.setenv("STATECORE_DEBUG", "1")
    assert "Traceback" in run("evaluate", "--catalog", small_shop, "--draw", "3").err


def test_ctrl_c_and_a_reader_that_went_away_end_a_command_quietly(
    small_shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for raised, code, told in ((KeyboardInterrupt, 130, "statecore: stopped"), (BrokenPipeError, 141, "")):

        def draw(*_: object, raised: type[BaseException] = raised) -> None:
            raise raised

        monkeypatch.setattr("lab.sessions.draw_sessions", draw)
        monkeypatch.setattr("serve.shell._close_quietly", lambda: None)
        found = CliRunner().invoke(app, ["evaluate", "--catalog", str(small_shop), "--draw", "3"])
        assert found.exit_code == code
        assert found.stderr.strip() == told
