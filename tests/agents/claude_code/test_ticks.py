"""What a session's `progress` records hold of a sub-agent is read as the sub-agent's own, once, and counted once."""

from __future__ import annotations

import io
from pathlib import Path

from msgspec import UNSET
from msgspec.structs import replace

from steno import pipeline
from steno.agents.claude_code.writer import WRITER
from steno.diagnostics import Place
from steno.model import Event, Kind, Role, Text, ToolCall, ToolResult, Trace
from steno.model.steps import steps
from steno.passes.join import join
from steno.session import with_steps
from steno.usage import requests
from steno.usage.request import Missing
from tests.given.derivation import linked, values

FIXTURE = Path(__file__).parents[2] / "fixtures/claude_code/progress.jsonl"


def bees() -> Trace:
    (trace,) = pipeline.read(io.BytesIO(FIXTURE.read_bytes()), Place("bees.jsonl"), lambda _: None)
    return trace


def inner(trace: Trace) -> list[Event]:
    return [event for event in trace.events if event.span == "bee1"]


def test_a_tick_holds_what_the_sub_agent_said_called_and_got() -> None:
    found = inner(bees())
    assert [event.body for event in found] == [
        Text("Count the bees."),
        Text("I look into the hive."),
        ToolCall("Bash", {"command": "ls hive"}),
        ToolResult("Exit code 2\nno hive", True),
        ToolCall("Read", {"file_path": "/work/meadow/bees.txt"}),
        ToolResult("seven"),
    ]
    assert {event.actor for event in found if event.role is Role.ASSISTANT} == {"model:claude-haiku-4-5@bee1"}
    assert found[2].response == found[1].response == "msg_b1"
    assert all(event.usage is UNSET for event in found)


def test_they_are_steps_of_the_sub_agent_that_the_call_started() -> None:
    found = steps(with_steps(bees()))
    assert values(found, "actor", "tool", "success") == [
        ("user", None, None),
        ("agent:main", "Task", True),
        ("subagent:bee1", "Bash", False),
        ("subagent:bee1", "Read", True),
        ("agent:main", None, None),
    ]
    assert linked(found)[2][:2] == ([2], "delegated_work")


def test_what_the_sub_agent_took_is_counted_once_by_its_ticks() -> None:
    assert [(each.span, each.output) for each in requests(bees(), nested=True)] == [
        (None, 9), (None, 9), ("bee1", 9), ("bee1", 9),
    ]  # fmt: skip


def test_a_count_that_is_too_small_for_what_a_tick_holds_is_a_floor() -> None:
    data = FIXTURE.read_bytes().replace(b"I look into the hive.", b"I look. " * 40)
    (trace,) = pipeline.read(io.BytesIO(data), Place("bees.jsonl"), lambda _: None)
    assert [each.missing for each in requests(trace, nested=True) if each.span] == [Missing.OUTPUT, None]


def test_the_file_of_the_sub_agent_makes_its_ticks_a_repetition() -> None:
    whole = bees()
    own = tuple(replace(event, uid=f"own{number}", span=UNSET, residue={}) for number, event in enumerate(inner(whole)))
    child = replace(whole, header=replace(whole.header, ids={"agent": ("bee1",)}), events=own[:-1])
    joined = join(whole, [child], lambda _: None)
    told = [event for event in joined.events if event.span == "bee1" and not event.uid.startswith("bee1")]
    assert [event.echo_of for event in told] == [*(f"bee1/own{number}" for number in range(5)), UNSET]
    assert len([event for event in joined.events if event.kind is Kind.SPAN_START]) == 1


def test_a_span_around_ticks_does_not_tear_a_record() -> None:
    joined = join(bees(), [], lambda _: None)
    out = io.BytesIO()
    WRITER.write([joined], out, lambda _: None)
    assert out.getvalue() == FIXTURE.read_bytes()
