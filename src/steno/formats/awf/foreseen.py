"""What a reader will find in the lines of a new transcript, and so what they lose: known from what is written.

Nothing is read back for that.  Tests do, and hold one against the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec import UNSET

from steno.base.exact import JSON, decode
from steno.base.jsonl import Line
from steno.diagnostics import Place
from steno.formats.awf import reader, said
from steno.formats.awf.actors import HUMAN, MODEL, PROGRAM, TOOL, Actors
from steno.formats.awf.echoes import ROUTER, Echoes
from steno.formats.awf.echoes import Place as Block
from steno.formats.awf.spans import Spans
from steno.formats.awf.wire import NAME, seems_instructed
from steno.formats.counter import AT, Difference, LossCounter, row_of, told
from steno.formats.differences import format_of
from steno.formats.losses import without_a_place
from steno.model import Body, Event, Header, Kind, Role, Source, Span, Text, ToolCall, ToolResult, Trace, Unknown

Record = dict[str, JSON]
"""A line, as a reader will see it."""
Row = list[Any]
"""The fields of an event that are compared, as a reader will find them."""

_UID, _KIND, _ACTOR, _CALL, _RESPONSE, _SPAN, _FIDELITY = map(
    AT.__getitem__, ("uid", "kind", "actor", "call", "response", "span", "fidelity")
)
_TIME, _TURN, _ITERATION = map(AT.__getitem__, ("time", "turn", "iteration"))


def _of(kind: Kind, actor: str, *about: said.About) -> Row:
    stated: dict[str, Any] = {"kind": kind, "actor": actor}
    for each in about:
        stated |= each
    return row_of(stated)


_USER, _ASSISTANT = said.spoken(Role.USER), said.spoken(Role.ASSISTANT)
_ROWS: Final = {
    "message.user": _of(Kind.MESSAGE, HUMAN, _USER),
    "text": _of(Kind.MESSAGE, MODEL, _ASSISTANT),
    "thinking": _of(Kind.THOUGHT, MODEL, _ASSISTANT, said.INTERNAL),
    "tool_use": _of(Kind.TOOL_CALL, MODEL, _ASSISTANT, said.INTERNAL),
    "tool_result": _of(Kind.TOOL_RESULT, TOOL, said.ANSWERED),
    "tool.call": _of(Kind.TOOL_CALL, MODEL, said.CALLED),
    "tool.result": _of(Kind.TOOL_RESULT, "", said.ANSWERED),
    "step.started": _of(Kind.SPAN_START, PROGRAM),
    "step.completed": _of(Kind.SPAN_END, PROGRAM),
    "unopened": _of(Kind.LIFECYCLE, PROGRAM),
    "nameless": _of(Kind.UNKNOWN, PROGRAM),
}
"""What is read of each type of line and, in a reply, of each type of block.  The end of a step that is not open is
something else, and so is a use of a tool without a name.  Who answers is the tool that a line names."""


class Foreseen:
    """Counts in what some traces will be found otherwise; is told of every line, in their order."""

    def __init__(self, traces: Sequence[Trace], counter: LossCounter) -> None:
        self._traces, self._counter = traces, counter
        self._actors, self._spans = Actors(), Spans()
        self._runs: dict[str, None] = {}
        self._prompts: dict[str, str] = {}
        self._turn = 0
        self._thoughts = False
        self._has_own = any(source.format == NAME for trace in traces for source in trace.header.sources)
        # Only a call that the router saw can be stated again by a block, and the lines behind it decide whether.
        self._may_echo = any(event.fidelity == ROUTER for trace in traces for event in trace.events)
        self._lines: list[Line] = []
        self._calls: list[tuple[Block, Difference]] = []

    def line(self, trace: Trace, events: Sequence[Event], record: Record, data: bytes) -> None:
        """The next line: the events of a trace that it states, its record, and its bytes."""
        name, run, iteration = str(record["seq"]), record["run_id"], record["iteration"]
        self._runs[run] = None
        self._spans.begin(run, record["path"], iteration)
        if self._may_echo:
            self._lines.append(Line(record["seq"], 0, 0, record))
        blocks = record["payload"].get("blocks", ())
        found = self._message(name, record["type"], blocks) if blocks else [self._event(record)]
        for index, (event, (row, body)) in enumerate(zip(events, found, strict=False)):
            row[_UID] = f"{name}.{index}" if len(blocks) > 1 else name
            row[_TIME], row[_TURN], row[_ITERATION] = record["timestamp"], self._turn or UNSET, iteration
            own = self._has_own and format_of(trace, event) == NAME
            difference = told(event, row, body, own=own, residue=_residue(data) if own and not index else UNSET)
            if self._may_echo and row[_KIND] is Kind.TOOL_CALL:
                self._calls.append(((name, index), difference))
            else:
                self._counter.differ(difference)

    def close(self) -> None:
        """Count what only the whole can say."""
        if self._calls:
            echoes = Echoes(self._lines).calls
            for place, difference in self._calls:
                self._counter.differ(Difference(gone=True) if place in echoes else difference)
        after = Header(
            ids={"run": tuple(self._runs)} if self._runs else {},
            actors=self._actors.found,
            system_prompts=self._prompts,
            thoughts=self._thoughts,
            sources=(Source(NAME),),
        )
        for trace in self._traces:
            self._counter.compare_headers(trace.header, after)
            for code, count in without_a_place(trace.notes):
                self._counter.add(code, "/notes", count)
            self._counter.compare_code(trace)

    # What is read of a line

    def _message(self, name: str, type: str, blocks: list[Record]) -> list[tuple[Row, Body]]:
        if type == "message.user":
            self._turn += 1
            if seems_instructed(blocks):
                said.instructs(self._prompts, blocks[1]["text"])
                self._actors.named(PROGRAM)
            return [(self._row(type, blocks[0]), Text(blocks[0].get("text", "")))]
        return [self._block(name, block) for block in blocks]

    def _block(self, name: str, block: Record) -> tuple[Row, Body]:
        type: str = block["type"]
        if type == "tool_use" and "tool_name" not in block:
            return self._row("nameless", {}), Unknown(type)
        row = self._row(type, block)
        if type == "tool_result":
            row[_CALL] = block.get("tool_id", UNSET)
            return row, ToolResult(block.get("tool_content", UNSET))
        row[_RESPONSE] = name
        if type == "text":
            return row, Text(block.get("text", ""))
        if type == "thinking":
            self._thoughts = True
            return row, said.thought(block.get("thinking", UNSET))
        return row, ToolCall(block["tool_name"], block.get("tool_input", UNSET))

    def _event(self, record: Record) -> tuple[Row, Body]:
        type, payload = record["type"], record["payload"]
        if type == "step.started" or type == "step.completed":
            return self._step(type, payload)
        row = self._row(type, payload)
        row[_CALL] = payload["call_id"] or UNSET
        if type == "tool.call":
            return row, ToolCall(payload["name"], payload["input"])
        row[_ACTOR] = self._actors.tool(payload["name"])
        return row, said.result(payload["output"], payload.get("error", UNSET))

    def _step(self, type: str, payload: Record) -> tuple[Row, Body]:
        opened = self._spans.open("step") if type == "step.started" else self._spans.close("step")
        # Ids that are two in the trace may be spelled as one in the file.
        row = self._row(type if opened is not None else "unopened", {})
        row[_SPAN] = opened
        return row, Span(payload["name"], {key: payload[key] for key in said.DATA if key in payload})

    def _row(self, what: str, holder: Record) -> Row:
        """The row of a line or a block; `holder` says who saw it."""
        row = _ROWS[what].copy()
        if row[_ACTOR]:
            self._actors.named(row[_ACTOR])
        row[_SPAN] = self._spans.around()
        row[_FIDELITY] = holder.get("fidelity", UNSET)
        return row


def _residue(data: bytes) -> JSON:
    """What a reader keeps of a line: asked for events of another transcript only, which have such a record."""
    line = Line(1, 0, len(data), decode(data).value)
    return reader.trace_of([line], Place(), lambda _: None).events[0].residue
