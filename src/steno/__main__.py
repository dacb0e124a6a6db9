"""The command `steno`, as a process of its own."""

from __future__ import annotations

import atexit
import gc
import sys

_MADE = 100_000
"""So many objects are made between two collections, where Python's own word is 700."""


def main() -> int:
    """Run the command that this process was started for; returns its exit code."""
    # Nearly all that is made, by imports too, lives until the process ends: the garbage collector finds nothing in it,
    # and would go over it again and again, and once more at the exit.
    gc.set_threshold(_MADE, *gc.get_threshold()[1:])
    atexit.register(gc.freeze)
    from steno.cli import main

    return main()


if __name__ == "__main__":
    sys.exit(main())
