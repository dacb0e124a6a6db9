"""What Goose's rows and lines say alike: calls and results by id, hidden words, the sum of all tokens."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from steno import registry, sources
from steno.diagnostics import Diagnostic, Place
from steno.model import Kind, Text, ToolResult, Trace
from steno.model.signs import LifecycleKind
from steno.usage import requests, sums

FIXTURES = Path(__file__).parents[2] / "fixtures" / "goose"
LINES, STORE = FIXTURES / "20260131_090000.jsonl", FIXTURES / "store" / "main.db"


def read(path: Path) -> Trace:
    found: list[Diagnostic] = []
    reader = registry.formats["goose"].reader
    assert reader is not None
    with path.open("rb") as stream:
        (trace,) = reader.read(stream, Place(str(path)), found.append)
    assert found == []
    return trace


@pytest.mark.parametrize(("path", "total"), [(LINES, (1100, 100)), (STORE, (620, 80))])
def test_a_session_states_the_sum_of_its_tokens(path: Path, total: tuple[int, int]) -> None:
    found = sums(requests(read(path)))
    assert (found.input, found.output) == total


def test_results_are_read_as_older_and_newer_versions_write_them() -> None:
    bodies = [event.body for path in (LINES, STORE) for event in read(path).events if event.kind is Kind.TOOL_RESULT]
    assert [(body.content, body.error is True) for body in bodies if isinstance(body, ToolResult)] == [
        ([{"type": "text", "text": "seven", "annotations": {"audience": ["assistant"]}}], False),
        ("-32602: bad arguments", True),
        ([{"type": "text", "text": "no such file"}], True),
        ([], False),
    ]


def test_what_the_human_does_not_see_is_the_programs() -> None:
    said = [(event.actor, event.body.text) for event in read(STORE).events if isinstance(event.body, Text)]
    assert said == [
        ("human", "How many swans?"),
        ("model:oak-2", "I look."),
        ("program", "So far: no swans."),
        ("model:oak-2", "No swans."),
    ]


def test_a_compaction_says_so() -> None:
    assert LifecycleKind.COMPACTION in {event.signs.lifecycle for event in read(LINES).events}


def test_a_file_that_the_database_has_taken_over_is_not_listed(tmp_path: Path) -> None:
    top = tmp_path / "data/sessions"
    top.mkdir(parents=True)
    for name in ("20260131_1.jsonl", "20260130_1.jsonl"):
        shutil.copy(LINES, top / name)
    shutil.copy(STORE, top / "sessions.db")
    places = sources.places("goose")
    assert places is not None
    found = places.discover({"GOOSE_PATH_ROOT": str(tmp_path)}, tmp_path / "home", print)
    assert sorted(each.id for each in found) == ["20260130_1", "sessions"]
