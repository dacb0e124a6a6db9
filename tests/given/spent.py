"""Codex threads in their place, and what `steno cost` says of a machine."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.given.machine import lines, steno


def put(home: Path, id: str, records: list[Any], *, parent: bool = True) -> Path:
    """A Codex thread in its place."""
    path = home / ".codex" / "sessions" / "2026" / "01" / "02" / f"rollout-2026-01-02T03-04-05-{id}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=parent)
    path.write_bytes(lines(records))
    return path


def costs(*args: str, home: Path, **environ: str) -> list[dict[str, Any]]:
    ended = steno("cost", "--json", *args, home=home, stdin=b"", **environ)
    assert ended.code == 0, ended.err
    return ended.json()
