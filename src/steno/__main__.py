"""The command `steno`, as a process of its own."""

from __future__ import annotations

import atexit
import gc
import os
import sys

_MADE = 100_000
"""So many objects are made between two collections, where Python's own word is 700."""


def main() -> int:
    """Run the command that this process was started for; returns its exit code."""
    # Nearly all that is made, by imports too, lives until the process ends: the garbage collector finds nothing in it,
    # and would go over it again and again.
    gc.set_threshold(_MADE, *gc.get_threshold()[1:])
    ended: list[int] = []
    atexit.register(_leave, ended)
    from steno.cli import main

    ended.append(main())
    return ended[0]


def _leave(ended: list[int]) -> None:
    """End at once, after everything else that was left for the end: to take all modules apart first is a twentieth of a
    small run.

    Where no command has ended, or something cannot be written, Python ends as it always does, and says so.
    """
    if not ended:
        return
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        return
    os._exit(ended[0])


if __name__ == "__main__":
    sys.exit(main())
