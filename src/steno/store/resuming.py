"""Reads a grown log from near its old end.  Knows no agent and no table.

Of a long log the catalog keeps a *mark*: a place before which nothing is open, from which the rows of all that follows
can be made without what stands between.  What they do need is read with them: the beginning of the file, the records
that an agent declares to say something of all that follow, and some events before the place.  A mark is kept only if
reading from it gives, then and there, the same rows as the whole did.  What was added later may still name something
from before the mark, or say a text again that stands there: whoever writes the rows looks for that, and has the file
read whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from msgspec import UNSET, Struct
from msgspec.structs import replace

from steno import registry
from steno.base.files import opened
from steno.base.jsonl import Excerpt, Part
from steno.contracts import GoesOn
from steno.diagnostics import Diagnostic, Place
from steno.model import Event, Kind, Lifecycle, LifecycleKind, Origin, Role, Text, ToolCall, Trace
from steno.model.calls import results
from steno.prices import Prices
from steno.session import overview
from steno.store.rows import Row, Rows, rows
from steno.store.texts import hashed

WORTH: Final = 1 << 20
"""Shorter files are read whole: that takes no longer than a few marks do."""
_NEAR: Final = 256 << 10
"""A mark this near the end stays where it is."""
_BEHIND, _AROUND, _HEAD = 8, 24, 12
"""Events after a mark, those before it that are read with it, and those of the beginning."""
_FAR: Final = 4000
"""A call without a result so many events ago is taken to be given up."""
_SAME: Final = ("own_id", "parent", "forked_from", "title", "project", "branch", "version", "started")
"""What a session says of itself and seldom changes: where it does, the file is read whole."""
_QUEUE: Final = frozenset({LifecycleKind.QUEUED, LifecycleKind.DELIVERED, LifecycleKind.TAKEN, LifecycleKind.WITHDRAWN})


class Mark(Struct, frozen=True):
    """From where a grown file may be read."""

    format: str
    before: list[Part]
    """What is always read."""
    at: int
    """Where the lines begin that are read, ..."""
    lines: int
    """... how many stand before them, ..."""
    begin: int
    """... and where those begin whose rows are new."""
    kept: int
    """How many events stand before these ..."""
    around: int
    """... and how many of them are read with them."""
    turn: int
    """What is to be added to the turns of what is read."""
    seen: list[int]
    """The turns of the first and the last of the events around, as they are read."""
    turns: int
    """How many turns were found in what was read."""
    asked: bool
    """Whether there was any request to a model before."""


class Tail(Struct):
    """What a file says from a mark on."""

    rows: Rows
    """Numbered as in the whole; `about` says what was found in what was read."""
    kept: int
    turns: int
    """How many turns there are more than when the mark was made."""
    ids: set[int]
    """The hashes of ids that must not stand before the mark ..."""
    texts: set[int]
    """... and of texts."""
    mark: Mark | None


class _View(Struct):
    """A trace of which the middle may be left out."""

    trace: Trace
    rows: Rows
    first: int
    """Where the events begin that have none left out between them."""
    offset: int
    """What is to be added to the numbers of these."""
    turn: int
    before: list[Part]


def marked(trace: Trace, made: Rows, path: Path, size: int, prices: Prices) -> Mark | None:
    """A mark in a file that was read whole; None where there is none, or it is not worth it."""
    if size < WORTH or _way(trace) is None or not _is_plain(path) or not _is_in_order(trace.events):
        return None
    return _mark(_View(trace, made, 0, 0, 0, []), path, size, prices)


def tail(path: Path, mark: Mark, prices: Prices) -> Tail | None:
    """What a file says from a mark on; None where it has to be read whole."""
    size = path.stat().st_size
    view = _read(path, mark, size, prices)
    if view is None:
        return None
    new = view.first + mark.around
    events = view.trace.events
    if not _is_closed(events, new) or (not mark.asked and any(row[0] > new for row in view.rows.requests)):
        return None
    found = _shifted(view.rows, new, mark.kept - new, mark.turn)
    way = _way(view.trace)
    repeats = way is None or way.repeats
    is_near = size - mark.at <= _NEAR
    return Tail(
        found,
        mark.kept,
        overview(view.trace).turns - mark.turns,
        {hashed(id) for event in events[new:] for id in _ids(event)},
        {words.hash for number, words in found.words if repeats and _is_said(events[number - mark.kept + new - 1])},
        mark if is_near else _mark(view, path, size, prices),
    )


def _read(path: Path, mark: Mark, size: int, prices: Prices) -> _View | None:
    """What is to be read for a mark; None where it is not what it was."""
    reader = registry.formats[mark.format].reader
    with opened(path) as file:
        excerpt = Excerpt(file, [*mark.before, Part(mark.at, size, mark.lines)])
    traces = list(reader.read(excerpt, Place(str(path)), _ignore)) if reader is not None else []
    if len(traces) != 1 or len(traces[0].header.sources) != 1:
        return None
    events = traces[0].events
    first = next((index for index, each in enumerate(events) if _offset(each) >= mark.at), len(events))
    new = next((index for index, each in enumerate(events) if _offset(each) >= mark.begin), len(events))
    if new - first != mark.around or [_turn(events[first]), _turn(events[new - 1])] != mark.seen:
        return None
    if not _is_in_order(events):
        return None
    return _View(traces[0], rows(traces[0], prices), first, mark.kept - new, mark.turn, mark.before)


# Where a mark may be


def _mark(view: _View, path: Path, size: int, prices: Prices) -> Mark | None:
    """A mark near the end of a view, if what is read from it gives the rows of the view."""
    events = view.trace.events
    way = _way(view.trace)
    new = _boundary(view)
    first = None if new is None else _context(view, new)
    if way is None or new is None or first is None:
        return None
    head = _head(events, first)
    begin, at = events[new].origin, events[first].origin
    if head is None or not isinstance(begin, Origin) or not isinstance(at, Origin):
        return None
    before = _parts(events, head, first, way.reads)
    if sum(each.end - each.offset for each in before) + size - at.offset > size // 2:
        return None
    source = view.trace.header.sources[0]
    mark = Mark(
        source.format, before, at.offset, at.line - 1, begin.offset, new + view.offset, new - first, 0, [], 0,
        any(row[0] <= new for row in view.rows.requests),
    )  # fmt: skip
    return _proved(view, mark, new, path, size, prices)


def _proved(view: _View, mark: Mark, new: int, path: Path, size: int, prices: Prices) -> Mark | None:
    """The mark, with what was found in reading from it, where that gives the same rows."""
    events = view.trace.events
    with opened(path) as file:
        excerpt = Excerpt(file, [*mark.before, Part(mark.at, size, mark.lines)])
    reader = registry.formats[mark.format].reader
    traces = list(reader.read(excerpt, Place(str(path)), _ignore)) if reader is not None else []
    if len(traces) != 1 or len(traces[0].events) < len(events) - new + mark.around:
        return None
    again = traces[0].events
    here = len(again) - (len(events) - new)
    turn = _turn(events[new]) + view.turn - _turn(again[here])
    other = rows(traces[0], prices)
    known = {hash for hash, number in view.rows.idents if number <= new}
    mine = _shifted(view.rows, new, view.offset, view.turn)
    theirs = _shifted(other, here, mark.kept - here, turn)
    theirs.idents = [each for each in theirs.idents if each[0] not in known]
    is_same = all(getattr(mine, name) == getattr(theirs, name) for name in Rows.__struct_fields__ if name != "about")
    if not is_same or any(view.rows.about[key] != other.about[key] for key in (*_SAME, "ended", "active", "files")):
        return None
    seen = [_turn(again[here - mark.around]), _turn(again[here - 1])]
    told = overview(traces[0]).turns
    return Mark(
        mark.format, mark.before, mark.at, mark.lines, mark.begin, mark.kept, mark.around, turn, seen, told, mark.asked
    )


def _boundary(view: _View) -> int | None:
    """The last event but a few with which a line begins and before which nothing is open."""
    events, first = view.trace.events, view.first
    places = {event.uid: index for index, event in enumerate(events)}
    ends = list(range(len(events)))
    """For each event, the last one that has to do with it."""
    seen: dict[str, int] = {}
    waiting = _unanswered(events)
    for index in range(first, len(events)):
        event = events[index]
        for id in _ids(event):
            begun = seen.setdefault(id, index)
            ends[begun] = max(ends[begun], index)
        if isinstance(event.echo_of, str) and event.echo_of in places:
            one, other = sorted((index, places[event.echo_of]))
            ends[one] = max(ends[one], other)
        if index in waiting and len(events) - index < _FAR:
            ends[index] = len(events)
    found, reach = None, -1
    for index in range(first, len(events) - _BEHIND):
        if index > first and reach < index and _line(events[index]) != _line(events[index - 1]):
            found = index
        reach = max(reach, ends[index])
    return found


def _unanswered(events: Sequence[Event]) -> set[int]:
    """The calls that may still get a result."""
    answered = results(events)
    return {
        index
        for index, event in enumerate(events)
        if type(event.body) is ToolCall
        and isinstance(event.call, str)
        and event.echo_of is UNSET
        and event.uid not in answered
    }


def _context(view: _View, new: int) -> int | None:
    """Where the events begin that must be read before the new ones: a request, a call, what the model was given."""
    events = view.trace.events
    asked = {row[0] - 1 for row in view.rows.requests}
    wants_request = any(index < new for index in asked)
    wants_call = any(type(event.body) is ToolCall for event in events[view.first : new])
    for index in range(new - 1, max(view.first, new - _FAR), -1):
        event = events[index]
        wants_request = wants_request and index not in asked
        wants_call = wants_call and type(event.body) is not ToolCall
        is_start = new - index >= _AROUND and _line(event) != _line(events[index - 1])
        if is_start and not wants_request and not wants_call and any(map(_is_given, events[index:new])):
            return index
    return None


def _is_given(event: Event) -> bool:
    if event.echo_of is not UNSET or event.signs.replayed or not isinstance(event.time, str):
        return False
    return event.kind is Kind.TOOL_RESULT or (event.kind is Kind.MESSAGE and event.role is Role.USER)


def _head(events: Sequence[Event], most: int) -> int | None:
    """How many events the beginning has: some after the first turn began, and whole lines."""
    begun = next((index for index, event in enumerate(events) if _turn(event)), 0)
    for index in range(begun + _HEAD, most + 1):
        if _line(events[index]) != _line(events[index - 1]):
            return index
    return None


def _parts(events: Sequence[Event], head: int, most: int, names: Sequence[str]) -> list[Part]:
    """The beginning, and the lines after it that are always read."""
    wanted: dict[str | int, int] = {}
    waits = any(event.signs.lifecycle is LifecycleKind.QUEUED for event in events)
    taken = False
    for index in range(head, most):
        event = events[index]
        if isinstance(event.body, Lifecycle) and event.body.name in names:
            wanted[event.body.name] = index
        if waits:
            is_said = event.role is Role.USER and isinstance(event.body, Text)
            is_next = taken and event.role is Role.ASSISTANT
            if is_said or is_next or event.signs.lifecycle in _QUEUE or event.signs.lifecycle is LifecycleKind.PROMPT:
                wanted[index] = index
            taken = event.signs.lifecycle is LifecycleKind.TAKEN or (taken and not is_next)
    lines = {_line(events[index]) for index in wanted.values()}
    parts = [Part(0, _offset(events[head - 1]) + _length(events[head - 1]), 0)]
    for index in range(head, most):
        line = _line(events[index])
        if line in lines:
            end = _offset(events[index]) + _length(events[index])
            if parts[-1].end > _offset(events[index]):
                continue
            if parts[-1].end == _offset(events[index]):
                parts[-1] = replace(parts[-1], end=end)
            else:
                parts.append(Part(_offset(events[index]), end, line - 1))
    return parts


# What was read


def _is_closed(events: Sequence[Event], new: int) -> bool:
    """Whether what is new has to do with nothing before it."""
    old = {id for event in events[:new] for id in _ids(event)}
    own = {event.uid for event in events[new:]}
    calls = {event.call for event in events[new:] if type(event.body) is ToolCall}
    for event in events[new:]:
        if not old.isdisjoint(_ids(event)) or event.signs.replayed:
            return False
        if isinstance(event.echo_of, str) and event.echo_of not in own:
            return False
        if event.signs.lifecycle is LifecycleKind.CHANGES and event.call not in calls:
            return False
    return len(events) > new


def _shifted(made: Rows, after: int, more: int, turn: int) -> Rows:
    """The rows of the events after so many, with other numbers and turns."""

    def later(found: Sequence[Row]) -> list[Any]:
        return [(row[0] + more, *row[1:]) for row in found if row[0] is not None and row[0] > after]

    return Rows(
        made.about,
        [(*row[:5], row[5] and row[5] + turn, *row[6:]) for row in made.events[after:]],
        later(made.words),
        [(hash, number + more) for hash, number in made.idents if number > after],
        [(row[0] + more, None if row[1] is None else row[1] + more, *row[2:]) for row in made.calls if row[0] > after],
        later(made.touched),
        later(made.commands),
        later(made.made),
        [],
        later(made.requests),
    )


def _is_plain(path: Path) -> bool:
    """Whether the bytes of a file are those of its lines, not compressed ones."""
    with path.open("rb") as file:
        return file.read(1) == b"{"


def _is_in_order(events: Sequence[Event]) -> bool:
    return all(0 <= _offset(one) <= _offset(other) for one, other in pairwise(events))


def _way(trace: Trace) -> GoesOn | None:
    """How a log of this agent goes on; None where it is always read whole."""
    sources = trace.header.sources
    agent = registry.agents.get(sources[0].format) if len(sources) == 1 else None
    return None if agent is None or trace.notes else agent.goes_on


def _ids(event: Event) -> Iterator[str]:
    return (id for id in (event.native, event.call, event.response) if isinstance(id, str))


def _is_said(event: Event) -> bool:
    return event.kind in (Kind.MESSAGE, Kind.THOUGHT)


def _turn(event: Event) -> int:
    return event.turn or 0


def _offset(event: Event) -> int:
    return event.origin.offset if isinstance(event.origin, Origin) else -1


def _length(event: Event) -> int:
    return event.origin.length if isinstance(event.origin, Origin) else 0


def _line(event: Event) -> int:
    return event.origin.line if isinstance(event.origin, Origin) else -1


def is_told_otherwise(about: dict[str, Any], known: dict[str, Any]) -> bool:
    """Whether a session now says something else of itself."""
    return any(about[key] != known[key] for key in _SAME)


def _ignore(each: Diagnostic) -> None:
    """`steno doctor` says what is wrong with a file."""
