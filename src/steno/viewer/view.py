"""A session as it can be asked about: its words, bare or masked, and what is known of it."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeVar

from msgspec import UnsetType
from msgspec.structs import replace

from steno.base.time import parse
from steno.compare.normal import Normal
from steno.edits.calls import Edit, Seen, edits
from steno.edits.printed import committed, of_call
from steno.model import Event, Header, Note, Origin, ToolCall, Trace
from steno.model.calls import returned
from steno.prices import Prices
from steno.viewer.index import FAILED, NOWHERE, said_by_people
from steno.viewer.known import Known
from steno.viewer.lists import chosen
from steno.viewer.sorts import Sort, commits

T = TypeVar("T")


class View:
    """What is worked out is kept.  A log that grows is added at the end: who reads meanwhile sees what was there."""

    def __init__(self, trace: Trace, known: Known, *, live: bool = False) -> None:
        self.known, self.index, self.live = known, known.index, live
        self.events: list[Event] = list(trace.events)
        self._trace = trace
        self._lists: dict[tuple[str, int], tuple[int, array[int], int]] = {}
        self._kept: dict[object, tuple[object, Any]] = {}
        self.looked: dict[int, int] | None = None
        """How many findings each row has; None where nobody looked."""

    @property
    def trace(self) -> Trace:
        """The session as it is now."""
        if len(self._trace.events) != len(self.events):
            self._trace = replace(self._trace, events=tuple(self.events))
        return self._trace

    @property
    def header(self) -> Header:
        return self._trace.header

    def grow(self, part: Trace, prices: Prices) -> set[int]:
        """Add what was written since; gives the rows that changed by it."""
        actors = {**part.header.actors, **self.header.actors}
        self._trace = replace(self._trace, header=replace(self.header, actors=actors))
        self.events.extend(part.events)  # before the rows that stand for them
        changed = self.known.grown(part, self.events, prices)
        if "edits" in self.__dict__:
            self.edits.update(_edits(part))
        for name in ("edited", "commits"):
            self.__dict__.pop(name, None)
        if changed:
            self._lists.clear()  # a call that failed belongs to other lists
        return changed

    def kept(self, name: object, make: Callable[[], T]) -> T:
        """What was worked out before under a name, as long as nothing has changed since."""
        stamp = (self.index.version, len(self.index), len(self.known.verdicts), self.looked is None)
        before = self._kept.get(name)
        if before is None or before[0] != stamp:
            before = self._kept[name] = (stamp, make())
        return before[1]

    def rows(self, filter: str, depth: int) -> array[int]:
        """The rows of a list, kept, and added to as the log grows; raises `UsageError`."""
        version, rows, end = self._lists.get((filter, depth), (0, array("l"), 0))
        if version != self.index.version:
            version, rows, end = self.index.version, array("l"), 0
        if end < len(self.index):
            last = len(self.index)
            rows = rows + chosen(self.index, filter, depth, end, last)
            self._lists[filter, depth] = (version, rows, last)
        return rows

    def event(self, row: int) -> Event:
        return self.events[self.index.at[row]]

    def result(self, row: int) -> Event | None:
        at = self.index.back[row]
        return None if at == NOWHERE else self.events[at]

    @cached_property
    def normal(self) -> Normal:
        return Normal(self._trace)

    @cached_property
    def notes(self) -> list[Note]:
        return said_by_people(self._trace.notes)

    @cached_property
    def edits(self) -> dict[str, list[Edit]]:
        """What calls did to files, by the uid of the event that asked for it."""
        return _edits(self.trace)

    @cached_property
    def edited(self) -> list[int]:
        """The rows of calls that changed files, in order."""
        return [row for row in range(len(self.index)) if self.index.sort[row] == Sort.TOOL and self._changes(row)]

    def _changes(self, row: int) -> bool:
        return any(not isinstance(each.steps[-1], Seen) for each in self.edits.get(self.event(row).uid, ()))

    @cached_property
    def commits(self) -> frozenset[int]:
        """The rows of calls that asked git for a commit, and did not fail."""
        index = self.index
        tools = (row for row in range(len(index)) if index.sort[row] == Sort.TOOL and not index.marks[row] & FAILED)
        return frozenset(row for row in tools if isinstance(body := self.event(row).body, ToolCall) and commits(body))

    def commit_of(self, row: int) -> str | None:
        """The commit that a call made itself, as git printed it."""
        body = self.event(row).body
        return committed(of_call(body, returned(self.result(row)))) if isinstance(body, ToolCall) else None

    def file_of(self, event: Event) -> str | None:
        """The name of the file that holds an event, where it is not the session's own."""
        origin = event.origin
        if not isinstance(origin, Origin) or origin.source == 0:
            return None
        path = self.path_of(origin)
        return path.replace("\\", "/").rpartition("/")[2] or None

    def path_of(self, origin: Origin) -> str:
        sources = self.header.sources
        path = sources[origin.source].path if origin.source < len(sources) else ""
        return path if isinstance(path, str) else ""


def _edits(trace: Trace) -> dict[str, list[Edit]]:
    found: dict[str, list[Edit]] = {}
    for each in edits(trace, undated=True):
        found.setdefault(each.uid, []).append(each)
    return found


def line_of(event: Event | None) -> int | None:
    origin = None if event is None else event.origin
    return origin.line if isinstance(origin, Origin) else None


def seconds_between(first: str | UnsetType, last: str | UnsetType) -> float | None:
    """From one time to another, where both name a moment."""
    start = parse(first) if isinstance(first, str) else None
    end = parse(last) if isinstance(last, str) else None
    return None if start is None or end is None else (end - start).total_seconds()
