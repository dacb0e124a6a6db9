"""Folders in which a program keeps what is its own, as data: those that the environment names, else the usual ones.

Data, so that a table can say it of every program and none has to be imported to look whether its folder is there.
"""

# ruff: noqa: PTH118  paths are texts here: `_spelled` says why
from __future__ import annotations

import enum
import os
from collections.abc import Iterator, Mapping
from os.path import join
from pathlib import Path
from typing import Final

from msgspec import Struct

_XDG: Final = {"$XDG_CONFIG_HOME": ".config", "$XDG_DATA_HOME": ".local/share"}
"""The variables that a usual folder may begin with, and what each stands for where it is not set."""


class Names(enum.Enum):
    """What a variable of the environment names."""

    FOLDER = "folder"
    FOLDERS = "folders"
    """One or several, with commas between them."""
    FILE = "file"
    """A file in the folder, where it begins with `/`; any other word names nothing."""


class Roots(Struct, frozen=True, omit_defaults=True):
    """The folders; called with environment and home, the paths."""

    usual: tuple[str, ...] = ()
    """Below the user's own folder; below that of a variable where it begins with `$XDG_CONFIG_HOME` or the like."""
    variable: str = ""
    """Of the environment: names others in their place."""
    names: Names = Names.FOLDER
    below: str = ""
    """What lies below the folder that the variable names."""
    upwards: bool = False
    """Whether the usual ones may lie below the current folder and those above it too: these come first."""
    more: tuple[Roots, ...] = ()
    """Others beside them."""

    def __call__(self, environ: Mapping[str, str], home: Path) -> list[Path]:
        return [Path(each) for each in dict.fromkeys(self._spelled(environ, str(home)))]

    def are_there(self, environ: Mapping[str, str], home: Path) -> bool:
        """Whether any of them may be there: no says that none is."""
        return any(map(is_there, self._spelled(environ, str(home))))

    def _spelled(self, environ: Mapping[str, str], home: str) -> Iterator[str]:
        """The paths as texts: at every start they are made for every agent, and making a `Path` takes longer than
        asking the system for it.
        """
        yield from self._named(environ) or self._usual(environ, home)
        for each in self.more:
            yield from each._spelled(environ, home)

    def _named(self, environ: Mapping[str, str]) -> list[str]:
        named = environ.get(self.variable, "") if self.variable else ""
        if not named:
            return []
        match self.names:
            case Names.FOLDER:
                return [join(named, self.below)]
            case Names.FOLDERS:
                return [join(part.strip(), self.below) for part in named.split(",") if part.strip()]
            case Names.FILE:
                return [join(str(Path(named).parent), self.below)] if named.startswith("/") else []

    def _usual(self, environ: Mapping[str, str], home: str) -> Iterator[str]:
        for top in [*_upwards(), home] if self.upwards else [home]:
            for each in self.usual:
                first, _, rest = each.partition("/")
                yield join(environ.get(first[1:]) or join(top, _XDG[first]), rest) if first in _XDG else join(top, each)


def _upwards() -> list[str]:
    """The current folder and those above it."""
    try:
        here = Path.cwd()
    except OSError:  # it was deleted
        return []
    return [str(each) for each in (here, *here.parents)]


def is_there(path: Path | str) -> bool:
    """Whether something may be there: no only where the system says so, and not where it says nothing."""
    try:
        os.stat(path)  # noqa: PTH116  at every start, for every folder of every agent
    except (FileNotFoundError, NotADirectoryError):
        return False
    except (OSError, ValueError):
        return True
    return True
