"""Things that are named by where they stand, and imported when somebody asks for them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from operator import attrgetter
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")

Part: TypeAlias = T | str
"""A thing as it is, or where it stands: `module:name`, or `module` for the whole module.  No thing is itself a text."""


def imported(where: str) -> Any:
    """The module, or what stands at `module:name`, where the name may have parts."""
    module, _, name = where.partition(":")
    return attrgetter(name)(import_module(module)) if name else import_module(module)


def loaded(part: Part[T]) -> T:
    """The thing itself, imported where only its place is given."""
    return imported(part) if isinstance(part, str) else part


def lazy(where: str) -> Callable[[], Any]:
    """A call that imports `module:name` the first time, and gives it every time."""
    return cache(lambda: imported(where))
