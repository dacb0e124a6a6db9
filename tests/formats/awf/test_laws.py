"""A transcript loses nothing without a word."""

from __future__ import annotations

import io

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from steno.diagnostics import Place
from steno.model import Trace
from steno.registry import formats
from steno.testing.laws import Unexplained, unexplained
from steno.testing.strategies import traces
from tests.given.awf import FIXTURES, errors, read, written
from tests.given.corpus import corpus
from tests.given.effort import examples

NOTHING = Unexplained([], [])
SPELLINGS = st.sampled_from(["spelling=plain", "spelling=go"])
SLOWLY = settings(max_examples=examples(100), deadline=None, suppress_health_check=list(HealthCheck))


@SLOWLY
@given(traces(), SPELLINGS)
def test_every_difference_is_a_loss_and_every_loss_a_difference(before: Trace, spelling: str) -> None:
    data, losses = written(before, spelling)
    assert unexplained(before, read(data)[0], losses) == NOTHING
    assert errors(data) == []


@SLOWLY
@given(traces(), SPELLINGS)
def test_what_steno_wrote_comes_back_byte_for_byte(whole: Trace, spelling: str) -> None:
    data, _ = written(whole, spelling)
    assert written(read(data)[0], spelling) == (data, [])


@pytest.mark.parametrize("spelling", ["spelling=plain", "spelling=go"])
@pytest.mark.parametrize("name", ["run", "child", "mixed"])
def test_the_law_holds_for_a_transcript_that_is_written_as_one(name: str, spelling: str) -> None:
    before, _ = read((FIXTURES / f"{name}.jsonl").read_bytes())
    data, losses = written(before, spelling, "unknown=keep")
    assert unexplained(before, read(data)[0], losses) == NOTHING


def test_the_law_holds_for_lines_that_are_numbered_anew() -> None:
    lines = (FIXTURES / "mixed.jsonl").read_bytes().splitlines(keepends=True)
    before, _ = read(b"".join(lines[:3] + lines[5:] + lines[:2]))
    data, losses = written(before, "seq=renumber")
    assert unexplained(before, read(data)[0], losses) == NOTHING
    assert sum(loss.count for loss in losses) == len(lines) - 3


@pytest.mark.parametrize("agent", ["claude-code", "codex"])
def test_the_law_holds_for_real_sessions(agent: str) -> None:
    reader = formats[agent].reader
    assert reader is not None
    small = [path for path in sorted((corpus() / agent).rglob("*.jsonl")) if path.stat().st_size < 60_000]
    assert small
    for path in small:
        for before in reader.read(io.BytesIO(path.read_bytes()), Place(), lambda _: None):
            data, losses = written(before)
            assert unexplained(before, read(data)[0], losses) == NOTHING, path
            assert errors(data) == [], path
