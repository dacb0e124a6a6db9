"""The figures of independent counts, computed from the model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

from msgspec import UNSET, Struct

from steno.base import time
from steno.formats.records import Record, counted, tally
from steno.model import ActorKind, Event, Kind, Role, Text, ToolResult, Trace
from steno.model.signs import LifecycleKind
from steno.usage import Request, requests, sums


class Session(Struct, dict=True):
    """What was read from one file."""

    traces: list[Trace]

    @cached_property
    def events(self) -> list[Event]:
        return [event for trace in self.traces for event in trace.events]

    @cached_property
    def records(self) -> list[Record]:
        """The records that are objects, in order."""
        return [record for trace in self.traces for record in counted(trace)[0]]

    @cached_property
    def requests(self) -> list[Request]:
        return [each for trace in self.traces for each in requests(trace)]

    def of(self, *kinds: Kind) -> Iterator[Event]:
        return (event for event in self.events if event.kind in kinds)

    def is_model(self, event: Event) -> bool:
        return any(
            (actor := trace.header.actors.get(event.actor)) is not None and actor.kind is ActorKind.MODEL
            for trace in self.traces
        )


Figure = Callable[[Session], Any]


def by_role(role: Role, under: str = "") -> Figure:
    """How many records have something that is said in this role, below a place in the record."""

    def count(session: Session) -> int:
        said = (
            (event.role is role and getattr(event.origin, "pointer", "").startswith(under) for event in record.events)
            for record in session.records
        )
        return sum(any(each) for each in said)

    return count


def tokens(**names: str) -> Figure:
    """What requests took together, by the counts' names of what `Sums` has."""

    def count(session: Session) -> dict[str, int]:
        total = sums(session.requests)
        whole = sum(each.usage.total or 0 for each in session.requests)
        return {name: whole if field == "total" else getattr(total, field) for name, field in names.items()}

    return count


def in_records(path: str) -> Figure:
    """How often each string stands at a path of the records."""
    *way, last = path.split(".")

    def values(session: Session) -> Iterator[str]:
        for record in session.records:
            holder: Any = record.rest
            for step in way:
                holder = holder.get(step) if isinstance(holder, dict) else None
            if isinstance(holder, dict) and isinstance(found := holder.get(last), str):
                yield found

    return lambda session: tally(values(session))


def added(path: str) -> Figure:
    """The sum of the numbers at a path of the records."""
    *way, last = path.split(".")

    def count(session: Session) -> float:
        total = 0.0
        for record in session.records:
            holder: Any = record.rest
            for step in way:
                holder = holder.get(step) if isinstance(holder, dict) else None
            value = holder.get(last) if isinstance(holder, dict) else None
            total += value if isinstance(value, int | float) else 0
        return round(total, 6)

    return count


class _Pairs(NamedTuple):
    calls: Counter[object]
    results: Counter[object]


def _pairs(session: Session) -> _Pairs:
    """Calls and results by id; without one, each is its own."""
    found = _Pairs(Counter(), Counter())
    for event in session.of(Kind.TOOL_CALL, Kind.TOOL_RESULT):
        if event.echo_of is UNSET and not (isinstance(event.body, ToolResult) and event.body.missing):
            side = found.calls if event.kind is Kind.TOOL_CALL else found.results
            side[event.call if event.call is not UNSET else (event.uid,)] += 1
    return found


MULTISET: dict[str, Figure] = {
    "tool_calls": lambda session: _pairs(session).calls.total(),
    "tool_results": lambda session: _pairs(session).results.total(),
    "distinct_call_ids": lambda session: len(_pairs(session).calls),
    "unpaired_calls": lambda session: (_pairs(session).calls - _pairs(session).results).total(),
    "orphan_results": lambda session: (_pairs(session).results - _pairs(session).calls).total(),
}
"""The same of calls and results, where ids come again: how many there are, not how many ids."""


def _ids(session: Session) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for trace in session.traces:
        for name, values in trace.header.ids.items():
            found.setdefault(name, []).extend(values)
    return found


def _ends(session: Session, side: int) -> str | None:
    found = time.ends(event.time for event in session.events if isinstance(event.time, str))
    return found[side][1] if found else None


def _children(session: Session) -> dict[str, set[str]]:
    """The records that follow each, by the ids that records have."""
    found: dict[str, set[str]] = {}
    for event in (record.first for record in session.records):
        if isinstance(event.parent, str):
            found.setdefault(event.parent, set()).add(event.uid)
    return found


def _models(session: Session) -> Iterable[str]:
    return sorted({event.model for event in session.events if isinstance(event.model, str)})


def _answers(session: Session) -> int:
    """Distinct responses, and records of none that hold something of the model's."""
    found: set[object] = set()
    for record in session.records:
        own = [event for event in record.events if event.role is Role.ASSISTANT or session.is_model(event)]
        if own:
            found.add(own[0].response if own[0].response is not UNSET else own[0].uid)
    return len(found)


USUAL: dict[str, Figure] = {
    "records": lambda session: len(session.records),
    "invalid_json_lines": lambda session: sum(counted(trace)[1] for trace in session.traces),
    "sessions": lambda session: len(session.traces),
    "session_ids": lambda session: _ids(session).get("session", []),
    "user_messages": by_role(Role.USER),
    "assistant_messages": _answers,
    "thinking_blocks": lambda session: sum(1 for _ in session.of(Kind.THOUGHT)),
    "tool_calls": lambda session: len(_pairs(session).calls),
    "tool_results": lambda session: len(_pairs(session).results),
    "unpaired_calls": lambda session: len(_pairs(session).calls.keys() - _pairs(session).results.keys()),
    "orphan_results": lambda session: len(_pairs(session).results.keys() - _pairs(session).calls.keys()),
    "tool_result_errors": lambda session: sum(
        isinstance(event.body, ToolResult) and event.body.error is True for event in session.of(Kind.TOOL_RESULT)
    ),
    "models": _models,
    "first_timestamp": lambda session: _ends(session, 0),
    "last_timestamp": lambda session: _ends(session, 1),
    "records_by_type": in_records("type"),
    "compactions": lambda session: sum(
        event.signs.lifecycle is LifecycleKind.COMPACTION for event in session.of(Kind.LIFECYCLE)
    ),
    "branch_points": lambda session: sum(len(children) > 1 for children in _children(session).values()),
    "dangling_parent_records": lambda session: sum(
        len(children) for parent, children in _children(session).items()
        if parent not in {event.native for event in session.events}
    ),
    "versions": lambda session: [each for trace in session.traces for each in trace.header.versions],
}  # fmt: skip
"""By the names that most agents' counts have for them."""

MUST = frozenset({
    "records", "user_messages", "assistant_messages", "thinking_blocks", "tool_calls", "tool_results",
    "unpaired_calls", "orphan_results", "tokens", "models", "first_timestamp", "last_timestamp", "session_ids",
})  # fmt: skip
"""What every agent's figures are checked for, where the counts have them."""
ABOUT = frozenset({"agent", "bytes", "sha256", "layout", "_notes"})
"""What the counts say of the file itself."""


def texts(session: Session, role: Role) -> list[str]:
    return [event.body.text for event in session.events if isinstance(event.body, Text) and event.role is role]
