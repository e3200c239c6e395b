"""The walls between the rooms, read from every module's syntax tree: who imports whom, what pure rooms never touch.

The invariant: a module that crosses a wall fails here by file, line and rule, and each rule is itself proven to catch
the source that breaks it. Sizes, docstrings and swallowed exceptions are checked in test_shape.py.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent


class Wall(NamedTuple):
    """What one room may import: rooms, third-party packages, and packages only inside functions (they are extras)."""

    rooms: frozenset[str]
    packages: frozenset[str] = frozenset()
    lazy: frozenset[str] = frozenset()


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


WALLS = {
    "statecore": Wall(_names(""), _names("pydantic msgpack typing_extensions")),
    "catalog": Wall(_names("statecore"), _names("numpy")),
    "reducers": Wall(_names("statecore catalog")),
    "policies": Wall(_names("statecore catalog"), _names("numpy")),
    "store": Wall(_names("statecore"), _names("typing_extensions"), lazy=_names("psycopg nats")),
    "replay": Wall(_names("statecore catalog reducers policies store")),
    "lab": Wall(
        _names("statecore catalog reducers policies store replay"),
        _names("numpy typing_extensions"),
        lazy=_names("rich matplotlib eventsourcing"),
    ),
    "serve": Wall(
        _names("statecore catalog reducers policies store replay lab"),
        _names(
            "numpy pydantic typing_extensions typer click rich fastapi starlette uvicorn prometheus_client jinja2"
            " mcp anyio"
        ),
    ),
}
PURE = _names("statecore reducers policies")
PURE_BANNED_MODULES = _names(
    "time random uuid os io locale secrets pathlib tempfile shutil glob socket subprocess threading multiprocessing "
    "asyncio urllib http sqlite3 mmap importlib logging"
)
PURE_BANNED_NAMES = _names("open hash id input print eval exec __import__")
CLOCK_READS = _names("now utcnow today fromtimestamp")
ORDER_FREE = _names("sorted sum any all len min max set frozenset")


class Fault(NamedTuple):
    """One broken rule at one line."""

    line: int
    rule: str
    what: str


def modules(room: str) -> list[Path]:
    """Every Python file of a room, in path order."""
    return sorted((ROOT / room).rglob("*.py"))


def imported(node: ast.AST) -> list[str | None]:
    """The absolute dotted names that a node imports; None stands for a name that only a run could tell."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return [] if node.level else [node.module]
    if isinstance(node, ast.Call) and ast.unparse(node.func) in {
        "__import__",
        "import_module",
        "importlib.import_module",
    }:
        first = node.args[0] if node.args else None
        return [first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else None]
    return []


def inside_functions(tree: ast.Module) -> set[ast.AST]:
    """Every node that runs only when some function is called."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return {inner for function in functions for statement in function.body for inner in ast.walk(statement)}


def judge(room: str, root: str, *, lazily: bool) -> str:
    """Why a room may not import a top-level name, or "" when it may."""
    wall = WALLS[room]
    if root == room or root in wall.rooms | wall.packages:
        return ""
    if root in sys.stdlib_module_names:
        return f"{room} is pure and never touches {root}" if room in PURE and root in PURE_BANNED_MODULES else ""
    if root in wall.lazy:
        return "" if lazily else f"{root} is an extra: {room} imports it inside a function"
    return f"{room} may not import {root}"


def for_types_only(tree: ast.Module) -> set[ast.AST]:
    """All that stands under `if TYPE_CHECKING:` and never runs."""
    guards = (node for node in ast.walk(tree) if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
    return {node for guard in guards for statement in guard.body for node in ast.walk(statement)}


def import_faults(room: str, tree: ast.Module) -> Iterator[Fault]:
    """Imports that the table of walls does not allow, wherever in the module they stand."""
    late = inside_functions(tree) | for_types_only(tree)
    for node in ast.walk(tree):
        for name in imported(node):
            line = getattr(node, "lineno", 0)
            if name is None:
                yield Fault(line, "import", "an import whose name is computed cannot be checked")
            elif why := judge(room, name.partition(".")[0], lazily=node in late):
                yield Fault(line, "import", why)


def reaches_randomness(node: ast.AST) -> bool:
    """Whether a node names numpy's generators, as an attribute or by an import."""
    if isinstance(node, ast.Attribute):
        return ast.unparse(node) in {"np.random", "numpy.random"}
    if isinstance(node, ast.ImportFrom):
        taken = {f"{node.module}.{alias.name}" for alias in node.names}
        return any(name.startswith("numpy.random") for name in taken)
    return isinstance(node, ast.Import) and any(alias.name.startswith("numpy.random") for alias in node.names)


