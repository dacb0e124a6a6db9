"""Invented runs of one task, to be held against each other."""

from __future__ import annotations

import io
from typing import Any

from steno import pipeline
from steno.diagnostics import Place
from steno.model import Trace
from tests.given.machine import lines

Move = tuple[Any, ...]
"""`("asks", words)`, `("says", words)`, `("calls", tool, arguments, output)`, and `True` behind it where it failed."""


def run(session: str, *moves: Move, cwd: str = "/srv/garden", day: int = 2, ids: str = "toolu") -> list[dict[str, Any]]:
    """The records of a Claude Code session; paths in it may be given as `{cwd}/...`."""
    made: list[dict[str, Any]] = []

    def add(kind: str, content: object) -> None:
        number = len(made)
        message: dict[str, Any] = {"role": kind, "content": content}
        if kind == "assistant":
            used = {"input_tokens": 10, "output_tokens": 5}
            message |= {"id": f"msg_{session}_{number}", "model": "claude-test-1", "type": "message", "usage": used}
        made.append({
            "type": kind, "uuid": f"{session}-{number}", "parentUuid": f"{session}-{number - 1}" if number else None,
            "sessionId": session, "timestamp": f"2026-01-{day:02}T03:{number // 60:02}:{number % 60:02}Z", "cwd": cwd,
            "version": "2.1.0", "isSidechain": False, "message": message,
        })  # fmt: skip

    for number, move in enumerate(moves):
        match move:
            case ("asks", words):
                add("user", words)
            case ("says", words):
                add("assistant", [{"type": "text", "text": words}])
            case ("calls", tool, arguments, output, *failed):
                id = f"{ids}_{session}_{number}"
                given = {key: value.replace("{cwd}", cwd) for key, value in arguments.items()}
                add("assistant", [{"type": "tool_use", "id": id, "name": tool, "input": given}])
                error = {"is_error": True} if failed else {}
                text = output.replace("{cwd}", cwd)
                add("user", [{"type": "tool_result", "tool_use_id": id, "content": text, **error}])
    return made


def trace(records: list[dict[str, Any]]) -> Trace:
    (found,) = pipeline.read(io.BytesIO(lines(records)), Place("run.jsonl"), lambda _: None)
    return found


TASK: tuple[Move, ...] = (
    ("asks", "Make the test pass"),
    ("says", "I run it first."),
    ("calls", "Bash", {"command": "cd {cwd} && pytest -q"}, "1 failed in 0.31s"),
    ("calls", "Read", {"file_path": "{cwd}/garden.py"}, "def water(): ..."),
    ("calls", "Edit", {"file_path": "{cwd}/garden.py", "old_string": "...", "new_string": "return 1"}, "updated"),
    ("calls", "Bash", {"command": "cd {cwd} && pytest -q"}, "1 passed in 0.28s"),
    ("says", "It passes."),
)
