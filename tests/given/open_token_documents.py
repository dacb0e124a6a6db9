"""Small whole Open-Token documents, put together from events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import UNSET

from steno.base.exact import encode
from steno.formats.open_token.layout import enveloped

SYSTEM, HUMAN, MODEL, TOOL, AGENT = "act_001", "act_002", "act_003", "act_004", "act_005"

PARTICIPANTS = [
    {"actor_id": SYSTEM, "kind": "system", "name": "system"},
    {"actor_id": HUMAN, "kind": "human", "name": "user"},
    {"actor_id": MODEL, "kind": "model", "name": "assistant"},
    {"actor_id": TOOL, "kind": "tool", "name": "Search"},
    {"actor_id": AGENT, "kind": "model", "name": "sub-agent"},
]


def event(seq: int, **fields: Any) -> dict[str, Any]:
    """A user's message, with other fields in its place; UNSET leaves one out."""
    whole: dict[str, Any] = {
        "id": f"evt_{seq:06d}",
        "seq": seq,
        "type": "message",
        "actor_id": HUMAN,
        "visibility": "public",
        "role": "user",
        "content": text("Hello."),
    }
    return _set(whole | fields)


def answer(seq: int, **fields: Any) -> dict[str, Any]:
    return event(seq, **{"actor_id": MODEL, "role": "assistant", "content": text("Hello to you.")} | fields)


def call(seq: int, number: int = 1, **fields: Any) -> dict[str, Any]:
    whole = {
        "type": "tool_use",
        "actor_id": MODEL,
        "visibility": "internal",
        "role": "assistant",
        "content": data({"tool_name": "Search", "arguments": {"query": "steno"}}),
        "links": {"call_id": f"call_{number:06d}"},
    }
    return event(seq, **whole | fields)


def result(seq: int, number: int = 1, **fields: Any) -> dict[str, Any]:
    whole = {
        "type": "tool_result",
        "actor_id": TOOL,
        "visibility": "internal",
        "role": "tool",
        "content": text("Shorthand."),
        "links": {"call_id": f"call_{number:06d}"},
    }
    return event(seq, **whole | fields)


def annotation(seq: int, said: Any, **fields: Any) -> dict[str, Any]:
    whole = {
        "type": "annotation",
        "actor_id": SYSTEM,
        "visibility": "metadata",
        "role": "system",
        "content": data(said),
    }
    return event(seq, **whole | {"content": data(said)} | fields)


def span(seq: int, kind: str, said: Any = UNSET, number: int = 1, **fields: Any) -> dict[str, Any]:
    whole = {
        "type": kind,
        "actor_id": MODEL,
        "visibility": "metadata",
        "role": "assistant",
        "content": data({} if said is UNSET else said),
        "links": {"span_id": f"span_{number:06d}"},
    }
    return event(seq, **whole | fields)


def text(words: str, **fields: Any) -> dict[str, Any]:
    return {"mime": "text/plain", "text": words, **fields}


def data(value: Any, **fields: Any) -> dict[str, Any]:
    return {"mime": "application/json", "data": value, **fields}


def document(*events: Any, conversation: Mapping[str, Any] | None = None, **top: Any) -> str:
    """A document with these events; UNSET leaves a key of the top out."""
    whole = {
        "open_token_version": "0.1",
        "exported_at": "2026-01-31T00:00:00Z",
        "conversation": {"id": "conv_20260131_0badcafe", **(conversation or {})},
        "participants": PARTICIPANTS,
        "events": list(events) or [event(1)],
    }
    return encode(_set(whole | top)).decode()


def lines(*events: Any, header: Any = None, footer: Any = None) -> str:
    """An ndjson export; events that are no objects are written as they are."""
    first = {
        "type": "header",
        "open_token_version": "0.1",
        "conversation": {"id": "conv_20260131_0badcafe"},
        "participants": PARTICIPANTS,
    }
    whole = [first if header is None else header]
    whole += [enveloped(each) if "type" in each and "seq" in each else each for each in events or [event(1)]]
    if footer is not None:
        whole.append(footer)
    return "".join(encode(each).decode() + "\n" for each in whole if each is not UNSET)


def _set(whole: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in whole.items() if value is not UNSET}
