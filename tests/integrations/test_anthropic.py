from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import anthropic
import pytest
from anthropic import Anthropic, AsyncAnthropic

from steno.integrations.anthropic import record
from steno.record.run import run
from tests.given.anthropic_replies import CALL, MODEL, USAGE, message, streamed
from tests.given.lines import said, told
from tests.given.standin import Reply, Standin, Stream

HELLO: Any = {"role": "user", "content": "Hello"}
THOUGHT = {"type": "thinking", "thinking": "It is dry.", "signature": "c2ln"}
BROKEN = "the stream ended before the reply was complete"
STATED = {"model": MODEL, "usage": USAGE, "stop_reason": "end_turn", "response_id": "msg_1"}
EMITTED = {"fidelity": "agent_emitted"}
THINKING = {"type": "thinking", **EMITTED, "thinking": "It is dry.", "signature": "c2ln"}
USE = {"type": "tool_use", **EMITTED, "tool_name": "water", "tool_id": "toolu_1", "tool_input": {"plant": "rose"}}


@pytest.fixture
def standin() -> Iterator[Standin]:
    with Standin() as server:
        yield server


@pytest.fixture
def client(standin: Standin) -> Iterator[Anthropic]:
    with Anthropic(base_url=standin.url, api_key="sk-test", max_retries=0) as client:
        yield client


def words(text: str) -> dict[str, Any]:
    return {"type": "text", "text": text}


def block(text: str, fidelity: str = "agent_emitted", **more: Any) -> dict[str, Any]:
    return {"type": "text", "fidelity": fidelity, "text": text, **more}


def user(*blocks: Any, **more: Any) -> tuple[str, Any]:
    made = [block(each, "router") if isinstance(each, str) else each for each in blocks]
    return "message.user", {"role": "user", "blocks": made, **more}


def assistant(*blocks: Any, **more: Any) -> tuple[str, Any]:
    made = [block(each) if isinstance(each, str) else each for each in blocks]
    return "message.assistant", {"role": "assistant", "blocks": made, **more}


WHOLE = assistant(THINKING, "I water it.", USE, **STATED | {"stop_reason": "tool_use"})


def test_a_question_and_its_reply_are_recorded_as_the_provider_states_them(
    standin: Standin, client: Anthropic, tmp_path: Path
) -> None:
    standin.will(*[Reply(message(THOUGHT, words("Good day")))] * 2)
    plain = client.messages.create(model=MODEL, max_tokens=9, system="Be brief", messages=[HELLO])
    with run("talk", directory=tmp_path) as talk, talk.step("greet"):
        reply = record(client).messages.create(model=MODEL, max_tokens=9, system="Be brief", messages=[HELLO])
    assert reply == plain
    assert standin.requests[0] == standin.requests[1]
    assert told(talk.path)[2:4] == [
        ("message.user", "greet", user("Hello", block("Be brief", "router", system=True))[1]),
        ("message.assistant", "greet", assistant(THINKING, "Good day", **STATED)[1]),
    ]


def test_a_conversation_with_tools_is_recorded_once(standin: Standin, client: Anthropic, tmp_path: Path) -> None:
    record(client)
    cached: Any = [words("Be brief") | {"cache_control": {"type": "ephemeral"}}]
    with run("talk", directory=tmp_path) as talk:
        standin.will(Reply(message(THOUGHT, CALL)), Stream(streamed()), Reply(message(words("Done"))))
        history: list[Any] = [HELLO]
        reply = client.messages.create(model=MODEL, max_tokens=9, system=cached, messages=history)
        result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "no can", "is_error": True}
        history += [{"role": "assistant", "content": reply.content}, {"role": "user", "content": [result]}]
        with client.messages.stream(model=MODEL, max_tokens=9, system=cached, messages=history) as stream:
            final = stream.get_final_message()
        history += [{"role": "assistant", "content": final.content}, HELLO]
        client.messages.create(model=MODEL, max_tokens=9, system=cached, messages=history)
    refused = {"type": "tool_result", "fidelity": "router", "tool_id": "toolu_1", "tool_content": "no can"}
    prompt = block("Be brief", "router", cache_control={"type": "ephemeral"}, system=True)
    assert said(talk.path) == [
        user("Hello", prompt),
        assistant(THINKING, USE, **STATED),
        user(refused | {"is_error": True}),
        WHOLE,
        user("Hello"),
        assistant("Done", **STATED),
    ]


