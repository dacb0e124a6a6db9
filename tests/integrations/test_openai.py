from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import openai
import pytest
from openai import AsyncOpenAI, AzureOpenAI, OpenAI
from pydantic import BaseModel

from steno.integrations.openai import record
from steno.record.run import run
from tests.given.lines import said, told
from tests.given.openai_replies import USAGE, completion
from tests.given.standin import Reply, Standin, Stream

CALL = {"id": "call_1", "type": "function", "function": {"name": "water", "arguments": '{"plant": "rose"}'}}
HELLO: Any = {"role": "user", "content": "Hello"}


@pytest.fixture
def standin() -> Iterator[Standin]:
    with Standin() as server:
        yield server


@pytest.fixture
def client(standin: Standin) -> Iterator[OpenAI]:
    with OpenAI(base_url=standin.url, api_key="sk-test", max_retries=0) as client:
        yield client


def chunk(delta: dict[str, Any] | None, finish: str | None = None, **more: Any) -> dict[str, Any]:
    choices = [] if delta is None else [{"index": 0, "delta": delta, "finish_reason": finish}]
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": "gpt-test-1",
        "choices": choices,
        **more,
    }


def text(words: str, fidelity: str = "agent_emitted", **more: Any) -> dict[str, Any]:
    return {"type": "text", "fidelity": fidelity, "text": words, **more}


def user(*blocks: dict[str, Any] | str, **more: Any) -> tuple[str, Any]:
    made = [text(each, "router") if isinstance(each, str) else each for each in blocks]
    return "message.user", {"role": "user", "blocks": made, **more}


def assistant(*blocks: dict[str, Any] | str, **more: Any) -> tuple[str, Any]:
    made = [text(each) if isinstance(each, str) else each for each in blocks]
    return "message.assistant", {"role": "assistant", "blocks": made, **more}


STATED = {"model": "gpt-test-1", "usage": USAGE, "response_id": "chatcmpl-1", "finish_reason": "stop"}
UNCOUNTED = {"model": "gpt-test-1", "response_id": "chatcmpl-1"}
BROKEN = "the stream ended before the reply was complete"
STREAMED = [
    chunk({"role": "assistant", "content": "Good"}),
    chunk({"content": " day"}),
    chunk({}, "stop"),
    chunk(None, usage=USAGE),
    "[DONE]",
]


def test_a_question_and_its_reply_are_recorded_as_the_provider_states_them(
    standin: Standin, client: OpenAI, tmp_path: Path
) -> None:
    standin.will(Reply(completion()), Reply(completion()))
    messages: Any = [{"role": "developer", "content": "Be brief"}, HELLO]
    plain = client.chat.completions.create(model="gpt-test", messages=messages)
    with run("talk", directory=tmp_path) as talk, talk.step("greet"):
        reply = record(client).chat.completions.create(model="gpt-test", messages=messages)
    assert reply == plain
    assert standin.requests[0] == standin.requests[1]
    assert told(talk.path)[2:4] == [
        ("message.user", "greet", user("Hello", text("Be brief", "router", system=True))[1]),
        ("message.assistant", "greet", assistant("Good day", **STATED)[1]),
    ]


def test_a_history_that_is_sent_again_is_not_recorded_again(standin: Standin, client: OpenAI, tmp_path: Path) -> None:
    standin.will(Reply(completion(None, tool_calls=[CALL])), Reply(completion("Done")), Reply(completion("Done")))
    record(client)
    with run("talk", directory=tmp_path) as talk:
        messages: list[Any] = [{"role": "system", "content": "Be brief"}, {"role": "user", "content": "Water it"}]
        reply = client.chat.completions.create(model="gpt-test", messages=messages)
        # As programs do it: once the object itself, once a dict of the text alone.
        messages.append(reply.choices[0].message)
        messages.append({"role": "tool", "tool_call_id": "call_1", "content": "wet"})
        client.chat.completions.create(model="gpt-test", messages=messages)
        messages += [{"role": "assistant", "content": "Done"}, {"role": "user", "content": "Water it"}]
        client.chat.completions.create(model="gpt-test", messages=messages)
    use = {"type": "tool_use", "fidelity": "agent_emitted", "tool_name": "water", "tool_id": "call_1"}
    result = {"type": "tool_result", "fidelity": "router", "tool_id": "call_1", "tool_content": "wet"}
    assert said(talk.path) == [
        user("Water it", text("Be brief", "router", system=True)),
        assistant(use | {"tool_input": {"plant": "rose"}}, **STATED),
        user(result),
        assistant("Done", **STATED),
        user("Water it"),
        assistant("Done", **STATED),
    ]


