"""Where the paths that agents spell lie in a repository, also if the agent had another clone of it elsewhere."""

from __future__ import annotations

import ntpath
import os
import posixpath
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path, PurePath
from types import MappingProxyType

from msgspec import Struct

from steno.base.patterns import deferred

_DRIVE = deferred(r"[A-Za-z]:[\\/]|\\\\")


class Clone(Struct, frozen=True):
    """Where a session had another clone of the repository."""

    roots: tuple[str, ...]
    """As the session spelled them."""
    how: str
    """By what that is known."""


@lru_cache(1 << 12)  # a session names the same few files again and again
def spelled(path: str, cwd: str) -> str:
    """A path and the folder that it counts from, as one; a path of Windows has slashes like any other."""
    if os.name != "nt" and (_DRIVE().match(path) or _DRIVE().match(cwd)):
        return ntpath.normpath(ntpath.join(cwd, path)).replace("\\", "/")
    return str(PurePath(cwd, path))


class Paths:
    """The work trees of one repository, and by session the folders in which it had another clone of it."""

    def __init__(self, roots: Iterable[Path], elsewhere: Mapping[str, Clone] = MappingProxyType({})) -> None:
        found = (each for root in roots for each in (str(root.absolute()), os.path.realpath(root)))
        self._roots = [root.rstrip(os.sep) + os.sep for root in dict.fromkeys(found)]
        self._elsewhere = elsewhere
        self._real: dict[str, str] = {}
        self._inside: dict[tuple[str, str], str | None] = {}

    def inside(self, path: str, cwd: str, session: str = "") -> str | None:
        """The path in the repository; None where it lies outside, or nobody knows."""
        if (path, cwd) not in self._inside:
            self._inside[path, cwd] = self._find(path, cwd)
        found = self._inside[path, cwd]
        return found if found is not None or session not in self._elsewhere else self._away(path, cwd, session)

    def clone(self, session: str) -> str:
        """By what it is known that a session worked in another clone; empty where it worked here."""
        return self._elsewhere[session].how if session in self._elsewhere else ""

    def _find(self, path: str, cwd: str) -> str | None:
        whole = os.path.normpath(PurePath(cwd, path))
        if not PurePath(whole).is_absolute() or "\0" in whole:
            return None
        return self._below(whole) or self._below(self._resolved(whole))

    def _resolved(self, whole: str) -> str:
        """The path with the links of its folder followed: the file itself may be one that git keeps."""
        folder, name = os.path.split(whole)
        if folder not in self._real:
            self._real[folder] = os.path.realpath(folder)
        return str(PurePath(self._real[folder], name))

    def _below(self, whole: str) -> str | None:
        """The path from the root that it lies in."""
        root = next((root for root in self._roots if whole.startswith(root)), None)
        return None if root is None else PurePath(whole[len(root) :]).as_posix()

    def _away(self, path: str, cwd: str, session: str) -> str | None:
        whole = posixpath.normpath(spelled(path, cwd))
        if "\0" in whole:
            return None
        roots = (root.rstrip("/") + "/" for root in self._elsewhere[session].roots)
        return next((whole[len(root) :] for root in roots if whole.startswith(root)), None)
