"""`statecore store`: copies are the same to the byte, what is forgotten is gone, what is damaged is saved in part."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import pytest

from serve.stores import open_store, store_name
from statecore.errors import BadInputError
from statecore.events import Pins, ShopperSaid, VisitStarted
from store.contract import salt_text
from store.directory import DirectoryStore


class Ran(Protocol):
    """How a command ended."""

    code: int
    out: str
    err: str
    json: dict[str, object]


Run = Callable[..., Ran]
WORDS = "a scarf the colour of plums"
NONE = bytes(32)
PINS = Pins(
    policy="house",
    catalog_digest=NONE,
    policy_digest=NONE,
    reducers_digest=NONE,
    reader_digest=NONE,
    codec_digest=NONE,
)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """Two visits of maria's and one of somebody else's."""
    path = tmp_path / "log"
    with DirectoryStore(path) as store:
        for session_id, shopper in (("one", "maria"), ("two", "maria"), ("three", "jon")):
            text = salt_text(WORDS)
            start = VisitStarted(at_us=1, pins=PINS, shopper=store.pseudonym(shopper))
            said = ShopperSaid(at_us=1, turn=1, acts=(), text_digest=text.digest)
            store.append(session_id, (start, said), expected_seq=0, message_id="m1", texts=(text,))
    return path


def test_a_copy_has_the_same_anchor_and_copying_again_moves_nothing(run: Run, log: Path, tmp_path: Path) -> None:
    first = run("store", "copy", log, tmp_path / "copy", "--json")
    assert first.json | {"head": ""} == {"sessions": 3, "turns": 3, "texts": 3, "head": ""}
    assert run("store", "copy", log, tmp_path / "copy", "--json").json["turns"] == 0
    assert run("store", "anchor", log).out == run("store", "anchor", tmp_path / "copy").out


def test_who_is_erased_is_gone_and_others_are_untouched(run: Run, log: Path) -> None:
    ran = run("store", "erase", log, "--shopper", "maria", "--yes", "--json")
    assert ran.json == {"sessions": ["one", "two"], "texts": 2, "key": True}
    with DirectoryStore(log, readonly=True) as store:
        assert store.known_pseudonym("maria") is None
        assert store.known_pseudonym("jon") is not None
        assert store.verify().texts == 1
    assert "nothing is known" in run("store", "erase", log, "--shopper", "maria", "--yes").out


def test_erasing_asks_first(run: Run, log: Path) -> None:
    assert run("store", "erase", log, "--shopper", "maria", stdin="n\n").code == 1
    assert run("store", "erase", log, "--shopper", "maria", stdin="y\n").code == 0


def test_pruning_counts_first_and_then_destroys(run: Run, log: Path) -> None:
    assert run("store", "prune", log, "--older-than", "90d", "--dry-run", "--json").json["texts"] == 3
    assert "3 texts of 3 sessions destroyed" in run("store", "prune", log, "--older-than", "90d").out
    assert run("store", "prune", log, "--older-than", "90d", "--json").json["texts"] == 0


@pytest.mark.parametrize("age", ["", "90", "d", "ninety days", "-3d", "1y"])
def test_what_is_no_age_is_refused(run: Run, log: Path, age: str) -> None:
    assert run("store", "prune", log, f"--older-than={age}").code == 2


def test_salvage_saves_what_still_chains_and_names_the_damage(run: Run, log: Path, tmp_path: Path) -> None:
    (segment,) = [path for path in log.iterdir() if path.suffix == ".log" or "segment" in path.name]
    data = bytearray(segment.read_bytes())
    data[-40] ^= 1
    segment.write_bytes(bytes(data))
    ran = run("store", "salvage", log, tmp_path / "saved", "--json")
    assert ran.code == 0
    assert ran.json["sessions"] == 2
    assert ran.json["findings"]
    assert run("log", "verify", tmp_path / "saved").code == 0
    assert run("store", "salvage", log, tmp_path / "saved").code == 2


def test_a_cut_tail_is_found_with_the_anchor_and_not_without(run: Run, log: Path, tmp_path: Path) -> None:
    anchor = tmp_path / "anchor.json"
    anchor.write_text(run("store", "anchor", log).out, encoding="utf-8")
    shorter = tmp_path / "shorter"
    with DirectoryStore(log, readonly=True) as store, DirectoryStore(shorter) as cut:
        for session_id in ("one", "two"):
            for turn in store.turns(session_id):
                cut.append_stored(session_id, turn.payloads, expected_seq=0, message_id=turn.message_id)
    assert run("log", "verify", shorter).code == 0
    found = run("log", "verify", shorter, "--anchor", anchor, "--json")
    assert found.code == 1
    assert json.loads(found.out)["store"]["status"] == "truncated"
    assert run("log", "verify", log, "--anchor", anchor).code == 0


def test_an_anchor_that_is_none_is_refused(run: Run, log: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "anchor.json"
    wrong.write_text("[]", encoding="utf-8")
    assert run("log", "verify", log, "--anchor", wrong).code == 2


@pytest.mark.parametrize("url", ["ftp://somewhere/log", "nats://", "redis://x"])
def test_what_names_no_store_is_refused(url: str) -> None:
    with pytest.raises(BadInputError):
        open_store(url)


def test_a_password_never_reaches_a_message() -> None:
    assert "secret" not in store_name("postgresql://shop:secret@db:5432/log")
    assert store_name("nats://user:secret@a:1,b:2/S") == "nats://a:1,b:2/S"


@pytest.mark.parametrize("command", ["copy", "anchor"])
def test_a_store_that_is_not_there_is_refused_and_not_made(run: Run, tmp_path: Path, command: str) -> None:
    rest = [tmp_path / "new"] if command == "copy" else []
    assert run("store", command, tmp_path / "missing", *rest).code == 2
    assert not (tmp_path / "missing").exists()
