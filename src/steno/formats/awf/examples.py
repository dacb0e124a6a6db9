"""Lines for the examples of rules."""

from __future__ import annotations

from steno.base.exact import JSON, decode, encode

RUN = "6f1c2a58-0b7e-4c39-9d42-5a8e13f07b61"
PARENT = "b3d94e07-7c15-4a6f-8e20-91c4d7a5f3b8"
CHILD = "2e7a90c4-d8f1-4b53-a6c9-0f3b58d1e742"


def event(type: str, payload: JSON, seq: JSON = 1, **more: JSON) -> str:
    """A line; a field that is None is left out."""
    whole = {
        "seq": seq,
        "run_id": RUN,
        "parent_run_id": None,
        "child_run_id": None,
        "type": type,
        "path": "",
        "iteration": 0,
        "timestamp": f"2026-01-31T09:00:{seq if isinstance(seq, int) and 0 < seq < 60 else 0:02}Z",
        **more,
    }
    stated = {key: value for key, value in whole.items() if value is not None}
    return encode({**stated, "payload": payload}).decode() + "\n"


STEP = {"name": "analyze", "kind": "agent"}


def started(seq: JSON = 1, **more: JSON) -> str:
    return event("step.started", STEP, seq, **{"path": "analyze", **more})


def completed(seq: JSON = 2, **more: JSON) -> str:
    return event("step.completed", STEP, seq, **{"path": "analyze", **more})


def message(*blocks: JSON, seq: JSON = 1) -> str:
    return event("message.assistant", {"role": "assistant", "blocks": list(blocks)}, seq)


def text(text: str = "Two issues found.", **more: JSON) -> dict[str, JSON]:
    return {"type": "text", "fidelity": "agent_emitted", "text": text, **more}


def call(seq: JSON = 1, **more: JSON) -> str:
    payload = {"name": "Read", "call_id": "call-1", "input": {"path": "main.go"}, "output": None, "fidelity": "router"}
    return event("tool.call", {**payload, **more}, seq)


def result(seq: JSON = 2, **more: JSON) -> str:
    payload = {"name": "Read", "call_id": "call-1", "input": None, "output": "package main", "fidelity": "router"}
    return event("tool.result", {**payload, **more}, seq)


def without(line: str, *keys: str) -> str:
    """A line without some keys of its payload or its envelope."""
    whole = decode(line.encode()).value
    for key in keys:
        holder = whole["payload"] if key.startswith("/") else whole
        del holder[key.removeprefix("/")]
    return encode(whole).decode() + "\n"
