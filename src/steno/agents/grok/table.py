"""The logs of Grok, as tables: the chat history with what lies beside it, and the stream of updates alone."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from steno.agents.grok.idiom import IDIOM, REASONS
from steno.base.exact import JSON
from steno.contracts import Format
from steno.formats.injected import Marks
from steno.kit.agent import parts_of
from steno.kit.log import Log
from steno.kit.sources import Beside, Entry
from steno.kit.table import HUMAN, MODEL, PARENT, PROGRAM, TOOL, Blocks, Part, Read, Shape, Spec, by
from steno.kit.times import seconds
from steno.model import Kind, Lifecycle, Role, ThoughtState, Usage
from steno.model.kept import SEALED

MARKS = Marks("user_info|git_status|system-reminder|agent_skills|mcp_servers|user_query", asked=("user_query",))
_OF_HUMANS = "interjection"
"""The reason of a message that a human wrote while the agent worked."""


def tell(record: dict[str, JSON]) -> str:
    """The type of a line, in older logs the role; of the user's place also whether the program wrote it."""
    kind = record.get("type", record.get("role"))
    reason = record.get("synthetic_reason")
    if kind == "user" and type(reason) is str and reason != _OF_HUMANS:
        return "user.synthetic"
    return kind if type(kind) is str else ""


# The chat history

_PROMPT = Shape(Kind.MESSAGE, HUMAN, {"text": "body.text"})
_INJECTED = Shape(Kind.MESSAGE, PROGRAM, {"text": "body.text"})
_EMPTY = Shape(Kind.LIFECYCLE, otherwise=True)
_SUMMED = Shape(Kind.THOUGHT, MODEL, {"text": "body.text"}, sets={"body.state": ThoughtState.SUMMARY}, when="text")
_CALLS = Blocks(
    "tool_calls",
    lambda call: "function" if "function" in call else "call",
    {
        "call": Shape(Kind.TOOL_CALL, MODEL, {"id": "call", "name": "body.tool", "arguments": "body.arguments"}),
        "function": Shape(
            Kind.TOOL_CALL,
            MODEL,
            {"id": "call", "function.name": "body.tool", "function.arguments": "body.arguments"},
        ),
    },
)
_RESULT = Shape(Kind.TOOL_RESULT, TOOL, {"tool_call_id": "call", "content": "body.content"})
CHAT: dict[str, Part | list[Part]] = {
    "summary": Shape(
        Kind.LIFECYCLE,
        takes={
            "current_model_id": Read("log.model"),
            "head_branch": Read("signs.branch"),
            "session_kind": Read("log.human", {"subagent": PARENT}),
        },
        header={
            "info.id": "ids.session",
            "parent_session_id": "ids.parent",
            "info.cwd": "environment.cwd",
            "generated_title": "title",
        },
    ),
    "signals": Shape(Kind.LIFECYCLE),
    "system": Shape(Kind.MESSAGE, PROGRAM, {"content": "body.text"}, role=Role.SYSTEM),
    "user": [Blocks("content", by("type"), {"text": _PROMPT, "image": Shape(Kind.BLOB, HUMAN)}, words=_PROMPT), _EMPTY],
    "user.synthetic": [Blocks("content", by("type"), {"text": _INJECTED}, words=_INJECTED), _EMPTY],
    # What was thought, as far as the provider sums it up; all of it stands there only sealed.
    "reasoning": [
        Blocks("summary", by("type"), {"summary_text": [_SUMMED, _EMPTY]}),
        Shape(Kind.THOUGHT, MODEL, otherwise=True),
    ],
    "assistant": [
        Shape(Kind.THOUGHT, MODEL, {"reasoning_content": "body.text"}, when="reasoning_content"),
        Shape(Kind.MESSAGE, MODEL, {"content": "body.text"}, when="content"),
        _CALLS,
        Shape(Kind.LIFECYCLE, MODEL, role=Role.ASSISTANT, otherwise=True),
    ],
    # It ran on the provider's server: its result is in no log, only what the model made of it.
    "backend_tool_call": Shape(
        Kind.TOOL_CALL, MODEL, {"tool_type": "body.tool", "action": "body.arguments", "id": "call"}, at="kind"
    ),
    "tool_result": _RESULT,
    "tool": _RESULT,
}

# The stream of updates

_TICK = Shape(Kind.LIFECYCLE, sets={"body.transient": True})


def by_model(log: Log, counts: dict[str, JSON], where: str) -> None:
    """What a turn took of one model, which is named by its key."""
    model = where.rpartition("/")[2].replace("~1", "/").replace("~0", "~")
    usage = {field: count for name, field in _COUNTS.items() if type(count := counts.get(name)) is int}
    fields = {"model": model, "usage": Usage(**usage)} if usage else {"model": model}
    log.emit(Kind.LIFECYCLE, Lifecycle("usage"), PROGRAM, where, fields)


