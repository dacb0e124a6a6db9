"""Measures `steno ls` on a machine with many sessions: the first time, and when everything is remembered.

    python -m bench.listing [SESSIONS]

A session is one of four agents' and about 100 KB long; one in ten has sub-agents.  CPU seconds are those of the whole
process, its start included: the best of three runs.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

BAR = 0.3
_RECORDS = 40
_WORDS = "Prune the hedge before the frost.\nWater what is dry, and tell me when it is done.\n" * 26
_RUNS = {
    "warm": (),
    "warm, all rows": ("--limit", "0"),
    "warm, with sub-agents": ("--limit", "0", "--all"),
    "warm, filters": ("--project", "garden3", "--since", "2026-01-01", "--until", "2026-12-31", "--limit", "0"),
    "warm, sorted": ("--sort", "title"),
    "warm, --json": ("--json", "--limit", "0"),
}


def _time(number: int) -> str:
    return f"2026-01-{number % 28 + 1:02}T{number % 24:02}:{number % 60:02}:00.{number % 1000:03}Z"


def claude_code(home: Path, number: int) -> Path:
    path = (
        home / ".claude" / "projects" / f"-srv-garden{number % 40}" / f"{number:08x}-0000-4000-8000-000000000000.jsonl"
    )
    _write(path, _claude_lines(path.stem, number))
    if number % 10 == 0:
        for run in range(2):
            _write(
                path.with_suffix("") / "subagents" / f"agent-{run}.jsonl", _claude_lines(path.stem, number, f"{run}")
            )
    return path


def _claude_lines(session: str, number: int, run: str = "") -> Iterator[object]:
    for each in range(_RECORDS):
        role = "assistant" if each % 2 else "user"
        usage = {"input_tokens": 10, "output_tokens": 5}
        text = f"Task {number}: {_WORDS}"
        message: dict[str, object] = {
            "role": role,
            "content": text if role == "user" else [{"type": "text", "text": text}],
        }
        if role == "assistant":
            message |= {"id": f"m{session}{run}{each}", "model": "claude-sonnet-4-5", "type": "message", "usage": usage}
        yield {
            "type": role, "uuid": f"{session}{run}-{each}", "sessionId": session, "timestamp": _time(number + each),
            "cwd": f"/srv/garden{number % 40}", "version": "2.1.0", "isSidechain": bool(run), "message": message,
            **({"agentId": run} if run else {}),
        }  # fmt: skip


def codex(home: Path, number: int) -> Path:
    id = f"{number:08x}-0000-7000-8000-000000000000"
    parent = {"parent_thread_id": f"{number - 4:08x}-0000-7000-8000-000000000000"} if number % 10 == 5 else {}
    meta = {
        "id": id,
        "timestamp": _time(number),
        "cwd": f"/srv/garden{number % 40}",
        "cli_version": "0.150.0",
        **parent,
    }

    def lines() -> Iterator[object]:
        yield {"timestamp": _time(number), "type": "session_meta", "payload": meta}
        for each in range(_RECORDS):
            role, kind = ("assistant", "output_text") if each % 2 else ("user", "input_text")
            content = [{"type": kind, "text": f"Task {number}: {_WORDS}"}]
            payload = {"type": "message", "role": role, "content": content}
            yield {"timestamp": _time(number + each), "type": "response_item", "payload": payload}

    path = home / ".codex" / "sessions" / "2026" / "01" / f"rollout-2026-01-01T00-00-00-{id}.jsonl"
    _write(path, lines())
    return path


def _entries(path: Path, id: str, number: int, extra: dict[str, object]) -> Path:
    def lines() -> Iterator[object]:
        yield {
            "type": "session",
            "version": 3,
            "id": id,
            "timestamp": _time(number),
            "cwd": f"/srv/garden{number % 40}",
        }
        if extra:
            yield {"type": "custom", "id": "c", "parentId": None, "timestamp": _time(number), **extra}
        for each in range(_RECORDS):
            message = {"role": "assistant" if each % 2 else "user", "timestamp": 1_700_000_000_000 + each}
            content = [{"type": "text", "text": f"Task {number}: {_WORDS}"}]
            yield {
                "type": "message", "id": f"e{each}", "parentId": f"e{each - 1}" if each else None,
                "timestamp": _time(number + each), "message": {**message, "content": content},
            }  # fmt: skip

    _write(path, lines())
    return path


def pi(home: Path, number: int) -> Path:
    id = f"{number:08x}-0000-7000-9000-000000000000"
    return _entries(
        home / ".pi" / "agent" / "sessions" / f"--srv-garden{number % 40}--" / f"1_{id}.jsonl", id, number, {}
    )


def openclaw(home: Path, number: int) -> Path:
    id = f"{number:08x}-0000-7000-a000-000000000000"
    extra: dict[str, object] = {"customType": "model-snapshot", "data": {"provider": "anthropic", "modelId": "m"}}
    return _entries(home / ".openclaw" / "agents" / "main" / "sessions" / f"{id}.jsonl", id, number, extra)


def _write(path: Path, records: Iterator[object]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(each) + "\n" for each in records))


def machine(home: Path, count: int) -> int:
    """A home with so many sessions; how many bytes they have."""
    makers = (claude_code, codex, pi, openclaw)
    paths = [makers[number % len(makers)](home, number) for number in range(count)]
    for number, path in enumerate(paths):
        os.utime(path, (1_780_000_000 - number * 60,) * 2)
    return sum(path.stat().st_size for path in home.rglob("*.jsonl"))


def cpu(home: Path, *args: str) -> tuple[float, int]:
    """The CPU seconds of one run, and how many lines it printed."""
    program = [sys.executable, "-m", "steno", "ls", *args]
    environ = {"HOME": str(home), "PATH": os.environ["PATH"], "TZ": "UTC"}
    out, into = os.pipe()
    process = os.posix_spawn(sys.executable, program, environ, file_actions=[(os.POSIX_SPAWN_DUP2, into, 1)])
    os.close(into)
    with open(out, "rb") as stream:
        lines = sum(1 for _ in stream)
    _, status, used = os.wait4(process, 0)
    if os.waitstatus_to_exitcode(status):
        raise SystemExit(f"steno ls {' '.join(args)} failed")
    return used.ru_utime + used.ru_stime, lines


def main() -> int:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        size = machine(home, count)
        print(f"{count} sessions of four agents, {size / 1e6:.0f} MB")
        began = time.monotonic()
        used, _ = cpu(home)
        print(f"{'cold':24} {used:6.2f} s CPU  {time.monotonic() - began:6.2f} s")
        worst = 0.0
        for name, args in _RUNS.items():
            used, lines = min(cpu(home, *args) for _ in range(3))
            worst = max(worst, used)
            print(f"{name:24} {used:6.2f} s CPU  {lines} lines")
        for flag in ("--cost", "--failures"):
            used, _ = cpu(home, flag, "--limit", "0")
            print(f"{'the first ' + flag:24} {used:6.2f} s CPU")
        used, lines = min(cpu(home, "--limit", "0") for _ in range(3))
        worst = max(worst, used)
        print(f"{'warm, with figures':24} {used:6.2f} s CPU  {lines} lines")
    print(f"{'bar':24} {BAR:6.2f} s CPU warm: {'met' if worst <= BAR else 'MISSED'}")
    return int(worst > BAR)


if __name__ == "__main__":
    sys.exit(main())
