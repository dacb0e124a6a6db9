"""What OpenCode's files, rows and exports say alike: whose words a part holds, what an answer took, what failed."""

from __future__ import annotations

import json
import shutil
import sqlite3
from pathlib import Path

import pytest
from msgspec import UNSET

from steno import pipeline, registry, sources
from steno.agents.opencode.idiom import IDIOM
from steno.diagnostics import Diagnostic, Place
from steno.model import Kind, Lifecycle, Text, ToolCall, ToolResult, Trace
from steno.model.calls import results
from steno.model.signs import Injected, LifecycleKind
from steno.usage import requests, sums

FIXTURES = Path(__file__).parents[2] / "fixtures" / "opencode"
STORE = FIXTURES / "store" / "main.db"


def read(path: Path, format: str = "opencode") -> list[Trace]:
    found: list[Diagnostic] = []
    reader = registry.formats[format].reader
    assert reader is not None
    with path.open("rb") as stream:
        traces = list(reader.read(stream, Place(str(path)), found.append))
    assert found == []
    return traces


@pytest.fixture(scope="module")
def export() -> Trace:
    (trace,) = read(FIXTURES / "export.json")
    return trace


@pytest.fixture(scope="module")
def store() -> dict[str, Trace]:
    return {trace.header.ids["session"][0]: trace for trace in read(STORE)}


def tools(trace: Trace) -> dict[str, ToolResult | None]:
    found = results(trace.events)
    answers = {event.body.tool: found.get(event.uid) for event in trace.events if isinstance(event.body, ToolCall)}
    return {tool: each.body if each and isinstance(each.body, ToolResult) else None for tool, each in answers.items()}


def said(trace: Trace) -> list[tuple[str, str]]:
    return [(event.actor, event.body.text) for event in trace.events if isinstance(event.body, Text)]


def exits(trace: Trace) -> list[object]:
    return [event.signs.exit for event in trace.events if event.kind is Kind.TOOL_RESULT]


def test_a_result_stands_in_the_part_of_its_call_whatever_its_id(export: Trace) -> None:
    found = tools(export)
    assert found["bash"] is not None
    assert found["task"] is not None
    assert (found["bash"].content, found["task"].content) == (
        "grep: otters.txt: No such file",
        "task_id: ses_e2\n\nThree.",
    )
    assert found["read"] is None, "it was still running"


def test_a_command_that_was_completed_may_have_failed(export: Trace, store: dict[str, Trace]) -> None:
    assert exits(export)[0] == 2
    assert exits(store["ses_s1"])[0] == 1
    assert exits(store["ses_s3"])[0] == 0
    assert [body.error for body in tools(export).values() if body is not None] == [UNSET, UNSET, True, UNSET]


def test_the_tokens_of_a_step_are_not_added_to_those_of_its_message(export: Trace, store: dict[str, Trace]) -> None:
    total = sums(requests(export))
    assert (total.input, total.output, total.reasoning, total.cache_read) == (112, 61, 20, 1000)
    total = sums(requests(store["ses_s1"]))
    assert (total.input, total.output, total.cache_read, total.cache_write) == (110, 60, 1000, 10)


def test_an_answer_without_parts_took_its_tokens(export: Trace) -> None:
    assert [each.response for each in requests(export)] == ["msg_e2", "msg_e4", "msg_e5", "msg_e6"]


def test_answers_whose_ids_were_blotted_out_are_each_counted(tmp_path: Path) -> None:
    document = json.loads((FIXTURES / "export.json").read_text())
    for message in document["messages"]:
        message["info"]["id"] = "REDACTED"
    (tmp_path / "export.json").write_text(json.dumps(document))
    (trace,) = read(tmp_path / "export.json")
    assert sums(requests(trace)).input == 112


def test_what_the_program_wrote_into_a_prompt_stands_apart(export: Trace) -> None:
    injected = [event.signs.injected for event in export.events if event.actor == "program" and event.signs.injected]
    assert injected == [Injected.NOTICE, Injected.INSTRUCTIONS]


def test_a_turn_that_was_aborted_or_failed_says_so(export: Trace, store: dict[str, Trace]) -> None:
    for trace in (export, store["ses_s1"]):
        ends = {event.signs.lifecycle: event.body for event in trace.events if isinstance(event.body, Lifecycle)}
        assert getattr(ends[LifecycleKind.INTERRUPTION], "text", "").endswith(("aborted.", "Aborted"))
        assert getattr(ends[LifecycleKind.ERROR], "text", "") == "Overloaded"


def test_a_sub_agent_names_its_parent_which_speaks_to_it(export: Trace, store: dict[str, Trace]) -> None:
    assert store["ses_s2"].header.ids["parent"] == ("ses_s1",)
    assert said(store["ses_s2"]) == [("parent", "Look for frogs.")]
    runs = [event.child_run for event in export.events if event.child_run is not UNSET]
    assert runs == ["ses_e2"]


def test_parts_follow_their_message_in_the_order_of_time(store: dict[str, Trace]) -> None:
    assert said(store["ses_s1"]) == [("human", "How many frogs?"), ("model:oak-2", "I hear two frogs.")]


