"""Instants as text.  Reads RFC 3339, never guesses a zone, and keeps every digit."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache, partial

from steno.base.patterns import deferred

Clock = Callable[[], datetime]
Spelled = tuple[datetime, str]
"""An instant and the text that names it."""

_RFC3339 = deferred(r"(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}:\d{2})(?:\.(\d+))?([Zz]|[+-]\d{2}:\d{2})", re.ASCII)

_LATEST = 253_402_300_799
"""The last second that the calendar has: the year 9999 ends with it."""

_UTC = deferred(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z", re.ASCII)
_USUAL = deferred(r"(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z", re.ASCII)
"""A time in UTC of which only the day may not be."""


def parse(text: str) -> datetime | None:
    """The instant, to the microsecond, or None where the text does not name one (a naive time names none)."""
    if _UTC().fullmatch(text):
        # Nearly every time, and Python reads it at once.
        try:
            return datetime.fromisoformat(text)
        except ValueError:
            pass  # a leap second, or no such day
    found = _RFC3339().fullmatch(text)
    if not found:
        return None
    day, clock, fraction, zone = found.groups()
    offset = "+00:00" if zone in "Zz" else zone
    try:
        # The last minute of a day may have a leap second; datetime has none.
        leap = clock.endswith(":60")
        moment = datetime.fromisoformat(f"{day}T{clock[:-2] + '59' if leap else clock}{offset}")
        moment += timedelta(seconds=int(leap), microseconds=int((fraction or "0").ljust(6, "0")[:6]))
        return moment.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def is_iso(text: str) -> bool:
    """Whether a text is a date and a time of day as ISO 8601 spells them, with or without a zone."""
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return parse(text) is not None  # a leap second, or more digits than a datetime holds
    return "T" in text or " " in text


def ends(texts: Iterable[str]) -> tuple[Spelled, Spelled] | None:
    """The first and the last instant that some texts name; None where none names one."""
    by_size: dict[int, list[str]] = {}
    for text in set(texts):
        by_size.setdefault(len(text), []).append(text)
    found: list[Spelled] = []
    for same in by_size.values():
        # Times in UTC that are spelled alike are in order as texts: most need not be read.
        alike = {text[10:11] + text[-1:] for text in same} == {"TZ"}
        outer = [min(same), max(same)] if alike else same
        moments = [(moment, text) for text in outer if (moment := parse(text)) is not None]
        if len(moments) < len(outer):
            moments = [(moment, text) for text in same if (moment := parse(text)) is not None]
        found += moments
    return (min(found), max(found)) if found else None


def utc(text: str) -> str | None:
    """The same instant in UTC, ending in Z, with the fraction as it was; None where the text names no instant."""
    if (usual := _USUAL().fullmatch(text)) and _is_day(usual[1]):  # nearly every time
        return text
    moment = parse(text)
    if moment is None:
        return None
    if text[-1] == "Z" and text[10] == "T":
        return text
    found = _RFC3339().fullmatch(text)
    fraction = found.group(3) if found else None
    return moment.strftime("%Y-%m-%dT%H:%M:%S").rjust(19, "0") + (f".{fraction}" if fraction else "") + "Z"


@lru_cache(maxsize=64)
def _is_day(text: str) -> bool:
    """Whether the calendar has this day: many times are of one."""
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def stamp(moment: datetime) -> str:
    """An instant as RFC 3339 in UTC, to the second."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def of_epoch(seconds: float) -> str | None:
    """An instant in seconds since the epoch, as RFC 3339; None where the calendar has no name for it."""
    try:
        return stamp(datetime.fromtimestamp(seconds, UTC))
    except (ValueError, OverflowError, OSError):
        return None


def local(moment: datetime) -> datetime:
    """An instant in the zone of this machine; in UTC where that has no name for it, as at the ends of the calendar."""
    try:
        return moment.astimezone()
    except (ValueError, OverflowError):
        return moment


def system_clock(environ: Mapping[str, str]) -> Clock:
    """The machine's clock, or the one instant named by SOURCE_DATE_EPOCH, for reproducible output."""
    epoch = environ.get("SOURCE_DATE_EPOCH", "")
    if epoch.isascii() and epoch.isdigit() and len(epoch) <= len(str(_LATEST)) and int(epoch) <= _LATEST:
        return partial(datetime.fromtimestamp, int(epoch), UTC)
    return partial(datetime.now, UTC)
