"""A home directory with invented sessions, and the command run in it."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from click.testing import CliRunner

from steno.cli import main


class Ended(NamedTuple):
    code: int
    out: str
    err: str

    def json(self) -> list[Any]:
        """Each line of stdout."""
        return [json.loads(line) for line in self.out.splitlines()]


def steno(*args: str, home: Path, stdin: bytes = b"", **environ: str) -> Ended:
    """The command as the process edge runs it, in this process."""
    runner = CliRunner()
    cleared = (
        "CLAUDE_CONFIG_DIR", "CODEX_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "NO_COLOR", "FORCE_COLOR",
        "STENO_CATALOG", "STENO_HOOKS", "STENO_PERMIT_INTERNAL", "STENO_TRANSCRIPTS", "STENO_AUTHOR", "STENO_ROLE",
    )  # fmt: skip
    env: dict[str, str | None] = dict.fromkeys(cleared) | {"HOME": str(home), **environ}
    with runner.isolation(stdin, env) as (out, err, _):
        code = main(args)
        return Ended(code, out.getvalue().decode(), err.getvalue().decode())


def record(kind: str, content: object, number: int, session: str, **more: object) -> dict[str, object]:
    message = {"role": kind, "content": content}
    if kind == "assistant":
        message |= {"id": f"msg_{number}", "model": "claude-test-1", "type": "message"}
    return {
        "type": kind,
        "uuid": f"u{number}",
        "parentUuid": f"u{number - 1}" if number else None,
        "sessionId": session,
        "timestamp": f"2026-01-02T03:04:{number:02}Z",
        "cwd": "/srv/garden",
        "version": "2.1.0",
        "isSidechain": False,
        "message": message,
        **more,
    }


def dialogue(
    session: str, prompt: str = "Water the roses", output: str = "done", **more: object
) -> list[dict[str, object]]:
    """A prompt, a thought, a tool call, its result, an answer."""
    call = {"type": "tool_use", "id": "toolu_1", "name": "Bash", "input": {"command": "water --roses"}}
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": output}
    return [
        record("user", prompt, 0, session, **more),
        record("assistant", [{"type": "thinking", "thinking": "They look dry.", "signature": "x"}], 1, session, **more),
        record("assistant", [call], 2, session, **more),
        record("user", [result], 3, session, **more),
        record("assistant", [{"type": "text", "text": "The roses are watered."}], 4, session, **more),
    ]


def lines(records: Sequence[object]) -> bytes:
    return b"".join(json.dumps(each).encode() + b"\n" for each in records)


def claude(home: Path, id: str, records: Sequence[object] | None = None, *, age: int = 0) -> Path:
    """A session in Claude Code's place; the older, the greater its age."""
    path = home / ".claude" / "projects" / "-srv-garden" / f"{id}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(lines(dialogue(id) if records is None else records))
    os.utime(path, (1_700_000_000 - age, 1_700_000_000 - age))
    return path


def codex(home: Path, id: str, *, age: int = 0, folder: str = "sessions/2026/01/02", suffix: str = ".jsonl") -> Path:
    path = home / ".codex" / folder / f"rollout-2026-01-02T03-04-05-{id}{suffix}"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"{}\n")
    os.utime(path, (1_700_000_000 - age, 1_700_000_000 - age))
    return path
