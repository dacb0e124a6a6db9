"""Makes sessions of Claude Code and Codex of any size, the same for the same seed.  Shapes are the agents' own; text is
invented, or sliced from the standard library's sources.
"""

from __future__ import annotations

import base64
import json
import math
import random
import string
import sysconfig
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

    smallest, largest = 60, 60_000
    """How many characters a tool returns."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)  # noqa: S311
        self._parent: str | None = None
        self._time = datetime(2026, 1, 1, tzinfo=UTC)
        self._id = self._uuid()
        self._pool = self._made()

    def _made(self) -> str:
        """What all text is sliced from."""
        return "".join(self._lines(40_000))

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

    def _signature(self) -> str:
        return "RXY" * 90

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
                text = self._text(self._size(100, 3000))
                yield self._said(response, {"type": "thinking", "thinking": text, "signature": self._signature()})
            if self._random.random() < 0.5:
                yield self._said(response, {"type": "text", "text": self._text(self._size(50, 2000))})
            tool = self._random.choice(TOOLS)
            arguments = {"command": self._text(self._size(20, 800)), "timeout": 120_000, "flags": [1, 0.5, None]}
            yield self._said(response, {"type": "tool_use", "id": call, "name": tool, "input": arguments})
            for _ in range(self._random.randrange(3)):
                tick = {"type": "bash_progress", "output": self._text(60), "elapsedTimeSeconds": 3, "totalLines": 9}
                yield self._record("progress", data=tick, toolUseID="bash-1", parentToolUseID=call)
            output = self._text(self._size(self.smallest, self.largest))
            block = {"tool_use_id": call, "type": "tool_result", "content": output, "is_error": False}
            detail = {"stdout": output, "stderr": "", "interrupted": False, "isImage": False}
            yield self._record("user", message={"role": "user", "content": [block]}, toolUseResult=detail)


class Sources(Session):
    """The same, of source code: with quotes, JSON within JSON, random signatures, and now and then a made-up secret."""

    smallest, largest = 100, 200_000

    def _made(self) -> str:
        return "\n".join(path.read_text(encoding="utf-8", errors="replace") for path in library())

    def _text(self, size: int) -> str:
        # Somebody returns a whole file once in a while.
        text = super()._text(2_000_000 if size > 1000 and self._random.random() < 1 / 2000 else size)
        if self._random.random() < 0.03:
            middle = len(text) // 2
            text = f"{text[:middle]}\n{self._secret()}\n{text[middle:]}"
        for share in (0.15, 0.3):
            if self._random.random() > share:
                break
            text = json.dumps({"path": "src/module.py", "content": text, "ok": True})
        return text

    def _signature(self) -> str:
        return base64.b64encode(self._random.randbytes(240)).decode()

    def _secret(self) -> str:
        def some(count: int, letters: str = string.ascii_letters + string.digits) -> str:
            return "".join(self._random.choices(letters, k=count))

        return self._random.choice(
            (
                f"AWS_ACCESS_KEY_ID=AKIA{some(16, string.ascii_uppercase + '234567')}",
                f"export ANTHROPIC_API_KEY=sk-ant-api03-{some(93)}AA",
                f'password = "{some(18)}"',
                f"postgres://app:{some(20)}@db.internal.example.com:5432/app",
                f"Authorization: Bearer {some(40)}",
                f"Author: Jane Doe <jane.{some(5, string.ascii_lowercase)}@example.org>",
                f"/home/jane/src/{some(8, string.ascii_lowercase)}/main.py",
            )
        )


class Rollout(Session):
    """A session of Codex: most words twice, a count of tokens after every response, and a context for every turn."""

    smallest, largest = 60, 12_000
    """It cuts what a tool returns."""

    def _record(self, kind: str, **fields: Any) -> dict[str, Any]:
        self._time += timedelta(milliseconds=self._random.randrange(50, 20_000))
        stamp = self._time.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        return {"timestamp": stamp, "type": kind, "payload": fields}

    def _item(self, kind: str, **fields: Any) -> dict[str, Any]:
        return self._record("response_item", type=kind, **fields)

    def _event(self, kind: str, **fields: Any) -> dict[str, Any]:
        return self._record("event_msg", type=kind, **fields)

    def _message(self, role: str, text: str) -> dict[str, Any]:
        kind = "input_text" if role == "user" else "output_text"
        return self._item("message", role=role, content=[{"type": kind, "text": text}])

    def records(self) -> Iterator[dict[str, Any]]:
        about = {"cwd": "/work/project", "originator": "codex_cli_rs", "cli_version": "0.98.0", "source": "cli"}
        prompt = {"text": self._text(9000)}
        yield self._record("session_meta", id=self._id, **about, model_provider="openai", base_instructions=prompt)
        used = 0
        while True:
            if not used or self._random.random() < 0.15:
                yield from self._turn()
            used += self._random.randrange(2000, 60_000)
            yield from self._response()
            yield self._tokens(used)

    def _turn(self) -> Iterator[dict[str, Any]]:
        said = self._text(self._size(20, 2000))
        policy = {"type": "workspace-write", "network_access": False, "writable_roots": ["/work/project"]}
        yield self._record(
            "turn_context",
            cwd="/work/project",
            approval_policy="on-request",
            sandbox_policy=policy,
            model="gpt-5.3-codex",
            effort="high",
            summary="auto",
            user_instructions=self._pool[:400],
        )
        yield self._message("user", said)
        yield self._event("user_message", message=said, images=[], local_images=[])

    def _response(self) -> Iterator[dict[str, Any]]:
        call = f"call_{self._uuid()[:24]}"
        if self._random.random() < 0.5:
            thought = self._text(self._size(40, 300))
            yield self._event("agent_reasoning", text=thought)
            summary = [{"type": "summary_text", "text": thought}]
            sealed = base64.b64encode(self._random.randbytes(600)).decode()
            yield self._item("reasoning", summary=summary, content=None, encrypted_content=sealed)
        if self._random.random() < 0.4:
            said = self._text(self._size(50, 1500))
            yield self._event("agent_message", message=said)
            yield self._message("assistant", said)
        arguments = {"command": ["bash", "-lc", self._text(self._size(20, 800))], "workdir": "/work/project"}
        spelled = json.dumps(arguments, separators=(",", ":"), ensure_ascii=False)
        yield self._item("function_call", name="shell", arguments=spelled, call_id=call)
        output = self._text(self._size(self.smallest, self.largest))
        said = f"Exit code: 0\nWall time: 0.4 seconds\nOutput:\n{output}"
        yield self._item("function_call_output", call_id=call, output=said)

    def _tokens(self, used: int) -> dict[str, Any]:
        def counts(total: int) -> dict[str, int]:
            cached, reasoning = total // 2, total // 90
            answer = {"output_tokens": total // 40, "reasoning_output_tokens": reasoning}
            return {"input_tokens": total, "cached_input_tokens": cached, **answer, "total_tokens": total + total // 40}

        last = counts(self._random.randrange(2000, 60_000))
        info = {"total_token_usage": counts(used), "last_token_usage": last, "model_context_window": 272_000}
        limits = {
            "primary": {"used_percent": float(used // 900_000), "window_minutes": 300, "resets_at": 1_790_000_000}
        }
        return self._event("token_count", info=info, rate_limits=limits)


def library() -> Iterator[Path]:
    """The sources of Python's standard library, without its tests."""
    for path in sorted(Path(sysconfig.get_paths()["stdlib"]).rglob("*.py")):
        if not {"test", "tests", "site-packages", "idle_test"} & set(path.parts):
            yield path


def session(path: Path, size: int, seed: int = 1, make: type[Session] = Session) -> Path:
    """A session file of at least that many bytes; kept where it was made before."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        written = 0
        with path.open("wb") as stream:
            for record in make(seed).records():
                written += stream.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
                if written >= size:
                    break
    return path


def one_line(path: Path, size: int, make: type[Session] = Session) -> Path:
    """A session whose only record is one line of that many bytes, all ASCII."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        made = make(1)
        text = (made._pool * (size // len(made._pool) + 1))[:size]
        if isinstance(made, Rollout):
            record = made._message("user", text)
        else:
            record = made._record("user", message={"role": "user", "content": text})
        path.write_bytes(json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
    return path
