"""What a transcript holds, in few words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import steno
from steno.record.run import Run

Row = tuple[Any, ...]


def lines(path: Path | None, *rules: str) -> list[dict[str, Any]]:
    """The events of a transcript, which breaks no rule of its format but those named."""
    assert path is not None
    assert [(each.code, each.message) for each in steno.check(path) if each.code not in rules] == []
    events = [json.loads(line) for line in path.read_text().splitlines()]
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    return events


def rows(run: Run, *rules: str) -> list[Row]:
    """Type, path, iteration, and what the payload says beyond name and kind; every line must be the run's own."""
    events = lines(run.path, *rules)
    assert {(event["run_id"], event.get("parent_run_id", "")) for event in events} == {(run.id, run.parent_id)}
    return [(event["type"], event["path"], event["iteration"], *said(event["payload"])) for event in events]


def said(payload: dict[str, Any]) -> list[Any]:
    if "blocks" in payload:
        return [[next(iter(list(block.values())[2:]), None) for block in payload["blocks"]]]
    if "call_id" in payload:
        return [
            payload["name"],
            payload["input"] or payload["output"],
            *[payload[key] for key in payload if key == "error"],
        ]
    return [{key: payload[key] for key in payload if key not in ("name", "kind")}] if len(payload) > 2 else []
