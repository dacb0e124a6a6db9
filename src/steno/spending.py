"""From logs to sums: counts each request once, charges it, and puts it into a group.  Reads files; prints nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime
from pathlib import Path

from steno import session as sessions
from steno.base.time import local
from steno.family import beside, family
from steno.model import Trace
from steno.prices import Prices
from steno.sources import Session
from steno.stats import By, Figures, Group, Period
from steno.stats.traced import NOTHING, Answers, Log, answers, called, log_of, requested
from steno.usage import Ledger, Request, charge, policy, requests


class Spending:
    """Sums over any number of logs."""

    def __init__(self, by: By, prices: Prices, first: date | None = None, last: date | None = None) -> None:
        self.figures = Figures(by, Period(first, last))
        self._prices = prices
        self._ledger: Ledger[tuple[Log, Answers]] = Ledger()
        self._sessions: dict[str, str] = {}
        """What a log is counted under, by its own id ..."""
        self._parents: dict[str, str] = {}
        """... and the own id of the log that started it."""

    @property
    def groups(self) -> dict[str, Group]:
        return self.figures.groups

    @property
    def total(self) -> Group:
        return self.figures.total

    @property
    def undated(self) -> int:
        """Requests that were left out because nobody knows whether they are of these days."""
        return self.figures.undated

    @property
    def repeated(self) -> int:
        """How many requests were stated once more in another log."""
        return self._ledger.dropped

    def add(self, trace: Trace, name: str, *, replayed: bool = False, calls: bool = False) -> None:
        """Count what is new in a trace; `name` is what it is called where it does not state its session.

        With `replayed`, also what it copies from another session, should nobody else have it; with `calls`, also its
        tool calls.
        """
        found = requests(trace, nested=True, replayed=replayed)
        log = log_of(trace, name)
        self._sessions[sessions.own_id(trace)] = log.session
        for parent in trace.header.ids.get("parent", ()):
            self._parents.setdefault(log.session, parent)
        if found:
            is_asked = calls or self.figures.by is By.TOOL  # it costs another look at every event
            known = log, answers(trace, found) if is_asked else NOTHING
            self._count(*known, self._ledger.add(known, found))
        if calls:
            for each in called(trace, log):
                self.figures.call(each)

    def finish(self) -> None:
        """Count what forks did themselves, and runs that have no log of their own; everything has been added."""
        for known, own in self._ledger.rest():
            self._count(*known, own)
        self.figures.roll_up({child: self._sessions.get(above, above) for child, above in self._parents.items()})

    def _count(self, log: Log, known: Answers, found: Iterable[Request]) -> None:
        for each in found:
            self.figures.request(requested(each, log, known, charge(each, self._prices)))


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
