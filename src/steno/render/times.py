"""Moments and stretches of time as people read them: in local time.  JSON has what the source says."""

from __future__ import annotations

import time
from datetime import UTC, datetime

from steno.base.time import local, parse

_MINUTE, _HOUR, _DAY = 60, 3600, 86400
_HALF_YEAR = 183 * _DAY


def when(moment: str | float | None, *, seconds: bool = False) -> str:
    """`2026-01-02 04:05`, of an RFC 3339 text or of seconds since the epoch; empty where it names no instant."""
    found = _moment(moment)
    return "" if found is None else f"{_day(found)} {found:%H:%M:%S}" if seconds else f"{_day(found)} {found:%H:%M}"


def day(moment: str | float | None) -> str:
    """`2026-01-02`, or nothing."""
    found = _moment(moment)
    return "" if found is None else _day(found)


def _moment(moment: str | float | None) -> datetime | None:
    if moment is None or isinstance(moment, str):
        found = parse(moment) if moment else None
        return None if found is None else local(found)
    try:
        return local(datetime.fromtimestamp(moment, UTC))
    except (ValueError, OverflowError, OSError):  # a year that no calendar has
        return None


def _day(moment: datetime) -> str:
    return moment.date().isoformat()


def zone() -> str:
    """What the zone of this machine is called: `UTC`, or `CET/CEST` where summer has a name of its own."""
    now = time.time()
    seasons = sorted((time.localtime(each).tm_isdst, time.localtime(each).tm_zone) for each in (now, now + _HALF_YEAR))
    return "/".join(dict.fromkeys(name for _, name in seasons))


def between(start: str | None, end: str | None) -> str:
    """How long it took, as far as both ends are known."""
    began, ended = parse(start) if start else None, parse(end) if end else None
    return "" if began is None or ended is None else lasted((ended - began).total_seconds())


def lasted(seconds: float) -> str:
    """`250ms`, `4.2s`, `3m07s`, `2h05m07s`, `3d04h`; nothing where it is no time at all."""
    if seconds <= 0:
        return ""
    if seconds < 1:
        return f"{seconds * 1000:.0f}ms"
    if round(seconds, 1) < _MINUTE:
        return f"{seconds:.1f}s"
    whole = round(seconds)
    minutes, rest = divmod(whole, _MINUTE)
    if whole < _HOUR:
        return f"{minutes}m{rest:02}s"
    hours, minutes = divmod(minutes, 60)
    return f"{hours}h{minutes:02}m{rest:02}s" if whole < _DAY else f"{hours // 24}d{hours % 24:02}h"
