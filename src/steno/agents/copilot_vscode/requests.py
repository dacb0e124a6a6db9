"""The events of a request: the prompt, what the model answered, the calls, and what was shown.

An answer stands twice: in the result, round by round as the model gave it, and in the parts that were shown.  Where the
result tells it, the parts are kept as what they are, something that was on the screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec import UNSET

from steno.agents.copilot_vscode.live import Place, in_rounds
from steno.agents.copilot_vscode.usage import LAST
from steno.base.exact import JSON, pointer
from steno.formats.records import moved
from steno.kit.log import Log
from steno.kit.table import HUMAN, MODEL, TOOL, Shape, standing
from steno.kit.times import millis
from steno.model import Kind, Lifecycle, Text, Thought, ThoughtState, ToolCall, ToolResult, Usage

Fields = dict[str, Any]
_PROMPT = standing(Shape(Kind.MESSAGE, HUMAN))
_SAID = standing(Shape(Kind.MESSAGE, MODEL))
_THOUGHT = standing(Shape(Kind.THOUGHT, MODEL))
_CALL = standing(Shape(Kind.TOOL_CALL, MODEL))
_RESULT = standing(Shape(Kind.TOOL_RESULT, TOOL))

HOLES: Final[dict[Kind | None, dict[str, str | Sequence[str]]]] = {
    Kind.MESSAGE: {"": "body.text", "text": "body.text", "response": "body.text", "value": "body.text"},
    Kind.THOUGHT: {"text": "body.text", "value": "body.text"},
    Kind.TOOL_CALL: {
        "id": "call",
        "name": "body.tool",
        "arguments": "body.arguments",
        "toolCallId": "call",
        "toolId": "body.tool",
        "toolSpecificData": "body.arguments",
    },
    Kind.TOOL_RESULT: {"content": "body.content", "resultDetails": "body.content"},
    Kind.LIFECYCLE: {"message": "body.text"},
}
"""What is taken here, for the way back."""


class State:
    """What is known while requests are read."""

    def __init__(self, live: dict[Place, bool] | None = None) -> None:
        self.live = live
        """What stands in the end, where the log is one of changes."""
        self.lines = {line: told for (line, _), told in (live or {}).items()}
        """The lines of which something stands."""
        self.about: dict[int, Fields] = {}
        """What is known of the answer to each request, by the request's place in the list."""
        self.count = 0
        """How many requests there are."""


def state_of(log: Log) -> State:
    if not isinstance(log.state, State):
        log.state = State(log.state)
    return log.state


def _told(log: Log, where: str, result: JSON) -> bool | None:
    """Whether the result tells the answer; None of what was replaced later: it is kept as something that was there."""
    live = state_of(log).live
    told = in_rounds(result) if live is None else live.get((log.line.name, where))
    if told is None:
        log.emit(Kind.LIFECYCLE, Lifecycle("replaced", transient=True), log.program, where)
    return told


def request(log: Log, record: JSON, where: str, index: int = -1) -> None:
    """All events of a request."""
    if type(record) is not dict:
        log.unknown("request", where)
        return
    told = _told(log, where, record.get("result"))
    if told is None:
        return
    about = _about(log, record)
    state_of(log).about[index] = about
    _prompt(log, record, where, about.get("time", UNSET))
    parts(log, record.get("response"), f"{where}/response", about, told=told)
    if type(record.get("result")) is dict:
        result(log, record["result"], f"{where}/result", about)
    if record.get("isCanceled") is True:
        log.emit(Kind.LIFECYCLE, Lifecycle("canceled"), log.program, f"{where}/isCanceled", about)


def _about(log: Log, record: dict[str, JSON]) -> Fields:
    """What holds for the whole answer: when the prompt was sent, the model, and an id."""
    agent = record.get("agent")
    log.note("versions", agent.get("extensionVersion") if type(agent) is dict else None)
    time = millis(record.get("timestamp"))
    found = {"time": time, "model": record.get("modelId"), "response": record.get("responseId")}
    return {name: value for name, value in found.items() if type(value) is str and value}


def _prompt(log: Log, record: dict[str, JSON], where: str, time: Any) -> None:
    message, place = record.get("message"), f"{where}/message"
    text = log.take(message, "text", place) if type(message) is dict else log.take(record, "message", where)
    if text is not UNSET:
        native = record.get("requestId")
        fields = {**_PROMPT, "time": time, "native": native if type(native) is str and native else UNSET}
        log.prompt(anew=True)
        log.words(text, HUMAN, place, fields)


# As the model answered


def result(log: Log, record: dict[str, JSON], where: str, about: Fields) -> None:
    """The rounds of an answer, what it took, and why it failed."""
    metadata = record.get("metadata")
    held = metadata if type(metadata) is dict else {}
    rounds, results = held.get("toolCallRounds"), held.get("toolCallResults")
    outputs: dict[str, JSON] = results if type(results) is dict else {}
    several = [each for each in rounds if type(each) is dict] if type(rounds) is list else []
    for index, each in enumerate(rounds if type(rounds) is list else ()):
        if type(each) is dict:
            _round(log, each, f"{where}/metadata", f"/toolCallRounds/{index}", about, outputs)
    for call in outputs:
        _output(log, outputs, call, f"{where}/metadata", about)
    usage, error = _usage(record.get("usage")), record.get("errorDetails")
    name = LAST if len(several) > 1 else "result"
    log.emit(Kind.LIFECYCLE, Lifecycle(name), log.program, where, {**about, "usage": usage})
    if type(error) is dict:
        place = f"{where}/errorDetails"
        log.emit(Kind.LIFECYCLE, Lifecycle("error", log.take(error, "message", place)), log.program, place, about)


