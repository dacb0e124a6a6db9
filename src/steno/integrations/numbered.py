"""Begins steps that can be told apart: of one path, each has an iteration of its own.  Knows no library.

A library that runs things in parallel runs several of one name at once, and a reader of the transcript joins the
beginning and the end of a step by its path and its iteration.
"""

from __future__ import annotations

import threading
from collections import Counter
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

if TYPE_CHECKING:
    from steno.record.run import Run
    from steno.record.step import Recording, Step

_paths: WeakKeyDictionary[Run, Counter[str]] = WeakKeyDictionary()
_lock = threading.Lock()


def numbered(run: Run, place: Recording, name: str, kind: str) -> Step:
    """A step in that place, begun.  Its iteration says how many of its path the run has had from here."""
    path = place.step(name).path
    with _lock:
        paths = _paths.setdefault(run, Counter())
        iteration = paths[path]
        paths[path] += 1
    return place.step(name, kind=kind, iteration=iteration).open()
