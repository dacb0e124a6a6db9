"""Where the paths that agents spell lie in a repository."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path, PurePath


class Paths:
    """The work trees of one repository."""

    def __init__(self, roots: Iterable[Path]) -> None:
        spelled = (each for root in roots for each in (str(root.absolute()), os.path.realpath(root)))
        self._roots = [root.rstrip(os.sep) + os.sep for root in dict.fromkeys(spelled)]
        self._real: dict[str, str] = {}
        self._inside: dict[tuple[str, str], str | None] = {}

    def inside(self, path: str, cwd: str) -> str | None:
        """The path in the repository; None where it lies outside, or nobody knows."""
        if (path, cwd) not in self._inside:
            self._inside[path, cwd] = self._find(path, cwd)
        return self._inside[path, cwd]

    def _find(self, path: str, cwd: str) -> str | None:
        whole = os.path.normpath(PurePath(cwd, path))
        if not PurePath(whole).is_absolute() or "\0" in whole:
            return None
        folder, name = os.path.split(whole)
        if folder not in self._real:
            self._real[folder] = os.path.realpath(folder)
        for spelled in (whole, str(PurePath(self._real[folder], name))):
            for root in self._roots:
                if spelled.startswith(root):
                    return PurePath(spelled[len(root) :]).as_posix()
        return None
