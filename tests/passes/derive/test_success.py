"""Whether a call worked: what the logs of both agents prove of it, and when."""

from __future__ import annotations

import json
from typing import Any

import pytest

from steno.model.steps import Step, steps
from tests.given.derivation import Session, asked, called, codex, returned, values

RAN = "Chunk ID: a\nWall time: 0.1 seconds\nProcess exited with code {}\nOutput:\n{}"
RUNNING = "Chunk ID: a\nWall time: 1.0 seconds\nProcess running with session ID 7\nOutput:\nDigging\n"


def ruled(step: Step) -> tuple[Any, str | None]:
    note = step.notes.get("success")
    return (None, None) if note is None else (note.value, note.author.rule)  # type: ignore[union-attr]


def bash(command: str, output: str, **more: Any) -> tuple[Any, str | None]:
    session = Session().user("Go").call("c1", "Bash", command=command)
    return ruled(session.result("c1", output, **({"error": False} | more)).steps()[1])


def exec_command(command: str, exit: int, output: str) -> tuple[Any, str | None]:
    trace = codex(asked("Go"), called("1", "exec_command", cmd=command), returned("1", RAN.format(exit, output)))
    return ruled(steps(trace)[1])


@pytest.mark.parametrize(
    ("command", "output", "found"),
    [
        ("pytest | tail -3", "1 failed, 2 passed in 0.1s\n", (False, "derive/own-verdict")),
        ("pytest | tail -3", "3 passed in 0.1s\n", (True, "derive/own-verdict")),
        ("cat bed | head", "cat: bed: No such file or directory\n", (False, "derive/own-error-line")),
        ("cat bed | head", "error: roses\n", (True, "derive/no-complaint")),
        ("./dig; echo $?", "3\n", (False, "derive/printed-exit-code")),
        ("./dig | tail", "Digging\n", (None, None)),
    ],
)
def test_behind_a_pipe_both_agents_results_are_judged_by_the_output(
    command: str, output: str, found: tuple[Any, str | None]
) -> None:
    assert bash(command, output) == found
    assert exec_command(command, 0, output) == found


def test_a_search_that_finds_nothing_worked_for_both_agents() -> None:
    assert exec_command("rg rose beds", 1, "") == (True, "derive/answer-no")
    assert bash("rg rose beds", "", detail={"returnCodeInterpretation": "No matches found"})[0] is True


def test_what_stands_for_an_empty_output_is_no_output() -> None:
    assert bash("npx tsc --noEmit | tail", "(Bash completed with no output)") == (True, "derive/own-verdict")


def test_a_search_that_the_agent_took_for_an_error_is_left_open() -> None:
    assert bash("cd beds && rg rose", "Exit code 1\n", error=True) == (None, None)


@pytest.mark.parametrize("tool", ["Read", "Grep", "Glob", "TodoWrite", "mcp__garden__plan"])
def test_a_result_without_a_mark_is_no_error_in_the_agents_own_log(tool: str) -> None:
    session = Session().user("Go").call("c1", tool, file_path="/a").result("c1", "text")
    assert ruled(session.steps()[1]) == (True, "derive/not-flagged")


@pytest.mark.parametrize("tool", ["LSP", "TaskOutput", "BashOutput", "Task"])
def test_tools_that_fail_in_words_are_left_open_without_a_mark(tool: str) -> None:
    session = Session().user("Go").call("c1", tool, operation="x").result("c1", "No bed here")
    assert ruled(session.steps()[1]) == (None, None)


def test_what_another_format_kept_of_a_log_proves_nothing_by_a_missing_mark() -> None:
    trace = codex(asked("Go"), called("1", "mcp__garden__plan", bed="north"), returned("1", "text"))
    assert ruled(steps(trace)[1]) == (None, None)


@pytest.mark.parametrize(
    ("result", "found"),
    [
        ("exec_command failed for `dig`: no bed", (False, "derive/reported-success")),
        ("aborted by user after 6.2s", (False, "derive/interrupted")),
        ("exec_command failed", (None, None)),
        ("Plan updated", (None, None)),
    ],
)
def test_what_codex_says_in_the_place_of_a_result_decides(result: str, found: tuple[Any, str | None]) -> None:
    trace = codex(asked("Go"), called("1", "exec_command", cmd="dig"), returned("1", result))
    assert ruled(steps(trace)[1]) == found


def test_a_plan_that_was_updated_is_a_success() -> None:
    trace = codex(asked("Go"), called("1", "update_plan", plan=[]), returned("1", "Plan updated"))
    assert ruled(steps(trace)[1]) == (True, "derive/reported-success")


def test_a_result_that_begins_with_the_command_has_its_exit_code_too() -> None:
    records = [asked("Go"), called("1", "exec_command", cmd="dig")]
    trace = codex(*records, returned("1", "Command: /bin/zsh -lc dig\n" + RAN.format(0, "dug\n")))
    assert ruled(steps(trace)[1]) == (True, "derive/exit-code")


# What goes on in the background


