"""Things that are named by where they stand, and imported when somebody asks for them."""

from __future__ import annotations

from importlib import import_module
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")

Part: TypeAlias = T | str
"""A thing as it is, or where it stands: `module:name`, or `module` for the whole module.  No thing is itself a text."""


def imported(where: str) -> Any:
    """What stands at `module:name`, or the module."""
    module, _, name = where.partition(":")
    found = import_module(module)
    return getattr(found, name) if name else found


def loaded(part: Part[T]) -> T:
    """The thing itself, imported where only its place is given."""
    return imported(part) if isinstance(part, str) else part
