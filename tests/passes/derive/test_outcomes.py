"""What is derived of the outcome of calls, of causes and retries, and of the whole."""

from __future__ import annotations

from typing import Any

import pytest

from steno.model.steps import steps, whole
from tests.given.derivation import Session, asked, called, codex, garden, linked, read, returned, values
from tests.given.machine import lines


def test_causes_follow_requests_results_answers_and_retries() -> None:
    assert linked(garden().steps()) == [
        ([], None, None),
        ([1], "user_request", None),
        ([2], "dependency_on_tool_result", None),
        ([2], "dependency_on_tool_result", None),
        ([3, 4], "dependency_on_multiple_prior_steps", None),
        ([2], "retry_after_failure", 2),
        ([6], "dependency_on_tool_result", None),
        ([7], "answer_to_agent_question", None),
        ([8], "answer_to_agent_question", None),
        ([9], "dependency_on_tool_result", None),
    ]


def test_a_failed_call_that_was_made_again_is_judged_and_quoted() -> None:
    found = garden().steps()
    assert values([found[1], found[5], found[0]], "eval", "eval_reason", "directive") == [
        (
            -1,
            'The call failed: exit code 3: "no water".',
            'The call failed: exit code 3: "no water". It worked with the same input.',
        ),
        (0, None, None),
        (0, None, None),
    ]
    assert found[1].notes["directive"].evidence == ("3", "4", "10", "11")


@pytest.mark.parametrize(
    ("output", "directive"),
    [
        ("no", 'The call failed: "no". No retry is in the log.'),
        (
            "error: no bed\nhint: dig one first",
            'The call failed: "error: no bed". The program says: "hint: dig one first"',
        ),
    ],
)
def test_a_failed_call_that_was_not_made_again_is_judged_in_the_programs_words(output: str, directive: str) -> None:
    session = Session().user("Go").call("c1", "Bash", command="x").result("c1", output, error=True)
    session.call("c2", "Bash", command="y").result("c2", "yes", error=False)
    assert values(session.steps(), "success", "eval", "directive") == [
        (None, 0, None),
        (False, -1, directive),
        (True, 0, None),
    ]


def test_the_directive_of_a_failed_call_says_what_the_retry_changed() -> None:
    session = Session().user("Go").call("c1", "Bash", command="push --all").result("c1", "no", error=True)
    session.say("Let me try again.", "r").call("c2", "Bash", "r", command="push --some", timeout=9)
    session.result("c2", "yes", error=False)
    assert session.steps()[1].get("directive") == (
        'The call failed: "no". It worked with command "push --some", another timeout.'
    )


@pytest.mark.parametrize(
    ("first", "second", "again"),
    [
        ({"file_path": "/a", "old_string": "x"}, {"file_path": "/a", "old_string": "y"}, True),
        ({"file_path": "/a", "old_string": "x"}, {"file_path": "/b", "old_string": "x"}, False),
    ],
)
def test_a_retry_has_the_same_tool_and_the_same_target(
    first: dict[str, str], second: dict[str, str], again: bool
) -> None:
    session = Session().user("Go").call("c1", "Edit", **first).result("c1", "no", error=True)
    session.call("c2", "Edit", **second).result("c2", "ok")
    found = session.steps()
    assert found[2].get("retry_of") == (found[1].anchor.uid if again else None)


def test_a_call_of_the_same_response_is_no_retry() -> None:
    session = Session().user("Go").call("c1", "Edit", "r", file_path="/a").result("c1", "no", error=True)
    session.call("c2", "Edit", "r", file_path="/a").result("c2", "ok")
    assert [retry for _, _, retry in linked(session.steps())] == [None, None, None]


def test_a_retry_with_the_same_input_says_where_it_comes_from() -> None:
    found = garden().steps()
    assert found[5].get("input_source") == {
        "actor": "agent",
        "source": "3",
        "source_field": "input",
        "note": "The input is the same as that of the failed call.",
    }


