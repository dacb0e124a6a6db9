"""Tells objects that they are in the child of a fork now.  Knows nothing of what they do about it.

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


def tell(thing: Forked) -> None:
    """Have it told of every fork, for as long as it lives."""
    _told.add(thing)


_told: weakref.WeakSet[Forked] = weakref.WeakSet()


def _tell_all() -> None:
    for each in list(_told):
        each.after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_tell_all)
