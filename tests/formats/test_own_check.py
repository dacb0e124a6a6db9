"""What Steno writes passes its own check, and what it writes back as it stood loses nothing: for every trace format."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings

from steno import pipeline, registry, session
from steno.contracts import Format, Strictness
from steno.diagnostics import Diagnostic, Place, Severity
from steno.model import Trace
from steno.redaction import Redaction
from steno.testing.fake import STILL
from steno.testing.strategies import traces
from tests.given.corpus import answers, corpus
from tests.given.effort import examples, share

FORMATS = ("open-token", "awf", "forsy", "opentraces")
FIXTURES = Path(__file__).parents[1] / "fixtures"
SAMPLES = [
    (name, path)
    for name in FORMATS
    for path in sorted((FIXTURES / name.replace("-", "_")).rglob("*.json*"))
    if path.is_file()
]
EVERY = [
    (each.name, path)
    for each in registry.formats
    for path in sorted((FIXTURES / each.name.replace("-", "_")).rglob("*.json*"))
    if path.is_file()
]
SLOWLY = settings(max_examples=examples(25), deadline=None, suppress_health_check=list(HealthCheck))
SESSIONS = sorted(answers("claude-code") | answers("codex"))
LARGEST = 500_000


def converted(found: list[Trace], target: Format, *words: str) -> tuple[bytes, list[Diagnostic]]:
    out, losses = io.BytesIO(), list[Diagnostic]()
    pipeline.convert(found, target, words, out, losses.append, STILL, Redaction(key=b"k" * 32))
    return out.getvalue(), [each for each in losses if each.severity is Severity.LOSS]


def errors(data: bytes, format: str) -> list[tuple[str, str]]:
    found: list[Diagnostic] = []
    pipeline.check(io.BytesIO(data), Place(), found.append, format, Strictness.STRICT)
    return [(each.code, each.message) for each in found if each.severity is Severity.ERROR]


@pytest.mark.parametrize("name", FORMATS)
def test_whatever_the_trace_what_is_written_passes_the_check(name: str) -> None:
    @SLOWLY
    @given(traces())
    def holds(trace: Trace) -> None:
        assume(trace.events)
        assert errors(converted([trace], registry.formats[name])[0], name) == []

    holds()


@pytest.mark.parametrize("path", SESSIONS or [None], ids=str)
def test_every_real_session_is_written_so_that_it_passes_the_check(path: Path | None) -> None:
    corpus()
    if path is None or not path.is_file() or path.stat().st_size > LARGEST:
        pytest.skip("not in this corpus, or long")
    try:
        found = list(session.read(session.Input(str(path), path), io.BytesIO(), lambda _: None))
    except pipeline.UnknownFormat:
        pytest.skip("no session: the corpus holds only its address")
    for name in share(FORMATS, path.name):
        assert (name, errors(converted(found, registry.formats[name])[0], name)) == (name, [])


@pytest.mark.parametrize("usual", [True, False])
@pytest.mark.parametrize(("name", "path"), SAMPLES, ids=lambda each: getattr(each, "name", each))
def test_a_file_that_comes_back_byte_for_byte_has_lost_nothing(name: str, path: Path, usual: bool) -> None:
    target, data = registry.formats[name], path.read_bytes()
    found = list(pipeline.read(io.BytesIO(data), Place(), lambda _: None, name))
    back, losses = converted(found, target, *(() if usual else (*target.lossless, "redact=none")))
    assert back != data or losses == []


@pytest.mark.parametrize("name", ["forsy", "opentraces"])
def test_what_steno_wrote_comes_back_and_has_lost_nothing(name: str) -> None:
    @SLOWLY
    @given(traces())
    def holds(trace: Trace) -> None:
        target = registry.formats[name]
        data, _ = converted([trace], target, "redact=none")
        again = list(pipeline.read(io.BytesIO(data), Place(), lambda _: None, name))
        assert converted(again, target, *target.lossless, "redact=none") == (data, [])

    holds()


@pytest.mark.parametrize("target", FORMATS)
@pytest.mark.parametrize(("name", "path"), EVERY, ids=lambda each: getattr(each, "name", each))
def test_a_sample_of_any_other_format_is_written_as_the_target_asks(name: str, path: Path, target: str) -> None:
    if name == target:
        pytest.skip("what was read from the target's own format is written back as it was")
    found = pipeline.read(io.BytesIO(path.read_bytes()), Place(), lambda _: None, name)
    for trace in found:
        assert errors(converted([trace], registry.formats[target])[0], target) == []