def test_what_a_program_begins_for_the_model_is_part_of_its_question(
    standin: Standin, client: Anthropic, tmp_path: Path
) -> None:
    standin.will(Reply(message(words(" day"))))
    with run("talk", directory=tmp_path) as talk:
        begun: Any = {"role": "assistant", "content": "Good"}
        record(client).messages.create(model=MODEL, max_tokens=9, messages=[HELLO, begun])
    assert said(talk.path) == [
        user("Hello"),
        assistant(block("Good", "router"), sent=True),
        assistant(" day", **STATED),
    ]


def test_blocks_that_transcripts_do_not_know_are_kept(standin: Standin, client: Anthropic, tmp_path: Path) -> None:
    search = {"type": "server_tool_use", "id": "srv_1", "name": "web_search", "input": {"query": "roses"}}
    found = {"type": "web_search_tool_result", "tool_use_id": "srv_1", "content": []}
    hidden = {"type": "redacted_thinking", "data": "eA=="}
    odd = {"type": "hologram", "depth": 3}
    image: Any = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AAAA"}}
    standin.will(Reply(message(hidden, search, found, odd)))
    with run("talk", directory=tmp_path) as talk:
        asked: Any = {"role": "user", "content": [image]}
        record(client).messages.create(model=MODEL, max_tokens=9, messages=[asked])
    assert said(talk.path) == [
        user({"type": "text", "fidelity": "router", "part": image}),
        assistant(
            {"type": "thinking", **EMITTED, "part": hidden},
            {
                "type": "tool_use",
                **EMITTED,
                "tool_name": "web_search",
                "tool_id": "srv_1",
                "tool_input": {"query": "roses"},
                "part_type": "server_tool_use",
            },
            {
                "type": "tool_result",
                **EMITTED,
                "tool_id": "srv_1",
                "tool_content": [],
                "part_type": "web_search_tool_result",
            },
            {"type": "text", **EMITTED, "part": odd},
            **STATED,
        ),
    ]


def test_a_stream_stays_lazy_and_is_recorded_once_when_it_ends(
    standin: Standin, client: Anthropic, tmp_path: Path
) -> None:
    go = threading.Event()
    standin.will(Stream(streamed(), held=3, go=go), Stream(streamed()))
    record(client)
    with run("talk", directory=tmp_path) as talk:
        stream = client.messages.create(model=MODEL, max_tokens=9, messages=[HELLO], stream=True)
        assert type(stream) is anthropic.Stream
        assert next(stream).type == "message_start"
        assert [each[0] for each in said(talk.path)] == ["message.user"]
        go.set()
        assert len(list(stream)) == len(streamed()) - 2  # a ping is not shown
        with client.messages.stream(model=MODEL, max_tokens=9, messages=[HELLO]) as helper:
            assert "".join(helper.text_stream) == "I water it."
    assert said(talk.path) == [user("Hello"), WHOLE, user("Hello"), WHOLE]


def test_a_stream_that_the_caller_leaves_is_recorded_as_far_as_it_came(
    standin: Standin, client: Anthropic, tmp_path: Path
) -> None:
    record(client)
    with run("talk", directory=tmp_path) as talk:
        standin.will(Stream(streamed()), Stream(streamed()))
        with client.messages.stream(model=MODEL, max_tokens=9, messages=[HELLO]) as helper:
            for event in helper:
                if event.type == "input_json" and event.partial_json:
                    break
        assert len(said(talk.path)) == 2
        for raw in client.messages.create(model=MODEL, max_tokens=9, messages=[HELLO], stream=True):
            if raw.type == "content_block_delta":
                break
    begun = {"model": MODEL, "usage": {"input_tokens": 9, "output_tokens": 1}, "response_id": "msg_1"}
    partial = USE | {"tool_input": '{"plant": '}
    assert said(talk.path) == [
        user("Hello"),
        assistant(THINKING, "I water it.", partial, **begun, incomplete=BROKEN),
        user("Hello"),
        assistant({"type": "thinking", **EMITTED, "thinking": "It is", "signature": ""}, **begun, incomplete=BROKEN),
    ]


