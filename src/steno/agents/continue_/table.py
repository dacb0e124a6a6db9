"""The history of a Continue session, as a table: one document, with an item for each message."""

from __future__ import annotations

from steno.agents.continue_.idiom import IDIOM
from steno.contracts import Format
from steno.kit.agent import parts_of
from steno.kit.document import Document
from steno.kit.table import HUMAN, MODEL, TOOL, Blocks, Part, Read, Shape, Spec, by
from steno.model import Kind, Role

_WORDS = Shape(Kind.MESSAGE, MODEL, {"text": "body.text"})
_PROMPT = Shape(Kind.MESSAGE, HUMAN, {"text": "body.text"})
_SYSTEM = Shape(Kind.MESSAGE, takes={"text": "body.text"}, role=Role.SYSTEM)
_IMAGE = Shape(Kind.BLOB, HUMAN)
_THOUGHT = Shape(Kind.THOUGHT, MODEL, {"text": "body.text"}, at="reasoning", when="text")
_EMPTY = Shape(Kind.LIFECYCLE, MODEL, role=Role.ASSISTANT, otherwise=True)
_CALLS = Blocks(
    "message.toolCalls",
    lambda call: "call",
    {
        "call": Shape(
            Kind.TOOL_CALL, MODEL, {"id": "call", "function.name": "body.tool", "function.arguments": "body.arguments"}
        )
    },
)
_STATES = Blocks(
    "toolCallStates",
    lambda state: "state",
    {
        "state": [
            Shape(
                Kind.TOOL_RESULT,
                TOOL,
                {
                    "toolCallId": "call",
                    "output": "body.content",
                    "status": Read("body.error", {"done": False, "errored": True}),
                },
                when="output",
            ),
            # One that was not run, or is not yet.
            Shape(
                Kind.LIFECYCLE,
                takes={"toolCallId": Read("call"), "status": Read("signs.interrupted", {"canceled": True})},
                name="toolCallState",
                otherwise=True,
            ),
        ]
    },
)


RECORDS: dict[str, Part | list[Part]] = {
    "document": Shape(
        Kind.LIFECYCLE,
        name="session",
        takes={
            "usage.promptTokens": Read("usage.input"),
            "usage.completionTokens": Read("usage.output"),
            "usage.promptTokensDetails.cachedTokens": Read("usage.cache_read"),
            "usage.promptTokensDetails.cacheWriteTokens": Read("usage.cache_write"),
        },
        header={"sessionId": "ids.session", "title": "title", "workspaceDirectory": "environment.cwd"},
    ),
    "system": Blocks("message.content", by("type"), {"text": _SYSTEM}, words=_SYSTEM),
    "user": Blocks("message.content", by("type"), {"text": _PROMPT, "imageUrl": _IMAGE}, words=_PROMPT),
    "assistant": [
        _THOUGHT,
        Blocks("message.content", by("type"), {"text": _WORDS}, words=_WORDS._replace(when="text")),
        _CALLS,
        _STATES,
        _EMPTY,
    ],
    "thinking": Shape(Kind.THOUGHT, MODEL, {"content": "body.text"}, at="message"),
    "tool": Shape(Kind.TOOL_RESULT, TOOL, {"toolCallId": "call", "content": "body.content"}, at="message"),
}
SPEC = Spec(
    name="continue",
    tell=by("message.role"),
    records=RECORDS,
    source=Document("history"),
    known_by=("sessionId", "title", "workspaceDirectory", "history"),
    recognise=IDIOM.of,
)
FORMAT = Format("continue", "Continue session", parts_of(SPEC))
