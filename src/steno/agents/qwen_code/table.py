"""The records of Qwen Code, as a table: each names the one that it follows, and holds a message as the API has it."""

from __future__ import annotations

from typing import Final

from steno.agents.qwen_code.idiom import IDIOM
from steno.agents.shapes.content_parts import answered, prompt
from steno.base.exact import JSON
from steno.contracts import Format
from steno.formats.injected import Marks
from steno.kit.agent import parts_of
from steno.kit.log import Log
from steno.kit.table import HUMAN, MODEL, PARENT, PROGRAM, TOOL, Blocks, Hook, Part, Read, Shape, Spec, having
from steno.model import Kind, Lifecycle, Role, Visibility
from steno.model.kept import ID

MARKS = Marks("system-reminder|qwen:user-prompt-submit-context|qwen:session-start-context")
_TOLD = ("notification", "cron", "goal_runtime", "agent_launch_prompt")
"""What stands in the user's place and is nobody's typing."""
_KNOWN = (
    "chat_compression", "custom_title", "parent_session", "rewind", "session_model", "turn_result", "ui_telemetry",
)  # fmt: skip


def tell(record: dict[str, JSON]) -> str:
    """The type, and what tells apart records of one type."""
    kind, subtype = record.get("type"), record.get("subtype")
    if kind == "user":
        asked = subtype in _TOLD if type(subtype) is str else False
        return f"user.{subtype}" if asked else "user.sidechain" if record.get("isSidechain") is True else "user"
    if kind == "tool_result":
        message = record.get("message")
        return f"tool_result.{answered(message.get('parts') if type(message) is dict else None)}"
    if kind == "system" and subtype == "slash_command":
        given = record.get("systemPayload")
        phase = given.get("phase") if type(given) is dict else None
        return "system.slash_command" if phase == "invocation" else "system.slash_result"
    if kind == "system":
        return f"system.{subtype}" if type(subtype) is str and subtype in _KNOWN else "system"
    return kind if type(kind) is str else ""


def _asks(actor: str) -> Hook:
    def asked(log: Log, record: dict[str, JSON], where: str) -> None:
        if type(message := record.get("message")) is dict:
            prompt(log, message, "parts", f"{where}/message", actor)
        if len(log.events) == log.start:
            log.emit(Kind.LIFECYCLE, Lifecycle(log.told), PROGRAM, where)

    return asked


def _answers(log: Log, record: dict[str, JSON], where: str) -> None:
    """Records of one id are pieces of one answer."""
    if native := log.shared.get("native"):
        log.shared["response"] = native


def _part(part: dict[str, JSON]) -> str:
    return "thought" if part.get("thought") is True else _KEY(part)


_KEY = having("functionCall", "text", "inlineData", "fileData")
_WORDS = Shape(Kind.MESSAGE, MODEL, {"text": "body.text"})
_BLOB = Shape(Kind.BLOB, MODEL, role=Role.ASSISTANT)
_SAID = Blocks(
    "message.parts",
    _part,
    {
        "text": _WORDS,
        "thought": Shape(Kind.THOUGHT, MODEL, {"text": "body.text"}),
        "functionCall": Shape(
            Kind.TOOL_CALL,
            MODEL,
            {"id": "call", "name": "body.tool", "args": "body.arguments"},
            at="functionCall",
        ),
        "inlineData": _BLOB,
        "fileData": _BLOB,
    },
    words=_WORDS,
)
_EMPTY = Shape(Kind.LIFECYCLE, MODEL, role=Role.ASSISTANT, otherwise=True)
_RESPONSE = "message.parts.0.functionResponse."
_ABOUT: dict[str, str | Read] = {
    "toolCallResult.resultDisplay": "body.detail",
    "toolCallResult.status": Read("body.error", {"success": False, "error": True}),
}
_RESULT = Shape(Kind.TOOL_RESULT, TOOL)
_SEVERAL = Blocks(
    "message.parts",
    having("functionResponse"),
    {
        "functionResponse": _RESULT._replace(takes={"id": "call", "response": "body.content"}, at="functionResponse"),
        "*": Shape(Kind.BLOB, TOOL, role=Role.TOOL),
    },
)


def _one(key: str) -> Shape:
    return _RESULT._replace(takes={f"{_RESPONSE}id": "call", f"{_RESPONSE}response.{key}": "body.content", **_ABOUT})


_OTHER = Shape(Kind.LIFECYCLE, otherwise=True)
_KEPT = Shape(Kind.LIFECYCLE, at="systemPayload", rest=True)
RECORDS: Final[dict[str, Part | list[Part]]] = {
    "user": _asks(HUMAN),
    "user.sidechain": _asks(PARENT),
    "user.agent_launch_prompt": _asks(PARENT),
    "user.notification": _asks(PROGRAM),
    "user.cron": _asks(PROGRAM),
    "user.goal_runtime": _asks(PROGRAM),
    "assistant": [_answers, _SAID, _EMPTY],
    "tool_result.output": _one("output"),
    "tool_result.error": _one("error"),
    "tool_result.parts": [_SEVERAL, _OTHER],
    "tool_result.none": _OTHER,
    # The human's own command, typed to the program: it begins no turn.
    "system.slash_command": Shape(
        Kind.LIFECYCLE, HUMAN, {"systemPayload.rawCommand": "body.text"}, visibility=Visibility.PUBLIC
    ),
    "system.slash_result": _OTHER,
    "system.chat_compression": [_KEPT, _OTHER],
    "system.custom_title": [
        _KEPT._replace(takes={"customTitle": "body.text"}, header={"customTitle": "title"}), _OTHER
    ],
    "system.parent_session": [_KEPT._replace(header={"parentSessionId": "ids.parent"}), _OTHER],
    "system.rewind": [_KEPT, _OTHER],
    "system.session_model": [_KEPT._replace(takes={"modelId": Read("log.model")}), _OTHER],
    "system.turn_result": [_KEPT, _OTHER],
    "system.ui_telemetry": [_KEPT._replace(sets={"body.transient": True}), _OTHER],
    "system": [_KEPT, _OTHER],
}  # fmt: skip

SPEC = Spec(
    name="qwen-code",
    tell=tell,
    records=RECORDS,
    every={
        "timestamp": "time",
        "uuid": "native",
        "parentUuid": "parent",
        "model": "model",
        "cwd": Read("signs.cwd"),
        "gitBranch": Read("signs.branch"),
        "usageMetadata.promptTokenCount": "usage.input",
        "usageMetadata.candidatesTokenCount": "usage.output",
        "usageMetadata.cachedContentTokenCount": "usage.cache_read",
        "usageMetadata.thoughtsTokenCount": "usage.reasoning",
        "usageMetadata.totalTokenCount": "usage.total",
    },
    header={
        "sessionId": "ids.session",
        "version": "versions",
        "cwd": "environment.cwd",
        "gitBranch": "environment.git_branch",
        "agentId": "ids.agent",
        "forkedFrom.sessionId": "ids.forked_from",
    },
    marks=MARKS,
    recognise=IDIOM.of,
    kept={
        "forkedFrom.messageUuid": ID,
        "toolCallResult.callId": ID,
        "systemPayload.targetUuid": ID,
        "targetUuid": ID,
        "promptId": ID,
    },
    holes={Kind.MESSAGE: {"text": "body.text"}},
    known_by=(
        ("uuid", "parentUuid", "sessionId", "timestamp", "type", "message.parts"),
        ("uuid", "parentUuid", "sessionId", "timestamp", "type=system", "subtype", "systemPayload"),
    ),
)
FORMAT = Format("qwen-code", "Qwen Code session", parts_of(SPEC))
