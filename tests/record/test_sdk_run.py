"""A run, its steps, messages and tool calls, and what an exception leaves behind."""

from __future__ import annotations

import stat
from collections.abc import Generator
from pathlib import Path
from uuid import UUID

import pytest
from msgspec.structs import replace

import steno
from steno.record import Event, Recorder, RecordError, block
from steno.record.folder import transcripts
from steno.record.run import Run
from tests.given.sdk import lines, rows


def test_a_run_is_written_as_it_happens(tmp_path: Path) -> None:
    with steno.run("review", directory=tmp_path) as run, run.step("analyze", kind="agent") as step:
        run.user("Review main.go for bugs.", system="You are terse.")
        with run.tool("Read", {"path": "main.go"}, call_id="c1") as call:
            call.result("package main")
        run.assistant("Found 2 issues.")
        step.result({"issues": 2})
    events = lines(run.path)
    assert run.path == tmp_path / f"{run.id}.jsonl"
    assert UUID(run.id).version == 4
    assert [event.pop("run_id") for event in events] == [run.id] * 8
    assert all(event.pop("timestamp").endswith("Z") for event in events)
    here = {"path": "analyze", "iteration": 0}
    whole = {"path": "", "iteration": 0}
    text = {"type": "text", "fidelity": "router"}
    tool = {"name": "Read", "call_id": "c1", "fidelity": "router"}
    assert events == [
        {"seq": 1, "type": "run.started", **whole, "payload": {"name": "review", "kind": "workflow"}},
        {"seq": 2, "type": "step.started", **here, "payload": {"name": "analyze", "kind": "agent"}},
        {"seq": 3, "type": "message.user", **here, "payload": {
            "role": "user",
            "blocks": [{**text, "text": "Review main.go for bugs."}, {**text, "text": "You are terse."}],
        }},
        {"seq": 4, "type": "tool.call", **here, "payload": {**tool, "input": {"path": "main.go"}, "output": None}},
        {"seq": 5, "type": "tool.result", **here, "payload": {**tool, "input": None, "output": "package main"}},
        {"seq": 6, "type": "message.assistant", **here, "payload": {
            "role": "assistant",
            "blocks": [{"type": "text", "fidelity": "agent_emitted", "text": "Found 2 issues."}],
        }},
        {"seq": 7, "type": "step.completed", **here, "payload": {
            "name": "analyze", "kind": "agent", "result": {"issues": 2},
        }},
        {"seq": 8, "type": "run.completed", **whole, "payload": {"name": "review", "kind": "workflow"}},
    ]  # fmt: skip
    assert run.lost == 0


def test_the_file_is_for_the_owner_only(tmp_path: Path) -> None:
    with steno.run("review", directory=tmp_path / "new" / "folder") as run:
        pass
    assert run.path is not None
    assert [stat.S_IMODE(each.stat().st_mode) for each in (run.path, run.path.parent)] == [0o600, 0o700]


def test_nothing_is_written_before_a_run_begins(tmp_path: Path) -> None:
    run = steno.run("review", directory=tmp_path)
    assert list(tmp_path.iterdir()) == []
    assert steno.current() is None
    with run:
        assert steno.current() is run
    assert steno.current() is None


def test_an_empty_system_prompt_is_no_block(tmp_path: Path) -> None:
    with steno.run("review", directory=tmp_path) as run:
        run.user("Hello", system="")
        run.user("Hello", system=None)
    assert [row[3] for row in rows(run)[1:3]] == [["Hello"], ["Hello"]]