def background(*, error: bool = False) -> Session:
    session = Session().user("Go").call("c1", "Bash", command="./dig", run_in_background=True)
    said = "Command running in background with ID: b1. Output is being written to: /tmp/b1"
    return session.result("c1", said, error=error, detail={"stdout": "", "backgroundTaskId": "b1"})


def notice(status: str, summary: str) -> str:
    return (
        f"<task-notification>\n<task-id>b1</task-id>\n<status>{status}</status>\n<summary>{summary}</summary>\n"
        "</task-notification>"
    )


def test_word_that_a_command_was_started_is_no_success() -> None:
    assert ruled(background().steps()[1]) == (None, None)


@pytest.mark.parametrize(
    ("status", "summary", "found"),
    [
        ("completed", 'Background command "Dig" completed (exit code 0)', True),
        ("failed", 'Background command "Dig" failed with exit code 3', False),
        ("killed", 'Background command "Dig" was stopped', None),
    ],
)
def test_a_notice_of_the_end_decides(status: str, summary: str, found: bool | None) -> None:
    step = background().user(notice(status, summary)).steps()[1]
    assert ruled(step) == (found, "derive/ended-later" if found is not None else None)
    if found is not None:
        assert step.notes["success"].evidence == ("4",)


@pytest.mark.parametrize(
    ("status", "exit", "found"), [("completed", 0, True), ("failed", 3, False), ("running", None, None)]
)
def test_a_call_that_asks_for_the_output_tells_of_the_end(status: str, exit: int | None, found: bool | None) -> None:
    task = {"task_id": "b1", "task_type": "local_bash", "status": status, "output": "dry", "exitCode": exit}
    session = background().call("c2", "TaskOutput", task_id="b1")
    retrieval = "success" if found is not None else "timeout"
    found_steps = session.result("c2", "x", detail={"retrieval_status": retrieval, "task": task}).steps()
    assert [ruled(step)[0] for step in found_steps[1:]] == [found, True if found is not None else None]


def test_the_old_name_of_that_call_tells_too() -> None:
    session = background().call("c2", "BashOutput", bash_id="b1")
    detail = {"shellId": "b1", "command": "./dig", "status": "failed", "exitCode": 2, "stdout": "", "stderr": "dry"}
    assert ruled(session.result("c2", "dry", detail=detail).steps()[1]) == (False, "derive/ended-later")


def test_a_notice_without_the_output_does_not_decide_what_only_the_output_could() -> None:
    session = background()
    session.records[1]["message"]["content"][0]["input"]["command"] = "cat bed | head"
    assert ruled(session.user(notice("completed", "x completed (exit code 0)")).steps()[1]) == (None, None)


def test_the_end_of_another_task_says_nothing() -> None:
    other = notice("failed", "x failed with exit code 3").replace("b1", "b2")
    assert ruled(background().user(other).steps()[1]) == (None, None)


def test_an_agent_that_was_launched_is_judged_by_its_end() -> None:
    session = Session().user("Go").call("c1", "Task", prompt="Dig")
    detail = {"isAsync": True, "status": "async_launched", "agentId": "b1"}
    session.result("c1", "Async agent launched successfully.", detail=detail)
    assert ruled(session.steps()[1]) == (None, None)
    session.user(notice("completed", 'Agent "Dig" completed'))
    assert ruled(session.steps()[1]) == (True, "derive/ended-later")


def test_word_that_an_agent_was_launched_is_not_its_result() -> None:
    session = Session().user("Go").call("c1", "Task", prompt="Dig")
    detail = {"isAsync": True, "status": "async_launched", "agentId": "b1"}
    session.result("c1", "Async agent launched successfully.", detail=detail).say("Off it goes.")
    assert values(session.steps()[2:], "causal_type") == [("dependency_on_tool_result",)]


def test_an_agent_that_answered_worked() -> None:
    session = Session().user("Go").call("c1", "Task", prompt="Dig")
    session.result("c1", "Dug.", detail={"status": "completed", "agentId": "a1", "content": []})
    assert ruled(session.steps()[1]) == (True, "derive/reported-success")


def test_an_agent_whose_request_was_refused_did_not_answer() -> None:
    session = Session().user("Go").call("c1", "Agent", prompt="Dig")
    content = [{"type": "text", "text": "API Error: 400 no such model"}]
    session.result("c1", content, detail={"status": "completed", "agentId": "a1", "content": content})
    assert ruled(session.steps()[1]) == (False, "derive/reported-success")


def process(*ends: tuple[str, str]) -> list[Step]:
    records = [asked("Go"), called("1", "exec_command", cmd="./dig"), returned("1", RUNNING)]
    for id, result in ends:
        records += [called(id, "write_stdin", session_id=7, chars=""), returned(id, result)]
    return steps(codex(*records))


def test_a_running_process_is_judged_by_the_exit_code_that_comes_later() -> None:
    first, second, third = process(("2", RUNNING), ("3", RAN.format(2, "error: dry\n")))[1:]
    assert [ruled(each) for each in (first, second, third)] == [
        (False, "derive/ended-later"), (None, None), (False, "derive/exit-code"),
    ]  # fmt: skip
    assert first.notes["success"].evidence == third.notes["success"].evidence


