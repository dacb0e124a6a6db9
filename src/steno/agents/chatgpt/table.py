"""The nodes of a conversation of ChatGPT, as a table."""

from __future__ import annotations

from steno.agents.chatgpt.idiom import IDIOM
from steno.base.exact import JSON
from steno.contracts import Format
from steno.kit.agent import parts_of
from steno.kit.document import Documents
from steno.kit.table import HUMAN, MODEL, PROGRAM, TOOL, Blocks, Part, Read, Shape, Spec, by
from steno.kit.times import epoch
from steno.model import Kind, Role
from steno.model.kept import ID

_EVERYBODY = ("all", "assistant", "user")
"""Recipients of what the model says that are no tools."""


def tell(node: dict[str, JSON]) -> str:
    """The kind of a node: who speaks, and whether the model speaks to a tool, or of what type the content is."""
    message = node.get("message")
    if type(message) is not dict:
        return "root"
    author, content = message.get("author"), message.get("content")
    role = author.get("role") if type(author) is dict else None
    kind = content.get("content_type") if type(content) is dict else None
    recipient = message.get("recipient")
    if role == "assistant" and type(recipient) is str and recipient not in _EVERYBODY and kind != "thoughts":
        return f"assistant.call.{kind}"
    return f"{role}.{kind}" if role == "assistant" or kind == "user_editable_context" else str(role)


_AT = "message.content"
_BLOBS = (
    "image_asset_pointer",
    "audio_asset_pointer",
    "audio_transcription",
    "real_time_user_audio_video_asset_pointer",
)


def _parts(actor: str, role: Role | None = None) -> list[Part]:
    words = Shape(Kind.MESSAGE, actor, {"text": "body.text"}, role=role)
    blob = Shape(Kind.BLOB, actor, {"asset_pointer": "body.uri"}, role=role or _ROLES[actor])
    return [
        Blocks(f"{_AT}.parts", by("content_type"), dict.fromkeys(_BLOBS, blob), words=words),
        words._replace(takes={"message.content.text": "body.text"}, when="message.content.text"),
        Shape(Kind.LIFECYCLE, actor, role=role or _ROLES[actor], otherwise=True),
    ]


_ROLES = {HUMAN: Role.USER, MODEL: Role.ASSISTANT, PROGRAM: Role.USER}
_THOUGHTS = Blocks(f"{_AT}.thoughts", lambda thought: "thought", {
    "thought": Shape(Kind.THOUGHT, MODEL, {"content": "body.text"}),
})  # fmt: skip
_NOTHING = Shape(Kind.LIFECYCLE, MODEL, role=Role.ASSISTANT, otherwise=True)
_ERROR = Shape(Kind.LIFECYCLE, PROGRAM, {"message.content.text": "body.text"}, role=Role.ASSISTANT)
_FAILED = {"success": False, "failed_with_in_kernel_exception": True}
_CALL = Shape(Kind.TOOL_CALL, MODEL, {"recipient": "body.tool"}, at="message")
RECORDS: dict[str, Part | list[Part]] = {
    "document": Shape(
        Kind.LIFECYCLE,
        takes={"create_time": Read("time", epoch), "default_model_slug": Read("log.model")},
        header={
            "conversation_id": "ids.session",
            "id": "ids.session",
            "current_node": "ids.leaf",
            "title": "title",
        },
    ),
    "outer": Shape(Kind.LIFECYCLE, rest=True),
    "root": Shape(Kind.LIFECYCLE),
    "user": _parts(HUMAN),
    "user.user_editable_context": Shape(
        Kind.LIFECYCLE, PROGRAM, {"user_instructions": "body.text"}, role=Role.USER, at=_AT
    ),
    "system": _parts(PROGRAM, Role.SYSTEM),
    "assistant.text": _parts(MODEL),
    "assistant.multimodal_text": _parts(MODEL),
    "assistant.code": _parts(MODEL),
    "assistant.thoughts": [_THOUGHTS, _NOTHING],
    "assistant.reasoning_recap": Shape(
        Kind.LIFECYCLE, PROGRAM, {"message.content.content": "body.text"}, role=Role.ASSISTANT
    ),
    "assistant.system_error": _ERROR,
    "assistant.call.code": _CALL._replace(takes={"recipient": "body.tool", "content.text": "body.arguments"}),
    "assistant.call.text": _CALL._replace(takes={"recipient": "body.tool", "content.parts": "body.arguments"}),
    "assistant.call.multimodal_text": _CALL._replace(
        takes={"recipient": "body.tool", "content.parts": "body.arguments"}
    ),
    "tool": Shape(
        Kind.TOOL_RESULT,
        TOOL,
        {
            "content.text": "body.content",
            "content.result": "body.content",
            "content.parts": "body.content",
            "metadata.aggregate_result.status": Read("body.error", _FAILED),
        },
        at="message",
    ),
}  # fmt: skip
SPEC = Spec(
    name="chatgpt",
    tell=tell,
    records=RECORDS,
    every={
        "id": "native",
        "parent": "parent",
        "message.create_time": Read("time", epoch),
        "message.metadata.model_slug": "model",
    },
    known_by=("mapping", "current_node", "title"),
    recognise=IDIOM.of,
    pairing="positional",
    kept={"children[]": ID, "message.id": ID, "message.metadata.parent_id": ID, "message.metadata.request_id": ID},
    source=Documents("", "mapping"),
)
FORMAT = Format("chatgpt", "Export of ChatGPT", parts_of(SPEC))
