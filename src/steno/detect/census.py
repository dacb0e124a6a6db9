"""What the source files of the detectors say of them, read as text: a digest, and who is there.  Imports none of them.

A kept finder is held against this: it was made of these very files and tries every detector that stands in them.
"""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Iterable, Iterator
from functools import cache

import msgspec
from msgspec import Struct

from steno.base.ids import sha256
from steno.base.learned import learned
from steno.base.patterns import deferred
from steno.detect import shelf
from steno.detect.homes import FOLDERS, TOKENS
from steno.detect.rule import Level, level_of

_TITLE = deferred(rb"SEC[0-9]{3} ")
_BLOCK = 1 << 18
_FRESH = 2_000_000_000
"""Files that changed in the last two seconds may change again and look the same: a file system's clock is coarse."""
_NEAR = 48
"""How far before its title the word is looked for that says what a detector finds."""


class Census(Struct, frozen=True):
    digest: str
    """Of every source file of this package."""
    entries: tuple[tuple[str, str, Level], ...]
    """The detectors: code, folder, level."""

    def of(self, level: Level, *, tokens: bool) -> set[str]:
        """The codes of the detectors that a finder of a level tries; `tokens`: only of secrets with a known form."""
        levels = {least for least in Level if level.includes(least)}
        return {code for code, folder, least in self.entries if least in levels and (not tokens or folder == TOKENS)}


@cache
def census() -> Census | None:
    """None where the sources are not there to be read."""
    try:
        return _known()
    except (OSError, KeyError):  # nothing is kept then, and everything is compiled at each start
        return None


def _known() -> Census | None:
    """What these files said when they were last read, as long as none of them has changed.

    They are hundreds, and a start has no time to read them.  The system says when a file was last changed in any way;
    Python trusts less than that, when it runs what it compiled of them before.
    """
    files = _files()
    changed = [(home, *_changed(path)) for home, path in sorted(files.items())]
    name = f"census.{sha256(msgspec.msgpack.encode((sorted(files.values()), changed)))[:32]}"
    if kept := shelf.load(name):
        try:
            return msgspec.msgpack.decode(kept.table, type=learned(Census))
        except msgspec.DecodeError:
            pass  # counted anew
    found = _counted({home: _content(path) for home, path in files.items()}.items())
    if found is not None and time.time_ns() - max(when for *_, when in changed) > _FRESH:
        shelf.save(name, msgspec.msgpack.encode(found), [])
    return found


def _changed(path: str) -> tuple[int, int, int, int]:
    """Which file it is, and when it was last written to, or made to look as if it was not."""
    status = os.stat(path)  # noqa: PTH116  hundreds of files, at every start
    return status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns


def _counted(sources: Iterable[tuple[str, bytes]]) -> Census | None:
    digest = hashlib.sha256()
    entries: list[tuple[str, str, Level]] = []
    for home, source in sorted(sources):
        digest.update(f"{home} {len(source)}\n".encode())
        digest.update(source)
        if (home_folder := home.partition(".")[0]) in FOLDERS:
            entries += ((code, home_folder, level) for code, level in _declared(source))
    return Census(digest.hexdigest(), tuple(entries)) if entries else None


def _files() -> dict[str, str]:
    """The file of each module of this package, by its name within it.

    By hand, and not by `Path`: these are hundreds of files, at every start.
    """
    top = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100,PTH120
    files: dict[str, str] = {}
    waiting = [(top, "")]
    while waiting:
        folder, inside = waiting.pop()
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.endswith(".py"):
                    files[f"{inside}{entry.name[:-3]}"] = entry.path
                elif "." not in entry.name and entry.name != "__pycache__" and entry.is_dir():
                    waiting.append((entry.path, f"{inside}{entry.name}."))
    return files


def _content(path: str) -> bytes:
    file = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
    try:
        content = b""
        while part := os.read(file, _BLOCK):
            content += part
        return content
    finally:
        os.close(file)


def _declared(source: bytes) -> Iterator[tuple[str, Level]]:
    """The codes of the detectors that a module declares, each with its level."""
    for title in _TITLE().finditer(source):
        before = source[max(0, title.start() - _NEAR) : title.start() - 1].rstrip()
        if before.endswith(b"("):
            yield title[0].decode().rstrip(), level_of(before[:-1].split()[-1].decode())
