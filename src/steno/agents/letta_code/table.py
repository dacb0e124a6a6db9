"""The records of Letta Code, as tables: transcripts of what was shown, and the tree of the local backend."""

from __future__ import annotations

from steno.agents.letta_code.idiom import IDIOM
from steno.agents.shapes import entry_tree
from steno.contracts import Format
from steno.formats.injected import Marks
from steno.kit.agent import parts_of
from steno.kit.table import HUMAN, MODEL, PROGRAM, TOOL, Read, Shape, Spec, by
from steno.model import Kind
from steno.model.kept import ID

_MARKS = Marks("system-reminder|skill")
_SUMMARY = Shape(Kind.LIFECYCLE, PROGRAM, {"summary": "body.text"})
_CALL = Shape(Kind.TOOL_CALL, MODEL, {"name": "body.tool", "argsText": "body.arguments"})
_RESULT = Shape(
    Kind.TOOL_RESULT,
    TOOL,
    {"resultText": "body.content", "resultOk": Read("body.error", {True: False, False: True})},
    when="resultText",
)
TRANSCRIPT = Spec(
    name="letta-code",
    tell=by("kind"),
    records={
        "user": Shape(Kind.MESSAGE, HUMAN, {"text": "body.text"}),
        "assistant": Shape(Kind.MESSAGE, MODEL, {"text": "body.text"}),
        "reasoning": Shape(Kind.THOUGHT, MODEL, {"text": "body.text"}),
        "error": Shape(Kind.LIFECYCLE, PROGRAM, {"text": "body.text"}),
        "tool_call": [_CALL, _RESULT],
    },
    every={"captured_at": "time", "source_message_id": "response", "source_line_id": "native"},
    known_by=("kind", "captured_at"),
    envelope=frozenset({"kind"}),
    marks=_MARKS,
    recognise=IDIOM.of,
    pairing="embedded",
)
LOCAL = entry_tree.spec(
    "letta-code",
    IDIOM,
    {"compaction.user": _SUMMARY, "compaction.assistant": _SUMMARY},
    _MARKS,
    marked=(b"letta-msg-", b"local-conv-"),
)
LOCAL = LOCAL._replace(kept={**LOCAL.kept, "message.id": ID})
SPECS = {"transcript": TRANSCRIPT, "local": LOCAL}
FORMAT = Format("letta-code", "Letta Code session", parts_of(SPECS))
