"""The messages of Claude.ai, as a table."""

from __future__ import annotations

from steno.agents.claude_ai.idiom import IDIOM
from steno.base.exact import JSON
from steno.contracts import Format
from steno.kit.agent import parts_of
from steno.kit.document import Documents
from steno.kit.table import HUMAN, MODEL, PROGRAM, TOOL, Blocks, Part, Shape, Spec, by
from steno.model import Kind, Role
from steno.model.kept import ID


def tell(message: dict[str, JSON]) -> str:
    """The kind of a message: who sent it, and whether it says its words in blocks or only as a text."""
    sender = message.get("sender")
    plain = not message.get("content") and message.get("text") not in ("", None)
    return f"{sender}.text" if plain else str(sender) if type(sender) is str else ""


def _spoken(actor: str, role: Role) -> dict[str, Part | list[Part]]:
    return {
        "text": Shape(Kind.MESSAGE, actor, {"text": "body.text"}),
        # What was dictated, and what the service said of the room that is left.
        "voice_note": [
            Shape(Kind.MESSAGE, actor, {"text": "body.text"}, when="text"),
            Shape(Kind.LIFECYCLE, actor, {"title": "body.text"}, role=role, otherwise=True),
        ],
        "token_budget": Shape(Kind.LIFECYCLE, PROGRAM, sets={"body.transient": True}),
        "flag": Shape(Kind.LIFECYCLE, PROGRAM, rest=True),
        "image": Shape(Kind.BLOB, actor, role=role),
        "document": Shape(Kind.BLOB, actor, role=role),
        "thinking": Shape(Kind.THOUGHT, MODEL, {"thinking": "body.text"}),
        "redacted_thinking": Shape(Kind.THOUGHT, MODEL),
        "tool_use": Shape(
            Kind.TOOL_CALL,
            MODEL,
            {"id": "call", "name": "body.tool", "input": "body.arguments", "integration_name": "body.server"},
        ),
        "tool_result": Shape(
            Kind.TOOL_RESULT, TOOL, {"tool_use_id": "call", "content": "body.content", "is_error": "body.error"}
        ),
    }


def _message(actor: str, role: Role) -> list[Part]:
    return [
        Blocks("content", by("type"), _spoken(actor, role)),
        *_FILES,
        Shape(Kind.LIFECYCLE, actor, role=role, otherwise=True),
    ]


def _attached(file: dict[str, JSON]) -> str:
    return "text" if file.get("extracted_content") not in ("", None) else "file"


_FILES: list[Part] = [
    Blocks("attachments", _attached, {
        "text": Shape(Kind.MESSAGE, PROGRAM, {"extracted_content": "body.text"}),
        "file": Shape(Kind.BLOB, HUMAN, {"file_type": "body.media_type"}),
    }),
    Blocks("files", lambda file: "file", {"file": Shape(Kind.BLOB, HUMAN, {"file_kind": "body.media_type"})}),
]  # fmt: skip
RECORDS: dict[str, Part | list[Part]] = {
    "document": Shape(
        Kind.LIFECYCLE,
        header={
            "uuid": "ids.session",
            "name": "title",
            "current_leaf_message_uuid": "ids.leaf",
            "created_at": "started",
        },
    ),
    "outer": Shape(Kind.LIFECYCLE, rest=True),
    "human": _message(HUMAN, Role.USER),
    "assistant": _message(MODEL, Role.ASSISTANT),
    "human.text": [Shape(Kind.MESSAGE, HUMAN, {"text": "body.text"}), *_FILES],
    "assistant.text": [Shape(Kind.MESSAGE, MODEL, {"text": "body.text"}), *_FILES],
}
SPEC = Spec(
    name="claude-ai",
    tell=tell,
    records=RECORDS,
    every={"uuid": "native", "parent_message_uuid": "parent", "created_at": "time"},
    known_by=("uuid", "chat_messages"),
    recognise=IDIOM.of,
    kept={"account.uuid": ID, "files[].file_uuid": ID},
    source=Documents("", "chat_messages"),
)
FORMAT = Format("claude-ai", "Export of Claude.ai", parts_of(SPEC))
