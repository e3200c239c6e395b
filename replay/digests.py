"""The digests in force: which catalog, and which code of policy, reducers, reader and codec, made a decision.

A code digest covers the source text of a module and of every module of the same rooms that it imports, so it changes
when, and only when, code that the decision could run through changes.

Invariant: nothing here depends on where the code is installed or in which order modules were loaded.
"""

from __future__ import annotations

import importlib.util
import re
from functools import lru_cache
from typing import TYPE_CHECKING

from policies.registry import BUNDLE_MODULES, AnyBundle
from statecore.digests import digest_of
from statecore.events import Pins

if TYPE_CHECKING:
    from catalog.index import Catalog

__all__ = ["changed_pins", "code_digest", "pins_in_force"]

_IMPORT = re.compile(r"^\s*(?:from\s+([\w.]+)\s+import|import\s+([\w.]+))", re.MULTILINE)


def _source(module: str) -> str | None:
    spec = importlib.util.find_spec(module)
    if spec is None or spec.loader is None:
        return None
    get_source = getattr(spec.loader, "get_source", None)
    text: str | None = None if get_source is None else get_source(module)
    return text


def _imports(source: str, rooms: tuple[str, ...]) -> set[str]:
    found = {first or second for first, second in _IMPORT.findall(source)}
    return {name for name in found if name.split(".")[0] in rooms}


@lru_cache(maxsize=64)
def code_digest(module: str, rooms: tuple[str, ...]) -> bytes:
    """Digest of `module` and all that it imports, directly or not, from `rooms`."""
    sources: dict[str, str] = {}
    waiting = {module}
    while waiting:
        name = min(waiting)
        waiting.remove(name)
        text = _source(name)
        if text is None:
            continue
        sources[name] = text.replace("\r\n", "\n")
        waiting |= _imports(text, rooms) - sources.keys()
    return digest_of({name: sources[name] for name in sorted(sources)})


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
