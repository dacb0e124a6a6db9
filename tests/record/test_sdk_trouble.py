"""Recording trouble: the program goes on, the loss is counted and said."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import steno
from steno.record import Event, RecordError, block
from tests.given.sdk import lines, rows


def test_a_folder_that_cannot_be_made_does_not_stop_the_program(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("in the way")
    with steno.run("review", directory=tmp_path / "file") as run, run.step("analyze"):
        for _ in range(500):
            run.assistant("hello")
    assert run.lost == 504
    first = caplog.messages[0]
    assert first.startswith(f"1 event(s) of run {run.id} not recorded, the last one run.started: ")
    assert str(tmp_path / "file") in first
    # At most one a second, and each counts all since the one before.
    assert len(caplog.messages) < 50
    assert sum(int(message.split()[0]) for message in caplog.messages) == run.lost
    assert {record.levelname for record in caplog.records} == {"WARNING"}


def test_the_transcript_says_how_many_events_it_lacks(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    blocked = tmp_path / "later"
    blocked.write_text("in the way")
    with steno.run("review", directory=blocked) as run:
        with run.step("first"):
            run.assistant("lost")
        blocked.unlink()
        with run.step("second"):
            run.assistant("kept")
        with run.step("third"):
            pass
    assert run.lost == 4
    # A run whose beginning is lost, and a field that transcripts do not know.
    assert rows(run, "AWF045", "AWF053") == [
        ("step.started", "second", 0),
        ("message.assistant", "second", 0, ["kept"]),
        ("step.completed", "second", 0, {"lost": 4}),
        ("step.started", "third", 0),
        ("step.completed", "third", 0),
        ("run.completed", "", 0),
    ]


def test_trouble_is_raised_if_asked_for(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(RecordError), steno.run("review", directory=tmp_path / "file", on_error="raise"):
        raise AssertionError("not reached")
    assert steno.current() is None
    with (
        steno.run("parent", directory=tmp_path) as parent,
        pytest.raises(RecordError),
        steno.run("child", directory=tmp_path / "file", on_error="raise"),
    ):
        raise AssertionError("not reached")
    assert [row[0] for row in rows(parent)] == [
        "run.started", "step.call_workflow.started", "step.call_workflow.completed", "run.completed",
    ]  # fmt: skip
    assert "error" in lines(parent.path)[2]["payload"]


def test_what_comes_after_the_end_is_lost_and_said(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with steno.run("review", directory=tmp_path) as run:
        pass
    run.assistant("too late")
    assert run.lost == 1
    (message,) = caplog.messages
    assert message.endswith(
        f"the last one message.assistant: run {run.id} has ended: message.assistant was not recorded"
    )
    assert len(rows(run)) == 2


def test_a_masker_that_fails_loses_the_event_and_not_the_run(tmp_path: Path) -> None:
    def masker(event: Event) -> Event:
        if event.type == "message.user":
            raise KeyError("secret")
        return event

    with steno.run("review", directory=tmp_path, masker=masker) as run:
        run.user("a secret")
        run.assistant("hello")
    assert run.lost == 1
    assert run.path is not None
    assert "secret" not in run.path.read_text()
    assert rows(run, "AWF045") == [
        ("run.started", "", 0),
        ("message.assistant", "", 0, ["hello"]),
        ("run.completed", "", 0, {"lost": 1}),
    ]


def cycle() -> object:
    value: list[object] = []
    value.append(value)
    return value


ODD: dict[str, Callable[[], object]] = {
    "cycle": cycle,
    "object": object,
    "half": lambda: "caf\udce9",
    "keys": lambda: {(1, 2): {3}, None: b"x"},
    "number": lambda: [float("nan"), 1 << 80, 1 << 20_000],
    "deep": lambda: json.loads("[" * 500 + "]" * 500),
}


@pytest.mark.parametrize("kind", ODD)
def test_no_value_is_lost_and_none_stops_the_run(tmp_path: Path, kind: str) -> None:
    value = ODD[kind]()
    with (
        steno.run("review", directory=tmp_path) as run,
        run.step("analyze") as step,
        run.tool("Odd", value) as call,
    ):
        call.result(value)
        step.result(value)
        run.assistant([block.tool_use("Odd", "t1", value)], extra={"more": value})
    assert run.lost == 0
    assert len(lines(run.path, "AWF045")) == 7


def test_half_a_character_is_no_trouble_wherever_it_stands(tmp_path: Path) -> None:
    half = "caf\udce9"
    run = steno.run(half, directory=tmp_path)
    with pytest.raises(ValueError, match="caf"), run, run.step(half), run.tool(half, {half: half}):
        run.user(half, system=half)
        raise ValueError(half)
    assert run.lost == 0
    events = lines(run.path)
    assert events[1]["path"] == "caf\\udce9"
    assert events[1]["payload"]["name"] == half
    assert events[2]["payload"]["input"] == {half: half}


LIMITED = """
import logging, resource, signal, sys
import steno
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
logging.basicConfig(stream=sys.stdout, format="%(message)s")
with steno.run("review", directory=sys.argv[1]) as run:
    resource.setrlimit(resource.RLIMIT_FSIZE, (4000, resource.RLIM_INFINITY))
    for number in range(100):
        with run.tool("Read", {"number": number}, call_id=str(number)) as call:
            call.result("x" * 100)
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    run.assistant("after")
print(run.id, run.lost)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="this system has no limits on the size of files")
def test_a_full_disk_stops_the_transcript_and_not_the_program(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", LIMITED, str(tmp_path)], capture_output=True, text=True, check=True, env={**os.environ}
    )
    *said, last = ended.stdout.splitlines()
    run_id, lost = last.split()
    assert int(lost) > 150
    assert said
    assert sum(int(line.split()[0]) for line in said) == int(lost)
    events = lines(tmp_path / f"{run_id}.jsonl", "AWF045", "AWF051")
    assert len(events) == 2 + 200 - int(lost) + 1
    assert [event["type"] for event in events[-2:]] == ["message.assistant", "run.completed"]
    assert events[-1]["payload"]["lost"] == int(lost)
