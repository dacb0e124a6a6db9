"""What a record holds, in numbers, computed from its steps whatever its metrics say."""

from __future__ import annotations

from collections.abc import Mapping

from steno.base.exact import JSON
from steno.formats.opentraces.wire import NAME, Object
from steno.formats.records import tally
from steno.model import Kind, ToolCall, Trace

_TOKENS = ("input_tokens", "output_tokens", "cache_read_tokens", "cache_write_tokens")


def count(trace: Trace) -> Mapping[str, JSON]:
    """What the record holds, in the format's own terms."""
    record = trace.header.residue.get(NAME, {}).get("record", {})
    steps: list[Object] = [each.residue for each in trace.events if isinstance(each.residue, dict)]
    calls = [event for event in trace.events if event.kind is Kind.TOOL_CALL]
    results = [event for event in trace.events if event.kind is Kind.TOOL_RESULT]
    return {
        "records": 1 if record else 0,
        "schema_version": record.get("schema_version"),
        "steps": len(steps),
        "roles": tally(step.get("role") for step in steps),
        "call_types": tally(kind for step in steps if (kind := step.get("call_type")) is not None),
        "thoughts": sum(event.kind is Kind.THOUGHT for event in trace.events),
        "tool_calls": len(calls),
        "tool_calls_by_name": tally(event.body.tool for event in calls if isinstance(event.body, ToolCall)),
        "observations": len(results),
        "tokens": {key: sum(_tokens(step, key) for step in steps) for key in _TOKENS},
        "patches": len(trace.patches),
        "git_links": len(trace.git_links),
    }


def _tokens(step: Object, key: str) -> int:
    usage = step.get("token_usage")
    found = usage.get(key) if isinstance(usage, dict) else None
    return found if type(found) is int else 0
