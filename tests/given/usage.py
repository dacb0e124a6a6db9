"""Invented logs that state usage, as Claude Code and Codex write it."""

from __future__ import annotations

import io
import itertools
from collections.abc import Iterable
from typing import Any

from steno import pipeline
from steno.diagnostics import Place
from steno.model import Trace
from tests.given.machine import lines, record

OPUS = "claude-opus-4-5-20251101"
DAY = "2026-01-02"

Record = dict[str, Any]


def answer(number: int, id: str, output: int, *, session: str = "s", model: str = OPUS, **more: Any) -> Record:
    """A record of one block of an answer, with the usage so far."""
    usage = {
        "input_tokens": 10,
        "cache_read_input_tokens": 80,
        "cache_creation_input_tokens": 10,
        "output_tokens": output,
        **more.pop("usage", {}),
    }
    block = more.pop("block", {"type": "text", "text": f"{id} {output}"})
    entry: Record = record("assistant", [block], number, session, **more)
    entry["message"] |= {"id": id, "model": model, "usage": usage}
    return entry


def call(id: str, tool: str, **arguments: Any) -> Record:
    return {"type": "tool_use", "id": id, "name": tool, "input": arguments}


def claude(records: Iterable[Record], path: str = "s.jsonl") -> Trace:
    return _read(lines(list(records)), "claude-code", path)


def tally(input: int, cached: int, output: int, **more: int) -> Record:
    return {
        "input_tokens": input,
        "cached_input_tokens": cached,
        "output_tokens": output,
        "reasoning_output_tokens": 0,
        "total_tokens": input + output,
        **more,
    }


def told(total: Record | None, last: Record | None = None) -> Record:
    info = None if total is None else {"total_token_usage": total, "last_token_usage": last or total}
    return {"type": "event_msg", "payload": {"type": "token_count", "info": info}}


def turn(model: str = "gpt-5.3-codex") -> Record:
    return {"type": "turn_context", "payload": {"model": model, "cwd": "/srv/garden"}}


def rollout(id: str, records: Iterable[Record], *, started: str = f"{DAY}T03:04:00Z", **meta: Any) -> list[Record]:
    """The records of a thread; those that state no time are a second apart."""
    first = {"type": "session_meta", "payload": {"id": id, "timestamp": started, "cwd": "/srv/garden", **meta}}
    clock = itertools.count()
    return [{"timestamp": f"{DAY}T03:04:{next(clock):02}Z", **each} for each in (first, *records)]


def codex(records: Iterable[Record], path: str = "rollout.jsonl") -> Trace:
    return _read(lines(list(records)), "codex", path)


def _read(data: bytes, format: str, path: str) -> Trace:
    (trace,) = pipeline.read(io.BytesIO(data), Place(path), lambda _: None, format)
    return trace


def tick(number: int, id: str, output: int = 3, agent: str = "a1") -> dict[str, Any]:
    """What a session's file tells of a sub-agent at work."""
    nested = answer(number, id, output, isSidechain=True, agentId=agent)
    data = {"type": "agent_progress", "agentId": agent, "prompt": "Count", "message": nested, "normalizedMessages": []}
    return {"type": "progress", "data": data, "parentToolUseID": "toolu_1", "toolUseID": f"agent_{id}", **{
        key: nested[key] for key in ("uuid", "parentUuid", "sessionId", "timestamp", "cwd", "version")
    }}  # fmt: skip
