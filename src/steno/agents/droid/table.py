"""The records of Droid, as a table: Anthropic's messages on lines, and the session's settings in a file beside them."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, UnsetType

from steno.agents.droid.idiom import IDIOM
from steno.agents.shapes import anthropic_blocks as blocks
from steno.base.exact import JSON
from steno.base.patterns import deferred
from steno.contracts import Format
from steno.formats.injected import Marks
from steno.kit.agent import parts_of
from steno.kit.sources import Beside
from steno.kit.table import MODEL, Blocks, Read, Shape, Spec, by
from steno.model import Kind, Role, Visibility
from steno.model.signs import Injected

_NOTICE = blocks.INJECTED._replace(visibility=Visibility.PUBLIC)
_KEPT = Shape(Kind.LIFECYCLE, rest=True)
_EMPTY = Shape(Kind.LIFECYCLE, otherwise=True)
_FILE = deferred(r"Contents of [^\n]+ \(lines \d+-\d+ of \d+\):\n")
MARKS = Marks("system-reminder|system-notification")


def tell(record: dict[str, JSON]) -> str:
    """The type of a record; of a message also whose it is, and whether only the human sees it."""
    kind, message = record.get("type"), record.get("message")
    if type(message) is not dict:
        return kind if type(kind) is str else ""
    shown = ".notice" if message.get("visibility") == "user_only" else ""
    return f"{kind}.{message.get('role')}{shown}"


def _block(block: dict[str, JSON]) -> str:
    """The type of a block; of a text also whether it is a file that the human named."""
    kind, text = block.get("type"), block.get("text")
    if kind == "text" and type(text) is str and _FILE().match(text):
        return "file"
    return kind if type(kind) is str else ""


def _version(value: Any) -> str | UnsetType:
    """Of the program; a number is that of the format."""
    return value if type(value) is str else UNSET


SPEC = Spec(
    name="droid",
    tell=tell,
    records={
        "session_start": Shape(
            Kind.LIFECYCLE,
            rest=True,
            takes={"cwd": Read("signs.cwd")},
            header={
                "id": "ids.session",
                "parentSessionId": "ids.parent",
                "cwd": "environment.cwd",
                "title": "title",
                "version": Read("versions", _version),
            },
        ),
        "settings": Shape(
            Kind.LIFECYCLE,
            takes={
                "model": Read("log.model"),
                "tokenUsage.inputTokens": "usage.input",
                "tokenUsage.outputTokens": "usage.output",
                "tokenUsage.cacheReadTokens": "usage.cache_read",
                "tokenUsage.cacheCreationTokens": "usage.cache_write",
                "tokenUsage.thinkingTokens": "usage.reasoning",
            },
        ),
        "message.user": [
            Blocks("message.content", _block, {**blocks.ASKED, "file": blocks.INJECTED}, words=blocks.PROMPT),
            _EMPTY,
        ],
        "message.user.notice": [
            Blocks("message.content", by("type"), {"text": _NOTICE}, words=_NOTICE),
            _EMPTY,
        ],
        "message.assistant": [
            blocks.answered("message.content"),
            Shape(Kind.LIFECYCLE, MODEL, role=Role.ASSISTANT, otherwise=True),
        ],
        "todo_state": _KEPT,
        "compaction_state": _KEPT._replace(takes={"summaryText": "body.text"}),
        "session_end": _KEPT,
    },
    every={
        "timestamp": "time",
        "id": "native",
        "parentId": "parent",
        "message.visibility": Read("signs.injected", {"user_only": Injected.NOTICE}),
    },
    envelope=frozenset({"type", "id", "parentId", "timestamp"}),
    marks=MARKS,
    recognise=IDIOM.of,
    kept=blocks.kept("message.content"),
    known_by=("type=session_start", "id", "cwd", "title"),
    source=Beside(settings="{stem}.settings.json"),
)
FORMAT = Format("droid", "Droid session", parts_of(SPEC))
