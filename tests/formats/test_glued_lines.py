"""Records between which a line end was lost are read as they would be apart, and written as they stood."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from steno.diagnostics import Diagnostic, Place
from steno.model import Trace
from steno.registry import formats
from steno.testing.accounting import unaccounted
from steno.testing.fake import STILL
from steno.verify import verify
from tests.given.samples import samples

EXACT = ("claude-code", "codex", "awf", "hooks")
"""Formats that are written back byte by byte."""

LINES = [
    pytest.param(name, path, id=f"{name}-{path.stem}")
    for name in formats.names()
    for path in samples(name)
    if path.suffix != ".json" and path.stem != "odd"
]


def read(name: str, data: bytes) -> tuple[list[Trace], list[Diagnostic]]:
    found: list[Diagnostic] = []
    reader = formats[name].reader
    assert reader is not None
    return list(reader.read(io.BytesIO(data), Place(), found.append)), found


def said(traces: list[Trace]) -> list[object]:
    """What events say, apart from their places and the ids that are made of them, as that of a call may be."""
    events, numbers = [event for trace in traces for event in trace.events], dict[object, int]()
    calls = [numbers.setdefault(event.call, len(numbers)) for event in events]
    return [
        (event.kind, event.body, event.actor, event.role, event.visibility, call, event.turn, event.time)
        for event, call in zip(events, calls, strict=True)
    ]


def glued(data: bytes) -> list[bytes]:
    """The same records, each time with two of them in one line."""
    places = [place for place, byte in enumerate(data) if byte == 10]
    joined = [place for place in places if data[place - 1 : place] == b"}" and data[place + 1 : place + 2] == b"{"]
    return [data[:place] + data[place + 1 :] for place in joined]


@pytest.mark.parametrize(("name", "path"), LINES)
def test_two_objects_on_one_line_are_both_read(name: str, path: Path) -> None:
    apart = said(read(name, path.read_bytes())[0])
    for data in glued(path.read_bytes())[:12]:
        traces, found = read(name, data)
        assert said(traces) == apart
        assert "SRC009" in {each.code for each in found}
        size = len(data)
        for trace in traces if name in EXACT else ():
            assert unaccounted(trace, found, size) == []
            broken: list[Diagnostic] = []
            verify(trace, Place(), broken.append)
            assert broken == []


@pytest.mark.parametrize(("name", "path"), [each for each in LINES if each.values[0] in EXACT])
def test_two_objects_on_one_line_are_written_back_as_they_stood(name: str, path: Path) -> None:
    format = formats[name]
    assert format.writer is not None
    for data in glued(path.read_bytes())[:12]:
        out, losses = io.BytesIO(), list[Diagnostic]()
        format.writer(format.lossless, STILL, losses.append).write(read(name, data)[0], out, losses.append)
        assert out.getvalue() == data
        assert losses == []
