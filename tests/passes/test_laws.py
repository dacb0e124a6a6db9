"""Passes say what they derive, and leave what was observed alone."""

from __future__ import annotations

import io
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from msgspec import UNSET

from steno.agents.claude_code.reader import read
from steno.diagnostics import Diagnostic, Place
from steno.model import (
    Artifact,
    Body,
    Derivation,
    Event,
    Header,
    Kind,
    Lifecycle,
    Origin,
    Span,
    Text,
    ToolCall,
    ToolResult,
    Trace,
    Visibility,
)
from steno.model.order import inserted, response_ends
from steno.passes.attach import attach, elsewhere
from steno.passes.join import join
from steno.passes.pair import PASS as PAIR
from steno.verify import verify

EXAMPLES = Path(__file__).parents[2] / "examples"


def event(uid: str, kind: Kind = Kind.MESSAGE, call: str = "", response: str = "") -> Event:
    bodies: dict[Kind, Body] = {
        Kind.TOOL_CALL: ToolCall("Bash", {}),
        Kind.TOOL_RESULT: ToolResult("ok"),
        Kind.LIFECYCLE: Lifecycle("x"),
    }
    return Event(
        uid=uid,
        kind=kind,
        body=bodies.get(kind, Text("hi")),
        origin=Origin(0, 1, 0, 0),
        actor="a",
        call=call or UNSET,
        response=response or UNSET,
    )


def paired(*events: Event) -> list[str]:
    trace = PAIR.run(Trace(header=Header(), events=events), lambda _: None)
    return [each.uid for each in trace.events]


def test_unpaired_tool_call_gets_a_missing_result_marker() -> None:
    call = event("1", Kind.TOOL_CALL, "c")
    trace = PAIR.run(Trace(header=Header(), events=(call, event("2"))), lambda _: None)
    marker = trace.events[1]
    assert (marker.uid, marker.body, marker.call, marker.time) == ("1+missing", ToolResult(missing=True), "c", UNSET)
    assert marker.origin == Derivation("pair/missing-result", ("1",))
    assert marker.actor in trace.header.actors


def test_a_marker_stands_after_the_whole_batch() -> None:
    a, b = event("a", Kind.TOOL_CALL, "a", "r"), event("b", Kind.TOOL_CALL, "b", "r")
    assert paired(a, b, event("rb", Kind.TOOL_RESULT, "b")) == ["a", "b", "a+missing", "rb"]


def test_a_repeated_call_id_is_paired_one_by_one() -> None:
    calls = [event(str(n), Kind.TOOL_CALL, "same") for n in range(3)]
    assert paired(*calls, event("r", Kind.TOOL_RESULT, "same")) == ["0", "1", "2", "1+missing", "2+missing", "r"]


def test_a_call_without_an_id_is_left_alone() -> None:
    assert paired(event("1", Kind.TOOL_CALL)) == ["1"]


kinds = st.sampled_from([Kind.MESSAGE, Kind.TOOL_CALL, Kind.TOOL_RESULT, Kind.LIFECYCLE])
logs = st.lists(st.tuples(kinds, st.sampled_from("abc"), st.sampled_from(["", "r", "s"])), max_size=30)


@given(logs)
def test_pairing_keeps_every_event_in_order_and_is_idempotent(log: list[tuple[Kind, str, str]]) -> None:
    events = tuple(event(str(n), kind, call, response) for n, (kind, call, response) in enumerate(log))
    once = PAIR.run(Trace(header=Header(), events=events), lambda _: None)
    assert tuple(each for each in once.events if isinstance(each.origin, Origin)) == events
    assert PAIR.run(once, lambda _: None) == once
    open_calls = sum((each.kind is Kind.TOOL_CALL) - (each.kind is Kind.TOOL_RESULT) for each in once.events)
    assert open_calls <= 0


@given(logs)
def test_a_response_ends_after_its_last_block(log: list[tuple[Kind, str, str]]) -> None:
    events = [event(str(n), kind, call, response) for n, (kind, call, response) in enumerate(log)]
    for index, end in enumerate(response_ends(events)):
        assert index < end <= len(events)
        assert end == index + 1 or events[end - 1].response == events[index].response
        assert end == len(events) or events[end].response is UNSET or events[end].response != events[index].response


