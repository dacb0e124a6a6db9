"""Tells somebody at a terminal what a long wait is for.  Knows nothing of the work."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

LONG = 0.5
"""After so many seconds a person wonders."""


@contextmanager
def told(work: str) -> Iterator[None]:
    """Say on stderr what is being done, once, where it takes long and a terminal shows it.

    Nowhere else: what a script reads on stderr is the same in the first run and in all others.
    """
    if not _terminal():
        yield
        return
    timer = threading.Timer(LONG, _say, (work,))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _terminal() -> bool:
    try:
        return sys.stderr is not None and sys.stderr.isatty()
    except (AttributeError, ValueError):  # somebody's own stream, or one that is closed
        return False


_SAID: set[str] = set()
"""A process says the same once, however often it waits for it."""


def _say(work: str) -> None:
    if work in _SAID:
        return
    _SAID.add(work)
    try:
        sys.stderr.write(f"\r\x1b[Ksteno: {work}\n")  # in place of a line that shows progress
        sys.stderr.flush()
    except (OSError, ValueError, AttributeError):
        return  # nobody can be told
