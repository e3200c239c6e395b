"""What the README and the architecture page say is true: commands, options, files, tests and the Python example."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import pytest

GROUPS = ("log", "store")
PAGES = ("README.md", "docs/architecture.md", "docs/commands.md", "docs/evaluation.md", "CHANGELOG.md")


class Ran(Protocol):
    """How a command ended."""

    code: int
    out: str


Run = Callable[..., Ran]


def page(root: Path, name: str) -> str:
    return (root / name).read_text(encoding="utf-8")


def all_commands(run: Run) -> list[str]:
    """Every command, as it is typed."""

    def listed(*group: str) -> list[str]:
        return re.findall(r"^│ ([a-z][\w-]*)  ", run(*group, "--help").out, flags=re.MULTILINE)

    alone = [name for name in listed() if name not in GROUPS]
    return [*alone, *(f"{group} {name}" for group in GROUPS for name in listed(group))]


@pytest.mark.parametrize("name", PAGES)
def test_every_file_that_is_named_exists(name: str, project_root: Path) -> None:
    text = page(project_root, name)
    rooms = {path.name for path in project_root.iterdir() if path.is_dir()}
    named = set(re.findall(r"`((?:[\w.]+/)+[\w.*]*)`", text))
    paths = [one for one in sorted(named) if one.split("/", 1)[0] in rooms or one.endswith(".md")]
    missing = [one for one in paths if not any(project_root.glob(one.rstrip("/")))]
    links = sorted(set(re.findall(r"\]\(([\w./]+)\)", text)))
    beside = (project_root / name).parent
    assert [*missing, *(link for link in links if not (beside / link).exists())] == []


def test_every_test_that_is_named_exists(project_root: Path) -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in (project_root / "tests").rglob("test_*.py"))
    named = re.findall(r"`(test_\w+)`", page(project_root, "README.md"))
    assert named
    assert [one for one in named if f"def {one}(" not in sources] == []


def test_every_command_that_is_shown_has_the_options_shown(run: Run, project_root: Path) -> None:
    shown = re.findall(r"^statecore (.*)$", page(project_root, "README.md"), flags=re.MULTILINE)
    assert len(shown) >= 8
    for line in shown:
        words = shlex.split(line, comments=True)
        command = words[:2] if words[0] in GROUPS else words[:1]
        told = run(*command, "--help")
        assert told.code == 0
        for option in (word for word in words if word.startswith("-")):
            assert option in told.out, f"{' '.join(command)} has no {option}"


def test_the_page_of_commands_has_every_command_with_its_options(run: Run, project_root: Path) -> None:
    shown = re.findall(r"^## `statecore (.*)`$", page(project_root, "docs/commands.md"), flags=re.MULTILINE)
    commands = [" ".join(re.findall(r"^[a-z]+(?: [a-z]+)?", line)) for line in shown]
    assert sorted(commands) == sorted(all_commands(run))
    for command, line in zip(commands, shown, strict=True):
        told = set(re.findall(r"--[a-z]+", run(*command.split(), "--help").out)) - {"--help"}
        assert set(re.findall(r"--[a-z]+", line)) | {"--output"} == told | {"--output"}, command


def test_every_command_is_in_the_readme(run: Run, project_root: Path) -> None:
    text = page(project_root, "README.md")
    for name in re.findall(r"^│ (\w+)  ", run("--help").out, flags=re.MULTILINE):
        assert f"statecore {name}" in text or f"make {name}" in text or name == "synth", name


def test_the_python_example_runs(
    project_root: Path, small_shop: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", page(project_root, "README.md"), flags=re.DOTALL)
    monkeypatch.chdir(small_shop.parent)
    exec(compile(example.replace('"shop/"', repr(str(small_shop))), "README.md", "exec"), {})  # noqa: S102 - our own page
    assert capsys.readouterr().out.strip()
