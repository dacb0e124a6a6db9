from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode, Tracer

import steno
from steno.integrations.otel import StenoSpanProcessor, spans
from steno.record.run import run
from tests.given.lines import said, told
from tests.given.machine import dialogue
from tests.given.sdk import lines

MADE = ("trace_id", "span_id", "parent_span_id", "started", "ended", "call_id")
"""What differs each time."""
QUESTION = [{"role": "user", "parts": [{"type": "text", "content": "Water it"}]}]
ASKS = {"type": "tool_call", "id": "call_1", "name": "water", "arguments": {"plant": "rose"}}
WET = {"role": "tool", "parts": [{"type": "tool_call_response", "id": "call_1", "response": "wet"}]}


@pytest.fixture
def provider() -> Iterator[TracerProvider]:
    provider = TracerProvider(shutdown_on_exit=False)
    yield provider
    provider.shutdown()


def tracer(provider: TracerProvider, processor: StenoSpanProcessor) -> Tracer:
    provider.add_span_processor(processor)
    return provider.get_tracer("garden")


def text(words: str, fidelity: str = "agent_emitted", **more: Any) -> dict[str, Any]:
    return {"type": "text", "fidelity": fidelity, "text": words, **more}


def lasting(payload: Any) -> Any:
    """A payload, or the result in it, without what differs each time."""
    if isinstance(payload, dict):
        return {key: lasting(value) for key, value in payload.items() if key not in MADE}
    return payload


def chat(tracer: Tracer, output: list[Any], given: list[Any] = QUESTION, **more: Any) -> None:
    with tracer.start_as_current_span("chat gpt-test", kind=SpanKind.CLIENT) as span:
        span.set_attributes(
            {
                "gen_ai.operation.name": "chat",
                "gen_ai.provider.name": "openai",
                "gen_ai.request.model": "gpt-test",
                "gen_ai.response.model": "gpt-test-1",
                "gen_ai.response.id": "resp_1",
                "gen_ai.usage.input_tokens": 9,
                "gen_ai.usage.output_tokens": 3,
                "gen_ai.system_instructions": json.dumps([{"type": "text", "content": "Be brief"}]),
                "gen_ai.input.messages": json.dumps(given),
                "gen_ai.output.messages": json.dumps([{"role": "assistant", "parts": output, "finish_reason": "stop"}]),
                **more,
            }
        )


STATED = {
    "model": "gpt-test-1",
    "usage": {"input_tokens": 9, "output_tokens": 3},
    "response_id": "resp_1",
    "attributes": {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "openai",
        "gen_ai.request.model": "gpt-test",
    },
    "finish_reason": "stop",
}


