"""What a script calls is part of its step: which tool, with what, and whether it worked."""

from __future__ import annotations

import json

import pytest

from steno.edits.calls import edits
from steno.model import Derivation
from steno.model.steps import ARTIFACTS, steps, whole
from tests.given.derivation import asked, called, codex, returned, values

Record = tuple[str, dict[str, object]]

PATCH = "*** Begin Patch\n*** Add File: plan.txt\n+dig\n*** End Patch"


def ran(id: str, script: str) -> Record:
    return "response_item", {"type": "custom_tool_call", "name": "exec", "input": script, "call_id": id}


def printed(id: str, *texts: str, state: str = "completed") -> Record:
    parts = [f"Script {state}\nWall time 0.2 seconds\nOutput:\n", *texts]
    output = [{"type": "input_text", "text": text} for text in parts]
    return "response_item", {"type": "custom_tool_call_output", "call_id": id, "output": output}


def patched(id: str, path: str, *, success: bool = True) -> Record:
    changes = {path: {"type": "add", "content": "dig\n"}}
    return "event_msg", {"type": "patch_apply_end", "call_id": id, "success": success, "changes": changes}


def ended(code: int, output: str = "") -> str:
    return json.dumps({"chunk_id": "a1", "wall_time_seconds": 0.1, "exit_code": code, "output": output})


def step(*records: Record, number: int = 1) -> tuple[object, ...]:
    found = steps(codex(asked("Tidy up"), *records))
    return values(found[number : number + 1], "tool", "operation", "success")[0]


def test_the_only_call_of_a_script_is_what_its_step_is_about() -> None:
    found = steps(codex(asked("Go"), ran("c", 'text(await tools.web__run({q: "roses"}));'), printed("c", "red")))
    assert values(found[1:], "tool", "operation", "input", "success") == [("web__run", "search", '{"q":"roses"}', True)]
    assert {key: found[1].notes[key].author.rule for key in ("tool", "input", "success")} == {  # type: ignore[union-attr]
        "tool": "derive/script-call",
        "input": "derive/script-arguments",
        "success": "derive/script-completed",
    }


def test_a_script_that_computes_its_arguments_is_itself_the_input() -> None:
    script = "await tools.apply_patch(made());"
    found = steps(codex(asked("Go"), ran("c", script), printed("c", "{}")))
    assert values(found[1:], "tool", "input") == [("apply_patch", script)]


@pytest.mark.parametrize(
    ("texts", "success"), [(("done",), None), ((ended(0),), True), ((ended(2, "no rake"),), False), (("{}",), None)]
)
def test_the_end_of_a_script_says_nothing_of_its_command_but_an_exit_code_does(
    texts: tuple[str, ...], success: bool | None
) -> None:
    script = 'text(await tools.exec_command({cmd: "rake leaves"}));'
    assert step(ran("c", script), printed("c", *texts)) == ("exec_command", "execute", success)


@pytest.mark.parametrize(
    ("command", "text", "success"),
    [
        ("cat beds", "roses", True),
        ("cat beds", "cat: beds: No such file or directory", False),
        ("pytest", "1 failed in 0.1s", False),
        ("rake leaves", "raking", None),
    ],
)
def test_where_a_script_keeps_the_exit_code_to_itself_the_output_may_decide(
    command: str, text: str, success: bool | None
) -> None:
    script = f'const r = await tools.exec_command({{cmd: "{command}"}}); text(r.output);'
    assert step(ran("c", script), printed("c", text))[2] is success


@pytest.mark.parametrize("state", ["failed", "terminated"])
def test_a_script_that_failed_or_was_stopped_did_not_work(state: str) -> None:
    assert step(ran("c", "await tools.apply_patch(x);"), printed("c", "no", state=state)) == (
        "apply_patch", "edit", False,
    )  # fmt: skip


def test_a_script_that_still_runs_has_not_worked_yet_and_gives_out_its_cell() -> None:
    wait = called("w", "wait", cell_id="7")
    records = (ran("c", "await tools.apply_patch(x);"), printed("c", state="running with cell ID 7"), wait)
    found = steps(codex(asked("Go"), *records, returned("w", "Script completed\nWall time 1 seconds\nOutput:\n")))
    assert found[1].get("success") is None
    assert found[2].get("input_source")["source"] == found[1].anchor.uid


def test_what_the_program_reports_while_a_script_runs_belongs_to_it() -> None:
    trace = codex(
        asked("Go"),
        ran("c", f"await tools.apply_patch({json.dumps(PATCH)});"),
        patched("exec-1", "/srv/garden/plan.txt"),
        printed("c", "{}"),
    )
    found = steps(trace)
    assert values(found[1:], "tool", "operation", "success") == [("apply_patch", "edit", True)]
    assert found[1].get("state_change") == "/srv/garden/plan.txt was created with 1 line."
    (artifact,) = whole(trace)[ARTIFACTS].value
    assert (artifact["path"], artifact["related_steps"]) == ("/srv/garden/plan.txt", [found[1].anchor.uid])
    assert [(edit.uid, edit.path) for edit in edits(trace)] == [(found[1].anchor.uid, "/srv/garden/plan.txt")]


