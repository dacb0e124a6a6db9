"""Finds the entry points of installed packages.  Loads nothing, and knows nothing of what they give."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_LIST = "entry_points.txt"
_SUFFIXES = (".dist-info", ".egg-info", "EGG-INFO")
_BLOCK = 1 << 16
_GROUP = re.compile(rb"\[([^\]\n]+)\]")
_KNOWN = frozenset({"BuiltinImporter", "FrozenImporter", "PathFinder"})


def entries(group: str) -> list[EntryPoint]:
    """The entry points of a group, in order of names."""
    if not offered(group, sys.path):
        return []
    from importlib.metadata import entry_points  # costs start-up, and few machines need it

    return sorted(entry_points(group=group), key=lambda entry: (entry.name, entry.value))


def offered(group: str, places: Iterable[str]) -> bool:
    """Whether a package may offer something under this group: yes, where only the slow way can tell."""
    if any(_distributes(finder) for finder in sys.meta_path):
        return True
    return any(found is None or group.encode() in found for found in map(_groups, places))


def _groups(place: str) -> frozenset[bytes] | None:
    """The groups that packages in a folder offer something under; None where a look at files does not tell."""
    try:
        return _listed(place, os.stat(place or ".").st_mtime_ns)  # noqa: PTH116  at every start, for every package
    except (FileNotFoundError, NotADirectoryError):
        return frozenset()
    except OSError:
        return None


@lru_cache(64)
def _listed(folder: str, changed: int) -> frozenset[bytes] | None:
    found: set[bytes] = set()
    try:
        with os.scandir(folder or ".") as entries:
            for entry in entries:
                if entry.name.endswith(_SUFFIXES):
                    found.update(_GROUP.findall(_text(f"{entry.path}{os.sep}{_LIST}")))
    except OSError:  # an archive of packages, or a folder that cannot be read
        return None
    return frozenset(found)


def _text(path: str) -> bytes:
    try:
        # Not by `Path`: at every start, for every package.
        file = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0))
    except (FileNotFoundError, NotADirectoryError):
        return b""  # many packages offer nothing
    try:
        content = b""
        while part := os.read(file, _BLOCK):
            content += part
        return content
    finally:
        os.close(file)


def _distributes(finder: object) -> bool:
    """Whether this is somebody's own way to find packages, of which a folder says nothing."""
    name = finder.__name__ if isinstance(finder, type) else type(finder).__name__
    return name not in _KNOWN and hasattr(finder, "find_distributions")