def test_a_window_over_the_history_does_not_double_the_record(standin: Standin, client: OpenAI, tmp_path: Path) -> None:
    history: list[Any] = []
    with run("talk", directory=tmp_path) as talk:
        record(client, talk)
        for number in range(4):
            standin.will(Reply(completion(f"answer {number}")))
            history.append({"role": "user", "content": f"question {number}"})
            client.chat.completions.create(model="gpt-test", messages=history[-3:])
            history.append({"role": "assistant", "content": f"answer {number}"})
    assert [payload["blocks"][0]["text"] for _, payload in said(talk.path)] == [
        f"{kind} {number}" for number in range(4) for kind in ("question", "answer")
    ]


def test_a_history_that_the_run_never_saw_is_recorded_as_sent(standin: Standin, client: OpenAI, tmp_path: Path) -> None:
    standin.will(Reply(completion()))
    with run("talk", directory=tmp_path) as talk:
        messages: Any = [HELLO, {"role": "assistant", "content": "Hm"}, HELLO]
        record(client).chat.completions.create(model="gpt-test", messages=messages)
    assert said(talk.path) == [
        user("Hello"),
        assistant(text("Hm", "router"), sent=True),
        user("Hello"),
        assistant("Good day", **STATED),
    ]


def test_a_part_that_transcripts_have_no_block_for_is_kept_whole(
    standin: Standin, client: OpenAI, tmp_path: Path
) -> None:
    standin.will(Reply(completion(None, refusal="I will not")))
    image: Any = {"type": "image_url", "image_url": {"url": "data:image/png;base64,AAAA"}}
    with run("talk", directory=tmp_path) as talk:
        content: Any = [{"type": "text", "text": "What is this?"}, image]
        record(client).chat.completions.create(model="gpt-test", messages=[{"role": "user", "content": content}])
    assert said(talk.path) == [
        user("What is this?", {"type": "text", "fidelity": "router", "part": image}),
        assistant(text("I will not", part_type="refusal"), **STATED),
    ]


def test_a_stream_stays_lazy_and_is_recorded_once_when_it_ends(
    standin: Standin, client: OpenAI, tmp_path: Path
) -> None:
    go = threading.Event()
    standin.will(Stream(STREAMED, held=1, go=go))
    with run("talk", directory=tmp_path) as talk:
        stream = record(client).chat.completions.create(model="gpt-test", messages=[HELLO], stream=True)
        assert type(stream) is openai.Stream
        first = next(stream)
        assert [each[0] for each in said(talk.path)] == ["message.user"]
        go.set()
        rest = list(stream)
        pieces = [each.choices[0].delta.content for each in [first, *rest] if each.choices]
        assert pieces == ["Good", " day", None]
        assert said(talk.path) == [user("Hello"), assistant("Good day", **STATED)]
    assert len(said(talk.path)) == 2