def ban_faults(tree: ast.Module) -> Iterator[Fault]:
    """What a pure room never reads: files, clocks, randomness, addresses, and per-process hashes."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in PURE_BANNED_NAMES:
            yield Fault(node.lineno, "ban", f"{node.id} differs between processes or leaves the process")
        elif isinstance(node, ast.Attribute) and node.attr in CLOCK_READS:
            if ast.unparse(node.value).rpartition(".")[2] in {"datetime", "date", "time"}:
                yield Fault(node.lineno, "ban", f"{ast.unparse(node)} reads the clock or the time zone")
        elif reaches_randomness(node):
            yield Fault(getattr(node, "lineno", 0), "ban", "randomness comes in as a value")


def is_set(node: ast.expr) -> bool:
    """Whether an expression is a set by its own syntax: a display, a comprehension, or a call of set or frozenset."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id in {"set", "frozenset"}
    return isinstance(node, ast.Set | ast.SetComp)


def order_faults(tree: ast.Module) -> Iterator[Fault]:
    """Sets whose order, different in each process, reaches a result: looped over, listed or joined without sorting."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    free = {arg for call in calls if ast.unparse(call.func) in ORDER_FREE for arg in call.args}
    for node in ast.walk(tree):
        looped: list[ast.expr] = []
        if isinstance(node, ast.For):
            looped = [node.iter]
        elif isinstance(node, ast.ListComp | ast.DictComp | ast.GeneratorExp) and node not in free:
            looped = [generator.iter for generator in node.generators]
        elif isinstance(node, ast.Call):
            ordered = ast.unparse(node.func) in {"list", "tuple", "enumerate"} or (
                isinstance(node.func, ast.Attribute) and node.func.attr == "join"
            )
            looped = node.args if ordered and node not in free else []
        yield from (Fault(expr.lineno, "set order", ast.unparse(expr)) for expr in looped if is_set(expr))


def any_faults(tree: ast.Module) -> Iterator[Fault]:
    """Uses of Any, which would let untyped values into the state."""
    for node in ast.walk(tree):
        if (isinstance(node, ast.Name) and node.id == "Any") or (
            isinstance(node, ast.Attribute) and node.attr == "Any"
        ):
            yield Fault(node.lineno, "any", "the vocabulary is typed throughout")


def wall_faults(room: str, source: str) -> list[Fault]:
    """Every fault of one module's source, by line."""
    tree = ast.parse(source)
    faults = list(import_faults(room, tree))
    if room in PURE:
        faults += [*ban_faults(tree), *order_faults(tree)]
    if room == "statecore":
        faults += any_faults(tree)
    return sorted(faults)


@pytest.mark.parametrize("room", WALLS)
def test_every_room_stays_inside_its_walls(room: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{fault.line}: {fault.rule}: {fault.what}"
        for path in modules(room)
        for fault in wall_faults(room, path.read_text(encoding="utf-8"))
    ]
    assert modules(room), f"no modules in {room}/"
    assert not found, "\n".join(found)


def test_no_test_imports_another_test_module() -> None:
    found = [
        f"{path.relative_to(ROOT)}: imports {name}"
        for path in modules("tests")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        for name in imported(node)
        if name is not None and (name.partition(".")[0] == "tests" or name == "conftest")
    ]
    assert not found, "\n".join(found)


