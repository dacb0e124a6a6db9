"""What Windsurf's transcripts say: a call and its result in one record, and encrypted files that say nothing."""

from __future__ import annotations

import io
from pathlib import Path

from steno import registry
from steno.diagnostics import Diagnostic, Place
from steno.model import Blob, Kind, ToolCall, ToolResult, Trace
from tests.given.machine import steno

FIXTURES = Path(__file__).parents[2] / "fixtures" / "windsurf"


def read(data: bytes, found: list[Diagnostic], path: str = "") -> Trace:
    reader = registry.formats["windsurf"].reader
    assert reader is not None
    (trace,) = reader.read(io.BytesIO(data), Place(path), found.append)
    return trace


def test_a_record_of_a_tool_is_a_call_and_its_result() -> None:
    trace = read((FIXTURES / "transcript.jsonl").read_bytes(), [])
    calls = [event for event in trace.events if event.kind is Kind.TOOL_CALL]
    results = [event for event in trace.events if event.kind is Kind.TOOL_RESULT]
    assert [event.call for event in calls] == [event.call for event in results]
    assert calls[1].body == ToolCall("run_command", {"command": "grep cracked pots.csv"})
    assert isinstance(results[1].body, ToolResult)
    assert (results[1].body.content, results[1].signs.exit, calls[1].signs.cwd) == (
        "no such file",
        1,
        "/home/ana/shelf",
    )
    assert results[2].signs.interrupted
    assert [event.body.error for event in results if isinstance(event.body, ToolResult)].count(True) == 1


def test_a_tool_that_nobody_knows_is_a_call_with_all_that_its_record_holds() -> None:
    trace = read((FIXTURES / "transcript.jsonl").read_bytes(), [])
    assert ToolCall("tool_of_tomorrow", {"a": 1}) in [event.body for event in trace.events]


def test_an_encrypted_session_is_listed_and_said_to_be_unreadable(tmp_path: Path) -> None:
    found: list[Diagnostic] = []
    trace = read(b"\x8f\x00\x01", found, "a.pb")
    assert [type(event.body) for event in trace.events] == [Blob]
    assert [each.message for each in found] == ["3 bytes cannot be read: Windsurf encrypts its sessions"]
    folder = tmp_path / ".codeium/windsurf/cascade"
    folder.mkdir(parents=True)
    (folder / "abc.pb").write_bytes(b"\x8f\x00\x01")
    shown = steno("info", "windsurf:abc", home=tmp_path)
    assert "Windsurf encrypts its sessions" in shown.err
