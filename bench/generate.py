"""Makes Claude Code sessions of any size, the same for the same seed.  Text is invented; shapes are the agent's own."""

from __future__ import annotations

import json
import math
import random
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

SENTENCE = (
    "def return import self path value error none true class async await yield lambda queue buffer stream parse token "
    "index result module config request response header cookie session thread socket cursor table column"
)
WORDS = tuple(SENTENCE.split())
ODD = "données — путь не найден — ファイル — 🚀 ✓"
TOOLS = ("Bash", "Read", "Edit", "Grep", "Write", "WebFetch")


class Session:
    """An endless session of one human and one agent."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311
        self._parent: str | None = None
        self._time = datetime(2026, 1, 1, tzinfo=UTC)
        self._id = self._uuid()
        self._pool = "".join(self._lines(40_000))

    def _lines(self, count: int) -> Iterator[str]:
        for number in range(count):
            words = self._random.choices(WORDS, k=self._random.randint(2, 9))
            yield f'{" " * self._random.randrange(0, 12, 4)}{" ".join(words)}({number}, "{words[0]}\\t"):\n'

    def _uuid(self) -> str:
        return str(uuid.UUID(int=self._random.getrandbits(128), version=4))

    def _text(self, size: int) -> str:
        start = self._random.randrange(len(self._pool))
        text = self._pool[start : start + size]
        while len(text) < size:
            text += self._pool[: size - len(text)]
        # One text in twenty is not ASCII: Python keeps such a text in up to four bytes a character.
        return text if self._random.random() < 0.95 else f"{text}# {ODD}\n"

    def _size(self, low: int, high: int) -> int:
        return int(math.exp(self._random.uniform(math.log(low), math.log(high))))

    def _record(self, kind: str, **fields: Any) -> dict[str, Any]:
        self._time += timedelta(milliseconds=self._random.randrange(50, 20_000))
        own = self._uuid()
        record = {
            "parentUuid": self._parent,
            "isSidechain": False,
            "userType": "external",
            "cwd": "/work/project",
            "sessionId": self._id,
            "version": "2.1.39",
            "gitBranch": "main",
            "type": kind,
            **fields,
            "uuid": own,
            "timestamp": self._time.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        }
        self._parent = own
        return record

    def _said(self, response: str, block: dict[str, Any]) -> dict[str, Any]:
        usage = {"input_tokens": 4, "cache_creation_input_tokens": 900, "cache_read_input_tokens": 52_000}
        message = {
            "model": "claude-opus-4-6",
            "id": response,
            "type": "message",
            "role": "assistant",
            "content": [block],
            "stop_reason": None,
            "usage": {**usage, "output_tokens": self._random.randrange(400), "service_tier": "standard"},
        }
        return self._record("assistant", message=message, requestId=f"req_{response}")

    def records(self) -> Iterator[dict[str, Any]]:
        while True:
            if self._random.random() < 0.15:
                yield self._record("user", message={"role": "user", "content": self._text(self._size(20, 2000))})
            response, call = f"msg_{self._uuid()[:18]}", f"toolu_{self._uuid()[:18]}"
            if self._random.random() < 0.4:
                thought = {"type": "thinking", "thinking": self._text(self._size(100, 3000)), "signature": "RXY" * 90}
                yield self._said(response, thought)
            if self._random.random() < 0.5:
                yield self._said(response, {"type": "text", "text": self._text(self._size(50, 2000))})
            tool = self._random.choice(TOOLS)
            arguments = {"command": self._text(self._size(20, 800)), "timeout": 120_000, "flags": [1, 0.5, None]}
            yield self._said(response, {"type": "tool_use", "id": call, "name": tool, "input": arguments})
            for _ in range(self._random.randrange(3)):
                tick = {"type": "bash_progress", "output": self._text(60), "elapsedTimeSeconds": 3, "totalLines": 9}
                yield self._record("progress", data=tick, toolUseID="bash-1", parentToolUseID=call)
            output = self._text(self._size(60, 60_000))
            block = {"tool_use_id": call, "type": "tool_result", "content": output, "is_error": False}
            detail = {"stdout": output, "stderr": "", "interrupted": False, "isImage": False}
            yield self._record("user", message={"role": "user", "content": [block]}, toolUseResult=detail)


def session(path: Path, size: int, seed: int = 1) -> Path:
    """A session file of at least that many bytes; kept where it was made before."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        written = 0
        with path.open("wb") as stream:
            for record in Session(seed).records():
                written += stream.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
                if written >= size:
                    break
    return path


def one_line(path: Path, size: int) -> Path:
    """A session whose only record is one line of that many bytes, all ASCII."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        made = Session(1)
        record = made._record(
            "user", message={"role": "user", "content": (made._pool * (size // len(made._pool) + 1))[:size]}
        )
        path.write_bytes(json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
    return path
