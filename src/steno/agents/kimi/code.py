"""The wire of Kimi Code: what the model says stands in loop events, what humans say in prompts."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from steno.agents.kimi.idiom import IDIOM
from steno.agents.kimi.places import agent
from steno.agents.kimi.words import MARKS, STATE, child, text_of, tokens
from steno.agents.shapes.chat import MEDIA, NOTHING, THOUGHT, WORDS, prompt
from steno.base.exact import JSON
from steno.diagnostics import Place, Report
from steno.kit.log import Log
from steno.kit.sources import Beside
from steno.kit.table import HUMAN, MODEL, PARENT, PROGRAM, TOOL, Blocks, Part, Read, Shape, Spec, by, down
from steno.kit.times import millis
from steno.model import Actor, Kind, Lifecycle, Origin, Role, Text
from steno.model.kept import ID, SEALED
from steno.model.words import words

_LOOP, _loop = "context.append_loop_event", by("type", "event.type", "event.part.type")
_HUMAN = frozenset({"user", "skill_activation", "plugin_command", "shell_command"})
"""Origins of a prompt that a human gave, in words or by a command."""


def tell(record: dict[str, JSON]) -> str:
    """The kind of a record: its type, and what it is the record of."""
    kind = record.get("type")
    if type(kind) is not str:
        return ""
    if kind == _LOOP:
        return _loop(record)
    if kind in ("turn.prompt", "turn.steer"):
        return f"{kind}.{_origin(record)}"
    message = record.get("message")
    if kind == "context.append_message" and type(message) is dict:
        role = message.get("role")
        return f"{kind}.user.{_origin(message)}" if role == "user" else f"{kind}.{role}"
    reason = record.get("reason")
    return f"{kind}.{reason}" if kind == "turn.ended" and reason in ("cancelled", "failed") else kind


def _origin(holder: dict[str, JSON]) -> str:
    """Whose words a prompt is."""
    origin = holder.get("origin")
    kind = origin.get("kind") if type(origin) is dict else None
    if type(origin) is dict and kind == "system_trigger" and origin.get("name") == "subagent":
        return PARENT
    return HUMAN if kind is None or (type(kind) is str and kind in _HUMAN) else PROGRAM


def said(log: Log, record: dict[str, JSON], where: str) -> None:
    """Remember what a prompt said: it comes again as a message when it is the model's turn to see it."""
    whole: dict[str, str] = {}
    for event in log.events[log.first :]:
        if isinstance(event.body, Text) and isinstance(event.origin, Origin):  # of which a block may have several
            whole[event.origin.pointer] = whole.get(event.origin.pointer, "") + event.body.text
    if whole:
        waiting: dict[tuple[str, ...], deque[str]] = log.state if type(log.state) is dict else {}
        waiting.setdefault(tuple(whole.values()), deque()).append(log.events[log.first].uid)
        log.state = waiting


def again(log: Log, record: dict[str, JSON], where: str) -> None:
    """A message in the user's place is an echo where a prompt has said it."""
    content = down(record, ("message", "content"))
    texts = [block.get("text") for block in content if type(block) is dict] if type(content) is list else []
    key = tuple(text for text in texts if type(text) is str)
    if waiting := log.state.get(key) if type(log.state) is dict else None:
        body = Lifecycle("context.append_message", transient=True)
        log.emit(Kind.LIFECYCLE, body, log.program, where, {"echo_of": waiting.popleft()})


_WHO = (HUMAN, PARENT, PROGRAM)
_KEPT = Shape(Kind.LIFECYCLE, rest=True)
_CONFIG = Shape(
    Kind.LIFECYCLE,
    takes={"modelAlias": Read("log.model"), "systemPrompt": "body.text", "cwd": Read("signs.cwd")},
    header={"cwd": "environment.cwd", "environmentDisclosure.cwd": "environment.cwd"},
    rest=True,
)
_SYSTEM = Shape(Kind.MESSAGE, PROGRAM, {"text": "body.text"}, role=Role.SYSTEM)
_CALL = Shape(Kind.TOOL_CALL, MODEL, {"id": "call", "name": "body.tool", "arguments": "body.arguments"})
_TOKENS = tokens("usage.inputOther", "usage.output", "usage.inputCacheRead", "usage.inputCacheCreation")
_IN_STEP = {"stepUuid": "response"}
_CALLED = {"toolCallId": "call", "name": "body.tool", "args": "body.arguments", **_IN_STEP}
_BLOB = Shape(Kind.BLOB, MODEL, _IN_STEP, role=Role.ASSISTANT, at="event")