def test_a_message_may_be_made_of_blocks(tmp_path: Path) -> None:
    with steno.run("review", directory=tmp_path) as run:
        run.assistant(
            [
                block.thinking("First I should…"),
                "A plain text",
                block.tool_use("Read", "toolu_01", {"path": Path("main.go")}),
            ],
            extra={"model": "m-1", "usage": {"output": 7}},
        )
        run.user([block.tool_result("toolu_01", {1, 2}), block.command("go test ./...")], system="Be terse")
    _, said, asked, _ = lines(run.path, "AWF045")  # fields that transcripts do not know
    assert said["payload"] == {
        "role": "assistant",
        "blocks": [
            {"type": "thinking", "fidelity": "agent_emitted", "thinking": "First I should…"},
            {"type": "text", "fidelity": "agent_emitted", "text": "A plain text"},
            {
                "type": "tool_use",
                "fidelity": "agent_emitted",
                "tool_name": "Read",
                "tool_id": "toolu_01",
                "tool_input": {"path": "main.go"},
            },
        ],
        "model": "m-1",
        "usage": {"output": 7},
    }
    assert asked["payload"]["blocks"] == [
        {"type": "tool_result", "fidelity": "router", "tool_id": "toolu_01", "tool_content": [1, 2]},
        {"type": "command", "fidelity": "router", "command": "go test ./..."},
        {"type": "text", "fidelity": "router", "text": "Be terse"},
    ]


def test_the_path_is_the_names_of_the_steps_with_dots_between_them(tmp_path: Path) -> None:
    with steno.run("review", directory=tmp_path) as run:
        with run.step("parallel_block", kind="parallel") as outer:
            with run.step("branch_a") as inner:
                run.assistant("deep")
                outer.assistant("deep too")
            with outer.step("gpt-4.1") as dotted:
                pass
        run.assistant("flat")
        outer.assistant("late: the step has ended")
    assert (inner.path, dotted.path, dotted.name) == ("parallel_block.branch_a", "parallel_block.gpt-4_1", "gpt-4.1")
    assert [(row[0], row[1]) for row in rows(run)[1:-1]] == [
        ("step.started", "parallel_block"),
        ("step.started", "parallel_block.branch_a"),
        ("message.assistant", "parallel_block.branch_a"),
        ("message.assistant", "parallel_block.branch_a"),
        ("step.completed", "parallel_block.branch_a"),
        ("step.started", "parallel_block.gpt-4_1"),
        ("step.completed", "parallel_block.gpt-4_1"),
        ("step.completed", "parallel_block"),
        ("message.assistant", ""),
        ("message.assistant", ""),
    ]


def test_a_call_and_its_result_share_an_id_that_no_other_call_has(tmp_path: Path) -> None:
    with steno.run("review", directory=tmp_path) as run:
        for _ in range(2):
            with run.tool("Read", None):
                pass
    ids = [event["payload"]["call_id"] for event in lines(run.path)[1:-1]]
    assert ids == [ids[0], ids[0], ids[2], ids[2]]
    assert ids[0] != ids[2]
    assert UUID(ids[0]).version == 4


def test_a_call_without_a_result_has_none(tmp_path: Path) -> None:
    with (
        steno.run("review", directory=tmp_path) as run,
        run.tool("Bash", {"command": "true"}, fidelity="agent_emitted"),
    ):
        pass
    result = lines(run.path)[2]["payload"]
    assert {key: result[key] for key in ("output", "fidelity")} == {"output": None, "fidelity": "agent_emitted"}
    assert "error" not in result


def test_a_tool_may_fail_without_an_exception(tmp_path: Path) -> None:
    with steno.run("review", directory=tmp_path) as run, run.tool("Bash", {"command": "false"}) as call:
        call.result("")
        call.error("exit code 1")
    assert rows(run)[2] == ("tool.result", "", 0, "Bash", "", "exit code 1")


def test_what_was_not_opened_by_a_block_is_closed_once(tmp_path: Path) -> None:
    run = steno.run("review", directory=tmp_path).open()
    assert steno.current() is None
    step = run.step("analyze").open()
    call = step.tool("Read", {"path": "a"}).open()
    call.result("text")
    step.assistant("hello")
    for each in (call, call, step, step, run, run):
        each.close()
    assert rows(run) == [
        ("run.started", "", 0),
        ("step.started", "analyze", 0),
        ("tool.call", "analyze", 0, "Read", {"path": "a"}),
        ("message.assistant", "analyze", 0, ["hello"]),
        ("tool.result", "analyze", 0, "Read", "text"),
        ("step.completed", "analyze", 0),
        ("run.completed", "", 0),
    ]