def _usage(stated: JSON) -> Usage | Any:
    counts = stated if type(stated) is dict else {}
    names = {"promptTokens": "input", "completionTokens": "output"}
    found = {field: counts[key] for key, field in names.items() if type(counts.get(key)) is int}
    return Usage(**found) if found else UNSET


def _round(log: Log, each: dict[str, JSON], above: str, inner: str, about: Fields, outputs: dict[str, JSON]) -> None:
    """One request to the model: what it thought, said and called, and what came back."""
    where, speaker = above + inner, log.speaker(about.get("model", UNSET), UNSET)
    thinking = each.get("thinking")
    if type(thinking) is dict and (thought := log.take(thinking, "text", f"{where}/thinking")) is not UNSET:
        _thinks(log, thought, f"{where}/thinking", about)
    if (text := log.take(each, "response", where)) is not UNSET:
        log.emit(Kind.MESSAGE, Text(text), speaker, where, {**about, **_SAID})
    calls = each.get("toolCalls")
    made = []
    for index, call in enumerate(calls if type(calls) is list else ()):
        if type(call) is dict:
            made.append(_called(log, call, f"{where}/toolCalls/{index}", about, ("name", "id", "arguments")))
    for id in made:
        _output(log, outputs, id, above, about)


def _thinks(log: Log, text: str, where: str, about: Fields) -> None:
    log.thoughts = True
    speaker = log.speaker(about.get("model", UNSET), UNSET)
    log.emit(Kind.THOUGHT, Thought(ThoughtState.FULL, text), speaker, where, {**about, **_THOUGHT})


def _called(log: Log, call: dict[str, JSON], where: str, about: Fields, keys: tuple[str, str, str]) -> Any:
    name = log.take(call, keys[0], where)
    if name is UNSET:
        log.unknown("call", where)
        return UNSET
    id = log.take(call, keys[1], where)
    body = ToolCall(name, moved(call, keys[2]))
    speaker = log.speaker(about.get("model", UNSET), UNSET)
    log.emit(Kind.TOOL_CALL, body, speaker, where, {**about, **_CALL, "call": id})
    if id is not UNSET:
        log.tools[id] = log.tool(name)
    return id


def _output(log: Log, outputs: dict[str, JSON], call: Any, above: str, about: Fields) -> None:
    """The result of a call, unless it was told before."""
    held = outputs.get(call) if type(call) is str else None
    if type(held) is dict and held.get("content", UNSET) is not UNSET:
        where = above + pointer("toolCallResults", call)
        fields = {**about, **_RESULT, "call": call or UNSET}
        body = ToolResult(moved(held, "content"))
        log.emit(Kind.TOOL_RESULT, body, log.tools.get(call) or log.actor(TOOL), where, fields)


# As it was shown


def parts(log: Log, found: JSON, where: str, about: Fields, *, told: bool) -> None:
    """The parts of an answer, those of a list that stand in the end."""
    live = state_of(log).live
    for index, part in enumerate(found if type(found) is list else ()):
        place = f"{where}/{index}"
        standing = live is None or (log.line.name, place) in live
        shown(log, part, place, about, told=told or not standing)


def shown(log: Log, part: JSON, where: str, about: Fields, *, told: bool) -> None:
    """A part of an answer; where it is told elsewhere, as something that was on the screen."""
    record = part if type(part) is dict else {}
    kind = record.get("kind") if type(record.get("kind")) is str else "markdown"
    if told or kind not in _PARTS or not _PARTS[kind](log, record, where, about):
        name = kind if kind in KINDS else "part"
        log.emit(Kind.LIFECYCLE, Lifecycle(name, transient=True), log.program, where, about)


def _markdown(log: Log, part: dict[str, JSON], where: str, about: Fields) -> bool:
    text = log.take(part, "value", where)
    if text is not UNSET:
        log.emit(Kind.MESSAGE, Text(text), log.speaker(about.get("model", UNSET), UNSET), where, {**about, **_SAID})
    return text is not UNSET


def _thinking(log: Log, part: dict[str, JSON], where: str, about: Fields) -> bool:
    text = log.take(part, "value", where) if type(part.get("value")) is str else UNSET
    if text is not UNSET:
        _thinks(log, text, where, about)
    return text is not UNSET


def _invocation(log: Log, part: dict[str, JSON], where: str, about: Fields) -> bool:
    id = _called(log, part, where, about, ("toolId", "toolCallId", "toolSpecificData"))
    if part.get("resultDetails") is not None:
        body = ToolResult(moved(part, "resultDetails"))
        log.emit(Kind.TOOL_RESULT, body, log.tools.get(id) or log.actor(TOOL), where, {**about, **_RESULT, "call": id})
    return True


_PARTS = {"markdown": _markdown, "thinking": _thinking, "toolInvocationSerialized": _invocation}
KINDS: Final = frozenset(
    {
        "codeblockUri", "command", "confirmation", "elicitation", "inlineReference", "markdown", "markdownVuln",
        "mcpServersStarting", "notebookEditGroup", "prepareToolInvocation", "progressMessage", "progressTaskSerialized",
        "pullRequest", "textEditGroup", "thinking", "toolInvocationSerialized", "treeData", "undoStop", "warning",
    }
)  # fmt: skip
"""The kinds of parts that are known by name."""
