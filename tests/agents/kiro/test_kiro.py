"""What Kiro's layouts say: lines with what is known beside them, exports, its database, and documents of the editor."""

from __future__ import annotations

from pathlib import Path

from msgspec import UNSET

from steno.model import Kind, Role, Text, ToolResult, Trace, Visibility
from tests.given.logs import FIXTURES, fixture, fixtures
from tests.given.machine import steno


def said(trace: Trace) -> list[tuple[str, str]]:
    return [(event.actor.partition(":")[0], event.body.text) for event in trace.events if isinstance(event.body, Text)]


def test_what_stands_beside_names_the_session_its_parent_and_the_model() -> None:
    trace = fixture("kiro", "with_meta/main.jsonl")
    assert trace.header.ids["session"] == ("b0000000-0000-4000-8000-000000000001",)
    assert trace.header.ids["parent"] == ("b0000000-0000-4000-8000-000000000000",)
    assert (trace.header.title, trace.header.environment) == ("Where bees nest", {"cwd": ["/home/ana/bees"]})
    assert {event.model for event in trace.events if event.kind is Kind.TOOL_CALL} == {"claude-opus-4.8"}


def test_the_prompt_of_a_sub_agent_is_that_of_the_agent_that_started_it() -> None:
    first = next(event for event in fixture("kiro", "with_meta/main.jsonl").events if isinstance(event.body, Text))
    assert (first.actor, first.visibility, first.turn) == ("parent", Visibility.INTERNAL, UNSET)
    alone = next(event for event in fixture("kiro", "lines.jsonl").events if isinstance(event.body, Text))
    assert (alone.actor, alone.turn) == ("human", 1)


def test_results_name_their_calls_and_say_whether_they_failed() -> None:
    trace = fixture("kiro", "lines.jsonl")
    results = {event.call: event.body.error for event in trace.events if isinstance(event.body, ToolResult)}
    assert results == {"tooluse_1": False, "tooluse_2": True}


def test_an_entry_of_an_export_is_a_prompt_and_its_answer_or_results_and_theirs() -> None:
    trace = fixture("kiro", "export.jsonl")
    assert said(trace) == [
        ("human", "Count the hives."), ("model", "I count."), ("model", "Seven."), ("human", "Stop."),
        ("model", "Stopped."),
    ]  # fmt: skip
    calls = [event.call for event in trace.events if event.kind is Kind.TOOL_CALL]
    assert calls[0] == "t1"
    assert not calls[1], "an id that says nothing is none"


def test_each_conversation_of_the_database_is_a_session_and_accounts_are_not_looked_at() -> None:
    first, second = fixtures("kiro", "store.sqlite3")
    assert said(first) == said(fixture("kiro", "export.jsonl"))
    assert second.header.environment == {"cwd": ["/home/ana/honey"]}
    assert "not for reading" not in str((first, second))


def test_an_answer_of_the_editor_is_its_placeholder_and_what_was_logged() -> None:
    trace = fixture("kiro", "editor.json")
    assert [text for actor, text in said(trace) if actor == "model"] == ["On it.", "Three puffs."]


def test_what_the_editor_puts_before_the_humans_words_is_its_own() -> None:
    trace = fixture("kiro", "execution.chat")
    first, *_ = (event for event in trace.events if event.role is Role.USER)
    assert first.actor == "program"
    assert ("human", "Open the hive.") in said(trace)


def test_sessions_are_found_where_the_command_line_and_the_editor_keep_them(tmp_path: Path) -> None:
    lines = tmp_path / ".kiro/sessions/cli"
    editor = tmp_path / ".config/Kiro/User/globalStorage/kiro.kiroagent/workspace-sessions/aG9tZQ__"
    for folder, name, other in ((lines, "s1.jsonl", "lines.jsonl"), (editor, "s2.json", "editor.json")):
        folder.mkdir(parents=True)
        (folder / name).write_bytes((FIXTURES / "kiro" / other).read_bytes())
    (lines / "s1.json").write_bytes((FIXTURES / "kiro/with_meta/main.json").read_bytes())
    (editor / "sessions.json").write_text("[]")
    rows = steno("ls", "--json", home=tmp_path).json()
    assert {(row["agent"], row["id"]) for row in rows} == {("kiro", "s1"), ("kiro", "s2")}
