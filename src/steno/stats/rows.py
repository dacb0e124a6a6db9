"""One request and one tool call, as figures see them."""

from __future__ import annotations

from datetime import UTC, date, datetime
from functools import lru_cache

from msgspec import Struct

from steno.base.time import local

UNSTATED = "(not stated)"
NO_TOOL = "(no tool)"
SEVERAL = "(several tools)"

_HOUR = 3_600_000


class Requested(Struct, frozen=True, kw_only=True, gc=False):
    """One answer of a model.  `input`, `cache_read` and `cache_write` are the parts of its prompt."""

    session: str
    """That of whoever started it, for a sub-agent."""
    agent: str
    project: str
    model: str
    tool: str
    """What it called."""
    moment: int | None
    """Milliseconds since the epoch; None where nobody says."""
    input: int = 0
    cache_read: int = 0
    cache_write: int = 0
    output: int = 0
    reasoning: int = 0
    stated_input: int = 0
    """As the agent counts."""
    is_shared: bool = False
    """Whether nobody knows how much of the prompt is in two of its parts."""
    usd: float | None = None
    """What is known of its cost; None where nothing is, ..."""
    unpriced: str | None = None
    """... and why."""
    partly: str | None = None
    """What it cost beyond that, where nobody knows how much."""
    waited: int | None = None
    """Milliseconds from the last prompt or result before the answer until its end."""
    event: int = 0
    """Where it is stated: the number of the event, counted from 1."""


class Called(Struct, frozen=True, kw_only=True, gc=False):
    """One tool call."""

    session: str
    agent: str
    project: str
    model: str
    tool: str
    moment: int | None
    key: int | str
    """The same for every copy of one call."""
    run: int | str
    """In which it stands between others."""
    event: int
    result: int | None = None
    """The number of the event that answers it; None where none does."""
    failed: bool | None = None
    """None where nothing came back."""
    latency: int | None = None
    """Milliseconds until its result."""


def day_of(moment: int | None) -> date | None:
    """The day in local time."""
    return None if moment is None else _day(moment // _HOUR, moment % _HOUR // 60_000)


@lru_cache(4096)
def _day(hour: int, minute: int) -> date | None:
    """Of a minute: zones differ by whole minutes, and many rows are of few hours."""
    try:
        return local(datetime.fromtimestamp(hour * 3600 + minute * 60, UTC)).date()
    except (ValueError, OverflowError, OSError):  # a year that no calendar has
        return None
