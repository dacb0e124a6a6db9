"""A machine whose sessions are in a catalog, and what that catalog says."""

from __future__ import annotations

import io
import os
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from steno.api.catalog import sync
from steno.api.search import Found, Wanted, search
from steno.api.world import World
from steno.store import catalog
from steno.store.schema import VIEWS
from tests.given.machine import lines, record

WORDS = ("rose", "thorn", "hedge", "waterCan", "src/garden.py", "foo_bar", "路径")


def world(home: Path, name: str = "catalog.db") -> World:
    environ = {"HOME": str(home), "STENO_CATALOG": str(home / "kept" / name), "STENO_OVERVIEWS": ""}
    return World(environ=environ, home=home, clock=lambda: datetime(2026, 1, 5, tzinfo=UTC), stdin=io.BytesIO)


def said(session: str, *prompts: str) -> bytes:
    """A session in which these prompts were typed, each after a call that worked or failed."""
    records: list[object] = []
    for number, prompt in enumerate(prompts):
        call = {"type": "tool_use", "id": f"toolu_{session}_{number}", "name": "Read", "input": {"file_path": prompt}}
        result = {
            "type": "tool_result", "tool_use_id": f"toolu_{session}_{number}", "content": prompt.upper(),
            "is_error": number % 2 == 1,
        }  # fmt: skip
        records += [
            record("user", prompt, 3 * number, session),
            record("assistant", [call], 3 * number + 1, session),
            record("user", [result], 3 * number + 2, session),
        ]
    return lines(records)


def put(home: Path, session: str, data: bytes, time: int) -> Path:
    path = home / ".claude" / "projects" / "-srv-garden" / f"{session}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    os.utime(path, (1_700_000_000 + time,) * 2)
    return path


def told(home: Path, name: str = "catalog.db") -> dict[str, list[tuple[Any, ...]]]:
    """Everything that the views say, but when it was read and how often it was replaced."""
    path = catalog.path_of(world(home, name).environ, home)
    found: dict[str, list[tuple[Any, ...]]] = {}
    with closing(catalog.readable(path)) as base:
        for view in VIEWS:
            columns = [each[0] for each in base.execute(f"SELECT * FROM {view} LIMIT 0").description]  # noqa: S608
            kept = ", ".join(each for each in columns if each not in ("read_at", "rewritten"))
            found[view] = sorted(base.execute(f"SELECT {kept} FROM {view}"), key=repr)  # noqa: S608
    return found


def fresh(home: Path) -> dict[str, list[tuple[Any, ...]]]:
    """What a catalog says that is made from nothing."""
    sync(world(home, "fresh.db"), rebuild=True, jobs=1)
    return told(home, "fresh.db")


def found(home: Path, text: str, name: str = "catalog.db", **wanted: Any) -> Sequence[Found]:
    return search(world(home, name), Wanted(text=text, **wanted), fresh=False).found
