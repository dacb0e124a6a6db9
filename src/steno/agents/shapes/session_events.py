"""Events of a session, each with a type, an id and a parent: of Copilot CLI, and of transcripts of Copilot Chat."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from steno.agents.shapes.session_words import METRICS
from steno.base.exact import JSON, pointer
from steno.idioms import Idiom
from steno.kit.log import Log
from steno.kit.table import HUMAN, MODEL, TOOL, Blocks, Part, Read, Shape, Spec
from steno.model import Kind, Lifecycle, Role, Usage
from steno.model.kept import ID, SEALED
from steno.model.words import words

_OF_THE_PROGRAM = "user.message.injected"


def tell(record: dict[str, JSON]) -> str:
    """The type of an event; a prompt that the program wrote is told apart."""
    kind, data = record.get("type"), record.get("data")
    source = data.get("source") if type(data) is dict else None
    if kind == "user.message" and type(source) is str and source not in ("", "user"):
        return _OF_THE_PROGRAM
    return kind if type(kind) is str else ""


# Calls


def again(log: Log, record: dict[str, JSON], where: str) -> None:
    """A call that an answer asked for is said again when it starts."""
    asked: dict[str, str] = log.state if log.state is not None else {}
    log.state = asked
    for index in range(log.first, len(log.events)):
        event = log.events[index]
        if event.kind is Kind.TOOL_CALL and isinstance(event.call, str):
            first = asked.setdefault(event.call, event.uid)
            if first != event.uid:
                log.events[index] = replace(event, echo_of=first)


def _words(error: Any) -> Any:
    return error if type(error) is str else UNSET


_CALLS = Blocks(
    "data.toolRequests",
    lambda request: "request",
    {
        "request": Shape(
            Kind.TOOL_CALL, MODEL, {"toolCallId": "call", "name": "body.tool", "arguments": "body.arguments"}
        )
    },
)
_START = Shape(
    Kind.TOOL_CALL,
    MODEL,
    {
        "toolCallId": "call",
        "toolName": "body.tool",
        "arguments": "body.arguments",
        "mcpServerName": Read("body.server", _words),
    },
    at="data",
)
_RESULT = Shape(
    Kind.TOOL_RESULT,
    TOOL,
    {
        "toolCallId": "call",
        "result.content": "body.content",
        "result.text_result_for_llm": "body.content",
        "result.detailedContent": "body.detail",
        "error.message": "body.content",
        "error": Read("body.content", _words),
        "success": Read("body.error", {True: False, False: True}),
    },
    at="data",
)

# Usage

_COUNTS = {
    "inputTokens": "input",
    "outputTokens": "output",
    "cacheReadTokens": "cache_read",
    "cacheWriteTokens": "cache_write",
    "reasoningTokens": "reasoning",
}


def metrics(log: Log, record: dict[str, JSON], where: str) -> None:
    """What each model took in the run that ends."""
    data = record.get("data")
    models = data.get("modelMetrics") if type(data) is dict else None
    for model, each in models.items() if type(models) is dict else ():
        usage = each.get("usage") if type(each) is dict else None
        counts = usage.items() if type(usage) is dict else ()
        stated = {_COUNTS[key]: count for key, count in counts if key in _COUNTS and type(count) is int}
        fields = {"model": model or UNSET, "usage": Usage(**stated) if stated else UNSET}
        place = where + pointer("data", "modelMetrics", model)
        log.emit(Kind.LIFECYCLE, Lifecycle(METRICS), log.speaker(model, UNSET), place, fields)


# Records

_KEPT = Shape(Kind.LIFECYCLE, at="data", rest=True)
_CONTEXT = {
    "context.cwd": "environment.cwd",
    "context.branch": "environment.git_branch",
    "context.headCommit": "environment.git_commit",
    "cwd": "environment.cwd",
    "branch": "environment.git_branch",
}
_STARTED = _KEPT._replace(
    takes={"context.cwd": Read("signs.cwd"), "context.branch": Read("signs.branch")},
    header={"sessionId": "ids.session", "copilotVersion": "versions", **_CONTEXT},
)
_SAID = Shape(Kind.MESSAGE, MODEL, {"content": "body.text"}, at="data", when="content")
_THOUGHT = Shape(Kind.THOUGHT, MODEL, {"reasoningText": "body.text"}, at="data", when="reasoningText")
_EMPTY = Shape(Kind.LIFECYCLE, MODEL, role=Role.ASSISTANT, otherwise=True)
_PROMPT = Shape(Kind.MESSAGE, HUMAN, {"content": "body.text"}, at="data")
_INJECTED = Shape(Kind.MESSAGE, takes={"content": "body.text"}, at="data")
_ENDED = Shape(Kind.SPAN_END, takes={"toolCallId": Read("span"), "agentName": Read("body.name")}, at="data")

_ABOUT = words(
    """