def test_all_patches_of_a_script_are_its_edits() -> None:
    script = "for (const each of made) { await tools.apply_patch(each); }"
    trace = codex(asked("Go"), ran("c", script), patched("e1", "/a"), patched("e2", "/b"), printed("c", "{}"))
    assert [edit.path for edit in edits(trace)] == ["/a", "/b"]
    assert [each["path"] for each in whole(trace)[ARTIFACTS].value] == ["/a", "/b"]
    assert values(steps(trace)[1:], "success", "state_change") == [
        (True, "/a was created with 1 line. /b was created with 1 line.")
    ]


def test_a_patch_was_applied_whatever_came_of_the_command_after_it() -> None:
    script = f"await tools.apply_patch(`{PATCH}`); text(await tools.exec_command({{cmd: 'rake test'}}));"
    trace = codex(asked("Go"), ran("c", script), printed("c", ended(1)))
    assert steps(trace)[1].get("success") is False
    assert [each["path"] for each in whole(trace)[ARTIFACTS].value] == ["plan.txt"]


@pytest.mark.parametrize(
    ("script", "state"),
    [
        (f"await Promise.allSettled([tools.apply_patch(`{PATCH}`)]);", "completed"),
        (f"if (wet) await tools.apply_patch(`{PATCH}`);", "completed"),
        (f"await tools.apply_patch(`{PATCH}`);", "running with cell ID 7"),
    ],
)
def test_a_patch_that_may_not_have_been_applied_is_no_edit(script: str, state: str) -> None:
    trace = codex(asked("Go"), ran("c", script), printed("c", "{}", state=state))
    assert list(edits(trace)) == []
    assert ARTIFACTS not in whole(trace)


def test_a_patch_in_a_script_is_an_edit_also_where_nobody_reports_it() -> None:
    trace = codex(asked("Go"), ran("c", f"await tools.apply_patch(`{PATCH}`);"), printed("c", "{}"))
    assert [edit.path for edit in edits(trace)] == ["plan.txt"]


def test_one_failed_call_fails_the_script_that_made_it() -> None:
    script = "await tools.apply_patch(a); await tools.apply_patch(b);"
    records = (ran("c", script), patched("e1", "/a"), patched("e2", "/b", success=False), printed("c", "{}"))
    assert step(*records) == ("exec", "edit", False)


def test_with_two_scripts_at_once_nobody_knows_whose_a_report_is() -> None:
    both = (ran("c", "await tools.apply_patch(a);"), ran("d", "await tools.apply_patch(b);"))
    trace = codex(asked("Go"), *both, patched("e1", "/a"), printed("c", "{}"), printed("d", "{}"))
    assert list(edits(trace)) == []
    report = next(event.uid for event in trace.events if event.call == "e1")
    assert [report in each.notes["step"].evidence for each in steps(trace)] == [False, False, False]


@pytest.mark.parametrize(
    ("script", "operation"),
    [
        ('await tools.exec_command({cmd: "x"}); await tools.apply_patch(p);', "edit"),
        ('await tools.view_image({path: "a"}); await tools.web__run({q: "b"});', "search"),
        ('await tools.view_image({path: "a"}); await tools.mystery({});', "execute"),
        ('if (wet) { await tools.apply_patch(p); } await tools.view_image({path: "a"});', "execute"),
    ],
)
def test_a_script_of_several_calls_does_what_the_strongest_does(script: str, operation: str) -> None:
    assert step(ran("c", script), printed("c"))[:2] == ("exec", operation)


def test_a_call_without_a_result_has_the_one_that_the_program_reports() -> None:
    report = {
        "type": "exec_command_end", "call_id": "b", "exit_code": 3, "aggregated_output": "no rake",
        "duration": {"secs": 2, "nanos": 500000000}, "status": "failed",
    }  # fmt: skip
    calls = (called("a", "exec_command", cmd="look"), called("b", "exec_command", cmd="rake"))
    trace = codex(asked("Go"), *calls, ("event_msg", report))
    found = steps(trace)
    assert values(found[1:], "output", "success", "execution_mode") == [
        (None, None, "parallel"), ("no rake", False, "parallel"),
    ]  # fmt: skip
    derived = [event.origin.rule for event in trace.events if isinstance(event.origin, Derivation)]
    assert derived == ["pair/missing-result", "pair/reported-result"]
