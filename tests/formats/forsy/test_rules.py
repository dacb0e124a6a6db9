"""The rules of Forsy traces: structure, words, references, counts."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET

from steno.contracts import Rule, Strictness
from steno.diagnostics import Severity
from steno.formats.forsy import words
from steno.formats.forsy.rules import RULES
from steno.formats.forsy.sums import sums
from steno.formats.forsy.wire import UNSTATED
from tests.given.corpus import corpus
from tests.given.forsy_documents import act, answer, artifact, failed, feedback, retry, trace, user
from tests.given.forsy_rules import findings, found
from tests.given.timing import linear

FIXTURES = Path(__file__).parents[2] / "fixtures/forsy"
GOOD = trace()


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_a_rule_is_silent_on_its_good_example_and_speaks_on_its_bad_one(rule: Rule) -> None:
    assert findings(rule.good) == []
    assert rule.code in {code for _, code in found(rule.bad, "all")}


def test_the_codes_are_in_order_and_their_hundreds_are_the_levels() -> None:
    codes = [rule.code for rule in RULES]
    assert codes == sorted(set(codes))
    levels = {"0": Strictness.SCHEMA, "1": Strictness.STRICT, "2": Strictness.RELEASE, "3": Strictness.ALL}
    assert [rule.level for rule in RULES] == [levels[rule.code[3]] for rule in RULES]
    assert {rule.severity for rule in RULES if rule.code[3] == "3"} == {Severity.WARNING}
    assert {rule.severity for rule in RULES if rule.code[3] in "01"} == {Severity.ERROR}


@pytest.mark.parametrize("name", ["clean", "minimal"])
def test_a_sample_is_clean_at_every_level(name: str) -> None:
    assert findings((FIXTURES / f"{name}.json").read_bytes()) == []


def test_the_example_of_the_specification_is_clean_at_every_level() -> None:
    path = corpus().parent / "specs/forsy-trace-0.1.seed.txt"
    if not path.is_file():
        pytest.skip("no text of the specification beside the corpus")
    text = path.read_text()
    start = text.index('{\n"schema_version"')
    example, _ = json.JSONDecoder().raw_decode(text[start:])
    assert findings(json.dumps(example)) == []


def test_a_minimal_document_of_the_schema_is_valid_there_and_nowhere_else() -> None:
    least = '{"schema_version": null, "trace_id": null, "task": null, "steps": []}'
    assert found(least, "schema") == []
    assert {code for _, code in found(least, "strict")} == {"FSY101", "FSY102", "FSY103", "FSY105"}


@pytest.mark.parametrize("level", ["schema", "strict"])
def test_a_summary_for_datasets_is_asked_for_only_before_a_release(level: str) -> None:
    assert found(trace(dataset_summary=UNSET), level) == []
    assert found(trace(dataset_summary=UNSET), "release") == [("/dataset_summary", "FSY216")]


@pytest.mark.parametrize("key", [key for key in words.TOP if key != "dataset_summary"])
def test_a_missing_field_of_the_top_is_found(key: str) -> None:
    code = "FSY002" if key in ("schema_version", "task", "steps") else "FSY102"
    expected = [("", "FSY003"), ("", code)] if key == "trace_id" else [("", code)]
    whole = json.loads(GOOD)
    del whole[key]
    gone = found(json.dumps(whole))
    consequences = {"FSY140", "FSY141", "FSY153"} if key == "steps" else set()
    assert sorted(each for each in gone if each[1] not in consequences) == sorted(expected)


def test_a_collection_id_is_an_id_for_the_schema_only() -> None:
    old = trace(trace_id=UNSET, collection_id="collection_7")
    assert found(old, "schema") == []
    assert found(old) == [("", "FSY102")]
    assert found(trace(trace_id=" ")) == [("/trace_id", "FSY102")]


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ((1, 2, 3), []),
        ((1, 3, 4), [1]),
        ((1, 2, 2), [2]),
        ((1, 3, 2), [1, 2]),
        ((0, 1, 2), [0]),
        ((1, "2", 3), [1]),
        ((1, 2.0, 3), [1]),
    ],
)
def test_steps_are_numbered_one_by_one(numbers: tuple[Any, ...], expected: list[int]) -> None:
    plain = {"caused_by": None, "input_source": None}
    steps = [user(1) if place == 0 else act(place + 1, **plain) for place in range(3)]
    renumbered = [step | {"step": number} for step, number in zip(steps, numbers, strict=True)]
    pointers = [pointer for pointer, code in found(trace(*renumbered, static_output=None)) if code == "FSY112"]
    assert pointers == [f"/steps/{place}/step" for place in expected]


def test_turns_may_stay_and_grow_but_not_shrink() -> None:
    assert found(trace(user(1), act(2, turn=1), act(3, turn=4))) == []
    assert found(trace(user(1, turn=2), act(2, turn=1), act(3, turn=2))) == [("/steps/1/turn", "FSY113")]
    assert found(trace(user(1, turn=0))) == [("/steps/0/turn", "FSY113")]
    assert found(trace(user(1, turn="1"))) == [("/steps/0/turn", "FSY007")]


@pytest.mark.parametrize(
    ("key", "value", "code"),
    [
        ("actor", "agent", "FSY120"),
        ("operation", "plan", "FSY121"),
        ("tool", "Bash", "FSY121"),
        ("execution_mode", "serial", "FSY121"),
        ("observation", "They are angry.", "FSY121"),
        ("reasoning", "They want it fixed.", "FSY121"),
        ("success", True, "FSY121"),
        ("eval_reason", "A clear request.", "FSY121"),
        ("directive", "Ask sooner.", "FSY121"),
        ("output", "Thanks.", "FSY121"),
        ("eval", -1, "FSY122"),
    ],
)
def test_each_invariant_of_a_user_message_is_kept(key: str, value: Any, code: str) -> None:
    assert found(trace(user(1, **{key: value}), act(2))) == [(f"/steps/0/{key}", code)]


def test_what_the_user_does_is_a_user_message() -> None:
    odd = trace(user(1), act(2, actor="user"))
    assert found(odd) == [("/steps/1/actor", "FSY120")]


@pytest.mark.parametrize(
    ("key", "code"), [("message_role", "FSY123"), ("feedback_type", "FSY123"), ("feedback_content", "FSY124")]
)
def test_only_a_user_message_has_role_and_feedback(key: str, code: str) -> None:
    assert found(trace(user(1), act(2), feedback(3))) == []
    assert found(trace(user(1), act(2, **{key: "approval"}))) == [(f"/steps/1/{key}", code)]


def test_feedback_content_belongs_into_user_messages() -> None:
    """The garbled sentence of the release gate would forbid it there."""
    talk = trace(user(1), act(2), feedback(3, feedback_content="The fix is accepted."))
    assert findings(talk) == []


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        (trace(trace_mode="replayed", dataset={"tags": []}), ("/trace_mode", "FSY004")),
        (trace(trace_mode=None, dataset={"tags": []}), ("/trace_mode", "FSY104")),
        (trace(validation_level="peer_reviewed"), ("/validation_level", "FSY104")),
        (trace(termination_reason="user_directed_submit"), ("/termination_reason", "FSY104")),
        (trace(user(1), act(2, action="tool_call")), ("/steps/1/action", "FSY114")),
        (trace(user(1), act(2, execution_mode="fast")), ("/steps/1/execution_mode", "FSY115")),
        (trace(user(1, message_role="user")), ("/steps/0/message_role", "FSY115")),
        (trace(user(1, feedback_type="acceptance")), ("/steps/0/feedback_type", "FSY115")),
        (trace(user(1), act(2, actor="assistant")), ("/steps/1/actor", "FSY116")),
        (trace(user(1), act(2, input_source={"actor": "cat"})), ("/steps/1/input_source/actor", "FSY135")),
        (
            trace(user(1), act(2, input_source={"source_field": "eval"})),
            ("/steps/1/input_source/source_field", "FSY135"),
        ),
        (artifact(type="updated"), ("/static_output/artifacts/0/type", "FSY151")),
        (artifact(release_sensitivity="low"), ("/static_output/artifacts/0/release_sensitivity", "FSY151")),
        (trace(dataset={"release_tier": "public"}), ("/dataset_summary/release_tier", "FSY144")),
    ],
)
def test_a_word_outside_of_a_closed_list_is_found(document: str, expected: tuple[str, str]) -> None:
    assert expected in found(document)
    assert len([code for _, code in found(document) if code != "FSY145"]) == 1


def test_open_lists_are_open() -> None:
    odd = trace(user(1), act(2, operation="brainstorm", causal_type="synthesis", actor="subagent:research_1"))
    assert found(odd, "release") == []
    assert found(odd, "all") == [("/steps/1/operation", "FSY306"), ("/steps/1/causal_type", "FSY306")]


@pytest.mark.parametrize(
    ("causes", "expected"),
    [
        ([1], []),
        ([1, 2], []),
        ([3], ["caused_by: 3 is this step itself, expected one above it"]),
        ([4], ["caused_by: 4 is a later step, expected one above this one"]),
        ([0], ["caused_by: there is no step 0"]),
        ([9], ["caused_by: there is no step 9"]),
        ([1, 1], ["caused_by names step 1 twice"]),
        (["1"], ['caused_by: "1" is not the number of a step']),
        ([True], ["caused_by: true is not the number of a step"]),
        (1, ["caused_by is 1, expected an array of step numbers or null"]),
    ],
)
def test_a_cause_is_a_step_above(causes: Any, expected: list[str]) -> None:
    document = trace(user(1), act(2), act(3, caused_by=causes), act(4))
    assert [each.message for each in findings(document, "strict")] == expected


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        (trace(user(1), failed(2), retry(3)), []),
        (trace(user(1), failed(2), retry(3, retry_of=3)), ["retry_of: 3 is this step itself, expected one above it"]),
        (trace(user(1), failed(2), retry(3, retry_of=4), answer(4)),
         ["retry_of: 4 is a later step, expected one above this one"]),
        (trace(user(1), failed(2), retry(3, retry_of=1)),
         ["retry_of: step 1 is a user_message, expected a step that failed"]),
        (trace(user(1), failed(2, eval=1), retry(3)), ["retry_of: step 2 has the eval 1, expected -1"]),
        (trace(user(1), failed(2, directive=None), retry(3)), ["retry_of: step 2 has no directive"]),
        (trace(user(1), failed(2, directive=None), answer(3)), ["eval is -1, but there is no directive"]),
    ],
)  # fmt: skip
def test_a_retry_is_of_a_step_that_failed_and_says_why(document: str, expected: list[str]) -> None:
    assert [each.message for each in findings(document, "strict")] == expected


@pytest.mark.parametrize("number", [2, 3, 0, "1"])
def test_an_input_comes_from_a_step_above(number: Any) -> None:
    source = {"actor": "user", "source_step": number, "source_field": "input", "note": None}
    assert found(trace(user(1), act(2, input_source=source), answer(3))) == [
        ("/steps/1/input_source/source_step", "FSY135")
    ]


@pytest.mark.parametrize("key", words.SUMMARY[:6])
def test_each_count_of_the_summary_is_checked(key: str) -> None:
    for wrong in (99, None, "2", UNSET):
        assert found(trace(summary={key: wrong})) == [(f"/summary/{key}", "FSY140")]


@pytest.mark.parametrize("key", words.HUMAN_FEEDBACK)
def test_each_count_of_the_feedback_is_checked(key: str) -> None:
    right = sums([])["human_feedback"]
    for wrong in ({**right, key: 1}, {**right, key: False}, {name: 0 for name in right if name != key}, "none", UNSET):
        assert found(trace(summary={"human_feedback": wrong})) == [("/summary/human_feedback", "FSY141")]


@pytest.mark.parametrize("value", [2, -2, 0.5, "1", True, None, {"score": 1}])
def test_an_eval_is_one_of_three_integers(value: Any) -> None:
    assert ("/steps/1/eval", "FSY117") in found(trace(user(1), act(2, eval=value)))


def test_an_empty_string_is_null_for_every_other_rule() -> None:
    emptied = {"operation": "", "tool": "", "output": "", "feedback_type": ""}
    assert found(trace(user(1, **emptied), learning="")) == [
        ("/learning", "FSY125"),
        *((f"/steps/0/{key}", "FSY125") for key in emptied),
    ]


@pytest.mark.parametrize("key", words.STEP)
def test_an_absent_field_of_a_step_is_not_a_null_one(key: str) -> None:
    document = trace(user(1), act(2, **{key: UNSET}), static_output=None)
    assert [each for each in found(document) if each[1] not in ("FSY140",)] == [("/steps/1", "FSY110")]


def test_a_static_output_in_a_string_is_found_and_not_looked_into() -> None:
    hidden = json.dumps({"artifacts": [{"path": 7}]})
    assert found(trace(static_output=hidden)) == [("/static_output", "FSY150")]
    assert found(trace(static_output={})) == [("/static_output/artifacts", "FSY150")]
    assert found(trace(static_output={"artifacts": ["x"]})) == [("/static_output/artifacts/0", "FSY150")]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"hash": None}, []),
        ({"hash": "5e" * 32}, [("/hash", "FSY152")]),
        ({"hash": "sha256:5E" + "5e" * 31}, [("/hash", "FSY152")]),
        ({"hash": "sha256:abc"}, [("/hash", "FSY152")]),
        ({"hash": UNSET}, [("/hash", "FSY152")]),
        ({"related_steps": None}, []),
        ({"related_steps": [1, 4, 0]}, [("/related_steps/1", "FSY153"), ("/related_steps/2", "FSY153")]),
        ({"related_steps": ["1"]}, [("/related_steps", "FSY151")]),
        ({"role": "poem"}, []),
        ({"path": None}, [("/path", "FSY151")]),
        ({"state": UNSET}, [("/state", "FSY151")]),
    ],
)
def test_an_artifact_is_described(fields: dict[str, Any], expected: list[tuple[str, str]]) -> None:
    assert found(artifact(**fields)) == [(f"/static_output/artifacts/0{pointer}", code) for pointer, code in expected]


@pytest.mark.parametrize("value", [-1, 101, 75.5, "75", True])
def test_a_confidence_is_a_percentage(value: Any) -> None:
    assert found(trace(summary={"agent_confidence": value})) == [("/summary/agent_confidence", "FSY142")]


def test_the_validation_level_is_the_same_in_both_places() -> None:
    odd = trace(dataset={"validation_level": "expert_reviewed"})
    assert found(odd) == [("/dataset_summary/validation_level", "FSY145")]


def test_times_are_instants_in_order() -> None:
    assert found(trace(started_at="2026-01-31")) == [("/started_at", "FSY106")]
    naive = trace(user(1), act(2, ended_at="2026-01-31T09:02:05"))
    assert found(naive) == [("/steps/1/ended_at", "FSY106")]
    backwards = trace(user(1), act(2, ended_at="2026-01-31T09:01:30Z"))
    assert found(backwards) == [("/steps/1/ended_at", "FSY107")]
    outside = trace(user(1, started_at="2026-01-31T08:00:00Z"), act(2, ended_at="2026-02-01T00:00:00+01:00"))
    assert found(outside) == [("/steps/0/started_at", "FSY107"), ("/steps/1/ended_at", "FSY107")]
    swapped = trace(user(1), act(3) | {"step": 2}, act(2) | {"step": 3})
    assert found(swapped) == [("/steps/2/started_at", "FSY108")]


@pytest.mark.parametrize(
    ("key", "code"), [("task", "FSY103"), ("agent_tools", "FSY103"), ("termination_reason", "FSY104")]
)
def test_what_the_specification_has_no_null_for_is_not_null(key: str, code: str) -> None:
    assert found(trace(**{key: None}), "schema") == []
    assert found(trace(**{key: None}), "strict") == [(f"/{key}", code)]


def test_a_task_that_nobody_recorded_is_no_task_for_a_release() -> None:
    assert found(trace(task=UNSTATED), "strict") == []
    assert found(trace(task=UNSTATED), "release") == [("/task", "FSY217")]


def test_what_nobody_can_know_may_be_null_until_it_is_released() -> None:
    unknown = trace(
        final_output=None, dataset_summary=None, static_output=None,
        summary={"goal_achieved": None, "agent_confidence": None},
    )  # fmt: skip
    assert found(unknown, "strict") == []
    assert found(unknown, "release") == [
        ("/final_output", "FSY212"),
        ("/static_output", "FSY213"),
        ("/summary/agent_confidence", "FSY215"),
        ("/dataset_summary", "FSY216"),
        ("/summary/goal_achieved", "FSY217"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "[]", "7", "null", "{}", '{"steps": {}}', '{"steps": [[], null, 7, {}]}', '{"steps": [{"step": []}]}',
        '{"summary": [], "dataset_summary": {}, "static_output": {"artifacts": {}}}', "[" * 500 + "]" * 500,
        '{"schema_version": 1, "steps": [{"caused_by": [[]], "retry_of": true, "input_source": {"actor": {}}}]}',
        '{"steps": [{"step": 1e400, "eval": -0, "action": {"a": []}, "actor": null, "tool": [], "started_at": "x"}]}',
        '{"dataset_summary": {"tags": [[], {}], "title": {}}, "validation_level": [], "trace_mode": []}',
        '{"static_output": {"artifacts": [{"type": [], "release_sensitivity": {}, "hash": [], "related_steps": {}}]}}',
    ],
)  # fmt: skip
def test_no_document_is_too_odd_to_be_judged(text: str) -> None:
    assert findings(text)


def test_what_is_no_json_is_said_with_its_line() -> None:
    broken = GOOD.replace('"memory": null', '"memory": nil')
    assert {(each.code, each.place.line) for each in findings(broken)} == {("SRC001", 13)}
    assert [each.code for each in findings("")] == ["SRC001"]
    marked = b"\xef\xbb\xbf" + trace(task=7).encode()
    assert [(each.code, each.place.line) for each in findings(marked)] == [("SRC004", 1), ("FSY005", 7)]
    assert [each.code for each in findings(GOOD.replace('"task"', '"task": "", "task"', 1))] == ["SRC006"]


def test_every_line_of_a_dataset_is_a_trace() -> None:
    line = json.dumps(json.loads(GOOD))
    odd = json.dumps(json.loads(trace(task=UNSET)))
    assert findings(f"{line}\n{line}\n") == []
    assert [str(each) for each in findings(f"{line}\n{odd}\n")] == ["f:2: FSY002 task is missing"]


@pytest.mark.parametrize("indent", [None, 1, 2])
def test_a_finding_names_its_line_however_the_document_is_laid_out(indent: int | None) -> None:
    whole = json.loads(trace(user(1), act(2, eval=7, caused_by=[5]), static_output=None))
    text = json.dumps(whole, indent=indent)
    lines = {each.code: each.place.line for each in findings(text, "strict") if each.code != "FSY140"}
    expected = {"FSY117": '"eval": 7', "FSY130": "5"} if indent else {"FSY117": "{", "FSY130": "{"}
    listed = text.splitlines()
    assert {code: listed[line - 1].strip()[: len(expected[code])] for code, line in lines.items() if line} == expected


def test_a_long_trace_is_checked_in_linear_time() -> None:
    def checked(count: int) -> Callable[[], object]:
        steps = [act(number, eval=3, caused_by=[number], input="x" * 100) for number in range(2, count)]
        data = json.dumps(json.loads(trace(user(1), *steps, static_output=None)), indent=1)
        assert len(findings(data, "strict")) >= 2 * (count - 2)
        return lambda: findings(data, "strict")

    assert linear(checked, 300)


def test_many_findings_in_one_place_cost_no_more_than_elsewhere() -> None:
    def checked(count: int) -> Callable[[], object]:
        data = json.dumps(json.loads(trace(user(1), act(2, caused_by=[7] * count))), indent=1)
        assert len(findings(data, "strict")) == count
        return lambda: findings(data, "strict")

    assert linear(checked, 500)