def test_the_table_of_walls_has_no_cycle_and_nobody_imports_serve() -> None:
    order = list(WALLS)
    for place, (room, wall) in enumerate(WALLS.items()):
        assert wall.rooms <= set(order[:place]), f"{room} would import upwards"
    assert not any("serve" in wall.rooms for wall in WALLS.values())
    siblings = _names("reducers policies store")
    assert not any(WALLS[room].rooms & siblings for room in siblings)


BAD = [
    ("statecore", "import numpy as np", "import"),
    ("statecore", "from typing import Any\nx: Any = 1", "any"),
    ("catalog", "from reducers.fold import fold", "import"),
    ("reducers", "import policies.bundle", "import"),
    ("reducers", "import numpy", "import"),
    ("policies", "def f():\n    from store import contract", "import"),
    ("policies", "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from reducers import fold", "import"),
    ("store", "from catalog.index import Catalog", "import"),
    ("store", "import psycopg", "import"),
    ("store", "from importlib import import_module\nimport_module('catalog')", "import"),
    ("store", "import importlib\nimportlib.import_module(name)", "import"),
    ("replay", "import lab.scoring", "import"),
    ("lab", "from serve import kit", "import"),
    ("lab", "import matplotlib.pyplot", "import"),
    ("lab", "import tests.conftest", "import"),
    ("serve", "import requests", "import"),
    *(("reducers", f"import {name}", "import") for name in sorted(PURE_BANNED_MODULES)),
    *(("policies", f"def f(x):\n    return {name}(x)", "ban") for name in sorted(PURE_BANNED_NAMES - {"__import__"})),
    ("policies", "from os.path import join", "import"),
    ("policies", "ranked = sorted(items, key=id)", "ban"),
    ("policies", "import datetime\nt = datetime.datetime.now()", "ban"),
    ("policies", "from datetime import datetime\nread = datetime.utcnow", "ban"),
    ("policies", "from datetime import date\nt = date.today()", "ban"),
    ("policies", "import numpy as np\nr = np.random.default_rng(1)", "ban"),
    ("policies", "from numpy.random import default_rng", "ban"),
    ("policies", "from numpy import random", "ban"),
    ("policies", "import numpy.random as draws", "ban"),
    ("reducers", "for x in {1, 2}:\n    out.append(x)", "set order"),
    ("reducers", "out = [x for x in set(xs)]", "set order"),
    ("reducers", "out = tuple({f(x) for x in xs})", "set order"),
    ("reducers", "out = ', '.join(frozenset(xs))", "set order"),
]
GOOD = [
    ("statecore", "from pydantic import BaseModel\nimport msgpack, hashlib\nfrom statecore.codec import pack"),
    ("catalog", "import os, time\nimport numpy\nwith open('x') as f:\n    hash(f)"),
    ("reducers", "from . import acts\nfrom catalog.text import words\nout = sorted(x for x in set(xs))"),
    ("policies", "total = len(set(xs))\nout = sorted(set(xs))\nbest = max({1, 2})\nchosen = catalog.index_of(id_)"),
    ("policies", "import datetime\nday = datetime.date(2020, 1, 1)\nnow = state.now"),
    ("store", "def connect():\n    import psycopg\n    return psycopg"),
    ("lab", "def draw():\n    from matplotlib import figure"),
    ("serve", "import typer\nfrom lab import scoring\nimport os, time, uuid"),
]


@pytest.mark.parametrize(("room", "source", "rule"), BAD)
def test_the_checker_catches_each_broken_rule(room: str, source: str, rule: str) -> None:
    assert rule in {fault.rule for fault in wall_faults(room, source)}


@pytest.mark.parametrize(("room", "source"), GOOD)
def test_the_checker_lets_allowed_source_pass(room: str, source: str) -> None:
    assert wall_faults(room, source) == []


def test_importing_statecore_stays_light() -> None:
    heavy = "numpy typer rich matplotlib fastapi catalog"
    code = (
        "import sys, pkgutil, importlib, statecore\n"
        "for module in pkgutil.walk_packages(statecore.__path__, 'statecore.'): importlib.import_module(module.name)\n"
        f"print(*sorted(set('{heavy}'.split()) & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.split() == []
