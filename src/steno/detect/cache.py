"""Keeps on disk what takes long to compile, and gives back what fits: made of these sources, by this user, here.

A file is named by what it was made of: the content of every source, the engine, the processor.  So any number of
installations keep theirs side by side, and no file has to be believed about what it is.
"""

from __future__ import annotations

import sys
from functools import cache

from steno.base.ids import sha256
from steno.detect import shelf
from steno.detect.census import census
from steno.detect.shelf import Kept


def load(name: str) -> Kept | None:
    """What was kept under a name; None where nothing is, or nothing that fits and is ours."""
    fits = _fits()
    return None if fits is None else shelf.load(f"{name}.{fits}")


def save(name: str, table: bytes, databases: list[bytes]) -> None:
    """Keep it beside what other versions of Steno keep."""
    fits = _fits()
    if fits is not None:
        shelf.save(f"{name}.{fits}", table, databases)


@cache
def _fits() -> str | None:
    """The sources of this package, the engine and the processor, in a few digits; None where nothing can be kept."""
    try:
        from steno.detect.vectorscan import fitting
    except ImportError:
        return None
    known = census()
    return None if known is None else sha256("\n".join((known.digest, fitting(), sys.version)).encode())[:32]
