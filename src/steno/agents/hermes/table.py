"""The messages of Hermes, as tables: rows of its store, items of a snapshot, lines of a transcript or a trajectory."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, UnsetType

from steno.agents.hermes.idiom import COMPACTED, IDIOM, SKILL, TYPED
from steno.agents.hermes.trajectory import SPOKEN
from steno.agents.shapes.chat import CALLS, NOTHING, RESULT, WORDS, prompt
from steno.base.exact import JSON
from steno.contracts import Format
from steno.formats.injected import Marks
from steno.kit.agent import parts_of
from steno.kit.database import Table, tables
from steno.kit.document import Document
from steno.kit.table import MODEL, PROGRAM, Blocks, Part, Read, Shape, Spec, by
from steno.kit.times import epoch
from steno.model import Kind, Role
from steno.model.kept import ID, SEALED

_MARKS = Marks("memory-context", openings=COMPACTED, prefaces=((SKILL, TYPED),))


def tell(message: dict[str, JSON]) -> str:
    """The kind of a message: its role, and whether an answer has words."""
    role = message.get("role")
    if type(role) is not str:
        return ""
    return "assistant.silent" if role == "assistant" and message.get("content") == "" else role


def failed(reason: Any) -> bool | UnsetType:
    """Whether a result says that its call ended in an error; of success it says nothing."""
    return True if reason == "error" else UNSET


_THOUGHT = Shape(Kind.THOUGHT, MODEL, {"reasoning": "body.text"}, when="reasoning")
"""The same thought may stand in several fields: the others stay in the record."""
_RECORDS: dict[str, Part | list[Part]] = {
    "user": prompt("content"),
    "system": Shape(Kind.MESSAGE, PROGRAM, {"content": "body.text"}, role=Role.SYSTEM),
    "assistant": [_THOUGHT, Blocks("content", by("type"), {"text": WORDS}, words=WORDS), CALLS, NOTHING],
    "assistant.silent": [_THOUGHT, CALLS, NOTHING],
    "tool": RESULT._replace(takes={**RESULT.takes, "finish_reason": Read("body.error", failed)}),
    "session_meta": Shape(
        Kind.LIFECYCLE,
        takes={"model": Read("log.model"), "system_prompt": "body.text"},
        header={"session_id": "ids.session", "platform": "environment.platform", "cwd": "environment.cwd"},
        rest=True,
    ),
}
_ABOUT = Shape(
    Kind.LIFECYCLE,
    takes={"model": Read("log.model"), "system_prompt": "body.text", "cwd": Read("signs.cwd")},
    header={
        "session_id": "ids.session",
        "platform": "environment.platform",
        "cwd": "environment.cwd",
        "model_config.cwd": "environment.cwd",
        "session_start": "started",
        "title": "title",
    },
)
_STORED = Shape(
    Kind.LIFECYCLE,
    takes={
        "model": Read("log.model"),
        "system_prompt": "body.text",
        "started_at": Read("time", epoch),
    },
    header={
        "id": "ids.session",
        "parent_session_id": "ids.parent",
        "source": "environment.platform",
        "cwd": "environment.cwd",
        "title": "title",
    },
)
_TOOK = Shape(
    Kind.LIFECYCLE,
    takes={
        "ended_at": Read("time", epoch),
        "model": Read("model"),
        "input_tokens": Read("usage.input"),
        "output_tokens": Read("usage.output"),
        "cache_read_tokens": Read("usage.cache_read"),
        "cache_write_tokens": Read("usage.cache_write"),
        "reasoning_tokens": Read("usage.reasoning"),
    },
    name="ended",
    when="input_tokens",
)


def _spec(**more: Any) -> Spec:
    kept = {"tool_calls[].call_id": ID, "tool_calls[].response_item_id": ID, "codex_reasoning_items[]": SEALED}
    return Spec(
        name="hermes",
        tell=tell,
        every={"timestamp": Read("time", epoch), "finish_reason": Read("signs.stop")},
        envelope=frozenset({"role", "timestamp"}),
        marks=_MARKS,
        recognise=IDIOM.of,
        kept=kept,
        **more,
    )


_LISTS = ("tool_calls", "codex_reasoning_items", "codex_message_items")
SPECS = {
    "store": _spec(
        records={
            "session": [_STORED, _TOOK],
            **{f"message.{role}": part for role, part in _RECORDS.items()},
            "message": Shape(Kind.LIFECYCLE, rest=True),
        },
        known_by=("parent_session_id", "system_prompt", "tool_calls", "finish_reason", "started_at"),
        marked=(b"CREATE TABLE sessions", b'CREATE TABLE "sessions"'),
        source=tables(
            Table("session", "sessions", "id"),
            Table("message", "messages", "session_id", "timestamp, id", json=_LISTS),
        ),
    ),
    "snapshot": _spec(
        records={"document": _ABOUT, **_RECORDS},
        known_by=("session_id", "session_start", "messages"),
        source=Document("messages"),
    ),
    "transcript": _spec(
        records=_RECORDS,
        known_by=(("role=session_meta", "platform"), ("role=session_meta", "model", "tools")),
    ),
    "trajectory": SPOKEN,
}
FORMAT = Format("hermes", "Hermes session", parts_of(SPECS))
