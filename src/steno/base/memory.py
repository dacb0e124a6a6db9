"""Pauses the garbage collector while many long-lived objects are created."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected(*, kept: bool = False) -> Iterator[None]:
    """Without the collector, which would go over all that was read again and again, and find nothing to collect.

    `kept`: what was made lives on, so that the collector takes it for old and does not go over it afterwards either.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        if kept and not gc.get_freeze_count():  # what somebody else froze stays so
            gc.freeze()
            gc.unfreeze()
        gc.enable()