def test_errors_are_recorded_and_raised_as_they_are(standin: Standin, client: Anthropic, tmp_path: Path) -> None:
    overloaded = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
    standin.will(Reply(overloaded, 529), Stream([*streamed()[:4], overloaded]))
    record(client)
    with run("talk", directory=tmp_path) as talk:
        with pytest.raises(anthropic.APIStatusError, match="Overloaded"):
            client.messages.create(model=MODEL, max_tokens=9, messages=[HELLO])
        with (
            client.messages.stream(model=MODEL, max_tokens=9, messages=[HELLO]) as stream,
            pytest.raises(anthropic.APIStatusError, match="Overloaded"),
        ):
            stream.until_done()
    _, failed, _, broken = said(talk.path)
    assert (failed[1]["blocks"], "Overloaded" in failed[1]["error"]) == ([], True)
    assert broken[1]["blocks"] == [{"type": "thinking", **EMITTED, "thinking": "It is", "signature": ""}]
    assert "Overloaded" in broken[1]["error"]
    assert "incomplete" not in broken[1]


def test_copies_beta_and_raw_responses_are_recorded_too(standin: Standin, client: Anthropic, tmp_path: Path) -> None:
    record(client)
    with run("talk", directory=tmp_path) as talk:
        standin.will(*[Reply(message(words(str(number)))) for number in range(3)])
        client.with_options(timeout=5).messages.create(model=MODEL, max_tokens=9, messages=[HELLO])
        client.beta.messages.create(model=MODEL, max_tokens=9, messages=[HELLO])
        raw = client.messages.with_raw_response.create(model=MODEL, max_tokens=9, messages=[HELLO])
        assert raw.parse().content[0].type == "text"
    replies = [payload["blocks"] for kind, payload in said(talk.path) if kind == "message.assistant"]
    assert replies == [[block("0")], [block("1")], [block("2")]]


def test_other_calls_of_the_client_are_left_alone(standin: Standin, client: Anthropic, tmp_path: Path) -> None:
    standin.will(Reply({"input_tokens": 7}))
    with run("talk", directory=tmp_path) as talk:
        assert record(client).messages.count_tokens(model=MODEL, messages=[HELLO]).input_tokens == 7
    assert said(talk.path) == []


def test_async_calls_are_recorded_in_the_run_of_their_task(standin: Standin, tmp_path: Path) -> None:
    async def ask() -> Path | None:
        async with (
            AsyncAnthropic(base_url=standin.url, api_key="sk-test", max_retries=0) as client,
            run("talk", directory=tmp_path) as talk,
        ):
            record(client)
            await client.messages.create(model=MODEL, max_tokens=9, messages=[HELLO])
            async with client.messages.stream(model=MODEL, max_tokens=9, messages=[HELLO]) as helper:
                await helper.until_done()
            stream = await client.messages.create(model=MODEL, max_tokens=9, messages=[HELLO], stream=True)
            assert type(stream) is anthropic.AsyncStream
            async for event in stream:
                if event.type == "content_block_stop":
                    break
            await stream.close()
        return talk.path

    standin.will(Reply(message(words("Good day"))), Stream(streamed()), Stream(streamed()))
    begun = {"model": MODEL, "usage": {"input_tokens": 9, "output_tokens": 1}, "response_id": "msg_1"}
    assert said(asyncio.run(ask())) == [
        user("Hello"),
        assistant("Good day", **STATED),
        user("Hello"),
        WHOLE,
        user("Hello"),
        assistant(THINKING, **begun, incomplete=BROKEN),
    ]


def test_what_is_no_client_is_refused() -> None:
    with pytest.raises(TypeError, match="a client of the package anthropic, not an object of list"):
        record([])
