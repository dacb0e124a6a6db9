"""The events of a managed session, as tables: plain, and below `raw` where a publisher wrapped them."""

from __future__ import annotations

from collections.abc import Callable

from steno.agents.claude_managed.idiom import IDIOM
from steno.base.exact import JSON
from steno.contracts import Format
from steno.kit.agent import parts_of
from steno.kit.table import HUMAN, MODEL, PROGRAM, TOOL, Blocks, Part, Read, Shape, Spec, by, joined
from steno.model import Kind, Role
from steno.model.kept import ID


def _tell(at: str) -> Callable[[dict[str, JSON]], str]:
    """The kind of an event: its type, and of a request also whether it failed."""

    def tell(record: dict[str, JSON]) -> str:
        event = record.get(at) if at else record
        kind = event.get("type") if type(event) is dict else None
        if type(event) is dict and kind == "span.model_request_end" and event.get("is_error") is True:
            return "span.model_request_end.failed"
        return kind if type(kind) is str else ""

    return tell


def _call(at: str) -> Shape:
    takes = {"id": "call", "name": "body.tool", "input": "body.arguments", "mcp_server_name": "body.server"}
    return Shape(Kind.TOOL_CALL, MODEL, takes, at=at)


def _result(at: str, id: str) -> Shape:
    takes: dict[str, str | Read] = {id: "call", "content": "body.content", "is_error": "body.error"}
    return Shape(Kind.TOOL_RESULT, TOOL, takes, at=at)


def _records(at: str) -> dict[str, Part | list[Part]]:
    kept = Shape(Kind.LIFECYCLE, rest=True, at=at)
    content = joined(at, "content")
    spoken = {who: Shape(Kind.MESSAGE, who, {"text": "body.text"}) for who in (HUMAN, PROGRAM, MODEL)}
    blob = Shape(Kind.BLOB, HUMAN, role=Role.USER)
    tokens = {
        "input_tokens": "usage.input",
        "output_tokens": "usage.output",
        "cache_read_input_tokens": "usage.cache_read",
        "cache_creation_input_tokens": "usage.cache_write",
    }
    request = Shape(
        Kind.LIFECYCLE,
        takes={
            **{f"model_usage.{name}": field for name, field in tokens.items()},
            "model_request_start_id": Read("response"),
        },
        sets={"body.transient": True},
        at=at,
    )
    return {
        "user.message": Blocks(content, by("type"), {
            "text": spoken[HUMAN], "image": blob, "document": blob,
        }, words=spoken[HUMAN]),
        "user.define_outcome": Shape(Kind.MESSAGE, HUMAN, {"description": "body.text"}, at=at),
        "user.interrupt": Shape(Kind.LIFECYCLE, HUMAN, at=at),
        "user.tool_confirmation": Shape(Kind.LIFECYCLE, HUMAN, {"deny_message": "body.text"}, rest=True, at=at),
        "user.custom_tool_result": _result(at, "custom_tool_use_id"),
        "system.message": Blocks(content, by("type"), {"text": spoken[PROGRAM]}, words=spoken[PROGRAM]),
        "agent.message": Blocks(content, by("type"), {"text": spoken[MODEL]}, words=spoken[MODEL]),
        "agent.thinking": Shape(Kind.THOUGHT, MODEL, {"thinking": "body.text"}, at=at),
        "agent.tool_use": _call(at),
        "agent.mcp_tool_use": _call(at),
        "agent.custom_tool_use": _call(at),
        "agent.tool_result": _result(at, "tool_use_id"),
        "agent.mcp_tool_result": _result(at, "mcp_tool_use_id"),
        "span.model_request_end": request,
        "span.model_request_end.failed": request,
        "span.outcome_evaluation_end": Shape(Kind.LIFECYCLE, takes={"explanation": "body.text"}, rest=True, at=at),
        "session.error": Shape(Kind.LIFECYCLE, takes={"error.message": "body.text"}, at=at),
        "session.thread_status_running": kept._replace(header={"session_thread_id": "ids.thread"}),
        **dict.fromkeys(
            (
                "agent.thread_context_compacted", "agent.thread_message_received", "agent.thread_message_sent",
                "session.deleted", "session.status_idle", "session.status_rescheduled", "session.status_running",
                "session.status_terminated", "session.thread_created", "session.thread_status_idle",
                "session.thread_status_rescheduled", "session.thread_status_terminated", "session.updated",
                "session.usage", "span.model_request_start", "span.outcome_evaluation_ongoing",
                "span.outcome_evaluation_start",
            ),
            kept,
        ),
    }  # fmt: skip


def _spec(at: str, time: str, known_by: tuple[tuple[str, ...], ...]) -> Spec:
    return Spec(
        name="claude-managed",
        tell=_tell(at),
        records=_records(at),
        every={time: "time", joined(at, "id"): Read("native")},
        known_by=known_by,
        envelope=frozenset({"type", "id", "processed_at"}),
        recognise=IDIOM.of,
        kept={joined(at, "outcome_id"): ID, joined(at, "outcome_evaluation_start_id"): ID},
    )


SPECS = {
    "wrapped": _spec("raw", "time", (("kind", "time", "raw.type", "raw.id", "raw.processed_at"),)),
    "events": _spec("", "processed_at", (
        ("id", "processed_at", "type=agent.message"),
        ("id", "processed_at", "type=session.status_running"),
        ("id", "processed_at", "type=span.model_request_start"),
        ("id", "processed_at", "type=user.define_outcome"),
    )),
}  # fmt: skip
FORMAT = Format("claude-managed", "Session of a Claude managed agent", parts_of(SPECS))
