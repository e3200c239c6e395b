"""The project's own description agrees with its tree: packages, dependencies, locked versions and their reasons.

The invariant: a folder with code is packaged, and a dependency is in pyproject.toml, constraints.txt and
docs/dependencies.md, or in none of them.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import TypeAlias

import pytest

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("statecore", "catalog", "reducers", "policies", "store", "replay", "lab", "serve")

Toml: TypeAlias = "dict[str, Toml] | list[Toml] | str | int | bool"


def canonical(requirement: str) -> str:
    """The normalised name at the start of a requirement, as package indexes compare names (PEP 503)."""
    found = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert found, f"no package name in {requirement!r}"
    return re.sub(r"[-_.]+", "-", found.group()).lower()


def table(*path: str) -> dict[str, Toml]:
    """One table of pyproject.toml."""
    found: Toml = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for key in path:
        assert isinstance(found, dict)
        found = found[key]
    assert isinstance(found, dict)
    return found


def texts(value: Toml) -> list[str]:
    """A list of pyproject.toml that holds texts only."""
    assert isinstance(value, list)
    found = [item for item in value if isinstance(item, str)]
    assert len(found) == len(value)
    return found


@pytest.fixture(scope="module")
def direct() -> set[str]:
    """Names of all direct dependencies, those of every extra too, without the project itself."""
    groups = [table("project")["dependencies"], *table("project", "optional-dependencies").values()]
    return {canonical(requirement) for group in groups for requirement in texts(group)} - {"statecore"}


@pytest.fixture(scope="module")
def locked() -> list[str]:
    """The lines of constraints.txt without its comments."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def test_every_dependency_has_exactly_one_line_of_justification_and_every_line_a_dependency(direct: set[str]) -> None:
    page = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    explained = re.findall(r"^- \*\*([^*]+)\*\*: \S", page, flags=re.MULTILINE)
    assert sorted(explained) == sorted(direct)


def test_every_dependency_is_locked_to_one_exact_version(direct: set[str], locked: list[str]) -> None:
    names = [canonical(line) for line in locked]
    assert all(re.fullmatch(r"[a-z0-9-]+==[0-9][0-9a-z.]*", line) for line in locked)
    assert names == sorted(set(names)), "one line a package, in order"
    assert direct <= set(names), sorted(direct - set(names))


def test_all_names_every_extra_that_a_user_may_want_and_dev_everything() -> None:
    extras = table("project", "optional-dependencies")
    development = {"all", "dev", "test", "bench"}
    wanted = ",".join(name for name in extras if name not in development)
    assert texts(extras["all"]) == [f"statecore[{wanted}]"]
    assert texts(extras["dev"]) == ["statecore[all,test,bench]"]


def test_every_folder_with_code_is_packaged_and_every_package_is_a_folder_with_code() -> None:
    folders = {str(path.parent.relative_to(ROOT)) for room in ROOMS for path in (ROOT / room).rglob("*.py")}
    listed = texts(table("tool", "setuptools")["packages"])
    assert sorted(listed) == sorted(folder.replace("/", ".") for folder in folders)


def test_every_c_source_is_an_optional_extension_and_nothing_else_is_compiled() -> None:
    """Optional: a machine without a compiler installs the rest, and numpy does the same work."""
    extensions = table("tool", "setuptools")["ext-modules"]
    assert isinstance(extensions, list)
    sources = {str(path.relative_to(ROOT)) for room in ROOMS for path in (ROOT / room).rglob("*.c")}
    listed: set[str] = set()
    for extension in extensions:
        assert isinstance(extension, dict)
        assert extension["optional"] is True
        (source,) = texts(extension["sources"])
        assert extension["name"] == source.removesuffix(".c").replace("/", ".")
        listed.add(source)
    assert listed == sources


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_is_marked_as_typed(room: str) -> None:
    assert (ROOT / room / "py.typed").is_file()


def test_mypy_and_the_doctests_cover_every_room() -> None:
    assert texts(table("tool", "mypy")["files"]) == [*ROOMS, "tests"]
    assert texts(table("tool", "pytest", "ini_options")["testpaths"]) == ["tests", *ROOMS]
