"""Replies of OpenAI's API, as a stand-in server gives them."""

from __future__ import annotations

from typing import Any

USAGE = {"prompt_tokens": 9, "completion_tokens": 3, "total_tokens": 12}


def completion(content: str | None = "Good day", **more: Any) -> dict[str, Any]:
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": content, **more}}
    return {"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "gpt-test-1"} | {
        "choices": [choice],
        "usage": USAGE,
    }
