"""A code digest changes when, and only when, something changes that the code could run through."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from catalog.index import Catalog
from policies.registry import BUNDLE_NAMES, bundle_named
from replay import digests
from replay.digests import changed_pins, code_digest, pins_in_force

FILES = {
    "__init__.py": "",
    "start.py": (
        "from roomx.direct import thing\n"
        "from roomx import beside, not_a_module\n"
        "from roomx.deep import (\n    first,\n    second as other,  # why\n)\n"
        "import roomx.plain, sys\n"
        "def late():\n    from roomx import lazily\n"
    ),
    "direct.py": "thing = 1\n",
    "beside.py": "from roomx.start import late\n",
    "plain.py": "",
    "lazily.py": "",
    "unrelated.py": "",
    "deep/__init__.py": "second = 2\n",
    "deep/first.py": "",
    "deep/words.txt": "red\nblue\n",
    "deep/_kernel.c": "",
    "deep/notes.md": "",
}
REACHED = sorted(set(FILES) - {"unrelated.py", "deep/notes.md"})


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A room of its own, importable while the test runs."""
    folder = tmp_path / "roomx"
    for name, text in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    yield folder
    for name in [name for name in sys.modules if name.split(".", 1)[0] == "roomx"]:
        del sys.modules[name]
    digests.code_digest.cache_clear()
    digests._spec.cache_clear()


@pytest.fixture
def digest(room: Path) -> Callable[[], bytes]:
    """The digest of `roomx.start` as it is now."""
    assert room.is_dir()

    def now() -> bytes:
        digests.code_digest.cache_clear()
        digests._spec.cache_clear()
        importlib.invalidate_caches()
        return code_digest("roomx.start", ("roomx",))

    return now


@pytest.mark.parametrize("name", REACHED)
def test_a_change_of_any_file_that_is_reached_changes_the_digest(
    name: str, room: Path, digest: Callable[[], bytes]
) -> None:
    before = digest()
    path = room / name
    path.write_text(path.read_text(encoding="utf-8") + "# changed\n", encoding="utf-8")
    assert digest() != before


@pytest.mark.parametrize("name", sorted(set(FILES) - set(REACHED)))
def test_a_change_of_any_other_file_does_not(name: str, room: Path, digest: Callable[[], bytes]) -> None:
    before = digest()
    (room / name).write_text("changed = True\n", encoding="utf-8")
    assert digest() == before


def test_line_ends_and_other_rooms_do_not_count(room: Path, digest: Callable[[], bytes]) -> None:
    before = digest()
    for path in room.rglob("*.*"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert digest() == before
    (room / "plain.py").write_text("import json\n", encoding="utf-8")
    changed = digest()
    assert code_digest("roomx.start", ("roomx", "store")) == changed != before


def test_nothing_but_packages_is_imported_for_a_digest(digest: Callable[[], bytes]) -> None:
    digest()
    assert {name for name in sys.modules if name.split(".", 1)[0] == "roomx"} == {"roomx", "roomx.deep"}


def test_the_policies_have_digests_of_their_own(small_shop: Path) -> None:
    catalog = Catalog.open(small_shop)
    pins = {name: pins_in_force(catalog, bundle_named(name)) for name in BUNDLE_NAMES}
    assert len({one.policy_digest for one in pins.values()}) == len(BUNDLE_NAMES)
    assert changed_pins(pins["house"], pins["opoyo"]) == ("policy", "policy_digest")
    assert changed_pins(pins["house"], pins["house"]) == ()