@given(st.lists(st.integers(0, 5)))
def test_insertions_go_before_their_positions(positions: list[int]) -> None:
    events = [event(str(n)) for n in range(5)]
    whole = inserted(events, {position: [event(f"+{position}")] for position in positions})
    for position in set(positions):
        where = [each.uid for each in whole].index(f"+{position}")
        assert [each.uid for each in whole[:where] if "+" not in each.uid] == [str(n) for n in range(position)]


def example() -> tuple[Trace, list[Trace]]:
    (main,) = EXAMPLES.glob("*.jsonl")
    children = sorted(EXAMPLES.glob("*/subagents/*.jsonl"))
    traces = [next(read(io.BytesIO(path.read_bytes()), Place(path.name), lambda _: None)) for path in (main, *children)]
    return traces[0], traces[1:]


def test_a_sub_agent_is_put_in_a_span_after_the_response_that_started_it() -> None:
    main, children = example()
    whole = join(main, children, lambda _: None)
    kinds = [(each.kind, each.span) for each in whole.events if each.span is not UNSET]
    assert (kinds[0][0], kinds[-1][0]) == (Kind.SPAN_START, Kind.SPAN_END)
    assert {span for _, span in kinds} == {"a4c1e77"}
    start = next(index for index, each in enumerate(whole.events) if each.kind is Kind.SPAN_START)
    assert whole.events[start].body == Span(
        "sub-agent", {"spawn_reason": "Find callers of local_time", "requested_capabilities": "Explore"}
    )
    assert whole.events[start - 1].response == "msg_02TideB"
    prompt = whole.events[start + 1]
    assert (prompt.uid, prompt.actor, prompt.turn) == ("a4c1e77/1", "model:claude-sonnet-4-5-20250929", 1)
    assert len(whole.header.sources) == 2
    found: list[Diagnostic] = []
    verify(whole, Place(), found.append)
    assert found == []


def test_nothing_that_a_sub_agent_says_becomes_public_where_its_run_is_joined() -> None:
    main, children = example()
    for whole in (join(main, children, lambda _: None), join(Trace(header=Header(), events=()), children, print)):
        seen = [each.visibility for each in whole.events if each.span == "a4c1e77"]
        assert seen
        assert Visibility.PUBLIC not in seen
        said = {each.uid: each.visibility for child in children for each in child.events}
        moved = {each.uid.removeprefix("a4c1e77/"): each.visibility for each in whole.events if "/" in each.uid}
        assert moved == said


def test_a_sub_agent_nobody_started_is_put_at_the_end_and_said() -> None:
    main, children = example()
    found: list[Diagnostic] = []
    stray = Trace(header=Header(), events=(event("x"),))
    whole = join(stray, children, found.append)
    assert [each.code for each in found] == ["SRC020"]
    assert whole.events[0].uid == "x"
    assert whole.events[-1].kind is Kind.SPAN_END
    assert main.events[0].uid == "1"


def test_a_sub_agent_inline_gets_its_span() -> None:
    fixture = Path(__file__).parents[1] / "fixtures/claude_code/every_record.jsonl"
    (trace,) = read(io.BytesIO(fixture.read_bytes()), Place(), lambda _: None)
    whole = join(trace, [], lambda _: None)
    assert [each.kind for each in whole.events if each.span == "a1b2c3"] == [
        Kind.SPAN_START,
        Kind.MESSAGE,
        Kind.MESSAGE,
        Kind.MESSAGE,
        Kind.SPAN_END,
    ]


def test_an_output_saved_elsewhere_is_attached_to_its_result() -> None:
    fixture = Path(__file__).parents[1] / "fixtures/claude_code/every_record.jsonl"
    (trace,) = read(io.BytesIO(fixture.read_bytes()), Place(), lambda _: None)
    (uid,) = elsewhere(trace)
    saved = Artifact(name="toolu_gone.txt", media_type="text/plain", size=5, sha256="00")
    other = Artifact(name="other.txt")
    assert attach(trace, [other, saved]).artifacts == (
        Artifact(name="toolu_gone.txt", event=uid, media_type="text/plain", size=5, sha256="00"),
    )
