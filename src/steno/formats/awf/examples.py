"""The base transcript of the rules' examples, and the rulebook that tells examples as changes to it."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from steno.formats.awf.document import Document
from steno.formats.rulebook import Rulebook, lines_of

RUN = "6f1c2a58-0b7e-4c39-9d42-5a8e13f07b61"
PARENT = "b3d94e07-7c15-4a6f-8e20-91c4d7a5f3b8"
CHILD = "2e7a90c4-d8f1-4b53-a6c9-0f3b58d1e742"

_STEP = {"name": "analyze", "kind": "agent"}
_CALLED = {"name": "build", "kind": "call_workflow"}
_TOOL = {"name": "Read", "call_id": "call-1", "input": {"path": "main.go"}, "output": None, "fidelity": "router"}
_TEXT = {"type": "text", "fidelity": "agent_emitted", "text": "Two issues found."}
_USE = {"type": "tool_use", "fidelity": "agent_emitted", "tool_name": "Read", "tool_id": "call-1"}
_EVENTS: tuple[tuple[str, str, Any], ...] = (
    ("run.started", "", None),
    ("step.started", "analyze", _STEP),
    ("message.assistant", "analyze", {"role": "assistant", "blocks": [_TEXT, _USE]}),
    ("tool.call", "analyze", _TOOL),
    ("tool.result", "analyze", _TOOL | {"input": None, "output": "package main"}),
    ("step.completed", "analyze", _STEP),
    ("step.call_workflow.started", "build", _CALLED),
    ("step.call_workflow.completed", "build", _CALLED),
    ("run.completed", "", None),
)


def base() -> Any:
    """A run of two steps: one in which an agent reads a file, and one that calls another workflow."""
    return [_event(*each) for each in enumerate(_EVENTS, 1)]


def _event(seq: int, event: tuple[str, str, Any]) -> dict[str, Any]:
    kind, path, payload = event
    child = {"child_run_id": CHILD} if "call_workflow" in kind else {}
    time = f"2026-01-31T09:00:{seq:02}Z"
    named = {"seq": seq, "run_id": RUN, **child, "type": kind, "path": path, "iteration": 0, "timestamp": time}
    return named | {"payload": deepcopy(payload)}


rule = Rulebook[Document](base, lines_of)
