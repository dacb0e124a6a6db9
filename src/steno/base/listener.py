"""Notices that nobody reads a pipe any more, also while nothing is written to it.  Knows nothing of what is written."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import threading


@contextmanager
def while_read(descriptor: int) -> Iterator[None]:
    """Raises `BrokenPipeError` in the block as soon as whoever reads what is written there has gone.

    Only in the main thread, which alone can be interrupted, between two steps of Python, and where the system can be
    asked; elsewhere the next write will say it.
    """
    import select  # costs start-up, and few outputs are waited for
    import threading

    if not hasattr(select, "poll") or threading.current_thread() is not threading.main_thread():
        yield
        return
    ended, end = os.pipe()
    gone = threading.Event()
    watch = threading.Thread(target=_watch, args=(descriptor, ended, gone), daemon=True)
    watch.start()
    try:
        try:
            yield
        finally:
            os.write(end, b".")
            watch.join()
            os.close(end)
            os.close(ended)
    except KeyboardInterrupt:
        if not gone.is_set():
            raise
        raise BrokenPipeError from None


def _watch(descriptor: int, ended: int, gone: threading.Event) -> None:
    import _thread
    import select

    poll = select.poll()
    poll.register(descriptor, 0)  # what is wrong with it is said without being asked for
    poll.register(ended, select.POLLIN)
    if ended not in dict(poll.poll()):
        gone.set()
        _thread.interrupt_main()
