"""A trace as rows of the catalog: what it did and took, and where each event stands.  Opens nothing, writes nothing.

Rows have names as text and numbers of events counted from 1: whoever writes them puts keys in their place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from msgspec import UNSET, Struct

from steno import tools
from steno.base.exact import JSON, encode
from steno.base.patterns import deferred
from steno.edits.calls import Append, Delete, Edit, FileAction, Hunks, Move, Replace, Seen, Tried, Whole, edits
from steno.model import Derivation, Event, Origin, ToolCall, Trace
from steno.model.calls import as_object, command_of, failed, path_of, results, returned, text_of
from steno.prices import Prices
from steno.session import overview, own_id
from steno.shell import reading, subcommand
from steno.stats.traced import key_of, latency, milliseconds, tools_of, waits_of
from steno.store import schema
from steno.store.schema import ECHO, FAILED, LOOSE, REPLAYED
from steno.store.texts import Words, hashed, is_loose
from steno.store.words import event_text, words_of
from steno.usage import Request, charge, requests

LONGEST: Final = 1000
"""A command is kept up to here, and `is_cut` says that there is more of it in the source."""
_TIME: Final = 4
"""Where in the row of an event its time is."""
PARTS: Final = 24
"""Into so many parts is the time of a session divided, to show when something happened in it."""
_COMMITTED = deferred(r"^\[(?P<branch>[^\]\n]{1,200}?)(?: \([a-z-]+\))? (?P<hash>[0-9a-f]{7,40})\] (?P<subject>.*)", 8)
"""What git prints of a commit; 8 is re.MULTILINE."""
_ACTIONS: dict[type[FileAction], str] = {
    Replace: "edit", Whole: "write", Append: "edit", Hunks: "edit", Delete: "delete", Move: "move", Seen: "read",
    Tried: "edit",
}  # fmt: skip

Row = tuple[Any, ...]


class Rows(Struct):
    """What the catalog keeps of one session."""

    about: dict[str, Any]
    """By column of the table of sessions."""
    events: list[Row]
    words: list[tuple[int, Words]]
    """For each event that has any."""
    idents: list[tuple[int, int]]
    calls: list[Row]
    touched: list[Row]
    commands: list[Row]
    made: list[Row]
    notes: list[Row]
    requests: list[Row]


def rows(trace: Trace, prices: Prices) -> Rows:
    """The rows of a trace.  Raises `OverflowError` for one of more events than a session can have."""
    if len(trace.events) > schema.MOST:
        raise OverflowError(f"{len(trace.events)} events; the catalog holds {schema.MOST} of a session")
    numbers = {event.uid: number for number, event in enumerate(trace.events, 1)}
    found = [words_of(event) for event in trace.events]
    answers = results(trace.events)
    calls = list(_calls(trace, numbers, answers))
    tool_of, bad = _of_calls(trace, calls)
    events = [
        _event(event, each, tool_of.get(number), FAILED * (number in bad))
        for number, (event, each) in enumerate(zip(trace.events, found, strict=True), 1)
    ]
    return Rows(
        _about(trace, calls) | {"shape": spelled_shape([row[_TIME] for row in events])},
        events,
        [(number, each) for number, each in enumerate(found, 1) if each is not None],
        list(_idents(trace)),
        calls,
        list(_touched(trace, numbers, answers)),
        list(_commands(trace, numbers)),
        list(_made(trace, numbers, answers)),
        [_note(each, numbers) for each in trace.notes],
        list(_requests(trace, numbers, prices)),
    )


def _about(trace: Trace, calls: list[Row]) -> dict[str, Any]:
    header, seen = trace.header, overview(trace)
    times = [event.time for event in trace.events if isinstance(event.time, str)]
    branches = (event.signs.branch for event in trace.events if isinstance(event.signs.branch, str))
    return {
        "own_id": _text(own_id(trace)) or None,
        "parent": _text(_first(header.ids.get("parent"))),
        "forked_from": _text(_first(header.ids.get("forked_from"))),
        "title": _text(seen.title),
        "project": _text(seen.project),
        "branch": _text(next(branches, None)),
        "version": _text(header.versions[-1] if header.versions else None),
        "started": _text(seen.started),
        "ended": _text(times[-1] if times else None),
        "active": next((at for each in reversed(times) if (at := milliseconds(each)) is not None), None),
        "turns": seen.turns,
        "events": len(trace.events),
        "calls": len(calls),
        "failures": sum(row[2] == 1 for row in calls),
        "files": encode([each.path if isinstance(each.path, str) else None for each in header.sources]).decode(),
    }


def spelled_shape(times: list[int | None]) -> str:
    """The shape of a session, as the catalog has it."""
    return encode(shape(times)).decode()


def shape(times: list[int | None]) -> list[int]:
    """How many events fell into each part of the time between the first and the last; nothing where that is unknown."""
    known = [each for each in times if each is not None]
    first, last = min(known, default=0), max(known, default=0)
    if first == last:
        return []
    counts = [0] * PARTS
    for each in known:
        counts[min((each - first) * PARTS // (last - first), PARTS - 1)] += 1
    return counts


def _of_calls(trace: Trace, calls: list[Row]) -> tuple[dict[int, str], set[int]]:
    """The tool of each call and of its result, and which of both failed."""
    tool_of, bad = dict[int, str](), set[int]()
    for number, result, is_failed, *_ in calls:
        body = trace.events[number - 1].body
        both = (number,) if result is None else (number, result)
        tool_of |= dict.fromkeys(both, body.tool if isinstance(body, ToolCall) else "")
        bad.update(both if is_failed else ())
    return tool_of, bad


def _event(event: Event, words: Words | None, tool: str | None, flags: int) -> Row:
    origin = event.origin if isinstance(event.origin, Origin) else None
    return (
        event.kind.value,
        None if event.role is UNSET else event.role.value,
        _text(tool),
        _text(event.model),
        milliseconds(event.time),
        event.turn or None,
        None if origin is None else origin.source,
        None if origin is None else origin.offset,
        None if origin is None else origin.length,
        None if origin is None else _text(origin.pointer),
        flags | REPLAYED * event.signs.replayed | ECHO * (event.echo_of is not UNSET) | LOOSE * _is_loose(event, words),
        None if words is None else words.hash,
    )


def _is_loose(event: Event, words: Words | None) -> bool:
    if words is not None:
        return words.is_loose
    return event.echo_of is UNSET and is_loose(event_text(event))  # all of it may be what the index does not take


def _idents(trace: Trace) -> Iterator[tuple[int, int]]:
    """The ids by which an event is named: those of its record, its call and its response; each where it comes first."""
    seen = set[str]()
    for number, event in enumerate(trace.events, 1):
        for id in (event.native, event.call, event.response, event.child_run):
            if isinstance(id, str) and id not in seen:
                seen.add(id)
                yield hashed(id), number


def _calls(trace: Trace, numbers: dict[str, int], answers: dict[str, Event]) -> Iterator[Row]:
    own = own_id(trace)
    for event in trace.events:
        if type(event.body) is not ToolCall or event.echo_of is not UNSET:
            continue
        key = hashed(key_of(event, event.body.tool, own))
        result = answers.get(event.uid)
        back = returned(result)
        if result is None or back is None:
            yield numbers[event.uid], None, None, None, None, key
            continue
        took = result.signs.took
        yield (
            numbers[event.uid],
            numbers.get(result.uid),
            int(failed(result)),
            latency(event, result),
            round(took * 1000) if isinstance(took, int | float) else None,
            key,
        )


def _touched(trace: Trace, numbers: dict[str, int], answers: dict[str, Event]) -> Iterator[Row]:
    """Files that calls read or changed: those that `edits` knows, and those that a call names as its own."""
    done = set[Row]()
    for edit in edits(trace, undated=True):
        for row in _edited(edit, numbers[edit.uid]):
            if row[:3] not in done:
                done.add(row[:3])
                yield row
    known = {row[0] for row in done}
    table = tools.known(trace.header.agent)
    for event in trace.events:
        body, number = event.body, numbers[event.uid]
        if type(body) is not ToolCall or event.echo_of is not UNSET or number in known:
            continue
        tool, path = table.get(body.tool), path_of(as_object(body.arguments))
        if path is not None and tool is not None and not tool.lists:
            result = answers.get(event.uid)
            action = tool.operation if tool.operation in ("read", "edit", "write", "search") else "read"
            yield number, _text(path), action, None if result is None else int(failed(result))


def _edited(edit: Edit, number: int) -> Iterator[Row]:
    steps, before = edit.steps, edit.new
    for step in steps:
        action = "add" if before and isinstance(step, Whole) else _ACTIONS[type(step)]
        yield number, _text(edit.path), action, int(isinstance(step, Tried))
        if isinstance(step, Move):
            yield number, _text(step.to), "add", 0


def _commands(trace: Trace, numbers: dict[str, int]) -> Iterator[Row]:
    for event in trace.events:
        body = event.body
        if type(body) is not ToolCall or event.echo_of is not UNSET or not tools.runs(body.tool):
            continue
        line = command_of(as_object(body.arguments))
        if line is None:
            continue
        read = reading(line)
        telling = read.telling[0] if read.telling else None
        yield (
            numbers[event.uid],
            _text(telling.program) if telling is not None else None,
            _text(subcommand(telling)) if telling is not None else None,
            read.operation,
            _text(line[:LONGEST]),
            int(len(line) > LONGEST),
        )


def _made(trace: Trace, numbers: dict[str, int], answers: dict[str, Event]) -> Iterator[Row]:
    """The commits that git said it made."""
    for event in trace.events:
        body = event.body
        if type(body) is not ToolCall or event.uid not in answers or not tools.runs(body.tool):
            continue
        line = command_of(as_object(body.arguments))
        back = returned(answers[event.uid])
        if line is None or back is None or "commit" not in line:
            continue
        found = {each["hash"]: each for each in _COMMITTED().finditer(text_of(back.content) or "")}
        for hash, each in found.items():
            yield numbers[event.uid], hash, _text(each["branch"]), _text(each["subject"])


def _note(note: Any, numbers: dict[str, int]) -> Row:
    author = note.author.rule if isinstance(note.author, Derivation) else note.author
    target = numbers.get(note.target) if isinstance(note.target, str) else None
    return target, _text(note.key), _text(author), _text(note.time), _text(_json(note.value))


def _requests(trace: Trace, numbers: dict[str, int], prices: Prices) -> Iterator[Row]:
    found = requests(trace, nested=True, replayed=True)
    called, waits = tools_of(trace, found), waits_of(trace, found)
    stated = Counter[str]()
    for each in found:
        price = charge(each, prices)
        is_known = not isinstance(price, str)
        stated[each.event] += 1
        yield (
            numbers[each.event],
            stated[each.event] - 1,
            hashed(repr(each.key)),
            None if each.inherited is None else hashed(repr(each.inherited)),
            _text(each.model),
            milliseconds(each.time),
            *_tokens(each),
            int(each.nested),
            int(each.replayed),
            None if each.missing is None else each.missing.value,
            price.usd if not isinstance(price, str) else None,
            int(not is_known or price.more is not None),  # type: ignore[union-attr]
            price if isinstance(price, str) else None,
            _text(called.get(each.event)),
            waits.get(each.event),
        )


def _tokens(request: Request) -> tuple[int, ...]:
    stated = request.usage
    tokens = (
        stated.input or 0, request.input, request.cache_read, request.cache_write, request.cache_write_1h,
        request.output, stated.reasoning or 0,
    )  # fmt: skip
    return tuple(min(max(each, -_HUGE), _HUGE) for each in tokens)


_HUGE: Final = (1 << 63) - 1
"""A count that cannot be is said to be missing; it must still fit."""


def _first(values: tuple[str, ...] | None) -> str | None:
    return values[0] if values else None


def _json(value: JSON) -> str:
    return encode(value).decode("utf-8", "surrogatepass")


def _text(value: object) -> str | None:
    """As a table can have it: a log may hold half a character."""
    if not isinstance(value, str):
        return None
    return value if value.isascii() else value.encode("utf-8", "replace").decode()
