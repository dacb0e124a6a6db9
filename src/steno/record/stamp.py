"""The time of an event, as text.  Knows clocks, no events."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC

from steno.base.time import Clock

Stamp = Callable[[], str]

_MILLISECOND = 1_000_000
"""In the nanoseconds that the clock counts."""
_MICROSECONDS = tuple(f"{number:03d}Z" for number in range(1000))


def system_stamp() -> Stamp:
    """The machine's clock, as RFC 3339 in UTC, to the microsecond.

    Only the last three digits are put on each time: the rest is kept as long as the millisecond lasts.
    """
    now = time.time_ns
    begun, prefix = 0, ""

    def stamp() -> str:
        # Two variables that belong together: a recorder asks under its lock.
        nonlocal begun, prefix
        rest = now() - begun
        if not 0 <= rest < _MILLISECOND:
            millisecond, rest = divmod(rest + begun, _MILLISECOND)
            second, part = divmod(millisecond, 1000)
            prefix = f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(second))}.{part:03d}"
            begun = millisecond * _MILLISECOND
        return prefix + _MICROSECONDS[rest // 1000]

    return stamp


def stamp_of(clock: Clock) -> Stamp:
    """A clock that was handed in, in the same spelling."""
    return lambda: clock().astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ").rjust(27, "0")