def test_genai_spans_become_messages_and_tool_calls_and_the_others_steps(
    provider: TracerProvider, tmp_path: Path
) -> None:
    traced = tracer(provider, StenoSpanProcessor(directory=tmp_path))
    with traced.start_as_current_span("invoke_agent gardener") as agent:
        agent.set_attribute("gen_ai.operation.name", "invoke_agent")
        chat(traced, [{"type": "reasoning", "content": "Dry."}, ASKS])
        with traced.start_as_current_span("execute_tool water") as tool:
            tool.set_attribute("gen_ai.operation.name", "execute_tool")
            tool.set_attribute("gen_ai.tool.name", "water")
            tool.set_attribute("gen_ai.tool.call.id", "call_1")
            tool.set_attribute("gen_ai.tool.call.arguments", '{"plant": "rose"}')
            with traced.start_as_current_span("pump", attributes={"litres": 2}):
                pass
            tool.set_attribute("gen_ai.tool.call.result", "wet")
        history = [*QUESTION, {"role": "assistant", "parts": [ASKS]}, WET]
        chat(traced, [{"type": "text", "content": "Done"}], history)
    (path,) = tmp_path.glob("*.jsonl")
    name = "invoke_agent gardener"
    use = {"type": "tool_use", "fidelity": "agent_emitted", "tool_name": "water", "tool_id": "call_1"}
    called = {"name": "water", "input": {"plant": "rose"}, "output": None, "fidelity": "router"}
    result = {"type": "tool_result", "fidelity": "router", "tool_id": "call_1", "tool_content": "wet"}
    assert [(type, where, lasting(payload)) for type, where, payload in told(path)] == [
        ("run.started", "", {"name": name, "kind": "workflow"}),
        ("step.started", name, {"name": name, "kind": "agent"}),
        (
            "message.user",
            name,
            {"role": "user", "blocks": [text("Water it", "router"), text("Be brief", "router", system=True)]},
        ),
        (
            "message.assistant",
            name,
            {
                "role": "assistant",
                "blocks": [
                    {"type": "thinking", "fidelity": "agent_emitted", "thinking": "Dry."},
                    use | {"tool_input": {"plant": "rose"}},
                ],
                **STATED,
            },
        ),
        ("tool.call", name, called),
        ("step.started", f"{name}.pump", {"name": "pump", "kind": "span"}),
        ("step.completed", f"{name}.pump", {"name": "pump", "kind": "span", "result": {"attributes": {"litres": 2}}}),
        ("tool.result", name, called | {"input": None, "output": "wet"}),
        ("message.user", name, {"role": "user", "blocks": [result]}),
        ("message.assistant", name, {"role": "assistant", "blocks": [text("Done")], **STATED}),
        (
            "step.completed",
            name,
            {
                "name": name,
                "kind": "agent",
                "result": {"attributes": {"gen_ai.operation.name": "invoke_agent"}},
            },
        ),
        ("run.completed", "", {"name": name, "kind": "workflow"}),
    ]
    assert {payload["call_id"] for type, _, payload in told(path) if type.startswith("tool.")} == {"call_1"}


def test_the_ids_and_times_of_a_span_are_kept(provider: TracerProvider, tmp_path: Path) -> None:
    with run("garden", directory=tmp_path) as garden:
        traced = tracer(provider, StenoSpanProcessor())
        span = traced.start_span(
            "chat", attributes={"gen_ai.operation.name": "chat"}, start_time=1_700_000_000_000_000_001
        )
        span.end(1_700_000_002_500_000_000)
    ((_, payload),) = said(garden.path)
    context = span.get_span_context()
    assert payload == {
        "role": "assistant",
        "blocks": [],
        "attributes": {"gen_ai.operation.name": "chat"},
        "incomplete": "the span does not hold the content",
        "trace_id": f"{context.trace_id:032x}",
        "span_id": f"{context.span_id:016x}",
        "started": "2023-11-14T22:13:20.000000001Z",
        "ended": "2023-11-14T22:13:22.500000000Z",
    }


def test_the_messages_of_older_conventions_are_read_from_events(provider: TracerProvider, tmp_path: Path) -> None:
    with run("garden", directory=tmp_path) as garden:
        traced = tracer(provider, StenoSpanProcessor())
        with traced.start_as_current_span("chat gpt-test", attributes={"gen_ai.operation.name": "chat"}) as span:
            span.add_event("gen_ai.system.message", {"content": "Be brief"})
            span.add_event("gen_ai.user.message", {"gen_ai.event.content": '{"content": "Hello"}'})
            span.add_event("gen_ai.tool.message", {"id": "call_1", "content": "wet"})
            choice = {"index": 0, "finish_reason": "stop", "message": {"content": "Good day"}}
            span.add_event("gen_ai.choice", {"gen_ai.event.content": json.dumps(choice)})
        with traced.start_as_current_span("chat gpt-test", attributes={"gen_ai.operation.name": "chat"}) as span:
            reply = [{"role": "assistant", "parts": [{"type": "text", "content": "Done"}], "finish_reason": "stop"}]
            about = {"gen_ai.input.messages": json.dumps(QUESTION), "gen_ai.output.messages": json.dumps(reply)}
            span.add_event("gen_ai.client.inference.operation.details", about)
    result = {"type": "tool_result", "fidelity": "router", "tool_id": "call_1", "tool_content": "wet"}
    assert [payload["blocks"] for _, payload in said(garden.path)] == [
        [text("Hello", "router"), text("Be brief", "router", system=True)],
        [result],
        [text("Good day")],
        [text("Water it", "router")],
        [text("Done")],
    ]


