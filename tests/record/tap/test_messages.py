"""Which messages between an MCP client and its server become which events."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from msgspec import Raw

from steno.record.tap.lost import Lost, by_name, sentence
from steno.record.tap.messages import Calls, Recorded
from steno.record.tap.side import Side

CLIENT, SERVER = Side.CLIENT, Side.SERVER


class Talk:
    """Messages in, events out."""

    def __init__(self, most: int = 100) -> None:
        self.lost: list[Lost] = []
        self.calls = Calls("run", self.lost.append, most)

    def __call__(self, who: Side, message: object, scope: str = "", exchange: str = "") -> list[Recorded]:
        data = message if isinstance(message, bytes) else json.dumps(message).encode()
        return list(self.calls.said(who, data, scope, exchange))


def ask(id: object, name: str = "water", method: str = "tools/call", **params: object) -> dict[str, object]:
    return {"jsonrpc": "2.0", "id": id, "method": method, "params": {"name": name, **params}}


def answer(id: object, result: object) -> dict[str, object]:
    return {"jsonrpc": "2.0", "id": id, "result": result}


def called(number: int, name: str = "water", input: object = None, **more: object) -> Recorded:
    payload = {"name": name, "call_id": f"run/{number}", "input": input, "fidelity": "router"}
    return Recorded("tool.call", {**payload, **more})


def resulted(number: int, output: object, name: str = "water", **more: object) -> Recorded:
    payload = {"name": name, "call_id": f"run/{number}", "output": output, "fidelity": "router"}
    return Recorded("tool.result", {**payload, **more})


def test_a_tool_call_and_its_result_carry_the_same_call_id() -> None:
    talk = Talk()
    assert talk(CLIENT, ask(7, arguments={"plant": "rose"})) == [called(1, input={"plant": "rose"})]
    result = {"content": [{"type": "text", "text": "wet"}], "structuredContent": {"wet": True}}
    assert talk(SERVER, answer(7, result)) == [resulted(1, result)]
    assert (talk.calls.made, talk.calls.open, talk.calls.unanswered, talk.lost) == (1, 0, 0, [])


def test_what_else_a_call_was_sent_with_is_kept_beside_its_input() -> None:
    meta = {"progressToken": 3, "agent/toolUseId": "toolu_1"}
    assert Talk()(CLIENT, ask(1, arguments={}, _meta=meta, task={"ttl": 5})) == [
        called(1, input={}, mcp={"_meta": meta, "task": {"ttl": 5}})
    ]


def test_resources_and_prompts_are_calls_named_by_their_method() -> None:
    talk = Talk()
    read = {"jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": {"uri": "garden://beds", "_meta": {}}}
    (event,) = talk(CLIENT, read)
    assert event.payload == {
        "name": "resources/read",
        "call_id": "run/1",
        "input": {"uri": "garden://beds"},
        "fidelity": "router",
        "mcp": {"_meta": {}},
    }
    (event,) = talk(CLIENT, ask("p", "advice", "prompts/get", arguments={"plant": "rose"}))
    assert (event.payload["name"], event.payload["input"]) == (
        "prompts/get",
        {"name": "advice", "arguments": {"plant": "rose"}},
    )
    assert talk(SERVER, answer("p", {"messages": []})) == [resulted(2, {"messages": []}, "prompts/get")]


def test_a_json_rpc_error_is_the_error_of_the_result_and_whole_its_output() -> None:
    talk = Talk()
    error = {"code": -32602, "message": "Unknown tool: nix", "data": {"known": ["water"]}}
    talk(CLIENT, ask(1))
    assert talk(SERVER, {"jsonrpc": "2.0", "id": 1, "error": error}) == [resulted(1, error, error="Unknown tool: nix")]


@pytest.mark.parametrize(
    ("error", "text"),
    [({"code": -32000, "message": ""}, "JSON-RPC error -32000"), ("broken", "JSON-RPC error"), ({}, "JSON-RPC error")],
)
def test_an_error_without_words_is_named_by_what_it_has(error: object, text: str) -> None:
    talk = Talk()
    talk(CLIENT, ask(1))
    assert talk(SERVER, {"id": 1, "error": error})[0].payload["error"] == text


def test_a_result_that_calls_itself_an_error_keeps_its_output() -> None:
    talk = Talk()
    result = {"isError": True, "content": [{"type": "text", "text": "no"}, {"type": "image"}, {"text": "rain"}, 5]}
    talk(CLIENT, ask(1))
    assert talk(SERVER, answer(1, result)) == [resulted(1, result, error="no\nrain")]
    talk(CLIENT, ask(2))
    assert talk(SERVER, answer(2, {"isError": True})) == [
        resulted(2, {"isError": True}, error="the result says isError")
    ]


def test_answers_may_come_in_any_order() -> None:
    talk = Talk()
    for id in (1, 2, 3):
        talk(CLIENT, ask(id))
    events = [event for id in (3, 1, 2) for event in talk(SERVER, answer(id, id * 10))]
    assert events == [resulted(3, 30), resulted(1, 10), resulted(2, 20)]


def test_an_id_may_be_a_number_or_a_string_and_the_two_differ() -> None:
    talk = Talk()
    talk(CLIENT, ask(1))
    talk(CLIENT, ask("1", "prune"))
    assert talk(SERVER, answer("1", "a")) == [resulted(2, "a", "prune")]
    assert talk(SERVER, answer(1, "b")) == [resulted(1, "b")]


def test_an_id_may_be_used_again_once_it_is_answered() -> None:
    talk = Talk()
    for number in (1, 2):
        talk(CLIENT, ask(1))
        assert talk(SERVER, answer(1, None)) == [resulted(number, None)]
    assert talk.lost == []


def test_an_id_used_again_too_early_costs_the_first_its_answer_and_is_said() -> None:
    talk = Talk()
    talk(CLIENT, ask(1))
    talk(CLIENT, ask(1))
    assert talk(SERVER, answer(1, "x")) == [resulted(2, "x")]
    assert (talk.lost, talk.calls.unanswered, talk.calls.open) == ([Lost.REUSED_ID], 1, 0)


def test_a_cancelled_call_ends_with_the_cancellation_and_a_late_answer_is_said() -> None:
    talk = Talk()
    talk(CLIENT, ask(1))
    talk(CLIENT, ask(2))
    cancel = {"method": "notifications/cancelled", "params": {"requestId": 1, "reason": "too slow"}}
    assert talk(CLIENT, cancel) == [resulted(1, None, error="cancelled by the client: too slow")]
    assert talk(CLIENT, cancel) == []
    assert talk(SERVER, answer(1, "late")) == []
    assert talk.lost == [Lost.AFTER_CANCEL]
    bare = {"method": "notifications/cancelled", "params": {"requestId": 2}}
    assert talk(CLIENT, bare) == [resulted(2, None, error="cancelled by the client")]


def test_an_unanswered_call_has_no_result() -> None:
    talk = Talk()
    talk(CLIENT, ask(1), "one")
    talk(CLIENT, ask(1), "two")
    assert (talk.calls.open, talk.calls.unanswered) == (2, 0)
    talk.calls.closed("one")
    assert (talk.calls.open, talk.calls.unanswered) == (1, 1)


def test_ids_of_different_sessions_do_not_meet() -> None:
    talk = Talk()
    talk(CLIENT, ask(1), "one")
    talk(CLIENT, ask(1, "prune"), "two")
    assert talk(SERVER, answer(1, "two"), "two") == [resulted(2, "two", "prune")]
    assert talk(SERVER, answer(1, "one"), "one") == [resulted(1, "one")]


def test_a_failed_exchange_fails_its_own_calls_only() -> None:
    talk = Talk()
    talk(CLIENT, ask(1), "session", "a")
    talk(CLIENT, ask(2), "session", "b")
    assert list(talk.calls.failed("a", "HTTP 500")) == [resulted(1, None, error="HTTP 500")]
    assert talk.calls.open == 1


def test_each_message_of_a_batch_counts() -> None:
    talk = Talk()
    assert talk(CLIENT, [ask(1), {"method": "ping", "id": 9}, ask(2, "prune"), 5]) == [
        called(1),
        called(2, "prune"),
    ]
    assert talk(SERVER, [answer(2, "b"), answer(9, {}), answer(1, "a")]) == [
        resulted(2, "b", "prune"),
        resulted(1, "a"),
    ]
    assert talk.lost == [Lost.NOT_RPC]


def test_requests_of_the_server_and_other_methods_are_counted_not_recorded() -> None:
    talk = Talk()
    sampling = {"jsonrpc": "2.0", "id": 1, "method": "sampling/createMessage", "params": {"messages": []}}
    assert talk(SERVER, sampling) == []
    assert talk(CLIENT, answer(1, {"role": "assistant"})) == []
    assert talk(SERVER, {"method": "notifications/progress", "params": {}}) == []
    assert talk(SERVER, ask(1)) == []  # a server that asks for a tool calls none of its own
    assert talk(CLIENT, {"method": "tools/call", "params": {"name": "water"}}) == []  # a notification: no answer
    assert talk.calls.unrecorded == Counter({"sampling/createMessage": 1, "notifications/progress": 1, "tools/call": 2})
    assert talk.lost == []


def test_a_server_request_with_the_id_of_an_open_call_does_not_answer_it() -> None:
    talk = Talk()
    talk(CLIENT, ask(1))
    talk(SERVER, {"jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": {}})
    talk(CLIENT, answer(1, {"action": "accept"}))
    assert talk(SERVER, answer(1, "done")) == [resulted(1, "done")]


def test_methods_without_end_are_counted_together() -> None:
    talk = Talk()
    for number in range(300):
        talk(SERVER, {"method": f"m{number}"})
    talk(SERVER, {"method": "x" * 1000})
    assert len(talk.calls.unrecorded) == 101
    assert talk.calls.unrecorded["(other)"] == 201


@pytest.mark.parametrize(
    ("data", "lost"),
    [
        (b"Listening on stdio", [Lost.NOT_JSON]),
        (b'{"jsonrpc":"2.0","id":1,', [Lost.NOT_JSON]),
        (b"\xff\xfe", [Lost.NOT_JSON]),
        (b"[" * 100_000, [Lost.NOT_JSON]),
        (b"5", [Lost.NOT_RPC]),
        (b"[]", [Lost.NOT_RPC]),
        (b"{}", [Lost.NOT_RPC]),
        (b'{"method":5}', [Lost.NOT_RPC]),
        (b'{"id":1,"id":2,"result":null}', [Lost.REPEATED_KEY]),
        (b"  \r", []),
        (b"", []),
        (b'{"jsonrpc":"2.0","id":1,"result":{}}\r', []),
    ],
)
def test_what_is_no_message_is_said_and_harms_nothing(data: bytes, lost: list[Lost]) -> None:
    talk = Talk()
    assert talk(SERVER, data) == []
    assert talk.lost == lost


@pytest.mark.parametrize("params", [None, [1, 2], "text", {}, {"name": 5, "arguments": {}}])
def test_a_malformed_call_is_recorded_as_it_came(params: object) -> None:
    (event,) = Talk()(CLIENT, {"id": 1, "method": "tools/call", "params": params})
    assert (event.payload["name"], event.payload["input"]) == ("tools/call", params)


def test_numbers_keep_their_spelling() -> None:
    (event,) = Talk()(
        CLIENT, b'{"id":1,"method":"tools/call","params":{"name":"n","arguments":[1.10,12345678901234567890]}}'
    )
    assert event.payload["input"] == [Raw(b"1.10"), 12345678901234567890]


def test_calls_too_many_to_wait_for_are_forgotten_oldest_first_and_said() -> None:
    talk = Talk(most=2)
    for id in (1, 2, 3):
        talk(CLIENT, ask(id))
    assert (talk.lost, talk.calls.open, talk.calls.unanswered) == ([Lost.FORGOTTEN], 2, 1)
    assert talk(SERVER, answer(1, "x")) == []
    assert talk(SERVER, answer(3, "y")) == [resulted(3, "y")]


@pytest.mark.parametrize(
    "result",
    [
        {"serverInfo": {"name": "garden", "version": "1", "icons": []}},
        {"_meta": {"io.modelcontextprotocol/serverInfo": {"name": "garden", "version": "1"}}},
    ],
)
def test_what_the_server_says_it_is_is_known(result: object) -> None:
    talk = Talk()
    talk(SERVER, answer(0, 5))
    talk(SERVER, answer(0, result))
    talk(SERVER, answer(0, {"serverInfo": {"name": "later"}}))
    assert talk.calls.server == {"name": "garden", "version": "1"}


def test_every_kind_of_loss_has_its_words() -> None:
    counts = Counter(dict.fromkeys(Lost, 2))
    assert len(sentence(counts).split(", ")) >= len(Lost)
    assert by_name(counts) == {lost.value: 2 for lost in Lost}
    assert sentence(Counter({Lost.NOT_JSON: 3})) == "3 lines that are not JSON"
