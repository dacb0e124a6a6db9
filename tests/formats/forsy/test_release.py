"""The release gate of Forsy traces, and the signs that something is not meant."""

from __future__ import annotations

import json
from typing import Any

import pytest

from steno.detect.rule import crc32_base62, fake
from steno.formats.forsy.rules import RULES
from steno.formats.forsy.rules_release import CHECKS
from tests.given.forsy_documents import act, answer, artifact, failed, feedback, trace, user
from tests.given.forsy_rules import findings, found

BODY = fake(30)
TOKEN = "ghp_" + BODY + crc32_base62(BODY)


def test_every_check_of_the_gate_is_decided_by_some_rule() -> None:
    assert list(CHECKS) == list(range(1, 17))
    assert {code for codes in CHECKS.values() for code in codes} <= {rule.code for rule in RULES}
    clauses = {rule.code: rule.clause for rule in RULES}
    for check, codes in CHECKS.items():
        assert f"release check {check}" in " ".join(clauses[code] for code in codes)


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        (trace(user(1, input=None), act(2)), [("/steps/0/input", "FSY202")]),
        (trace(user(1, feedback_type="new_instruction", feedback_content="Fix it.")),
         [("/steps/0/feedback_content", "FSY202")]),
        (trace(user(1), act(2), feedback(3, input=None)), [("/steps/2/input", "FSY206")]),
        (trace(user(1), act(2, input="...")), [("/steps/1/input", "FSY206")]),
        (trace(user(1, input="...")), []),
        (trace(user(1), act(2, input="{}")), []),
        (trace(user(1), act(2, input=None)), []),
        (trace(user(1), answer(2, output=None)), [("/steps/1/output", "FSY207")]),
        (trace(user(1), failed(2, action="error", output=None)), [("/steps/1/output", "FSY207")]),
        (trace(user(1), act(2, output=None)), []),
        (trace(user(1), act(2, observation="x", output="x")), [("/steps/1/observation", "FSY208")]),
        (trace(user(1), act(2, observation="N/A")), [("/steps/1/observation", "FSY208")]),
        (trace(user(1), act(2, reasoning="Run it.", input="Run it.")), [("/steps/1/reasoning", "FSY209")]),
        (trace(user(1), act(2, reasoning="see above")), [("/steps/1/reasoning", "FSY209")]),
        (trace(final_output=json.dumps({"trace_id": "x", "steps": []})), [("/final_output", "FSY212")]),
        (trace(final_output=json.dumps({"steps": 7})), []),
        (trace(final_output="{ not json"), []),
        (trace(static_output={"artifacts": []}), [("/static_output", "FSY213")]),
        (trace(user(1), failed(2), static_output=None), []),
        (trace(trace_mode="hybrid", dataset={"tags": ["live", "cli"]}), [("/dataset_summary/tags/0", "FSY216")]),
        (trace(dataset={"release_tier": "not_for_release"}), [("/dataset_summary/release_tier", "FSY216")]),
        (trace(dataset={"description": None}), [("/dataset_summary/description", "FSY216")]),
        (artifact(release_sensitivity="exclude", content="x"),
         [("/static_output/artifacts/0/content", "FSY222"), ("/static_output/artifacts/0/diff", "FSY222")]),
    ],
)  # fmt: skip
def test_the_release_gate(document: str, expected: list[tuple[str, str]]) -> None:
    assert found(document, "strict") == []
    assert found(document, "release") == expected


def test_a_secret_is_found_wherever_it_stands_and_never_printed() -> None:
    document = trace(
        user(1), act(2, output=f"remote: {TOKEN}"), agent_config={"env": [{"GH": TOKEN}]},
        system_prompt=f"Use {TOKEN}.",
    )  # fmt: skip
    reported = findings(document, "release")
    assert [(each.place.pointer, each.code) for each in reported] == [
        ("/system_prompt", "FSY214"),
        ("/agent_config/env/0/GH", "FSY214"),
        ("/steps/1/output", "FSY214"),
    ]
    assert not any(TOKEN in str(each) for each in reported)
    assert found(document, "strict") == []


