"""Times that are numbers, as texts that name the same instant.  The number itself stays in the record."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, Final

from msgspec import UNSET, UnsetType

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MILLIS: Final = 10**11
"""A number from here on is no time in seconds that anybody has seen: it would be in the year 5138."""


def millis(value: Any) -> str | UnsetType:
    """Of milliseconds since 1970, as a number or a text of digits."""
    number = _number(value)
    return UNSET if number is None else _text(number / 1000 if type(number) is float else number, 1000)


def seconds(value: Any) -> str | UnsetType:
    """Of seconds since 1970, whole or with a fraction."""
    number = _number(value)
    return UNSET if number is None else _text(number, 1)


def epoch(value: Any) -> str | UnsetType:
    """Of either, told by its size, where a format is not sure itself; a text that is no number stays what it is."""
    number = _number(value)
    if number is None:
        return value if type(value) is str and value else UNSET
    return millis(number) if abs(number) >= _MILLIS else seconds(number)


def _number(value: Any) -> int | float | None:
    if type(value) is str and value.isascii() and value.isdigit():
        return int(value) if len(value) < 20 else None
    return value if type(value) in (int, float) else None


def _text(number: int | float, per_second: int) -> str | UnsetType:
    """To the millisecond for a whole number, to the microsecond for a fraction; UNSET where no calendar has the day."""
    try:
        if type(number) is int:
            moment, digits = _EPOCH + timedelta(milliseconds=number * 1000 // per_second), "milliseconds"
        else:
            moment, digits = _EPOCH + timedelta(microseconds=round(number * 1_000_000)), "microseconds"
    except (OverflowError, ValueError):
        return UNSET
    return moment.isoformat(timespec=digits).replace("+00:00", "Z")
