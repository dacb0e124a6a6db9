"""The manifest beside a trace: what somebody looks for without reading the trace.  Built from the document alone."""

from __future__ import annotations

from typing import Final

from steno.base.exact import JSON
from steno.formats.forsy.sums import sums

Object = dict[str, JSON]

_SAME: Final = (
    "agent_config", "captured_at", "collection_id", "learning", "memory", "original_folder_name", "prior_collection_id",
    "prior_trace_id", "schema_version", "skills", "source_files", "source_folder_names", "source_trace_id",
    "system_prompt", "task", "termination_reason", "trace_id", "trace_mode", "trace_slug",
)  # fmt: skip
"""Fields that a manifest has in common with its trace."""
_COUNTS: Final = ("total_steps", "total_turns", "directive_signals", "human_feedback")
_JUDGED: Final = ("agent_confidence", "goal_achieved", "goal_notes")


def manifest(document: Object) -> Object:
    """The manifest of a trace, its fields in order of their names; what the trace does not say is null.

    Counts are those of its summary, or computed where that has none.
    """
    steps = document.get("steps")
    summary = document.get("summary")
    counted: Object = sums(each for each in steps if type(each) is dict) if type(steps) is list else {}
    counted |= {key: value for key, value in summary.items() if value is not None} if type(summary) is dict else {}
    found = {key: document.get(key) for key in _SAME}
    found |= {"activity_started_at": document.get("started_at"), "activity_ended_at": document.get("ended_at")}
    found |= {key: counted.get(key) for key in (*_COUNTS, *_JUDGED)}
    found["positive_pct"] = _percent(counted.get("positive_steps"), counted.get("total_steps"))
    found["validation_level"] = document.get("validation_level")
    return dict(sorted(found.items()))


def _percent(part: JSON, whole: JSON) -> int | None:
    """Whole percents, rounded down."""
    return part * 100 // whole if type(part) is int and type(whole) is int and whole > 0 else None


def restated(stated: Object, document: Object) -> Object:
    """A manifest that somebody wrote, with its own fields, and what the trace says now in each that is the trace's."""
    now = manifest(document)
    return {key: now.get(key, value) for key, value in stated.items()}
