"""Where Qwen Code keeps its sessions, and those of their sub-agents."""

from __future__ import annotations

from steno.kit.nested import Nested
from steno.kit.places import Stored

PLACES = Nested(
    Stored(".qwen", r"[^/]+/chats/(?P<id>[^/]+)\.jsonl", ("projects",), "QWEN_HOME"),
    r"[^/]+/subagents/(?P<parent>[^/]+)/agent-[^/]+\.jsonl",
    "../subagents/{id}/agent-*.jsonl",
).of("qwen-code")
