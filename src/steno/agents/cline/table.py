"""The files of a task of Cline, as tables: what was sent to the model, and what was shown to the human."""

from __future__ import annotations

from collections import deque
from typing import Any

from msgspec import UNSET

from steno.agents.cline import words
from steno.agents.cline.idiom import IDIOM
from steno.agents.shapes import anthropic_blocks as blocks
from steno.base.exact import JSON, BadJSON, decode
from steno.contracts import Format
from steno.kit.agent import parts_of
from steno.kit.document import Document
from steno.kit.log import Log
from steno.kit.sources import Entry
from steno.kit.table import HUMAN, MODEL, PROGRAM, Blocks, Part, Read, Shape, Spec, by
from steno.kit.times import millis
from steno.model import Kind, Lifecycle, Role, Text, ToolCall, Usage, Visibility
from steno.model.event import INJECTED
from steno.model.kept import HASH

_EMPTY = Shape(Kind.LIFECYCLE, otherwise=True)


def tell(record: dict[str, JSON]) -> str:
    """Whose message it is; of what was shown, what it says or asks."""
    if type(role := record.get("role")) is str:
        return role
    kind = record.get("type")
    about = record.get("say" if kind == "say" else "ask")
    return f"{kind}.{about}" if type(about) is str else str(kind or "")


# What was sent


def asked(log: Log, block: dict[str, JSON], where: str) -> None:
    """A text in the user's place: most of them are the program's, around the human's words."""
    text = block.get("text")
    if type(text) is not str:
        log.unknown("text", where)
        return
    block["text"] = UNSET
    before = log.events[-1].body if len(log.events) > log.first else None
    start, end = words.human(text, before.text if isinstance(before, Text) else "")
    name, number = log.uid(), 0
    if start < end:
        log.prompt()
    for piece, said in ((text[:start], False), (text[start:end], True), (text[end:], False)):
        if piece or (not text and said):
            number += not said and start < end
            about = {"role": Role.USER, "visibility": Visibility.PUBLIC if said else Visibility.INTERNAL}
            uid = name if said or start == end else f"{name}~{number}"
            log.emit(Kind.MESSAGE, Text(piece), HUMAN if said else PROGRAM, where, about, uid=uid,
                     rule="" if said else INJECTED)  # fmt: skip


def in_markup(log: Log, record: dict[str, JSON], where: str) -> None:
    """The calls of an answer that has none of the provider's own kind: they stand in its text, and are copied."""
    said = log.events[log.first :]
    if any(event.kind is Kind.TOOL_CALL for event in said):
        return
    for event in said:
        if isinstance(event.body, Text):
            for tool, arguments in words.calls(event.body.text):
                about = {"role": Role.ASSISTANT, "visibility": Visibility.INTERNAL, "model": event.model}
                log.emit(Kind.TOOL_CALL, ToolCall(tool, dict(arguments)), event.actor, where, about, rule="call/markup")


def spent(log: Log, record: dict[str, JSON], where: str) -> None:
    """A request: what it took stands in a text of JSON, beside the request itself."""
    counts = _inside(record)
    usage = {field: count for name, field in _COUNTS.items() if type(count := counts.get(name)) is int}
    fields: dict[str, Any] = {"usage": Usage(**usage)} if usage else {}
    log.emit(Kind.LIFECYCLE, Lifecycle(log.told), PROGRAM, where, fields | {"model": log.model})


_COUNTS = {"tokensIn": "input", "tokensOut": "output", "cacheReads": "cache_read", "cacheWrites": "cache_write"}


def _inside(record: dict[str, JSON]) -> dict[str, JSON]:
    """What a text of JSON says."""
    try:
        value = decode(record["text"].encode("utf-8", "surrogatepass")).value
    except (BadJSON, KeyError, AttributeError):
        return {}
    return value if type(value) is dict else {}


def _version(history: JSON) -> JSON:
    """Of the agent, when it last went on with the task."""
    last = history[-1] if type(history) is list and history else None
    return last.get("cline_version") if type(last) is dict else None


SENT: dict[str, Part | list[Part]] = {
    "user": [Blocks("content", by("type"), {**blocks.ASKED, "text": asked}, words=blocks.PROMPT), _EMPTY],
    "assistant": [
        blocks.answered("content"),
        in_markup,
        Shape(Kind.LIFECYCLE, MODEL, role=Role.ASSISTANT, otherwise=True),
    ],
    "ui": Shape(Kind.LIFECYCLE, sets={"body.transient": True}),
    "ui.say.api_req_started": spent,
    "ui.say.deleted_api_reqs": spent,
    "ui.say.condense_context": Shape(Kind.LIFECYCLE),
    "ui.ask.api_req_failed": Shape(Kind.LIFECYCLE),
    "meta": Shape(Kind.LIFECYCLE, header={"environment_history": Read("versions", _version)}),
    "item": Shape(
        Kind.LIFECYCLE,
        header={
            "id": "ids.session",
            "parentTaskId": "ids.parent",
            "workspace": "environment.cwd",
            "cwdOnTaskInitialization": "environment.cwd",
        },
    ),
}


