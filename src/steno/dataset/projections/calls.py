"""Calls of tools: a row for each, with what came back."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from steno.dataset.projections.contract import Asked, Column, Kind, Made, Projection
from steno.model import ToolCall, ToolResult, Trace
from steno.model.calls import results

_COLUMNS = (
    Column("tool", Kind.TEXT, "the name of the tool"),
    Column("server", Kind.TEXT, "the MCP server or namespace, where the log names one"),
    Column("arguments", Kind.JSON, "as the log has them; a text is a JSON string"),
    Column("result", Kind.TEXT, "what the model saw; JSON where it is no text"),
    Column("error", Kind.FLAG, "whether the log says that the call failed"),
    Column("exit_code", Kind.INTEGER, "of a command, where the log has it"),
    Column("seconds", Kind.JSON, "how long it took, where the program measured it"),
    Column("is_answered", Kind.FLAG, "whether the log has a result"),
)


def _rows(trace: Trace, asked: Asked) -> Iterator[Made]:
    """What is copied from another session is a row there."""
    answered = results(trace.events)
    for event in trace.events:
        body = event.body
        if not isinstance(body, ToolCall) or event.echo_of is not UNSET or event.signs.replayed:
            continue
        result = answered.get(event.uid)
        back = result.body if result is not None and isinstance(result.body, ToolResult) else None
        known = back is not None and not back.missing
        signs = (event.signs, *(() if result is None else (result.signs,)))
        yield Made(
            {
                "tool": body.tool,
                "server": body.server if isinstance(body.server, str) else None,
                "arguments": None if body.arguments is UNSET else body.arguments,
                "result": None if back is None or back.content is UNSET else back.content,
                "error": back.error if back is not None and isinstance(back.error, bool) else None,
                "exit_code": next((each.exit for each in signs if isinstance(each.exit, int)), None),
                "seconds": next((each.took for each in signs if isinstance(each.took, float)), None),
                "is_answered": known,
            },
            [event.uid, *([] if result is None else [result.uid])],
            {"uid": event.uid},
        )


def projections() -> Iterator[Projection]:
    yield Projection(
        name="tool-calls", title="calls of tools with their results", columns=_COLUMNS,
        content=("tool", "arguments", "result"), rows=_rows,
    )  # fmt: skip
