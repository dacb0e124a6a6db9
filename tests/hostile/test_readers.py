"""No file makes a reader raise, hang or lose a good line; every byte is spoken for."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from steno.contracts import Format
from steno.diagnostics import Diagnostic, Place
from steno.model import Text, Trace
from steno.registry import formats
from steno.testing.accounting import unaccounted
from steno.testing.battery import odd_bytes, wrong_types

FIXTURES = Path(__file__).parents[1] / "fixtures"
MARK = "a good line in a bad file"

GOOD: dict[str, Any] = {
    "claude-code": {
        "type": "user",
        "uuid": "mark",
        "sessionId": "s",
        "timestamp": "2026-01-31T00:00:00Z",
        "message": {"role": "user", "content": MARK},
    },
    "codex": {
        "timestamp": "2026-01-31T00:00:00Z",
        "type": "response_item",
        "payload": {"type": "message", "role": "user", "content": [{"type": "input_text", "text": MARK}]},
    },
}
LOGS = [formats[name] for name in GOOD]


def fixture_records(format: Format) -> list[Any]:
    folder = FIXTURES / format.name.replace("-", "_")
    return [
        json.loads(line)
        for path in sorted(folder.glob("*.jsonl"))
        for line in path.read_bytes().splitlines()
        if line.strip()
    ]


def read(format: Format, data: bytes) -> tuple[list[Trace], list[Diagnostic]]:
    assert format.reader is not None
    found: list[Diagnostic] = []
    return list(format.reader.read(io.BytesIO(data), Place("hostile"), found.append)), found


def marks(traces: list[Trace]) -> int:
    return sum(event.body == Text(MARK) for trace in traces for event in trace.events)


def lines(format: Format) -> bytes:
    return (json.dumps(GOOD[format.name]) + "\n").encode()


@pytest.mark.parametrize("format", LOGS, ids=lambda format: format.name)
def test_a_wrong_type_in_any_field_loses_no_line(format: Format) -> None:
    good = lines(format)
    for name, wrong in wrong_types(fixture_records(format)):
        data = good + b"".join(line + b"\n" + good for line in wrong)
        traces, found = read(format, data)
        assert marks(traces) >= len(wrong) + 1, name
        (trace,) = traces
        assert (name, unaccounted(trace, found, len(data))) == (name, [])
        assert format.count is not None
        format.count(trace)


@pytest.mark.parametrize("format", LOGS, ids=lambda format: format.name)
def test_there_are_at_least_sixty_hostile_files(format: Format) -> None:
    assert len(list(wrong_types(fixture_records(format)))) + len(odd_bytes(lines(format))) >= 60


UNMARKED = {
    "empty",
    "only a newline",
    "only spaces",
    "only a byte order mark",
    "binary",
    "UTF-16",
    "UTF-32",
    "truncated gzip",
    "gzip of garbage",
    "gzip header only",
    "truncated zstd",
    "zstd magic only",
    "old Mac line ends",
    "cut in the middle",
    "zip",
    "sqlite",
    "a web page",
    "a Python file",
}
"""Files of which no whole good line is left."""


@pytest.mark.parametrize("format", LOGS, ids=lambda format: format.name)
@pytest.mark.parametrize("name", list(odd_bytes(b"{}\n")))
def test_odd_bytes_lose_no_line(format: Format, name: str) -> None:
    data = odd_bytes(lines(format))[name]
    traces, found = read(format, data)
    (trace,) = traces
    assert unaccounted(trace, found, len(data)) == []
    if name not in UNMARKED:
        assert marks(traces) >= 1
