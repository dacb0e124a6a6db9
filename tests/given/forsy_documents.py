"""Small whole Forsy traces, put together from steps."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET

from steno.base.exact import encode
from steno.formats.forsy import words
from steno.formats.forsy.sums import sums

ARTIFACT: dict[str, Any] = {
    "path": "src/dates.py",
    "type": "modified",
    "role": "deliverable",
    "related_steps": [2],
    "description": "The module that parses dates.",
    "state": "One line was changed, and the tests were run against it.",
    "hash": "sha256:" + "5e" * 32,
    "content": None,
    "diff": '-    fmt = "%d/%m/%Y"\n+    fmt = "%Y-%m-%d"\n',
    "release_sensitivity": "open",
}


def user(number: int = 1, **fields: Any) -> dict[str, Any]:
    """A request of the user, with other fields in its place; UNSET leaves one out."""
    return _step(
        number,
        {
            "actor": "user",
            "action": "user_message",
            "input": "The date parser fails on 2026-01-31. Please fix it.",
            "message_role": "direct_request",
            "ended_at": _time(number, 0),
        }
        | fields,
    )


def feedback(number: int = 4, **fields: Any) -> dict[str, Any]:
    """A user's message that judges the step before it."""
    return user(
        number,
        **{
            "turn": 2,
            "input": "That is right, thank you.",
            "message_role": "approval",
            "feedback_type": "approval",
            "feedback_content": "The fix is accepted.",
            "caused_by": [number - 1],
            "causal_type": "approval_response",
            "causal_note": "The user saw the fix.",
        }
        | fields,
    )


def act(number: int = 2, **fields: Any) -> dict[str, Any]:
    """A step in which the agent changes a file."""
    return _step(
        number,
        {
            "actor": "agent",
            "action": "agent_step",
            "operation": "edit",
            "tool": "Edit",
            "execution_mode": "serial",
            "observation": 'src/dates.py reads dates with "%d/%m/%Y".',
            "input": 'src/dates.py: "%d/%m/%Y" -> "%Y-%m-%d"',
            "input_source": {
                "actor": "user",
                "source_step": 1,
                "source_field": "input",
                "note": "The request names the date that fails.",
            },
            "output": "src/dates.py has been updated.",
            "state_change": "src/dates.py now reads ISO dates.",
            "reasoning": "The format string is the only place that names the order of the parts.",
            "caused_by": [1],
            "causal_type": "user_request",
            "causal_note": "The request asked for the fix.",
            "success": True,
            "eval": 1,
            "eval_reason": "The parser reads the date that failed.",
        }
        | fields,
    )


def failed(number: int = 2, **fields: Any) -> dict[str, Any]:
    """A step that went wrong and says what to do instead."""
    return act(
        number,
        **{
            "output": "error: no such file: dates.py",
            "state_change": "Nothing was changed.",
            "success": False,
            "eval": -1,
            "eval_reason": "The path was wrong.",
            "directive": "Look for the file before editing it: it is src/dates.py.",
        }
        | fields,
    )


def retry(number: int = 3, **fields: Any) -> dict[str, Any]:
    """A step that does again what the step before it failed to do."""
    return act(
        number,
        **{
            "caused_by": [number - 1],
            "causal_type": "retry_after_failure",
            "causal_note": "The edit before this one named a file that is not there.",
            "retry_of": number - 1,
        }
        | fields,
    )


def answer(number: int = 3, **fields: Any) -> dict[str, Any]:
    """A step in which the agent says what it did."""
    return act(
        number,
        **{
            "action": "output",
            "operation": "answer",
            "tool": None,
            "observation": "src/dates.py was changed in the step before.",
            "input": "The parser reads ISO dates now.",
            "input_source": None,
            "output": "The parser reads ISO dates now.",
            "state_change": "The user knows of the fix.",
            "reasoning": "The request is done, and the user waits.",
            "caused_by": [number - 1],
            "causal_type": "dependency_on_tool_result",
            "causal_note": "The edit succeeded.",
        }
        | fields,
    )


def _step(number: int, fields: dict[str, Any]) -> dict[str, Any]:
    times = {"started_at": _time(number, 0), "ended_at": _time(number, 5)}
    whole = dict.fromkeys(words.STEP) | {"step": number, "turn": 1, "eval": 0} | times | fields
    return {key: value for key, value in whole.items() if value is not UNSET}


def _time(number: int, second: int) -> str:
    return f"2026-01-31T09:{number % 60:02}:{second:02}Z"


def trace(*steps: Any, summary: Any = None, dataset: Any = None, **top: Any) -> str:
    """A trace of these steps, counted; UNSET leaves a field out.  One line for each part and each step.

    `summary` and `dataset` are other fields of the two summaries.
    """
    listed = list(steps) or [user(1), act(2), answer(3)]
    judged = {"agent_confidence": 75, "goal_achieved": True, "goal_notes": None}
    counts = sums(each for each in listed if isinstance(each, dict)) | judged | (summary or {})
    about = {
        "title": "A date parser fixed",
        "description": "An agent finds a wrong format string in a date parser and corrects it.",
        "tags": ["coding", "live"],
        "release_tier": "open_example",
        "validation_level": "self_traced",
    } | (dataset or {})
    whole = dict.fromkeys(words.TOP) | {
        "schema_version": words.VERSION,
        "trace_id": "forsy_trace_dates_001",
        "trace_mode": "live",
        "validation_level": "self_traced",
        "task": "Make the date parser read ISO dates.",
        "agent_tools": ["Bash", "Edit", "Read"],
        "started_at": "2026-01-31T09:00:00Z",
        "ended_at": "2026-01-31T10:00:00Z",
        "agent_config": {"model": "example-model"},
        "learning": "Where a format string names the order of a date's parts, look there first.",
        "termination_reason": "task_complete",
        "steps": listed,
        "final_output": '-    fmt = "%d/%m/%Y"\n+    fmt = "%Y-%m-%d"\n',
        "static_output": {"artifacts": [ARTIFACT | {"related_steps": [min(2, len(listed))]}]},
        "summary": {key: value for key, value in counts.items() if value is not UNSET},
        "dataset_summary": {key: value for key, value in about.items() if value is not UNSET},
    }
    return spelled({key: value for key, value in (whole | top).items() if value is not UNSET})


def spelled(whole: dict[str, Any]) -> str:
    """A document with one line for each field of its top and for each step."""
    return "{\n" + ",\n".join(f"  {_text(key)}: {_lines(key, value)}" for key, value in whole.items()) + "\n}\n"


def _lines(key: str, value: Any) -> str:
    if key != "steps" or not isinstance(value, list) or not value:
        return _text(value)
    return "[\n" + ",\n".join(f"    {_text(each)}" for each in value) + "\n  ]"


def _text(value: Any) -> str:
    return encode(value).decode()


def artifact(**fields: Any) -> str:
    """A trace whose one artifact has other fields."""
    whole = {key: value for key, value in (ARTIFACT | fields).items() if value is not UNSET}
    return trace(static_output={"artifacts": [whole]})
