"""What Steno writes passes its own check: real sessions in Open-Token and AWF, and the samples of every format."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from steno import pipeline
from steno.diagnostics import Diagnostic, Place, Severity
from steno.registry import formats
from steno.testing.fake import STILL
from tests.corpus import answers
from tests.test_conformance import samples

TARGETS = ("open-token", "awf")
LARGEST = 1_500_000
SESSIONS = [
    path
    for agent in ("claude-code", "codex")
    for path in answers(agent)
    if path.stat().st_size < LARGEST and "trade_arena" not in path.parent.name  # a summary that somebody made by hand
]
SAMPLES = [(name, path) for name in formats.names() for path in samples(name)]


def broken(name: str | None, data: bytes, target: str, *words: str) -> list[str]:
    """The errors in what is written of a file."""
    found: list[Diagnostic] = []
    for trace in pipeline.read(io.BytesIO(data), Place(), lambda _: None, name):
        out = io.BytesIO()
        pipeline.convert([trace], formats[target], words, out, lambda _: None, STILL)
        pipeline.check(io.BytesIO(out.getvalue()), Place(), found.append, target)
    return [str(each) for each in found if each.severity is Severity.ERROR]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: f"{path.parent.name}-{path.stem[:12]}")
def test_a_real_session_is_written_as_its_format_asks(path: Path, target: str) -> None:
    assert broken(None, path.read_bytes(), target, "redact=none") == []


def test_there_are_real_sessions() -> None:
    if not SESSIONS:
        pytest.skip("no corpus of real sessions: set STENO_CORPUS to its folder")


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize(("name", "path"), SAMPLES, ids=[f"{name}-{path.stem}" for name, path in SAMPLES])
def test_a_sample_of_any_other_format_is_written_as_the_target_asks(name: str, path: Path, target: str) -> None:
    if name == target == "awf":
        pytest.skip("a transcript is written back as it was")
    assert broken(name, path.read_bytes(), target, "redact=none") == []
