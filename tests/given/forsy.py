"""Forsy traces for tests: made by hand, made by chance, read and written."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from msgspec import UNSET, structs

from steno.base.exact import JSON
from steno.diagnostics import Diagnostic, Place
from steno.formats.forsy import FORMAT, reader, writer
from steno.formats.forsy.upgrade import UNDO
from steno.formats.forsy.words import STEP, TOP
from steno.model import Event, Kind, Note, ToolResult, Trace
from steno.model.steps import FIELDS, derived
from steno.testing.fake import STILL
from steno.testing.strategies import traces, values

FIXTURES = Path(__file__).parents[1] / "fixtures" / "forsy"
KEEP = FORMAT.lossless


def read_all(data: bytes) -> tuple[list[Trace], list[Diagnostic]]:
    found: list[Diagnostic] = []
    return list(reader.read(io.BytesIO(data), Place(), found.append)), found


def read(data: bytes) -> tuple[Trace, list[Diagnostic]]:
    """The only trace."""
    (trace,), found = read_all(data)
    return trace, found


def fixture(name: str) -> Trace:
    return read((FIXTURES / name).read_bytes())[0]


def written(trace: Trace, *words: str) -> tuple[bytes, list[Diagnostic]]:
    losses: list[Diagnostic] = []
    out = io.BytesIO()
    writer.make(words, STILL, losses.append).write([trace], out, losses.append)
    return out.getvalue(), losses


def stepped(trace: Trace, fields: Callable[[Event], dict[str, Any]]) -> Trace:
    """The trace with a step for every message and every call, by a rule of this test."""
    notes = [note for event in trace.events for note in _notes(event, fields(event))]
    return structs.replace(trace, notes=trace.notes + tuple(notes))


def _notes(event: Event, fields: dict[str, Any]) -> Iterator[Note]:
    for key, value in fields.items():
        yield derived("test/rule", key, value, event, (event.uid,))


# By chance

_words = st.sampled_from(
    ["", "user", "agent", "assistant", "subagent:a", "user_message", "agent_step", "output", "error", "tool_call",
     "feedback", "read", "Bash", "mcp:a.b", "self_traced", "human_reviewed", "retraced", "task_completed", "correction",
     "2026-01-31T09:00:00Z", '{"artifacts": [{"path": "a"}]}', "sha256:" + "0" * 64]
)  # fmt: skip
_numbers = st.integers(-1, 4)
_plain = st.none() | st.booleans() | _numbers | st.floats(allow_nan=False, allow_infinity=False) | _words | values
_artifacts = st.fixed_dictionaries(
    {
        "artifacts": st.lists(
            st.dictionaries(st.sampled_from(["path", "hash", "related_steps", "x"]), _plain), max_size=2
        )
    }
)
_objects = st.dictionaries(
    st.sampled_from(["source_step", "model", "validation_level", "agent_confidence", "x"]), _plain
)
_fields = _plain | _objects | _artifacts | st.lists(_numbers, max_size=3)
LEGACY_TOP = (
    "source_trace_id", "collection_id", "prior_collection_id", "trace_slug", "original_folder_name",
    "source_folder_names", "agent_model", "captured_at", "source_files",
)  # fmt: skip
"""What the published schema knows of the top, and the specification does not."""
LEGACY_STEP = ("step_index", "feedback")
steps = st.dictionaries(st.sampled_from([*STEP, *LEGACY_STEP, "x"]), _fields, max_size=12)
documents = st.builds(
    lambda top, listed: top | ({} if listed is None else {"steps": listed}),
    st.dictionaries(st.sampled_from([*TOP, *LEGACY_TOP, "upgraded_from", "x"]), _fields, max_size=12),
    st.none() | st.lists(steps | _plain, max_size=4),
)
"""Documents as odd as they come: any field may hold anything."""


@st.composite
def serial(draw: Callable[..., Any]) -> Trace:
    """A trace in which a result follows its call, with steps on messages and calls."""
    trace = draw(traces())
    events = [each for each in trace.events if each.kind is not Kind.TOOL_RESULT]
    for index in range(len(events) - 1, -1, -1):
        if events[index].kind is Kind.TOOL_CALL:
            call = structs.replace(events[index], call=f"call-{index}", echo_of=UNSET)
            result = ToolResult(draw(st.just("done") | values))
            answer = structs.replace(call, uid=f"{call.uid}+r", kind=Kind.TOOL_RESULT, body=result, residue=UNSET)
            events[index : index + 1] = [call, answer]
    whole = structs.replace(trace, events=tuple(events))
    return stepped(whole, lambda event: _chosen(draw, event))


def _chosen(draw: Callable[..., Any], event: Event) -> dict[str, Any]:
    if event.kind is Kind.MESSAGE:
        return {"step": "user_message", "input": getattr(event.body, "text", None), "surface": "cli"}
    if event.kind is Kind.TOOL_CALL:
        body: Any = event.body
        said = {"step": "agent_step", "tool": body.tool, "input": body.arguments or "nothing", "output": "done"}
        more = draw(st.dictionaries(st.sampled_from(["turn", "eval", "directive", "caused_by"]), values, max_size=2))
        return said | {key: value for key, value in more.items() if key in FIELDS}
    return {}


def downgrade(document: dict[str, JSON]) -> dict[str, JSON]:
    """The trace as it was before it was upgraded; one that never was, itself."""
    undo = document.get(UNDO)
    if type(undo) is not dict or type(keys := undo.get("keys")) is not list or type(undo.get("was")) is not dict:
        return document
    old = _undone(document, keys, undo["was"])
    if type(steps := old.get("steps")) is list and type(undo.get("steps")) is list:
        shapes: JSON = undo.get("shapes")
        old["steps"] = [
            _undone(each, shapes[how["shape"]], how["was"]) if type(how) is dict and type(each) is dict else each
            for each, how in zip(steps, undo["steps"], strict=True)
        ]
    return old


def _undone(new: dict[str, JSON], keys: list[str], was: dict[str, JSON]) -> dict[str, JSON]:
    return {key: was[key] if key in was else new[key] for key in keys if key in was or key in new}