_COUNTS = {
    "inputTokens": "input",
    "outputTokens": "output",
    "cachedReadTokens": "cache_read",
    "reasoningTokens": "reasoning",
}
_TURN: list[Part] = [
    Blocks("params.update.usage.modelUsage", lambda _: "", {"": by_model}, keyed=True),
    Shape(
        Kind.LIFECYCLE,
        takes={f"params.update.usage.{name}": Read(f"usage.{field}") for name, field in _COUNTS.items()},
        otherwise=True,
    ),
]
_UPDATE = {
    "params.sessionId": Read("native"),
    "params.update.prompt_id": Read("response"),
    "timestamp": Read("time", seconds),
}


def of_update(record: dict[str, JSON]) -> str:
    """What an update is about; of a call also how it ended."""
    params = record.get("params")
    update = params.get("update") if type(params) is dict else None
    kind, status = (update.get("sessionUpdate"), update.get("status")) if type(update) is dict else ("", "")
    return f"{kind}.ended" if status in ("completed", "failed") and kind == "tool_call_update" else str(kind or "")


def _chunk(kind: Kind, actor: str) -> list[Part]:
    said = Shape(kind, actor, {"content.text": "body.text"}, at="params.update", when="content.text")
    return [said, _EMPTY]


UPDATES: dict[str, Part | list[Part]] = {
    "user_message_chunk": _chunk(Kind.MESSAGE, HUMAN),
    "agent_message_chunk": _chunk(Kind.MESSAGE, MODEL),
    "agent_thought_chunk": _chunk(Kind.THOUGHT, MODEL),
    "tool_call": Shape(
        Kind.TOOL_CALL,
        MODEL,
        {"toolCallId": "call", "title": "body.tool", "rawInput": "body.arguments"},
        at="params.update",
    ),
    "tool_call_update.ended": Shape(
        Kind.TOOL_RESULT,
        TOOL,
        {
            "rawOutput.exit_code": Read("signs.exit"),
            "toolCallId": "call",
            "rawOutput": "body.content",
            "content": "body.detail",
            "status": Read("body.error", {"completed": False, "failed": True}),
        },
        at="params.update",
    ),
    "turn_completed": _TURN,
    "*": _TICK,
}  # fmt: skip


def arrange(entries: list[Entry]) -> list[Entry]:
    """Each turn's updates behind its messages: a turn begins with a prompt, and its last update says that it ended."""
    updates = [entry for entry in entries if entry.name == "update"]
    found: list[Entry] = []
    waiting, begun = iter(updates), False
    for entry in entries:
        value = entry.line.value
        if entry.name == "update":
            continue
        if not entry.name and type(value) is dict and tell(value) == "user":
            if begun:
                found += _turn(waiting)
            begun = True
        found.append(entry)
    return [*found, *waiting]


def _turn(updates: Iterator[Entry]) -> list[Entry]:
    found = []
    for entry in updates:
        found.append(entry)
        if type(entry.line.value) is dict and of_update(entry.line.value) == "turn_completed":
            break
    return found


def told(record: dict[str, JSON]) -> str:
    """The kind of a record of the folder."""
    return of_update(record) if "params" in record else tell(record)


HISTORY = Spec(
    name="grok",
    tell=told,
    records={**CHAT, "update": _TICK, "update.turn_completed": _TURN, "update.compaction_checkpoint": _TICK},
    every={
        "model_id": "model",
        "id": "native",
        "synthetic_reason": Read("signs.injected", REASONS),
        "created_at": "time",
        "prior_turn_interrupt": Read("signs.interrupted", lambda value: bool(value) or UNSET),
        **_UPDATE,
    },
    known_by=(
        ("type=user", "content", "prompt_index"),
        ("type=assistant", "tool_calls", "model_id"),
        ("role=assistant", "content", "model_id"),
    ),
    marked=(b"Grok", b"grok"),
    marks=MARKS,
    recognise=IDIOM.of,
    kept={"encrypted_content": SEALED},
    source=Beside(arrange, summary="summary.json", signals="signals.json", update="updates.jsonl"),
)
STREAM = Spec(
    name="grok",
    tell=of_update,
    records=UPDATES,
    every=_UPDATE,
    known_by=("method", "params.update.sessionUpdate"),
    marked=(b"x.ai/",),
    recognise=IDIOM.of,
)
SPECS = {"history": HISTORY, "updates": STREAM}
FORMAT = Format("grok", "Grok session", parts_of(SPECS))