class Stop(BaseException):
    pass


@pytest.mark.parametrize("kind", [ValueError, KeyboardInterrupt, Stop, SystemExit, GeneratorExit])
def test_an_exception_closes_everything_from_the_inside_out_and_goes_on(
    tmp_path: Path, kind: type[BaseException]
) -> None:
    run = steno.run("review", directory=tmp_path)
    with (
        pytest.raises(kind, match="no water") as raised,
        run,
        run.step("outer"),
        run.step("inner"),
        run.tool("Water", {"bed": 1}),
    ):
        raise kind("no water")
    module = "" if kind is not Stop else "tests.record.test_sdk_run."
    error = f"{module}{kind.__name__}: no water"
    assert raised.value.args == ("no water",)
    assert rows(run)[4:] == [
        ("tool.result", "outer.inner", 0, "Water", None, error),
        ("step.completed", "outer.inner", 0, {"error": error}),
        ("step.completed", "outer", 0, {"error": error}),
        ("run.completed", "", 0, {"error": error}),
    ]
    assert steno.current() is None


def test_a_clean_exit_is_no_failure(tmp_path: Path) -> None:
    run = steno.run("review", directory=tmp_path)
    with pytest.raises(SystemExit), run:
        raise SystemExit(0)
    assert rows(run) == [("run.started", "", 0), ("run.completed", "", 0)]


def test_what_is_still_open_when_the_run_ends_is_closed_and_says_so(tmp_path: Path) -> None:
    with steno.run("review", directory=tmp_path) as run:
        outer = run.step("outer").open()
        inner = outer.step("inner").open()
        inner.tool("Read", {"path": "a"}).open()
    inner.close()
    late = "still open when the run ended"
    assert rows(run)[4:] == [
        ("tool.result", "outer.inner", 0, "Read", None, late),
        ("step.completed", "outer.inner", 0, {"error": late}),
        ("step.completed", "outer", 0, {"error": late}),
        ("run.completed", "", 0),
    ]


def test_a_step_in_an_abandoned_generator_does_not_stay_the_current_one(tmp_path: Path) -> None:
    def tokens(run: Run) -> Generator[int]:
        with run.step("stream"):
            yield 1
            yield 2

    with steno.run("review", directory=tmp_path) as run:
        first, second = tokens(run), tokens(run)
        assert (next(first), next(second)) == (1, 1)
        first.close()
        second.close()
        run.assistant("after")
    assert rows(run)[-2:] == [("message.assistant", "", 0, ["after"]), ("run.completed", "", 0)]


def test_an_object_is_for_one_use(tmp_path: Path) -> None:
    with steno.run("review", directory=tmp_path) as run:
        step, call = run.step("analyze"), run.tool("Read", None)
        with step, call:
            pass
        for each in (run, step, call):
            with pytest.raises(RuntimeError, match="has already begun"):
                each.open()


def test_mistakes_of_the_program_are_raised_even_where_trouble_is_not(tmp_path: Path) -> None:
    with steno.run("review", directory=tmp_path) as run:
        with pytest.raises(ValueError, match="fidelity is 'guess', expected one of agent_emitted, router"):
            run.tool("Read", None, fidelity="guess")  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="fidelity is 'guess'"):
            run.assistant("x", fidelity="guess")  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="extra has 'blocks', which transcripts already use"):
            run.assistant("x", extra={"blocks": []})
        with pytest.raises(RecordError, match="payload/blocks/0/type is 'poem'"):
            run.assistant([{"type": "poem", "fidelity": "router"}])
        with pytest.raises(TypeError, match="the content is a dict, expected text or a list of blocks"):
            run.assistant(block.text("alone"))  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="iteration is -1, expected 0 or more"):
            run.step("analyze", iteration=-1)
        with pytest.raises(ValueError, match="a step needs a name"):
            run.step("")
    with pytest.raises(ValueError, match="on_error is 'ignore', expected one of warn, raise"):
        steno.run("review", on_error="ignore")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"run_id is '\.\./x', expected a lower-case UUID"):
        steno.run("review", run_id="../x")
    assert rows(run) == [("run.started", "", 0), ("run.completed", "", 0)]
    assert run.lost == 0


