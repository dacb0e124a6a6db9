"""What a page's list of sessions says of one.  Only the shape."""

from __future__ import annotations

from msgspec import Struct


class Listed(Struct, kw_only=True):
    """One session of the list.  None is what nobody knows."""

    key: str
    id: str
    title: str | None
    agent: str
    project: str | None
    branch: str | None
    started: str | None
    ended: str | None
    seconds: float | None
    turns: int | None
    calls: int | None
    failed: int | None
    tokens: int | None
    cost: float | None
    cost_is_least: bool
    size: int
    findings: int | None
    commits: int
    notes: int
    live: bool
    archived: bool
    models: list[str] = []
    subagents: int = 0
    shape: list[tuple[int, bool | None]] = []
    """How much happened in each 24th of its time, from 0 to 9, and whether something failed then, where it is known."""