def test_personal_data_and_user_names_in_paths_are_told_apart() -> None:
    document = trace(
        user(1, input="Send it to " + "mara.lindqvist" + "@" + "brightharbour.se, it is in C:\\Users\\mlindqvist\\x."),
        act(2, output="/home/" + "mlindqvist/x"),
    )
    assert found(document, "release") == [
        ("/steps/0/input", "FSY220"),
        ("/steps/0/input", "FSY221"),
        ("/steps/1/output", "FSY221"),
    ]
    assert {each.severity.value for each in findings(document, "release") if each.code == "FSY221"} == {"warning"}


def test_placeholders_and_hashes_are_no_leaks() -> None:
    masked = "key [CREDENTIAL], by [PERSON_1] at [INTERNAL_URL], for [CUSTOMER_ID]"
    assert found(trace(user(1, input=masked), trace_id="0b" * 20), "all") == []


@pytest.mark.parametrize(
    ("fields", "admin"),
    [
        ({"operation": "read", "input": ".forsy/trace-skill/skill.md"}, True),
        ({"operation": "write", "input": "out/trace.json"}, True),
        ({"operation": "verify", "input": "python validate.py trace.json"}, True),
        ({"operation": "execute", "input": "git add . && git commit -m 'Add traces'"}, True),
        ({"operation": "other", "input": "Submit the trace to the service"}, True),
        ({"operation": "plan", "input": "Plan the Forsy trace JSON"}, True),
        ({"operation": "read", "input": "docs/skill.md"}, False),
        ({"operation": "read", "input": "build/trace.json"}, False),
        ({"operation": "write", "input": "src/backtrace.json"}, False),
        ({"operation": "execute", "input": "git commit -m 'Fix the parser'"}, False),
    ],
)
def test_steps_that_make_the_trace_are_signs(fields: dict[str, Any], admin: bool) -> None:
    expected = [("/steps/1/input", "FSY301")] if admin else []
    assert found(trace(user(1), act(2, **fields)), "all") == expected
    assert found(trace(user(1), act(2, **fields)), "release") == []


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        (trace(user(1), act(2, eval=0)), [("/steps/1/eval", "FSY303")]),
        (trace(user(1), failed(2, success=True)), [("/steps/1/eval", "FSY302")]),
        (trace(user(1), act(2, success=False)), [("/steps/1/eval", "FSY302")]),
        (trace(trace_mode="hybrid", dataset={"tags": []}, summary={"agent_confidence": 100}),
         [("/summary/agent_confidence", "FSY304")]),
        (trace(summary={"agent_confidence": 100}), []),
        (trace(user(1), act(2), feedback(3, message_role="correction")), [("/steps/2/feedback_type", "FSY305")]),
        (trace(user(1), act(2, operation=None, caused_by=None, success=None)),
         [("/steps/1/operation", "FSY307"), ("/steps/1/caused_by", "FSY307"), ("/steps/1/success", "FSY307")]),
        (trace(user(1), act(2), feedback(3, caused_by=None)), [("/steps/2/caused_by", "FSY308")]),
        (trace(user(1), act(2), feedback(3, feedback_content=None)), [("/steps/2/feedback_content", "FSY309")]),
        (trace(user(1), act(2, parallel_group="pg_1")), [("/steps/1/parallel_group", "FSY310")]),
        (trace(user(1), act(2, tool="X"), act(3, tool="X")), [("/steps/1/tool", "FSY311")]),
        (trace(user(1), act(2, directive="Look first.")), [("/steps/1/directive", "FSY312")]),
        (trace(summary={"goal_achieved": False}), [("/summary/goal_notes", "FSY313")]),
        (trace(dataset={"title": "Expert-reviewed"}), [("/dataset_summary/title", "FSY314")]),
        (trace(dataset={"description": "It was not expert-reviewed."}), []),
        (trace(dataset={"tags": ["client_validated"]}), [("/dataset_summary/tags/0", "FSY314")]),
        (trace(validation_level="human_reviewed", dataset={"validation_level": "human_reviewed",
               "tags": ["human-reviewed"]}), []),
    ],
)  # fmt: skip
def test_a_sign_is_a_warning_and_nothing_more(document: str, expected: list[tuple[str, str]]) -> None:
    assert found(document, "release") == []
    assert found(document, "all") == expected
    assert {each.severity.value for each in findings(document)} <= {"warning"}
