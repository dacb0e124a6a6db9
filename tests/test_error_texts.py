"""Every error text that a source holds stands, word for word, in each target that has a place for it."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from steno import pipeline
from steno.base.exact import JSON
from steno.diagnostics import Diagnostic, Place
from steno.model import Trace
from steno.registry import formats
from steno.testing.fake import STILL
from tests.given import awf
from tests.given.open_token_documents import annotation, call, data, document, event, result

DENIED = "denied: the door is locked"


def transcript(**payload: Any) -> bytes:
    told = {"name": "Open", "call_id": "c", "input": {}, "fidelity": "router", **payload}
    return awf.call("c", "Open", {}) + awf.line("tool.result", told, seq=2)


def claude(content: JSON, detail: JSON = None) -> bytes:
    used = {"type": "tool_use", "id": "t", "name": "Open", "input": {}}
    said = {"type": "tool_result", "tool_use_id": "t", "is_error": True, "content": content}
    records: list[dict[str, Any]] = [
        {"type": "assistant", "uuid": "a", "message": {"id": "m", "role": "assistant", "content": [used]}},
        {"type": "user", "uuid": "b", "message": {"role": "user", "content": [said]}},
    ]
    if detail is not None:
        records[1]["toolUseResult"] = detail
    about = {"parentUuid": None, "sessionId": "s", "timestamp": "2026-05-01T10:00:00.000Z"}
    return b"".join(json.dumps(about | record).encode() + b"\n" for record in records)


def codex() -> bytes:
    items: list[tuple[str, JSON]] = [
        ("session_meta", {"id": "t"}),
        ("response_item", {"type": "function_call", "name": "Open", "arguments": "{}", "call_id": "c"}),
        ("response_item", {"type": "function_call_output", "call_id": "c", "output": DENIED, "success": False}),
    ]
    return b"".join(
        json.dumps({"timestamp": "2026-05-01T10:00:00.000Z", "type": kind, "payload": payload}).encode() + b"\n"
        for kind, payload in items
    )


SOURCES: dict[str, tuple[str, bytes]] = {
    "awf: error alone": ("awf", transcript(output=None, error=DENIED)),
    "awf: error beside an output": ("awf", transcript(output={"code": 7}, error=DENIED)),
    "awf: error beside a text": ("awf", transcript(output="half open", error=DENIED)),
    "claude: text": ("claude-code", claude(DENIED)),
    "claude: parts": ("claude-code", claude([{"type": "text", "text": DENIED}])),
    "claude: detail": ("claude-code", claude(f"<tool_use_error>{DENIED}</tool_use_error>", f"Error: {DENIED}")),
    "codex": ("codex", codex()),
    "open-token: beside": (
        "open-token",
        document(
            event(1),
            call(2),
            result(3, content=data({"code": 7})),
            annotation(
                4, {"tool_result": {"error": True, "message": DENIED}},
                links={"replies_to": "evt_000003", "call_id": "call_000001"},
            ),
        ).encode(),
    ),
}  # fmt: skip


def read(name: str, given: bytes) -> Trace:
    reader = formats[name].reader
    assert reader is not None
    (trace,) = reader.read(io.BytesIO(given), Place(), lambda _: None)
    return trace


def converted(trace: Trace, target: str) -> tuple[bytes, list[Diagnostic]]:
    out, found = io.BytesIO(), list[Diagnostic]()
    pipeline.convert([trace], formats[target], ["redact=none"], out, found.append, STILL)
    return out.getvalue(), found


@pytest.mark.parametrize("target", ["open-token", "awf", "forsy", "opentraces"])
@pytest.mark.parametrize(("name", "given"), SOURCES.values(), ids=SOURCES)
def test_an_error_keeps_its_words_in_every_format(name: str, given: bytes, target: str) -> None:
    written, _ = converted(read(name, given), target)
    assert DENIED.encode() in written
    assert b"the call failed" not in written


@pytest.mark.parametrize("target", ["open-token", "awf", "forsy", "opentraces"])
@pytest.mark.parametrize(("name", "given"), SOURCES.values(), ids=SOURCES)
def test_an_error_keeps_its_words_through_two_formats(name: str, given: bytes, target: str) -> None:
    once, _ = converted(read(name, given), target)
    for second in ("open-token", "awf", "forsy", "opentraces"):
        again, _ = converted(read(target, once), second)
        assert DENIED.encode() in again
        assert b"the call failed" not in again


@pytest.mark.parametrize(("name", "given"), SOURCES.values(), ids=SOURCES)
def test_an_error_stands_in_the_field_for_errors(name: str, given: bytes) -> None:
    lines = [json.loads(line) for line in converted(read(name, given), "awf")[0].splitlines()]
    assert [DENIED in line["payload"]["error"] for line in lines if line["type"] == "tool.result"] == [True]
    record = json.loads(converted(read(name, given), "opentraces")[0].splitlines()[0])
    errors = [each["error"] for step in record["steps"] for each in step["observations"]]
    assert [DENIED in error for error in errors] == [True]
