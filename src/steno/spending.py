"""From logs to sums: counts each request once, charges it, and puts it into a group.  Reads files; prints nothing."""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, date, datetime
from pathlib import Path

from msgspec import UNSET, Struct, field

from steno import session as sessions
from steno.base.time import local, parse
from steno.family import beside, family
from steno.model import Event, Origin, ToolCall, Trace
from steno.prices import Prices
from steno.sources import Session
from steno.usage import Charge, Ledger, Request, Sums, charge, policy, requests

UNSTATED = "(not stated)"
NO_TOOL = "(no tool)"
SEVERAL = "(several tools)"


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


class Group(Struct):
    """Requests that have something in common."""

    sums: Sums = field(default_factory=Sums)
    sessions: set[str] = field(default_factory=set)
    usd: float = 0.0
    """What is known of the cost."""
    partly: Counter[str] = field(default_factory=Counter)
    """How many requests cost more than that, by the part that is not known."""
    unpriced: Counter[str] = field(default_factory=Counter)
    """How many requests have no price, by reason."""

    @property
    def is_floor(self) -> bool:
        """Whether it cost at least as much, and nobody knows how much more."""
        return bool(self.partly or self.unpriced)

    def add(self, request: Request, session: str, price: Charge | str) -> None:
        self.sums.add(request)
        self.sessions.add(session)
        if isinstance(price, str):
            self.unpriced[price] += 1
            return
        self.usd += price.usd
        if price.more is not None:
            self.partly[price.more] += 1


class _Log(Struct):
    """What is known of the log that requests stand in."""

    session: str
    agent: str
    project: str
    tools: dict[str, str]
    """By the uid of the event that states a request."""


class Spending:
    """Sums over any number of logs."""

    def __init__(self, by: By, prices: Prices, first: date | None = None, last: date | None = None) -> None:
        self.groups: dict[str, Group] = {}
        self.total = Group()
        self.undated = 0
        """Requests that were left out because nobody knows whether they are of these days."""
        self._by, self._prices, self._first, self._last = by, prices, first, last
        self._ledger: Ledger[_Log] = Ledger()

    @property
    def repeated(self) -> int:
        """How many requests were stated once more in another log."""
        return self._ledger.dropped

    def add(self, trace: Trace, name: str, *, replayed: bool = False) -> None:
        """Count what is new in a trace; `name` is what it is called where it does not state its session.

        With `replayed`, also what it copies from another session, should nobody else have it.
        """
        found = requests(trace, nested=True, replayed=replayed)
        if found:
            log = _log(trace, name, found if self._by is By.TOOL else ())
            self._count(log, self._ledger.add(log, found))

    def finish(self) -> None:
        """Count what forks did themselves, and runs that have no log of their own; everything has been added."""
        for log, own in self._ledger.rest():
            self._count(log, own)

    def _count(self, log: _Log, found: Iterable[Request]) -> None:
        for each in found:
            day = _day(each.time)
            if self._first is not None or self._last is not None:
                if day is None:
                    self.undated += 1
                    continue
                if day < (self._first or day) or day > (self._last or day):
                    continue
            price = charge(each, self._prices)
            for group in (self.total, self.groups.setdefault(self._name(log, each, day), Group())):
                group.add(each, log.session, price)

    def _name(self, log: _Log, request: Request, day: date | None) -> str:
        match self._by:
            case By.SESSION:
                return log.session
            case By.DAY | By.WEEK | By.MONTH:
                return UNSTATED if day is None else _DAYS[self._by](day)
            case By.MODEL:
                return request.model or UNSTATED
            case By.PROJECT:
                return log.project
            case By.TOOL:
                return log.tools.get(request.event, NO_TOOL)
            case By.AGENT:
                return log.agent


def _week(day: date) -> str:
    year, week, _ = day.isocalendar()
    return f"{year:04}-W{week:02}"


def _month(day: date) -> str:
    return day.isoformat()[:7]


_DAYS: dict[By, Callable[[date], str]] = {By.DAY: date.isoformat, By.WEEK: _week, By.MONTH: _month}
"""Names of days and of more of them, which sort as they follow each other."""


def _day(time: str | None) -> date | None:
    moment = parse(time) if time is not None else None
    return local(moment).date() if moment is not None else None


def _log(trace: Trace, name: str, found: Sequence[Request]) -> _Log:
    header = trace.header
    cwd = header.environment.get("cwd")
    project = cwd[0] if isinstance(cwd, list) and cwd else cwd
    return _Log(
        session=next(iter(header.ids.get("session", ())), name),
        agent=header.agent if isinstance(header.agent, str) else UNSTATED,
        project=project if isinstance(project, str) else UNSTATED,
        tools=_tools(trace, found) if found else {},
    )


def _tools(trace: Trace, found: Sequence[Request]) -> dict[str, str]:
    """The tool that each request called, by the event that states the request.

    Its calls are those of its response; where a log knows no responses, those since the request before.
    """
    responses = {each.response: each.event for each in found if each.response is not None}
    stated = {each.event for each in found if each.response is None}
    called: dict[str, set[str]] = {}
    waiting: dict[int, set[str]] = {}
    for event in trace.events:
        source = event.origin.source if isinstance(event.origin, Origin) else -1
        if event.uid in stated:
            called[event.uid] = waiting.pop(source, set())
        elif isinstance(event.body, ToolCall) and event.echo_of is UNSET:
            tools = (
                _place(event, responses, called) if event.response in responses else waiting.setdefault(source, set())
            )
            tools.add(event.body.tool)
    return {uid: next(iter(tools)) if len(tools) == 1 else SEVERAL for uid, tools in called.items() if tools}


def _place(event: Event, responses: dict[str, str], called: dict[str, set[str]]) -> set[str]:
    return called.setdefault(responses[str(event.response)], set())


# Which logs


def logs(
    found: Sequence[Session], runs: Iterable[tuple[str, Path]], first: date | None = None
) -> Iterator[sessions.Input]:
    """Every log on this machine, each once: sessions, oldest first, then `runs`, the files of agents' sub-agents.

    Those that were last written before the `first` day can hold nothing of it; but a fork may copy from them.
    """
    for each in sorted(found, key=lambda one: (one.modified, str(one.path))):
        if first is None or _local(each.modified) >= first or policy(each.agent).inherits:
            yield sessions.Input(str(each.path), each.path, each.agent)
    for agent, path in dict.fromkeys(runs):
        if first is None or _written(path) >= first:
            yield sessions.Input(str(path), path, agent)


def _written(path: Path) -> date:
    try:
        return _local(path.stat().st_mtime)
    except OSError:
        return date.max  # whoever opens it learns why it cannot be read


def _local(seconds: float) -> date:
    return local(datetime.fromtimestamp(seconds, UTC)).date()


def threads(trace: Trace, path: Path, find: sessions.Find) -> Iterator[sessions.Input]:
    """The logs of the sub-agents of a session, and of theirs, where they lie among all others or beside it."""
    agent, ids = trace.header.agent, trace.header.ids.get("thread", ())
    if isinstance(agent, str) and (kin := family(agent, find, beside(path))) is not None:
        known = {each.path for each in trace.header.sources}
        found = (each for each in kin.below(ids) if str(each) not in known)
        yield from (sessions.Input(str(each), each, agent) for each in found)