abort assistant.intent assistant.turn_end assistant.turn_start command.completed command.execute command.queued
elicitation.completed elicitation.requested exit_plan_mode.completed exit_plan_mode.requested external_tool.completed
external_tool.requested hook.end hook.start mcp.oauth_completed mcp.oauth_required pending_messages.modified
permission.completed permission.requested session.auto_mode_resolved session.background_tasks_changed
session.compaction_start session.error session.handoff session.idle session.import_legacy session.info
session.mode_changed session.model_change session.permissions_changed session.plan_changed session.shutdown
session.skills_loaded session.snapshot_rewind session.task_complete session.tools_updated session.truncation
session.usage_checkpoint session.usage_info session.warning session.workspace_file_changed skill.invoked
subagent.deselected subagent.selected system.notification_dismissed tool.user_requested user_input.completed
user_input.requested
"""
)
_PASSING = ("assistant.usage", "tool.execution_partial_result", "tool.execution_progress")
"""What is written, if at all, only while it happens; what it says is said again."""

RECORDS: dict[str, Part | list[Part]] = {
    **dict.fromkeys(_ABOUT, _KEPT),
    **dict.fromkeys(_PASSING, _KEPT._replace(sets={"body.transient": True})),
    "session.start": _STARTED,
    "session.resume": _STARTED,
    "session.context_changed": _STARTED,
    "session.compaction_complete": _KEPT._replace(takes={"summaryContent": "body.text"}),
    "session.title_changed": _KEPT._replace(takes={"title": "body.text"}, header={"title": "title"}),
    "session.shutdown": [Shape(Kind.LIFECYCLE), metrics],
    "system.message": _INJECTED._replace(role=Role.SYSTEM),
    "system.notification": _INJECTED,
    "user.message": _PROMPT,
    _OF_THE_PROGRAM: _INJECTED,
    "assistant.message": [_THOUGHT, _SAID, _CALLS, again, _EMPTY],
    "assistant.reasoning": Shape(Kind.THOUGHT, MODEL, {"data.content": "body.text"}),
    "tool.execution_start": [_START, again],
    "tool.execution_complete": _RESULT,
    "subagent.started": _ENDED._replace(kind=Kind.SPAN_START),
    "subagent.completed": _ENDED,
    "subagent.failed": _ENDED,
}


def spec(name: str, idiom: Idiom, marked: tuple[bytes, ...]) -> Spec:
    """The table of an agent that writes such events."""
    return Spec(
        name=name,
        tell=tell,
        records=RECORDS,
        every={
            "timestamp": "time",
            "id": "native",
            "parentId": "parent",
            "data.messageId": "response",
            "data.model": "model",
            "agentId": Read("span", _words),
            "data.parentToolCallId": Read("span", _words),
            "data.outputTokens": "usage.output",
        },
        known_by=(
            ("type=session.start", "data.sessionId"),
            ("type=user.message", "data.content", "id", "timestamp"),
            ("type=assistant.turn_start", "data.turnId", "id", "timestamp"),
        ),
        marked=marked,
        envelope=frozenset({"type", "id", "parentId", "timestamp", "ephemeral"}),
        recognise=idiom.of,
        kept={
            "data.reasoningOpaque": SEALED,
            "data.encryptedContent": SEALED,
            "data.interactionId": ID,
            "data.requestId": ID,
            "data.serviceRequestId": ID,
            "data.apiCallId": ID,
            "data.parentAgentTaskId": ID,
        },
    )
