"""The digests in force: which catalog, and which code of policy, reducers, reader and codec, made a decision.

A code digest covers the source text of a module and of every module of the same rooms that it imports, with the word
lists and tables beside them, so it changes when, and only when, something that the decision could run through changes.

Invariant: nothing here depends on where the code is installed or in which order modules were loaded.
"""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator
from functools import lru_cache
from importlib.machinery import ModuleSpec
from importlib.resources import files
from typing import TYPE_CHECKING

from policies.registry import BUNDLE_MODULES, AnyBundle
from statecore.digests import digest_of
from statecore.events import Pins

if TYPE_CHECKING:
    from catalog.index import Catalog

__all__ = ["changed_pins", "code_digest", "pins_in_force"]

_IMPORT = re.compile(r"^\s*(?:from\s+([\w.]+)\s+import\s+(\([^)]*\)|[^\n]*)|import\s+([^\n]+))", re.MULTILINE)
_DATA = (".c", ".json", ".toml", ".txt")


@lru_cache(maxsize=512)
def _spec(module: str) -> ModuleSpec | None:
    """Where a module is, without running it; its packages are imported."""
    package = module.rpartition(".")[0]
    if package and not _is_package(package):
        return None
    return importlib.util.find_spec(module)


def _is_package(module: str) -> bool:
    spec = _spec(module)
    return spec is not None and spec.submodule_search_locations is not None


def _source(spec: ModuleSpec) -> str | None:
    get_source = getattr(spec.loader, "get_source", None)
    text: str | None = None if get_source is None else get_source(spec.name)
    return text


def _data(package: str) -> dict[str, str]:
    """The data files of a package, by their name: word lists decide as code does."""
    found = (file for file in files(package).iterdir() if file.name.endswith(_DATA))
    return {f"{package}/{file.name}": file.read_text(encoding="utf-8") for file in found}


def _imports(source: str, rooms: tuple[str, ...]) -> Iterator[str]:
    """What `source` may import from `rooms`: modules, names that could be modules, and the packages of both."""
    for origin, names, plain in _IMPORT.findall(source):
        listed = [origin, *(f"{origin}.{name}" for name in re.findall(r"\w+", names))] if origin else plain.split(",")
        for module in listed:
            parts = module.strip().partition(" ")[0].split(".")
            if parts[0] in rooms:
                yield from (".".join(parts[:end]) for end in range(1, len(parts) + 1))


@lru_cache(maxsize=64)
def code_digest(module: str, rooms: tuple[str, ...]) -> bytes:
    """Digest of `module` and all that it imports, directly or not, from `rooms`, with the packages' data files."""
    texts: dict[str, str] = {}
    seen: set[str] = set()
    waiting = {module}
    while waiting:
        name = waiting.pop()
        seen.add(name)
        spec = _spec(name)
        text = None if spec is None else _source(spec)
        if text is None:
            continue
        texts[name] = text
        if _is_package(name):
            texts |= _data(name)
        waiting.update(imported for imported in _imports(text, rooms) if imported not in seen)
    return digest_of({name: texts[name].replace("\r\n", "\n") for name in sorted(texts)})


def pins_in_force(catalog: Catalog, bundle: AnyBundle) -> Pins:
    """The digests that a visit started now is bound to."""
    policy = {
        "settings": bundle.settings_digest(),
        "code": code_digest(BUNDLE_MODULES.get(bundle.name, "policies.bundle"), ("policies",)),
    }
    return Pins(
        policy=bundle.name,
        catalog_digest=catalog.digest,
        policy_digest=digest_of({**policy}),
        reducers_digest=code_digest("reducers.fold", ("reducers",)),
        reader_digest=code_digest("reducers.reading", ("reducers", "catalog")),
        codec_digest=code_digest("statecore.events", ("statecore",)),
    )


def changed_pins(recorded: Pins, present: Pins) -> tuple[str, ...]:
    """The names of the digests (and `policy`) that differ.

    >>> names = ("catalog", "policy", "reducers", "reader", "codec")
    >>> old = Pins(policy="house", **{f"{name}_digest": bytes(32) for name in names})
    >>> changed_pins(old, old.model_copy(update={"catalog_digest": bytes([1] * 32)}))
    ('catalog_digest',)
    """
    return tuple(name for name in Pins.model_fields if getattr(recorded, name) != getattr(present, name))