def test_the_pieces_of_streamed_tool_calls_are_put_together(standin: Standin, client: OpenAI, tmp_path: Path) -> None:
    first = {"index": 0, "id": "call_1", "type": "function", "function": {"name": "water", "arguments": ""}}
    second = {"index": 1, "id": "call_2", "type": "function", "function": {"name": "mow", "arguments": "{"}}
    standin.will(
        Stream(
            [
                chunk({"role": "assistant", "content": None, "reasoning_content": "Dry. "}),
                chunk({"reasoning_content": "Water."}),
                chunk({"tool_calls": [first]}),
                chunk({"tool_calls": [{"index": 0, "function": {"arguments": '{"plant": '}}, second]}),
                chunk({"tool_calls": [{"index": 0, "function": {"arguments": '"rose"}'}}]}),
                chunk({}, "tool_calls"),
                "[DONE]",
            ]
        )
    )
    with run("talk", directory=tmp_path) as talk:
        list(record(client).chat.completions.create(model="gpt-test", messages=[HELLO], stream=True))
    use = {"type": "tool_use", "fidelity": "agent_emitted"}
    assert said(talk.path)[1] == assistant(
        {"type": "thinking", "fidelity": "agent_emitted", "thinking": "Dry. Water."},
        use | {"tool_name": "water", "tool_id": "call_1", "tool_input": {"plant": "rose"}},
        # Half an object is not an object: the text that came of it.
        use | {"tool_name": "mow", "tool_id": "call_2", "tool_input": "{"},
        **UNCOUNTED,
        finish_reason="tool_calls",
    )


def test_a_stream_that_the_caller_leaves_is_recorded_as_far_as_it_came(
    standin: Standin, client: OpenAI, tmp_path: Path
) -> None:
    record(client)
    gc.disable()  # so that letting go of a stream is enough
    try:
        with run("talk", directory=tmp_path) as talk:
            standin.will(Stream(STREAMED), Stream(STREAMED), Stream(STREAMED), Stream(STREAMED))
            for _ in client.chat.completions.create(model="gpt-test", messages=[HELLO], stream=True):
                break
            assert len(said(talk.path)) == 2
            with client.chat.completions.create(model="gpt-test", messages=[HELLO], stream=True) as stream:
                next(stream)
            assert len(said(talk.path)) == 4
            with client.chat.completions.stream(model="gpt-test", messages=[HELLO]) as helper:
                next(iter(helper))
            assert len(said(talk.path)) == 6
            kept = client.chat.completions.create(model="gpt-test", messages=[HELLO], stream=True)
            next(kept)
    finally:
        gc.enable()
    kept.close()
    broken = [user("Hello"), assistant("Good", **UNCOUNTED, incomplete=BROKEN)]
    ended = [user("Hello"), assistant("Good", **UNCOUNTED, incomplete="still open when the run ended")]
    assert said(talk.path) == [*broken, *broken, *broken, *ended]
    assert talk.lost == 0


def test_errors_are_recorded_and_raised_as_they_are(standin: Standin, client: OpenAI, tmp_path: Path) -> None:
    record(client)
    standin.will(
        Reply({"error": {"message": "slow down"}}, 429),
        Stream([STREAMED[0], {"error": {"message": "overloaded"}}]),
    )
    with run("talk", directory=tmp_path) as talk:
        with pytest.raises(openai.RateLimitError, match="slow down"):
            client.chat.completions.create(model="gpt-test", messages=[HELLO])
        with pytest.raises(openai.APIError, match="overloaded"):
            list(client.chat.completions.create(model="gpt-test", messages=[HELLO], stream=True))
    assert said(talk.path) == [
        user("Hello"),
        assistant(error="openai.RateLimitError: Error code: 429 - slow down"),
        user("Hello"),
        assistant("Good", **UNCOUNTED, error="openai.APIError: overloaded"),
    ]


class Plant(BaseModel):
    name: str


def test_parsed_replies_are_recorded_even_where_parsing_fails(standin: Standin, client: OpenAI, tmp_path: Path) -> None:
    cut = completion('{"na')
    cut["choices"][0]["finish_reason"] = "length"
    standin.will(Reply(completion('{"name": "rose"}')), Reply(cut))
    record(client)
    with run("talk", directory=tmp_path) as talk:
        reply = client.chat.completions.parse(model="gpt-test", messages=[HELLO], response_format=Plant)
        assert reply.choices[0].message.parsed == Plant(name="rose")
        with pytest.raises(openai.LengthFinishReasonError):
            client.chat.completions.parse(model="gpt-test", messages=[HELLO], response_format=Plant)
    _, first, _, second = said(talk.path)
    assert first == assistant('{"name": "rose"}', **STATED)
    assert second[1]["blocks"] == [text('{"na')]
    assert second[1]["error"].startswith("openai.LengthFinishReasonError: ")


