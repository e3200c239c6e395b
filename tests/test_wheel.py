"""The built wheel works by itself: in an empty environment outside the tree, from a folder that is not the project's.

The invariant: what the wheel holds is what the rooms hold, and the two entrances that others use, the `statecore`
command and the contest kit's `Agent`, run from it. The compiled kernel is in it where a compiler was, and where none
was, the wheel is built all the same. No network: the wheel is built by the installed setuptools, and the
empty environment reads the dependencies (never this tree) from the environment that runs the tests.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ROOMS = ("statecore", "catalog", "reducers", "policies", "store", "replay", "lab", "serve")

# The kit needs the core dependencies only: with None in their places, the extras cannot be imported.
PLAY = """
import json, sys

extras = "typer click rich matplotlib psycopg nats fastapi starlette uvicorn prometheus_client jinja2 mcp eventsourcing"
sys.modules.update(dict.fromkeys(extras.split()))
import serve.kit, statecore

agent = serve.kit.Agent(sys.argv[1])
agent.reset("wheel", {"purchase_frequency": "rare", "average_prior_rating": 4.0, "rating_style": "even",
                      "preference_tags": [], "summary": ""})
reply = agent.respond("wheel", sys.argv[2], 1, 10)
print(json.dumps({"files": [serve.kit.__file__, statecore.__file__], "reply": reply}))
"""


def row(number: int) -> dict[str, object]:
    """One product of the tiny catalog, in the kit's row format."""
    return {
        "parent_asin": f"TINY{number:04d}",
        "title": f"Harbour lantern scarf number {number}",
        "features": [f"Woven edge {number}", "Hand wash in cool water"],
        "description": [],
        "price": 10.0 + number,
        "categories": ["Accessories", "Scarves"],
        "details": {"Pattern": f"Tide {number % 3}"},
        "average_rating": 4.0,
        "rating_number": 5 * number,
        "store": "Tiny Harbour",
    }


def run(*command: str | Path, cwd: Path, compiler: str | None = None) -> str:
    """What a command prints, run outside the tree with its own home; a failure shows its error output."""
    hidden = {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "XDG_CACHE_HOME"}
    environment = {key: value for key, value in os.environ.items() if key not in hidden} | {"HOME": str(cwd)}
    if compiler is not None:
        environment["CC"] = compiler
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command} failed:\n{done.stdout}\n{done.stderr}"
    return done.stdout


def build(home: Path, *, compiler: str | None = None) -> Path:
    """A wheel, built from a copy of the tree so that nothing is written into it, nor taken from an earlier build."""
    source, made = home / "source", home / "wheel"
    for room in ROOMS:
        shutil.copytree(ROOT / room, source / room, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    for name in ("pyproject.toml", "LICENSE", "README.md"):
        if (ROOT / name).exists():
            shutil.copy(ROOT / name, source)
    made.mkdir()
    offline = ("--no-deps", "--no-build-isolation", "--no-index", "--quiet", "--disable-pip-version-check")
    command = (sys.executable, "-m", "pip", "wheel", *offline, "--wheel-dir", made, source)
    run(*command, cwd=made, compiler=compiler)
    (found,) = made.glob("statecore-*.whl")
    return found


def names_in(wheel: Path) -> set[str]:
    """The files that a wheel installs."""
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if ".dist-info/" not in name}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel as this machine builds it."""
    return build(tmp_path_factory.mktemp("built"))


@pytest.fixture(scope="module")
def bin_dir(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bin folder of an environment that holds the wheel and sees the installed dependencies."""
    home = tmp_path_factory.mktemp("empty")
    run(sys.executable, "-m", "venv", "--without-pip", home / "venv", cwd=home)
    python = home / "venv" / "bin" / "python"
    offline = ("--no-deps", "--no-index", "--quiet", "--disable-pip-version-check")
    run(sys.executable, "-m", "pip", "--python", python, "install", *offline, wheel, cwd=home)
    # Python adds the folders that a .pth file names but not those that .pth files inside them name, so this
    # environment sees the dependencies and not the editable install of the tree.
    packages = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=home).strip())
    outer = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (packages / "dependencies.pth").write_text("\n".join(sorted(outer)) + "\n", encoding="utf-8")
    return python.parent


def test_the_wheel_holds_exactly_the_rooms_and_their_data_and_the_kernel_where_there_is_a_compiler(wheel: Path) -> None:
    files = [path for room in ROOMS for path in (ROOT / room).rglob("*") if path.is_file()]
    kept = {str(path.relative_to(ROOT)) for path in files if "__pycache__" not in path.parts and path.suffix != ".so"}
    compiler = shlex.split(sysconfig.get_config_var("CC") or "cc")[0]
    compiled = {"policies/house/_kernel.abi3.so"} if shutil.which(compiler) else set()
    assert names_in(wheel) == kept | compiled


def test_without_a_compiler_the_wheel_is_built_without_the_kernel(tmp_path: Path) -> None:
    inside = names_in(build(tmp_path, compiler=str(tmp_path / "no-compiler")))
    assert "policies/house/_kernel.c" in inside
    assert not any(name.endswith(".so") for name in inside)


def test_the_wheel_carries_the_licence_and_the_command(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        (entry,) = [name for name in names if name.endswith("entry_points.txt")]
        assert "statecore = serve.cli:main" in archive.read(entry).decode()
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_the_installed_command_explains_itself(bin_dir: Path, tmp_path: Path) -> None:
    told = run(bin_dir / "statecore", "--help", cwd=tmp_path)
    assert "statecore" in told
    assert "evaluate" in told


def test_the_installed_kit_agent_plays_a_turn_on_a_tiny_catalog(bin_dir: Path, tmp_path: Path) -> None:
    rows = [row(number) for number in range(1, 13)]
    catalog = tmp_path / "catalog.jsonl"
    catalog.write_text("".join(json.dumps(one) + "\n" for one in rows), encoding="utf-8")
    opening = "I'm looking for Accessories Scarves. A key requirement is: Woven edge 7."
    told = json.loads(run(bin_dir / "python", "-c", PLAY, catalog, opening, cwd=tmp_path))
    assert not [file for file in told["files"] if Path(file).is_relative_to(ROOT)]
    reply = told["reply"]
    shown = [offer["parent_asin"] for offer in reply["recommendations"]]
    assert isinstance(reply["message"], str)
    assert reply["message"]
    assert shown[0] == "TINY0007"
    assert len(shown) == len(set(shown))
    assert set(shown) <= {one["parent_asin"] for one in rows}
