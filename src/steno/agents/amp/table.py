"""The threads of Amp, as a table: one document, whose messages have Anthropic's blocks with results of Amp's own."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote, urlsplit

from msgspec import UNSET, UnsetType

from steno.agents.amp.idiom import IDIOM
from steno.contracts import Format
from steno.kit.agent import parts_of
from steno.kit.document import Document
from steno.kit.table import HUMAN, MODEL, TOOL, Blocks, Read, Shape, Spec, by
from steno.kit.times import millis
from steno.model import Kind, Role, ThoughtState
from steno.model.kept import SEALED


def _number(value: Any) -> str | UnsetType:
    """The id of a message, which is a number."""
    return str(value) if type(value) is int else UNSET


def _folder(trees: Any) -> str | UnsetType:
    """The first folder of the workspace, which is given as an address."""
    first = trees[0] if type(trees) is list and trees else None
    address = first.get("uri") if type(first) is dict else None
    if type(address) is not str or not address.startswith("file://"):
        return UNSET
    return unquote(urlsplit(address).path) or UNSET


_PROMPT = Shape(Kind.MESSAGE, HUMAN, {"text": "body.text"})
_WORDS = Shape(Kind.MESSAGE, MODEL, {"text": "body.text"})
_ASKED = {
    "text": _PROMPT,
    "image": Shape(Kind.BLOB, HUMAN, {"source.mediaType": "body.media_type"}),
    "tool_result": Shape(
        Kind.TOOL_RESULT,
        TOOL,
        {
            "toolUseID": "call",
            "run.result": "body.content",
            "run.error": "body.detail",
            "run.status": Read("body.error", {"done": False, "error": True}),
        },
    ),
}
_ANSWERED = {
    "text": _WORDS,
    "thinking": Shape(Kind.THOUGHT, MODEL, {"thinking": "body.text"}),
    "redacted_thinking": Shape(Kind.THOUGHT, MODEL, sets={"body.state": ThoughtState.REDACTED}),
    "tool_use": Shape(Kind.TOOL_CALL, MODEL, {"id": "call", "name": "body.tool", "input": "body.arguments"}),
}
_LEDGER = Shape(
    Kind.LIFECYCLE,
    name="usage",
    takes={
        "timestamp": "time",
        "model": "model",
        "tokens.input": "usage.input",
        "tokens.output": "usage.output",
        "tokens.cacheReadInputTokens": "usage.cache_read",
        "tokens.cacheCreationInputTokens": "usage.cache_write",
    },
)
"""What a request took, in threads whose messages do not say it."""

SPEC = Spec(
    name="amp",
    tell=by("role"),
    records={
        "document": [
            Shape(
                Kind.LIFECYCLE,
                name="thread",
                header={
                    "id": "ids.session",
                    "title": "title",
                    "env.initial.cwd": "environment.cwd",
                    "env.initial.trees": Read("environment.cwd", _folder),
                    "env.initial.platform.clientVersion": "versions",
                },
            ),
            Blocks("usageLedger.events", lambda _: "usage", {"usage": _LEDGER}),
        ],
        "user": [Blocks("content", by("type"), _ASKED, words=_PROMPT), Shape(Kind.LIFECYCLE, otherwise=True)],
        "assistant": [
            Blocks("content", by("type"), _ANSWERED, words=_WORDS),
            Shape(Kind.LIFECYCLE, MODEL, role=Role.ASSISTANT, otherwise=True),
        ],
    },
    every={
        "created": Read("time", millis),
        "meta.sentAt": Read("time", millis),
        "usage.timestamp": "time",
        "messageId": Read("native", _number),
        "state.stopReason": Read("signs.stop"),
        "usage.model": "model",
        "usage.inputTokens": "usage.input",
        "usage.outputTokens": "usage.output",
        "usage.cacheReadInputTokens": "usage.cache_read",
        "usage.cacheCreationInputTokens": "usage.cache_write",
    },
    known_by=("id", "created"),
    marked=(b'"id":"T-', b'"id": "T-'),
    recognise=IDIOM.of,
    kept={"content[].signature": SEALED, "content[].data": SEALED},
    source=Document("messages"),
)
FORMAT = Format("amp", "Amp thread", parts_of(SPEC))
