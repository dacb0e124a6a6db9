"""OpenTraces records for tests: made by hand, made by chance, read and written."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from opentraces_schema import SCHEMA_VERSION, TraceRecord

from steno import pipeline
from steno.diagnostics import Diagnostic, Place
from steno.formats.opentraces import FORMAT, reader, writer
from steno.formats.opentraces.shapes import RECORD
from steno.formats.opentraces.wire import fields
from steno.formats.shapes import Field
from steno.model import Trace
from steno.registry import formats
from steno.testing.fake import STILL
from steno.testing.strategies import values

FIXTURES = Path(__file__).parents[1] / "fixtures" / "opentraces"
KEEP = FORMAT.lossless
MINOR = int(SCHEMA_VERSION.split(".")[1])
INSTALLED = f"version=0.{MINOR}"
"""The option that asks for the version of the package that is installed: it hashes every record by its own fields."""

SEED: dict[str, Any] = {
    "schema_version": "0.7.0",
    "trace_id": "a4f2b8c1-e2d3-4f5a-b6c7-d8e9f0a1b2c3",
    "session_id": "sess_0x8f2a1b3c",
    "content_hash": "e3b0c44298fc1c14...",
    "timestamp_start": "2026-03-27T14:30:00Z",
    "task": {
        "description": "Add input validation to the signup form",
        "repository": "acme/webapp",
        "base_commit": "a1b2c3d4",
    },
    "agent": {"name": "claude-code", "version": "1.0.32", "model": "anthropic/claude-sonnet-4-20250514"},
    "environment": {
        "os": "darwin",
        "shell": "zsh",
        "vcs": {"type": "git", "branch": "main"},
        "language_ecosystem": ["typescript"],
    },
    "system_prompts": {"abc123": "You are Claude Code..."},
    "steps": [
        {"step_index": 0, "role": "user", "content": "Add Zod validation to the signup form"},
        {
            "step_index": 1,
            "role": "agent",
            "content": "I'll add Zod validation...",
            "model": "anthropic/claude-sonnet-4-20250514",
            "system_prompt_hash": "abc123",
            "agent_role": "main",
            "call_type": "main",
            "tool_calls": [
                {
                    "tool_call_id": "tc_001",
                    "tool_name": "Edit",
                    "input": {"file_path": "src/signup.tsx"},
                    "duration_ms": 120,
                }
            ],
            "observations": [
                {
                    "source_call_id": "tc_001",
                    "output_summary": "Added Zod schema to signup form",
                    "content": "File edited successfully",
                }
            ],
            "token_usage": {
                "input_tokens": 4200,
                "output_tokens": 1800,
                "cache_read_tokens": 3800,
                "prefix_reuse_tokens": 3800,
            },
        },
    ],
    "outcome": {
        "success": True,
        "signal_source": "deterministic",
        "signal_confidence": "derived",
        "committed": True,
        "commit_sha": "f5e6d7c8",
    },
    "metrics": {
        "total_steps": 2,
        "total_input_tokens": 8400,
        "total_output_tokens": 1800,
        "cache_hit_rate": 0.9,
        "estimated_cost_usd": 0.24,
    },
    "security": {"tier": 2, "redactions_applied": 1},
}
"""The example of the specification."""


def line(record: Any) -> bytes:
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def read_all(data: bytes) -> tuple[list[Trace], list[Diagnostic]]:
    found: list[Diagnostic] = []
    return list(reader.read(io.BytesIO(data), Place(), found.append)), found


def read(data: bytes) -> tuple[Trace, list[Diagnostic]]:
    """The only trace."""
    (trace,), found = read_all(data)
    return trace, found


def written(traces: Trace | Sequence[Trace], *words: str) -> tuple[bytes, list[Diagnostic]]:
    losses: list[Diagnostic] = []
    out = io.BytesIO()
    whole = [traces] if isinstance(traces, Trace) else list(traces)
    writer.make(words, STILL, losses.append).write(whole, out, losses.append)
    return out.getvalue(), losses


def native(agent: str, data: bytes) -> tuple[list[Trace], list[Diagnostic]]:
    """The traces of an agent's own log, as the writer gets them."""
    found: list[Diagnostic] = []
    passes = [formats_pass(name) for name in FORMAT.needs]
    source = formats[agent].reader
    assert source is not None
    traces = source.read(io.BytesIO(data), Place(), found.append)
    return [pipeline.apply(passes, trace, found.append) for trace in traces], found


def formats_pass(name: str) -> Any:
    from steno.registry import passes

    return passes[name]


def package(data: bytes) -> TraceRecord:
    """A line as the schema's own package reads it."""
    return TraceRecord.model_validate_json(data)


# By chance

_texts = st.text(max_size=8)
_integers = st.integers(-5, 2**40)
_any = values.filter(lambda value: "\\ud" not in json.dumps(value).lower())
"""Without half characters, which the package cannot write."""


def _single(kind: Field, version: int) -> st.SearchStrategy[Any]:
    if kind.words:
        return st.sampled_from(kind.words)
    low, high = (None if abs(each) == float("inf") else each for each in kind.bounds)
    match kind.name:
        case "text":
            return _texts
        case "texts":
            return _texts | st.lists(_texts, max_size=2)
        case "integer":
            return _integers if low is None else st.integers(int(low), 9)
        case "number":
            return st.floats(low, high, allow_nan=False, allow_infinity=False) | st.integers(0, 1)
        case "truth":
            return st.booleans()
        case "any":
            return _any
        case _:
            return shapes(kind.name, version)


def _field(kind: Field, version: int) -> st.SearchStrategy[Any]:
    found = _single(kind, version)
    if kind.map:
        found = st.dictionaries(_texts, found, max_size=2)
    if kind.array:
        found = st.lists(found, max_size=2)
    return st.none() | found if kind.null else found


def shapes(name: str, version: int) -> st.SearchStrategy[dict[str, Any]]:
    """An object of the schema with any of its fields."""
    known = {key: _field(kind, version) for key, kind in fields(name, version).items()}
    required = {key for key, kind in fields(name, version).items() if kind.required}
    return st.fixed_dictionaries(
        {key: known[key] for key in known if key in required},
        optional={key: known[key] for key in known if key not in required},
    )


def records(version: int = MINOR) -> st.SearchStrategy[dict[str, Any]]:
    """Records that the package of a version accepts."""
    return shapes(RECORD, version).map(lambda record: record | {"schema_version": f"0.{version}.0"})
