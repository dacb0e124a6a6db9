"""The example runs, and leaves a transcript that can be read."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import steno
from tests.given.sdk import lines

EXAMPLE = Path(__file__).parents[2] / "examples" / "recorded_agent.py"


def test_the_example_records_itself(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("Water the roses")
    ended = subprocess.run(
        [sys.executable, str(EXAMPLE), str(tmp_path / "transcripts")],
        cwd=tmp_path, capture_output=True, text=True, check=True,
    )  # fmt: skip
    path = Path(ended.stdout.strip())
    events = lines(path)
    assert [event["type"] for event in events] == [
        "run.started",
        "step.started",
        "message.user",
        "message.assistant",
        "tool.call",
        "tool.result",
        "message.assistant",
        "tool.call",
        "tool.result",
        "message.assistant",
        "step.completed",
        "run.completed",
    ]
    assert events[5]["payload"]["output"] == ["notes.md"]
    assert events[8]["payload"]["error"].startswith("FileNotFoundError: ")
    assert events[-1]["payload"]["result"] == "I cannot review missing.txt: there is no such file."
    (trace,) = steno.read(path)
    calls = [event.body.tool for event in trace.events if event.kind is steno.Kind.TOOL_CALL]  # type: ignore[union-attr]
    assert set(calls) == {"list_files", "read_file"}
