"""Keeps on disk what takes long to compile, and gives back what fits: made of these sources, by this user, here.

A file is named by what it was made of: the content of every source, the engine, the processor.  So two installations
keep theirs side by side, and no file has to be believed about what it is.
"""

from __future__ import annotations

import os
import sys
import time
from functools import cache
from pathlib import Path

from steno.base import trusted
from steno.base.folders import caches, home
from steno.base.ids import sha256
from steno.detect.census import census

_MAGIC = b"steno\0"
"""With a NUL, so that nobody takes the file for text: it holds the beginnings of every secret there is."""
_DIGEST = len(_MAGIC) + 64
KEPT = 4
"""How many files of one name are kept, of as many versions of Steno: those that were used last."""
_DAY = 86_400


def load(name: str) -> memoryview | None:
    """What was kept under a name; None where nothing is, or nothing that fits and is ours."""
    path = _path(name)
    if path is None:
        return None
    data = trusted.read(path)
    if data is None:
        return None
    content = memoryview(data)[_DIGEST:]  # megabytes, and not copied
    if not data.startswith(_MAGIC + sha256(content).encode()):
        return None
    _use(path)
    return content


def save(name: str, data: bytes) -> None:
    """Keep it, in place of what has not been used for longest."""
    path = _path(name)
    if path is None:
        return
    try:
        trusted.write(path, _MAGIC + sha256(data).encode() + data)
        others = sorted(path.parent.glob(f"{name}.*"), key=lambda each: each.lstat().st_mtime)
        for old in [each for each in others if each != path][: 1 - KEPT]:
            old.unlink(missing_ok=True)
    except OSError:
        return  # a cache that cannot be written costs time and nothing else


def _use(path: Path) -> None:
    """Remember that it was used, once a day."""
    try:
        if time.time() - path.stat().st_mtime > _DAY:
            os.utime(path)
    except OSError:
        return  # it only goes sooner


def _path(name: str) -> Path | None:
    """Where it is kept; None where the user wants nothing kept, or there is nothing that could be."""
    if os.environ.get("STENO_NO_CACHE"):
        return None
    fits = _fits()
    if fits is None:
        return None
    return caches(os.environ, home()) / "steno" / "finders" / f"{name}.{fits}"


@cache
def _fits() -> str | None:
    """The sources of this package, the engine and the processor, in a few digits."""
    try:
        from steno.detect.vectorscan import fitting
    except ImportError:
        return None
    known = census()
    return None if known is None else sha256("\n".join((known.digest, fitting(), sys.version)).encode())[:32]
