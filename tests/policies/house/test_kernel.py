"""The compiled kernel and numpy decide alike, bit for bit, and a machine without a compiler loses nothing but time."""

from __future__ import annotations

import importlib.util
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from importlib.machinery import ExtensionFileLoader
from pathlib import Path
from typing import cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from policies.house.belief import Belief
from policies.house.kernel import Kernel
from policies.house.plan import ASKS, plan_turn

ROOT = Path(__file__).resolve().parents[3]
SOURCE = ROOT / "policies" / "house" / "_kernel.c"

# Every decision of some drawn sessions as one digest, with the kernel, or "without" as if it was never built.
DECIDE = """
import hashlib, sys
if sys.argv[2] == "without":
    sys.modules["policies.house._kernel"] = None
from catalog.index import Catalog
from lab.agents import EngineAgent
from lab.evaluate import evaluate, kit_cases
from lab.sessions import draw_sessions
from policies.house.kernel import KERNEL
from policies.registry import bundle_named
from statecore.records import pack_record

catalog = Catalog.open(sys.argv[1])
seen = hashlib.sha256()

class Agent(EngineAgent):
    def respond(self, session_id, message, turn):
        decision = super().respond(session_id, message, turn)
        seen.update(pack_record(decision))
        return decision

sessions = draw_sessions(catalog, 60, seed=3, popularity_exponent=0.3)
evaluate(Agent(catalog, bundle_named("house")), catalog, kit_cases(catalog, sessions))
print(KERNEL is None, seen.hexdigest())
"""


@pytest.fixture(scope="session")
def kernel(tmp_path_factory: pytest.TempPathFactory) -> Kernel:
    """The kernel compiled from the source as it is now, with the flags of the build."""
    compiler = shlex.split(sysconfig.get_config_var("CC") or "cc")
    if shutil.which(compiler[0]) is None:
        pytest.skip(f"no compiler {compiler[0]} here: numpy alone decides")
    (extension,) = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]["ext-modules"]
    built = tmp_path_factory.mktemp("kernel") / "_kernel.abi3.so"
    include = f"-I{sysconfig.get_paths()['include']}"
    flags = [*extension["extra-compile-args"], "-Wall", "-Wextra", "-fPIC", "-shared"]
    subprocess.run([*compiler, *flags, include, str(SOURCE), "-o", str(built)], check=True)
    loader = ExtensionFileLoader("policies.house._kernel", str(built))
    spec = importlib.util.spec_from_loader(loader.name, loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return cast("Kernel", module)


@st.composite
def beliefs(draw: st.DrawFn) -> Belief:
    """Beliefs of all sizes: few values or many, equal or steep weights, anything told; thin cards repeat values."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    size = draw(st.sampled_from([1, 2, 3, 5, 8, 9, 20, 60, 150]))
    values = draw(st.sampled_from([3, 6, 20, 300]))
    cards = np.zeros((size, 4), dtype=np.int32)
    for row in cards:
        card = rng.permutation(values)[: rng.integers(1, 5)] + 1
        card = np.append(card, card[0]) if len(card) <= 2 else card
        row[: len(card)] = card
    class_of = np.concatenate([[-1], rng.integers(0, draw(st.sampled_from([1, 2, 7])), values)]).astype(np.int8)
    told = rng.random(cards.shape) < draw(st.sampled_from([0.0, 0.3, 0.7, 1.0]))
    weights = np.sort(rng.random(size) ** draw(st.sampled_from([0, 1, 8])))[::-1]
    share = draw(st.sampled_from([1.0, 0.6]))
    return Belief(
        np.arange(size, dtype=np.int32), weights / weights.sum() * share, cards, class_of[cards], told, exact_share=1.0
    )


@given(
    believed=beliefs(),
    turn=st.integers(1, 11),
    asks=st.lists(st.sampled_from(ASKS), unique=True).map(tuple),
    depth=st.integers(1, 3),
    changing=st.booleans(),
)
def test_compiled_and_numpy_plans_are_equal_to_the_last_bit(
    kernel: Kernel, *, believed: Belief, turn: int, asks: tuple[str, ...], depth: int, changing: bool
) -> None:
    some = tuple(ask for ask in ASKS if ask in asks)
    depth = min(depth, 2) if len(believed.weights) > 20 else depth
    plans = [
        plan_turn(believed, turn, asks=some, depth=depth, change_announced=changing, kernel=one)
        for one in (kernel, None)
    ]
    assert plans[0] == plans[1]


@pytest.mark.parametrize("change", ["weights", "cards", "classes", "told", "utility", "turn", "depth", "asks"])
def test_the_kernel_refuses_what_does_not_belong_together(kernel: Kernel, change: str) -> None:
    given_ = {
        "weights": np.ones(2),
        "cards": np.ones((2, 4), dtype=np.int32),
        "classes": np.ones((2, 4), dtype=np.int8),
        "told": np.zeros((2, 4), dtype=bool),
        "asks": b"\x07",
        "utility": np.zeros((12, 12)),
        "singles": np.zeros((12, 11, 100)),
        "equals": np.zeros((12, 101, 100)),
        "turn": 1,
        "depth": 2,
        "changing": False,
    }
    bad = {"turn": 11, "depth": 9, "asks": b"\x08"}
    damaged = {**given_, change: bad[change] if change in bad else np.zeros(3)}
    kernel.plan(*given_.values())  # type: ignore[arg-type]  # in the order of its parameters
    with pytest.raises(ValueError, match="belong together"):
        kernel.plan(*damaged.values())  # type: ignore[arg-type]  # the same


def test_a_process_without_the_kernel_decides_the_same(small_shop: Path) -> None:
    told = [
        subprocess.run(
            [sys.executable, "-c", DECIDE, str(small_shop), form], capture_output=True, text=True, check=True, cwd=ROOT
        ).stdout.split()
        for form in ("with", "without")
    ]
    assert told[1][0] == "True"
    assert told[0][1] == told[1][1]
