"""Events as somebody watches them come: one line each, with the time, where in the run, what, and its content."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple, assert_never

from msgspec import UNSET

from steno.base.exact import JSON, encode
from steno.formats.awf import wire
from steno.model import Blob, Body, Event, Lifecycle, Span, Text, Thought, ToolCall, ToolResult, Trace, Unknown
from steno.render.terminal import Paint, fitted, one_line, width
from steno.render.times import when, zone

_NARROW, _WHERE, _WHAT = 12, 28, 17
"""The narrowest and the widest column for a place, and the usual one for a type."""
_BEYOND = 4
"""How many more characters are looked at than there are columns: some of them take none."""


_NEAR = 8
"""How far back words are compared: an agent may write a message down twice, for the model and for its own screen."""
_AGAIN = "(the same words again)"


class Row(NamedTuple):
    """What one line shows."""

    time: str
    where: str
    what: str
    content: str
    style: str = ""


class Ticker:
    """Makes the lines.  `columns` says how wide they may be; None shows everything."""

    def __init__(self, paint: Paint, columns: Callable[[], int | None]) -> None:
        self._paint, self._columns = paint, columns
        self._where = _NARROW
        self._above: tuple[str, str] = ("", "")
        self._tools: dict[str, str] = {}
        self._said: deque[tuple[str, str, str]] = deque(maxlen=_NEAR)

    def transcript(self, event: dict[str, JSON]) -> Iterator[str]:
        """The lines of one line of an AWF transcript."""
        run, parent = event.get("run_id"), event.get("parent_run_id")
        about = f"run {run}" + (f", child of {parent}" if isinstance(parent, str) and parent else "")
        yield from self._lines(of_transcript(event), str(run), about)

    def trace(self, trace: Trace) -> Iterator[str]:
        """The lines of the events that a reader found in one line."""
        for event in trace.events:
            row = of_event(event, trace)
            if isinstance(event.call, str) and isinstance(event.body, ToolCall):
                self._tools[event.call] = event.body.tool
            elif isinstance(event.call, str) and event.call in self._tools:
                row = row._replace(where=self._tools[event.call])  # a line by itself knows only the call's id
            if isinstance(event.body, Text | Thought) and row.content:
                said = (row.what, row.where, row.content)
                row = row._replace(content=_AGAIN, style="dim") if said in self._said else row
                self._said.append(said)
            yield from self._lines(row, "", "")

    def other(self, value: JSON) -> Iterator[str]:
        """The line of a record of no known format."""
        yield from self._lines(Row("", "", "record", _text(value), "dim"), "", "")

    def bad(self, number: int, message: str, data: bytes) -> str:
        """The line of something that is not JSON."""
        words = f"line {number}: {message}: {data.decode('utf-8', 'backslashreplace')}"
        return self._paint.styled(self._cut(words, 0), "error")

    def _lines(self, row: Row, run: str, about: str) -> Iterator[str]:
        day, _, clock = when(row.time, seconds=True).partition(" ")
        # The tools of a run state no parent, so the id alone says whether another run speaks.
        if (day and day != self._above[0]) or (run and run != self._above[1]):
            named = f"{day} {zone()}" if day and not self._above[0] else day  # the zone is said once
            yield self._paint(one_line("  ".join(filter(None, (named, about)))), "dim")
            self._above = (day or self._above[0], run or self._above[1])
        where, what = _cell(row.where), f"{_cell(row.what):{_WHAT}}"
        self._where = max(self._where, width(where))
        time, place = f"{clock:8}", where + " " * (self._where - width(where))
        content = self._cut(row.content, width(time) + width(place) + width(what) + 6)
        painted = [
            self._paint.styled(time, "dim"),
            place,
            self._paint.styled(what, row.style),
            self._paint.styled(content, "error" if row.style == "error" else ""),
        ]
        yield "  ".join(painted).rstrip()

    def _cut(self, text: str, used: int) -> str:
        columns = self._columns()
        if columns is None:
            return one_line(text)
        left = max(columns - used, 16)
        # Only as much as may be shown is looked at: a line may hold a whole file.
        part = one_line(text[: left * _BEYOND])
        return fitted(part if len(text) <= left * _BEYOND else part + "…", left)


@lru_cache(maxsize=64)  # neighbours say the same places over and over
def _cell(text: str) -> str:
    """On one line, and as much of its end as its column takes."""
    return fitted(one_line(text[-4 * _WHERE :]), _WHERE, end=True)


def of_transcript(event: dict[str, JSON]) -> Row:
    """A line of an AWF transcript; its payload is told by its shape, as the specification has it."""
    what, path, iteration = str(event.get("type")), event.get("path"), event.get("iteration")
    where = path if isinstance(path, str) else ""
    if type(iteration) is int and iteration:
        where += f"#{iteration}"
    time = event.get("timestamp")
    payload = event.get("payload")
    content, failed = _payload(payload)
    if isinstance(child := event.get("child_run_id"), str) and child:
        content += f"  → run {child}"
    style = "error" if failed else _STYLES.get(what, "dim")
    return Row(time if isinstance(time, str) else "", where, what, content, style)


_STYLES = {
    **dict.fromkeys(wire.RUN, "bold"),
    **dict.fromkeys(wire.STEP, "bold"),
    **dict.fromkeys(wire.TOOL, "tool"),
    "message.user": "prompt",
    "message.assistant": "good",
}


def _payload(payload: JSON) -> tuple[str, bool]:
    """What a payload says, and whether it says that something failed."""
    match wire.dispatch(payload):
        case wire.Payload.NONE:
            return "", False
        case wire.Payload.BLOCKS:
            return _blocks(payload), False
        case wire.Payload.MESSAGE if isinstance(payload.get("blocks"), list):
            return _blocks(payload["blocks"]), False
        case wire.Payload.TOOL:
            return _tool(payload)
        case wire.Payload.STEP:
            return _step(payload)
        case _:
            return _text(payload), False


def _tool(payload: dict[str, JSON]) -> tuple[str, bool]:
    name, error, output = _text(payload.get("name")), payload.get("error"), payload.get("output")
    if error:
        return f"{name}  failed: {_text(error)}", True
    content = payload.get("input") if output is None else output
    return f"{name}  {'' if content is None else _text(content)}", False


def _step(payload: dict[str, JSON]) -> tuple[str, bool]:
    words = " ".join(_text(each) for each in (payload.get("name"), payload.get("kind")) if each is not None)
    if error := payload.get("error"):
        return f"{words}  failed: {_text(error)}", True
    return words + (f"  {_text(payload['result'])}" if payload.get("result") is not None else ""), False


def _blocks(blocks: list[JSON]) -> str:
    return "  ".join(map(_block, blocks))


def _block(block: JSON) -> str:
    match block:
        case {"type": "text" | "stream", "text": str(text)} | {"type": "stream", "chunk": str(text)}:
            return text
        case {"type": "thinking", "thinking": str(text)}:
            return f"thinking: {text}"
        case {"type": "tool_use", "tool_name": str(name)}:
            return f"▸ {name}  {_text(block['tool_input']) if 'tool_input' in block else ''}"
        case {"type": "tool_result", "tool_content": content}:
            return f"└ {_text(content)}"
        case {"type": "command", "command": str(text)}:
            return f"$ {text}"
        case _:
            return _text(block)


def of_event(event: Event, trace: Trace) -> Row:
    """An event that some format's reader made of a line."""
    actor = trace.header.actors.get(event.actor)
    where = actor.name if actor else event.actor
    if isinstance(event.span, str):
        where += f"@{event.span}"
    content, style = _body(event.body)
    if style == "good" and event.role is not UNSET and event.role.value == "user":
        style = "prompt"
    time = event.time if isinstance(event.time, str) else ""
    return Row(time, where, event.kind.value, content, style)


def _body(body: Body) -> tuple[str, str]:
    match body:
        case Text(text):
            return text, "good"
        case Thought(state, text):
            return (text if isinstance(text, str) else f"({state.value})"), "dim"
        case ToolCall(tool, arguments):
            return f"{tool}  {'' if arguments is UNSET else _text(arguments)}", "tool"
        case ToolResult(content, error):
            text = "(no content)" if content is UNSET else _text(content)
            return (f"failed: {text}", "error") if error is True else (text, "tool")
        case Span(name):
            return name, "bold"
        case Lifecycle(name, text, data):
            parts = [name, text if isinstance(text, str) else "", "" if data is UNSET else _text(data)]
            return "  ".join(filter(None, parts)), "dim"
        case Blob(media_type, size):
            return f"{media_type or 'bytes'} {size or ''}", "tool"
        case Unknown(name):
            return f"an unknown record: {name}", "dim"
        case _:
            assert_never(body)


def _text(value: JSON) -> str:
    return value if isinstance(value, str) else encode(value).decode()