def test_copies_and_raw_responses_are_recorded_and_other_clients_are_not(
    standin: Standin, client: OpenAI, tmp_path: Path
) -> None:
    chat = client.chat.completions  # made before the client is recorded
    record(record(client))
    with run("talk", directory=tmp_path) as talk, OpenAI(base_url=standin.url, api_key="sk-test") as other:
        standin.will(*[Reply(completion(str(number))) for number in range(4)], Stream(STREAMED))
        other.chat.completions.create(model="gpt-test", messages=[HELLO])
        chat.create(model="gpt-test", messages=[HELLO])
        client.with_options(timeout=5).chat.completions.create(model="gpt-test", messages=[HELLO])
        raw = client.chat.completions.with_raw_response.create(model="gpt-test", messages=[HELLO])
        assert raw.parse() is raw.parse()
        streamed = client.chat.completions.with_raw_response.create(model="gpt-test", messages=[HELLO], stream=True)
        list(streamed.parse())
    assert [payload["blocks"][0]["text"] for kind, payload in said(talk.path) if kind == "message.assistant"] == [
        "1",
        "2",
        "3",
        "Good day",
    ]


def test_a_call_outside_of_any_run_passes_unrecorded(standin: Standin, client: OpenAI, tmp_path: Path) -> None:
    standin.will(Reply(completion()))
    reply = record(client).chat.completions.create(model="gpt-test", messages=[HELLO])
    assert reply.choices[0].message.content == "Good day"
    assert list(tmp_path.iterdir()) == []


def test_a_client_of_a_derived_class_is_recorded_too(standin: Standin, tmp_path: Path) -> None:
    standin.will(Reply(completion()))
    with (
        run("talk", directory=tmp_path) as talk,
        AzureOpenAI(azure_endpoint=standin.url, api_key="sk-test", api_version="1", max_retries=0) as client,
    ):
        record(client).chat.completions.create(model="gpt-test", messages=[HELLO])
    assert said(talk.path) == [user("Hello"), assistant("Good day", **STATED)]


def test_a_call_goes_on_where_recording_fails(standin: Standin, client: OpenAI, tmp_path: Path) -> None:
    (tmp_path / "folder").write_text("a file where the folder of transcripts should be")
    standin.will(Reply(completion()), Stream(STREAMED))
    with run("talk", directory=tmp_path / "folder") as talk:
        record(client)
        reply = client.chat.completions.create(model="gpt-test", messages=[HELLO])
        pieces = list(client.chat.completions.create(model="gpt-test", messages=[HELLO], stream=True))
    assert (reply.choices[0].message.content, len(pieces), talk.lost) == ("Good day", 4, 6)


@pytest.mark.parametrize(
    "odd", [{"choices": "none"}, {"choices": [{"message": {"content": 5, "tool_calls": [7]}}]}, []]
)
def test_a_reply_of_another_shape_is_no_trouble(odd: Any, standin: Standin, client: OpenAI, tmp_path: Path) -> None:
    standin.will(Reply(odd))
    with run("talk", directory=tmp_path, on_error="raise") as talk:
        record(client).chat.completions.create(model="gpt-test", messages=[HELLO])
    assert said(talk.path)[0] == user("Hello")


def test_what_is_no_client_is_refused() -> None:
    with pytest.raises(TypeError, match="a client of the package openai, not an object of dict"):
        record({})


