"""Imports what a text names, when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from operator import attrgetter
from typing import Any


def named(where: str) -> Any:
    """The module, or what `module:name` holds, where the name may have parts."""
    module, _, name = where.partition(":")
    return attrgetter(name)(import_module(module)) if name else import_module(module)


def lazy(where: str) -> Callable[[], Any]:
    """A call that imports `module:name` the first time, and gives it every time."""
    return cache(lambda: named(where))