def test_errors_of_spans_are_recorded(provider: TracerProvider, tmp_path: Path) -> None:
    traced = tracer(provider, StenoSpanProcessor(directory=tmp_path))
    with pytest.raises(ValueError, match="it drowns"), traced.start_as_current_span("tend"):
        with (
            pytest.raises(TimeoutError),
            traced.start_as_current_span("chat", attributes={"gen_ai.operation.name": "chat"}),
        ):
            raise TimeoutError("no answer")
        about = {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "water"}
        with traced.start_as_current_span("execute_tool water", attributes=about):
            raise ValueError("it drowns")
    (path,) = tmp_path.glob("*.jsonl")
    assert [(type, payload["error"]) for type, _, payload in told(path) if "error" in payload] == [
        ("message.assistant", "TimeoutError: no answer"),
        ("tool.result", "ValueError: it drowns"),
        ("step.completed", "ValueError: it drowns"),
        ("run.completed", "ValueError: it drowns"),
    ]


def test_other_spans_can_be_left_out_and_a_name_alone_makes_no_genai_span(
    provider: TracerProvider, tmp_path: Path
) -> None:
    with run("garden", directory=tmp_path) as garden:
        traced = tracer(provider, StenoSpanProcessor(garden, others="none"))
        with traced.start_as_current_span("GET /roses"):
            chat(traced, [{"type": "text", "content": "Done"}])
    with run("garden", directory=tmp_path) as second:
        traced = tracer(TracerProvider(shutdown_on_exit=False), StenoSpanProcessor(second))
        with traced.start_as_current_span("chat window"):
            pass
        with traced.start_as_current_span("retrieval of the can"), traced.start_as_current_span("walk"):
            pass
    assert [type for type, _, _ in told(garden.path)[1:-1]] == ["message.user", "message.assistant"]
    assert [(type, path) for type, path, _ in told(second.path)[1:-1]] == [
        ("step.started", "chat window"),
        ("step.completed", "chat window"),
        ("step.started", "retrieval of the can"),
        ("step.started", "retrieval of the can.walk"),
        ("step.completed", "retrieval of the can.walk"),
        ("step.completed", "retrieval of the can"),
    ]


def test_spans_of_one_name_at_once_are_told_apart(provider: TracerProvider, tmp_path: Path) -> None:
    with run("garden", directory=tmp_path) as garden:
        traced = tracer(provider, StenoSpanProcessor())
        first, second = traced.start_span("tend"), traced.start_span("tend")
        first.end()
        second.end()
    assert [(each["type"], each["iteration"]) for each in lines(garden.path)[1:-1]] == [
        ("step.started", 0),
        ("step.started", 1),
        ("step.completed", 0),
        ("step.completed", 1),
    ]


def test_a_shut_down_provider_ends_the_runs_it_began(provider: TracerProvider, tmp_path: Path) -> None:
    tracer(provider, StenoSpanProcessor(directory=tmp_path)).start_span("tend")
    provider.shutdown()
    (path,) = tmp_path.glob("*.jsonl")
    assert told(path)[-1] == (
        "run.completed",
        "",
        {"name": "tend", "kind": "workflow", "error": "the tracer provider was shut down"},
    )


# Transcripts as spans


def moments(path: Path | None, *types: str) -> list[int]:
    """The times of the lines of these types, in nanoseconds."""
    epoch = datetime(1970, 1, 1, tzinfo=UTC)
    found = [
        datetime.fromisoformat(each["timestamp"]) - epoch for each in lines(path, "AWF045") if each["type"] in types
    ]
    return [(each.days * 86400 + each.seconds) * 10**9 + each.microseconds * 1000 for each in found]


