"""What a session's `progress` records say about the sub-agents it started: all there is if their files are gone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from msgspec.structs import replace

from steno.agents.claude_code.wire import NESTED, TICK
from steno.agents.contract import Tick
from steno.model import Event, Lifecycle, Origin, ToolCall, ToolResult


def is_tick(event: Event) -> bool:
    return type(event.body) is Lifecycle and event.body.name == TICK


def is_nested(event: Event) -> bool:
    """Whether it is a part of the message that a tick holds."""
    return type(event.origin) is Origin and event.origin.pointer.startswith(NESTED)


def ticks(events: Iterable[Event]) -> Iterator[Tick]:
    """One for each record: what a sub-agent said, called or got just then."""
    for _, record in groupby(events, _record):
        first, *rest = record
        if is_tick(first) and isinstance(first.child_run, str):
            calls = (each.call for each in rest if isinstance(each.body, ToolCall))
            failed = (each.call for each in rest if isinstance(each.body, ToolResult) and each.body.error is True)
            yield Tick(
                first.child_run,
                first,
                frozenset(call for call in calls if isinstance(call, str)),
                frozenset(call for call in failed if isinstance(call, str)),
                frozenset(each.uid for each in rest),
            )


def echoing(events: list[Event], told: set[str]) -> list[Event]:
    """The events of a file; where it also has the record itself of an id that a tick told, the tick says it again."""
    own: dict[tuple[str, str], str] = {}
    for event in events:
        if isinstance(event.native, str) and event.native in told and not is_nested(event):
            own[event.native, _pointer(event)] = event.uid
    if not own:
        return events
    return [
        replace(event, echo_of=uid)
        if is_nested(event) and (uid := own.get((str(event.native), _pointer(event).removeprefix(NESTED))))
        else event
        for event in events
    ]


def _pointer(event: Event) -> str:
    return event.origin.pointer if isinstance(event.origin, Origin) else ""


def _record(event: Event) -> tuple[int, int] | str:
    origin = event.origin
    return (origin.source, origin.offset) if isinstance(origin, Origin) else event.uid
