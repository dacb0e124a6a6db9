"""An observation says that its call failed, however the log says so, and a call says how long it took."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from steno import pipeline
from steno.diagnostics import Place
from steno.model import ToolResult, Trace
from steno.passes.pair import PASS as PAIR
from tests.given.opentraces import read, written
from tests.given.opentraces_traces import record

FIXTURES = Path(__file__).parents[2] / "fixtures"


def paired(name: str) -> Trace:
    (trace,) = pipeline.read(io.BytesIO((FIXTURES / name).read_bytes()), Place("x.jsonl"), lambda _: None)
    return pipeline.apply([PAIR], trace, lambda _: None)


def steps(name: str) -> list[dict[str, Any]]:
    return list(record(paired(name))["steps"])


def test_failures_that_no_flag_states_are_errors() -> None:
    found = [seen["error"] for step in steps("codex/scripts.jsonl") for seen in step["observations"]]
    assert found == [None, "exit code 1", None, None, "the call failed", None, "exit code 2"]


def test_a_call_took_as_long_as_the_program_measured() -> None:
    found = [call["duration_ms"] for step in steps("codex/scripts.jsonl") for call in step["tool_calls"]]
    assert found == [300, 300, 10000, 2000, 300, 40, 3000]


def test_calls_whose_result_only_the_program_reports_stay_one_step() -> None:
    last = [step for step in steps("codex/scripts.jsonl") if step["tool_calls"]][-1]
    assert [call["tool_call_id"] for call in last["tool_calls"]] == ["call_s6", "call_s7"]
    assert [seen["content"] for seen in last["observations"]] == ["12 apples\n", "no scales\n"]


def test_the_step_that_started_a_sub_agent_names_its_run() -> None:
    found = [(step["call_type"], step["subagent_trajectory_ref"]) for step in steps("claude_code/progress.jsonl")]
    assert found == [
        (None, None), ("main", "bee1"), ("subagent", "bee1"), ("subagent", "bee1"), ("subagent", "bee1"),
        ("main", None),
    ]  # fmt: skip


def test_an_error_by_its_exit_code_is_read_back_as_the_log_had_it() -> None:
    trace = paired("codex/scripts.jsonl")
    back, _ = read(written(trace)[0])
    assert results(back) == results(trace)


def results(trace: Trace) -> list[tuple[object, object]]:
    return [(event.body.error, event.body.detail) for event in trace.events if isinstance(event.body, ToolResult)]
