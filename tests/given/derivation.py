"""Invented sessions of Claude Code and Codex, and what is derived of them."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from typing import Any

from steno import pipeline
from steno.diagnostics import Place
from steno.model import Trace
from steno.model.steps import STEP, Step, steps
from steno.session import with_steps
from tests.given.machine import lines, record


class Session:
    """A Claude Code session, written record by record; each record is a second later."""

    def __init__(self) -> None:
        self.records: list[dict[str, Any]] = []

    def add(self, kind: str, content: object, **more: object) -> Session:
        self.records.append(record(kind, content, len(self.records), "s", **more))
        return self

    def user(self, content: object, **more: object) -> Session:
        return self.add("user", content, **more)

    def say(self, text: str, response: str = "", **more: object) -> Session:
        return self._block({"type": "text", "text": text}, response, **more)

    def call(self, id: str, tool: str, response: str = "", **arguments: object) -> Session:
        return self._block({"type": "tool_use", "id": id, "name": tool, "input": arguments}, response)

    def result(
        self, id: str, content: object, *, error: bool | None = None, detail: object = None, **more: object
    ) -> Session:
        block = {"type": "tool_result", "tool_use_id": id, "content": content}
        block |= {} if error is None else {"is_error": error}
        return self.add("user", [block], **({} if detail is None else {"toolUseResult": detail}), **more)

    def other(self, kind: str, **more: object) -> Session:
        entry = record("user", "", len(self.records), "s", **more) | {"type": kind}
        del entry["message"]
        self.records.append(entry)
        return self

    def _block(self, block: dict[str, object], response: str, **more: object) -> Session:
        self.add("assistant", [block], **more)
        if response:
            self.records[-1]["message"]["id"] = response
        return self

    def trace(self) -> Trace:
        return read(lines(self.records))

    def steps(self) -> list[Step]:
        return steps(self.trace())


def codex(*payloads: tuple[str, dict[str, object]], meta: dict[str, object] | None = None) -> Trace:
    """A Codex rollout of these records, each a second later, with its steps."""
    first = ("session_meta", meta or {"id": "t", "cwd": "/srv/garden", "cli_version": "0.125.0"})
    records = [
        {"timestamp": f"2026-01-02T03:04:{number:02}Z", "type": kind, "payload": payload}
        for number, (kind, payload) in enumerate((first, *payloads))
    ]
    return read(lines(records))


def asked(text: str) -> tuple[str, dict[str, object]]:
    return "response_item", {"type": "message", "role": "user", "content": [{"type": "input_text", "text": text}]}


def called(id: str, tool: str, **arguments: object) -> tuple[str, dict[str, object]]:
    return "response_item", {"type": "function_call", "name": tool, "arguments": json.dumps(arguments), "call_id": id}


def returned(id: str, output: object) -> tuple[str, dict[str, object]]:
    return "response_item", {"type": "function_call_output", "call_id": id, "output": output}


def read(data: bytes) -> Trace:
    (trace,) = pipeline.read(io.BytesIO(data), Place("s.jsonl"), lambda _: None)
    return with_steps(trace)


def values(found: Sequence[Step], *keys: str) -> list[tuple[Any, ...]]:
    """These fields of each step; `step` is its action."""
    return [tuple(step.action if key == STEP else step.get(key) for key in keys) for step in found]


def linked(found: Sequence[Step]) -> list[tuple[list[int], Any, int | None]]:
    """For each step the numbers of those that caused it, how, and the one that it makes again."""
    numbers = {step.anchor.uid: step.number for step in found}
    retries = [step.get("retry_of") for step in found]
    return [
        ([numbers[uid] for uid in step.get("caused_by") or []], step.get("causal_type"), numbers.get(retry))
        for step, retry in zip(found, retries, strict=True)
    ]


QUESTION = {"question": "Which bed?", "options": [{"label": "North"}, {"label": "South"}]}


def garden() -> Session:
    """A session with most of what can happen in one."""
    return (
        Session()
        .user("Water the roses")
        .say("I look for the tap first.", "r1")
        .call("c1", "Bash", "r1", command="tap on")
        .result("c1", "Exit code 3\nno water", error=True)
        .call("c2", "Read", "r2", file_path="/srv/tap")
        .call("c3", "Grep", "r2", pattern="valve")
        .result("c3", "valve: shut")
        .result("c2", "open the valve")
        .say("The valve was shut.")
        .call("c4", "Bash", command="tap on")
        .result("c4", "water runs", error=False)
        .call("c5", "AskUserQuestion", questions=[QUESTION])
        .result("c5", "answered", detail={"questions": [QUESTION], "answers": {"Which bed?": "North"}})
        .call("c6", "Edit", file_path="/srv/plan", old_string="a", new_string="b")
        .result(
            "c6",
            "ok",
            detail={
                "filePath": "/srv/plan",
                "originalFile": "a\n",
                "structuredPatch": [{"lines": ["-a", "+b", "+c"]}],
            },
        )
        .say("The roses are watered.")
        .other("system", subtype="turn_duration", durationMs=5)
    )
