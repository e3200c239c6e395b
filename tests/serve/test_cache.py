"""Compiled catalogs are found by content: never stale, whole or absent, and kept where there is room for them."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from catalog.compiler import compile_catalog
from lab.synthetic import write_rows
from serve import cache
from serve.cache import CACHE_NAME, entry_name, open_catalog, user_cache_dir
from statecore.errors import CatalogError


@pytest.fixture(autouse=True)
def own_user_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    return tmp_path / "xdg" / "statecore"


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    path = tmp_path / "shop" / "rows.jsonl"
    path.parent.mkdir()
    write_rows(path, 60, seed=1)
    return path


def entries(folder: Path) -> list[str]:
    return sorted(entry.name for entry in folder.iterdir()) if folder.exists() else []


def test_the_first_opening_compiles_beside_the_rows_and_the_second_does_not(
    rows: Path, monkeypatch: pytest.MonkeyPatch, own_user_cache: Path
) -> None:
    first = open_catalog(rows)
    assert first.size == 60
    assert entries(rows.parent / CACHE_NAME) == [entry_name(rows)]
    assert entries(own_user_cache) == []
    monkeypatch.setattr(cache, "compile_catalog", None)
    assert open_catalog(rows).digest == first.digest


def test_a_compiled_folder_is_opened_as_it_is(rows: Path) -> None:
    compiled = open_catalog(rows)
    assert open_catalog(rows.parent / CACHE_NAME / entry_name(rows)).digest == compiled.digest


def test_changed_rows_of_the_same_size_and_time_are_compiled_again_and_the_old_entry_goes(rows: Path) -> None:
    before = open_catalog(rows)
    status, text = rows.stat(), rows.read_bytes()
    line = text.splitlines()[0]
    title = json.loads(line)["title"].encode()
    rows.write_bytes(text.replace(title, title[::-1], 1))
    os.utime(rows, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert rows.stat().st_size == status.st_size
    after = open_catalog(rows)
    assert after.digest != before.digest
    assert entries(rows.parent / CACHE_NAME) == [entry_name(rows)]
    assert before.title(0)


def test_another_compiler_never_meets_an_old_entry(rows: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = entry_name(rows)
    monkeypatch.setattr(cache, "code_digest", lambda *_: bytes(32))
    assert entry_name(rows) != name


def test_where_the_folder_cannot_be_written_the_users_cache_is_used(
    rows: Path, monkeypatch: pytest.MonkeyPatch, own_user_cache: Path
) -> None:
    (rows.parent / CACHE_NAME).write_text("a file where the cache would be", encoding="utf-8")
    assert open_catalog(rows).size == 60
    assert entries(own_user_cache) == [entry_name(rows)]
    monkeypatch.setattr(cache, "compile_catalog", None)
    assert open_catalog(rows).size == 60


def test_where_nothing_can_be_written_a_folder_of_this_process_serves(
    rows: Path, monkeypatch: pytest.MonkeyPatch, own_user_cache: Path
) -> None:
    (rows.parent / CACHE_NAME).write_text("in the way", encoding="utf-8")
    own_user_cache.parent.write_text("in the way", encoding="utf-8")
    forgotten: list[object] = []
    monkeypatch.setattr("atexit.register", lambda *arguments, **_: forgotten.append(arguments[1]))
    assert open_catalog(rows).size == 60
    (folder,) = forgotten
    assert isinstance(folder, str)
    assert entries(Path(folder)) == [entry_name(rows)]
    shutil.rmtree(folder)


def test_a_damaged_entry_is_compiled_again(rows: Path) -> None:
    digest = open_catalog(rows).digest
    entry = rows.parent / CACHE_NAME / entry_name(rows)
    for file in entry.iterdir():
        file.write_bytes(b"")
        assert open_catalog(rows).digest == digest
    for file in entry.iterdir():
        file.unlink()
        assert open_catalog(rows).digest == digest


def test_an_entry_that_another_process_finished_first_is_used(rows: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compile_it = compile_catalog
    entry = rows.parent / CACHE_NAME / entry_name(rows)

    def overtaken(path: Path, out: Path, **_: object) -> None:
        compile_it(path, out)
        compile_it(path, entry)

    monkeypatch.setattr(cache, "compile_catalog", overtaken)
    assert open_catalog(rows).size == 60
    assert entries(entry.parent) == [entry.name]


def test_rows_that_change_while_they_are_compiled_are_refused(rows: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compile_it = compile_catalog

    def disturbed(path: Path, out: Path, **_: object) -> None:
        compile_it(path, out)
        path.write_bytes(path.read_bytes() + b"\n")

    monkeypatch.setattr(cache, "compile_catalog", disturbed)
    with pytest.raises(CatalogError, match="changed while"):
        open_catalog(rows)
    assert entries(rows.parent / CACHE_NAME) == []


def test_two_processes_that_start_at_once_both_get_the_catalog(rows: Path, project_root: Path) -> None:
    code = "import sys; from serve.kit import Agent; print(len(Agent(sys.argv[1])._popular))"
    running = [
        subprocess.Popen([sys.executable, "-c", code, rows], stdout=subprocess.PIPE, text=True, cwd=project_root)
        for _ in range(2)
    ]
    assert [process.communicate()[0].strip() for process in running] == ["60", "60"]
    assert entries(rows.parent / CACHE_NAME) == [entry_name(rows)]


def test_packed_rows_give_the_same_catalog(rows: Path, tmp_path: Path) -> None:
    packed = tmp_path / "rows.jsonl.gz"
    packed.write_bytes(gzip.compress(rows.read_bytes()))
    assert open_catalog(packed).digest == open_catalog(rows).digest


def test_what_is_not_there_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(CatalogError, match="no such file"):
        open_catalog(tmp_path / "nothing")


def test_the_users_cache_is_where_the_environment_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert user_cache_dir() == tmp_path / "xdg" / "statecore"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative/is/ignored")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert user_cache_dir() == tmp_path / ".cache" / "statecore"
