"""A value of another JSON type than the specification of transcripts asks for is an error, wherever it stands."""

from __future__ import annotations

import json
from typing import Any

from steno.base.exact import at, pointer
from steno.testing.battery import pointers, replaced
from tests.given import awf

LINES: list[dict[str, Any]] = [
    json.loads(line)
    for line in (
        awf.line("step.completed", {"name": "a", "kind": "agent", "error": "no", "result": 1}, path="a"),
        awf.line("step.call_workflow.started", {"name": "a", "kind": "call_workflow"}, child_run_id=awf.CHILD),
        awf.line("run.started", {"name": "a", "kind": "agent"}, parent_run_id=awf.CHILD),
        awf.message(
            awf.block("text", text="a"),
            awf.block("thinking", thinking="a"),
            awf.block("tool_use", tool_name="Read", tool_id="t", tool_input=1),
            awf.block("tool_result", tool_id="t", tool_content=1),
            awf.block("command", command="ls"),
            awf.block("stream", text="a"),
        ),
        awf.call("c", input=1),
        awf.line(
            "tool.result",
            {"name": "Read", "call_id": "c", "input": 1, "output": 1, "error": "no", "fidelity": "router"},
        ),
    )
]
FREE = ("/result", "/tool_input", "/tool_content", "/payload/input", "/payload/output")
"""Where anything may stand."""
WRONG_TYPES: list[Any] = [5, True, None, 1.5, "text", [], {}]

FIELDS = [
    (number, path, wrong)
    for number, record in enumerate(LINES)
    for path in pointers(record)
    if not pointer(*path).endswith(FREE)
    for wrong in WRONG_TYPES
    if type(wrong) is not type(at(record, pointer(*path)))
    and not (path == ("payload",) and wrong is None and record["type"].startswith("run."))
]


def test_a_value_of_another_type_than_the_specifications_is_an_error() -> None:
    def errors(record: Any) -> set[str]:
        return set(awf.errors(json.dumps(record).encode() + b"\n"))

    usual = [errors(line) for line in LINES]
    passed = [
        f"{LINES[number]['type']}{pointer(*path)}={wrong!r}"
        for number, path, wrong in FIELDS
        if not errors(replaced(LINES[number], path, wrong)) - usual[number]
    ]
    assert passed == []