def test_a_process_that_goes_on_is_left_open() -> None:
    assert [ruled(each)[0] for each in process(("2", RUNNING))[1:]] == [None, None]


def test_an_agent_of_codex_is_judged_by_its_status() -> None:
    given = json.dumps({"agent_id": "a1", "nickname": "Rose"}, separators=(",", ":"))
    done = json.dumps({"status": {"a1": {"completed": "Dug."}}, "timed_out": False}, separators=(",", ":"))
    records = [asked("Go"), called("1", "spawn_agent", message="Dig"), returned("1", given)]
    assert ruled(steps(codex(*records))[1]) == (None, None)
    records += [called("2", "wait_agent", targets=["a1"]), returned("2", done)]
    assert [ruled(each)[0] for each in steps(codex(*records))[1:]] == [True, True]


# What was seen then


def test_a_step_before_the_end_does_not_speak_of_it() -> None:
    found = process(("2", RUNNING), ("3", RAN.format(2, "error: dry\n")))
    assert values(found[2:], "observation") == [(None,), (None,)]


def test_the_same_command_is_a_retry_only_after_the_failure_was_known() -> None:
    again = [called("9", "exec_command", cmd="./dig"), returned("9", RAN.format(0, "dug\n"))]
    start = [asked("Go"), called("1", "exec_command", cmd="./dig"), returned("1", RUNNING)]
    end = [called("2", "write_stdin", session_id=7, chars=""), returned("2", RAN.format(2, "error: dry\n"))]
    early, late = steps(codex(*start, *again, *end)), steps(codex(*start, *end, *again))
    assert [step.get("retry_of") for step in early[1:]] == [None, None, None]
    assert [step.get("retry_of") for step in late[1:]] == [None, None, late[1].anchor.uid]


def test_a_step_after_the_end_does() -> None:
    records = [asked("Go"), called("1", "exec_command", cmd="./dig"), returned("1", RUNNING)]
    records += [called("2", "write_stdin", session_id=7, chars=""), returned("2", RAN.format(2, "error: dry\n"))]
    records += [called("3", "exec_command", cmd="ls"), returned("3", RAN.format(0, "bed\n"))]
    step = steps(codex(*records))[3]
    assert values([step], "observation") == [('exec_command had failed: exit code 2: "error: dry".',)]


def test_all_calls_of_a_response_saw_which_of_several_had_failed() -> None:
    session = Session().user("Go").call("c1", "Bash", "r1", command="./dig").call("c2", "Read", "r1", file_path="/a")
    session.result("c1", "Exit code 3\n> garden@1.0.0 dig\nerror: dry", error=True).result("c2", "text")
    session.call("c3", "Bash", "r2", command="ls").call("c4", "Bash", "r2", command="pwd")
    found = session.steps()[3:]
    assert values(found, "observation") == [('Bash had failed: exit code 3: "error: dry".',)] * 2
    assert found[0].notes["observation"].evidence == ("4",)


def test_an_edit_after_a_failure_saw_the_failure_and_the_file() -> None:
    session = Session().user("Go").call("c1", "Bash", command="./dig").result("c1", "Exit code 3\nno tap", error=True)
    hunk = {"oldStart": 1, "oldLines": 1, "newStart": 1, "newLines": 1, "lines": ["-a", "+b"]}
    detail = {"filePath": "/a", "originalFile": "a\n", "structuredPatch": [hunk]}
    session.call("c2", "Edit", file_path="/a", old_string="a", new_string="b").result("c2", "ok", detail=detail)
    assert values(session.steps()[2:], "observation") == [('Bash had failed: exit code 3: "no tap". /a had 1 line.',)]


def test_many_failures_are_counted_after_the_first_few() -> None:
    session = Session().user("Go")
    for number in range(8):
        session.call(f"c{number}", "Bash", "r1", command=f"./dig {number}")
    for number in range(8):
        session.result(f"c{number}", f"Exit code 1\nerror: bed {number}", error=True)
    (text,) = values(session.say("Hm.").steps()[-1:], "observation")[0]
    assert text.count("had failed: ") == 5
    assert text.endswith(" 3 more calls had failed.")


def test_the_words_around_a_refusal_are_not_quoted() -> None:
    session = Session().user("Go").call("c1", "Read", file_path="/a")
    session.result("c1", "<tool_use_error>File does not exist.</tool_use_error>", error=True).say("Hm.")
    assert values(session.steps()[2:], "observation") == [('Read had failed: "File does not exist.".',)]


def test_lines_are_read_from_the_output_that_older_versions_wrap() -> None:
    wrapped = {"output": "Digging\nerror: dry\n", "metadata": {"exit_code": 2, "duration_seconds": 0.1}}
    result = json.dumps(wrapped, separators=(",", ":"))
    records = [asked("Go"), called("1", "shell", command=["dig"]), returned("1", result)]
    records += [called("2", "shell", command=["ls"]), returned("2", "x")]
    observation = steps(codex(*records))[2].get("observation")
    assert observation == 'shell had failed: exit code 2: "error: dry".'
