"""Providers and servers that imitate them send what they like: nothing of it may break the program that is recorded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from steno.formats.awf import strict
from steno.integrations import anthropic_messages, openai_chat, openai_responses, otel_messages
from steno.integrations.client import Dialect
from steno.integrations.history import History
from steno.integrations.message import Message, fitting
from steno.integrations.shape import unquoted
from steno.record.plain import plain
from tests.given.effort import examples
from tests.given.timing import linear

DIALECTS = {
    "chat": Dialect(openai_chat.sent, openai_chat.came, openai_chat.Chunks),
    "responses": Dialect(openai_responses.sent, openai_responses.came, openai_responses.Events),
    "messages": Dialect(anthropic_messages.sent, anthropic_messages.came, anthropic_messages.Events),
}
WORDS = [
    "text", "message", "content", "role", "user", "assistant", "system", "tool", "type", "id", "index", "thinking",
    "tool_use", "tool_result", "tool_calls", "function", "arguments", "name", "input", "output", "choices", "delta",
    "finish_reason", "usage", "model", "messages", "instructions", "reasoning", "summary", "call_id", "function_call",
    "function_call_output", "content_block_delta", "content_block_start", "content_block", "text_delta", "partial_json",
    "input_json_delta", "message_start", "message_delta", "message_stop", "citations_delta", "citation", "citations",
    "signature", "response.output_text.delta", "response.output_item.added", "response.function_call_arguments.delta",
    "response.completed", "response", "item", "output_index", "content_index", "parts", "tool_call", "part", "refusal",
    "server_tool_use", "redacted_thinking", "image", "file_search_call", "error", "tool_call_response", "custom",
]  # fmt: skip
LEAF = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-1, 3),
    st.just(2**70),
    st.floats(),
    st.sampled_from(["", "{}", '{"a": 1.10}']),
)
JSON = st.recursive(
    LEAF | st.sampled_from(WORDS),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=6),
    max_leaves=15,
)


def objects(*keys: str) -> st.SearchStrategy[Any]:
    """Objects that state some of the keys that matter at the top."""
    return st.fixed_dictionaries({}, optional=dict.fromkeys(keys, JSON))


def recordable(messages: list[Message]) -> None:
    history = History()
    for message in history.new(messages):
        role = "assistant" if message.role == "assistant" else "user"
        blocks = plain([fitting(each) for each in message.blocks])
        assert strict.arranged(f"message.{role}", {"role": role, "blocks": blocks, **plain(message.more)})


def fitted(messages: list[Message]) -> list[Message]:
    return [each._replace(blocks=[fitting(block) for block in each.blocks]) for each in messages]


@pytest.mark.parametrize("name", list(DIALECTS))
@settings(max_examples=examples(50), deadline=None)
@given(body=objects("messages", "input", "instructions", "system") | JSON)
def test_any_request_can_be_recorded(name: str, body: Any) -> None:
    recordable(fitted(DIALECTS[name].sent(plain(body))))


@pytest.mark.parametrize("name", list(DIALECTS))
@settings(max_examples=examples(50), deadline=None)
@given(reply=objects("choices", "content", "output", "usage", "id", "error") | JSON)
def test_any_reply_can_be_recorded(name: str, reply: Any) -> None:
    recordable(fitted(DIALECTS[name].came(plain(reply))))


@pytest.mark.parametrize("name", list(DIALECTS))
@settings(max_examples=examples(50), deadline=None)
@given(
    events=st.lists(
        objects("type", "index", "delta", "choices", "item", "content_block", "message", "output_index", "response"),
        max_size=6,
    )
)
def test_any_stream_can_be_recorded(name: str, events: list[Any]) -> None:
    pieces = DIALECTS[name].pieces()
    for event in events:
        pieces.add(plain(event))
    assert pieces.complete in (True, False)
    recordable(fitted(DIALECTS[name].came(pieces.reply())))


PIECE: dict[str, Any] = {
    "chat": {"choices": [{"index": 0, "delta": {"content": "rose "}}]},
    "responses": {"type": "response.output_text.delta", "output_index": 0, "content_index": 0, "delta": "rose "},
    "messages": {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "rose "}},
}


@pytest.mark.parametrize("name", list(DIALECTS))
def test_a_reply_of_many_pieces_is_put_together_in_linear_time(name: str) -> None:
    def joined(count: int) -> None:
        pieces = DIALECTS[name].pieces()
        for _ in range(count):
            pieces.add(PIECE[name])
        DIALECTS[name].came(pieces.reply())

    assert linear(lambda count: lambda: joined(count), 10_000)


@settings(max_examples=examples(50), deadline=None)
@given(
    stated=st.dictionaries(
        st.sampled_from([otel_messages.INPUT, otel_messages.OUTPUT, otel_messages.SYSTEM, "gen_ai.usage.x"]), JSON
    ),
    events=st.lists(st.tuples(st.sampled_from(["gen_ai.user.message", "gen_ai.choice", otel_messages.DETAILS]),
                              objects("content", "message", "gen_ai.event.content")), max_size=3),
)  # fmt: skip
def test_any_span_can_be_recorded(stated: dict[str, Any], events: list[Any]) -> None:
    read: list[Callable[..., list[Message]]] = [otel_messages.sent, otel_messages.came]
    for each in read:
        recordable(fitted(each(plain(stated), plain([list(event) for event in events]))))


@pytest.mark.parametrize(
    ("spelled", "meant"),
    [
        ('{"plant": "rose"}', {"plant": "rose"}),
        ("[1, 2]", [1, 2]),
        ('{"litres": 1.10}', '{"litres": 1.10}'),
        ('{"a": 1, "a": 2}', '{"a": 1, "a": 2}'),
        ('{"pl', '{"pl'),
        ("7", "7"),
        ("", ""),
        (None, None),
    ],
)
def test_arguments_are_read_where_a_value_can_hold_them_exactly(spelled: Any, meant: Any) -> None:
    assert unquoted(spelled) == meant
