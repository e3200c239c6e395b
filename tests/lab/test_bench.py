"""The bench measures in interleaved rounds and reports medians with the machine they were measured on."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from lab.bench.__main__ import main
from lab.bench.model import Bench, Benchmark, Figures
from lab.bench.runner import machine, report, run
from lab.bench.suite import SUITE, chosen
from statecore.errors import BadInputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


@pytest.fixture
def small_bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path, rows=120, seed=1, sessions=4, events=25_000)


def counting(log: list[str], name: str, values: Iterator[float]) -> Benchmark:
    def prepare(_: Bench) -> Callable[[], Figures]:
        log.append(f"prepare {name}")

        def measure() -> Figures:
            log.append(name)
            return {"ms": next(values)}

        return measure

    return Benchmark(name, "ms", f"count {name}", prepare)


def test_rounds_are_interleaved_and_the_median_is_reported(small_bench: Bench) -> None:
    log: list[str] = []
    pair = (counting(log, "a", iter([1.0, 9.0, 2.0])), counting(log, "b", iter([5.0, 4.0, 6.0])))
    measured = run(pair, small_bench, 3, lambda _: None)
    assert log == ["prepare a", "prepare b", "a", "b", "a", "b", "a", "b"]
    result = report(pair, small_bench, measured)
    benchmarks = result["benchmarks"]
    assert isinstance(benchmarks, dict)
    assert benchmarks["a"] == {
        "about": "count a",
        "unit": "ms",
        "figures": {"ms": {"median": 2.0, "least": 1.0, "greatest": 9.0, "rounds": [1.0, 9.0, 2.0]}},
    }
    assert result["rows"] == 120


@pytest.mark.parametrize("name", [benchmark.name for benchmark in SUITE])
def test_every_benchmark_measures_something(small_bench: Bench, name: str) -> None:
    (benchmark,) = chosen([name])
    figures = benchmark.prepare(small_bench)()
    assert figures
    assert all(value > 0 for value in figures.values())


def test_the_command_writes_a_report_and_prints_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "build" / "bench.json"
    arguments = ["open", "--rows", "120", "--sessions", "2", "--rounds", "2", "-o", str(output)]
    assert main(arguments) == 0
    written = json.loads(output.read_text(encoding="utf-8"))
    assert list(written["benchmarks"]) == ["open"]
    assert len(written["benchmarks"]["open"]["figures"]["open"]["rounds"]) == 2
    assert "open" in capsys.readouterr().out


def test_an_unknown_benchmark_is_bad_input_and_names_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BadInputError, match="compile"):
        chosen(["nothing"])
    assert main(["nothing"]) == 2
    assert "no benchmark 'nothing'" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--rounds", "--rows", "--sessions"])
def test_amounts_must_be_positive(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main([option, "0"])
    assert caught.value.code == 2
    assert option in capsys.readouterr().err


def test_names_are_unique_and_the_machine_says_what_it_is() -> None:
    names = [benchmark.name for benchmark in SUITE]
    assert len(set(names)) == len(names)
    assert {"python", "numpy", "system", "processor", "processors", "load"} == machine().keys()