def test_async_calls_are_recorded_in_the_run_of_their_task(standin: Standin, tmp_path: Path) -> None:
    async def ask(client: AsyncOpenAI, name: str) -> Path | None:
        async with run(name, directory=tmp_path) as talk:
            messages: Any = [{"role": "user", "content": name}]
            await client.chat.completions.create(model="gpt-test", messages=messages)
            stream = await client.chat.completions.create(model="gpt-test", messages=messages, stream=True)
            assert type(stream) is openai.AsyncStream
            async for _ in stream:
                pass
            async with client.chat.completions.stream(model="gpt-test", messages=messages) as helper:
                async for _ in helper:
                    break
            raw = await client.chat.completions.with_raw_response.create(model="gpt-test", messages=messages)
            raw.parse()
            async with client.chat.completions.with_streaming_response.create(
                model="gpt-test", messages=messages
            ) as streaming:
                await streaming.parse()
        return talk.path

    async def both() -> list[Path | None]:
        async with AsyncOpenAI(base_url=standin.url, api_key="sk-test", max_retries=0) as client:
            record(client)
            return [await ask(client, "one"), *await asyncio.gather(ask(client, "two"))]

    for _ in range(2):
        standin.will(Reply(completion()), Stream(STREAMED), Stream(STREAMED), Reply(completion()), Reply(completion()))
    for name, path in zip(("one", "two"), asyncio.run(both()), strict=True):
        assert said(path) == [
            user(name),
            assistant("Good day", **STATED),
            user(name),
            assistant("Good day", **STATED),
            user(name),
            assistant("Good", **UNCOUNTED, incomplete=BROKEN),
            user(name),
            assistant("Good day", **STATED),
            user(name),
            assistant("Good day", **STATED),
        ]


def test_a_cancelled_call_is_recorded_as_such(standin: Standin, tmp_path: Path) -> None:
    go = threading.Event()

    async def cancelled() -> Path | None:
        async with (
            AsyncOpenAI(base_url=standin.url, api_key="sk-test") as client,
            run("talk", directory=tmp_path) as talk,
        ):
            stream = await record(client).chat.completions.create(model="gpt-test", messages=[HELLO], stream=True)
            await anext(stream)
            task = asyncio.ensure_future(anext(stream))
            await asyncio.sleep(0.05)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            go.set()
        return talk.path

    standin.will(Stream(STREAMED, held=1, go=go))
    assert said(asyncio.run(cancelled())) == [
        user("Hello"),
        assistant("Good", **UNCOUNTED, error="asyncio.exceptions.CancelledError"),
    ]


# Responses


TOKENS = {"input_tokens": 9, "output_tokens": 3, "total_tokens": 12}
THOUGHT = {"id": "rs_1", "type": "reasoning", "summary": [{"type": "summary_text", "text": "It is dry."}]}
ASKED = {"id": "fc_1", "type": "function_call", "call_id": "call_1", "name": "water", "arguments": '{"plant": "rose"}'}
SAID = {
    "id": "msg_1",
    "type": "message",
    "role": "assistant",
    "status": "completed",
    "content": [{"type": "output_text", "text": "Done", "annotations": []}],
}


def response(*output: Any, status: str = "completed") -> dict[str, Any]:
    return {
        "id": "resp_1",
        "object": "response",
        "created_at": 1,
        "model": "gpt-test-1",
        "status": status,
        "output": list(output),
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        "usage": TOKENS
        | {"input_tokens_details": {"cached_tokens": 0}, "output_tokens_details": {"reasoning_tokens": 1}},
    }


def events(*items: dict[str, Any], pieces: list[dict[str, Any]]) -> list[dict[str, Any]]:
    begun = response(status="in_progress") | {"usage": None}
    return [
        {"type": "response.created", "sequence_number": 0, "response": begun},
        *pieces,
        {"type": "response.completed", "sequence_number": 9, "response": response(*items)},
    ]


def stated(**more: Any) -> dict[str, Any]:
    return {"model": "gpt-test-1", "usage": response()["usage"], "status": "completed", "response_id": "resp_1", **more}


