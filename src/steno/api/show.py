"""Show a session: its traces as records without what a reader kept only to write them back; and the beginning of a
long one, long before it is read."""

from __future__ import annotations

import io

from msgspec import UNSET, Struct, structs

from steno import pipeline, sources
from steno.api.inputs import resolver
from steno.api.world import World, ignore
from steno.base.counts import number_of
from steno.base.files import opened
from steno.diagnostics import Place
from steno.errors import Unreadable, UsageError
from steno.model import Event, Header, Kind, Trace
from steno.session import Input, known_as

LONG = 4 << 20
"""From so many bytes on, reading a session takes longer than a person wants to look at nothing ..."""
_FIRST = 1 << 20
"""... and so many of them are read first."""


class Shown(Struct, frozen=True, tag_field="schema", tag="steno.show/1"):
    """A trace as it is shown."""

    header: Header
    events: list[Event]


def shown(trace: Trace, *, thoughts: bool = True, offset: int = 0, limit: int = 0) -> Shown:
    """So many of a trace's events (0: all) after the first `offset`, without residue."""
    chosen = [each for each in trace.events if thoughts or each.kind is not Kind.THOUGHT]
    page = chosen[offset : offset + limit if limit else None]
    return Shown(
        structs.replace(trace.header, residue={}),
        [structs.replace(event, residue=UNSET, raw=UNSET, signs=UNSET) for event in page],
    )


def around(trace: Trace, number: int, context: int) -> Trace:
    """The trace with one of its events, counted from 1, and so many before and behind it; raises `UsageError`."""
    if not 1 <= number <= len(trace.events):
        raise UsageError(f"there is no event {number}: the session has {number_of(len(trace.events), 'event')}")
    return structs.replace(trace, events=trace.events[max(0, number - 1 - context) : number + context])


class Beginning(Struct, frozen=True):
    """What the first records of a long session tell."""

    trace: Trace
    certain: int
    """How many of its events are as they will be when all is read, by all that can be told from them."""


def beginning(
    world: World, session: str, *, format: str | None = None, subagents: bool = True, first: int = _FIRST
) -> Beginning | None:
    """The beginning of a session that takes long to read, of which every line is a record; None for any other."""
    return begun(resolver(world)(session), format=format, subagents=subagents, first=first)


def begun(source: Input, *, format: str | None = None, subagents: bool = True, first: int = _FIRST) -> Beginning | None:
    """The same of an input."""
    if source.path is None or source.inner:
        return None
    try:
        with opened(source.path) as file:
            if source.path.stat().st_size < LONG:
                return None
            data = file.read(first)
        data = data[: data.rfind(b"\n") + 1]
        if not data or not all(line[:1] == b"{" and line[-1:] == b"}" for line in data.splitlines()):
            return None
        named, stream = known_as(source, io.BytesIO(data), format)
        trace = next(iter(pipeline.read(stream, Place(source.name), ignore, named)), None)
    except Unreadable:
        return None  # reading the whole says why
    if trace is None or (subagents and _begins_elsewhere(trace)):
        return None
    return Beginning(trace, _certain(trace))


def _begins_elsewhere(trace: Trace) -> bool:
    """Whether other files say what stands before these records, or what they are."""
    places = sources.places(trace.header.sources[0].format) if trace.header.sources else None
    if places is None:
        return False
    return places.audited is not None or places.base(trace.header) is not None or "forked_from" in trace.header.ids


def _certain(trace: Trace) -> int:
    """Up to a call without a result, or a sub-agent, and not near the end: what comes next may be about these."""
    answered = {event.call for event in trace.events if event.kind is Kind.TOOL_RESULT}
    certain = len(trace.events) // 2
    for index, event in enumerate(trace.events[:certain]):
        waits = event.kind is Kind.TOOL_CALL and isinstance(event.call, str) and event.call not in answered
        if waits or event.child_run is not UNSET or event.span is not UNSET:
            return index
    return certain
