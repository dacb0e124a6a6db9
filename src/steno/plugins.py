"""Loads what installed packages bring by entry points.  One that does not load stops the run, and is named."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, NoReturn

from steno.contracts import UsageError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_BROKEN = (
    ImportError, AttributeError, SyntaxError, NameError, ValueError, TypeError, LookupError, OSError, RuntimeError,
)  # fmt: skip
"""What foreign code may raise when it is imported."""


class BadPlugin(UsageError):
    """A package that brings something that cannot be used."""

    hint = "repair or uninstall the package"


def loaded(entry: EntryPoint, kind: type[BadPlugin] = BadPlugin) -> object:
    """What an entry point names; raises `BadPlugin`."""
    try:
        offer: object = import_module(entry.module)
        for name in entry.attr.split(".") if entry.attr else ():
            offer = getattr(offer, name)
    except _BROKEN as error:
        stop(entry, f"{type(error).__name__}: {error}", kind)
    return offer


def stop(entry: EntryPoint, message: str, kind: type[BadPlugin] = BadPlugin) -> NoReturn:
    raise kind(f"{origin(entry)}: entry point {entry.name} = {entry.value}: {message}")


def origin(entry: EntryPoint) -> str:
    """The distribution that brings an entry point."""
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist is not None else "an unknown package"
