"""Threads, tasks and processes: what they record stands where they were started."""

from __future__ import annotations

import asyncio
import contextvars
import json
import os
import signal
import subprocess
import sys
import textwrap
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier, Thread

import pytest

import steno
from steno.record import NullRecorder
from steno.record.folder import PARENT_RUN_ID, RUN_ID
from steno.record.run import Run
from tests.given.sdk import lines, rows
from tests.given.timing import PATIENCE


@pytest.fixture(autouse=True)
def outside_any_run(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("STENO_RUN_ID", "STENO_PARENT_RUN_ID", "STENO_TRANSCRIPTS"):
        monkeypatch.delenv(name, raising=False)


def branch(run: Run, name: str, times: int) -> None:
    with run.step(name):
        for number in range(times):
            with run.tool("Read", {"of": name}) as call:
                call.result(number)


def test_eight_threads_do_not_mix_up_their_steps(tmp_path: Path) -> None:
    together = Barrier(8)

    def work(name: str) -> None:
        together.wait(PATIENCE)
        branch(run, name, 20)

    with (
        steno.run("review", directory=tmp_path) as run,
        run.step("parallel_block", kind="parallel"),
        ThreadPoolExecutor(8) as pool,
    ):
        list(pool.map(run.bind(work), [f"branch_{number}" for number in range(8)]))
    counted = Counter((row[0], row[1]) for row in rows(run))
    events = {"step.started": 1, "tool.call": 20, "tool.result": 20, "step.completed": 1}
    assert counted == {
        ("run.started", ""): 1,
        ("step.started", "parallel_block"): 1,
        **{(type, f"parallel_block.branch_{number}"): count for number in range(8) for type, count in events.items()},
        ("step.completed", "parallel_block"): 1,
        ("run.completed", ""): 1,
    }
    calls = [event["payload"] for event in lines(run.path) if event["type"] == "tool.call"]
    paths = [event["path"] for event in lines(run.path) if event["type"] == "tool.call"]
    assert [f"parallel_block.{call['input']['of']}" for call in calls] == paths


def test_fifty_tasks_do_not_mix_up_their_steps(tmp_path: Path) -> None:
    async def work(number: int) -> None:
        async with run.step(f"branch_{number}"):
            for _ in range(3):
                await asyncio.sleep(0)
                async with run.tool("Read", {"of": number}) as call:
                    await asyncio.sleep(0)
                    call.result(number)

    async def main() -> None:
        async with run, run.step("parallel_block", kind="parallel"), asyncio.TaskGroup() as group:
            for number in range(50):
                group.create_task(work(number))

    run = steno.run("review", directory=tmp_path)
    asyncio.run(main())
    found = rows(run)
    assert len(found) == 4 + 50 * (2 + 3 * 2)
    assert {(row[1], row[4]["of"]) for row in found if row[0] == "tool.call"} == {
        (f"parallel_block.branch_{number}", number) for number in range(50)
    }
    assert [row[1] for row in found[-2:]] == ["parallel_block", ""]


def test_a_bare_thread_records_in_the_run_and_a_copied_context_in_the_step(tmp_path: Path) -> None:
    with steno.run("review", directory=tmp_path) as run, run.step("outer") as step:
        copied = contextvars.copy_context()
        for target, said in (
            (run.assistant, "bare"),
            (step.assistant, "by the step"),
            (lambda text: copied.run(run.assistant, text), "copied"),
            (run.bind(run.assistant), "bound"),
        ):
            thread = Thread(target=target, args=(said,))
            thread.start()
            thread.join()
    assert [(row[1], row[3]) for row in rows(run)[2:-2]] == [
        ("", ["bare"]),
        ("outer", ["by the step"]),
        ("outer", ["copied"]),
        ("outer", ["bound"]),
    ]


def test_a_pool_thread_forgets_the_step_it_was_lent(tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as pool, steno.run("review", directory=tmp_path) as run:
        step = run.step("made here")

        def enter() -> None:
            with step:
                assert steno.current() is run

        pool.submit(enter).result()
        assert pool.submit(run.bind(steno.current)).result() is run
        assert pool.submit(steno.current).result() is None


def test_a_bound_coroutine_function_stays_one(tmp_path: Path) -> None:
    async def speak(text: str) -> None:
        run.assistant(text)

    with steno.run("review", directory=tmp_path) as run, run.step("outer"):
        bound = run.bind(speak)
        context = contextvars.Context()

        def main() -> None:
            assert asyncio.iscoroutinefunction(bound)
            asyncio.run(bound("hello"))

        context.run(main)
    assert rows(run)[2] == ("message.assistant", "outer", 0, ["hello"])


def test_a_call_in_a_thread_of_the_loop_stands_where_it_was_awaited(tmp_path: Path) -> None:
    async def main() -> None:
        async with run, run.step("outer"):
            await asyncio.to_thread(run.assistant, "hello")

    run = steno.run("review", directory=tmp_path)
    asyncio.run(main())
    assert rows(run)[2] == ("message.assistant", "outer", 0, ["hello"])


def test_a_cancelled_task_closes_its_steps(tmp_path: Path) -> None:
    async def work() -> None:
        async with run, run.step("outer"), run.step("inner"), run.tool("Wait", {"for": "ever"}):
            await asyncio.sleep(3600)

    async def main() -> None:
        task = asyncio.create_task(work())
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    run = steno.run("review", directory=tmp_path)
    asyncio.run(main())
    error = "asyncio.exceptions.CancelledError"
    assert rows(run)[4:] == [
        ("tool.result", "outer.inner", 0, "Wait", None, error),
        ("step.completed", "outer.inner", 0, {"error": error}),
        ("step.completed", "outer", 0, {"error": error}),
        ("run.completed", "", 0, {"error": error}),
    ]


def test_a_timeout_closes_the_step_and_the_run_goes_on(tmp_path: Path) -> None:
    async def main() -> None:
        async with run:
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.01), run.step("slow"):
                    await asyncio.sleep(3600)
            run.assistant("after")

    run = steno.run("review", directory=tmp_path)
    asyncio.run(main())
    assert rows(run)[2:] == [
        ("step.completed", "slow", 0, {"error": "asyncio.exceptions.CancelledError"}),
        ("message.assistant", "", 0, ["after"]),
        ("run.completed", "", 0),
    ]


def test_a_child_run_has_a_file_of_its_own_and_each_names_the_other(tmp_path: Path) -> None:
    with steno.run("parent", directory=tmp_path) as run, run.step("outer"):
        with run.child("child") as child:
            assert steno.current() is child
            child.user("in the child")
            run.user("in the parent")
            with steno.run("grandchild") as grandchild:
                pass
            child.result("done")
        assert steno.current() is run
    assert (run.parent_id, child.parent_id, grandchild.parent_id) == ("", run.id, child.id)
    assert rows(child) == [
        ("run.started", "", 0),
        ("message.user", "", 0, ["in the child"]),
        ("step.call_workflow.started", "grandchild", 0),
        ("step.call_workflow.completed", "grandchild", 0),
        ("run.completed", "", 0, {"result": "done"}),
    ]
    assert rows(run)[2:-2] == [
        ("step.call_workflow.started", "outer.child", 0),
        ("message.user", "outer.child", 0, ["in the parent"]),
        ("step.call_workflow.completed", "outer.child", 0, {"result": "done"}),
    ]
    linked = [event.get("child_run_id") for event in lines(run.path)]
    assert linked == [None, None, child.id, None, child.id, None, None]
    assert lines(run.path)[2]["payload"] == {"name": "child", "kind": "call_workflow"}


def test_a_failed_child_fails_its_call_and_not_its_parent(tmp_path: Path) -> None:
    with (
        steno.run("parent", directory=tmp_path) as run,
        pytest.raises(ValueError, match="dry"),
        run.child("child") as child,
    ):
        raise ValueError("dry")
    error = {"error": "ValueError: dry"}
    assert rows(child)[-1] == ("run.completed", "", 0, error)
    assert rows(run)[2:] == [("step.call_workflow.completed", "child", 0, error), ("run.completed", "", 0)]


WORKER = """
import steno, sys
with steno.run("worker") as run:
    run.user("in another process")
    with run.step("inside"):
        pass
print(run.id)
with steno.run("second") as second:
    pass
print(second.id)
"""


def test_a_sub_process_is_a_child_run(tmp_path: Path) -> None:
    with steno.run("parent", directory=tmp_path) as run, run.step("outer"), run.subprocess("worker") as child:
        ended = subprocess.run(
            [sys.executable, "-c", WORKER], env=child.environment, capture_output=True, text=True, check=True
        )
        child.result(ended.returncode)
    first, second = ended.stdout.split()
    assert first == child.run_id
    assert rows(run)[2:4] == [
        ("step.call_workflow.started", "outer.worker", 0),
        ("step.call_workflow.completed", "outer.worker", 0, {"result": 0}),
    ]
    assert [event.get("child_run_id") for event in lines(run.path)] == [None, None, first, first, None, None]
    files = {path.stem: lines(path) for path in tmp_path.glob("*.jsonl")}
    assert sorted(files) == sorted([run.id, first, second])
    assert [(event["type"], event["run_id"], event["parent_run_id"]) for event in files[first]] == [
        (type, first, run.id)
        for type in ("run.started", "message.user", "step.started", "step.completed", "run.completed")
    ]
    # The id is for one run; the next one of the same process is started by it.
    assert {event["parent_run_id"] for event in files[second]} == {first}
    assert "STENO_RUN_ID" not in os.environ


def test_a_sub_process_that_fails_fails_its_call(tmp_path: Path) -> None:
    run = steno.run("parent", directory=tmp_path)
    with pytest.raises(subprocess.CalledProcessError), run, run.subprocess("worker") as child:
        subprocess.run([sys.executable, "-c", "raise SystemExit(3)"], env=child.environment, check=True)
    (error,) = {row[3]["error"] for row in rows(run)[-2:]}
    assert error.startswith("subprocess.CalledProcessError: Command")
    assert error.endswith("returned non-zero exit status 3.")


def test_processes_without_a_call_of_their_own_still_name_their_parent(tmp_path: Path) -> None:
    with steno.run("parent", directory=tmp_path) as run:
        environ = run.environment()
    assert {key: environ.get(key) for key in ("STENO_RUN_ID", "STENO_PARENT_RUN_ID", "STENO_TRANSCRIPTS")} == {
        "STENO_RUN_ID": None, "STENO_PARENT_RUN_ID": run.id, "STENO_TRANSCRIPTS": str(tmp_path),
    }  # fmt: skip


def test_an_id_that_another_process_has_used_is_not_used_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with steno.run("parent", directory=tmp_path) as parent, steno.run("first") as first:
        pass
    monkeypatch.setenv("STENO_TRANSCRIPTS", str(tmp_path))
    monkeypatch.setenv("STENO_PARENT_RUN_ID", parent.id)
    monkeypatch.setenv("STENO_RUN_ID", first.id)
    with steno.run("second") as second:
        pass
    assert second.id != first.id
    assert second.parent_id == parent.id
    assert len(rows(second)) == 2


def test_an_id_that_is_none_is_said_and_ignored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("STENO_RUN_ID", "../../etc/passwd")
    with steno.run("review", directory=tmp_path) as run:
        pass
    assert [path.name for path in tmp_path.glob("*.jsonl")] == [f"{run.id}.jsonl"]
    assert caplog.messages == ["STENO_RUN_ID is '../../etc/passwd', expected a lower-case UUID; it is ignored"]


INTERRUPTED = """
import time, steno
with steno.run("review") as run, run.step("outer"), run.tool("Wait", {"for": "ever"}):
    print(run.id, flush=True)
    time.sleep(60)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no SIGINT for one process")
def test_an_interrupted_process_closes_its_steps(tmp_path: Path) -> None:
    environ = {**os.environ, "STENO_TRANSCRIPTS": str(tmp_path)}
    with subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED], env=environ, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        run_id = process.stdout.readline().strip()
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=PATIENCE)
    assert said.rstrip().endswith("KeyboardInterrupt")
    events = lines(tmp_path / f"{run_id}.jsonl")
    assert [(event["type"], event["payload"].get("error")) for event in events[3:]] == [
        (type, "KeyboardInterrupt") for type in ("tool.result", "step.completed", "run.completed")
    ]


FORKED = """
import logging, os, sys
import steno
logging.basicConfig(stream=sys.stdout, format="%(message)s")
with steno.run("parent") as run:
    if not (child := os.fork()):
        run.user("lost: the file is the parent's")
        with steno.run("forked") as forked:
            forked.user("in the fork")
        sys.stdout.flush()
        os._exit(0)
    os.waitpid(child, 0)
print(run.id)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_forked_process_has_no_part_in_the_run_but_may_have_its_own(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", FORKED],
        env={**os.environ, "STENO_TRANSCRIPTS": str(tmp_path)}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    said, run_id = ended.stdout.splitlines()
    assert said.startswith(f"1 event(s) of run {run_id} not recorded, the last one message.user: ")
    files = {path.stem: lines(path) for path in tmp_path.glob("*.jsonl")}
    assert [event["type"] for event in files.pop(run_id)] == ["run.started", "run.completed"]
    (forked,) = files.values()
    assert [(event["type"], event["parent_run_id"]) for event in forked] == [
        ("run.started", run_id), ("message.user", run_id), ("run.completed", run_id),
    ]  # fmt: skip


def test_a_silent_run_writes_nothing_and_neither_do_its_children(tmp_path: Path) -> None:
    with steno.run("review", recorder=NullRecorder(), directory=tmp_path) as run:
        with run.step("outer") as step, run.tool("Read", {"path": "a"}) as call:
            run.user("hello")
            call.result("text")
            step.result(1)
        with run.child("child") as child, steno.run("grandchild") as grandchild:
            child.user("hello")
        with run.subprocess("worker") as worker:
            assert not worker.environment.keys() & {RUN_ID, PARENT_RUN_ID}
            assert worker.environment.items() <= os.environ.items()
    assert (run.path, child.path, grandchild.path) == (None, None, None)
    assert list(tmp_path.iterdir()) == []
    assert run.lost == 0
    assert steno.current() is None


def test_what_few_runs_need_is_not_imported_by_all() -> None:
    code = textwrap.dedent("""
        import json, sys
        import steno
        steno.run, steno.step, steno.current
        print(json.dumps([name for name in ("steno.detect", "asyncio", "platformdirs") if name in sys.modules]))
    """)
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert json.loads(ended.stdout) == []
