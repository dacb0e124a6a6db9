"""A secret that is cut into pieces does not leave in pieces, wherever texts of a trace belong together."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from hypothesis import given, settings
from msgspec import Struct
from msgspec.structs import replace

from steno import registry
from steno.base.ids import tag
from steno.detect.rule import crc32_base62, fake
from steno.model import Trace
from steno.passes.redact import Redact
from steno.redaction import Redaction
from steno.testing.strategies import traces
from tests.given import redacted as every_way
from tests.given.effort import examples

KEY = b"a key for tests"
BODY = fake(30)
GITHUB = "ghp_" + BODY + crc32_base62(BODY)
MARK = f"[REDACTED:auth_token:{tag(KEY, 'auth_token', GITHUB)}]"
SESSION = "11111111-2222-4333-8444-555555555555"
ONE, TWO, THREE = GITHUB[:13], GITHUB[13:25], GITHUB[25:]


def redacted(records: list[dict[str, Any]], format: str) -> list[dict[str, Any]]:
    data = b"".join(json.dumps(each).encode() + b"\n" for each in records)
    redaction = Redaction(key=KEY)
    out = every_way.redacted(data, redaction, format)
    assert every_way.values(every_way.redacted(out, redaction, format)) == every_way.values(out)
    return [json.loads(out)] if format == "open-token" else [json.loads(line) for line in out.splitlines()]


def claude(kind: str, content: object, response: str = "msg_1", **more: object) -> dict[str, Any]:
    return {
        "type": kind, "uuid": "u1", "sessionId": SESSION, "timestamp": "2026-01-31T10:00:00.000Z",
        "message": {"id": response, "role": kind, "model": "m", "content": content}, **more,
    }  # fmt: skip


def codex(kind: str, **payload: object) -> dict[str, Any]:
    return {"timestamp": "2026-01-31T10:00:00.000Z", "type": kind, "payload": payload}


def text(words: str) -> dict[str, str]:
    return {"type": "text", "text": words}


def test_blocks_of_one_message() -> None:
    before = [claude("user", [text(f"use {ONE}"), text(TWO), text(f"{THREE}, please")])]
    assert redacted(before, "claude-code") == [
        claude("user", [text(f"use {MARK}"), text(MARK), text(f"{MARK}, please")])
    ]


def test_blocks_of_one_response_in_records_of_their_own() -> None:
    tick = {"type": "progress", "uuid": "u2", "sessionId": SESSION, "data": {"type": "hook_progress"}}
    before = [claude("assistant", [text(f"a {ONE}")]), tick, claude("assistant", [text(f"{TWO}{THREE} b")])]
    assert redacted(before, "claude-code") == [
        claude("assistant", [text(f"a {MARK}")]), tick, claude("assistant", [text(f"{MARK} b")])
    ]  # fmt: skip


def test_prompts_of_a_human_are_messages_of_their_own() -> None:
    before = [claude("user", f"a {ONE}"), claude("user", f"{TWO}{THREE} b")]
    assert redacted(before, "claude-code") == before


def test_parts_of_a_result() -> None:
    def result(*words: str) -> list[dict[str, Any]]:
        return [{"type": "tool_result", "tool_use_id": "t1", "content": [text(each) for each in words]}]

    before = [claude("user", result(f"a {ONE}", f"{TWO}{THREE} b"))]
    assert redacted(before, "claude-code") == [claude("user", result(f"a {MARK}", f"{MARK} b"))]


@pytest.mark.parametrize("size", [1, 4, 5, 39])
def test_pieces_of_a_streamed_message(size: int) -> None:
    pieces = ["see", " ", *(GITHUB[start : start + size] for start in range(0, len(GITHUB), size)), " now"]

    def records(texts: list[str]) -> list[dict[str, Any]]:
        return [codex("event_msg", type="agent_message_delta", delta=each) for each in texts]

    assert redacted(records(pieces), "codex") == records(["see", " ", *[MARK] * (len(pieces) - 3), " now"])


def test_streams_that_alternate_are_told_apart() -> None:
    def delta(item: str, words: str) -> dict[str, Any]:
        return codex("event_msg", type="agent_message_content_delta", thread_id="t", item_id=item, delta=words)

    before = [
        delta("a", f"x {ONE}"),
        delta("b", "other words"),
        delta("a", TWO),
        delta("b", " go on"),
        delta("a", THREE),
    ]
    assert redacted(before, "codex") == [
        delta("a", f"x {MARK}"), delta("b", "other words"), delta("a", MARK), delta("b", " go on"), delta("a", MARK)
    ]  # fmt: skip


def test_output_of_a_command_in_base64() -> None:
    def chunk(words: str, *, plain: bool = False) -> dict[str, Any]:
        said = words if plain else base64.b64encode(words.encode()).decode()
        return codex("event_msg", type="exec_command_output_delta", call_id="c1", stream="stdout", chunk=said)

    before = [chunk("first line\n"), chunk(f"TOKEN {ONE}"), chunk(f"{TWO}{THREE}\n"), chunk("last line\n")]
    assert redacted(before, "codex") == [
        chunk("first line\n"), chunk(MARK, plain=True), chunk(MARK, plain=True), chunk("last line\n")
    ]  # fmt: skip


def test_messages_of_a_model_that_goes_on_and_results_of_one_call() -> None:
    def document(*words: str) -> dict[str, Any]:
        kinds = [("message", "act_001", "assistant")] * 2 + [("tool_result", "act_002", "tool")] * 2
        events = [
            {
                "id": f"evt_{number:06}", "seq": number, "actor_id": actor, "type": kind, "visibility": "public",
                "role": role, "content": {"mime": "text/plain", "text": said}, "links": {"call_id": "call_000001"},
            }
            for number, ((kind, actor, role), said) in enumerate(zip(kinds, words, strict=True), 1)
        ]  # fmt: skip
        participants = [
            {"actor_id": f"act_00{number}", "kind": kind, "name": kind}
            for number, kind in enumerate(("model", "tool"), 1)
        ]
        return {
            "open_token_version": "0.1", "conversation": {"id": "conv_1"}, "participants": participants,
            "events": events,
        }  # fmt: skip

    (after,) = redacted([document(f"use {ONE}", f"{TWO}{THREE} now", f"env {ONE}{TWO}", f"{THREE} end")], "open-token")
    assert after["events"] == document(f"use {MARK}", f"{MARK} now", f"env {MARK}", f"{MARK} end")["events"]


def test_lines_of_a_patch() -> None:
    pem = ["-----BEGIN PRIVATE " + "KEY-----", fake(64), fake(63) + "x", "-----END PRIVATE " + "KEY-----"]
    content = [{"type": "tool_result", "tool_use_id": "t1", "content": "done"}]
    before = [claude("user", content, toolUseResult={"lines": ["+ a = 1", *(f"+{each}" for each in pem), " b"]})]
    (after,) = redacted(before, "claude-code")
    first, *key, last = after["toolUseResult"]["lines"]
    assert (first, last) == ("+ a = 1", " b")
    assert {line.lstrip("+")[:22] for line in key} == {"[REDACTED:private_key:"}
    assert len({line.lstrip("+") for line in key}) == 1


def test_what_was_cut_is_masked_where_it_stands_whole() -> None:
    before = [
        codex("event_msg", type="agent_message_delta", delta=f"use {ONE}"),
        codex("event_msg", type="agent_message_delta", delta=TWO + THREE),
        codex("event_msg", type="error", message=f"no {GITHUB.replace('ghp_', 'ghp%5F')}"),
    ]
    *_, last = redacted(before, "codex")
    assert last["payload"]["message"] == f"no {MARK}"


# Every string of a trace


def planted(value: Any, token: str) -> Any:
    """The same value with the token in every string, keys of objects too; told apart by a number where they must be."""
    if isinstance(value, str):
        return token
    if isinstance(value, Struct):
        return replace(value, **{name: planted(getattr(value, name), token) for name in value.__struct_fields__})
    if isinstance(value, dict):
        return {f"{token} {number}": planted(each, token) for number, each in enumerate(value.values())}
    if isinstance(value, list | tuple):
        return type(value)(planted(each, token) for each in value)
    return value


@pytest.mark.parametrize("level", ["secrets", "pii", "strict"])
@given(trace=traces())
@settings(max_examples=examples(25), deadline=None)
def test_a_token_in_every_string_of_a_trace_is_masked_in_each(level: str, trace: Trace) -> None:
    full = planted(replace(trace, facts=frozenset()), GITHUB)
    assert repr(full).count(GITHUB) > 10
    clean = Redact(level, KEY, formats=registry.formats.get).run(full, lambda _: None)
    assert GITHUB not in repr(clean)
