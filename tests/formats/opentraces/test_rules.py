"""The rules of OpenTraces records: shape, words, references, times, counts, hashes."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from msgspec import UNSET

from steno.contracts import Rule, Strictness
from steno.diagnostics import Severity
from steno.formats.opentraces.rules import RULES
from tests.given.corpus import corpus
from tests.given.opentraces_documents import (
    CALL,
    COMMIT,
    METRICS,
    PROMPT,
    RESULT,
    TRACE,
    act,
    anchor,
    answer,
    attributed,
    patched,
    record,
    user,
)
from tests.given.opentraces_rules import findings, found
from tests.given.timing import linear

GOOD = record()
RANGE = "/attribution/files/0/conversations/0/ranges/0"


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_a_rule_is_silent_on_its_good_example_and_speaks_on_its_bad_one(rule: Rule) -> None:
    assert findings(rule.good) == []
    assert rule.code in {each.code for each in findings(rule.bad)}


def test_the_codes_are_in_order_and_their_hundreds_are_the_levels() -> None:
    codes = [rule.code for rule in RULES]
    assert codes == sorted(set(codes))
    levels = {
        "0": Strictness.SCHEMA, "1": Strictness.STRICT, "2": Strictness.RELEASE, "3": Strictness.ALL,
        "9": Strictness.SCHEMA,
    }  # fmt: skip
    assert [rule.level for rule in RULES] == [levels[rule.code[3]] for rule in RULES]
    assert {rule.severity for rule in RULES if rule.code[3] in "029"} == {Severity.ERROR}
    assert {rule.severity for rule in RULES if rule.code[3] == "3"} == {Severity.WARNING}


def test_the_example_of_the_specification_breaks_only_what_it_breaks() -> None:
    path = corpus().parent / "specs/opentraces-0.7.seed.txt"
    if not path.is_file():
        pytest.skip("no text of the specification beside the corpus")
    text = path.read_text()
    example, _ = json.JSONDecoder().raw_decode(text[text.index('{\n"schema_version"') :])
    assert found(json.dumps(example, indent=2)) == [
        ("/security/tier", "OTR104"),
        ("/metrics/total_input_tokens", "OTR143"),
        ("/content_hash", "OTR150"),
    ]


def test_the_smallest_record_is_clean() -> None:
    least = {"schema_version": "0.7.0", "trace_id": TRACE, "session_id": "s", "agent": {"name": "a"}}
    assert found(json.dumps(least)) == []
    assert found(json.dumps(least, indent=1)) == []


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        (record(trace_id=UNSET), ("", "OTR001")),
        (record(agent=UNSET), ("", "OTR001")),
        (record(user(1), act(2, tool_calls=[{"tool_call_id": "call-1"}])), ("/steps/1/tool_calls/0", "OTR001")),
        (record(user(1, role=UNSET)), ("/steps/0", "OTR001")),
        (patched({"found": True, "commit_sha": COMMIT}), ("/patches/0/anchor", "OTR001")),
        (record(git_links=[{"revision": COMMIT}]), ("/git_links/0", "OTR001")),
        (record(session_id=7), ("/session_id", "OTR002")),
        (record(user(1), act(2, tool_calls=[CALL | {"input": "ls"}])), ("/steps/1/tool_calls/0/input", "OTR002")),
        (record(steps={}, system_prompts=UNSET), ("/steps", "OTR002")),
        (record(steps=["a"]), ("/steps/0", "OTR002")),
        (record(dependencies="requests"), ("/dependencies", "OTR002")),
        (record(dependencies=["requests", 2]), ("/dependencies/1", "OTR002")),
        (record(system_prompts={**PROMPT, "a": 1}), ("/system_prompts/a", "OTR002")),
        (record(user(1), act(2, token_usage={"input_tokens": 3.5})), ("/steps/1/token_usage/input_tokens", "OTR002")),
        (attributed(contributor={"type": 1}), (RANGE + "/contributor/type", "OTR002")),
        (record(metrics={"total_steps": None}), ("/metrics/total_steps", "OTR003")),
        (record(task=None), ("/task", "OTR003")),
        (record(lifecycle=None), ("/lifecycle", "OTR003")),
        (record(outcome={"committed": None}), ("/outcome/committed", "OTR003")),
        (record(user(1), act(2, tools_available=None)), ("/steps/1/tools_available", "OTR003")),
        (record(user(1, role="assistant")), ("/steps/0/role", "OTR004")),
        (record(user(1, call_type="fork")), ("/steps/0/call_type", "OTR004")),
        (record(environment={"vcs": {"type": "jj"}}), ("/environment/vcs/type", "OTR004")),
        (record(git_links=[{"revision": COMMIT, "tier": "exact"}]), ("/git_links/0/tier", "OTR004")),
        (record(outcome={"signal_confidence": "high"}), ("/outcome/signal_confidence", "OTR004")),
        (record(execution_context="batch"), ("/execution_context", "OTR004")),
        (patched(anchor(evidence_firmness="firm")), ("/patches/0/anchor/evidence_firmness", "OTR004")),
        (attributed(confidence="certain"), (RANGE + "/confidence", "OTR004")),
        (attributed(change_type="rename"), (RANGE + "/change_type", "OTR004")),
        (record(generation_index=-1), ("/generation_index", "OTR005")),
        (record(metrics={"cache_hit_rate": 1.01}), ("/metrics/cache_hit_rate", "OTR005")),
    ],
)
def test_what_the_package_rejects_is_an_error_at_its_place(document: str, expected: tuple[str, str]) -> None:
    assert found(document) == [expected]
    assert [each.place.pointer for each in findings(document) if each.code == "OTR901"] == [expected[0]]


def test_a_record_that_is_no_object_is_said_once() -> None:
    assert found("[]\n") == [("", "SRC003"), ("", "OTR002")]


@pytest.mark.parametrize(
    ("value", "read"), [("3", "3"), (3.0, "3"), (True, "1"), ("-3", "-3")], ids=["text", "fraction", "truth", "minus"]
)
def test_a_value_that_the_package_converts_is_a_warning(value: Any, read: str) -> None:
    (finding,) = findings(record(user(1), act(2, tool_calls=[CALL | {"duration_ms": value}])))
    assert (finding.code, finding.severity) == ("OTR103", Severity.WARNING)
    assert finding.message.endswith(f"expected an integer or null: the package reads it as {read}")


@pytest.mark.parametrize(
    ("document", "pointers"),
    [
        (record(vendor={"x": 1}), ["/vendor"]),
        (record(user(1, uuid="u")), ["/steps/0/uuid"]),
        (record(outcome={"patch": "diff"}), ["/outcome/patch"]),
        (record(outcome={"patch": "diff"}, schema_version="0.3.0"), []),
        (record(environment={"arch": "arm64"}), ["/environment/arch"]),
        (record(environment={"arch": "arm64"}, schema_version="0.9.0"), []),
        (record(environment={"arch": "arm64"}, schema_version="0.8.1"), []),
        (record(patches=[], schema_version="0.3.0"), ["/patches"]),
        (record(metadata={"vendor": 1}, tool_definitions=[{"anything": 1}]), []),
    ],
)
def test_a_field_that_the_version_does_not_have_is_said_to_be_dropped(document: str, pointers: list[str]) -> None:
    assert found(document) == [(pointer, "OTR104") for pointer in pointers]


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ((0, 1, 2), []),
        ((1, 2, 3), []),
        ((1, 2, 2), [("/steps/2/step_index", "OTR110")]),
        ((-1, 1, 2), [("/steps/0/step_index", "OTR110")]),
        ((1, 3, 2), [("/steps/2/step_index", "OTR111")]),
        ((1, 3, 4), [("/steps/1/step_index", "OTR112")]),
        ((5, 6, 7), [("/steps/0/step_index", "OTR112")]),
    ],
)
def test_steps_are_counted_one_by_one(numbers: tuple[int, ...], expected: list[tuple[str, str]]) -> None:
    steps = [user(place, timestamp=UNSET) | {"step_index": number} for place, number in enumerate(numbers)]
    assert found(record(*steps)) == expected


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        (record(timestamp_start="31.1.2026", timestamp_end=None), [("/timestamp_start", "OTR113")]),
        (record(user(1, timestamp="2026-01-31")), [("/steps/0/timestamp", "OTR113")]),
        (record(user(1, timestamp="1769850000")), [("/steps/0/timestamp", "OTR113")]),
        (record(user(1, timestamp="2026-01-31T09:00:00.123456789+00:00")), []),
        (record(user(1, timestamp="2026-01-31T09:00")), [("/steps/0/timestamp", "OTR114")]),
        (patched(anchor(last_searched_at="")), [("/patches/0/anchor/last_searched_at", "OTR113")]),
        (record(timestamp_start="2026-01-31T09:01:30Z"), [("/steps/0/timestamp", "OTR115")]),
        (record(timestamp_end="2026-01-31T09:02:30Z"), [("/steps/2/timestamp", "OTR115")]),
        (record(timestamp_end="2026-01-31T10:02:30+01:00"), [("/steps/2/timestamp", "OTR115")]),
        (
            record(user(1), act(2, timestamp="2026-01-31T09:05:00Z"), answer(3)),
            [("/steps/2/timestamp", "OTR116")],
        ),
        (
            record(
                user(1),
                act(2, timestamp="2026-01-31T09:05:00Z"),
                answer(3, call_type="subagent", parent_step=2),
                answer(4, timestamp="2026-01-31T09:06:00Z"),
            ),
            [],
        ),
    ],
)
def test_a_time_is_one_that_can_be(document: str, expected: list[tuple[str, str]]) -> None:
    assert found(document) == expected


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        (record(act(1, tool_calls=[], observations=[RESULT]), act(2)),
         ("/steps/0/observations/0/source_call_id", "OTR121")),
        (record(user(1), act(2, system_prompt_hash="0" * 16)), ("/steps/1/system_prompt_hash", "OTR122")),
        (record(user(1, parent_step=1)), ("/steps/0/parent_step", "OTR123")),
        (record(user(1, parent_step=2), act(2)), ("/steps/0/parent_step", "OTR123")),
        (record(user(1, subagent_trajectory_ref="")), ("/steps/0/subagent_trajectory_ref", "OTR124")),
        (patched(tool_call_id="call-9"), ("/patches/0/tool_call_id", "OTR125")),
        (patched(step_index=1), ("/patches/0/tool_call_id", "OTR125")),
        (patched(step_index=None, tool_call_id="call-9"), ("/patches/0/tool_call_id", "OTR125")),
    ],
)  # fmt: skip
def test_a_reference_leads_somewhere(document: str, expected: tuple[str, str]) -> None:
    assert found(document) == [expected]


def test_a_result_may_stand_in_a_later_step_than_its_call() -> None:
    assert found(record(act(1, observations=[]), user(2, observations=[RESULT]))) == []


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        (attributed(start_line=0), ["start_line is 0, expected 1 or more"]),
        (attributed(end_line=2), ["end_line is 2, before start_line 3"]),
        (attributed(original={"start_line": 4, "end_line": 2}), ["end_line is 2, before start_line 4"]),
        (record(user(1, snippets=[{"file_path": "a", "start_line": 9, "end_line": 1}])),
         ["end_line is 1, before start_line 9"]),
        (record(user(1, snippets=[{"file_path": "a", "start_line": 9}])), []),
    ],
)  # fmt: skip
def test_a_range_of_lines_is_one_that_can_be(document: str, expected: list[str]) -> None:
    assert [each.message for each in findings(document)] == expected


@pytest.mark.parametrize(
    ("metrics", "expected"),
    [
        (METRICS, []),
        ({}, []),
        ({"total_steps": 0, "total_input_tokens": 0}, []),
        ({"total_steps": 2}, ["total_steps is 2, but there are 3 steps"]),
        ({"total_input_tokens": 119}, ["total_input_tokens is 119, but the steps used 120"]),
        ({"total_cache_read_tokens": 9}, []),
        ({"total_duration_s": 3601.5}, ["total_duration_s is 3601.5, but the record lasts 3600 seconds"]),
        ({"estimated_cost_usd": -0.5}, ["estimated_cost_usd is -0.5, expected 0 or more"]),
        ({"total_output_tokens": -30}, ["total_output_tokens is -30, expected 0 or more"]),
    ],
)
def test_a_total_is_the_sum_of_what_was_counted(metrics: dict[str, Any], expected: list[str]) -> None:
    assert [each.message for each in findings(record(metrics=metrics))] == expected


def test_a_count_of_four_hundred_digits_breaks_no_rule_of_sums() -> None:
    huge = record(metrics={"total_duration_s": 0}).replace('_s":0', '_s":' + "9" * 400)
    assert {code for _, code in found(huge)} == {"OTR002", "OTR144"}
    assert found(record(user(1), act(2, tool_calls=[CALL | {"duration_ms": 10**400}]))) == [
        ("/steps/1/tool_calls/0/duration_ms", "OTR144")
    ]


def test_a_hash_is_checked_only_where_the_record_can_be_read() -> None:
    assert found(record(content_hash="0" * 64)) == [("/content_hash", "OTR151")]
    assert found(record(content_hash="0" * 64, lifecycle="done")) == [("/lifecycle", "OTR004")]


@pytest.mark.parametrize(
    ("document", "code"),
    [
        (record(outcome={"committed": True}), "OTR162"),
        (record(outcome={"success": False, "terminal_state": "goal_reached"}), "OTR163"),
        (record(lifecycle="final"), "OTR164"),
    ],
)
def test_what_contradicts_itself_is_a_warning(document: str, code: str) -> None:
    (finding,) = findings(document)
    assert (finding.code, finding.severity) == (code, Severity.WARNING)


def test_the_release_asks_for_a_scan_and_for_addresses_without_passwords() -> None:
    link = {"revision": COMMIT, "tier": "orphan", "repo_url": "https://u:p@example.com/a/b"}
    told = record(security={"scanned": False}, git_links=[link, link | {"repo_url": "ssh://git@example.com/a/b"}])
    assert found(told) == []
    assert found(told, "release") == [("/security", "OTR201"), ("/git_links/0/repo_url", "OTR202")]


def test_each_record_of_a_file_is_judged_at_its_line() -> None:
    file = GOOD + "\n" + record(trace_id="x") + GOOD
    assert [(each.code, each.place.line, each.place.pointer) for each in findings(file)] == [
        ("SRC005", 2, ""),
        ("OTR106", 3, "/trace_id"),
    ]


def test_what_is_no_json_is_reported_and_the_rest_judged() -> None:
    file = GOOD + record(metadata={"n": 1}).replace('{"n":1}', '{"n":NaN}') + record(trace_id="x")
    assert found(file) == [("", "SRC001"), ("/trace_id", "OTR106")]


def test_a_long_record_is_judged_in_linear_time() -> None:
    def judged(count: int) -> Callable[[], object]:
        return partial(findings, record(*(act(number, timestamp=UNSET) for number in range(1, count + 1))).encode())

    assert linear(judged, 500)
