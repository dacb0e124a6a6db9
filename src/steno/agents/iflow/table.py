"""The records of iFlow CLI, as a table: an envelope with ids of a tree, messages as Anthropic's API has them, and in
them results as Google's API has them."""

from __future__ import annotations

from typing import Final

from steno.agents.iflow.idiom import IDIOM
from steno.base.exact import JSON
from steno.base.patterns import deferred
from steno.contracts import Format
from steno.formats.injected import Marks
from steno.kit.agent import parts_of
from steno.kit.facts import sniffer
from steno.kit.table import HUMAN, MODEL, PARENT, TOOL, Blocks, Part, Read, Shape, Spec, by, down, inside
from steno.model import Kind, Role
from steno.model.kept import ID

_RESPONSE = "content.responseParts.functionResponse.response"


def tell(record: dict[str, JSON]) -> str:
    """The type; of a record that holds one result also what it says, of a prompt whether a sub-agent was asked."""
    kind = record.get("type")
    if kind != "user":
        return kind if type(kind) is str else ""
    content = down(record, ("message", "content"))
    first = inside(content, "0")
    if type(content) is list and len(content) == 1 and type(first) is dict and first.get("type") == "tool_result":
        response = down(first, _RESPONSE.split("."))
        held = next((key for key in ("output", "error") if key in response), "") if type(response) is dict else ""
        return f"user.{held or 'result'}"
    return "user.sidechain" if record.get("isSidechain") is True else "user"


def _result(content: str) -> Shape:
    return Shape(
        Kind.TOOL_RESULT,
        TOOL,
        {
            "message.content.0.tool_use_id": "call",
            f"message.content.0.{content}": "body.content",
            "message.content.0.content.resultDisplay": "body.detail",
            "toolUseResult.status": Read("body.error", {"success": False, "error": True}),
        },
    )


def _prompt(actor: str) -> list[Part]:
    words = Shape(Kind.MESSAGE, actor, {"text": "body.text"})
    results = Shape(Kind.TOOL_RESULT, TOOL, {"tool_use_id": "call", "content": "body.content"})
    blocks: dict[str, Part] = {"text": words, "tool_result": results, "image": Shape(Kind.BLOB, HUMAN)}
    return [Blocks("message.content", by("type"), blocks, words=words), _EMPTY]


_EMPTY = Shape(Kind.LIFECYCLE, otherwise=True)
_WORDS = Shape(Kind.MESSAGE, MODEL, {"text": "body.text"})
_SAID = Blocks(
    "message.content",
    by("type"),
    {
        "text": _WORDS,
        "thinking": Shape(Kind.THOUGHT, MODEL, {"thinking": "body.text"}),
        "tool_use": Shape(
            Kind.TOOL_CALL, MODEL, {"id": Read("call"), "name": "body.tool", "input": "body.arguments"}
        ),
    },
    words=_WORDS,
    again="id",
)  # fmt: skip
RECORDS: Final[dict[str, Part | list[Part]]] = {
    "user": _prompt(HUMAN),
    "user.sidechain": _prompt(PARENT),
    "user.output": _result(f"{_RESPONSE}.output"),
    "user.error": _result(f"{_RESPONSE}.error"),
    "user.result": Shape(
        Kind.TOOL_RESULT,
        TOOL,
        {
            "message.content.0.tool_use_id": "call",
            "message.content.0.content": "body.content",
            "toolUseResult.status": Read("body.error", {"success": False, "error": True}),
        },
    ),
    "assistant": [_SAID, _EMPTY._replace(actor=MODEL, role=Role.ASSISTANT)],
    "system": Shape(Kind.LIFECYCLE, takes={"content": "body.text"}),
    "summary": Shape(Kind.LIFECYCLE, takes={"summary": "body.text"}, header={"summary": "title"}),
}

SPEC = Spec(
    name="iflow",
    tell=tell,
    records=RECORDS,
    every={
        "timestamp": "time",
        "uuid": "native",
        "parentUuid": "parent",
        "cwd": Read("signs.cwd"),
        "gitBranch": Read("signs.branch"),
        "message.id": "response",
        "message.model": "model",
        "message.stop_reason": Read("signs.stop"),
        "message.usage.input_tokens": "usage.input",
        "message.usage.output_tokens": "usage.output",
        "message.usage.cache_read_input_tokens": "usage.cache_read",
        "message.usage.cache_creation_input_tokens": "usage.cache_write",
    },
    header={
        "sessionId": "ids.session",
        "version": "versions",
        "cwd": "environment.cwd",
        "gitBranch": "environment.git_branch",
    },
    marks=Marks("system-reminder"),
    recognise=IDIOM.of,
    kept={"message.content[].content.callId": ID, "message.content[].content.responseParts.functionResponse.id": ID},
    known_by=("uuid", "parentUuid", "sessionId", "timestamp", "type", "message.role", "message.content"),
    marked=(b'"sessionId":"session-', b'"sessionId": "session-', b'"responseParts"'),
)
_NAMED = deferred(rb'"sessionId": ?"session-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"')
_OTHERS: Final = (b'"requestId":"req_', b'"requestId": "req_', b'"id":"msg_', b'"id": "msg_')
"""Ids that Anthropic's API gives: who asks that one directly writes the same envelope, and may name its sessions so."""
_usual = sniffer(SPEC)


def sniff(head: bytes) -> bool:
    """Whether a file is iFlow's: by its records, and by how its ids and results are spelled."""
    if not _usual(head) or any(each in head for each in _OTHERS):
        return False
    return b'"responseParts"' in head or _NAMED().search(head) is not None


_PARTS = parts_of(SPEC)
_PARTS["sniff"] = sniff
FORMAT = Format("iflow", "iFlow CLI session", _PARTS)
