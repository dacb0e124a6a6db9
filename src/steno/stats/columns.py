"""Days put together so that a chart of them stays readable.  Draws nothing."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

from steno.stats.figures import Day, Figures

_MOST: Final = 62
"""So many columns a chart has at most."""


def size(figures: Figures) -> int:
    """How many days a column of a chart stands for."""
    days = figures.days
    return -(-((max(days) - min(days)).days + 1) // _MOST) if days else 1


def columns(figures: Figures) -> list[tuple[date, Day]]:
    """Days in a row, so many together as a column stands for, by the first of them; those without anything too."""
    days = figures.days
    if not days:
        return []
    first, each = min(days), size(figures)
    found = [Day() for _ in range((max(days) - first).days // each + 1)]
    for day, one in days.items():
        found[(day - first).days // each].absorb(one)
    return [(first + timedelta(days=at * each), one) for at, one in enumerate(found)]


def dearest(figures: Figures, count: int) -> list[str]:
    """The models that cost most."""
    spent: dict[str, float] = {}
    for day in figures.days.values():
        for model, usd in day.models.items():
            spent[model] = spent.get(model, 0.0) + usd
    return sorted(spent, key=lambda model: (-spent[model], model))[:count]


def by_model(day: Day, models: list[str]) -> tuple[float, ...]:
    """What each of some models cost on a day, and then all others."""
    named = [day.models.get(model, 0.0) for model in models]
    return (*named, day.usd - sum(named))
