"""No rollout makes the reader raise or lose a line, whatever stands in any field."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from steno.agents.codex import FORMAT
from steno.agents.codex.reader import WRITER, read
from steno.base.exact import decode, encode
from steno.diagnostics import Diagnostic, Place
from steno.model import Text, Trace
from steno.testing.accounting import unaccounted
from steno.testing.battery import odd_bytes, wrong_types
from steno.verify import verify

FIXTURES = Path(__file__).parents[2] / "fixtures/codex"
MARK = "a good line in a bad file"
GOOD = (
    '{"timestamp":"2026-01-31T00:00:00Z","type":"response_item","payload":'
    f'{{"type":"message","role":"assistant","content":[{{"type":"output_text","text":"{MARK}"}}]}}}}\n'
).encode()


def records() -> list[Any]:
    """Every record of the fixtures once per type, with an id so that each type is tried on its own."""
    found: dict[str, Any] = {}
    for path in sorted(FIXTURES.glob("*.jsonl")):
        for line in path.read_bytes().splitlines():
            record = json.loads(line)
            payload = record.get("payload") or {}
            item = payload.get("item") or {}
            kind = f"{record.get('type')}/{payload.get('type')}/{item.get('type')}/{len(payload)}"
            found.setdefault(kind, record)
    return list(found.values())


def batteries() -> Iterator[Any]:
    for record in records():
        kinds = [record.get("type"), (record.get("payload") or {}).get("type")]
        lines = [line for _, wrong in wrong_types([record]) for line in wrong]
        yield pytest.param(lines, id="-".join(str(kind) for kind in kinds if kind))


def read_all(data: bytes) -> tuple[Trace, list[Diagnostic]]:
    found: list[Diagnostic] = []
    (trace,) = read(io.BytesIO(data), Place(), found.append)
    return trace, found


@pytest.mark.parametrize("lines", list(batteries()))
def test_a_wrong_type_in_any_field_loses_nothing(lines: list[bytes]) -> None:
    data = GOOD + b"".join(line + b"\n" + GOOD for line in lines)
    trace, found = read_all(data)
    assert sum(event.body == Text(MARK) for event in trace.events) == len(lines) + 1
    assert unaccounted(trace, found, len(data)) == []
    out = io.BytesIO()
    WRITER.write([trace], out, found.append)
    assert out.getvalue().splitlines() == [encode(decode(line).value) for line in data.splitlines()]
    assert FORMAT.count is not None
    assert FORMAT.count(trace)["records"] == 2 * len(lines) + 1
    broken: list[Diagnostic] = []
    verify(trace, Place(), broken.append)
    assert {each.code for each in broken} <= {"MDL006"}
    for rule in FORMAT.rules:
        rule(trace, Place(), broken.append)


@pytest.mark.parametrize("name", list(odd_bytes(GOOD)))
def test_odd_bytes_are_all_spoken_for(name: str) -> None:
    data = odd_bytes(GOOD)[name]
    trace, found = read_all(data)
    assert unaccounted(trace, found, len(data)) == []


def test_time_and_memory_grow_with_the_file_where_one_text_is_said_a_thousand_times() -> None:
    again = f'{{"timestamp":"x","type":"event_msg","payload":{{"type":"agent_message","message":"{MARK}"}}}}\n'
    trace, _ = read_all(GOOD * 20_000 + again.encode() * 20_000)
    assert [event.echo_of for event in trace.events[20_000:]] == [event.uid for event in trace.events[:20_000]]