def arrange(entries: list[Entry]) -> list[Entry]:
    """What was shown among what was sent: each knows the last message that was sent, or when it was shown."""
    shown = deque(entry for entry in entries if entry.name == "ui")
    found = [entry for entry in entries if entry.name and entry.name != "ui"]
    for index, entry in enumerate(entry for entry in entries if not entry.name):
        while shown and _is_before(shown[0].line.value, index, entry.line.value):
            found.append(shown.popleft())
        found.append(entry)
    return [*found, *shown]


def _is_before(shown: JSON, index: int, sent: JSON) -> bool:
    if type(shown) is not dict or type(sent) is not dict:
        return False
    last, time, other = shown.get("conversationHistoryIndex"), shown.get("ts"), sent.get("ts")
    if type(last) is int:  # a request is announced before the message is kept that it sends
        return last + (shown.get("say") == "api_req_started") < index
    return type(time) is int and type(other) is int and time < other


# What was shown


def tool(log: Log, record: dict[str, JSON], where: str) -> None:
    """A call as it was shown: a text of JSON, which names the tool."""
    about = _inside(record)
    name, server = about.get("tool", about.get("toolName")), about.get("serverName")
    if type(name) is not str:
        log.unknown(log.told, where)
        return
    body = ToolCall(name, record["text"], server if type(server) is str else UNSET)
    record["text"] = UNSET
    fields = {"role": Role.ASSISTANT, "visibility": Visibility.INTERNAL, "model": log.model}
    log.emit(Kind.TOOL_CALL, body, log.speaker(log.model, UNSET), where, fields)


def _called(name: str) -> Shape:
    return Shape(Kind.TOOL_CALL, MODEL, {"text": "body.arguments"}, sets={"body.tool": name})


def first(log: Log, record: dict[str, JSON], where: str) -> None:
    """A text: the first one is the human's, where no task stands before it."""
    text = log.take(record, "text", where)
    if type(text) is not str:
        log.emit(Kind.LIFECYCLE, Lifecycle(log.told), PROGRAM, where)
    elif log.turn:
        about = {"role": Role.ASSISTANT, "visibility": Visibility.PUBLIC, "model": log.model}
        log.emit(Kind.MESSAGE, Text(text), log.speaker(log.model, UNSET), where, about)
    else:
        log.words(text, HUMAN, where, {"role": Role.USER, "visibility": Visibility.PUBLIC})


_PROMPT: list[Part] = [Shape(Kind.MESSAGE, HUMAN, {"text": "body.text"}, when="text"), _EMPTY]
_TOLD: list[Part] = [Shape(Kind.MESSAGE, MODEL, {"text": "body.text"}, when="text"), _EMPTY]
SHOWN: dict[str, Part | list[Part]] = {
    "say.task": _PROMPT,
    "say.user_feedback": _PROMPT,
    "say.user_feedback_diff": _PROMPT,
    "say.text": first,
    "say.completion_result": _TOLD,
    "say.reasoning": [Shape(Kind.THOUGHT, MODEL, {"text": "body.text"}, when="text"), _EMPTY],
    "say.api_req_started": spent,
    "say.deleted_api_reqs": spent,
    **{f"{kind}.{name}": tool for kind in ("say", "ask") for name in ("tool", "use_mcp_server")},
    **{f"{kind}.command": _called("execute_command") for kind in ("say", "ask")},
    **{f"{kind}.browser_action{end}": _called("browser_action") for kind in ("say", "ask") for end in ("", "_launch")},
    "*": Shape(Kind.LIFECYCLE),
}
_EVERY = {"ts": Read("time", millis), "modelInfo.modelId": Read("log.model")}
API = Spec(
    name="cline",
    tell=tell,
    records=SENT,
    every=_EVERY,
    known_by=("role", "content"),
    marked=(b"<task>", b"<environment_details>", b"<user_message>", b"<feedback>"),
    recognise=IDIOM.of,
    kept={**blocks.kept("content"), "lastCheckpointHash": HASH},
    source=Document("", arrange=arrange, ui="ui_messages.json", meta="task_metadata.json", item="history_item.json"),
)
UI = Spec(
    name="cline",
    tell=tell,
    records=SHOWN,
    every=_EVERY,
    known_by=(("ts", "type", "say"), ("ts", "type", "ask")),
    recognise=IDIOM.of,
    kept={"lastCheckpointHash": HASH},
    holes={Kind.TOOL_CALL: {"text": "body.arguments"}, Kind.MESSAGE: {"text": "body.text"}},
    source=Document(""),
)
SPECS = {"api": API, "ui": UI}
FORMAT = Format("cline", "Cline task", parts_of(SPECS))