def test_a_given_id_is_used_and_a_run_can_be_continued(tmp_path: Path) -> None:
    id = "550e8400-e29b-41d4-a716-446655440000"
    for _ in range(2):
        with steno.run("review", directory=tmp_path, run_id=id) as run:
            pass
    ends = ["run.started", "run.completed"]
    assert [row[0] for row in rows(run, "AWF055")] == ends * 2  # a run that begins in the middle


def test_a_given_recorder_is_used_and_left_open(tmp_path: Path) -> None:
    with Recorder(tmp_path / "mine.jsonl") as recorder:
        with steno.run("first", recorder=recorder) as run:
            assert (run.id, run.path) == (recorder.run_id, recorder.path)
        recorder.record(type="step.started", path="mine", payload={"name": "mine", "kind": "agent"})
    found = rows(run, "AWF054", "AWF055")  # what the test itself has added
    assert [row[0] for row in found] == ["run.started", "run.completed", "step.started"]


def test_what_a_given_recorder_masks_its_runs_children_mask_too(tmp_path: Path) -> None:
    def masker(event: Event) -> Event:
        return replace(event, payload=None) if event.type == "run.started" else event

    with (
        Recorder(tmp_path / "mine.jsonl", masker=masker) as recorder,
        steno.run("secret", recorder=recorder) as run,
        run.child("secret child") as child,
    ):
        pass
    assert [lines(each.path)[0]["payload"] for each in (run, child)] == [None, None]
    with pytest.raises(ValueError, match="give the masker to the recorder"):
        steno.run("review", recorder=recorder, masker="secrets")


def test_a_run_in_a_run_with_the_same_recorder_is_still_another_run(tmp_path: Path) -> None:
    with (
        Recorder(tmp_path / "both.jsonl") as recorder,
        steno.run("outer", recorder=recorder) as outer,
        steno.run("inner", recorder=recorder) as inner,
    ):
        pass
    events = lines(recorder.path, "AWF017")  # a file with two runs
    assert [(event["type"], event["run_id"], event.get("child_run_id")) for event in events] == [
        ("run.started", outer.id, None),
        ("step.call_workflow.started", outer.id, inner.id),
        ("run.started", inner.id, None),
        ("run.completed", inner.id, None),
        ("step.call_workflow.completed", outer.id, inner.id),
        ("run.completed", outer.id, None),
    ]
    assert inner.id != outer.id


def test_the_folder_is_the_one_of_the_environment_or_the_users_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STENO_TRANSCRIPTS", str(tmp_path / "here"))
    with steno.run("review") as run:
        pass
    assert run.path == tmp_path / "here" / f"{run.id}.jsonl"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert transcripts({}).parts[-2:] == ("steno", "transcripts")


def test_secrets_are_masked_if_asked_for(tmp_path: Path) -> None:
    from steno.detect.rule import crc32_base62, fake

    body = fake(30)
    token = "ghp_" + body + crc32_base62(body)
    with steno.run("review", directory=tmp_path, masker="secrets") as run:
        with run.child("inner") as child:
            child.user(f"My token is {token}")
        run.user(f"My token is {token}")
    for each in (run, child):
        assert each.path is not None
        assert token not in each.path.read_text()
        assert "My token is " in each.path.read_text()
    with pytest.raises(ValueError, match="expected 'secrets' or 'pii'"):
        steno.run("review", masker="everything")  # type: ignore[arg-type]
