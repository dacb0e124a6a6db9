"""How a session ended passes between Forsy and OpenTraces, word for word."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from steno import pipeline, registry
from steno.diagnostics import Place
from steno.model.outcome import REASONS, STATES
from steno.redaction import Redaction
from steno.testing.fake import STILL
from tests.given.forsy_documents import trace as forsy_trace
from tests.given.opentraces_documents import record

EIGHT = {
    "task_complete": "goal_reached",
    "user_confirmed_done": "goal_reached",
    "user_abandoned": "abandoned",
    "agent_blocked": "error",
    "error_unrecoverable": "error",
    "timeout": "interrupted",
    "partial_then_stopped": "interrupted",
    "other": None,
}


def converted(data: bytes, target: str) -> Any:
    out = io.BytesIO()
    found = pipeline.read(io.BytesIO(data), Place(), lambda _: None)
    pipeline.convert(found, registry.formats[target], [], out, lambda _: None, STILL, Redaction(key=b"k" * 32))
    return json.loads(out.getvalue())


def test_the_words_are_those_of_both_formats() -> None:
    assert dict(STATES) == EIGHT
    assert all(EIGHT[reason] == state for state, reason in REASONS.items())


@pytest.mark.parametrize("reason", EIGHT)
@pytest.mark.parametrize("achieved", [True, False, None])
def test_a_forsy_outcome_is_an_opentraces_outcome_and_comes_back(reason: str, achieved: bool | None) -> None:
    said = {"goal_achieved": achieved, "goal_notes": "The parser reads it."}
    there = converted(forsy_trace(termination_reason=reason, summary=said).encode(), "opentraces")
    outcome = there["outcome"]
    assert (outcome["terminal_state"], outcome["success"], outcome["description"]) == (
        EIGHT[reason], achieved, "The parser reads it.",
    )  # fmt: skip
    assert outcome["signal_confidence"] == "annotated"
    back = converted(json.dumps(there).encode(), "forsy")
    assert back["termination_reason"] == reason
    assert (back["summary"]["goal_achieved"], back["summary"]["goal_notes"]) == (achieved, "The parser reads it.")


@pytest.mark.parametrize("state", [*REASONS, None])
@pytest.mark.parametrize("success", [True, False, None])
def test_an_opentraces_outcome_is_a_forsy_outcome_and_comes_back(state: str | None, success: bool | None) -> None:
    stated = {"terminal_state": state, "success": success, "description": "As asked."}
    there = converted(record(outcome=stated).encode(), "forsy")
    assert there["termination_reason"] == (REASONS[state] if state else "other")
    assert (there["summary"]["goal_achieved"], there["summary"]["goal_notes"]) == (success, "As asked.")
    back = converted(json.dumps(there).encode(), "opentraces")["outcome"]
    assert {key: back[key] for key in stated} == stated


def test_whoever_changed_the_state_of_a_record_since_is_heard() -> None:
    there = converted(forsy_trace(termination_reason="user_confirmed_done").encode(), "opentraces")
    there["outcome"]["terminal_state"] = "abandoned"
    assert converted(json.dumps(there).encode(), "forsy")["termination_reason"] == "user_abandoned"


def test_the_task_of_a_record_is_a_text_in_a_forsy_trace() -> None:
    task = {"description": "Fix the parser.", "source": "user_prompt", "repository": "acme/dates"}
    assert converted(record(task=task).encode(), "forsy")["task"] == "Fix the parser."
    assert converted(record(task={"repository": "acme/dates"}).encode(), "forsy")["task"] != {
        "repository": "acme/dates"
    }
