"""The events of OpenClaw's telemetry, as a table: those of all sessions in one log, calls without ids."""

from __future__ import annotations

from collections import deque
from typing import Any

from msgspec import UNSET, UnsetType

from steno.agents.openclaw.idiom import IDIOM
from steno.base.exact import JSON
from steno.contracts import Format
from steno.kit.agent import parts_of
from steno.kit.log import Log
from steno.kit.table import HUMAN, MODEL, TOOL, Read, Shape, Spec, by
from steno.kit.times import millis
from steno.model import Kind


def _waiting(log: Log, event: dict[str, JSON]) -> deque[str]:
    """The calls of a tool in a session that have not ended."""
    if type(log.state) is not dict:
        log.state = {}
    return log.state.setdefault((str(event.get("sessionKey")), str(event.get("toolName"))), deque())  # type: ignore[no-any-return]


def started(log: Log, event: dict[str, JSON], where: str) -> None:
    """A call is known by the event that began it."""
    log.shared["call"] = log.line.name
    _waiting(log, event).append(log.line.name)


def ended(log: Log, event: dict[str, JSON], where: str) -> None:
    """The first call of that tool in that session that has not ended does so now."""
    if waiting := _waiting(log, event):
        log.shared["call"] = waiting.popleft()


def run(key: Any) -> str | UnsetType:
    """The run of a sub-agent that an event is of."""
    return key if type(key) is str and ":subagent:" in key else UNSET


_WORDS = {"content": "body.text"}
_RUN = Shape(Kind.LIFECYCLE, takes={"prompt": "body.text"}, rest=True)
SPEC = Spec(
    name="openclaw-telemetry",
    tell=by("type"),
    records={
        "message.in": Shape(Kind.MESSAGE, HUMAN, _WORDS),
        "message.out": Shape(Kind.MESSAGE, MODEL, _WORDS),
        "agent.start": _RUN,
        "agent.end": _RUN,
        "llm.usage": _RUN,
        "tool.start": [
            started,
            Shape(Kind.TOOL_CALL, MODEL, {"toolName": Read("body.tool"), "params": "body.arguments"}),
        ],
        "tool.end": [
            ended,
            Shape(
                Kind.TOOL_RESULT,
                TOOL,
                {"success": Read("body.error", {True: False, False: True}), "error": "body.detail.error"},
            ),
        ],
    },
    every={"ts": Read("time", millis), "sessionKey": Read("span", run)},
    header={"sessionKey": "ids.session"},
    known_by=(
        ("type=agent.start", "sessionKey", "ts"),
        ("type=agent.end", "sessionKey", "ts"),
        ("type=tool.start", "toolName", "ts"),
        ("type=message.in", "channel", "ts"),
    ),
    envelope=frozenset({"type", "ts", "seq", "sessionKey", "agentId"}),
    recognise=IDIOM.of,
    pairing="positional",
)
FORMAT = Format("openclaw-telemetry", "OpenClaw telemetry", parts_of(SPEC))
