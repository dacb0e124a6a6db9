"""How long work takes, measured so that a busy machine does not decide a test."""

from __future__ import annotations

import time
from collections.abc import Callable

from steno.base.memory import uncollected

_TRIES = 6
PATIENCE = 120.0
"""How many seconds a test waits for another process or thread before it says that nothing comes.

Nothing that works takes so long; a machine that is busy with something else is no finding.
"""


def seconds(work: Callable[[], object]) -> float:
    """The CPU time of the work, without the collector, which goes over everything that other tests have left."""
    with uncollected():
        start = time.process_time()
        work()
        return time.process_time() - start


def quick(work: Callable[[], object], limit: float) -> bool:
    """Whether the work takes less than so many seconds, at least once."""
    return any(seconds(work) < limit for _ in range(_TRIES))


def linear(
    work: Callable[[int], Callable[[], object]], size: int, *, times: int = 10, room: int = 3, slack: float = 0.05
) -> bool:
    """Whether `times` the size takes at most `room` times as much longer.

    `work` makes the input of a size and returns what is to be timed.  The room is for a busy machine; what is
    quadratic takes `times` as much longer, so the room should be well below that.
    """
    short, long = work(size), work(size * times)
    return any(seconds(long) <= room * times * seconds(short) + slack for _ in range(_TRIES))
