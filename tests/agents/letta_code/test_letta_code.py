"""What Letta Code's transcripts and local conversations say."""

from __future__ import annotations

import io
from pathlib import Path

from steno import registry
from steno.diagnostics import Diagnostic, Place
from steno.model import Kind, Trace
from steno.model.signs import LifecycleKind
from steno.usage import requests, sums
from tests.given.machine import steno

FIXTURES = Path(__file__).parents[2] / "fixtures" / "letta_code"


def read(name: str) -> Trace:
    found: list[Diagnostic] = []
    reader = registry.formats["letta-code"].reader
    assert reader is not None
    (trace,) = reader.read(io.BytesIO((FIXTURES / name).read_bytes()), Place(), found.append)
    assert found == []
    return trace


def test_a_call_and_its_result_stand_in_one_record() -> None:
    trace = read("transcript.jsonl")
    first, second = [event for event in trace.events if event.kind is Kind.TOOL_CALL]
    (result,) = [event for event in trace.events if event.kind is Kind.TOOL_RESULT]
    assert (result.call, result.body.error, result.origin.line) == (first.call, True, first.origin.line)  # type: ignore[union-attr]
    assert second.call != first.call


def test_a_local_conversation_is_a_tree_with_tokens() -> None:
    trace = read("local.jsonl")
    assert [event.parent for event in trace.events if event.kind is Kind.TOOL_RESULT] == ["a0000002"]
    total = sums(requests(trace))
    assert (total.requests, total.input, total.output, total.cache_read) == (1, 12, 34, 100)
    assert [event.signs.lifecycle for event in trace.events][-1] is LifecycleKind.COMPACTION


def test_both_kinds_of_files_are_found(tmp_path: Path) -> None:
    for name, sample in (
        ("transcripts/agent-1/conv-1/transcript.jsonl", "transcript.jsonl"),
        ("lc-local-backend/conversations/default/messages.jsonl", "local.jsonl"),
        ("lc-local-backend/memfs/agent-1/memory/messages.jsonl", "local.jsonl"),
    ):
        path = tmp_path / ".letta" / name
        path.parent.mkdir(parents=True)
        path.write_bytes((FIXTURES / sample).read_bytes())
    rows = steno("ls", "--json", home=tmp_path).json()
    assert sorted((row["agent"], row["id"]) for row in rows) == [("letta-code", "conv-1"), ("letta-code", "default")]
