"""What rows can have in common, and the sums of those that have it."""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Callable
from datetime import date

from msgspec import Struct, field

from steno.stats.rows import UNSTATED, Called, Requested, day_of
from steno.usage import Sums


class By(enum.Enum):
    """What a group is."""

    SESSION = "session"
    """Sub-agents are part of the session that started them, as far as their logs name it."""
    DAY = "day"
    """In local time, as people know it."""
    WEEK = "week"
    """From Monday on, by ISO 8601."""
    MONTH = "month"
    MODEL = "model"
    PROJECT = "project"
    """The directory in which the session began."""
    TOOL = "tool"
    """The tool that an answer called."""
    AGENT = "agent"


class Period(Struct, frozen=True):
    """Days in local time, both included; None is no limit."""

    first: date | None = None
    last: date | None = None

    @property
    def is_always(self) -> bool:
        return self.first is None and self.last is None

    def holds(self, day: date) -> bool:
        return (self.first or day) <= day <= (self.last or day)


ALWAYS = Period()


class Uses(Struct):
    """Tool calls."""

    count: int = 0
    failed: int = 0
    unanswered: int = 0
    """Nothing came back."""
    retried: int = 0
    """Calls that follow one of the same tool that failed."""
    latencies: list[int] = field(default_factory=list)
    """In milliseconds, of those where both times are known."""

    @property
    def median(self) -> int | None:
        return sorted(self.latencies)[(len(self.latencies) - 1) // 2] if self.latencies else None

    @property
    def longest(self) -> int | None:
        return max(self.latencies, default=None)

    def add(self, call: Called, *, is_retry: bool) -> None:
        self.count += 1
        self.failed += call.failed is True
        self.unanswered += call.failed is None
        self.retried += is_retry
        if call.latency is not None:
            self.latencies.append(call.latency)

    def absorb(self, other: Uses) -> None:
        self.count += other.count
        self.failed += other.failed
        self.unanswered += other.unanswered
        self.retried += other.retried
        self.latencies += other.latencies


class Group(Struct):
    """Requests and tool calls that have something in common."""

    sums: Sums = field(default_factory=Sums)
    sessions: set[str] = field(default_factory=set)
    usd: float = 0.0
    """What is known of the cost."""
    partly: Counter[str] = field(default_factory=Counter)
    """How many requests cost more than that, by the part that is not known."""
    unpriced: Counter[str] = field(default_factory=Counter)
    """How many requests have no price, by reason."""
    uses: Uses = field(default_factory=Uses)

    @property
    def is_floor(self) -> bool:
        """Whether it cost at least as much, and nobody knows how much more."""
        return bool(self.partly or self.unpriced)

    @property
    def is_priced(self) -> bool:
        """Whether anything of it has a price."""
        return self.sums.requests > self.unpriced.total()

    @property
    def cache_share(self) -> float | None:
        """How much of the prompts came from the cache; None where nobody knows."""
        return self.sums.cache_read / self.sums.prompt if self.sums.prompt and not self.sums.shared else None

    def add(self, request: Requested) -> None:
        sums = self.sums
        sums.requests += 1
        sums.input += request.stated_input
        sums.output += request.output
        sums.reasoning += request.reasoning
        sums.cache_read += request.cache_read
        sums.cache_write += request.cache_write
        sums.fresh += request.input
        sums.prompt += request.input + request.cache_read + request.cache_write
        sums.shared |= request.is_shared
        self.sessions.add(request.session)
        if request.usd is None:
            self.unpriced[request.unpriced or UNSTATED] += 1
            return
        self.usd += request.usd
        if request.partly is not None:
            self.partly[request.partly] += 1

    def absorb(self, other: Group) -> None:
        """Add what another group has."""
        mine, more = self.sums, other.sums
        for name in Sums.__struct_fields__:
            setattr(mine, name, getattr(mine, name) + getattr(more, name))
        mine.shared = bool(mine.shared)
        self.sessions |= other.sessions
        self.usd += other.usd
        self.partly += other.partly
        self.unpriced += other.unpriced
        self.uses.absorb(other.uses)


def name_of(by: By, row: Requested | Called) -> str:
    """The group that a row belongs to."""
    match by:
        case By.SESSION:
            return row.session
        case By.DAY | By.WEEK | By.MONTH:
            day = day_of(row.moment)
            return UNSTATED if day is None else NAMES[by](day)
        case By.MODEL:
            return row.model
        case By.PROJECT:
            return row.project
        case By.TOOL:
            return row.tool
        case By.AGENT:
            return row.agent


def _week(day: date) -> str:
    year, week, _ = day.isocalendar()
    return f"{year:04}-W{week:02}"


def _month(day: date) -> str:
    return day.isoformat()[:7]


NAMES: dict[By, Callable[[date], str]] = {By.DAY: date.isoformat, By.WEEK: _week, By.MONTH: _month}
"""Names of days and of more of them, which sort as they follow each other."""