_OTHERS = words(
    """
context.clear context.spliced context.undo context.update_token_count cron.add cron.cursor cron.delete forked
full_compaction.begin full_compaction.cancel full_compaction.complete goal.clear goal.update interaction.request
interaction.resolved interruptionReminder.recorded llm.tools_snapshot mcp.tools_discovered micro_compaction.apply
permission.record_approval_result permission.set_mode plan.revision plan_mode.cancel plan_mode.enter plan_mode.exit
plugin.session_start prompt.accepted runtime.set_binding staleGuard.cleared staleGuard.recorded subagent.completed
subagent.failed subagent.spawned subagent.started swarm_mode.enter swarm_mode.exit task.started task.terminated
task.waitDelivered token_counting.measured token_counting.rebased token_counting.truncated token_counting.turn_recorded
tools.register_user_tool tools.reset_active_tools tools.set_active_tools tools.unregister_user_tool tools.update_store
tower_mode.enter tower_mode.exit turn.cancel turn.ended turn.ended.cancelled
"""
)

RECORDS: dict[str, Part | list[Part]] = {
    "metadata": Shape(
        Kind.LIFECYCLE, takes={"created_at": Read("time", millis)}, header={"protocol_version": "versions"}, rest=True
    ),
    "state": STATE,
    "config.update": _CONFIG,
    "profile.bind": _CONFIG,
    "llm.request": _KEPT._replace(takes={"modelAlias": Read("log.model")}, header={"provider": "provider"}),
    "usage.record": Shape(Kind.LIFECYCLE, takes={"model": "model", **_TOKENS}),
    **{f"turn.prompt.{who}": [prompt("input", who), said] for who in _WHO},
    **{f"turn.steer.{who}": [prompt("input", who), said] for who in _WHO},
    **{f"context.append_message.user.{who}": [again, prompt("message.content", who, otherwise=True)] for who in _WHO},
    "context.append_message.system": Blocks("message.content", by("type"), {"text": _SYSTEM}),
    "context.append_message.assistant": [
        Blocks("message.content", by("type"), {"text": WORDS, "think": THOUGHT}, words=WORDS),
        Blocks("message.toolCalls", by("type"), {"function": _CALL}),
        NOTHING,
    ],
    "context.append_message.tool": Shape(
        Kind.TOOL_RESULT, TOOL, {"toolCallId": "call", "content": "body.content", "isError": "body.error"}, at="message"
    ),
    f"{_LOOP}.content.part.text": WORDS._replace(takes={"part.text": "body.text", **_IN_STEP}, at="event"),
    f"{_LOOP}.content.part.think": THOUGHT._replace(takes={"part.think": "body.text", **_IN_STEP}, at="event"),
    **dict.fromkeys((f"{_LOOP}.content.part.{kind}" for kind in MEDIA), _BLOB),
    f"{_LOOP}.tool.call": Shape(Kind.TOOL_CALL, MODEL, _CALLED, at="event"),
    f"{_LOOP}.tool.result": Shape(
        Kind.TOOL_RESULT,
        TOOL,
        {
            "toolCallId": "call",
            "result": Read("child_run", child),
            "result.output": "body.content",
            "result.isError": "body.error",
            "result.note": "body.detail.note",
        },
        at="event",
    ),
    f"{_LOOP}.step.begin": Shape(Kind.LIFECYCLE, sets={"body.transient": True}),
    f"{_LOOP}.step.end": Shape(Kind.LIFECYCLE, takes={"finishReason": Read("signs.stop")}, at="event"),
    "context.apply_compaction": Shape(Kind.LIFECYCLE, takes={"summary": Read("body.text", text_of)}, rest=True),
    "goal.create": Shape(Kind.LIFECYCLE, takes={"objective": "body.text"}, rest=True),
    "turn.ended.failed": Shape(Kind.LIFECYCLE, takes={"error.message": Read("body.text", text_of)}, rest=True),
    **dict.fromkeys(_OTHERS, _KEPT),
}  # fmt: skip


def _log(name: str, place: Place, report: Report, actors: Mapping[str, Actor]) -> Log:
    """A log that knows whose wire it is, which only its place says."""
    log = Log(name, place, report, actors)
    log.note("ids.agent", agent(place.path))
    return log


SPEC = Spec(
    name="kimi",
    tell=tell,
    records=RECORDS,
    every={"time": Read("time", millis)},
    known_by=(
        ("type=metadata", "protocol_version", "created_at"),
        ("type=context.append_message", "message.role", "time"),
        ("type=context.append_loop_event", "event.type", "time"),
    ),
    envelope=frozenset({"type", "time", "agentId"}),
    marks=MARKS,
    recognise=IDIOM.of,
    kept={"event.part.encrypted": SEALED, "event.uuid": ID, "event.parentUuid": ID, "event.turnId": ID},
    log=_log,
    source=Beside(state="../../state.json"),
)
