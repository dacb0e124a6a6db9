"""Adds rows up: by group, by tool, by day, and the longest waits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from heapq import heapify, heappushpop
from typing import Literal, TypeVar

from msgspec import Struct, field

from steno.stats.group import ALWAYS, By, Group, Period, Uses, name_of
from steno.stats.rows import Called, Requested, day_of

T = TypeVar("T", int, str)

LONGEST = 10
"""So many waits are kept of each kind."""


class Wait(Struct, frozen=True, order=True):
    """Something that took long."""

    milliseconds: int
    kind: Literal["answer", "tool"]
    name: str
    """The model or the tool."""
    session: str
    event: int
    moment: int | None


class Day(Struct):
    """What was spent on a day."""

    usd: float = 0.0
    is_floor: bool = False
    fresh: int = 0
    """Tokens of prompts that the cache neither gave nor took."""
    cache_read: int = 0
    cache_write: int = 0
    output: int = 0
    models: dict[str, float] = field(default_factory=dict)
    """Dollars by model."""

    @property
    def tokens(self) -> int:
        return self.fresh + self.cache_read + self.cache_write + self.output

    def absorb(self, other: Day) -> None:
        """Add what another day has."""
        self.usd += other.usd
        self.is_floor |= other.is_floor
        self.fresh += other.fresh
        self.cache_read += other.cache_read
        self.cache_write += other.cache_write
        self.output += other.output
        for model, usd in other.models.items():
            self.models[model] = self.models.get(model, 0.0) + usd


class Figures:
    """Sums over any number of rows.  A call counts once, however many copies of it there are."""

    def __init__(self, by: By = By.DAY, period: Period = ALWAYS) -> None:
        self.by, self.period = by, period
        self.groups: dict[str, Group] = {}
        self.total = Group()
        self.tools: dict[str, Uses] = {}
        self.every_day: dict[date, Day] = {}
        """Also those outside of the period: a budget has days of its own."""
        self.undated = 0
        """Requests that were left out because nobody knows whether they are of these days."""
        self._waits: dict[str, list[Wait]] = {"answer": [], "tool": []}
        self._calls = set[int | str]()
        self._before: dict[int | str, Called] = {}

    @property
    def days(self) -> dict[date, Day]:
        """In their order."""
        return {day: self.every_day[day] for day in sorted(self.every_day) if self.period.holds(day)}

    @property
    def waits(self) -> list[Wait]:
        """The longest of each kind, longest first."""
        return [wait for kind in self._waits.values() for wait in sorted(kind, reverse=True)]

    def request(self, row: Requested) -> None:
        """Add a request, which is not stated twice."""
        day = day_of(row.moment)
        if day is not None:
            self._on(day, row)
        if not self._is_wanted(day):
            self.undated += day is None
            return
        for group in (self.total, self.groups.setdefault(name_of(self.by, row), Group())):
            group.add(row)
        if row.waited is not None:
            self._wait(Wait(row.waited, "answer", row.model, row.session, row.event, row.moment))

    def call(self, row: Called) -> None:
        """Add a tool call; those of one run come in their order."""
        before = self._before.get(row.run)
        self._before[row.run] = row
        if row.key in self._calls:
            return
        self._calls.add(row.key)
        if not self._is_wanted(day_of(row.moment)):
            return
        is_retry = before is not None and before.tool == row.tool and bool(before.failed) and _is_over(before, row)
        group = self.groups.setdefault(name_of(self.by, row), Group())
        for uses in (self.total.uses, group.uses, self.tools.setdefault(row.tool, Uses())):
            uses.add(row, is_retry=is_retry)
        group.sessions.add(row.session)
        self.total.sessions.add(row.session)
        if row.latency is not None:
            self._wait(Wait(row.latency, "tool", row.tool, row.session, row.event, row.moment))

    def roll_up(self, parents: Mapping[str, str]) -> None:
        """Count what sub-agents did with the session that started them, and those who did so with theirs."""
        roots = {name: root for name in parents if (root := root_of(name, parents)) != name}
        if not roots:
            return
        for group in (self.total, *self.groups.values()):
            group.sessions = {roots.get(name, name) for name in group.sessions}
        if self.by is By.SESSION:
            for name in [name for name in self.groups if name in roots]:
                self.groups.setdefault(roots[name], Group()).absorb(self.groups.pop(name))
        self._waits = {
            kind: [
                Wait(w.milliseconds, w.kind, w.name, roots.get(w.session, w.session), w.event, w.moment) for w in waits
            ]
            for kind, waits in self._waits.items()
        }

    def _is_wanted(self, day: date | None) -> bool:
        return self.period.is_always or (day is not None and self.period.holds(day))

    def _on(self, day: date, row: Requested) -> None:
        one = self.every_day.setdefault(day, Day())
        one.fresh += row.input
        one.cache_read += row.cache_read
        one.cache_write += row.cache_write
        one.output += row.output
        one.is_floor |= row.usd is None or row.partly is not None
        if row.usd is not None:
            one.usd += row.usd
            one.models[row.model] = one.models.get(row.model, 0.0) + row.usd

    def _wait(self, wait: Wait) -> None:
        if wait.milliseconds <= 0:
            return
        longest = self._waits[wait.kind]
        if len(longest) < LONGEST:
            longest.append(wait)
            heapify(longest)
        else:
            heappushpop(longest, wait)


def figures(
    requested: Iterable[Requested], called: Iterable[Called], by: By = By.DAY, period: Period = ALWAYS
) -> Figures:
    """What requests and tool calls come to."""
    found = Figures(by, period)
    for each in requested:
        found.request(each)
    for call in called:
        found.call(call)
    return found


def _is_over(before: Called, row: Called) -> bool:
    """Whether the result of a call was known when the other was made: calls that are made at once are no retries."""
    return before.result is not None and before.result < row.event


def root_of(name: T, parents: Mapping[T, T]) -> T:
    """Who stands at the top; in a ring nobody does."""
    seen, at = {name}, name
    while (above := parents.get(at)) is not None:
        if above in seen:
            return name
        seen.add(above)
        at = above
    return at
