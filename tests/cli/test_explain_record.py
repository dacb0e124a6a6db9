"""What `steno explain SESSION FIELD` says that a field holds is what its record has there: of every field."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from steno import pipeline, registry, session
from steno.base.exact import decode, pointer
from steno.model import Trace
from steno.render.explain import Explained
from steno.session import Input
from steno.testing.fake import STILL
from tests.given.corpus import corpus
from tests.given.effort import FULL

FIXTURES = Path(__file__).parents[1] / "fixtures"
SMALL = 60_000
"""Bytes of the sessions that are gone through unless all are asked for."""


def fields(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Every field by its pointer, containers too."""
    if path:
        yield pointer(*path), value
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in inner:
        yield from fields(each, (*path, key))


def traces(path: Path) -> list[Trace]:
    return list(session.read(Input(str(path), path), io.BytesIO(), lambda _: None, subagents=True))


def differing(trace: Trace) -> dict[str, Any]:
    """The fields of which another value is told than stands in the record, with it."""
    target = registry.formats["opentraces"]
    out = io.BytesIO()
    pipeline.convert([trace], target, ["redact=none"], out, lambda _: None, STILL)
    record = decode(out.getvalue()).value
    known = Explained(session.enriched(trace), pipeline.prepared(trace, target, lambda _: None))
    return {
        name: (told, value)
        for name, value in fields(record)
        if (told := known.field_record(name)["value"]) != value and not name.startswith("/metadata/")
    }


def every_fixture() -> list[Path]:
    found = [each for each in sorted(FIXTURES.rglob("*")) if each.is_file() and each.suffix in (".json", ".jsonl")]
    return [each for each in found if _is_trace(each)]


def _is_trace(path: Path) -> bool:
    try:
        return pipeline.sniffed(path.read_bytes()[: pipeline.HEAD], path.name).reader is not None
    except pipeline.UnknownFormat:
        return False


@pytest.mark.parametrize("path", every_fixture(), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_field_of_a_fixture_is_told_as_it_is_written(path: Path) -> None:
    for trace in traces(path):
        assert differing(trace) == {}


def test_every_field_of_a_real_session_is_told_as_it_is_written() -> None:
    paths = [each for agent in ("claude-code", "codex") for each in sorted((corpus() / agent).rglob("*.jsonl"))]
    looked = 0
    for path in paths:
        if not (FULL or path.stat().st_size < SMALL) or not _is_trace(path):
            continue
        for trace in traces(path):
            assert differing(trace) == {}, path
            looked += 1
    assert looked


def test_a_value_that_no_writer_writes_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The law can fail."""
    path = FIXTURES / "codex" / "fork.jsonl"
    before = Explained.field_record
    monkeypatch.setattr(Explained, "field_record", lambda self, name: {**before(self, name), "value": "odd"})
    assert json.dumps(sorted(differing(traces(path)[0]))[:1]) == '["/agent"]'
