"""Remembers what files of sessions hold, by path, size and time.  What is lost or damaged is looked at again."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from steno import __version__, registry
from steno.base import trusted
from steno.base.folders import caches
from steno.base.learned import learned
from steno.listing.seen import File, State
from steno.plugins import origin

_MAGIC = b"steno\0list1\n"
_NAME = "overviews"
OVERVIEWS: Final = "STENO_OVERVIEWS"
"""The environment variable that names another file; where it is empty, nothing is remembered."""


class _Kept(msgspec.Struct, array_like=True):
    made_by: str
    """The version of Steno and of the plug-ins that read sessions: another one may see more."""
    files: dict[str, File]


class Memory:
    """Overviews by path.

    Two processes may write at once: the file is always one of them whole, and what the last one did not know of the
    other is looked at again.
    """

    def __init__(self, path: Path | None) -> None:
        """`path`: where they are kept; None where the user wants nothing kept."""
        self.path = path
        self._made_by = _made_by()
        self._files = self._read()
        self._new: dict[str, File] = {}
        self._read_at = self._state()

    def get(self, path: str, size: int, modified: float) -> File | None:
        """What is remembered of a file, if neither it nor what is read with it has changed."""
        found = self._files.get(path)
        if found is None or found.size != size or found.modified != modified:
            return None
        return found if all(state(each[0]) == each for each in found.beside) else None

    def put(self, path: str, file: File) -> None:
        self._files[path] = self._new[path] = file

    def save(self, known: Iterable[str] | None = None) -> None:
        """Keep what is new, and forget files that are gone, where those that are there are `known`."""
        lost = set(self._files) - set(known) if known is not None else set()
        gone = {each for each in lost if not os.path.lexists(each)}  # another folder may be looked at another time
        if self.path is None or not (self._new or gone):
            return
        if self._state() != self._read_at:  # another process has written since
            self._files = self._read() | self._files
        for each in gone - self._new.keys():
            self._files.pop(each, None)
        files = {path: file for path, file in self._files.items() if _is_text(path)}
        with suppress(OSError):  # a cache that cannot be written costs time and nothing else
            trusted.write(self.path, _MAGIC + msgspec.msgpack.encode(_Kept(self._made_by, files)))
        self._new, self._read_at = {}, self._state()

    @property
    def has_figures(self) -> bool:
        """Whether the figures of any file are remembered."""
        return any(each.counted for each in self._files.values())

    def __len__(self) -> int:
        return len(self._files)

    def _read(self) -> dict[str, File]:
        data = None if self.path is None else trusted.read(self.path)
        kept = None if data is None else _decoded(data)
        return kept.files if kept is not None and kept.made_by == self._made_by else {}

    def _state(self) -> State | None:
        return None if self.path is None else state(str(self.path))

    def damage(self) -> bool:
        """Whether something is kept that cannot be read: it is made anew at the next listing."""
        data = None if self.path is None else trusted.read(self.path)
        return data is not None and _decoded(data) is None


def memory(environ: Mapping[str, str], home: Path) -> Memory:
    """What is remembered for this user, in the file that the environment names, or in the folder of caches."""
    named = environ.get(OVERVIEWS)
    if environ.get("STENO_NO_CACHE") or named == "":
        return Memory(None)
    return Memory(Path(named) if named else caches(environ, home) / "steno" / "listing" / _NAME)


def state(path: str) -> State:
    """What changes when a file or folder does."""
    try:
        status = os.stat(path)  # noqa: PTH116  at every listing
    except OSError:
        return path, -1, 0.0
    return path, status.st_size, status.st_mtime


def _is_text(path: str) -> bool:
    """A name that is not UTF-8 has no place in the file: it is looked at each time."""
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


def _decoded(data: bytes) -> _Kept | None:
    if not data.startswith(_MAGIC):
        return None
    try:
        return msgspec.msgpack.decode(memoryview(data)[len(_MAGIC) :], type=learned(_Kept))
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


def _made_by() -> str:
    return " ".join([__version__, *(origin(each) for each in registry.agents.plugins())])