def test_an_input_that_names_the_id_a_result_gave_out_says_so() -> None:
    session = Session().user("Go").call("c1", "Bash", command="x")
    session.result("c1", "started", error=False, detail={"backgroundTaskId": "b1"})
    session.call("c2", "TaskOutput", task_id="b1").result("c2", "x")
    found = session.steps()
    assert found[2].get("input_source") == {
        "actor": "tool",
        "source": found[1].anchor.uid,
        "source_field": "output",
        "note": "The input has an id from this result.",
    }


def outcome(result: object, *, tool: str = "exec_command", **arguments: object) -> tuple[Any, ...]:
    trace = codex(asked("Go"), called("1", tool, **(arguments or {"cmd": "x"})), returned("1", result))
    return values(steps(trace)[1:], "step", "success", "state_change")[0]


@pytest.mark.parametrize(
    ("result", "success"),
    [
        ("Chunk ID: a\nWall time: 0.1 seconds\nProcess exited with code 0\nOutput:\nx\n", True),
        ("Exit code: 124\nWall time: 1 seconds\nOutput:\nlate\n", False),
        ('{"output":"x","metadata":{"exit_code":2,"duration_seconds":0.1}}', False),
    ],
)
def test_exit_codes_decide_whether_a_command_worked_and_are_no_change(result: str, success: bool) -> None:
    action = "agent_step" if success else "error"
    assert outcome(result) == (action, success, None)


@pytest.mark.parametrize("result", ["fine\nExit code: 1\n", "Process exited with code 1", "", [{"type": "x"}]])
def test_what_a_command_printed_is_no_exit_code(result: object) -> None:
    assert outcome(result) == ("agent_step", None, None)


def test_a_file_that_speaks_of_exit_codes_has_none() -> None:
    text = "Exit code: 1\nWall time: 1 seconds\nOutput:\nx\n"
    assert outcome(text, tool="view_image", path="/a") == ("agent_step", None, None)


def test_what_the_program_recorded_of_a_call_decides_too() -> None:
    changes = {"/a": {"type": "add"}, "/b": {"type": "update"}}
    told = ("event_msg", {"type": "patch_apply_end", "call_id": "1", "success": True, "changes": changes})
    trace = codex(asked("Go"), called("1", "apply_patch"), told, returned("1", "Done"))
    (step,) = steps(trace)[1:]
    assert values([step], "success", "state_change") == [(True, "/a was created. /b was changed.")]
    assert step.notes["success"].evidence == ("4",)


def test_without_a_flag_or_a_code_success_is_not_known() -> None:
    assert outcome("text", tool="view_image", path="/a")[1] is None


def test_a_patch_says_what_was_and_what_changed() -> None:
    assert values([garden().steps()[8]], "success", "observation", "state_change") == [
        (True, "/srv/plan had 1 line.", "/srv/plan was changed: lines added: 2, lines removed: 1.")
    ]


def test_a_step_after_a_failure_had_the_error_before_it() -> None:
    assert values(garden().steps()[2:4], "observation") == [('Bash had failed: exit code 3: "no water".',)] * 2


def test_a_line_is_quoted_whole_or_not_at_all_so_that_no_part_of_a_secret_is_left() -> None:
    session = Session().user("Go").call("c1", "Bash", command="x").result("c1", "\n\n" + "e" * 310, error=True)
    session.call("c2", "Bash", command="x")
    directive = session.steps()[1].get("directive")
    assert directive == "The call failed: a line of 310 characters. It was tried again with the same input."


def test_a_call_without_a_result_has_no_output_and_no_end() -> None:
    found = Session().user("Go").call("c1", "Bash", command="x").steps()
    assert values(found[1:], "output", "success", "ended_at") == [(None, None, None)]


def test_results_nobody_answered_are_past_when_the_human_speaks_after_an_interruption() -> None:
    session = Session().user("Go").call("c1", "Bash", command="x").result("c1", "ok")
    session.user("[Request interrupted by user]").user("Other").say("Yes.")
    assert linked(session.steps())[3] == ([3], "follow_up_user_request", None)


