"""Benchmarks of turns: the time that a turn takes in process, without a store and with the durable log."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from lab.agents import EngineAgent, LoggedAgent
from lab.bench.model import Bench, Benchmark, Figures, Measure
from lab.evaluate import Evaluation, evaluate
from policies.registry import bundle_named
from store.directory import DirectoryStore

if TYPE_CHECKING:
    from lab.play import Agent

__all__ = ["TURN_BENCHMARKS"]

_POLICY = "house"


def _plain(bench: Bench) -> Measure:
    """Turns of kit sessions without a store."""

    def measure() -> Figures:
        return _figures(_played(bench, EngineAgent(bench.catalog, bundle_named(_POLICY))))

    return _warm(measure)


def _logged(bench: Bench) -> Measure:
    """Turns of kit sessions with every turn synced to disk before its reply."""

    def measure() -> Figures:
        folder = bench.new_folder("log")
        with DirectoryStore(folder) as store:
            result = _played(bench, LoggedAgent(bench.catalog, bundle_named(_POLICY), store))
        size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
        shutil.rmtree(folder)
        figures = _figures(result)
        return {**figures, "bytes_per_turn": size / figures["turns"]}

    return _warm(measure)


def _played(bench: Bench, agent: Agent) -> Evaluation:
    """All sessions of the bench; an exception is no result to be timed, so it is raised."""
    result = evaluate(agent, bench.catalog, bench.cases)
    if result.errors:
        first = result.errors[0]
        raise RuntimeError(f"session {first.sample_id} failed: {first.error}")
    return result


def _figures(result: Evaluation) -> Figures:
    """Latency quantiles of all turns, and how many turns there were."""
    turns = sum(len(played.exchanges) for played in result.sessions)
    return {**result.latencies_ms(), "turns": turns, "technical_score": result.score.technical_score}


def _warm(measure: Measure) -> Measure:
    """The same round, after one that is thrown away: pages are mapped and caches filled."""
    measure()
    return measure


TURN_BENCHMARKS = (
    Benchmark("turn", "ms", f"one turn of kit sessions in process, {_POLICY}, no store", _plain),
    Benchmark("turn-logged", "ms", f"one turn of kit sessions in process, {_POLICY}, synced to the log", _logged),
)
