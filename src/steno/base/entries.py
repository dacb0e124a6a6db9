"""Finds the entry points of installed packages.  Loads nothing, and knows nothing of what they give."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_LIST = "entry_points.txt"
_FOLDERS = ("*.dist-info", "*.egg-info", "EGG-INFO")
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
    section = f"[{group}]".encode()
    for place in places:
        path = Path(place or ".")
        if path.is_file():  # an archive of packages
            return True
        try:
            if any(section in each.read_bytes() for folder in _FOLDERS for each in path.glob(f"{folder}/{_LIST}")):
                return True
        except OSError:
            return True
    return False


def _distributes(finder: object) -> bool:
    """Whether this is somebody's own way to find packages, of which a folder says nothing."""
    name = finder.__name__ if isinstance(finder, type) else type(finder).__name__
    return name not in _KNOWN and hasattr(finder, "find_distributions")
