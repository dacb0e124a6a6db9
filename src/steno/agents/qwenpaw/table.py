"""The messages of QwenPaw's memory, as a table: each is the first of a pair, the second of which are its marks."""

from __future__ import annotations

from typing import Final

from steno.agents.qwenpaw.idiom import IDIOM
from steno.contracts import Format
from steno.kit.agent import parts_of
from steno.kit.document import Document
from steno.kit.table import HUMAN, MODEL, PROGRAM, TOOL, Blocks, Part, Shape, Spec, by
from steno.model import Kind, Role, Visibility

_RESULT = Shape(Kind.TOOL_RESULT, TOOL, {"id": "call", "output": "body.content"})
_CALL = Shape(Kind.TOOL_CALL, MODEL, {"id": "call", "name": "body.tool", "input": "body.arguments"})
_THOUGHT = Shape(Kind.THOUGHT, MODEL, {"thinking": "body.text"})


def _said(actor: str, role: Role) -> list[Part]:
    words = Shape(Kind.MESSAGE, actor, {"text": "body.text"}, role=role)
    media = Shape(Kind.BLOB, actor, role=role)
    blocks: dict[str, Part] = {"text": words, "thinking": _THOUGHT, "tool_use": _CALL, "tool_result": _RESULT}
    blocks |= dict.fromkeys(("image", "audio", "video", "file"), media)
    return [
        Blocks("0.content", by("type"), blocks, words=words),
        Shape(Kind.LIFECYCLE, actor, role=role, otherwise=True),
    ]


RECORDS: Final[dict[str, Part | list[Part]]] = {
    "document": [
        Shape(Kind.LIFECYCLE, name="session"),
        Shape(
            Kind.MESSAGE,
            PROGRAM,
            {"agent._sys_prompt": "body.text"},
            Role.SYSTEM,
            Visibility.INTERNAL,
            when="agent._sys_prompt",
        ),
    ],
    "user": _said(HUMAN, Role.USER),
    "assistant": _said(MODEL, Role.ASSISTANT),
    "system": _said(PROGRAM, Role.SYSTEM),
}
SPEC = Spec(
    name="qwenpaw",
    tell=by("0.role"),
    records=RECORDS,
    every={"0.id": "native"},  # a time without a zone names no instant: it stays in the record
    recognise=IDIOM.of,
    source=Document("agent.memory.content", tuples=True),
    known_by=("agent",),
    marked=(b'"memory"',),
)
FORMAT = Format("qwenpaw", "QwenPaw session", parts_of(SPEC))