def test_what_both_versions_of_the_database_hold_is_said_once(store: dict[str, Trace]) -> None:
    again = [
        event for event in store["ses_s1"].events if isinstance(event.body, Lifecycle) and event.body.name == "again"
    ]
    assert [event.native for event in again] == ["msg_z"]
    texts = said(store["ses_s3"])
    assert texts[0] == ("human", "How many toads?")
    assert ("model:oak-3", "I look.") in texts


def test_a_prompt_that_waits_is_kept_and_no_account_is_looked_at(store: dict[str, Trace]) -> None:
    waiting = [event.body for event in store["ses_s3"].events if event.native == "msg_t11"]
    assert waiting == [Lifecycle("input", "And newts?")]
    assert "nobody-reads-this" not in repr(store)


def test_the_rows_of_the_journal_are_counted_by_kind(store: dict[str, Trace]) -> None:
    counted = [event.body.data for event in store["ses_s3"].events if getattr(event.body, "name", "") == "event"]  # type: ignore[union-attr]
    assert counted == [{"count": 2}, {"count": 1}]


def test_a_database_is_known_by_its_tables_wherever_in_the_file_they_were_made(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    base = sqlite3.connect(path)
    base.execute("CREATE TABLE ballast (data)")
    base.execute("INSERT INTO ballast VALUES (?)", ["x" * 200_000])
    for number in range(40):
        base.execute(
            f"CREATE INDEX a_rather_long_name_for_an_index_{number} ON ballast (data) WHERE rowid > {number}00"
        )
    base.executescript((FIXTURES / "store/rows.sql").read_text())
    base.commit()
    base.close()
    assert b"message_id" not in path.read_bytes()[: 1 << 16]
    with path.open("rb") as stream:
        assert pipeline.recognised(stream, Place(str(path)))[0].name == "opencode"


def test_sub_agents_within_a_session_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "mimocode.db"
    shutil.copy(STORE, path)
    base = sqlite3.connect(path)
    base.execute("ALTER TABLE message ADD COLUMN agent_id TEXT NOT NULL DEFAULT 'main'")
    base.execute("UPDATE message SET agent_id = 'scout' WHERE session_id = 'ses_s1'")
    base.commit()
    base.close()
    trace = next(each for each in read(path, "mimocode") if each.header.ids["session"] == ("ses_s1",))
    assert said(trace) == [("parent", "How many frogs?"), ("model:oak-2@scout", "I hear two frogs.")]


def _stored(top: Path) -> Path:
    """A folder of JSON as versions before 1.2 kept it."""
    session = top / "storage/session/p1/ses_old1.json"
    session.parent.mkdir(parents=True)
    shutil.copy(FIXTURES / "info/main.json", session)
    shutil.copytree(FIXTURES / "message", top / "storage/message")
    shutil.copytree(FIXTURES / "part/ses_old1", top / "storage/part")
    return session


def test_a_folder_of_json_is_read_with_the_parts_of_each_message(tmp_path: Path) -> None:
    expected = [("human", "How many ducks?"), ("model:oak-2", "Four.")]
    (older,), (oldest,) = read(_stored(tmp_path)), read(FIXTURES / "info/main.json")
    assert said(older) == said(oldest) == expected
    assert len(older.header.sources) == 7
    assert sums(requests(older)).cache_write == 4


def test_an_id_that_is_a_path_leads_nowhere(tmp_path: Path) -> None:
    session = _stored(tmp_path)
    session.write_text(session.read_text().replace("ses_old1", "../message/ses_old1"))
    (trace,) = read(session)
    assert len(trace.header.sources) == 1


def test_a_session_that_the_database_has_is_not_listed_from_its_old_files(tmp_path: Path) -> None:
    top = tmp_path / ".local/share/opencode"
    _stored(top)
    copy = top / "storage/session/p1/ses_s1.json"
    copy.write_text("{}")
    places = sources.places("opencode")
    assert places is not None
    found: list[Diagnostic] = []

    def listed() -> list[str]:
        return sorted(each.id for each in places.discover({}, tmp_path, found.append))

    assert listed() == ["ses_old1", "ses_s1"]
    shutil.copy(STORE, top / "opencode.db")
    assert listed() == ["opencode", "ses_old1"]
    (top / "opencode.db").write_bytes(b"no database")
    assert listed() == ["opencode", "ses_old1", "ses_s1"]
    assert found == []


def test_an_edit_reports_what_it_did_to_each_file() -> None:
    patch = "Index: /pond/a\n=====\n--- /pond/a\n+++ /pond/a\n@@ -1 +1 @@\n-2\n+3\n"
    edit = {"filediff": {"file": "/pond/a", "patch": patch, "additions": 1}, "diff": patch}
    patched = {"files": [{"filePath": "/pond/b", "type": "add", "patch": patch, "movePath": "/pond/c"}, 7]}
    reports = [*IDIOM.file_reports(edit), *IDIOM.file_reports(patched)]
    assert [(each.path, each.change, each.diff, each.to) for each in reports] == [
        ("/pond/a", "update", "@@ -1 +1 @@\n-2\n+3\n", ""),
        ("/pond/b", "add", "@@ -1 +1 @@\n-2\n+3\n", "/pond/c"),
    ]
    assert IDIOM.file_reports({"files": ["/pond/a"], "filediff": None}) == []
