"""Which files a caller may name: those of its own project, and sessions.  Reads none of them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from steno.api.world import World, ignore
from steno.errors import UsageError

_HINT = "Ask for a file of your own project, or for a session by its id; `steno mcp --root FOLDER` allows more."


class Roots:
    """The folders whose files may be read: the working directory, the client's roots, and what the user allows."""

    def __init__(self, world: World, more: Iterable[Path] = ()) -> None:
        self._world = world
        here = Path(os.path.realpath(world.folder.absolute()))
        # A server that is started in the root of the file system stands in no project.
        own = [] if here == here.parent else [here]
        self._folders = [*own, *(Path(os.path.realpath(each)) for each in more if each.is_absolute())]

    def check(self, word: str) -> None:
        """Raises `UsageError` where a word is a path, there or not, that lies elsewhere and is no session's."""
        folder = self._world.folder.absolute()
        if not is_path(word, folder):
            return
        real = Path(os.path.realpath(folder / word))
        if any(real.is_relative_to(each) for each in self._folders) or self._is_session(real):
            return
        error = UsageError(f"{word} lies outside of {self._named()}")
        error.hint = _HINT
        raise error

    def _is_session(self, real: Path) -> bool:
        """Whether an agent keeps a session in the file, or a sub-agent's run."""
        from steno.listing.entries import machine  # costs start-up, and mostly a path is the project's
        from steno.listing.memory import memory

        kept = memory(self._world.environ, self._world.home)
        entries = machine(self._world.environ, self._world.home, kept, ignore).entries
        return any(os.path.realpath(each.session.path) == str(real) for each in entries)

    def _named(self) -> str:
        return " and ".join(map(str, self._folders)) or "every project: this server was started in none"


def is_path(word: str, folder: Path) -> bool:
    """Whether a word names a file, there or not, and no session."""
    if "\0" in word:
        return False  # no file has such a name
    return any(each in word for each in (os.sep, os.altsep) if each) or os.path.lexists(folder / word)
