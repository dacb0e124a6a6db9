"""The folder of what takes long to make, and can be made again: files that are whole, this user's own, and not too old.

Knows nothing of what they hold.  Two processes may write one at the same time: each writes the same, and whole.
"""

from __future__ import annotations

import os
import time
import zlib
from pathlib import Path
from typing import BinaryIO

import msgspec

from steno.base import trusted
from steno.base.folders import caches, home

_MAGIC = b"steno\0"
"""With a NUL, so that nobody takes the file for text: it holds the beginnings of every secret there is."""
_SUM, _SIZE = 4, 8
UNUSED = 30 * 86_400
"""After so many seconds without use a file goes ..."""
MOST = 12
"""... and of more files of one kind than these, those that were used longest ago: whoever works on the detectors makes
one with every change, of megabytes."""
_HOUR = 3600
_END = 4096
"""The engine's own checksum leaves out some bytes at the beginning and at the end of a database."""


class Kept(msgspec.Struct, frozen=True):
    table: bytes
    databases: list[bytes]


def load(name: str) -> Kept | None:
    """What was kept under a name; None where nothing is, or nothing that is whole and ours."""
    path = _path(name)
    if path is None:
        return None
    kept = trusted.taken(path, _parts)
    if kept is not None:
        _use(path)
    return kept


def save(name: str, table: bytes, databases: list[bytes]) -> None:
    """Keep it, and let old files go."""
    path = _path(name)
    if path is None:
        return
    head = msgspec.msgpack.encode((table, [_measured(each) for each in databases]))
    start = _MAGIC + _checksum(head) + len(head).to_bytes(_SIZE)
    try:
        trusted.write(path, b"".join((start, head, *databases)))
        _clear(path)
    except OSError:
        return  # a cache that cannot be written costs time and nothing else


def _parts(stream: BinaryIO) -> Kept | None:
    """The parts of a file, each read by itself: megabytes are not copied once more to be cut out of the whole."""
    magic, checksum = stream.read(len(_MAGIC)), stream.read(_SUM)
    size = int.from_bytes(stream.read(_SIZE))
    if magic != _MAGIC or size > os.fstat(stream.fileno()).st_size:
        return None
    head = stream.read(size)
    if checksum != _checksum(head):
        return None
    table, measures = msgspec.msgpack.decode(head)
    databases = [stream.read(size) for size, _ in measures]
    whole = [_measured(each) for each in databases] == measures and not stream.read(1)
    return Kept(table, databases) if whole else None


def _checksum(head: bytes) -> bytes:
    """Against damage alone: nobody else may write here, and what only looks whole is refused by who reads it."""
    return zlib.crc32(head).to_bytes(_SUM)


def _measured(database: bytes) -> list[int]:
    """Its size and a checksum of its ends: the engine has one of all between, and holds it against what it loads."""
    return [len(database), zlib.crc32(database[:_END] + database[-_END:])]


def _clear(path: Path) -> None:
    """Remove what nobody has used for long, of whatever kind, and what is too much of the kind of this file."""
    now, kind = time.time(), path.name.partition(".")[0]
    used = {each: each.lstat().st_mtime for each in path.parent.iterdir() if each != path}
    old = [each for each, at in used.items() if now - at > UNUSED]
    alike = sorted((each for each in used if each.name.partition(".")[0] == kind), key=used.__getitem__)
    for each in {*old, *alike[: 1 - MOST]}:
        each.unlink(missing_ok=True)


def _use(path: Path) -> None:
    """Remember that it was used, once an hour."""
    try:
        if time.time() - path.stat().st_mtime > _HOUR:
            os.utime(path)
    except OSError:
        return  # it only goes sooner


def _path(name: str) -> Path | None:
    """Where it is kept; None where the user wants nothing kept."""
    if os.environ.get("STENO_NO_CACHE"):
        return None
    return caches(os.environ, home()) / "steno" / "finders" / name
