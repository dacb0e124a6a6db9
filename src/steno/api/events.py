"""Give the events of a session one by one: who said or did what, in words, and where it stands in the log."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import UNSET, Struct, UnsetType

from steno.api.progress import Progress, silent
from steno.api.read import read_session
from steno.api.world import World, ignore
from steno.diagnostics import Report
from steno.model import Event, Kind, Origin, ToolCall, ToolResult, Trace
from steno.session import own_id
from steno.store.words import event_text

if TYPE_CHECKING:
    from steno.api.mask import Mask

KINDS = tuple(each.value for each in Kind)


class EventRow(Struct, frozen=True, kw_only=True, tag_field="schema", tag="steno.event/1"):
    """An event; what is not known is left out."""

    session: str
    number: int
    """As `steno search` and `steno show --event` number it."""
    kind: str
    text: str
    role: str | UnsetType = UNSET
    tool: str | UnsetType = UNSET
    call: str | UnsetType = UNSET
    """Joins a call and its result."""
    failed: bool | UnsetType = UNSET
    time: str | UnsetType = UNSET
    turn: int | UnsetType = UNSET
    model: str | UnsetType = UNSET
    line: int | UnsetType = UNSET
    """In the session's file; left out where a rule derived the event."""


def events(
    world: World,
    session: str,
    *,
    format: str | None = None,
    mask: Mask | None = None,
    report: Report = ignore,
    progress: Progress = silent,
) -> Iterator[EventRow]:
    """Every event of a session, without sub-agents, in the order of the log."""
    traces = read_session(world, session, format=format, subagents=False, mask=mask, report=report, progress=progress)
    for trace in traces:
        tools = {each.call: each.body.tool for each in trace.events if isinstance(each.body, ToolCall)}
        id = own_id(trace)
        yield from (_row(trace, id, number, each, tools.get(each.call)) for number, each in enumerate(trace.events, 1))


def _row(trace: Trace, session: str, number: int, event: Event, tool: str | None) -> EventRow:
    body = event.body
    return EventRow(
        session=session,
        number=number,
        kind=event.kind.value,
        text=event_text(event),
        role=event.role.value if event.role is not UNSET else UNSET,
        tool=tool if tool is not None and event.kind in (Kind.TOOL_CALL, Kind.TOOL_RESULT) else UNSET,
        call=event.call,
        failed=body.error if isinstance(body, ToolResult) else UNSET,
        time=event.time,
        turn=event.turn,
        model=event.model,
        line=event.origin.line if isinstance(event.origin, Origin) else UNSET,
    )