def test_responses_are_recorded_with_thoughts_calls_and_their_results(
    standin: Standin, client: OpenAI, tmp_path: Path
) -> None:
    standin.will(Reply(response(THOUGHT, ASKED)), Reply(response(SAID)))
    record(client)
    with run("talk", directory=tmp_path) as talk:
        history: list[Any] = [{"role": "user", "content": "Water it"}]
        reply = client.responses.create(model="gpt-test", input=history, instructions="Be brief")
        history += [each.to_dict() for each in reply.output]
        history.append({"type": "function_call_output", "call_id": "call_1", "output": "wet"})
        client.responses.create(model="gpt-test", input=history, instructions="Be brief")
        standin.will(Reply(response(SAID)))
        client.responses.create(model="gpt-test", input="And now?", previous_response_id="resp_1")
    assert said(talk.path) == [
        user("Water it", text("Be brief", "router", system=True)),
        assistant(
            {
                "type": "thinking",
                "fidelity": "agent_emitted",
                "thinking": "It is dry.",
                "part_type": "summary_text",
                "id": "rs_1",
            },
            {
                "type": "tool_use",
                "fidelity": "agent_emitted",
                "tool_name": "water",
                "tool_id": "call_1",
                "tool_input": {"plant": "rose"},
            },
            **stated(),
        ),
        user({"type": "tool_result", "fidelity": "router", "tool_id": "call_1", "tool_content": "wet"}),
        assistant(text("Done", annotations=[]), **stated()),
        user("And now?", previous_response_id="resp_1"),
        assistant(text("Done", annotations=[]), **stated()),
    ]


PIECES = [
    {"type": "response.output_item.added", "output_index": 0, "sequence_number": 1, "item": SAID | {"content": []}},
    {
        "type": "response.content_part.added",
        "item_id": "msg_1",
        "output_index": 0,
        "content_index": 0,
        "sequence_number": 1,
        "part": {"type": "output_text", "text": "", "annotations": []},
    },
    *[
        {
            "type": "response.output_text.delta",
            "item_id": "msg_1",
            "output_index": 0,
            "content_index": 0,
            "sequence_number": 2 + index,
            "delta": piece,
            "logprobs": [],
        }
        for index, piece in enumerate(("Do", "ne"))
    ],
    {
        "type": "response.output_item.added",
        "output_index": 1,
        "sequence_number": 4,
        "item": ASKED | {"arguments": "", "status": "in_progress"},
    },
    {
        "type": "response.function_call_arguments.delta",
        "item_id": "fc_1",
        "output_index": 1,
        "sequence_number": 5,
        "delta": '{"pl',
    },
]


def test_a_streamed_response_is_recorded_whole_or_as_far_as_it_came(
    standin: Standin, client: OpenAI, tmp_path: Path
) -> None:
    record(client)
    with run("talk", directory=tmp_path) as talk:
        for _ in range(3):
            standin.will(Stream(events(SAID, ASKED, pieces=PIECES)))
        list(client.responses.create(model="gpt-test", input="Water it", stream=True))
        with client.responses.create(model="gpt-test", input="Water it", stream=True) as stream:
            for event in stream:
                if event.type == "response.function_call_arguments.delta":
                    break
        with client.responses.stream(model="gpt-test", input="Water it") as helper:
            helper.until_done()
    use = {"type": "tool_use", "fidelity": "agent_emitted", "tool_name": "water", "tool_id": "call_1"}
    whole = assistant(text("Done", annotations=[]), use | {"tool_input": {"plant": "rose"}}, **stated())
    assert said(talk.path) == [
        user("Water it"),
        whole,
        user("Water it"),
        assistant(
            "Done",
            use | {"tool_input": '{"pl'},
            model="gpt-test-1",
            status="in_progress",
            response_id="resp_1",
            incomplete=BROKEN,
        ),
        user("Water it"),
        whole,
    ]


def test_a_response_that_failed_says_so(standin: Standin, client: OpenAI, tmp_path: Path) -> None:
    failed = response(status="failed") | {"error": {"code": "server_error", "message": "no more"}, "usage": None}
    standin.will(Reply(failed))
    with run("talk", directory=tmp_path) as talk:
        record(client).responses.create(model="gpt-test", input="Water it")
    assert said(talk.path)[1] == assistant(
        model="gpt-test-1", status="failed", error=failed["error"], response_id="resp_1"
    )
