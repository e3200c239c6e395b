"""The bundles by name. Modules are imported when first asked for, so that one bundle does not pay for the others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from policies.bundle import Bundle
from statecore.errors import UnknownPolicyError
from statecore.values import Vocabulary

__all__ = ["BUNDLE_MODULES", "BUNDLE_NAMES", "AnyBundle", "bundle_named"]

AnyBundle: TypeAlias = "Bundle[Vocabulary, object]"
"""A bundle whose settings and view are its own business."""


def _house() -> AnyBundle:
    from policies.house import HOUSE  # noqa: PLC0415 - a bundle is loaded when it is asked for

    return HOUSE  # type: ignore[return-value]  # callers only pass a bundle's own settings and view back to it


def _shop() -> AnyBundle:
    from policies.house import SHOP  # noqa: PLC0415 - a bundle is loaded when it is asked for

    return SHOP  # type: ignore[return-value]  # callers only pass a bundle's own settings and view back to it


def _arc() -> AnyBundle:
    from policies.arc import ARC  # noqa: PLC0415 - a bundle is loaded when it is asked for

    return ARC  # type: ignore[return-value]  # callers only pass a bundle's own settings and view back to it


def _satu() -> AnyBundle:
    from policies.satu import SATU  # noqa: PLC0415 - a bundle is loaded when it is asked for

    return SATU  # type: ignore[return-value]  # callers only pass a bundle's own settings and view back to it


def _buyte() -> AnyBundle:
    from policies.buyte import BUYTE  # noqa: PLC0415 - a bundle is loaded when it is asked for

    return BUYTE  # type: ignore[return-value]  # callers only pass a bundle's own settings and view back to it


def _opoyo() -> AnyBundle:
    from policies.opoyo import OPOYO  # noqa: PLC0415 - a bundle is loaded when it is asked for

    return OPOYO  # type: ignore[return-value]  # callers only pass a bundle's own settings and view back to it


_LOADERS: Mapping[str, Callable[[], AnyBundle]] = MappingProxyType(
    {"house": _house, "shop": _shop, "arc": _arc, "satu": _satu, "buyte": _buyte, "opoyo": _opoyo}
)

BUNDLE_MODULES: Mapping[str, str] = MappingProxyType(
    {
        "house": "policies.house.bundle",
        "shop": "policies.house.bundle",
        "arc": "policies.arc.bundle",
        "satu": "policies.satu.bundle",
        "buyte": "policies.buyte.bundle",
        "opoyo": "policies.opoyo",
    }
)
"""The module that each bundle's code digest starts from."""

BUNDLE_NAMES: tuple[str, ...] = tuple(_LOADERS)


def bundle_named(name: str) -> AnyBundle:
    """The bundle of that name; raise `UnknownPolicyError` naming the ones there are.

    >>> bundle_named("nobody")
    Traceback (most recent call last):
    ...
    statecore.errors.UnknownPolicyError: no policy 'nobody'; there are house, shop, arc, satu, buyte, opoyo
    """
    loader = _LOADERS.get(name)
    if loader is None:
        msg = f"no policy {name!r}; there are {', '.join(BUNDLE_NAMES)}"
        raise UnknownPolicyError(msg)
    return loader()
