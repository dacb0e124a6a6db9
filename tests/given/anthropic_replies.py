"""Replies of Anthropic's API, as a stand-in server gives them."""

from __future__ import annotations

from typing import Any

MODEL = "claude-test-1"
USAGE = {"input_tokens": 9, "output_tokens": 3}
CALL = {"type": "tool_use", "id": "toolu_1", "name": "water", "input": {"plant": "rose"}}


def message(*content: Any, **more: Any) -> dict[str, Any]:
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": MODEL,
        "content": list(content),
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": USAGE,
        **more,
    }


def streamed() -> list[dict[str, Any]]:
    """A thought, a text and a call, in pieces."""
    begun = message() | {"stop_reason": None, "usage": {"input_tokens": 9, "output_tokens": 1}}
    parts = [
        ({"type": "thinking", "thinking": "", "signature": ""}, "thinking_delta", "thinking", ["It is", " dry."]),
        ({"type": "text", "text": ""}, "text_delta", "text", ["I water", " it."]),
        (CALL | {"input": {}}, "input_json_delta", "partial_json", ["", '{"plant": ', '"rose"}']),
    ]
    events: list[dict[str, Any]] = [{"type": "message_start", "message": begun}, {"type": "ping"}]
    for index, (start, type, field, pieces) in enumerate(parts):
        events.append({"type": "content_block_start", "index": index, "content_block": start})
        deltas = [{"type": type, field: piece} for piece in pieces]
        if type == "thinking_delta":
            deltas.append({"type": "signature_delta", "signature": "c2ln"})
        events += [{"type": "content_block_delta", "index": index, "delta": each} for each in deltas]
        events.append({"type": "content_block_stop", "index": index})
    delta = {"stop_reason": "tool_use", "stop_sequence": None}
    return [*events, {"type": "message_delta", "delta": delta, "usage": {"output_tokens": 3}}, {"type": "message_stop"}]