def exported(source: Any) -> tuple[int, list[ReadableSpan]]:
    """The number that `spans` gives, and the spans, outermost first."""
    provider, exporter = TracerProvider(shutdown_on_exit=False), InMemorySpanExporter()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    count = spans(source, provider.get_tracer("steno"))
    provider.shutdown()
    return count, sorted(exporter.get_finished_spans(), key=lambda each: (each.start_time or 0, -(each.end_time or 0)))


def recorded(tmp_path: Path) -> Path:
    with run("garden", directory=tmp_path) as garden, garden.step("tend"):
        garden.user("Water it", system="Be brief")
        use = {"type": "tool_use", "fidelity": "agent_emitted", "tool_name": "water", "tool_id": "call_1"}
        extra = {"model": "gpt-test-1", "response_id": "resp_1", "usage": {"input_tokens": 9}, "finish_reason": "stop"}
        garden.assistant([use | {"tool_input": {"plant": "rose"}}], extra=extra)
        with garden.tool("water", {"plant": "rose"}, "call_1") as call:
            call.result("wet")
        garden.assistant("Done")
        with garden.tool("mow", {}, "call_2") as call:
            call.error("no fuel")
    assert garden.path
    return garden.path


def test_a_transcript_is_told_as_spans_at_its_own_times(tmp_path: Path) -> None:
    path = recorded(tmp_path)
    count, made = exported(path)
    root, tend, first, water, second, mow = made
    assert count == 6
    assert [each.name for each in made] == [
        "invoke_workflow garden",
        "tend",
        "chat gpt-test-1",
        "execute_tool water",
        "chat",
        "execute_tool mow",
    ]
    assert root.parent is None
    assert tend.parent == root.context
    assert [each.parent for each in (first, water, second, mow)] == [tend.context] * 4
    (begun, ended), (step_begun, step_ended) = (
        moments(path, "run.started", "run.completed"),
        moments(path, "step.started", "step.completed"),
    )
    asked, replied, again = moments(path, "message.user", "message.assistant")
    assert [(each.start_time, each.end_time) for each in (root, tend, first)] == [
        (begun, ended),
        (step_begun, step_ended),
        (asked, replied),
    ]
    called, answered, mown, failed = moments(path, "tool.call", "tool.result")
    assert [(each.start_time, each.end_time) for each in (water, second, mow)] == [
        (called, answered),
        (answered, again),
        (mown, failed),
    ]
    assert dict(first.attributes or {}) == {
        "gen_ai.operation.name": "chat",
        "gen_ai.system_instructions": '[{"type":"text","content":"Be brief"}]',
        "gen_ai.input.messages": '[{"role":"user","parts":[{"type":"text","content":"Water it"}]}]',
        "gen_ai.output.messages": '[{"role":"assistant","parts":[{"type":"tool_call","id":"call_1","name":"water",'
        '"arguments":{"plant":"rose"}}],"finish_reason":"stop"}]',
        "gen_ai.response.model": "gpt-test-1",
        "gen_ai.response.id": "resp_1",
        "gen_ai.response.finish_reasons": ("stop",),
        "gen_ai.usage.input_tokens": 9,
    }
    assert dict(water.attributes or {}) == {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "water",
        "gen_ai.tool.call.id": "call_1",
        "gen_ai.tool.call.arguments": '{"plant":"rose"}',
        "gen_ai.tool.call.result": "wet",
    }
    assert (mow.status.status_code, mow.status.description) == (StatusCode.ERROR, "no fuel")


def test_a_trace_that_was_read_is_told_like_its_file(tmp_path: Path) -> None:
    path = recorded(tmp_path)
    (trace,) = steno.read(path)
    by_path, by_trace = exported(path), exported(trace)
    assert by_path[0] == by_trace[0]
    assert [(each.name, each.start_time, each.attributes) for each in by_path[1]] == [
        (each.name, each.start_time, each.attributes) for each in by_trace[1]
    ]


