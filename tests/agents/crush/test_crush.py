"""What the rows of Crush say: sessions of a project, ids that come again, and the list of projects."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from pathlib import Path

import pytest
from msgspec import UNSET

from steno import registry, sources
from steno.diagnostics import Diagnostic, Place
from steno.model import Kind, Lifecycle, Text, ToolResult, Trace
from steno.model.calls import results
from steno.model.signs import LifecycleKind
from steno.usage import requests, sums

MAIN = Path(__file__).parents[2] / "fixtures" / "crush" / "garden" / "main.db"


def read(path: Path = MAIN) -> list[Trace]:
    found: list[Diagnostic] = []
    reader = registry.formats["crush"].reader
    assert reader is not None
    with path.open("rb") as stream:
        traces = list(reader.read(stream, Place(str(path)), found.append))
    assert found == []
    return traces


@pytest.fixture(scope="module")
def traces() -> dict[str, Trace]:
    return {trace.header.ids["session"][0]: trace for trace in read()}


def test_a_result_answers_the_nearest_call_before_it_that_has_its_id(traces: dict[str, Trace]) -> None:
    events = traces["s1"].events
    found = results(events)
    calls = [event for event in events if event.kind is Kind.TOOL_CALL and event.native in ("m4", "m6")]
    cancelled, again, _ = calls
    assert cancelled.uid not in found
    assert isinstance(body := found[again.uid].body, ToolResult)
    assert (body.error, found[again.uid].native, found[again.uid].actor) == (True, "m7", "tool:bash")


def test_a_turn_that_was_cancelled_or_failed_says_so(traces: dict[str, Trace]) -> None:
    ends = [event for event in traces["s1"].events if event.signs.lifecycle is not UNSET]
    assert [(event.native, event.signs.lifecycle) for event in ends] == [
        ("m4", LifecycleKind.INTERRUPTION),
        ("m8", LifecycleKind.ERROR),
    ]


def test_a_sub_agent_names_its_parent_and_is_spoken_to_by_it(traces: dict[str, Trace]) -> None:
    child = traces["m2$$tool_0_agent"]
    assert child.header.ids["parent"] == ("s1",)
    said = [(event.actor, event.turn) for event in child.events if isinstance(event.body, Text)]
    assert said == [("parent", UNSET), ("model:oak-2", UNSET)]


def test_versions_of_files_are_kept_and_begin_no_turn(traces: dict[str, Trace]) -> None:
    kept = [event for event in traces["s1"].events if isinstance(event.body, Lifecycle) and event.body.name == "file"]
    assert [(event.body.text, event.turn) for event in kept] == [("", UNSET), ("Monday: roses", UNSET)]  # type: ignore[union-attr]


def test_a_session_states_the_tokens_of_its_last_request(traces: dict[str, Trace]) -> None:
    total = sums(requests(traces["s1"]))
    assert (total.requests, total.input, total.output) == (1, 2100, 80)


def test_what_stands_only_in_the_log_of_the_database_is_read(tmp_path: Path) -> None:
    path = tmp_path / "crush.db"
    shutil.copy(MAIN, path)
    base = sqlite3.connect(path)
    base.execute("PRAGMA journal_mode=WAL")
    base.execute("UPDATE messages SET parts = replace(parts, 'Two cans.', 'Three cans.') WHERE id = 'c2'")
    base.commit()
    texts = [event.body.text for trace in read(path) for event in trace.events if isinstance(event.body, Text)]
    base.close()
    assert "Three cans." in texts


def test_the_stores_of_projects_are_found_by_crush_s_own_list_and_from_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, listed, here = tmp_path / "home", tmp_path / "listed", tmp_path / "here"
    for project in (listed, here):
        (project / ".crush").mkdir(parents=True)
        shutil.copy(MAIN, project / ".crush" / "crush.db")
    (here / "src").mkdir()
    own = home / ".local/share/crush"
    own.mkdir(parents=True)
    known = [{"path": str(listed), "data_dir": ".crush"}, {"path": str(tmp_path / "gone"), "data_dir": "/gone"}, 7]
    (own / "projects.json").write_text(json.dumps({"projects": known}))
    monkeypatch.chdir(here / "src")
    places = sources.places("crush")
    assert places is not None
    found: list[Diagnostic] = []
    sessions = list(places.discover({}, home, found.append))
    assert sorted((each.id, each.path) for each in sessions) == [
        ("here", here / ".crush" / "crush.db"),
        ("listed", listed / ".crush" / "crush.db"),
    ]
    assert found == []
    log = here / ".crush" / "crush.db-wal"
    log.write_bytes(b"0123")
    os.utime(log, (2e9, 2e9))
    (newest,) = (each for each in places.discover({}, home, found.append) if each.id == "here")
    assert (newest.size, newest.modified) == (MAIN.stat().st_size + 4, 2e9), "what is in the log is of the session"
    (own / "projects.json").write_text("{")
    assert [each.id for each in places.discover({}, home, found.append)] == ["here"]
