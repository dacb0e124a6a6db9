"""Small whole OpenTraces records, put together from steps."""

from __future__ import annotations

from typing import Any, Final

from msgspec import UNSET

from steno.base.exact import encode

TRACE: Final = "4b1d0c9e-7a53-5f0e-9c1b-2f6a8d3e5c70"
SESSION: Final = "session-1"
COMMIT: Final = "4f2a" * 10
PROMPT: Final = {"0f2d6c1b8a9e4735": "You repair programs."}

CALL: Final[dict[str, Any]] = {"tool_call_id": "call-1", "tool_name": "Edit", "input": {"file_path": "src/dates.py"}}
RESULT: Final[dict[str, Any]] = {"source_call_id": "call-1", "content": "src/dates.py has been updated."}
USAGE: Final[dict[str, Any]] = {"input_tokens": 120, "output_tokens": 30}
METRICS: Final[dict[str, Any]] = {"total_steps": 3, "total_input_tokens": 120, "total_output_tokens": 30}


def user(number: int = 1, **fields: Any) -> dict[str, Any]:
    """What the user asks for, with other fields in its place; UNSET leaves one out."""
    return _step(number, {"role": "user", "content": "The date parser fails on 2026-01-31. Please fix it."} | fields)


def act(number: int = 2, **fields: Any) -> dict[str, Any]:
    """A step in which the agent changes a file."""
    usual = {
        "role": "agent",
        "model": "example/model-1",
        "system_prompt_hash": next(iter(PROMPT)),
        "tool_calls": [CALL],
        "observations": [RESULT],
        "token_usage": USAGE,
    }
    return _step(number, usual | fields)


def answer(number: int = 3, **fields: Any) -> dict[str, Any]:
    """A step in which the agent says what it did."""
    return _step(number, {"role": "agent", "content": "The parser reads ISO dates now."} | fields)


def _step(number: int, fields: dict[str, Any]) -> dict[str, Any]:
    whole = {"step_index": number, "timestamp": f"2026-01-31T09:{number % 60:02}:00Z"} | fields
    return {key: value for key, value in whole.items() if value is not UNSET}


def record(*steps: Any, **top: Any) -> str:
    """A record of these steps, or of three usual ones; UNSET leaves a field out."""
    usual = {
        "schema_version": "0.7.0",
        "trace_id": TRACE,
        "session_id": SESSION,
        "timestamp_start": "2026-01-31T09:00:00Z",
        "timestamp_end": "2026-01-31T10:00:00Z",
        "agent": {"name": "claude-code"},
        "system_prompts": PROMPT,
        "steps": list(steps) or [user(), act(), answer()],
        "security": {"scanned": True},
    }
    return encode({key: value for key, value in (usual | top).items() if value is not UNSET}).decode() + "\n"


def patched(anchor: Any = UNSET, **fields: Any) -> str:
    """A record with one patch."""
    whole = {"patch_id": "5e" * 32, "file_path": "src/dates.py", "step_index": 2, "tool_call_id": "call-1"}
    found = {} if anchor is UNSET else {"anchor": anchor}
    return record(patches=[whole | found | fields])


def anchor(**fields: Any) -> dict[str, Any]:
    """A patch's link to the commit it was found in."""
    usual = {
        "last_searched_at": "2026-01-31T10:05:00Z",
        "found": True,
        "commit_sha": COMMIT,
        "evidence_tier": "exact_range_hash",
        "evidence_firmness": "firm_observed",
    }
    return {key: value for key, value in (usual | fields).items() if value is not UNSET}


def attributed(url: str | None = None, **fields: Any) -> str:
    """A record that attributes one range of lines."""
    lines = {"start_line": 3, "end_line": 5, "content_hash": "murmur3:" + "5e" * 16} | fields
    talk = {"contributor": {"type": "ai"}, "url": url or f"opentraces://{TRACE}/step_2", "ranges": [lines]}
    return record(attribution={"files": [{"path": "src/dates.py", "conversations": [talk]}]})
