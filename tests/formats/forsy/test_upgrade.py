"""Older traces become v0.1, and what they were can be had back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from steno.base.exact import JSON, decode, encode
from steno.formats.forsy.upgrade import UNDO, is_old, repaired, upgrade
from steno.formats.forsy.words import STEP, TOP, VERSION
from tests.given.corpus import corpus
from tests.given.effort import examples
from tests.given.forsy import FIXTURES, documents

QUICKLY = settings(max_examples=examples(200), deadline=None, suppress_health_check=list(HealthCheck))


def downgrade(document: dict[str, JSON]) -> dict[str, JSON]:
    """The trace as it was before it was upgraded, by what the upgrade wrote down; one that never was, itself."""
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


def load(name: str) -> Any:
    return json.loads((FIXTURES / name).read_bytes())


@QUICKLY
@given(documents)
def test_an_upgrade_can_be_undone_to_the_last_key(document: JSON) -> None:
    before = encode(document)
    after = upgrade(document)
    assert encode(document) == before
    if is_old(document):
        assert encode(downgrade(decode(encode(after)).value)) == before


@QUICKLY
@given(documents)
def test_an_upgraded_trace_is_v0_1_with_every_field_in_its_order(document: JSON) -> None:
    after = upgrade(document)
    if is_old(document):
        assert (after["schema_version"], list(after)[: len(TOP)]) == (VERSION, list(TOP))
        found = after["steps"] if type(after["steps"]) is list else []
        assert all(list(each)[: len(STEP)] == list(STEP) for each in found if type(each) is dict)
        assert upgrade(after) is after


def test_the_published_traces_can_be_upgraded_and_had_back() -> None:
    paths = sorted((corpus() / "forsy" / "examples").glob("*/trace.json"))
    assert len(paths) == 10
    for path in paths:
        document = decode(path.read_bytes()).value
        assert encode(downgrade(upgrade(document))) == encode(document), path


def test_older_words_become_those_of_today() -> None:
    after = upgrade(load("v1.json"))
    told = ("step", "actor", "action", "operation", "message_role", "feedback_type", "feedback_content", "observation")
    assert [tuple(each[key] for key in told) for each in after["steps"]] == [
        (1, "user", "user_message", None, None, None, None, None),
        (2, "agent", "agent_step", "write", None, None, None, None),
        (3, "agent", "agent_step", None, None, None, None, "tea.txt was written."),
        (4, "user", "user_message", None, None, "approval", "The note is right.", None),
    ]
    assert after["steps"][2]["feedback"] == "looked again"  # of the agent's own step: no field of v0.1 is meant
    top = (
        "trace_id",
        "prior_trace_id",
        "trace_mode",
        "validation_level",
        "termination_reason",
        "final_output",
        "memory",
    )
    assert [after[key] for key in top] == ["col_7", None, None, None, "task_complete", None, None]
    assert "collection_id" not in after
    assert (after["trace_slug"], after["source_trace_id"]) == ("tea", "col_7")


def test_a_model_beside_the_configuration_moves_into_it() -> None:
    after = upgrade(load("v2.json"))
    assert (after["agent_config"], "agent_model" in after) == ({"model": "loom-2"}, False)
    assert after["collection_id"] == "col_9"  # another id than the trace's says something
    assert after["termination_reason"] == "other"
    assert after[UNDO]["was"]["termination_reason"] == "user_directed_submit"


@pytest.mark.parametrize(
    ("stated", "meant"),
    [
        ('{"artifacts": [{"path": "a"}]}', {"artifacts": [{"path": "a"}]}),
        ('[{"path": "a"}]', {"artifacts": [{"path": "a"}]}),
        ([{"path": "a"}], {"artifacts": [{"path": "a"}]}),
        ("A card was pinned up.", {"artifacts": [], "text": "A card was pinned up."}),
        ("17", {"artifacts": [], "text": "17"}),
        ({"artifacts": []}, {"artifacts": []}),
        (None, None),
    ],
)
def test_artifacts_in_a_string_become_an_object(stated: JSON, meant: JSON) -> None:
    assert repaired(stated) == meant


def test_a_missing_summary_is_counted_and_judges_nothing() -> None:
    after = upgrade({"steps": [{"eval": 1, "turn": 1}, {"eval": -1, "turn": 2, "directive": "x"}]})
    assert after["summary"] == {
        "total_steps": 2,
        "total_turns": 2,
        "positive_steps": 1,
        "negative_steps": 1,
        "neutral_steps": 0,
        "directive_signals": 1,
        "human_feedback": {"corrections": 0, "approvals": 0, "clarifications": 0, "new_instructions": 0},
        "agent_confidence": None,
        "goal_achieved": None,
        "goal_notes": None,
    }


def test_what_is_v0_1_already_is_left_alone() -> None:
    document = load("v0_1.json")
    assert upgrade(document) is document
    assert downgrade(document) is document


@pytest.mark.parametrize(
    ("actor", "action"),
    [("user", "user_message"), (None, "user_message"), ("assistant", "agent_step"), ("subagent:a", "agent_step")],
)
def test_feedback_is_the_users_message_unless_somebody_else_gave_it(actor: str | None, action: str) -> None:
    new = upgrade({"schema_version": "forsy-v1", "steps": [{"action": "feedback", "actor": actor, "input": "Go on."}]})
    assert new["steps"][0]["action"] == action
    assert new["steps"][0]["operation"] == (None if action == "user_message" else "feedback")


def test_what_v0_1_has_no_null_for_is_said_to_be_unknown_and_undone_again() -> None:
    old = {"schema_version": "forsy-v1", "steps": [{"action": "tool_call", "tool": "Bash"}], "task": ""}
    new = upgrade(old)
    assert (new["task"], new["termination_reason"]) == ("No request is recorded.", "other")
    assert new["agent_tools"] == ["Bash"]
    assert downgrade(new) == old
