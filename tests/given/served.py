"""A machine with sessions of several agents, and a server for it, without a protocol in between."""

from __future__ import annotations

import asyncio
import io
import json
import os
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from steno.api.audit import Audit
from steno.api.world import World
from steno.mcp.answer import Result
from steno.mcp.calls import Calls, Tell
from steno.mcp.messages import Request
from steno.mcp.serving import Options, Serving
from tests.given.machine import claude, dialogue, lines

ONE = "11111111-0000-4000-8000-000000000000"
TWO = "22222222-0000-4000-8000-000000000000"
THREAD = "33333333-0000-7000-8000-000000000000"
PI = "44444444-0000-7000-9000-000000000000"


def world(home: Path, **environ: str) -> World:
    known = {"XDG_CACHE_HOME": os.environ["XDG_CACHE_HOME"], "STENO_OVERVIEWS": "", **environ}
    return World(
        environ=known, home=home, folder=home, clock=lambda: datetime(2026, 1, 2, tzinfo=UTC), stdin=io.BytesIO
    )


def serving(home: Path, **options: Any) -> Serving:
    return Serving(world(home), Options(**options))


class Recorded:
    """Calls that are recorded as the server records them, and answered here."""

    def __init__(self, home: Path, tell: Callable[[str], None] = lambda line: None, *, off: bool = False) -> None:
        self.audit = Audit(world(home), "steno mcp", tell, off=off)
        self._serving = serving(home)
        self._calls = Calls(Options(), self.audit, self)

    async def ask(self, request: Request, tell: Tell) -> Result:
        return self._serving.call(request.tool, request.arguments)

    def call(self, name: str, arguments: dict[str, Any]) -> Result:
        return asyncio.run(self._calls.call(name, arguments))

    def end(self) -> None:
        self._calls.close()

    def close(self) -> None:
        pass


def codex(home: Path, id: str, text: str) -> Path:
    """A thread with a prompt and an answer."""
    stamp = "2026-01-02T03:04:05Z"
    meta = {"id": id, "timestamp": stamp, "cwd": "/srv/garden", "cli_version": "0.150.0"}

    def said(role: str, kind: str, text: str) -> dict[str, object]:
        return {"type": "message", "role": role, "content": [{"type": kind, "text": text}]}

    call = {"type": "function_call", "name": "shell", "arguments": json.dumps({"command": text}), "call_id": "c1"}
    given = {"type": "function_call_output", "call_id": "c1", "output": text}
    payloads = [
        ("session_meta", meta), ("event_msg", {"type": "user_message", "message": text}),
        ("response_item", said("user", "input_text", text)), ("response_item", call), ("response_item", given),
        ("response_item", said("assistant", "output_text", f"Done: {text}")),
    ]  # fmt: skip
    path = home / ".codex" / "sessions" / "2026" / "01" / "02" / f"rollout-2026-01-02T03-04-05-{id}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(lines([{"timestamp": stamp, "type": kind, "payload": each} for kind, each in payloads]))
    os.utime(path, (1_700_000_000 - 500, 1_700_000_000 - 500))
    return path


def pi(home: Path, id: str, text: str) -> Path:
    stamp = "2026-01-02T03:04:05Z"
    records: list[object] = [{"type": "session", "version": 3, "id": id, "timestamp": stamp, "cwd": "/srv/garden"}]
    for number, role in enumerate(("user", "assistant")):
        message = {"role": role, "content": [{"type": "text", "text": text}], "timestamp": 1_767_323_045_000}
        parent = f"e{number - 1}" if number else None
        records.append(
            {"type": "message", "id": f"e{number}", "parentId": parent, "timestamp": stamp, "message": message}
        )
    path = home / ".pi" / "agent" / "sessions" / "--srv-garden--" / f"1_{id}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(lines(records))
    os.utime(path, (1_700_000_000 - 900, 1_700_000_000 - 900))
    return path


def machine(home: Path, text: str = "roses", **more: object) -> list[str]:
    """Four sessions of three agents, in each of whose texts this text stands; their ids."""
    prompt = f"Water the {text} today"
    claude(home, ONE, dialogue(ONE, prompt, f"{text} done", **more))
    claude(home, TWO, dialogue(TWO, f"{prompt}, please", f"{text} not done", **more), age=300)
    codex(home, THREAD, f"water {text}")
    pi(home, PI, f"water {text}")
    return [ONE, TWO, THREAD, PI]


def every_call(id: str, other: str, home: Path) -> dict[str, dict[str, Any]]:
    """A call of each tool, about a session."""
    return {
        "list_sessions": {},
        "search": {"text": "water"},
        "get_session": {"session": id},
        "get_events": {"session": id},
        "export": {"session": id},
        "check": {"session": id},
        "explain": {"session": id},
        "blame": {"file": str(home / "repo" / "garden.py")},
        "stats": {"by": "session"},
        "diff": {"a": id, "b": other},
        "scan": {"target": id},
    }


def size(result: dict[str, Any]) -> int:
    return len(json.dumps(result, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass"))
