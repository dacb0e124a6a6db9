"""The base trace of the rules' examples, and the rulebook that tells examples as changes to it."""

from __future__ import annotations

from typing import Any, Final

from steno.base.exact import encode
from steno.contracts import Strictness
from steno.formats.forsy import words
from steno.formats.forsy.document import Document
from steno.formats.forsy.sums import sums
from steno.formats.rulebook import Rulebook

LEVELS: Final = {
    "FSY0": Strictness.SCHEMA,
    "FSY1": Strictness.STRICT,
    "FSY2": Strictness.RELEASE,
    "FSY3": Strictness.ALL,
}
"""The level of a rule by its hundred."""
_DIFF: Final = '-    fmt = "%d/%m/%Y"\n+    fmt = "%Y-%m-%d"\n'
_USER: Final = {"actor": "user", "action": "user_message", "eval": 0}
_ACT: Final[dict[str, Any]] = {
    "actor": "agent", "action": "agent_step", "operation": "edit", "tool": "Edit", "execution_mode": "serial",
    "observation": 'src/dates.py reads dates with "%d/%m/%Y".', "input": 'src/dates.py: "%d/%m/%Y" -> "%Y-%m-%d"',
    "state_change": "src/dates.py now reads ISO dates.", "output": "src/dates.py has been updated.",
    "reasoning": "The format string is the only place that names the order of the parts.",
    "success": True, "eval": 1, "eval_reason": "The parser reads the date that failed.",
}  # fmt: skip
_STEPS: Final[tuple[dict[str, Any], ...]] = (
    _USER | {"input": "The date parser fails on 2026-01-31. Please fix it.", "message_role": "direct_request"},
    _ACT | {
        "output": "error: no such file: dates.py", "state_change": "Nothing was changed.", "success": False, "eval": -1,
        "eval_reason": "The path was wrong.", "directive": "Look for the file before editing it: it is src/dates.py.",
        "caused_by": [1], "causal_type": "user_request", "causal_note": "The request asked for the fix.",
    },
    _ACT | {
        "caused_by": [2], "causal_type": "retry_after_failure", "retry_of": 2,
        "causal_note": "The edit before this one named a file that is not there.",
        "input_source": {
            "actor": "user", "source_step": 1, "source_field": "input", "note": "The request names the date.",
        },
    },
    _ACT | {
        "action": "output", "operation": "answer", "tool": None, "input": "The parser reads ISO dates now.",
        "observation": "src/dates.py was changed in the step before.", "output": "The parser reads ISO dates now.",
        "state_change": "The user knows of the fix.", "reasoning": "The request is done, and the user waits.",
        "caused_by": [3], "causal_type": "dependency_on_tool_result", "causal_note": "The edit succeeded.",
    },
    _USER | {
        "turn": 2, "input": "That is right, thank you.", "message_role": "approval", "feedback_type": "approval",
        "feedback_content": "The fix is accepted.", "caused_by": [4], "causal_type": "approval_response",
        "causal_note": "The user saw the fix.",
    },
)  # fmt: skip


def base() -> Any:
    """A fix that fails, is tried again and is approved: complete, and ready for a release."""
    steps = [_step(*each) for each in enumerate(_STEPS, 1)]
    artifact = {
        "path": "src/dates.py", "type": "modified", "role": "deliverable", "related_steps": [3],
        "description": "The module that parses dates.", "state": "One line was changed.",
        "hash": "sha256:" + "5e" * 32, "content": None, "diff": _DIFF, "release_sensitivity": "open",
    }  # fmt: skip
    return dict.fromkeys(words.TOP) | {
        "schema_version": words.VERSION, "trace_id": "forsy_trace_dates_001", "trace_mode": "live",
        "validation_level": "self_traced", "task": "Make the date parser read ISO dates.",
        "agent_tools": ["Bash", "Edit", "Read"], "started_at": "2026-01-31T09:00:00Z",
        "ended_at": "2026-01-31T10:00:00Z", "agent_config": {"model": "example-model"},
        "learning": "Where a format string names the order of a date's parts, look there first.",
        "termination_reason": "task_complete", "steps": steps, "final_output": _DIFF,
        "static_output": {"artifacts": [artifact]},
        "summary": sums(steps) | {"agent_confidence": 75, "goal_achieved": True, "goal_notes": None},
        "dataset_summary": {
            "title": "A date parser fixed", "tags": ["coding", "live"], "release_tier": "open_example",
            "description": "An agent finds a wrong format string in a date parser and corrects it.",
            "validation_level": "self_traced",
        },
    }  # fmt: skip


def _step(number: int, fields: dict[str, Any]) -> dict[str, Any]:
    times = {"started_at": f"2026-01-31T09:{number:02}:00Z", "ended_at": f"2026-01-31T09:{number:02}:05Z"}
    copied = {key: dict(value) if isinstance(value, dict) else value for key, value in fields.items()}
    return dict.fromkeys(words.STEP) | {"step": number, "turn": 1} | times | copied


def spelled(value: Any) -> str:
    return encode(value).decode() + "\n"


rule: Final = Rulebook[Document](base, spelled, levels=LEVELS, several=True)
