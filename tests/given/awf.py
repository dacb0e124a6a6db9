"""Transcripts for tests: lines, and the ways from bytes to traces and back."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from steno import pipeline
from steno.diagnostics import Diagnostic, Place, Severity
from steno.model import Trace
from steno.registry import formats
from steno.testing.fake import STILL

FIXTURES = Path(__file__).parents[1] / "fixtures" / "awf"
RUN = "0f8d2c61-7b3a-4e95-8c17-d24a6b90f3e5"
CHILD = "c41e7a92-5d08-4f36-b1e7-8a3f60d92c74"
AWF = formats["awf"]


def line(type: str, payload: Any, seq: Any = 1, **more: Any) -> bytes:
    """A line as a writer spells it; a field that is given replaces the usual one."""
    whole = {
        "seq": seq, "run_id": RUN, "type": type, "path": "", "iteration": 0, "timestamp": "2026-03-02T10:15:00Z",
        "payload": payload, **more,
    }  # fmt: skip
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def message(*blocks: Any, role: str = "assistant", **more: Any) -> bytes:
    return line(f"message.{role}", {"role": role, "blocks": list(blocks)}, **more)


def block(type: str, fidelity: str = "agent_emitted", **fields: Any) -> dict[str, Any]:
    return {"type": type, "fidelity": fidelity, **fields}


def call(id: str, name: str = "Read", input: Any = None, fidelity: str = "router", **more: Any) -> bytes:
    return line(
        "tool.call", {"name": name, "call_id": id, "input": input, "output": None, "fidelity": fidelity}, **more
    )


def result(id: str, name: str = "Read", output: Any = "ok", fidelity: str = "router", **more: Any) -> bytes:
    payload = {"name": name, "call_id": id, "input": None, "output": output, "fidelity": fidelity}
    return line("tool.result", payload, **more)


def read(data: bytes) -> tuple[Trace, list[Diagnostic]]:
    found: list[Diagnostic] = []
    assert AWF.reader is not None
    (trace,) = AWF.reader.read(io.BytesIO(data), Place(), found.append)
    return trace, found


def written(trace: Trace | Sequence[Trace], *words: str) -> tuple[bytes, list[Diagnostic]]:
    found: list[Diagnostic] = []
    out = io.BytesIO()
    assert AWF.writer is not None
    traces = [trace] if isinstance(trace, Trace) else trace
    AWF.writer(words, STILL, found.append).write(traces, out, found.append)
    return out.getvalue(), found


def checked(data: bytes) -> list[str]:
    """The codes of the rules that a transcript breaks, warnings included."""
    found: list[Diagnostic] = []
    pipeline.check(io.BytesIO(data), Place(), found.append, "awf")
    return [each.code for each in found]


def errors(data: bytes) -> list[str]:
    found: list[Diagnostic] = []
    pipeline.check(io.BytesIO(data), Place(), found.append, "awf")
    return [str(each) for each in found if each.severity is Severity.ERROR]
