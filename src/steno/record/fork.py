"""Calls objects in the child of a fork.  Knows nothing of what they do there.

A thread that held a lock is not in the child, so nobody there would ever release it.
"""

from __future__ import annotations

import os
import weakref
from typing import Protocol


class Forked(Protocol):
    def after_fork(self) -> None:
        """Called in the child, before any of its own code runs: the only thread there is."""
        ...


def register(thing: Forked) -> None:
    """Have its `after_fork` called after every fork, for as long as it lives."""
    _registered.add(thing)


_registered: weakref.WeakSet[Forked] = weakref.WeakSet()


def _call_all() -> None:
    for each in list(_registered):
        each.after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_call_all)
