"""Keeps on disk what takes long to compile, and gives back what fits: these very files, the engine, the processor."""

from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path

from steno.base.files import private_directory, written
from steno.base.ids import sha256

_MAGIC = b"steno\0"
"""With a NUL, so that nobody takes the file for text: it holds the beginnings of every secret there is."""
_DIGEST = len(_MAGIC) + 64


def load(name: str) -> bytes | None:
    """What was kept under a name; None where nothing is, or nothing that fits."""
    path = _path(name)
    if path is None:
        return None
    try:
        data = path.read_bytes()
    except OSError:
        return None
    return data[_DIGEST:] if data.startswith(_MAGIC + sha256(data[_DIGEST:]).encode()) else None


def save(name: str, data: bytes) -> None:
    """Keep it, in place of what no longer fits."""
    path = _path(name)
    if path is None:
        return
    try:
        private_directory(path.parent)
        with written(path) as stream:
            stream.write(_MAGIC + sha256(data).encode() + data)
        for other in path.parent.glob(f"{name}.*"):
            if other != path:
                other.unlink(missing_ok=True)
    except OSError:
        return  # a cache that cannot be written costs time and nothing else


def _path(name: str) -> Path | None:
    """Where it is kept; None where the user wants nothing kept, or there is nothing that could be."""
    if os.environ.get("STENO_NO_CACHE"):
        return None
    fits = _fits()
    if fits is None:
        return None
    from platformdirs import user_cache_path

    return user_cache_path("steno") / "finders" / f"{name}.{fits}"


@cache
def _fits() -> str | None:
    """The files of this package as they are now, the engine and the processor, in a few digits."""
    try:
        from steno.detect.vectorscan import fitting
    except ImportError:
        return None
    found: list[str] = [fitting(), sys.version]
    for folder, _, names in os.walk(Path(__file__).parent):
        for name in names:
            if name.endswith(".py"):
                about = os.stat(os.path.join(folder, name))  # noqa: PTH116,PTH118  a hundred files, at every start
                found.append(f"{folder}/{name}:{about.st_size}:{about.st_mtime_ns}")
    return sha256("\n".join(sorted(found)).encode())[:32]
