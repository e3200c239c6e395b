"""The shape of every module in the rooms: documented, short, and never hiding an error.

The invariant: a module, function or handler that is out of shape fails here by file, line and rule, and each rule is
proven to catch the source that breaks it. Imports and bans are checked in test_architecture.py.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("statecore", "catalog", "reducers", "policies", "store", "replay", "lab", "serve")
MODULE_LINES = 350
FUNCTION_LINES = 50
BROAD = frozenset({"Exception", "BaseException"})

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
Scope: TypeAlias = ast.Module | ast.ClassDef


class Fault(NamedTuple):
    """One thing out of shape at one line."""

    line: int
    rule: str
    what: str


def public_definitions(scope: Scope) -> Iterator[Function | ast.ClassDef]:
    """Public functions and classes of a module, and those of its public classes."""
    for node in scope.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            yield node
            if isinstance(node, ast.ClassDef):
                yield from public_definitions(node)


def explains_itself(node: Function | ast.ClassDef) -> bool:
    """Whether a definition is documented, or repeats one that is: an overload or an override."""
    marks = {ast.unparse(mark).rpartition(".")[2] for mark in node.decorator_list}
    return bool(ast.get_docstring(node)) or not marks.isdisjoint({"overload", "override", "setter"})


def docstring_faults(tree: ast.Module) -> Iterator[Fault]:
    """Modules, public classes and public functions without a docstring."""
    if not ast.get_docstring(tree):
        yield Fault(1, "docstring", "the module does not say which invariant it keeps")
    for node in public_definitions(tree):
        if not explains_itself(node):
            yield Fault(node.lineno, "docstring", f"{node.name} has no docstring")


def size_faults(tree: ast.Module, source: str) -> Iterator[Fault]:
    """Modules and functions that are too long to hold in mind; a function is counted without its decorators."""
    lines = len(source.splitlines())
    if lines > MODULE_LINES:
        yield Fault(lines, "module size", f"{lines} lines, {MODULE_LINES} are allowed")
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.end_lineno is not None:
            lines = node.end_lineno - node.lineno + 1
            if lines > FUNCTION_LINES:
                yield Fault(node.lineno, "function size", f"{node.name} has {lines}, {FUNCTION_LINES} are allowed")


def does_nothing(statement: ast.stmt) -> bool:
    """Whether a statement is pass, continue, an ellipsis or a bare `return` or `return None`."""
    if isinstance(statement, ast.Return):
        return statement.value is None or (isinstance(statement.value, ast.Constant) and statement.value.value is None)
    bare = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    return bare or isinstance(statement, ast.Pass | ast.Continue)


def is_broad(kind: ast.expr | None) -> bool:
    """Whether an `except` clause or a `suppress` takes every error there is."""
    if kind is None:
        return True
    kinds = kind.elts if isinstance(kind, ast.Tuple) else [kind]
    return any(ast.unparse(one) in BROAD for one in kinds)


def swallows(node: ast.AST) -> bool:
    """Whether an exception vanishes at a node; answering None to a named one is an answer, so it may."""
    if isinstance(node, ast.ExceptHandler):
        answers = isinstance(node.body[-1], ast.Return) and not is_broad(node.type)
        return all(does_nothing(statement) for statement in node.body) and not answers
    if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("suppress"):
        return any(is_broad(kind) for kind in node.args)
    return False


def swallow_faults(tree: ast.Module) -> Iterator[Fault]:
    """Handlers that only pass, whatever they catch; broad ones that answer with None; suppression of every error."""
    for node in ast.walk(tree):
        if swallows(node):
            yield Fault(getattr(node, "lineno", 0), "swallowed", "an exception vanishes here")


def shape_faults(source: str) -> list[Fault]:
    """Every fault of one module's source, by line."""
    tree = ast.parse(source)
    return sorted([*docstring_faults(tree), *size_faults(tree, source), *swallow_faults(tree)])


@pytest.mark.parametrize("room", ROOMS)
def test_every_module_is_documented_short_and_hides_no_error(room: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}:{fault.line}: {fault.rule}: {fault.what}"
        for path in sorted((ROOT / room).rglob("*.py"))
        for fault in shape_faults(path.read_text(encoding="utf-8"))
    ]
    assert not found, "\n".join(found)


DOC = '"""Documented."""\n'
BAD = [
    ("x = 1", "docstring"),
    (DOC + "def run():\n    return 1", "docstring"),
    (DOC + "async def run():\n    return 1", "docstring"),
    (DOC + "class Kept:\n    x = 1", "docstring"),
    (DOC + "class Kept:\n    'It keeps.'\n    def run(self):\n        return 1", "docstring"),
    (DOC + "x = 1\n" * MODULE_LINES, "module size"),
    (DOC + "def _run():\n" + "    x = 1\n" * FUNCTION_LINES, "function size"),
    (DOC + "try:\n    f()\nexcept KeyError:\n    pass", "swallowed"),
    (DOC + "try:\n    f()\nexcept:\n    ...", "swallowed"),
    (DOC + "for x in xs:\n    try:\n        f()\n    except ValueError:\n        continue", "swallowed"),
    (DOC + "def _f():\n    try:\n        return f()\n    except Exception:\n        return None", "swallowed"),
    (DOC + "with contextlib.suppress(Exception):\n    f()", "swallowed"),
    (DOC + "with suppress(OSError, BaseException):\n    f()", "swallowed"),
]
GOOD = [
    DOC + "def _private():\n    return 1",
    DOC + "x = 1\n" * (MODULE_LINES - 1),
    DOC + "def _run():\n" + "    x = 1\n" * (FUNCTION_LINES - 1),
    DOC + "class Kept(Base):\n    'It keeps.'\n    @typing.override\n    def run(self):\n        return 1",
    DOC + "try:\n    f()\nexcept KeyError as error:\n    raise CatalogError(str(error)) from error",
    DOC + "def _f():\n    try:\n        return f()\n    except KeyError:\n        return None",
    DOC + "with suppress(FileNotFoundError):\n    f()",
]


@pytest.mark.parametrize(("source", "rule"), BAD)
def test_the_checker_catches_each_broken_rule(source: str, rule: str) -> None:
    assert [fault.rule for fault in shape_faults(source)] == [rule]


@pytest.mark.parametrize("source", GOOD)
def test_the_checker_lets_source_in_shape_pass(source: str) -> None:
    assert shape_faults(source) == []
