"""Folders in which a program keeps what is its own, as data: those that the environment names, else the usual ones.

Data, so that a table can say it of every program and none has to be imported to look whether its folder is there.
"""

from __future__ import annotations

import enum
import os
from collections.abc import Iterable, Mapping
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
        own = self._named(environ) or self._usual(environ, home)
        return own if not self.more else [*own, *(path for each in self.more for path in each(environ, home))]

    def are_there(self, environ: Mapping[str, str], home: Path) -> bool:
        """Whether any of them may be there: no says that none is."""
        return any(map(is_there, self(environ, home)))

    def _named(self, environ: Mapping[str, str]) -> list[Path]:
        named = environ.get(self.variable, "") if self.variable else ""
        if not named:
            return []
        match self.names:
            case Names.FOLDER:
                return [Path(named, self.below)]
            case Names.FOLDERS:
                return [Path(part.strip(), self.below) for part in named.split(",") if part.strip()]
            case Names.FILE:
                return [Path(named).parent / self.below] if named.startswith("/") else []

    def _usual(self, environ: Mapping[str, str], home: Path) -> list[Path]:
        tops = [*_upwards(), home] if self.upwards else [home]
        return list(dict.fromkeys(_below(top, each, environ) for top in tops for each in self.usual))


def _below(top: Path, path: str, environ: Mapping[str, str]) -> Path:
    first, _, rest = path.partition("/")
    if first not in _XDG:
        return top / path
    return Path(environ.get(first[1:]) or top / _XDG[first], rest)


def _upwards() -> Iterable[Path]:
    """The current folder and those above it."""
    try:
        here = Path.cwd()
    except OSError:  # it was deleted
        return ()
    return (here, *here.parents)


def is_there(path: Path) -> bool:
    """Whether something may be there: no only where the system says so, and not where it says nothing."""
    try:
        os.stat(path)  # noqa: PTH116  at every start, for every folder of every agent
    except (FileNotFoundError, NotADirectoryError):
        return False
    except (OSError, ValueError):
        return True
    return True