def test_a_message_that_joins_running_work_is_answered_together_with_the_results() -> None:
    session = Session().user("Go").call("c1", "Bash", command="x").result("c1", "ok").user("Other").say("Yes.")
    assert linked(session.steps())[3] == ([2, 3], "dependency_on_multiple_prior_steps", None)


def test_a_command_to_the_program_is_neither_the_task_nor_a_cause() -> None:
    session = Session().user("<command-name>/model</command-name>").user("Go").say("Gone.")
    trace = session.trace()
    assert whole(trace)["task"].value == "Go"
    assert values(steps(trace), "step", "message_role") == [("user_message", "direct_request"), ("output", None)]
    assert linked(steps(trace))[1] == ([1], "user_request", None)


def test_a_command_that_stands_for_a_prompt_is_the_task() -> None:
    dig = "<command-message>dig is running</command-message>\n<command-name>/dig</command-name>"
    trace = Session().user(dig).say("Dug.").user("More").say("Dug.").trace()
    assert whole(trace)["task"].value == "/dig"


def said(trace: Any) -> dict[str, Any]:
    return {key: note.value for key, note in whole(trace).items()}


def test_the_whole_says_what_the_source_states() -> None:
    assert {key: value for key, value in said(garden().trace()).items() if key != "artifacts"} == {
        "task": "Water the roses",
        "trace_mode": "retraced",
        "validation_level": "retraced_from_logs",
        "agent_confidence": 90,
        "termination_reason": "task_complete",
        "final_output": "The roses are watered.",
        "agent_config": {
            "model": "claude-test-1",
            "agent": "claude-code",
            "agent_version": "2.1.0",
            "provider": "anthropic",
            "working_directory": "/srv/garden",
        },
    }


def test_without_a_record_of_the_end_it_ended_for_another_reason() -> None:
    trace = Session().user("Go").say("Gone.").trace()
    assert said(trace)["termination_reason"] == "other"
    assert whole(trace)["termination_reason"].author.rule == "derive/termination-undecided"  # type: ignore[union-attr]


def test_where_nothing_was_said_or_done_the_records_of_the_program_are_the_steps() -> None:
    trace = codex(("event_msg", {"type": "turn.completed", "usage": {"input_tokens": 1}}))
    assert [(step.action, step.get("actor")) for step in steps(trace)][-1] == ("agent_step", "system")


def test_an_interruption_at_the_end_stops_it_in_part() -> None:
    session = Session().user("Go").say("I beg").user("[Request interrupted by user]")
    assert said(session.trace())["termination_reason"] == "partial_then_stopped"


def test_missing_results_and_unknown_records_lower_the_confidence() -> None:
    session = garden().call("c9", "Bash", command="x").other("unheard-of")
    confidence = said(session.trace())["agent_confidence"]
    assert 0 < confidence < 90


def test_a_log_of_hooks_is_live_and_may_be_trusted_fully() -> None:
    events: list[dict[str, object]] = [
        {"hook_event_name": "UserPromptSubmit", "prompt": "Go"},
        {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "x"}, "tool_use_id": "c1"},
        {"hook_event_name": "PostToolUse", "tool_name": "Bash", "tool_response": {"stdout": "y"}, "tool_use_id": "c1"},
    ]
    trace = read(
        lines(
            [
                {"steno_hook": 1, "time": f"2026-01-02T03:04:{number:02}Z", "agent": "claude-code", "event": event}
                for number, event in enumerate(events)
            ]
        )
    )
    assert values(steps(trace), "step", "operation", "output") == [
        ("user_message", None, None),
        ("agent_step", "execute", '{"stdout":"y"}'),
    ]
    assert {key: said(trace)[key] for key in ("trace_mode", "validation_level", "agent_confidence")} == {
        "trace_mode": "live",
        "validation_level": "self_traced",
        "agent_confidence": 100,
    }


def test_skills_are_those_that_were_loaded() -> None:
    session = Session().user("Go").call("c1", "Skill", skill="dig")
    session.result("c1", "Launching", detail={"success": True, "commandName": "dig"})
    assert said(session.trace())["skills"] == ["dig"]