def test_what_never_ended_is_told_as_unfinished(tmp_path: Path) -> None:
    path = recorded(tmp_path)
    whole = path.read_text().splitlines(keepends=True)
    torn = tmp_path / "torn.jsonl"
    torn.write_text("".join(whole[:5]))  # the tool was called, and that is all
    _, made = exported(torn)
    unfinished = {each.name: (each.attributes or {}).get("steno.unfinished") for each in made}
    assert unfinished == {
        "invoke_workflow garden": None,
        "tend": True,
        "chat gpt-test-1": None,
        "execute_tool water": True,
    }


def test_a_session_of_another_format_is_told_too(tmp_path: Path) -> None:
    session = "5b1f6f3e-0000-4000-8000-000000000001"
    path = tmp_path / f"{session}.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in dialogue(session)))
    _, made = exported(path)
    assert [each.name for each in made] == [
        f"invoke_workflow {session}",
        "chat claude-test-1",  # a thought, then a call: the session has them as two responses
        "execute_tool Bash",
        "chat claude-test-1",
        "chat claude-test-1",
    ]
    tool = dict(made[2].attributes or {})
    assert (tool["gen_ai.tool.call.arguments"], tool["gen_ai.tool.call.result"]) == (
        '{"command":"water --roses"}',
        "done",
    )


def test_a_failed_call_and_the_words_of_a_provider_are_told_by_the_conventions(tmp_path: Path) -> None:
    with run("garden", directory=tmp_path) as garden:
        garden.user("Hello")
        garden.assistant([], extra={"error": "openai.RateLimitError: slow down"})
        garden.user("Hello")
        garden.assistant("Good day", extra={"usage": {"prompt_tokens": 9, "completion_tokens": 3}})
    _, (_, failed, said_so) = exported(garden.path)
    assert (failed.status.status_code, failed.status.description) == (
        StatusCode.ERROR,
        "openai.RateLimitError: slow down",
    )
    usage = {key: value for key, value in (said_so.attributes or {}).items() if "usage" in key}
    assert usage == {"gen_ai.usage.input_tokens": 9, "gen_ai.usage.output_tokens": 3}


def test_steps_of_one_path_hold_what_was_said_in_them(tmp_path: Path) -> None:
    with run("garden", directory=tmp_path) as garden:
        for _ in garden.iterations("beds", ["north", "south"]):
            with garden.step("tend"):
                garden.assistant("Done")
    _, made = exported(garden.path)
    names = {each.context.span_id: each.name for each in made if each.context}
    parents = [(each.name, names.get(each.parent.span_id) if each.parent else None) for each in made]
    assert sorted(parents, key=str) == [
        ("beds", "invoke_workflow garden"),
        ("chat", "tend"),
        ("chat", "tend"),
        ("invoke_workflow garden", None),
        ("tend", "beds"),
        ("tend", "beds"),
    ]


def test_a_trace_without_any_time_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "timeless.jsonl"
    line = {"seq": 1, "run_id": "r", "type": "run.started", "path": "", "iteration": 0, "payload": None}
    path.write_text(json.dumps(line) + "\n")
    with pytest.raises(ValueError, match="the trace has no times"):
        exported(path)


def test_a_transcript_survives_the_way_over_spans(tmp_path: Path, provider: TracerProvider) -> None:
    with run("garden", directory=tmp_path / "again") as again:
        provider.add_span_processor(StenoSpanProcessor(again, others="none"))
        spans(recorded(tmp_path), provider.get_tracer("steno"))
    before = [payload["blocks"] for type, payload in said(recorded(tmp_path / "before")) if type == "message.assistant"]
    after = [payload["blocks"] for type, payload in said(again.path) if type == "message.assistant"]
    assert after == before
    calls = [payload for type, _, payload in told(again.path) if type.startswith("tool.")]
    assert [(each["name"], each["call_id"], each["input"], each["output"], each.get("error")) for each in calls] == [
        ("water", "call_1", {"plant": "rose"}, None, None),
        ("water", "call_1", None, "wet", None),
        ("mow", "call_2", {}, None, None),
        ("mow", "call_2", None, None, "no fuel"),
    ]
