"""Whatever a program does, its transcripts are whole: everything that began has ended, in the order of a stack."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import steno
from steno.record.run import Run
from tests.given.sdk import lines


class Failed(Exception):
    pass


LEAVES = st.sampled_from(["say", "tool", "fail", "fail in a tool"])
PROGRAMS = st.recursive(
    LEAVES,
    lambda inner: st.tuples(
        st.sampled_from(["step", "loop", "left loop", "block loop", "retries", "child", "run", "forgiving"]),
        st.lists(inner, max_size=3),
    ),
    max_leaves=12,
)


def perform(run: Run, program: Any) -> None:
    match program:
        case "say":
            run.assistant("hello")
        case "tool":
            with run.tool("Read", {"path": "a"}) as call:
                call.result("text")
        case "fail":
            raise Failed("here")
        case "fail in a tool":
            with run.tool("Read", None):
                raise Failed("in a tool")
        case ("step", parts):
            with run.step("step"):
                every(run, parts)
        case ("child", parts):
            with run.child("child") as child:
                every(child, parts)
        case ("run", parts):
            with steno.run("nested") as nested:
                every(nested, parts)
        case ("forgiving", parts):
            try:
                every(run, parts)
            except Failed:
                run.assistant("never mind")
        case (kind, parts):
            repeat(run, kind, parts)


def repeat(run: Run, kind: str, parts: list[Any]) -> None:
    match kind:
        case "loop" | "left loop":
            for number in run.iterations("loop", range(3)):
                every(run, parts)
                if kind == "left loop" and number:
                    break
        case "block loop":
            with run.iterations("block", range(2)) as items:
                for _ in items:
                    every(run, parts)
        case "retries":
            for attempt in run.retries("retried", times=2):
                with attempt:
                    every(run, parts)


def every(run: Run, programs: list[Any]) -> None:
    for program in programs:
        perform(run, program)


def balanced(events: list[dict[str, Any]]) -> None:
    """Every beginning has its end, and nothing ends before what began inside it."""
    stack: list[tuple[str, str, int]] = []
    for event in events:
        prefix, _, what = event["type"].rpartition(".")
        this = (prefix, event["path"], event["iteration"])
        if prefix == "message":
            assert stack[-1][1] == event["path"]
        elif what in ("started", "call"):
            stack.append(this)
        else:
            assert stack.pop() == this
    assert stack == []


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(PROGRAMS, max_size=4))
def test_everything_that_began_has_ended_from_the_inside_out(programs: list[Any]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        run = steno.run("whole", directory=folder)
        try:
            with run:
                every(run, programs)
        except Failed:
            pass
        assert steno.current() is None
        assert run.lost == 0
        files = {path.stem: lines(path) for path in Path(folder).glob("*.jsonl")}
        for events in files.values():
            balanced(events)
        calls = {
            event["child_run_id"]: event["run_id"]
            for events in files.values()
            for event in events
            if event["type"] == "step.call_workflow.started"
        }
        assert calls == {id: events[0]["parent_run_id"] for id, events in files.items() if id != run.id}
