"""What is left of a budget, and where the period ends at this pace."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Final, Literal

from msgspec import Struct

from steno.base.patterns import deferred
from steno.errors import UsageError
from steno.stats.figures import Day

Unit = Literal["day", "week", "month", "year"]
UNITS: Final[tuple[Unit, ...]] = ("day", "week", "month", "year")
_BUDGET = deferred(r"\$?(\d{1,12}(?:\.\d{1,6})?)/([a-z]+)", re.ASCII)
_DECEMBER = 12


class Budget(Struct, frozen=True):
    """So many dollars for each day, week (from Monday on), month or year."""

    usd: float
    unit: Unit

    def first(self, day: date) -> date:
        """The first day of the period that a day is in."""
        match self.unit:
            case "day":
                return day
            case "week":
                return day - timedelta(days=day.weekday())
            case "month":
                return day.replace(day=1)
            case "year":
                return day.replace(month=1, day=1)

    def end(self, day: date) -> date:
        """The first day after it."""
        first = self.first(day)
        match self.unit:
            case "day":
                return first + timedelta(days=1)
            case "week":
                return first + timedelta(days=7)
            case "month":
                late = first.month == _DECEMBER
                return first.replace(year=first.year + late, month=1 if late else first.month + 1)
            case "year":
                return first.replace(year=first.year + 1)


class Standing(Struct, frozen=True):
    """Where a budget stands.  With `is_floor`, more was spent than is known, and less is left."""

    budget: Budget
    first: date
    spent: float
    is_floor: bool
    projected: float
    """What the whole period comes to if it goes on as it went so far."""

    @property
    def left(self) -> float:
        return self.budget.usd - self.spent


def budget(text: str) -> Budget:
    """What a user writes: `200/month`, `$12.50/day`.  Raises `UsageError`."""
    found = _BUDGET().fullmatch(text)
    unit = next((each for each in UNITS if found and found[2] == each), None)
    if found is None or unit is None or not float(found[1]):
        raise UsageError(f"{text!r} is not a budget: expected dollars for a period, as 200/month ({', '.join(UNITS)})")
    return Budget(float(found[1]), unit)


def standing(wanted: Budget, days: Mapping[date, Day], now: datetime) -> Standing:
    """Where a budget stands at a local time, by what every day cost."""
    today = now.date()
    first, end = wanted.first(today), wanted.end(today)
    mine = [each for day, each in days.items() if first <= day <= today]
    spent = sum(each.usd for each in mine)
    whole = (end - first) / timedelta(seconds=1)
    begun = datetime(first.year, first.month, first.day, tzinfo=now.tzinfo)
    gone = max((now - begun) / timedelta(seconds=1), 1.0)
    projected = spent * max(whole / gone, 1.0)
    return Standing(wanted, first, spent, any(each.is_floor for each in mine), projected)
