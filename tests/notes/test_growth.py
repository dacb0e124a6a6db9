"""Notes point at uids: those of a session's beginning must be the same when more of it is there."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from msgspec import UnsetType

from steno import pipeline
from steno.diagnostics import Place
from steno.model import Trace
from steno.model.steps import steps
from steno.notes.pen import Pen
from steno.notes.targets import settled
from steno.session import with_steps
from steno.testing.fake import STILL
from tests.given.corpus import corpus

FIXTURES = Path(__file__).parents[1] / "fixtures"
FILES = [
    path
    for folder in ("claude_code", "codex", "awf", "hooks")
    for path in sorted((FIXTURES / folder).rglob("*.jsonl"))
    if path.name != "audit.jsonl"
]
LARGEST, CUTS = 1_000_000, 8


def read(data: bytes, format: str) -> Trace:
    traces = list(pipeline.read(io.BytesIO(data), Place(), lambda each: None, format))
    assert len(traces) == 1
    return traces[0]


def gone(data: bytes, format: str) -> list[tuple[int, str | UnsetType]]:
    """Of notes on every step of several beginnings of a session, those whose target says something else in the whole.

    Whether it is still a step is another question: what was the last answer may be the preface of a later call.
    """
    whole = read(data, format)
    bodies = {event.uid: event.body for event in whole.events}
    pen, lines = Pen("human:Mara", STILL), data.splitlines(keepends=True)
    lost = []
    for cut in sorted({len(lines) * part // CUTS for part in range(1, CUTS)}):
        beginning = steps(with_steps(read(b"".join(lines[:cut]), format)))
        notes = settled([pen.note("eval", 0, step.anchor.uid) for step in beginning], whole.events)
        pairs = zip(notes, beginning, strict=True)
        lost += [(cut, note.target) for note, step in pairs if bodies.get(str(note.target)) != step.anchor.body]
    return lost


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_the_steps_of_a_fixture_keep_their_uids_as_it_grows(path: Path) -> None:
    data = path.read_bytes()
    assert gone(data, pipeline.sniffed(data[: pipeline.HEAD], path.name).name) == []


@pytest.mark.parametrize("agent", ["claude-code", "codex"])
def test_the_steps_of_real_sessions_keep_their_uids_as_they_grow(agent: str) -> None:
    found = sorted(path for path in (corpus() / agent).rglob("*.jsonl") if path.stat().st_size < LARGEST)[:12]
    if not found:
        pytest.skip(f"the corpus has no small session of {agent}")
    assert {path.name: gone(path.read_bytes(), agent) for path in found} == {path.name: [] for path in found}
