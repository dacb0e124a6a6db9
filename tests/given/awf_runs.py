"""Lines of AWF transcripts whose runs call each other."""

from __future__ import annotations

from steno.base.exact import JSON
from steno.formats.awf.wire import Event, line

A, B, C, D = (f"{letter * 8}-0000-4000-8000-{number:012}" for number, letter in enumerate("abcd", 1))


def event(run: str, type: str, second: int = 0, path: str = "", payload: JSON = None, **more: JSON) -> bytes:
    seq, iteration = more.pop("seq", 1), more.pop("iteration", 0)
    time = f"2026-01-02T03:{second // 60:02}:{second % 60:02}Z"
    return line(
        Event(
            seq=seq, run_id=run, type=type, path=path, iteration=iteration, timestamp=time, payload=payload, **more
        )
    )  # fmt: skip


def begun(run: str, second: int = 0, parent: str = "", name: str = "") -> bytes:
    payload = {"name": name, "kind": "workflow"} if name else None
    return event(run, "run.started", second, payload=payload, parent_run_id=parent)


def calls(run: str, child: str, second: int = 0, parent: str = "", path: str = "call") -> bytes:
    payload = {"name": path, "kind": "call_workflow"}
    return event(
        run, "step.call_workflow.started", second, path, payload, child_run_id=child, parent_run_id=parent
    )  # fmt: skip
